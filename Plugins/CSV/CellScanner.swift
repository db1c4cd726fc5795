import Cardmill

/// Takes a row apart into cells; the second layer, between rows and their meaning.
///
/// One value is used for many rows, so that its memory is allocated once. A cell without doubled
/// quotes is a place in the row; the others are decoded into a buffer.
struct CellScanner: ~Copyable {
  /// The byte between two cells.
  let delimiter: UInt8
  /// Whether a quote opens a quoted stretch also behind blanks at a cell's start.
  private let allowsBlanks: Bool
  private var cells: [Cell] = []
  private var decoded = ByteBuffer(capacity: 1024)

  private struct Cell {
    var start: Int
    var end: Int
    var isDecoded: Bool
  }

  init(delimiter: UInt8 = UInt8(ascii: ","), allowsBlanks: Bool = false) {
    self.delimiter = delimiter
    self.allowsBlanks = allowsBlanks
  }

  /// The number of cells of the last row.
  var count: Int { cells.count }

  /// Finds the cells of `row`, which has no line end.
  ///
  /// An open quote at the row's end is closed there. What stands behind a closing quote belongs to
  /// the cell.
  ///
  /// - Returns: false when the row has more than `limit` cells; only so many are there then.
  /// - Complexity: O(*n*) in the row's bytes.
  mutating func scan(_ row: ByteView, limit: Int = .max) -> Bool {
    cells.removeAll(keepingCapacity: true)
    decoded.removeAll()
    var at = 0
    while true {
      guard cells.count < limit else { return false }
      if allowsBlanks { at = skipBlanks(row, at) }
      var end = at
      if at < row.count, row[at] == UInt8(ascii: "\"") {
        let close = row.first(UInt8(ascii: "\""), from: at + 1)
        end = min(close + 1, row.count)
        if end == row.count || row[end] == delimiter {
          cells.append(Cell(start: at + 1, end: close, isDecoded: false))
        } else {
          end = decode(row, from: at + 1)
        }
      } else {
        if at < row.count, row[at] != delimiter { end = row.first(delimiter, from: at + 1) }
        cells.append(Cell(start: at, end: end, isDecoded: false))
      }
      guard end < row.count else { return true }
      at = end + 1
    }
  }

  /// The place of a quote behind blanks, or `at` itself when there is none.
  private func skipBlanks(_ row: ByteView, _ at: Int) -> Int {
    var place = at
    while place < row.count, row[place] == UInt8(ascii: " ") { place += 1 }
    return place < row.count && row[place] == UInt8(ascii: "\"") ? place : at
  }

  /// Decodes a cell with doubled quotes, or with text behind its closing quote.
  ///
  /// - Returns: where the cell ends in the row.
  private mutating func decode(_ row: ByteView, from start: Int) -> Int {
    let place = decoded.count
    var at = start
    var end = row.count
    while true {
      let quote = row.first(UInt8(ascii: "\""), from: at)
      decoded.append(row[at..<quote])
      guard quote < row.count else { break }
      at = quote + 1
      guard at < row.count, row[at] == UInt8(ascii: "\"") else {
        end = row.first(delimiter, from: at)
        decoded.append(row[at..<end])
        break
      }
      decoded.append(UInt8(ascii: "\""))
      at += 1
    }
    cells.append(Cell(start: place, end: decoded.count, isDecoded: true))
    return end
  }

  /// The value of a cell of the row that was scanned last, valid until the next row is scanned.
  ///
  /// A cell that the row does not have is empty.
  func value(_ index: Int, of row: ByteView) -> ByteView {
    guard index >= 0, index < cells.count else { return .empty }
    let cell = cells[index]
    return cell.isDecoded ? decoded.view[cell.start..<cell.end] : row[cell.start..<cell.end]
  }
}

extension ByteView {
  /// The bytes without the line end behind them.
  var withoutLineEnd: ByteView {
    var end = count
    if end > 0, self[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > 0, self[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return upTo(end)
  }

  /// Whether the bytes are `other` when every kind of line break counts as LF.
  func equalsIgnoringLineEnds(_ other: ByteView) -> Bool {
    if equals(other) { return true }
    let carriageReturn = UInt8(ascii: "\r")
    guard first(carriageReturn) < count || other.first(carriageReturn) < other.count else {
      return false
    }
    return string.withLineFeeds == other.string.withLineFeeds
  }
}

extension String {
  /// The text with CR LF and CR as LF.
  var withLineFeeds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    return withView { view in
      var buffer = ByteBuffer(capacity: view.count)
      var at = 0
      while at < view.count {
        let end = view.lineBreak(from: at)
        buffer.append(view[at..<end])
        guard end < view.count else { break }
        buffer.append(UInt8(ascii: "\n"))
        at = end + 1
        if view[end] == UInt8(ascii: "\r"), at < view.count, view[at] == UInt8(ascii: "\n") {
          at += 1
        }
      }
      return buffer.view.string
    }
  }
}
