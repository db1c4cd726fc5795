import Cardmill
import Testing

@testable import CardmillXML

/// xCard keeps everything.
@Suite struct XCardRoundTripTests {
  private func expectSame(_ contact: Contact, _ comment: Comment? = nil) throws {
    let written = try write([contact], as: "xml:xcard")
    let back = try read(written.text)
    #expect(back.contacts.count == 1, comment)
    guard let first = back.contacts.first else { return }
    #expect(first == contact, "\(comment.map { "\($0)" } ?? "") \(written.text)")
    #expect(written.losses.isEmpty)
    // What is read is written to the same bytes again.
    #expect(try write([first], as: "xml:xcard").text == written.text)
  }

  @Test func `keeps what only RFC 9554 has`() throws {
    try expectSame(
      Contact(properties: [
        Property("FN", .text("Lucía Ramos Vega")),
        Property(
          "N", .structured([["Ramos", "Vega"], ["Lucía"], [""], [""], [""], ["Vega"], [""]])),
        Property(
          "ADR",
          .structured([
            [""], [""], ["Calle Luz 5"], ["Villar"], [""], ["28000"], ["Spain"], [""], ["2º B"],
            [""], ["5"],
          ]),
          parameters: [
            Property.Parameter("CC", "ES"), Property.Parameter("LABEL", "Calle Luz 5\nVillar"),
          ]),
      ]))
  }

  @Test func `keeps names that no element can have`() throws {
    try expectSame(
      Contact(properties: [
        Property("FN", .text("A")), Property("X-Social Profile", .unparsed("a\\,b;c")),
        Property("Größe", .unparsed("39")), Property("group", .unparsed("x")),
        Property("X-P", .unparsed("1"), parameters: [Property.Parameter("odd name", "v")]),
      ]))
  }

  @Test func `keeps escapes of values that nobody knows`() throws {
    for raw in ["a,b", "a\\,b", "a;b\\;c", "x\\ny", "\\", "\\q"] {
      for type in ["", "text", "uri", "date"] {
        let parameters = type.isEmpty ? [] : [Property.Parameter("VALUE", type)]
        try expectSame(
          Contact(properties: [
            Property("FN", .text("A")), Property("X-FOO", .unparsed(raw), parameters: parameters),
          ]),
          "\(raw) \(type)")
      }
    }
  }

  @Test func `keeps groups and labels`() throws {
    try expectSame(
      Contact(properties: [
        Property("FN", .text("A")),
        Property(
          "TEL", .text("1"), parameters: [Property.Parameter("LABEL", "Boat")], group: "work"),
        Property("TEL", .text("2"), group: "work"),
        Property("EMAIL", .text("a@example.com"), group: "work"),
        Property(
          "URL", .text("https://example.com"), parameters: [Property.Parameter("LABEL", "Site")]),
        Property(
          "ADR", .structured([[""], [""], ["S"], [""], [""], [""], [""]]),
          parameters: [Property.Parameter("X-ABLABEL", "Hut")]),
      ]))
  }

  @Test func `keeps elements of other namespaces`() throws {
    let fragment = "<a xmlns=\"http://example.com/x\" k=\"v &amp; w\">t<b> u </b>v</a>"
    try expectSame(
      Contact(properties: [Property("FN", .text("A")), Property("XML", .text(fragment))]))
    // What is no element stays too.
    for text in [
      "<a>", "plain", "<a xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\"/>", "<a xmlns='x'/>",
      "<!DOCTYPE a []><a xmlns=\"x\"/>",
    ] {
      try expectSame(
        Contact(properties: [Property("FN", .text("A")), Property("XML", .text(text))]), "\(text)")
    }
  }

