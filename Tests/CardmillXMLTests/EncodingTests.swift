import Cardmill
import Testing

@testable import CardmillXML

/// Encodings, declared rightly and wrongly, and where records lie in the file.
@Suite struct EncodingTests {
  private func book(_ encoding: String, _ name: [UInt8]) -> [UInt8] {
    Array(
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<phonebooks><phonebook name=\"\"><contact><person><realName>"
        .utf8)
      + name + Array("</realName></person></contact></phonebook></phonebooks>".utf8)
  }

  @Test func `honours the declared encoding`() throws {
    let result = try read(book("iso-8859-1", [0x4D, 0xFC, 0x6C]))
    #expect(result.contacts[0].name.full == "Mül")
    #expect(result.diagnostics.isEmpty)
    #expect(!result.isFaithful)
    #expect(try read(book("Shift_JIS", [0x95, 0x5C])).contacts[0].name.full == "表")
  }

  @Test func `recovers from a wrong declaration`() throws {
    let utf8 = try read(book("iso-8859-1", Array("Mül".utf8)))
    #expect(utf8.contacts[0].name.full == "Mül")
    #expect(utf8.codes == ["charset-guess"])
    let windows = try read(book("utf-8", [0x4D, 0xFC, 0x6C, 0x80]))
    #expect(windows.contacts[0].name.full == "Mül€")
    #expect(windows.codes == ["charset-guess"])
    #expect(try read(book("utf-16", Array("Mül".utf8))).contacts[0].name.full == "Mül")
    #expect(try read(book("x-unknown", Array("Mül".utf8))).codes == ["charset-guess"])
  }

  @Test(arguments: [true, false], [true, false])
  func `reads UTF-16 with and without a mark`(_ isBigEndian: Bool, _ hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + xCard("<fn><text>Jörg 😀</text></fn>")
    let bytes = text.utf16.flatMap {
      isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    let result = try read(bytes)
    #expect(result.format == "xml:xcard")
    #expect(result.contacts[0].name.full == "Jörg 😀")
    #expect(!result.isFaithful)
    // The range is the file's: two bytes a unit.
    let range = result.contacts[0].source.range
    let units = bytes[range].enumerated().filter { $0.offset % 2 == (isBigEndian ? 1 : 0) }.map(
      \.element)
    #expect(String(decoding: units.prefix(7), as: UTF8.self) == "<vcard>")
    #expect(String(decoding: units.suffix(8), as: UTF8.self) == "</vcard>")
  }

  @Test func `knows the bytes of each record`() throws {
    let gap = String(repeating: "<!-- a comment with <vcard> -->\n  ", count: 3)
    let cards = (0..<3000).map {
      "<vcard id='\($0)'\n ><fn><text>Név \($0) &amp; > Co</text></fn></vcard>"
    }
    let text =
      "\u{FEFF}<?xml version='1.0'?>\n<!-- é -->\n<vcards xmlns='urn:ietf:params:xml:ns:vcard-4.0'>\n"
      + cards.joined(separator: gap) + "</vcards>"
    let bytes = Array(text.utf8)
    let result = try read(bytes)
    #expect(result.contacts.count == 3000)
    #expect(result.isFaithful)
    for (index, contact) in result.contacts.enumerated() {
      #expect(String(decoding: bytes[contact.source.range], as: UTF8.self) == cards[index])
      #expect(contact.source.originalBytes == Array(cards[index].utf8))
      #expect(contact.source.number == index)
    }
    let lines =
      bytes[..<result.contacts[2999].source.range.lowerBound].filter { $0 == 0x0A }.count + 1
    #expect(result.contacts[2999].source.line == lines)
  }

  @Test func `knows the bytes behind a repair`() throws {
    let entries = ["Tom & Jerry", "A && B", "&nbsp;", "x"].map {
      "<DirectoryEntry><Name>\($0)</Name><Telephone>1</Telephone></DirectoryEntry>"
    }
    let bytes = Array(
      ("<YealinkIPPhoneDirectory>\n" + entries.joined(separator: "\n")
        + "</YealinkIPPhoneDirectory>").utf8)
    let result = try read(bytes)
    #expect(result.contacts.map(\.name.full) == ["Tom & Jerry", "A && B", "&nbsp;", "x"])
    for (contact, entry) in zip(result.contacts, entries) {
      #expect(String(decoding: bytes[contact.source.range], as: UTF8.self) == entry)
    }
    #expect(result.contacts.map(\.source.isRepaired) == [true, true, true, false])
    #expect(result.diagnostics.map(\.record) == [0, 1, 2])
    #expect(result.diagnostics.map(\.line) == [2, 3, 4])
  }

  @Test func `leaves sections and comments alone`() throws {
    let result = try read(
      xCard(
        "<fn><text><![CDATA[A & B <c>]]></text></fn><!-- & --><?pi & ?><note><text>&#x26;&lt;</text></note>"
      ))
    #expect(result.contacts[0].name.full == "A & B <c>")
    #expect(result.contacts[0].properties[1].value.text == "&<")
    #expect(result.diagnostics.isEmpty)
  }

  @Test func `compares namespaces, not prefixes`() throws {
    let text =
      "<q:vcards xmlns:q='urn:ietf:params:xml:ns:vcard-4.0'><q:vcard><q:fn><q:text>A</q:text></q:fn></q:vcard></q:vcards>"
    #expect(try read(text).contacts[0].name.full == "A")
  }
}
