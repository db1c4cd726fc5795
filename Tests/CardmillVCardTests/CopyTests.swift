import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// Cards that need no change are copied byte for byte.
@Suite struct CopyTests {
  /// Lines that a writer of ours would spell in another way.
  private static let odd = crlf(
    """
    begin:vcard
    VERSION:3.0
    tel;type=cell;type=VOICE:1
    FN:A
     na
    N:Ruiz;Ana
    x-foo:bar
    END:VCARD

    """)

  private func converted(
    _ cards: Cards, to format: FormatID = "vcard:3.0", options: [String: String] = [:],
    blockSize: Int = BlockReader.blockSize
  ) throws -> String {
    var plan = ReadingPlan("vcard")
    plan.blockSize = blockSize
    return try VCardSource().convert(
      cards.bytes, plan, to: format, of: VCardSource(), options: options
    ).text
  }

  @Test func `a card without repair keeps its bytes`() throws {
    for blockSize in [64, 100, BlockReader.blockSize] {
      #expect(try converted(.raw(Self.odd), blockSize: blockSize) == Self.odd)
      #expect(
        try converted(.raw(Self.odd + Self.odd), to: "vcard", blockSize: blockSize) == Self.odd
          + Self.odd)
    }
  }

  @Test func `what stands between cards is not copied`() throws {
    #expect(
      try converted(.raw("\u{FEFF}hello\r\n\r\n" + Self.odd + "\r\n" + Self.odd)) == Self.odd
        + Self.odd)
  }

  @Test func `rewrite=true writes every card anew`() throws {
    let output = try converted(.raw(Self.odd), options: ["rewrite": "true"])
    #expect(
      output
        == crlf(
          """
          BEGIN:VCARD
          VERSION:3.0
          N:Ruiz;Ana
          FN:Ana
          TEL;TYPE=CELL,VOICE:1
          x-foo:bar
          END:VCARD

          """))
    #expect(throws: SourceError.self) {
      try converted(.raw(Self.odd), options: ["rewrite": "maybe"])
    }
  }

  @Test func `other versions, line ends, charsets and repaired cards are written anew`() throws {
    #expect(
      try converted(.raw(Self.odd), to: "vcard:4.0").hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n"))
    #expect(
      try converted(.raw(Self.odd.replacing("\r\n", with: "\n"))).hasPrefix("BEGIN:VCARD\r\n"))
    let latin = Cards.latin("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:J\u{F6}rg\r\nEND:VCARD\r\n")
    #expect(try converted(latin).contains("FN:Jörg\r\n"))
    #expect(
      try converted(.raw("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\n")).hasSuffix("END:VCARD\r\n"))
    let wide = Array("\u{FEFF}".utf16) + Array(Self.odd.utf16)
    let bytes = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try converted(Cards(bytes: bytes)).hasPrefix("BEGIN:VCARD\r\n"))
  }

  @Test func `an edited contact is written anew and keeps the rest`() throws {
    var contact = try VCardSource().read(Self.odd, ReadingPlan("vcard")).contacts[0]
    contact.notes = ["new"]
    let lines = unfoldedLines(try VCardSource().write([contact], as: "vcard:3.0").text)
    #expect(lines == ["N:Ruiz;Ana", "FN:Ana", "TEL;TYPE=CELL,VOICE:1", "x-foo:bar", "NOTE:new"])
  }
}
