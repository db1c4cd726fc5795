import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// The splitter alone: where records begin and end.
@Suite struct SplitterTests {
  /// The records and notes of a text, shown in one piece or cut at a place.
  private func split(_ text: String, cut: Int? = nil) -> (
    records: [RecordRange], outside: [Range<Int>]
  ) {
    let bytes = Array(text.utf8)
    let splitter = CardSplitter()
    var records: [RecordRange] = []
    var outside: [Range<Int>] = []
    var done = 0
    for end in [cut, bytes.count].compactMap({ $0 }) {
      while true {
        let isAtEnd = end == bytes.count
        let result = Array(bytes[done..<end]).span.withSplitter(splitter, isAtEnd)
        records += result.records.map {
          RecordRange(start: $0.start + done, end: $0.end + done, note: $0.note)
        }
        outside += result.outside.map { $0.range.lowerBound + done..<$0.range.upperBound + done }
        done += result.consumed
        if result.consumed == 0 { break }
      }
    }
    #expect(done == bytes.count)
    return (records, outside)
  }

  private func texts(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return split(text).records.map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
  }

  private let card = "BEGIN:VCARD\r\nFN:Ana\r\nEND:VCARD\r\n"

  @Test func `records are whole cards with their line breaks`() {
    #expect(texts(card + card) == [card, card])
    #expect(texts("\u{FEFF}" + card) == [card])
    #expect(texts("junk\r\n" + card + "\r\n\r\n" + card) == [card, card])
  }

  @Test func `notes say what is missing`() {
    let text =
      "BEGIN:VCARD\nFN:A\n" + "BEGIN:VCARD\nFN:B\nEND:VCARD\n" + "VERSION:3.0\nFN:C\nEND:VCARD\n"
      + "BEGIN:VCARD\nFN:D"
    #expect(
      split(text).records.map(\.note) == [
        CardSplitter.Note.missingEnd, 0, CardSplitter.Note.missingBegin,
        CardSplitter.Note.missingEnd,
      ])
  }

  @Test func `the same records are found at every cut`() {
    let text =
      "\u{FEFF}junk\nBEGIN:VCARD\r\nAGENT:\r\nBEGIN:VCARD\r\nFN:B\r\nEND:VCARD\r\nFN:A\r\nEND:VCARD\r\n"
      + "BEGIN:VLIST\r\nX:1\r\nEND:VLIST\r\nbegin: vcard\rFN:C\rEND:VCARDBEGIN:VCARD\r\r\nFN:D\r\r\nEND:VCARD\r\r\n"
      + "FN:E\nTEL:1\nEND:VCARD\nBEGIN:VCARD\nBEGINNER:x\nENDING:y\nEND:VCALENDAR\nBEGIN:VCARD\nFN:G\nEND:VCARD trailing\nrest"
    let whole = split(text)
    #expect(whole.records.count == 6)
    for cut in 0..<text.utf8.count {
      let parts = split(text, cut: cut)
      #expect(parts.records == whole.records, "cut at \(cut)")
      #expect(parts.outside == whole.outside, "cut at \(cut)")
    }
  }
}

extension Span where Element == UInt8 {
  /// Shows the bytes to a splitter.
  func withSplitter(_ splitter: CardSplitter, _ isAtEnd: Bool) -> SplitResult {
    splitter.split(self, isAtEnd: isAtEnd)
  }
}
