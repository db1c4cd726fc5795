import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// How cards are written: folds, quoted-printable, and what each version has instead of another's
/// words.
@Suite struct WritingTests {
  @Test func `no fold cuts a character or an escape`() throws {
    var numbers = Seeded(7)
    let pieces = ["a", "ö", "€", "😀", "\\", ",", ";", "\n", ":", " ", "word", "é, "]
    for _ in 0..<200 {
      var note = ""
      for _ in 0..<numbers.below(120) { note += numbers.pick(pieces) }
      let contact = Contact(properties: [
        Property("FN", .text("Ana")), Property("NOTE", .text("x" + note)),
        Property("X-FOO", .unparsed("y" + TextEscapes.encoded(note))),
      ])
      for format in ["vcard:3.0", "vcard:4.0"] as [FormatID] {
        let output = try VCardSource().write([contact], as: format)
        for line in Self.lines(output.bytes) {
          #expect(line.count <= 75)
          let isWhole = line.withView { $0.isValidUTF8 }
          #expect(isWhole, "a character is cut in \(output.text)")
          // An odd number of backslashes at the end is half an escape.
          #expect(line.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 0)
        }
        let back = try VCardSource().read(output.bytes, ReadingPlan(format)).contacts[0]
        #expect(back.notes == ["x" + note])
        let foreign = back.properties.first { $0.name == "X-FOO" }
        #expect(foreign?.value == .unparsed("y" + TextEscapes.encoded(note)))
      }
    }
  }