  @Test func `keeps data and links`() throws {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPQqDiBFTEMLQkAAtVaAbl+5LMAAAAASUVORK5CYII="
    try expectSame(
      Contact(properties: [
        Property("FN", .text("A")),
        Property(
          "PHOTO", .binary(base64: png), parameters: [Property.Parameter("MEDIATYPE", "image/png")]),
        Property("LOGO", .text("https://example.com/logo.png")),
        Property("KEY", .text("no URI"), parameters: [Property.Parameter("VALUE", "text")]),
        Property("X-DATA", .binary(base64: "AAEC")),
      ]))
  }

  @Test func `keeps contacts made at random`() throws {
    var random = Seeded(state: 20_240_601)
    for _ in 0..<400 { try expectSame(RandomContact.make(&random)) }
  }

  @Test func `says which characters XML does not allow`() throws {
    let written = try write(
      [Contact(properties: [Property("FN", .text("A\u{1}B"))])], as: "xml:xcard")
    #expect(written.losses.map(\.code) == ["charset-replaced"])
    #expect(try read(written.text).contacts[0].name.full == "A\u{FFFD}B")
  }
}

/// Makes contacts of properties that any source could give.
enum RandomContact {
  private static let pieces = [
    "Ana", "Ölmez", " ", ",", ";", "\\", "\n", "<", ">", "&", "\"", "'", "]]>", "&amp;", "😀", "<b>",
    "é", ":", "=", "  ", "-", "\\n",
  ]

  static func text(_ random: inout Seeded) -> String {
    // A value that is nothing but blanks is none.
    let words = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }
    return "x" + words.joined()
  }

  private static func parameters(_ random: inout Seeded) -> [Property.Parameter] {
    var result: [Property.Parameter] = []
    if Bool.random(using: &random) {
      result.append(
        Property.Parameter(
          "TYPE", ["home", "work", "cell", "x-boat"].randomElement(using: &random) ?? ""))
    }
    if Bool.random(using: &random) { result.append(Property.Parameter("TYPE", "voice")) }
    if Bool.random(using: &random) { result.append(Property.Parameter("PREF", "1")) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      result.append(Property.Parameter("ALTID", "2"))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      result.append(Property.Parameter("X-OWN", text(&random)))
    }
    // A label stands behind its property, so it is read last.
    if Int.random(in: 0..<4, using: &random) == 0 {
      result.append(Property.Parameter("LABEL", text(&random)))
    }
    return result
  }

  static func make(_ random: inout Seeded) -> Contact {
    var properties = [Property("FN", .text(text(&random)))]
    let texts = [
      "TEL", "EMAIL", "NOTE", "TITLE", "ROLE", "URL", "X-PHONETIC-FIRST-NAME", "HOBBY", "TZ",
      "LANG",
    ]
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let group =
        Int.random(in: 0..<5, using: &random) == 0
        ? ["item1", "Work", "a-b"].randomElement(using: &random) : nil
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let parts = (0..<5).map { _ in
          Bool.random(using: &random) ? [text(&random)] : [text(&random), text(&random)]
        }
        properties.append(Property("N", .structured(parts), group: group))
      case 1:
        properties.append(
          Property("CATEGORIES", .list([text(&random), text(&random)]), group: group))
      case 2:
        let count = [7, 7, 12, 18].randomElement(using: &random) ?? 7
        var parts = (0..<count).map { _ in [Bool.random(using: &random) ? text(&random) : ""] }
        parts[count - 1] = [text(&random)]
        properties.append(
          Property("ADR", .structured(parts), parameters: parameters(&random), group: group))
      case 3:
        properties.append(
          Property(
            "X-THING", .unparsed(TextEscapes.encoded(text(&random))),
            parameters: parameters(&random), group: group))
      case 4:
        properties.append(
          Property("ORG", .structured([[text(&random)], [text(&random)]]), group: group))
      default:
        let name = texts.randomElement(using: &random) ?? "NOTE"
        // A token has no blanks at its ends.
        let value = name == "NOTE" || name == "TITLE" ? text(&random) : text(&random) + "y"
        properties.append(
          Property(name, .text(value), parameters: parameters(&random), group: group))
      }
    }
    return Contact(properties: properties)
  }
}
