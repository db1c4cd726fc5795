import Cardmill
import CardmillTestSupport
import Testing

/// An example of a standard: lines that are read and come back the same, and what they mean.
struct Example: Sendable, CustomTestStringConvertible {
  let section: String
  let lines: String
  /// The lines as they are written, where that is another spelling.
  let written: String
  let checks: [Check]

  init(_ section: String, _ lines: String, written: String? = nil, _ checks: Check...) {
    self.section = section
    self.lines = lines
    self.written = written ?? lines
    self.checks = checks
  }

  var testDescription: String { section }
}

@Suite struct StandardTests {
  @Test(arguments: rfc6350) func `RFC 6350`(_ example: Example) throws {
    try check(example, Cards.v40(example.lines), "vcard:4.0")
  }

  @Test(arguments: rfc9554) func `RFC 9554 and RFC 6868`(_ example: Example) throws {
    try check(example, Cards.v40(example.lines), "vcard:4.0")
  }

  @Test(arguments: rfc2426) func `RFC 2426`(_ example: Example) throws {
    try check(example, Cards.v30(example.lines), "vcard:3.0")
  }

  /// Reads an example, writes it anew and compares.
  private func check(_ example: Example, _ cards: Cards, _ format: FormatID) throws {
    try expect(cards, example.checks + ["!-malformed-line", "!-unknown-property"])
    let lines = unfoldedLines(try rewritten(cards, as: format).text)
    for line in example.written.split(separator: "\n") {
      #expect(lines.contains(String(line)), "\(lines)")
    }
  }

  @Test func `RFC 6350, 3.2: unfolding`() throws {
    try expect(
      .v40("NOTE:This is a long description\n  that exists o\n n a long line."),
      ["note = This is a long description that exists on a long line."])
  }

  @Test func `RFC 6350, 6.1.4 and 6.6.5: a group`() throws {
    let cards = Cards.v40(
      """
      KIND:group
      FN:The Doe family
      MEMBER:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af
      MEMBER:mailto:subscriber1@example.com
      MEMBER:tel:+1-418-555-5555
      """)
    let read = try ReadCards(cards)
    #expect(read.reading.contacts.map(\.recordKind) == [.group])
    #expect(read.problem("kind = group") == nil)
    #expect(read.problem("members[1] = mailto:subscriber1@example.com") == nil)
    #expect(unfoldedLines(try rewritten(cards, as: "vcard:4.0").text).count == 5)
  }

  @Test func `RFC 2426, 3.5.4: a card as AGENT`() throws {
    try expect(
      .v30(
        #"AGENT:BEGIN:VCARD\nFN:Susan Thomas\nTEL:+1-919-555-1234\nEMAIL\;INTERNET:sthomas@host.example.com\nEND:VCARD\n"#
      ),
      ["related[0].value = Susan Thomas", "related[0].types = [\"agent\"]", "phones# = 0"])
  }