  /// The physical lines; all of them end in CR LF.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.last?.isEmpty ?? false)
    #expect(lines.dropLast().allSatisfy { $0.last == 0x0D })
    return lines.dropLast().map { Array($0.dropLast()) }
  }

  @Test func `no fold stands before a colon`() throws {
    for length in 60...90 {
      let name = "X-" + String(repeating: "A", count: length)
      let output = try VCardSource().write(
        [Contact(properties: [Property("FN", .text("Ana")), Property(name, .unparsed("value"))])],
        as: "vcard:4.0")
      #expect(!output.text.contains("\r\n :"))
      #expect(unfoldedLines(output.text).contains(name + ":value"))
    }
  }

  @Test func `quoted-printable lines stay under 76 characters and come back`() throws {
    var numbers = Seeded(11)
    let pieces = ["a", "ö", "😀", "=", "=3D", "\n", " ", ";", "\\", ",", "long word ", ":"]
    for _ in 0..<200 {
      var note = ""
      for _ in 0..<numbers.below(80) { note += numbers.pick(pieces) }
      note = "x" + note + "x"
      // A backslash is data in 2.1, but readers take it for an escape; it is tested apart.
      note = note.replacing("\\", with: "/")
      let contact = Contact(properties: [
        Property("FN", .text("Zoë")), Property("N", .structured([["Sm;th"], ["Zoë"], [], [], []])),
        Property("NOTE", .text(note)),
      ])
      let output = try VCardSource().write([contact], as: "vcard:2.1")
      for line in Self.lines(output.bytes) {
        #expect(line.count <= 76)
        #expect(line.allSatisfy { $0 < 0x80 })
        // A soft break never stands inside an encoded character.
        if line.last == UInt8(ascii: "=") {
          #expect(
            !line.dropLast().suffix(2).contains(UInt8(ascii: "="))
              || line.dropLast().suffix(3).first == UInt8(ascii: "="))
        }
      }
      let back = try VCardSource().read(output.bytes, ReadingPlan("vcard")).contacts[0]
      #expect(back.notes == [note], "\(output.text)")
      #expect(back.name.family == "Sm;th")
    }
  }

  @Test func `2.1 has bare types, a charset only where it is needed, and a line behind pictures`()
    throws
  {
    let output = try rewritten(
      .v40(
        """
        FN:Zoë Sand
        N:Sand;Zoë;;;
        TEL;TYPE=home,cell;PREF=1:1
        EMAIL:zoe@example.com
        PHOTO:data:image/gif;base64,\(gif)
        ORG:Cole & Co
        """), as: "vcard:2.1")
    #expect(
      output.text
        == crlf(
          """
          BEGIN:VCARD
          VERSION:2.1
          N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Sand;Zo=C3=AB;;;
          FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB Sand
          TEL;HOME;CELL;PREF:1
          EMAIL:zoe@example.com
          PHOTO;ENCODING=BASE64;TYPE=GIF:
           \(gif)

          ORG:Cole & Co
          END:VCARD

          """))
  }

  @Test func `3.0 has the names that it demands and the words that programs use`() throws {
    let output = try rewritten(
      .v40(
        """
        KIND:org
        FN:Cole & Co
        ANNIVERSARY:--0412
        BDAY:19850412T231000Z
        GENDER:F
        RELATED;TYPE=spouse;VALUE=text:Bo
        RELATED;TYPE=friend:urn:uuid:1
        TEL;TYPE=cell;PREF=2;VALUE=uri:tel:+1-555-0100;ext=12
        TEL;PREF=3:2
        GEO:geo:1.5,-2
        SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://example.com/@ana
        PHOTO:https://example.com/a.jpg
        REV:20240102T030405Z
        """), as: "vcard:3.0")
    #expect(
      unfoldedLines(output.text) == [
        "N:;;;;", "FN:Cole & Co", "X-ABShowAs:COMPANY",
        "X-ANNIVERSARY;X-APPLE-OMIT-YEAR=1604:1604-04-12",
        "BDAY:1985-04-12T23:10:00Z", "X-GENDER:F", "item1.X-ABRELATEDNAMES:Bo",
        "item1.X-ABLabel:_$!<Spouse>!$_",
        "X-RELATED;TYPE=FRIEND:urn:uuid:1", "TEL;TYPE=CELL,PREF:+1-555-0100 x12", "TEL:2",
        "GEO:1.5;-2",
        "X-SOCIALPROFILE;type=Mastodon:https://example.com/@ana",
        "PHOTO;VALUE=uri:https://example.com/a.jpg",
        "REV:20240102T030405Z",
      ])
    #expect(output.losses.map(\.code).sorted() == ["pref-reduced", "structure-flattened"])
    #expect(output.losses.map(\.path).sorted() == ["phones", "phones.extension"])
  }

  @Test func `4.0 has its own words and a name made of the others`() throws {
    let output = try rewritten(
      .v21(
        """
        N:Ruiz;Ana;;;
        TEL;HOME;FAX;PREF:1
        X-JABBER:ana@example.com
        GEO:1.5;-2
        BDAY:1985-04-12
        X-SPOUSE:Bo
        PHOTO;GIF;BASE64:
         \(gif)

        REV:2024-01-02T03:04:05Z
        """), as: "vcard:4.0")
    #expect(
      unfoldedLines(output.text) == [
        "FN;DERIVED=TRUE:Ana Ruiz", "N:Ruiz;Ana;;;", "TEL;TYPE=home,fax;PREF=1:1",
        "IMPP:xmpp:ana@example.com",
        "GEO:geo:1.5,-2", "BDAY:19850412", "RELATED;TYPE=spouse;VALUE=text:Bo",
        "PHOTO:data:image/gif;base64,\(gif)", "REV:20240102T030405Z",
      ])
    #expect(output.losses.isEmpty)
  }

  @Test(arguments: ["vcard:2.1", "vcard:3.0", "vcard:4.0"] as [FormatID])
  func `a contact says the same in every version`(_ format: FormatID) throws {
    for name in ["android-2.1.vcf", "apple-iphone-3.0.vcf", "minimal.vcf", "thunderbird-4.0.vcf"] {
      let sample = try Sample.named("vcard/" + name)
      let reading = try VCardSource().read(sample.bytes, ReadingPlan("vcard"))
      let output = try VCardSource().write(reading.batches, as: format)
      let back = try VCardSource().read(output.bytes, ReadingPlan("vcard")).contacts
      try #require(back.count == reading.contacts.count)
      for (a, b) in zip(reading.contacts, back) {
        #expect(a.name.full == b.name.full)
        #expect(a.emails == b.emails)
        #expect(a.phones.map(\.value) == b.phones.map(\.value))
        #expect(a.addresses == b.addresses, "\(name) as \(format)")
        #expect(a.notes == b.notes)
        #expect(a.birthday == b.birthday)
        #expect(a.categories == b.categories)
        #expect(a.organization == b.organization)
      }
    }
  }

  @Test func `labels get groups of their own that no other property has`() throws {
    let contact = Contact(properties: [
      Property("FN", .text("Ana")),
      Property("EMAIL", .text("a@example.com"), group: "item3"),
      Property("TEL", .text("1"), parameters: [Property.Parameter("LABEL", "Boat")]),
      Property("TEL", .text("2"), parameters: [Property.Parameter("LABEL", "Home")], group: "work"),
      Property("TEL", .text("3"), parameters: [Property.Parameter("LABEL", "Attic")]),
    ])
    for format in ["vcard:3.0", "vcard:4.0"] as [FormatID] {
      let lines = unfoldedLines(try VCardSource().write([contact], as: format).text)
      #expect(lines.contains("item4.TEL:1") && lines.contains("item4.X-ABLabel:Boat"))
      #expect(lines.contains("work.TEL:2") && lines.contains("work.X-ABLabel:_$!<Home>!$_"))
      #expect(lines.contains("item5.TEL:3") && lines.contains("item5.X-ABLabel:Attic"))
    }
  }

  @Test func `one label line serves all properties of its group`() throws {
    let cards = Cards.v30(
      "FN:Ana\nitem1.ADR:;;1 Oak St;;;;\nitem1.X-ABADR:us\nitem1.X-ABLabel:Cabin")
    let lines = unfoldedLines(try rewritten(cards, as: "vcard:3.0").text)
    #expect(lines.filter { $0.contains("X-ABLabel") } == ["item1.X-ABLabel:Cabin"])
    #expect(lines.contains("item1.X-ABADR:us"))
    let both = Cards.v30("FN:Ana\nitem1.TEL:1\nitem1.EMAIL:a@example.com\nitem1.X-ABLabel:Cabin")
    let read = try ReadCards(both)
    #expect(read.problem("phones[0].label = Cabin") == nil)
    #expect(read.problem("emails[0].label = Cabin") == nil)
    let again = unfoldedLines(try rewritten(both, as: "vcard:3.0").text)
    #expect(again.filter { $0.contains("X-ABLabel") } == ["item1.X-ABLabel:Cabin"])
  }

  @Test func `a label that stands before its property finds it`() throws {
    try expect(.v30("item1.X-ABLabel:Boat\nitem1.TEL:1"), ["phones[0].label = Boat"])
    try expect(.v30("FN:Ana\nitem7.X-ABLabel:Lost"), ["extra.X-ABLabel = Lost"])
  }
}
