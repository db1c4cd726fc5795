import Cardmill

/// Finds where the rows of a table end; the lowest layer, which knows nothing of cells' meaning.
///
/// A row ends at LF, CR LF or CR outside quotes. A quote opens a quoted stretch only where a cell
/// begins; anywhere else it is data. The scanner remembers its state between calls and never needs
/// to see a byte twice, so that every cut of an input gives the same rows.
struct RowScanner: Sendable, Hashable {
  /// The byte between two cells.
  let delimiter: UInt8
  /// Whether a quote opens a quoted stretch also behind blanks at a cell's start.
  private let allowsBlanks: Bool
  /// Whether quotes mean nothing: every line is a row.
  private let ignoresQuotes: Bool
  private var state = State.cellStart

  private enum State: Sendable {
    /// At the first byte of a cell.
    case cellStart
    /// In a cell, outside quotes.
    case plain
    /// Behind an opening quote.
    case quoted
    /// Behind a quote in a quoted stretch: the end of it, or the first half of a doubled quote.
    case quoteSeen
    /// Behind a CR that ends the row; an LF may still belong to it.
    case carriageReturn
  }

  init(
    delimiter: UInt8 = UInt8(ascii: ","), allowsBlanks: Bool = false, ignoresQuotes: Bool = false
  ) {
    self.delimiter = delimiter
    self.allowsBlanks = allowsBlanks
    self.ignoresQuotes = ignoresQuotes
  }

  /// Whether the bytes seen so far end inside an open quote.
  var isInsideQuotes: Bool { state == .quoted }

  /// Looks at the bytes from `start` on, which follow those of the last call.
  ///
  /// - Returns: the place behind the row's line end, or nil when the row goes on behind the bytes.
  ///   The next call starts there.
  /// - Complexity: O(*n*) in the row's bytes, without allocating.
  mutating func rowEnd(in bytes: ByteView, from start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      switch state {
      case .carriageReturn:
        state = .cellStart
        return bytes[at] == UInt8(ascii: "\n") ? at + 1 : at
      case .quoted:
        at = bytes.first(UInt8(ascii: "\""), from: at)
        guard at < bytes.count else { return nil }
        state = .quoteSeen
        at += 1
      case .quoteSeen:
        if bytes[at] == UInt8(ascii: "\"") {
          state = .quoted
          at += 1
        } else {
          state = .plain
        }
      case .cellStart, .plain:
        let found = bytes.first(
          UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"), from: at)
        guard found < bytes.count else {
          state = bytes[found - 1] == delimiter ? .cellStart : .plain
          return nil
        }
        switch bytes[found] {
        case UInt8(ascii: "\n"):
          state = .cellStart
          return found + 1
        case UInt8(ascii: "\r"):
          state = .carriageReturn
        default:
          if ignoresQuotes {
            state = .plain
          } else {
            state = opens(bytes, found, at) ? .quoted : .plain
          }
        }
        at = found + 1
      }
    }
    return nil
  }

  /// Whether the quote at `place` opens a quoted stretch; `start` is where this look began.
  @inline(__always)
  private func opens(_ bytes: ByteView, _ place: Int, _ start: Int) -> Bool {
    if place == start {
      return state == .cellStart || (allowsBlanks && opensBehindBlanks(bytes, place))
    }
    if bytes[place - 1] == delimiter { return true }
    return allowsBlanks && bytes[place - 1] == UInt8(ascii: " ") && opensBehindBlanks(bytes, place)
  }

  private func opensBehindBlanks(_ bytes: ByteView, _ place: Int) -> Bool {
    var at = place
    while at > 0, bytes[at - 1] == UInt8(ascii: " "), delimiter != UInt8(ascii: " ") { at -= 1 }
    guard at > 0 else { return true }
    let byte = bytes[at - 1]
    return byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Forgets the row that was begun.
  mutating func reset() { state = .cellStart }
}
