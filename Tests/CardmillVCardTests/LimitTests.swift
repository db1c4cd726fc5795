import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// What is too large is rejected as a record, and reading goes on behind it.
@Suite struct LimitTests {
  private static let last = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Last\r\nEND:VCARD\r\n"

  @Test func `a card of 200,000 properties is rejected`() throws {
    let lines = String(repeating: "TEL:1\r\n", count: 200_000)
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\n\(lines)END:VCARD\r\n"
    let reading = try VCardSource().read(card + Self.last, ReadingPlan("vcard"))
    #expect(reading.contacts.map(\.name.full) == ["Last"])
    #expect(reading.contacts[0].source.number == 1)
    #expect(reading.contacts[0].source.line == 200_005)
    try #require(reading.rejected.count == 1)
    #expect(reading.rejected[0].fileOffset == 0)
    #expect(reading.rejected[0].fileLength == card.utf8.count)
    #expect(reading.codes == ["limit-exceeded"])
    #expect(reading.recordCount == 2)
  }

  @Test func `a raised limit takes them all`() throws {
    var plan = ReadingPlan("vcard")
    plan.limits.properties = 20_000
    let lines = String(repeating: "TEL:1\r\n", count: 15_000)
    let reading = try VCardSource().read(
      "BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)END:VCARD\r\n", plan)
    #expect(reading.contacts.map { $0.properties.count } == [15_000])
  }

  @Test func `a card nested 3,000 deep is rejected and the next one read`() throws {
    let deep =
      String(repeating: "BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Deep\r\nAGENT:\r\n", count: 3_000)
      + String(repeating: "END:VCARD\r\n", count: 3_000)
    for blockSize in [1_000, BlockReader.blockSize] {
      var plan = ReadingPlan("vcard")
      plan.blockSize = blockSize
      let reading = try VCardSource().read(deep + Self.last, plan)
      #expect(reading.contacts.map(\.name.full) == ["Last"])
      #expect(reading.codes == ["too-deep"])
      #expect(reading.rejected.map(\.fileLength) == [deep.utf8.count])
    }
  }

  @Test func `cards up to the limit of nesting are kept`() throws {
    func nested(_ depth: Int) -> String {
      depth == 0
        ? "" : "AGENT:\nBEGIN:VCARD\nVERSION:2.1\nFN:Card \(depth)\n\(nested(depth - 1))END:VCARD\n"
    }
    // The outer card is the first of the eight.
    for (depth, isKept) in [(1, true), (7, true), (8, false), (9, false)] {
      let reading = try VCardSource().read(
        "BEGIN:VCARD\nVERSION:2.1\nFN:Ana\n\(nested(depth))END:VCARD\n", ReadingPlan("vcard"))
      #expect(reading.codes.contains("too-deep") != isKept, "\(depth)")
      #expect(reading.contacts.flatMap(\.related).map(\.value) == (isKept ? ["Card \(depth)"] : []))
    }
  }

  @Test func `a record over the limit of bytes is passed over`() throws {
    var plan = ReadingPlan("vcard")
    plan.limits.record = 10_000
    plan.blockSize = 1_000
    let big =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Big\r\nNOTE:\(String(repeating: "x", count: 50_000))\r\nEND:VCARD\r\n"
    let first = Self.last.replacing("Last", with: "First")
    let reading = try VCardSource().read(first + big + Self.last, plan)
    #expect(reading.contacts.map(\.name.full) == ["First", "Last"])
    #expect(reading.contacts.map(\.source.line) == [1, 10])
    try #require(reading.rejected.count == 1)
    #expect(reading.rejected[0].number == 1)
    #expect(reading.rejected[0].fileOffset == first.utf8.count)
    #expect(reading.rejected[0].fileLength == big.utf8.count)
    #expect(reading.codes == ["limit-exceeded"])
  }

  @Test func `a record over the limit without an end gives way to the next`() throws {
    var plan = ReadingPlan("vcard")
    plan.limits.record = 10_000
    plan.blockSize = 1_000
    let big =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Big\r\nNOTE:\(String(repeating: "x", count: 50_000))\r\n"
    let reading = try VCardSource().read(big + Self.last, plan)
    #expect(reading.contacts.map(\.name.full) == ["Last"])
    #expect(reading.rejected.map(\.fileLength) == [big.utf8.count])
  }

  @Test func `a huge file of no cards fills no memory and gives no record`() throws {
    var plan = ReadingPlan("vcard")
    plan.blockSize = 4_096
    let reading = try VCardSource().read(String(repeating: "x", count: 1 << 20), plan)
    #expect(reading.recordCount == 0)
    #expect(reading.codes.contains("text-outside-card"))
  }
}
