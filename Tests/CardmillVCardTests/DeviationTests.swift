import Cardmill
import CardmillTestSupport
import Testing

/// A way in which real programs leave the standard, and what becomes of it.
struct Deviation: Sendable, CustomTestStringConvertible {
  let number: Int
  let cards: Cards
  let checks: [Check]

  init(_ number: Int, _ cards: Cards, _ checks: Check...) {
    self.number = number
    self.cards = cards
    self.checks = checks
  }

  var testDescription: String { "\(number): \(checks.map(\.text).joined(separator: " · "))" }
}

@Suite struct DeviationTests {
  @Test(arguments: encodings) func `reads odd encodings`(_ deviation: Deviation) throws {
    try expect(deviation.cards, deviation.checks)
  }

  @Test(arguments: parameters) func `reads odd parameters`(_ deviation: Deviation) throws {
    try expect(deviation.cards, deviation.checks)
  }

  @Test(arguments: structures) func `reads broken structure`(_ deviation: Deviation) throws {
    try expect(deviation.cards, deviation.checks)
  }

  @Test(arguments: values) func `reads odd values`(_ deviation: Deviation) throws {
    try expect(deviation.cards, deviation.checks)
  }

  @Test func `12: a picture of a megabyte on one line`() throws {
    let data = "/9j/" + String(repeating: "AbCd", count: 250_000)
    let read = try ReadCards(.v21("FN:Ana\nPHOTO;JPEG;ENCODING=BASE64:\(data)\nTEL:1"))
    #expect(read.problem("photo.bytes = 750003") == nil)
    #expect(read.problem("phones[0].value = 1") == nil)
    #expect(read.lines()[1] == "PHOTO:data:image/jpeg;base64," + data)
  }