  @Test func `RFC 6350, 4.3.1: dates`() throws {
    for (text, date) in [
      ("19850412", "1985-04-12"), ("1985-04", "1985-04"), ("1985", "1985"), ("--0412", "--04-12"),
      ("---12", "---12"),
    ] {
      #expect(ContactDate(text)?.description == date)
      try expect(.v40("BDAY:\(text)"), ["!-bad-date"])
      #expect(
        unfoldedLines(try rewritten(.v40("BDAY:\(text)"), as: "vcard:4.0").text).contains(
          "BDAY:\(text)"))
    }
  }

  static let rfc6350: [Example] = [
    Example("5.1 LANGUAGE", "ROLE;LANGUAGE=tr:hoca", "role = hoca"),
    Example(
      "5.4 ALTID", "TITLE;ALTID=1;LANGUAGE=fr:Patron\nTITLE;ALTID=1;LANGUAGE=en:Boss",
      "title = Patron"),
    Example(
      "5.5 PID",
      "TEL;PID=3.1,4.2;VALUE=uri:tel:+1-555-555-5555\nEMAIL;PID=4.1,5.2:jdoe@example.com\nCLIENTPIDMAP:1;urn:uuid:3df403f4-5924-4bb7-b077-3c711d9eb34b",
      "phones[0].value = +1-555-555-5555"),
    Example(
      "5.9 SORT-AS",
      "FN:Rene van der Harten\nN;SORT-AS=\"Harten,Rene\":van der Harten;Rene,J.;Sir;R.D.O.N.",
      written:
        "FN:Rene van der Harten\nN;SORT-AS=\"Harten,Rene\":van der Harten;Rene,J.;Sir;R.D.O.N.",
      "name.family = van der Harten", "name.given = Rene J."),
    Example("6.1.3 SOURCE", "SOURCE:ldap://ldap.example.com/cn=Babs%20Jensen,%20o=Babsco,%20c=US"),
    Example("6.1.5 XML", "XML:<a xmlns=\"http://example.com\">b</a>"),
    Example("6.2.1 FN", #"FN:Mr. John Q. Public\, Esq."#, "name.full = Mr. John Q. Public, Esq."),
    Example(
      "6.2.2 N", "N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.,A.C.P.", "name.family = Stevenson",
      "name.additional = Philip Paul", "name.prefix = Dr.", "name.suffix = Jr. M.D. A.C.P."),
    Example("6.2.3 NICKNAME", "NICKNAME:Jim,Jimmie", "nicknames = [\"Jim\",\"Jimmie\"]"),
    Example("6.2.3 NICKNAME with a type", "NICKNAME;TYPE=work:Boss", "nicknames = [\"Boss\"]"),
    Example(
      "6.2.4 PHOTO", "PHOTO:http://www.example.com/pub/photos/jqpublic.gif",
      "photo.uri = http://www.example.com/pub/photos/jqpublic.gif", "!external-reference"),
    Example("6.2.5 BDAY", "BDAY:19960415", "birthday = 1996-04-15"),
    Example("6.2.5 BDAY without a year", "BDAY:--0415", "birthday = --04-15"),
    Example("6.2.5 BDAY with a time", "BDAY:19531015T231000Z", "birthday = 1953-10-15"),
    Example("6.2.5 BDAY in words", "BDAY;VALUE=text:circa 1800", "birthdayText = circa 1800"),
    Example("6.2.6 ANNIVERSARY", "ANNIVERSARY:20090808T1430-0500", "anniversary = 2009-08-08"),
    Example("6.2.7 GENDER", "GENDER:M;Fellow", "gender = M;Fellow"),
    Example("6.2.7 GENDER in words", "GENDER:;it's complicated", "gender = ;it's complicated"),
    Example(
      "6.3.1 ADR",
      #"ADR;GEO="geo:12.3457,78.910";LABEL="Mr. John Q. Public, Esq.\nMail Drop: TNE QB\n123 Main Street\nAny Town, CA  91921-1234\nU.S.A.":;;123 Main Street;Any Town;CA;91921-1234;U.S.A."#,
      written:
        #"ADR;GEO="geo:12.3457,78.910";LABEL="Mr. John Q. Public, Esq.^nMail Drop: TNE QB^n123 Main Street^nAny Town, CA  91921-1234^nU.S.A.":;;123 Main Street;Any Town;CA;91921-1234;U.S.A."#,
      "addresses[0].street = 123 Main Street", "addresses[0].postcode = 91921-1234",
      "addresses[0].formatted = Mr. John Q. Public, Esq.\nMail Drop: TNE QB\n123 Main Street\nAny Town, CA  91921-1234\nU.S.A."
    ),
    Example(
      "6.4.1 TEL", "TEL;VALUE=uri;PREF=1;TYPE=\"voice,home\":tel:+1-555-555-5555;ext=5555",
      written: "TEL;PREF=1;TYPE=voice,home;VALUE=uri:tel:+1-555-555-5555;ext=5555",
      "phones[0].value = +1-555-555-5555", "phones[0].extension = 5555",
      "phones[0].types = [\"home\",\"voice\"]", "phones[0].pref = true"),
    Example(
      "6.4.2 EMAIL", "EMAIL;TYPE=work:jqpublic@xyz.example.com\nEMAIL;PREF=1:jane_doe@example.com",
      "emails[1].pref = true"),
    Example(
      "6.4.3 IMPP", "IMPP;PREF=1:xmpp:alice@example.com", "impp[0].value = xmpp:alice@example.com"),
    Example("6.4.4 LANG", "LANG;TYPE=work;PREF=1:en\nLANG;TYPE=work;PREF=2:fr\nLANG;TYPE=home:fr"),
    Example("6.5.1 TZ", "TZ:Raleigh/North America", "tz = Raleigh/North America"),
    Example("6.5.1 TZ as an offset", "TZ;VALUE=utc-offset:-0500", "tz = -0500"),
    Example("6.5.2 GEO", "GEO:geo:37.386013,-122.082932", "geo = 37.386013,-122.082932"),
    Example(
      "6.6.1 TITLE, 6.6.2 ROLE", "TITLE:Research Scientist\nROLE:Project Leader",
      "title = Research Scientist", "role = Project Leader"),
    Example("6.6.3 LOGO", "LOGO:http://www.example.com/pub/logos/abccorp.jpg"),
    Example(
      "6.6.4 ORG", #"ORG:ABC\, Inc.;North American Division;Marketing"#,
      "organization.name = ABC, Inc.",
      "organization.units = [\"North American Division\",\"Marketing\"]"),
    Example(
      "6.6.6 RELATED",
      "RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\nRELATED;TYPE=contact:http://example.com/directory/jdoe.vcf\nRELATED;TYPE=co-worker;VALUE=text:Please contact my assistant Jane Doe for any inquiries.",
      "related[0].types = [\"friend\"]",
      "related[2].value = Please contact my assistant Jane Doe for any inquiries."),
    Example(
      "6.7.1 CATEGORIES", "CATEGORIES:INTERNET,IETF,INDUSTRY,INFORMATION TECHNOLOGY",
      "categories = [\"INTERNET\",\"IETF\",\"INDUSTRY\",\"INFORMATION TECHNOLOGY\"]"),
    Example(
      "6.7.2 NOTE", #"NOTE:This fax number is operational 0800 to 1715 EST\, Mon-Fri."#,
      "note = This fax number is operational 0800 to 1715 EST, Mon-Fri."),
    Example(
      "6.7.3 PRODID, 6.7.4 REV",
      "FN:Ana\nPRODID:-//ONLINE DIRECTORY//NONSGML Version 1//EN\nREV:19951031T222710Z",
      "rev = 19951031T222710Z"),
    Example("6.7.5 SOUND", "SOUND:CID:JOHNQPUBLIC.part8.19960229T080000.xyzMail@example.com"),
    Example("6.7.5 SOUND as data", "SOUND:data:audio/basic;base64,MIICajCCAdOgAwIBAgICBEUw"),
    Example(
      "6.7.6 UID", "UID:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
      "uid = urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
    Example("6.7.8 URL", "URL:http://example.org/restaurant.french/~chezchic.html"),
    Example(
      "6.8.1 KEY",
      "KEY;MEDIATYPE=application/pgp-keys:ftp://example.com/keys/jdoe\nKEY:data:application/pgp-keys;base64,MIICajCCAdOgAwIBAgICBEUw"
    ),
    Example(
      "6.9.1 FBURL",
      "FBURL;PREF=1:http://www.example.com/busy/janedoe\nFBURL;MEDIATYPE=text/calendar:ftp://example.com/busy/project-a.ifb"
    ),
    Example(
      "6.9.2 CALADRURI, 6.9.3 CALURI",
      "CALADRURI;PREF=1:mailto:janedoe@example.com\nCALURI;MEDIATYPE=text/calendar:ftp://ftp.example.com/calA.ics"
    ),
    Example("6.10 extended", "X-SHOE-SIZE;X-UNIT=eu:39", "extra.X-SHOE-SIZE = 39"),
  ]

  static let rfc9554: [Example] = [
    Example(
      "RFC 6868, 3.2",
      "GEO;X-ADDRESS=\"Pittsburgh Pirates^n115 Federal St^nPittsburgh, PA 15212\":geo:40.446816,-80.00566",
      "geo = 40.446816,-80.00566"),
    Example("RFC 6868, 3.1", "NOTE;X-BY=\"George Herman ^'Babe^' Ruth ^^\":x"),
    Example(
      "2.1 ADR", "ADR:;;123 Main Street;Any Town;CA;91921-1234;U.S.A.;;;;123;Main Street;;;;;;",
      "addresses[0].street = 123 Main Street", "!-extra-components"),
    Example("2.2 N", "N:Gómez,Ruiz;Ana;;;;Ruiz;", "name.given = Ana"),
    Example("3.1 CREATED", "CREATED:20220705T093412Z"),
    Example("3.2 GRAMGENDER", "GRAMGENDER:neuter\nLANGUAGE:de-AT"),
    Example(
      "3.4 PRONOUNS", "PRONOUNS;LANGUAGE=en;PREF=1:xe/xir\nPRONOUNS;LANGUAGE=en;PREF=2:they/them"),
    Example(
      "3.5 SOCIALPROFILE",
      "SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://example.com/@foo\nSOCIALPROFILE;SERVICE-TYPE=SomeSite;VALUE=text:peter94"
    ),
    Example(
      "4.1 AUTHOR", "NOTE;AUTHOR=\"mailto:john@example.com\":This is some note.",
      "note = This is some note."),
    Example(
      "4.2 AUTHOR-NAME",
      "NOTE;AUTHOR-NAME=John Doe:This is some note.\nNOTE;AUTHOR-NAME=\"_:l33tHckr:_\":A note by an unusual author name."
    ),
    Example("4.3 CREATED", "NOTE;CREATED=20221122T151823Z:This is some note."),
    Example(
      "4.4 DERIVED", "N:;John;Quinlan;Mr.;\nFN;DERIVED=TRUE:Mr. John Quinlan",
      "name.full = Mr. John Quinlan", "!-missing-fn"),
    Example(
      "4.6 PHONETIC",
      "N;ALTID=1;LANGUAGE=zh-Hant:孫;中山;文,逸仙;;;;\nN;ALTID=1;PHONETIC=jyut;SCRIPT=Latn;LANGUAGE=yue:syun1;zung1saan1;man4,jat6sin1;;;;",
      "name.family = 孫"),
    Example("4.7 PROP-ID", "EMAIL;PROP-ID=p827:a@example.com", "emails[0].value = a@example.com"),
    Example("4.10 USERNAME", "SOCIALPROFILE;USERNAME=The Foo:https://example.com/@foo"),
    Example("RFC 8605, 2.1", "CONTACT-URI;PREF=1:mailto:contact@example.com"),
    Example("RFC 8605, 3.1", "ADR;CC=US:;;54321 Oak St;Reston;;;USA"),
    Example(
      "RFC 6715, 2.1",
      "EXPERTISE;LEVEL=beginner;INDEX=2:chinese literature\nHOBBY;INDEX=1;LEVEL=high:reading"),
    Example("RFC 6474, 2.1", "BIRTHPLACE;VALUE=uri:geo:46.769307,-71.283079\nDEATHDATE:19960415"),
  ]

  static let rfc2426: [Example] = [
    Example(
      "2.3 BEGIN, 3.1.1 FN", #"FN:Mr. John Q. Public\, Esq."#,
      "name.full = Mr. John Q. Public, Esq."),
    Example(
      "3.1.2 N", "N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.,A.C.P.", "name.additional = Philip Paul"
    ),
    Example("3.1.3 NICKNAME", "NICKNAME:Jim,Jimmie", "nicknames = [\"Jim\",\"Jimmie\"]"),
    Example(
      "3.1.4 PHOTO", "PHOTO;VALUE=uri:http://www.abc.example.com/pub/photos/jqpublic.gif",
      "photo.uri = http://www.abc.example.com/pub/photos/jqpublic.gif"),
    Example("3.1.4 PHOTO as data", "PHOTO;ENCODING=b;TYPE=GIF:\(gif)", "photo.bytes = 42"),
    Example("3.1.5 BDAY", "BDAY:1996-04-15", "birthday = 1996-04-15"),
    Example("3.1.5 BDAY with a time", "BDAY:1953-10-15T23:10:00Z", "birthday = 1953-10-15"),
    Example("3.1.5 BDAY with a zone", "BDAY:1987-09-27T08:30:00-06:00", "birthday = 1987-09-27"),
    Example(
      "3.2.1 ADR", "ADR;TYPE=dom,home,postal,parcel:;;123 Main Street;Any Town;CA;91921-1234",
      written: "ADR;TYPE=DOM,HOME,POSTAL,PARCEL:;;123 Main Street;Any Town;CA;91921-1234",
      "addresses[0].types = [\"dom\",\"home\",\"parcel\",\"postal\"]", "addresses[0].region = CA"),
    Example(
      "3.2.2 LABEL",
      #"LABEL;TYPE=dom,home,postal,parcel:Mr.John Q. Public\, Esq.\nMail Drop: TNE QB\n123 Main Street\nAny Town\, CA  91921-1234\nU.S.A."#,
      written:
        #"LABEL;TYPE=DOM,HOME,PARCEL,POSTAL:Mr.John Q. Public\, Esq.\nMail Drop: TNE QB\n123 Main Street\nAny Town\, CA  91921-1234\nU.S.A."#,
      "addresses[0].formatted = Mr.John Q. Public, Esq.\nMail Drop: TNE QB\n123 Main Street\nAny Town, CA  91921-1234\nU.S.A."
    ),
    Example(
      "3.3.1 TEL", "TEL;TYPE=work,voice,pref,msg:+1-213-555-1234",
      written: "TEL;TYPE=WORK,VOICE,MSG,PREF:+1-213-555-1234",
      "phones[0].types = [\"msg\",\"voice\",\"work\"]", "phones[0].pref = true"),
    Example(
      "3.3.2 EMAIL", "EMAIL;TYPE=internet,pref:jane_doe@abc.example.com",
      written: "EMAIL;TYPE=INTERNET,PREF:jane_doe@abc.example.com", "emails[0].pref = true"),
    Example("3.3.3 MAILER", "MAILER:PigeonMail 2.1"),
    Example("3.4.1 TZ", "TZ:-05:00", "tz = -05:00"),
    Example("3.4.2 GEO", "GEO:37.386013;-122.082932", "geo = 37.386013,-122.082932"),
    Example(
      "3.5.1 TITLE, 3.5.2 ROLE",
      #"TITLE:Director\, Research and Development"# + "\nROLE:Programmer",
      "title = Director, Research and Development"),
    Example("3.5.3 LOGO", "LOGO;VALUE=uri:http://www.abc.example.com/pub/logos/abccorp.jpg"),
    Example(
      "3.5.5 ORG", #"ORG:ABC\, Inc.;North American Division;Marketing"#,
      "organization.name = ABC, Inc."),
    Example(
      "3.6.1 CATEGORIES", "CATEGORIES:INTERNET,IETF,INDUSTRY,INFORMATION TECHNOLOGY",
      "categories# = 4"),
    Example("3.6.2 NOTE", #"NOTE:This fax number is operational 0800 to 1715 EST\, Mon-Fri."#),
    Example(
      "3.6.3 PRODID, 3.6.4 REV",
      "FN:Ana\nPRODID:-//ONLINE DIRECTORY//NONSGML Version 1//EN\nREV:1995-10-31T22:27:10Z",
      "rev = 1995-10-31T22:27:10Z"),
    Example(
      "3.6.5 SORT-STRING",
      "FN:Rene van der Harten\nN:van der Harten;Rene;J.;Sir;R.D.O.N.\nSORT-STRING:Harten",
      "~N;SORT-AS=Harten:van der Harten;Rene;J.;Sir;R.D.O.N."),
    Example("3.6.6 SOUND", "SOUND;ENCODING=b;TYPE=BASIC:MIICajCCAdOgAwIBAgICBEUw"),
    Example(
      "3.6.7 UID, 3.6.8 URL",
      "UID:19950401-080045-40000F192713-0052\nURL:http://www.swbyps.example.com/~chezchic.html",
      "uid = 19950401-080045-40000F192713-0052"),
    Example("3.7.1 CLASS", "CLASS:CONFIDENTIAL"),
    Example("3.7.2 KEY", "KEY;ENCODING=b:MIICajCCAdOgAwIBAgICBEUw"),
  ]
}
