import Cardmill
import Testing

@testable import CardmillXML

/// No document can crash the reader, hang it, or make it fetch something.
@Suite struct HostileTests {
  private let card = "<vcard><fn><text>A</text></fn></vcard>"
  private func document(_ cards: String) -> String {
    "<vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\">\(cards)</vcards>"
  }

  private func code(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as SourceError { return error.diagnostic.code.rawValue } catch {
      return "\(error)"
    }
  }

  @Test(
    arguments: [
      "<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">",
      "<!ENTITY x SYSTEM \"file:///etc/passwd\">",
      "<!ENTITY % p SYSTEM \"http://example.com/x\"> %p;", "",
    ])
  func `refuses a DOCTYPE with declarations`(_ declarations: String) throws {
    let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE vcards [\(declarations)]>\n" + document(card)
    #expect(code { _ = try read(text, as: "xml:xcard") } == "doctype-refused")
    // Behind a document that was read, reading stops.
    let late = try read(document(card) + text)
    #expect(late.contacts.count == 1)
    #expect(late.codes == ["doctype-refused"])
  }

  @Test func `passes over a bare DOCTYPE and fetches nothing`() throws {
    let result = try read("<!DOCTYPE vcards SYSTEM \"http://example.com/v.dtd\">" + document(card))
    #expect(result.contacts.count == 1)
    #expect(result.codes == ["doctype-ignored"])
  }

  @Test func `rejects a contact nested too deep and reads on`() throws {
    let deep = String(repeating: "<a>", count: 3000) + String(repeating: "</a>", count: 3000)
    let result = try read(document(card + "<vcard><fn><text>B</text></fn>\(deep)</vcard>" + card))
    #expect(result.contacts.count == 2)
    #expect(result.rejected.map(\.number) == [1])
    #expect(result.codes == ["too-deep"])
  }

  @Test func `survives 300,000 levels`() throws {
    let deep = String(repeating: "<a>", count: 300_000)
    let result = try read(
      document(
        card + "<vcard>\(deep)" + String(repeating: "</a>", count: 300_000) + "</vcard>" + card))
    #expect(result.contacts.count == 2)
    #expect(result.codes == ["too-deep"])
    #expect(code { _ = try read(deep, as: "xml:xcard") } == "too-deep")
  }

  @Test func `rejects a contact with 100,000 attributes`() throws {
    let many = (0..<100_000).map { "a\($0)=\"1\"" }.joined(separator: " ")
    let result = try read(document(card + "<vcard \(many)><fn><text>B</text></fn></vcard>" + card))
    #expect(result.contacts.map(\.name.full) == ["A", "A"])
    #expect(result.rejected.count == 1)
  }

  @Test func `goes on behind a name of 12 MB`() throws {
    let name = String(repeating: "n", count: 12 << 20)
    let result = try read(document(card + "<vcard><\(name)/></vcard>" + card))
    #expect(result.contacts.count == 2)
    #expect(result.diagnostics.first?.message.contains("longer than 10 MB") == true)
  }

  @Test func `reports a text between contacts once`() throws {
    let result = try read(document(card + " lost " + card + String(repeating: "x", count: 300_000)))
    #expect(result.contacts.count == 2)
    #expect(result.codes == ["text-outside-card", "text-outside-card"])
    // The text of other elements is no stray text.
    #expect(try read(document(card + "<title>T</title>" + card)).codes.isEmpty)
  }