  @Test func `28: wide text with and without a byte order mark`() throws {
    let text = crlf("BEGIN:VCARD\nVERSION:3.0\nFN:Zoë 😀\nN:Ø;Zoë;;;\nEND:VCARD\n")
    func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
      text.utf16.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
    }
    for isBigEndian in [false, true] {
      for mark in ["", "\u{FEFF}"] {
        let bytes = wide(mark + text, isBigEndian: isBigEndian)
        let read = try ReadCards(Cards(bytes: bytes))
        #expect(read.problem("name.full = Zoë 😀") == nil)
        #expect(read.problem("name.family = Ø") == nil)
        #expect(read.problem("!charset-guess") == nil)
        let range = try #require(read.reading.contacts.first).source.range
        #expect(range == mark.utf16.count * 2..<bytes.count)
      }
    }
  }

  @Test func `78: members are found with and without urn-uuid`() {
    let table = GroupTable(groups: ["ab-1": ["Friends"]], names: ["ab-1": "Ana"])
    for spelling in ["urn:uuid:AB-1", "ab-1", "URN:UUID:ab-1"] {
      spelling.withView { view in
        #expect(table.groups(of: view) == ["Friends"])
        #expect(table.name(of: view) == "Ana")
      }
    }
  }

  static let encodings: [Deviation] = [
    Deviation(
      1,
      .v21(
        """
        N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9A=D0=BE=D0=B2=D0=B0=D0=
        =BB=D1=8C;;;;
        TEL:1
        """), "name.family = Коваль", "phones[0].value = 1", "!-malformed-line"),
    Deviation(
      2, .v21("NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:caf\n=C3=A9 noir\nTEL:1"),
      "note = café noir", "phones[0].value = 1"),
    Deviation(3, .v21("NOTE;ENCODING=QUOTED-PRINTABLE:ye=\n=\n=73"), "note = yes"),
    Deviation(3, .v21("NOTE;ENCODING=QUOTED-PRINTABLE:one=\n=0Atwo"), "note = one\ntwo"),
    Deviation(
      4, .v21("NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:caf=C3=\n =A9"), "note = café",
      "!nonstandard-fold"),
    Deviation(
      4, .v21("NOTE;ENCODING=QUOTED-PRINTABLE:one=\n two"), "note = one two", "!-nonstandard-fold"),
    Deviation(
      5, .latin("BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:caf\u{C3}\r\n \u{A9} noir\r\nEND:VCARD\r\n"),
      "note = café noir", "!-charset-guess"),
    Deviation(
      5, .v21("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=\n=B6rg"), "name.full = Jörg"),
    Deviation(6, .v30("FN;CHARSET=UTF-8:Jörg"), "name.full = Jörg", "!-charset-guess"),
    Deviation(6, .v40("FN;CHARSET=utf-8:Jörg"), "name.full = Jörg"),
    Deviation(
      6, .latin("BEGIN:VCARD\nVERSION:3.0\nFN;CHARSET=ISO-8859-1:J\u{F6}rg\nEND:VCARD\n"),
      "name.full = Jörg", "!-charset-guess"),
    Deviation(
      7, .v30("PHOTO;ENCODING=BASE64;TYPE=GIF:\(gif)"), "photo.mediaType = image/gif",
      "photo.bytes = 42"),
    Deviation(8, .v30("PHOTO;BASE64:\n  \(gif)\nTEL:1"), "photo.bytes = 42", "phones[0].value = 1"),
    Deviation(
      9,
      .v21("PHOTO;TYPE=GIF;ENCODING=BASE64:\n \(gif.prefix(28))\n \(gif.dropFirst(28))\n\nTEL:1"),
      "photo.bytes = 42", "phones[0].value = 1", "!-blank-line"),
    Deviation(
      10, .v21("PHOTO;TYPE=GIF;ENCODING=BASE64:\(gif.prefix(28))\n\(gif.dropFirst(28))\nTEL:1"),
      "photo.bytes = 42", "phones[0].value = 1"),
    Deviation(
      11, .v21("KEY;ENCODING=BASE64:AAAAAA\nFN\nAAAA\nFN:Ana"), "~KEY:data:;base64,AAAAAAFNAAAA",
      "name.full = Ana"),
    Deviation(
      14, .v30("PHOTO;ENCODING=b;TYPE=image/jpeg:/9j/4AAQSkZJRg=="), "photo.mediaType = image/jpeg",
      "!-photo-type-mismatch", "!-unknown-type"),
    Deviation(
      14, .v30("PHOTO;ENCODING=b;TYPE=PNG:\(gif)"), "photo.mediaType = image/gif",
      "!photo-type-mismatch"),
    Deviation(
      27, .raw("\u{FEFF}BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEND:VCARD\n"), "name.full = Ana",
      "!-text-outside-card"),
    Deviation(
      29, .latin("BEGIN:VCARD\nVERSION:3.0\nFN:J\u{F6}rg \u{80}\nN:\u{C3}\u{B6};;;;\nEND:VCARD\n"),
      "name.full = Jörg €", "name.family = ö", "!charset-guess"),
    Deviation(
      33, .v30("NOTE:one\n\ttwo\n  three"), "note = onetwo three"),
    Deviation(
      33, .v30("PHOTO;ENCODING=b:\(gif.prefix(20))\n\t \(gif.dropFirst(20))"), "photo.bytes = 42"),
    Deviation(58, .v21("UID;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:a=3Db"), "uid = a=b"),
    Deviation(
      65, .v40("PHOTO:DATA:image/gif;base64,\(gif)"), "photo.mediaType = image/gif",
      "photo.bytes = 42"),
    Deviation(65, .v40("PHOTO:data:;base64,\(gif)"), "photo.mediaType = image/gif"),
    Deviation(
      65, .v40("PHOTO:data:image/gif;base64,\(gif.prefix(20)) \(gif.dropFirst(20))"),
      "photo.bytes = 42"),
    Deviation(66, .v30("PHOTO;VALUE=uri:data:image/gif;base64,\(gif)"), "photo.bytes = 42"),
    Deviation(66, .v30("PHOTO:data:image/gif;base64,\(gif)"), "photo.bytes = 42"),
  ]

  static let parameters: [Deviation] = [
    Deviation(
      15, .v30("TEL;WORK;FAX:1\nEMAIL;PREF:a@example.com\nEMAIL:b@example.com"),
      "phones[0].types = [\"fax\",\"work\"]", "emails[0].pref = true", "-emails[1].pref"),
    Deviation(
      16, .v21("TEL;:1\nTEL;WORK;:2"), "phones[0].value = 1", "phones[1].value = 2",
      "phones[1].types = [\"work\"]"),
    Deviation(
      17, .v30("TEL;TYPE=\"HOME,VOICE\":1"), "phones[0].types = [\"home\",\"voice\"]",
      "-phones[0].label"),
    Deviation(
      18, .v30("EMAIL;TYPE=PREF,INTERNET:a@example.com"), "emails[0].pref = true",
      "-emails[0].types"),
    Deviation(
      19, .v30("tel;type=cell;type=pref:1\nbday;value=date:1985-04-12"),
      "phones[0].types = [\"cell\"]",
      "phones[0].pref = true", "birthday = 1985-04-12"),
    Deviation(
      61, .v30("TEL;TYPE=home;X-NOTE=\"a:b\":1\nTEL;TYPE=home:a:b"), "phones[0].value = 1",
      "phones[1].value = a:b"),
    Deviation(
      62, .v40("ADR;LABEL=5\" Pipe Street:;;Pipe Street;Reno;;;"),
      "addresses[0].formatted = 5\" Pipe Street", "addresses[0].locality = Reno"),
    Deviation(
      63, .v30("TEL;TYPE=home\n :1\nEMAIL;TYPE=wo\n rk:a@example.com"), "phones[0].value = 1",
      "phones[0].types = [\"home\"]", "emails[0].types = [\"work\"]"),
    Deviation(64, .v30("TEL:1\nTEL;PREF=1:2"), "phones[1].pref = true", "-phones[0].pref"),
    Deviation(64, .v40("TEL:1\nTEL;TYPE=pref:2"), "phones[1].pref = true", "-phones[0].pref"),
    Deviation(
      64, .v30("TEL;TYPE=home\\,pref:1"), "phones[0].types = [\"home\"]", "phones[0].pref = true"),
    Deviation(64, .v30("TEL; TYPE=home:1"), "phones[0].types = [\"home\"]", "!bad-parameter"),
    Deviation(64, .v30("TEL;TYPE=:1"), "phones[0].value = 1", "!bad-parameter"),
  ]

  static let structures: [Deviation] = [
    Deviation(
      20, .raw("begin:vcard\r\nversion:2.1\r\nfn:Ana\r\nend:vcard\r\n"), "name.full = Ana",
      "!-missing-end"),
    Deviation(
      20, .raw("BEGIN: VCARD \nVERSION: 3.0\nFN:Ana\nEND:VCARD\n"), "name.full = Ana",
      "!whitespace-in-value"),
    Deviation(
      21, .raw("BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nBEGIN:VCARD\nVERSION:3.0\nFN:Bo\nEND:VCARD\n"),
      "name.full = Ana", "1:name.full = Bo", "!missing-end"),
    Deviation(
      21, .raw("BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nE"), "name.full = Ana", "!missing-end",
      "!-malformed-line"),
    Deviation(
      22, .raw("VERSION:3.0\nN:Ruiz;Ana;;;\nFN:Ana\nEND:VCARD\n"), "name.full = Ana",
      "name.family = Ruiz", "!missing-begin"),
    Deviation(
      22, .raw("BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEND:VCARD\nN:Sand;Bo;;;\nTEL:1\nEND:VCARD\n"),
      "1:name.full = Bo Sand", "!missing-begin"),
    Deviation(23, .v30("FN:Ana\nTEL:1"), "name.full = Ana", "-name.family"),
    Deviation(23, .v21("EMAIL;PREF:a@example.com"), "name.full = a@example.com", "!missing-name"),
    Deviation(
      24, .v21("N:Ruiz;Ana;Maria;Dr.;PhD"), "name.full = Dr. Ana Maria Ruiz PhD", "!missing-fn"),
    Deviation(
      25, .raw("BEGIN:VCARD\nFN:Ana\nTEL;WORK:1\nEND:VCARD\n"), "phones[0].types = [\"work\"]",
      "!missing-version"),
    Deviation(
      25, .raw("BEGIN:VCARD\nFN:a\\, b\nVERSION:3.0\nEND:VCARD\n"), "name.full = a, b",
      "!-missing-version"),
    Deviation(
      25, .raw("BEGIN:VCARD\nVERSION:2.0\nFN:Ana\nEND:VCARD\n"), "name.full = Ana",
      "!unsupported-version"),
    Deviation(
      25, .raw("BEGIN:VCARD\nVERSION:3.0\nVERSION:4.0\nFN:Ana\nEND:VCARD\n"), "name.full = Ana",
      "!duplicate-version"),
    Deviation(
      26, .v21("FN:Ana\nAGENT:\nBEGIN:VCARD\nVERSION:2.1\nFN:Bo\nTEL:2\nEND:VCARD\nTEL:1"),
      "name.full = Ana", "phones# = 1", "phones[0].value = 1", "related[0].value = Bo",
      "related[0].types = [\"agent\"]"),
    Deviation(
      30, .raw("BEGIN:VCARD\rVERSION:3.0\rFN:Ana\rNOTE:a\r b\rEND:VCARD\r"), "name.full = Ana",
      "note = ab"),
    Deviation(
      30, .raw("BEGIN:VCARD\r\r\nVERSION:3.0\r\r\nFN:Ana\r\r\nNOTE:a\r\r\n b\r\r\nEND:VCARD\r\r\n"),
      "name.full = Ana", "note = ab", "!-blank-line"),
    Deviation(
      30, .raw("BEGIN:VCARD\nVERSION:3.0\r\nFN:Ana\rTEL:1\nEND:VCARD"), "name.full = Ana",
      "phones[0].value = 1", "!-missing-end"),
    Deviation(
      31, .v30("FN:Ana\n\n  \nTEL:1"), "phones[0].value = 1", "!blank-line", "!-malformed-line"),
    Deviation(
      32, .raw("BEGIN:VCARD\nVERSION:3.0 \nNOTE:a \nFN:Ana\nEND:VCARD  \n"), "name.full = Ana",
      "note = a ", "!whitespace-in-value", "!-missing-end"),
    Deviation(
      57,
      .raw(
        "BEGIN:VCARD\nVERSION:3.0\nUID:1\nFN:Ana\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nUID:1\nFN:Bo\nEND:VCARD\n"
      ),
      "uid = 1", "1:uid = 1", "1:name.full = Bo"),
    Deviation(
      60, .v30("FN:Ana\nno colon here\nTEL:1"), "phones[0].value = 1", "!malformed-line",
      "~X-CARDMILL-MALFORMED-LINE:no colon here"),
    Deviation(
      67,
      .raw(
        "BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEND:VCARDBEGIN:VCARD\nVERSION:3.0\nFN:Bo\nEND:VCARD\n"),
      "name.full = Ana", "1:name.full = Bo", "!-missing-end"),
    Deviation(
      68,
      .raw(
        "From: ana@example.com\nSubject: my card\n\nBEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEND:VCARD\n"),
      "name.full = Ana", "!text-outside-card"),
    Deviation(
      68, .raw("BEGIN:VLIST\nX-A:1\nEND:VLIST\nBEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEND:VCARD\nbye\n"),
      "name.full = Ana", "!unknown-component", "!text-outside-card"),
  ]

  static let values: [Deviation] = [
    Deviation(
      35, .v30("FN:Ana; the baker\nNOTE:one; two;three"), "name.full = Ana; the baker",
      "note = one; two;three"),
    Deviation(
      36, .v30("FN:Ruiz, Ana\nTITLE:Head, Sales"), "name.full = Ruiz, Ana", "title = Head, Sales",
      "!unescaped-comma"),
    Deviation(
      36, .v30("ADR:;;1 Oak St, Rear,Floor 2;Reno, NV;;;"),
      "addresses[0].street = 1 Oak St, Rear\nFloor 2",
      "addresses[0].locality = Reno, NV"),
    Deviation(
      37, .v30(#"CATEGORIES:a\, b\, c"#), "categories = [\"a\",\"b\",\"c\"]", "!nonstandard-escape"),
    Deviation(37, .v30(#"CATEGORIES:a\, b,c"#), "categories = [\"a, b\",\"c\"]"),
    Deviation(
      38, .v30(#"URL:http\://example.com/a\,b"# + "\n" + #"NOTE:at\: noon"#),
      "urls[0].value = http://example.com/a,b", "note = at: noon", "!nonstandard-escape"),
    Deviation(39, .v30(#"NOTE:say \"hi\""#), "note = say \"hi\""),
    Deviation(40, .v30(#"NOTE:one\r\ntwo\rthree"#), "note = one\ntwo\nthree"),
    Deviation(
      41, .v30(#"N:Test\;A\;\;"#), "name.family = Test", "name.given = A", "!possible-double-escape"
    ),
    Deviation(42, .v30("N:Ruiz;Ana"), "name.family = Ruiz", "name.given = Ana"),
    Deviation(
      42, .v21("N:Ruiz;Ana;;;;"), "name.family = Ruiz", "-name.suffix", "!-extra-components"),
    Deviation(
      43, .v30("item1.TEL:1\nitem1.X-ABLabel:"), "phones[0].value = 1", "-phones[0].label",
      "!empty-value"),
    Deviation(
      44, .v30("item1.TEL:1\nitem1.X-ABLabel:AssistantPhone"), "phones[0].label = AssistantPhone"),
    Deviation(
      45,
      .v30(
        "item1.ADR:;;1 Oak St;Reno;;;\nitem1.X-ABADR:us\nitem2.ADR:;;2 Oak St;;;;\nitem2.X-ABADR:2 Oak St\\nReno"
      ),
      "~item1.ADR;CC=US:;;1 Oak St;Reno;;;", "addresses[1].formatted = 2 Oak St\nReno"),
    Deviation(
      46, .v30(#"ADR:;;1 Oak St\nReno\, NV;;;;"#), "addresses[0].street = 1 Oak St\nReno, NV"),
    Deviation(
      47, .v30(#"ADR:;;1 Oak St;Reno;NV;89501;US;1 Oak St\nReno"#), "addresses[0].locality = Reno",
      "!extra-components", "~ADR:;;1 Oak St;Reno;NV;89501;US;1 Oak St\\nReno"),
    Deviation(48, .v30("BDAY:19850412"), "birthday = 1985-04-12"),
    Deviation(48, .v30("BDAY:1985-04-12T00:00:00Z"), "birthday = 1985-04-12"),
    Deviation(48, .v30("BDAY:1604-04-12"), "birthday = --04-12"),
    Deviation(48, .v30("BDAY:--04-12"), "birthday = --04-12", "!-bad-date"),
    Deviation(48, .v40("BDAY:--0412"), "birthday = --04-12"),
    Deviation(48, .v30("BDAY:0000-04-12"), "birthday = --04-12"),
    Deviation(48, .v30("FN:Ana\nBDAY:"), "-birthday", "!empty-value"),
    Deviation(48, .v30("BDAY;X-APPLE-OMIT-YEAR=1900:1900-04-12"), "birthday = --04-12"),
    Deviation(48, .v30("BDAY;X-APPLE-OMIT-YEAR=1604:1985-04-12"), "birthday = 1985-04-12"),
    Deviation(48, .v30("BDAY:soon"), "birthdayText = soon", "!bad-date"),
    Deviation(48, .v40("BDAY;VALUE=text:circa 1800"), "birthdayText = circa 1800", "!-bad-date"),
    Deviation(
      49, .v30("FN:Ana\nREV:2020-01-02T03:04:05.678+00:00"), "rev = 2020-01-02T03:04:05.678+00:00"),
    Deviation(50, .v30("URL:www.example.org"), "urls[0].value = www.example.org"),
    Deviation(51, .v30("EMAIL:mailto:a@example.com"), "emails[0].value = a@example.com"),
    Deviation(
      52, .v30("TEL:tel:+1-555-0100;ext=12"), "phones[0].value = +1-555-0100",
      "phones[0].extension = 12"),
    Deviation(52, .v30("TEL:+1 555 0100,,12p3w4"), "phones[0].value = +1 555 0100,,12p3w4"),
    Deviation(
      53, .v21("LABEL;WORK;ENCODING=QUOTED-PRINTABLE:1 Oak St=0D=0AReno"),
      "addresses[0].formatted = 1 Oak St\nReno", "addresses[0].types = [\"work\"]"),
    Deviation(
      53,
      .v30(
        "ADR;TYPE=home:;;1 Oak St;;;;\nADR;TYPE=work:;;2 Oak St;;;;\nLABEL;TYPE=work:Two\nLABEL;TYPE=home:One"
      ),
      "addresses[0].formatted = One", "addresses[1].formatted = Two"),
    Deviation(
      54,
      .latin(
        "BEGIN:VCARD\nVERSION:2.1\nN:Yamada;Taro\nSOUND;X-IRMC-N:\u{C3}\u{A9};\u{C3}\u{A8};;;\nEND:VCARD\n"
      ),
      "name.phonetic.family = é", "name.phonetic.given = è"),
    Deviation(
      55, .v21("FN:Ana\nX-CLASS:PRIVATE\nX-REDUCTION:;\nX-NO:3\nX-DCM-HMN_MODE:1"),
      "extra.X-CLASS = PRIVATE", "extra.X-NO = 3", "extra.X-DCM-HMN_MODE = 1",
      "extra.X-REDUCTION = ;"),
    Deviation(
      56, .v30("UID:1\nUID:2\nBDAY:1985-04-12\nBDAY:1986-04-12"), "uid = 1",
      "birthday = 1985-04-12",
      "extra.UID = 2", "!value-conflict"),
    Deviation(56, .v30("UID:1\nUID:1\nTEL:1\nTEL:2"), "!-value-conflict"),
    Deviation(56, .v40("N;ALTID=1:A;;;;\nN;ALTID=1:B;;;;"), "!-value-conflict"),
    Deviation(
      59, .v30("FN:Ana\nX-Social Profile:x\nX_FOO:y"), "extra.X-Social Profile = x",
      "extra.X_FOO = y"),
    Deviation(70, .v30(#"X-FOO:a;b,c\;d\\e"#), #"extra.X-FOO = a;b,c;d\e"#, #"~X-FOO:a;b,c\;d\\e"#),
    Deviation(71, .v30("CATEGORIES:Red;Blue\nX-MS-OL-DESIGN:x"), "categories = [\"Red\",\"Blue\"]"),
    Deviation(71, .v30("CATEGORIES:Red;Blue"), "categories = [\"Red;Blue\"]"),
    Deviation(72, .v30("ORG:Cole & Co;;"), "organization.name = Cole & Co", "-organization.units"),
    Deviation(73, .v30("GEO:geo:1.5,-2"), "geo = 1.5,-2"),
    Deviation(73, .v40("GEO:1.5;-2"), "geo = 1.5,-2"),
    Deviation(74, .v40("TZ:-0500"), "tz = -0500"),
    Deviation(75, .v40("KIND:thing\nFN:Ana"), "kind = thing", "name.full = Ana"),
    Deviation(76, .v40("GENDER:male"), "gender = M;male"),
    Deviation(76, .v40("GENDER:F"), "gender = F"),
    Deviation(
      77, .v40("RELATED;TYPE=spouse:Bo Sand"), "related[0].value = Bo Sand",
      "~RELATED;TYPE=spouse;VALUE=text:Bo Sand"),
  ]
}
