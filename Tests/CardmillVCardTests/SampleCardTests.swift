import Testing

/// Invented cards that exercise the hard rules at once.
@Suite struct SampleCardTests {
  @Test func `quoted-printable, soft breaks and a picture in 2.1`() throws {
    try expect(
      .v21(
        """
        N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller=3B;J=C3=B6rg;;;
        TEL;CELL;PREF:+49 555 0110
        NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:first line=0D=0Asecond; line with =
        a soft break and caf=C3=
        =A9
        PHOTO;ENCODING=BASE64;TYPE=GIF:
         \(gif)

        EMAIL:joerg@example.com
        """),
      [
        "name.family = Müller;", "name.given = Jörg", "name.full = Jörg Müller;",
        "phones[0].types = [\"cell\"]", "phones[0].pref = true",
        "note = first line\nsecond; line with a soft break and café",
        "photo.mediaType = image/gif", "photo.bytes = 42",
        // The blank line is not the end.
        "emails[0].value = joerg@example.com", "!-missing-end", "!-blank-line",
      ])
  }

  @Test func `labels, countries, a birthday without a year and escapes in 3.0`() throws {
    try expect(
      .v30(
        #"""
        N:Ferri;Giada;;;
        FN:Giada Ferri
        item1.TEL;type=pref:+39 06 5550 0101
        item1.X-ABLabel:Casa al mare
        item2.ADR;type=HOME;type=pref:;;Via Prova 1\nint. 4;Borgo;;00100;Italia
        item2.X-ABADR:it
        item2.X-ABLabel:_$!<Home>!$_
        BDAY;value=date;X-APPLE-OMIT-YEAR=1604:1604-02-29
        item3.URL:http\://giada.example/
        item3.X-ABLabel:_$!<HomePage>!$_
        NOTE:a; b, c \, d \; e
        """#),
      [
        "phones[0].label = Casa al mare", "-phones[0].types", "phones[0].pref = true",
        "addresses[0].street = Via Prova 1\nint. 4", "addresses[0].label = Home",
        "addresses[0].types = [\"home\"]",
        "~item2.ADR;TYPE=home;PREF=1;CC=IT;X-ABLABEL=Home:;;Via Prova 1\\nint. 4;Borgo;;00100;Italia",
        "birthday = --02-29", "urls[0].value = http://giada.example/", "urls[0].label = HomePage",
        "note = a; b, c , d ; e", "!nonstandard-escape", "!unescaped-comma",
      ])
  }

  @Test func `second surname, caret escapes, long addresses and relations in 4.0`() throws {
    try expect(
      .v40(
        """
        UID:urn:uuid:5f2d3a44-3f0e-4a0e-b2a4-0f4f3b5b9c11
        FN:Lucía Ramos Vega
        N:Ramos,Vega;Lucía;;;;Vega;
        TEL;VALUE=uri;TYPE="cell,voice";PREF=1:tel:+34-555-0101;ext=7
        ADR;CC=ES;LABEL="Calle Luz 5, 2º B^nVillar":;;Calle Luz 5;Villar;;28000;Spain;;2º B;;5;Calle Luz;;;;;;
        RELATED;VALUE=text;TYPE=parent:mi madre
        X-SHOE-SIZE:39
        """),
      [
        "name.full = Lucía Ramos Vega", "name.given = Lucía",
        "phones[0].value = +34-555-0101", "phones[0].extension = 7",
        "phones[0].types = [\"cell\",\"voice\"]",
        "addresses[0].formatted = Calle Luz 5, 2º B\nVillar",
        "addresses[0].street = Calle Luz 5", "addresses[0].country = Spain",
        "related[0].value = mi madre", "related[0].types = [\"parent\"]", "extra.X-SHOE-SIZE = 39",
        "!-extra-components",
      ])
  }
}