  @Test func `fails when a damaged document gives no contact`() throws {
    #expect(
      code { _ = try read("<vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\"><vc") }
        == "malformed-xml")
    let big = String(repeating: "z", count: 11 << 20)
    #expect(
      code {
        _ = try read("<vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\" q=\"\(big)\">" + card)
      } == "malformed-xml")
  }

  @Test func `reads many bare ampersands`() throws {
    let text = String(repeating: "&", count: 100_000)
    let result = try read(document("<vcard><fn><text>\(text)</text></fn></vcard>" + card))
    #expect(result.contacts.first?.name.full == text)
    #expect(result.codes == ["malformed-xml"])
  }

  @Test func `rejects a contact with an attribute of 11 MB`() throws {
    let big = String(repeating: "z", count: 11 << 20)
    let result = try read(
      document(card + "<vcard q=\"\(big)\"><fn><text>B</text></fn></vcard>" + card))
    #expect(result.contacts.count == 2)
    #expect(result.rejected.map(\.number) == [1])
    #expect(result.rejected.first.map { $0.fileLength > big.utf8.count } == true)
  }

  @Test func `reads a text of 11 MB, or rejects it by its limit`() throws {
    let big = String(repeating: "z", count: 11 << 20)
    let text = document(
      card + "<vcard><fn><text>B</text></fn><note><text>\(big)</text></note></vcard>" + card)
    #expect(
      try read(text).contacts[1].properties.contains { $0.value.text.utf8.count == big.utf8.count })
    var limits = Limits()
    limits.record = 1 << 20
    let limited = try read(text, limits: limits)
    #expect(limited.contacts.count == 2)
    #expect(limited.codes == ["limit-exceeded"])
  }

  @Test func `rejects a contact with too many properties`() throws {
    var limits = Limits()
    limits.properties = 50
    let many = String(repeating: "<note><text>x</text></note>", count: 51)
    let result = try read(document("<vcard>\(many)</vcard>" + card), limits: limits)
    #expect(result.contacts.count == 1)
    #expect(result.codes == ["limit-exceeded"])
  }

  @Test func `goes on behind what is not well-formed`() throws {
    let result = try read(
      document(card + "<vcard><fn><text>B</text></fn><tel><text>1</tel></vcard>" + card))
    #expect(result.contacts.map(\.name.full) == ["A", "B", "A"])
    #expect(result.contacts[1].phones.isEmpty)
    #expect(result.codes == ["malformed-xml"])
    let nothing = try read(document(card + "<vcard><fn><text>B</fn></vcard>" + card))
    #expect(nothing.contacts.count == 2)
    #expect(nothing.rejected.count == 1)
  }

  @Test func `leaves characters out that XML does not allow`() throws {
    let result = try read(document(card + "<vcard><fn><text>B\u{B}C</text></fn></vcard>" + card))
    #expect(result.contacts.map(\.name.full) == ["A", "BC", "A"])
    #expect(result.codes == ["malformed-xml"])
  }

  @Test func `bounds the work of many faults`() throws {
    let text = "<phonebooks><phonebook>" + String(repeating: "<contact><x></y>", count: 20_000)
    let result = try read(text)
    #expect(result.contacts.isEmpty)
    #expect(result.rejected.count == 10_000)
  }

  @Test func `bounds the names that it keeps`() throws {
    let names = (0..<200_000).map { "<x-a\($0)/>" }.joined()
    _ = try read(document("<vcard><fn><text>B</text></fn>\(names)</vcard>" + card))
  }

  @Test(arguments: ["", "\n", "\u{FEFF}", "   \r\n"])
  func `gives no contact for an empty document`(_ text: String) throws {
    #expect(try read(text, as: "xml:fritzbox").contacts.isEmpty)
  }

  @Test func `says what is no contact document`() {
    #expect(code { _ = try read("<html><body/></html>", as: "xml") } == "not-a-contact-file")
    #expect(code { _ = try read("<phonebooks/>", as: "xml:xcard") } == "not-a-contact-file")
    #expect(code { _ = try read("just text", as: "xml:xcard") } == "not-a-contact-file")
    #expect(code { _ = try read("<phonebooks></phonebooks>") } == nil)
  }

  @Test(arguments: Samples.all().map(\.name))
  func `survives every truncation`(_ name: String) throws {
    let bytes = Samples.bytes("xml/" + name)
    let whole = try read(bytes, name: name)
    for count in 0..<bytes.count {
      let cut = Array(bytes[..<count])
      _ = code {
        let result = try read(cut, as: whole.format)
        #expect(result.count <= whole.count + 1)
        // A contact that stands whole before the cut is read as it is.
        for (contact, other) in zip(result.contacts.dropLast(), whole.contacts) {
          #expect(contact == other)
        }
      }
    }
  }

  @Test(arguments: Samples.all().map(\.name))
  func `survives mutation`(_ name: String) throws {
    let bytes = Samples.bytes("xml/" + name)
    let format = try read(bytes, name: name).format
    var random = Seeded(state: 7)
    for _ in 0..<400 {
      var copy = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<copy.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: copy[place] = UInt8.random(in: 0...255, using: &random)
        case 1: copy.remove(at: place)
        default:
          copy.insert(Array("<>&\"'!?[]-/".utf8).randomElement(using: &random) ?? 0x3C, at: place)
        }
      }
      _ = code {
        let result = try read(copy, as: format)
        for contact in result.contacts { _ = try write([contact], as: "xml:xcard") }
      }
    }
  }
}
