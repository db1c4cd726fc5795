import Cardmill

/// Where a cell lies in its row, as it is written.
struct RawCell {
  /// The cell, quotes and all.
  let range: Range<Int>
  /// What stands inside its quotes, or the cell itself.
  let content: Range<Int>
  let isQuoted: Bool
  /// Whether quotes inside are doubled.
  let isDoubled: Bool

  /// The cells of a row without its line end; a cell with text behind its closing quote counts as
  /// one without quotes.
  static func cells(of row: ByteView, delimiter: UInt8, allowsBlanks: Bool) -> [RawCell] {
    let quote = UInt8(ascii: "\"")
    var cells: [RawCell] = []
    var at = 0
    while true {
      var start = at
      if allowsBlanks { while start < row.count, row[start] == UInt8(ascii: " ") { start += 1 } }
      if start < row.count, row[start] == quote {
        let close = closingQuote(row, from: start + 1)
        let end = row.first(delimiter, from: min(close + 1, row.count))
        let isQuoted = row[min(close + 1, end)..<end].trimmed.isEmpty
        cells.append(
          RawCell(
            range: at..<end, content: isQuoted ? start + 1..<close : at..<end, isQuoted: isQuoted,
            isDoubled: isQuoted))
        at = end
      } else {
        let end = row.first(delimiter, from: at)
        cells.append(RawCell(range: at..<end, content: at..<end, isQuoted: false, isDoubled: false))
        at = end
      }
      guard at < row.count else { return cells }
      at += 1
    }
  }

  private static func closingQuote(_ row: ByteView, from start: Int) -> Int {
    var at = start
    while true {
      at = row.first(UInt8(ascii: "\""), from: at)
      guard at + 1 < row.count, row[at + 1] == UInt8(ascii: "\"") else { return at }
      at += 2
    }
  }

  /// The cells of a row of abook's: quoted all of them, with quotes inside that are not doubled.
  static func cellsOfAbook(_ row: ByteView) -> [RawCell] {
    var start = row.isEmpty || row[0] != UInt8(ascii: "\"") ? 0 : 1
    let last =
      row.count > start && row[row.count - 1] == UInt8(ascii: "\"") ? row.count - 1 : row.count
    var cells: [RawCell] = []
    while true {
      let end = row[start..<last].find(("\",\"" as StaticString).view).map { $0 + start } ?? last
      cells.append(
        RawCell(range: start..<end, content: start..<end, isQuoted: true, isDoubled: false))
      guard end < last else { return cells }
      start = end + 3
    }
  }

  /// A piece of the cell's content without the doubling of quotes.
  func text(_ piece: Range<Int>, of row: ByteView) -> ByteBuffer {
    var text = ByteBuffer(capacity: piece.count)
    let view = row[piece]
    var at = 0
    while at < view.count {
      let end = isDoubled ? view.first(UInt8(ascii: "\""), from: at) : view.count
      text.append(view[at..<end])
      guard end < view.count else { break }
      text.append(UInt8(ascii: "\""))
      at = min(end + 2, view.count)
    }
    return text
  }

  /// The pieces of the content between separators, without blanks around them; `separator` gives the
  /// length of a separator at a place, or 0.
  func pieces(of row: ByteView, separator: (ByteView, Int) -> Int) -> [Range<Int>] {
    let view = row.upTo(content.upperBound)
    var pieces: [Range<Int>] = []
    var start = content.lowerBound
    var at = start
    func add(_ end: Int) {
      var (first, last) = (start, end)
      while first < last, view[first].isBlank { first += 1 }
      while last > first, view[last - 1].isBlank { last -= 1 }
      pieces.append(first..<last)
    }
    while at < view.count {
      let length = separator(view, at)
      if length > 0 {
        add(at)
        start = at + length
      }
      at += max(length, 1)
    }
    add(view.count)
    return pieces
  }
}
