import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// AGENT: a card in a card.
@Suite struct AgentTests {
  private static let nested = Cards.v21(
    """
    FN:Ana
    AGENT:
    BEGIN:VCARD
    VERSION:2.1
    FN:Bo Sand
    TEL;WORK:2
    END:VCARD
    TEL:1
    """)

  @Test func `is a relation of the outer card`() throws {
    try expect(
      Self.nested,
      [
        "name.full = Ana", "phones# = 1", "related[0].value = Bo Sand",
        "related[0].types = [\"agent\"]",
        "!-too-deep",
      ])
  }

  @Test func `becomes a card of its own in 4.0`() throws {
    let output = try rewritten(Self.nested, as: "vcard:4.0")
    #expect(output.written == 1)
    #expect(output.added == 1)
    let back = try VCardSource().read(output.bytes, ReadingPlan("vcard")).contacts
    #expect(back.map(\.name.full) == ["Ana", "Bo Sand"])
    #expect(back[0].related.map(\.value) == [back[1].uid])
    #expect(back[0].related[0].types == ["agent"])
    #expect(back[1].phones.map(\.value) == ["2"])
    // The same every time: the UID is made of the content.
    #expect(try rewritten(Self.nested, as: "vcard:4.0").text == output.text)
  }

  @Test(arguments: ["vcard:2.1", "vcard:3.0"] as [FormatID])
  func `stays inside in older versions`(_ format: FormatID) throws {
    let output = try rewritten(Self.nested, as: format)
    #expect(output.added == 0)
    let read = try ReadCards(Cards(bytes: output.bytes))
    for check in ["phones# = 1", "phones[0].value = 1", "related[0].value = Bo Sand"] {
      #expect(read.problem(Check(check)) == nil)
    }
    #expect(read.models.count == 1)
    // From there the inner card comes out whole.
    let last = try rewritten(Cards(bytes: output.bytes), as: "vcard:4.0")
    let back = try VCardSource().read(last.bytes, ReadingPlan("vcard")).contacts
    #expect(back.last?.phones.map(\.value) == ["2"])
    #expect(back.last?.phones.map(\.types) == [["work"]])
  }

  @Test func `is a link or a name without a card`() throws {
    try expect(
      .v30("FN:Ana\nAGENT;VALUE=uri:CID:JQPUBLIC.part3@host.example.com"),
      ["related[0].value = CID:JQPUBLIC.part3@host.example.com", "related[0].types = [\"agent\"]"])
    try expect(.v21("FN:Ana\nAGENT:Bo Sand"), ["related[0].value = Bo Sand"])
  }

  @Test func `in another charset is kept as text`() throws {
    let cards = Cards.latin(
      crlf(
        "BEGIN:VCARD\nVERSION:2.1\nFN:Ana\nAGENT:\nBEGIN:VCARD\nVERSION:2.1\nFN:J\u{F6}rg\nEND:VCARD\nEND:VCARD\n"
      ))
    let read = try ReadCards(cards)
    #expect(read.problem("related[0].value = Jörg") == nil)
    for line in read.lines() { #expect(!line.contains("\u{FFFD}")) }
  }

  @Test func `a second BEGIN elsewhere ends the card`() throws {
    try expect(
      .raw(
        "BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nBEGIN:VCARD\nVERSION:3.0\nFN:Bo\nEND:VCARD\nTEL:1\nEND:VCARD\n"
      ),
      ["name.full = Ana", "1:name.full = Bo", "!missing-end"])
  }
}
