import Cardmill
import Testing

@testable import CardmillXML

/// Writers that cannot hold everything say what they left out.
@Suite struct LossTests {
  private let ana = Contact(properties: [
    Property("UID", .text("1")), Property("FN", .text("Ana Ruiz")),
    Property("N", .structured([["Ruiz"], ["Ana"], [""], [""], [""]])),
    Property(
      "TEL", .text("tel:+1-202-555-0101;ext=7"),
      parameters: [Property.Parameter("TYPE", "fax"), Property.Parameter("TYPE", "home")]),
    Property(
      "TEL", .text("202 555 0102"),
      parameters: [Property.Parameter("TYPE", "cell"), Property.Parameter("PREF", "1")]),
    Property("TEL", .text("202 555 0103"), parameters: [Property.Parameter("LABEL", "Boat")]),
    Property("EMAIL", .text("ana@example.com"), parameters: [Property.Parameter("TYPE", "work")]),
    Property("NOTE", .text("a & b")),
  ])

  private func codes(_ losses: [Loss]) -> Set<String> {
    Set(losses.map { "\($0.code) \($0.path)" })
  }

  @Test func `writes a FRITZ!Box book`() throws {
    let written = try write([ana], as: "xml:fritzbox", options: ["name": "A & B"])
    #expect(written.text.contains("<phonebook name=\"A &amp; B\">"))
    #expect(written.text.contains("<number type=\"fax_work\" id=\"0\">+1-202-555-0101</number>"))
    #expect(
      written.text.contains("<number type=\"mobile\" prio=\"1\" id=\"1\">202 555 0102</number>"))
    #expect(
      written.text.contains("<email classifier=\"business\" id=\"0\">ana@example.com</email>"))
    #expect(
      codes(written.losses) == [
        "field-unsupported uid", "structure-flattened name", "type-word-dropped phones",
        "field-unsupported phones.extension",
        "parameter-dropped phones", "field-unsupported notes",
      ])
    let back = try read(written.text)
    #expect(back.format == "xml:fritzbox")
    #expect(
      back.contacts[0].phones.map(\.value) == ["+1-202-555-0101", "202 555 0102", "202 555 0103"])
  }

  @Test(arguments: XMLDialect.allCases.filter(\.isPhoneBook).map(\.rawValue))
  func `names contacts without a number`(_ dialect: String) throws {
    let mail = Contact(properties: [
      Property("FN", .text("M")), Property("EMAIL", .text("m@example.com")),
    ])
    let group = Contact(properties: [Property("FN", .text("G")), Property("KIND", .text("group"))])
    let written = try write([mail, ana, group], as: FormatID("xml:" + dialect))
    #expect(written.diagnostics.map(\.code.rawValue) == ["no-phone"])
    #expect(written.diagnostics[0].record == 0)
    #expect(written.written == 1)
    #expect(written.folded == 2)
    let back = try read(written.text)
    #expect(back.format.rawValue == "xml:" + dialect)
    #expect(
      Set(back.contacts.flatMap { $0.phones.map(\.value) }) == [
        "+1-202-555-0101", "202 555 0102", "202 555 0103",
      ])
    #expect(back.diagnostics.isEmpty)
  }

  @Test func `writes the form of Snom's bases`() throws {
    let written = try write([ana], as: "xml:snom", options: ["dect": "true"])
    #expect(
      written.text.contains(
        "<Telephone>+1-202-555-0101</Telephone><Office></Office><Mobile>202 555 0102</Mobile>"))
    #expect(codes(written.losses).contains("value-limit phones"))
    #expect(throws: SourceError.self) {
      try write([ana], as: "xml:yealink", options: ["dect": "true"])
    }
  }

  @Test(arguments: ["xml:xmpp", "xml:windows-contact"])
  func `keeps what is not in the ledger`(_ format: String) throws {
    let written = try write([ana], as: FormatID(format))
    let back = try read(written.text)
    #expect(back.format.rawValue == format)
    let contact = try #require(back.contacts.first)
    #expect(contact.name.full == "Ana Ruiz")
    #expect(contact.name.family == "Ruiz")
    #expect(contact.uid == "1")
    #expect(contact.phones.map(\.value) == ["+1-202-555-0101", "202 555 0102", "202 555 0103"])
    #expect(contact.phones[0].types == ["fax", "home"])
    #expect(contact.phones[1].isPreferred)
    #expect(contact.emails[0].types == ["work"])
    #expect(contact.properties.contains { $0.name == "NOTE" && $0.value.text == "a & b" })
    let lost = codes(written.losses)
    #expect(lost.contains("field-unsupported phones.extension"))
    #expect(lost.contains("parameter-dropped phones") == (contact.phones[2].label == nil))
  }

  @Test func `only reads GData`() {
    #expect(throws: SourceError.self) {
      try XMLSource().makeWriter(WriteRequest(format: "xml:gdata"))
    }
  }
}
