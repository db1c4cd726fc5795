import Cardmill

/// Finds the rows of a table: its first row is the header, each further one a record.
///
/// A record's bytes include its line end. Empty lines are no records; they stay between them.
final class TableSplitter: RecordSplitter {
  /// What the splitter says of a record in its `note`.
  enum Note {
    static let unclosedQuote: UInt8 = 1
  }

  private var scanner: RowScanner
  /// How many of the bytes that are not done with the scanner has seen.
  private var looked = 0
  private var isAtStart = true
  /// How many rows that hold something still stand before the first record.
  private var rowsToSkip = 1
  /// How many of them stand before the headings and have to be reported.
  private var preambleRows = 0

  /// Finds the rows of Cardmill's own table.
  init() {
    scanner = RowScanner()
  }

  /// Finds the rows of another program's table.
  init(_ table: ForeignTable) {
    scanner = RowScanner(
      delimiter: table.delimiter, allowsBlanks: true, ignoresQuotes: table.isAbook)
    rowsToSkip = table.skippedRows
    preambleRows = table.preambleRows
  }

  func split(_ bytes: Span<UInt8>, isAtEnd: Bool) -> SplitResult {
    bytes.withView { split($0, isAtEnd: isAtEnd) }
  }

  private func split(_ bytes: ByteView, isAtEnd: Bool) -> SplitResult {
    var result = SplitResult()
    if isAtStart {
      guard bytes.count >= 3 || isAtEnd else { return result }
      isAtStart = false
      if bytes.startsWithBOM {
        result.consumed = 3
        looked = 3
      }
    }
    var from = looked
    while from < bytes.count || (isAtEnd && result.consumed < bytes.count) {
      var note: UInt8 = 0
      let end: Int
      if let found = scanner.rowEnd(in: bytes, from: from) {
        end = found
      } else if isAtEnd {
        if scanner.isInsideQuotes { note = Note.unclosedQuote }
        scanner.reset()
        end = bytes.count
      } else {
        break
      }
      add(bytes, result.consumed..<end, note, to: &result)
      result.consumed = end
      from = end
    }
    looked = bytes.count - result.consumed
    return result
  }

  private func add(
    _ bytes: ByteView, _ range: Range<Int>, _ note: UInt8, to result: inout SplitResult
  ) {
    let row = bytes[range].withoutLineEnd
    guard !row.isEmpty else { return }
    guard rowsToSkip == 0 else {
      skipRow(range, &result)
      return
    }
    result.records.append(
      RecordRange(start: range.lowerBound, end: range.upperBound, note: note))
  }

  /// Passes over a row before the first record: the headings, or what stands before them.
  private func skipRow(_ range: Range<Int>, _ result: inout SplitResult) {
    rowsToSkip -= 1
    guard rowsToSkip > 0, rowsToSkip <= preambleRows else { return }
    result.outside.append(
      SplitResult.OutsideText(
        range: range, code: .textOutsideCard, message: "a row stands before the headings"))
  }

  var openPart: String? {
    scanner.isInsideQuotes
      ? "a quote opens a cell in it, and its closing quote may be missing" : nil
  }

  func skip(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Int? {
    let from = looked
    looked = 0
    let end = bytes.withView { scanner.rowEnd(in: $0, from: from) }
    if end == nil, isAtEnd { scanner.reset() }
    return end
  }
}

extension ByteView {
  /// Whether the UTF-8 byte order mark stands first.
  var startsWithBOM: Bool {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }
}
