import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// What mutated samples brought to light: text that must not change what stands beside it.
@Suite struct HostileTests {
  @Test func `headers in other charsets become UTF-8`() throws {
    let cards = Cards.latin(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nX-F\u{FC}R:a\r\nb\u{FC}ro.TEL;TYPE=B\u{FC}ro:1\r\n"
        + "TEL;TYPE=B\u{FC}\r\n ro;X-\u{E9}=x:2\r\nEND:VCARD\r\n")
    let read = try ReadCards(cards)
    #expect(
      read.lines() == ["FN:Ana", "X-FüR:a", "büro.TEL;TYPE=Büro:1", "TEL;TYPE=Büro;X-é=x:2"])
    #expect(read.problem("!charset-guess") == nil)
  }

  @Test func `a blank before a name does not fold the line away`() throws {
    let cards = Cards.v30("PHOTO;ENCODING=b:\(gif)\n\n TEL:1\nFN:Ana")
    try expect(cards, ["phones[0].value = 1", "name.full = Ana", "!nonstandard-fold"])
  }

  @Test func `foreign names can neither fold, split nor end a card`() throws {
    let contact = Contact(properties: [
      Property("FN", .text("Ana")), Property(" X-A", .unparsed("1")),
      Property("X:B;C", .unparsed("2")),
      Property("X\nD", .unparsed("3")), Property("END", .unparsed("VCARD")),
      Property("BEGIN", .unparsed("VCARD")), Property("VERSION", .unparsed("2.1")),
      Property("Tel. privat", .unparsed("1")),
    ])
    for format in ["vcard:2.1", "vcard:3.0", "vcard:4.0"] as [FormatID] {
      let output = try VCardSource().write([contact], as: format)
      let back = try VCardSource().read(output.bytes, ReadingPlan("vcard"))
      try #require(back.contacts.count == 1)
      // A caret is data in 2.1.
      let line = format == "vcard:2.1" ? "X^nD" : "X\nD"
      #expect(
        back.contacts[0].properties.filter(\.isForeign).map(\.name) == [
          " X-A", "X:B;C", line, "END", "BEGIN", "VERSION", "Tel. privat",
        ])
      let isEqual = back.contacts[0] == contact
      #expect(isEqual || format != "vcard:4.0")
      #expect(back.contacts[0].name.full == "Ana")
    }
  }

  @Test func `data loses the characters that base64 does not have`() throws {
    let cards = Cards.latin(
      "BEGIN:VCARD\r\nVERSION:4.0\r\nPHOTO:data:image/gif;base64,\u{FF}\(gif)}\r\nEND:VCARD\r\n")
    let read = try ReadCards(cards)
    #expect(read.problem("!bad-base64") == nil)
    #expect(read.lines() == ["PHOTO:data:image/gif;base64,\(gif)"])
  }

  @Test func `the head of a data URI may be folded`() throws {
    for cut in 1..<30 {
      let line = "PHOTO;PREF=1:data:image/gif;base64,\(gif)"
      let place = line.index(line.startIndex, offsetBy: cut)
      try expect(
        .v40(line[..<place] + "\n " + line[place...]),
        [
          "photo.mediaType = image/gif", "photo.bytes = 42",
          Check("~PHOTO;PREF=1:data:image/gif;base64,\(gif)"),
        ])
    }
    let name = "X-" + String(repeating: "LONG-", count: 14) + "NAME"
    let contact = Contact(properties: [
      Property("FN", .text("Ana")), Property(name, .binary(base64: gif)),
    ])
    let output = try VCardSource().write([contact], as: "vcard:4.0")
    let isEqual = try VCardSource().read(output.bytes, ReadingPlan("vcard")).contacts[0] == contact
    #expect(isEqual)
  }

  @Test func `a second label or country is kept beside the first`() throws {
    try expect(
      .v30("FN:Ana\nitem1.TEL:1\nitem1.X-ABLabel:Boat\nitem1.X-ABLabel:Boat\nitem1.X-ABLabel:Car"),
      ["phones[0].label = Boat", "extra.X-ABLabel = Car"])
    try expect(
      .v30(
        "FN:Ana\nitem1.ADR:;;1 Oak St;;;;\nitem1.X-ABADR:us\nitem1.X-ABADR:us\nitem1.X-ABADR:fr"),
      ["~item1.ADR;CC=US:;;1 Oak St;;;;", "extra.X-ABADR = fr"])
  }

  @Test func `properties of one group that stand apart keep their labels`() throws {
    let cards = Cards.v30(
      "FN:Ana\nitem1.TEL:1\nitem1.X-ABLabel:Boat\nNOTE:x\nitem1.TEL:2\nitem1.X-ABLabel:Car")
    let output = try rewritten(cards, as: "vcard:4.0")
    let read = try ReadCards(Cards(bytes: output.bytes))
    #expect(read.problem("phones[0].label = Boat") == nil)
    #expect(read.problem("phones[1].label = Car") == nil)
  }

  @Test func `types keep their carets and backslashes`() throws {
    for type in ["a\"b", "a^b", "a\\b", "a\nb", "ü: x"] {
      let contact = Contact(properties: [
        Property("FN", .text("Ana")),
        Property("TEL", .text("1"), parameters: [Property.Parameter("TYPE", type)]),
      ])
      for format in ["vcard:3.0", "vcard:4.0"] as [FormatID] {
        let output = try VCardSource().write([contact], as: format)
        let back = try VCardSource().read(output.bytes, ReadingPlan("vcard")).contacts[0]
        let tel = back.properties.first { $0.name == "TEL" }
        #expect(tel?.values(of: "TYPE") == [type], "\(output.text)")
      }
    }
  }

  @Test func `repeated parameters stay apart`() throws {
    let cards = Cards.v40("FN:Ana\nTEL;LANGUAGE=de;LANGUAGE=fr;TYPE=home,work:1")
    #expect(
      unfoldedLines(try rewritten(cards, as: "vcard:4.0").text)[1]
        == "TEL;LANGUAGE=de;LANGUAGE=fr;TYPE=home,work:1")
  }

  @Test func `a line of text without a name makes a card no empty one`() throws {
    let read = try ReadCards(.v30("no colon here"))
    #expect(read.reading.contacts.map(\.recordKind) == [.contact])
    try expect(.v30("FN:Ana\n\u{1}\n"), ["!blank-line", "!-malformed-line"])
  }

  @Test func `breaks of quoted-printable stay inside a foreign value`() throws {
    try expect(
      .v21("FN:Ana\nX-FOO;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab"),
      [#"~X-FOO:a\nb"#, "extra.X-FOO = a\nb"])
  }
}
