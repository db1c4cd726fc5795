import Cardmill
import Testing

@testable import CardmillXML

/// What each dialect's elements are read as.
@Suite struct DialectTests {
  private func sample(_ name: String) throws -> ReadDocument {
    try read(Samples.bytes("xml/" + name), name: name)
  }

  @Test(
    arguments: [
      ("xcard.xml", "xml:xcard", 2), ("windows-vista.contact", "xml:windows-contact", 1),
      ("xmpp.xml", "xml:xmpp", 1),
      ("gdata.xml", "xml:gdata", 2), ("fritzbox.xml", "xml:fritzbox", 2),
      ("yealink-local.xml", "xml:yealink", 1),
      ("yealink-remote.xml", "xml:yealink", 1), ("grandstream.xml", "xml:grandstream", 1),
      ("snom.xml", "xml:snom", 1),
      ("snom-old.xml", "xml:snom", 1), ("cisco.xml", "xml:cisco", 1),
    ])
  func `recognises and reads its samples`(_ name: String, _ format: String, _ count: Int) throws {
    let document = try sample(name)
    #expect(document.format.rawValue == format)
    #expect(document.contacts.count == count)
    #expect(document.rejected.isEmpty)
    let source = XMLSource()
    let bytes = Samples.bytes("xml/" + name)
    #expect(source.identify(head: bytes.span, fileName: "x", isWhole: true).certainty == .certain)
  }

  @Test func `reads xCard with groups, lists and parameters`() throws {
    let document = try sample("xcard.xml")
    let pia = document.contacts[0]
    #expect(pia.name.given == "Pia")
    #expect(pia.name.suffix == "M.Sc. jr")
    #expect(pia.nicknames == ["Pi", "Lindy, the"])
    #expect(pia.phones[0].label == "Boat house")
    #expect(pia.phones[0].isPreferred)
    #expect(pia.phones[0].types == ["cell", "voice"])
    #expect(pia.phones[1].phoneExtension == "12")
    #expect(pia.addresses[0].street == "12 Harbour Row\nFlat 3")
    #expect(pia.addresses[0].formatted == "12 Harbour Row\nPortland")
    #expect(pia.organization?.units == ["Sail loft"])
    #expect(pia.properties.contains { $0.name == "X-SHOE-SIZE" && $0.isForeign })
    let foreign = pia.properties.first { $0.name == "XML" }
    #expect(foreign?.value.text.contains("xmlns=\"http://example.com/marina\"") == true)
    #expect(document.contacts[1].recordKind == .group)
  }

  @Test func `takes labels of Windows, and skips emptied slots`() throws {
    let omar = try sample("windows-vista.contact").contacts[0]
    #expect(omar.emails.map(\.value) == ["omar@example.com"])
    #expect(omar.emails[0].isPreferred)
    #expect(omar.phones[0].types == ["fax", "work"])
    #expect(omar.phones[1].types == ["cell"])
    #expect(omar.organization?.name == "Example Lamps")
    #expect(omar.properties.first { $0.name == "BDAY" }?.value.text == "19790611")
  }

  @Test func `reads vcard-temp whatever the order of its elements`() throws {
    let tess = try sample("xmpp.xml").contacts[0]
    #expect(tess.phones.map(\.value) == ["202-555-0191"])
    #expect(tess.phones[0].types == ["voice", "work"])
    #expect(tess.impp.map(\.value) == ["xmpp:tess@chat.example.com"])
    #expect(
      tess.properties.contains { $0.name == "PHOTO" && $0.values(of: "MEDIATYPE") == ["image/png"] }
    )
  }

  @Test func `gives a member of a GData group its name`() throws {
    let document = try sample("gdata.xml")
    #expect(document.contacts[0].recordKind == .group)
    #expect(document.contacts[1].categories == ["Choir"])
    #expect(document.contacts[1].emails[1].label == "Choir")
    #expect(document.contacts[1].phones[0].types == ["fax", "home"])
    #expect(!document.codes.contains("unresolved-group"))
  }

  @Test func `reads FRITZ!Box books and passes over internal numbers`() throws {
    let document = try sample("fritzbox.xml")
    let jonte = document.contacts[0]
    #expect(jonte.name.family == "Söderberg")
    #expect(jonte.phones.map(\.types) == [["home"], ["fax", "work"], ["cell"]])
    #expect(jonte.categories == ["Familie"])
    #expect(document.codes == ["unknown-component"])
    let all = try read(Samples.bytes("xml/fritzbox.xml"), options: ["internal": "true"])
    #expect(all.contacts.count == 3)
  }

  @Test func `reads two root elements and a bare ampersand`() throws {
    let document = try sample("yealink-local.xml")
    #expect(document.contacts[0].name.full == "Mia Lund & Son")
    #expect(document.contacts[0].categories == ["Crew"])
    #expect(document.codes == ["malformed-xml"])
    #expect(document.contacts[0].source.isRepaired)
  }

  @Test func `names groups that a document gives by number`() throws {
    #expect(try sample("grandstream.xml").contacts[0].categories == ["Crew"])
    let unnamed = try read(
      "<AddressBook><Contact><FirstName>A</FirstName><Group>7</Group></Contact></AddressBook>")
    #expect(unnamed.contacts[0].categories == ["7"])
    #expect(unnamed.codes.contains("unresolved-group"))
  }

  @Test func `reads both forms of a Snom phone book`() throws {
    let new = try sample("snom.xml").contacts[0]
    #expect(new.phones.map(\.types) == [["cell"], ["work"]])
    let bases = try read(
      "<IPPhoneDirectory><DirectoryEntry><Name>A</Name><Telephone></Telephone><Office>1</Office><Mobile>2</Mobile></DirectoryEntry></IPPhoneDirectory>"
    )
    #expect(bases.format == "xml:snom")
    #expect(bases.contacts[0].phones.map(\.types) == [["work"], ["cell"]])
  }

  @Test func `keeps elements that nobody knows`() throws {
    let document = try read(
      "<phonebooks><phonebook><contact><person><realName>A</realName></person><odd kind=\"x\">y</odd></contact></phonebook></phonebooks>"
    )
    let odd = document.contacts[0].properties.first { $0.name == "odd" }
    #expect(odd?.value.text == "y")
    #expect(odd?.values(of: "X-KIND") == ["x"])
  }

  @Test func `every word has its spelling`() {
    #expect(XMLWord.allCases.count == XMLWord.spellings.count)
    for word in XMLWord.allCases where word != .unknown {
      #expect(XMLWord(XMLWord.spellings[Int(word.rawValue)].view) == word)
    }
  }
}
