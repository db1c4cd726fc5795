import Cardmill

// A record is an object that stands at the top, or in the one array that is at the top. Brackets
// are counted outside strings, so objects may run over lines. Two rules bring the splitter back
// after damage, and hold for no valid JSON:
// - a line break inside a string ends the string;
// - a line that begins with `{` begins a record when nothing before it makes it a value (a comma, a
//   colon, an open bracket), or when the
//   records before it were one line each.
// Anything else that is no white space is a record too, up to the end of its line: it will be
// rejected, so that nothing disappears.

/// Finds where the objects of contact JSON begin and end.
final class JSONSplitter: RecordSplitter {
  /// How far the bytes that are shown have been looked at.
  private var looked = 0
  /// Where the open record begins.
  private var start: Int?
  /// Bytes before the shown ones.
  private var passed = 0

  private var nesting = 0
  private var isString = false
  private var isEscaped = false
  /// The open record is no object or array.
  private var isText = false
  private var isInArray = false
  /// The records before were one line each.
  private var isByLine = false
  private var holdsLineBreak = false
  private var isAtLineStart = false
  /// The last byte outside strings that is no white space.
  private var last: UInt8 = 0

  /// The note of a record that the input's end cuts off.
  static let isCutOff: UInt8 = 1

  func split(_ bytes: Span<UInt8>, isAtEnd: Bool) -> SplitResult {
    bytes.withView { view in
      var result = SplitResult()
      while let end = scan(view) {
        result.records.append(RecordRange(start: start ?? end, end: end))
        start = nil
      }
      if isAtEnd {
        if let start {
          let end = trimmedEnd(view, from: start, to: view.count)
          result.records.append(
            RecordRange(start: start, end: end, note: isText ? 0 : Self.isCutOff))
          self.start = nil
        }
        if isInArray, view.count > 0 || passed > 0 {
          result.outside.append(
            SplitResult.OutsideText(
              range: view.count..<view.count, code: .badJSON,
              message: "the array of contacts has no end"))
          isInArray = false
        }
      }
      result.consumed = start ?? view.count
      looked = view.count - result.consumed
      passed += result.consumed
      if start != nil { start = 0 }
      return result
    }
  }

  func skip(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Int? {
    bytes.withView { view in
      if start == nil { start = 0 }
      if let end = scan(view) {
        start = nil
        passed += end
        looked = 0
        return end
      }
      passed += view.count
      looked = 0
      return nil
    }
  }

  /// Looks on until the open record, or the next one, ends; gives its end, and leaves its start in
  /// `start`.
  private func scan(_ view: ByteView) -> Int? {
    var at = looked
    while at < view.count {
      if start == nil {
        at = findStart(view, from: at)
        continue
      }
      if isString {
        at = passString(view, from: at)
        continue
      }
      let byte = view[at]
      if isText {
        if endsText(byte) {
          looked = at
          return close(view, at)
        }
      } else if byte == UInt8(ascii: "{"), isAtLineStart, isByLine || !makesValue(last) {
        looked = at
        return close(view, at)
      }
      at += 1
      switch byte {
      case 0x20, 0x09, 0x0D:
        isAtLineStart = false
        continue
      case UInt8(ascii: "\n"):
        isAtLineStart = true
        holdsLineBreak = true
        continue
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): nesting += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        nesting = max(0, nesting - 1)
        if nesting == 0, !isText {
          if !isInArray { isByLine = !holdsLineBreak }
          looked = at
          return at
        }
      default: break
      }
      isAtLineStart = false
      last = byte
    }
    looked = at
    return nil
  }

  /// Whether a byte is one behind which a value follows.
  private func makesValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[")
  }

  private func endsText(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "\n") { return true }
    return isInArray && nesting == 0
      && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "{"))
  }

  /// Ends a record before `end`, at its last byte that is no white space.
  private func close(_ view: ByteView, _ end: Int) -> Int {
    trimmedEnd(view, from: start ?? end, to: end)
  }

  private func trimmedEnd(_ view: ByteView, from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, view[end - 1].isBlank || view[end - 1] == 0x0A || view[end - 1] == 0x0D {
      end -= 1
    }
    return end
  }

  /// Passes over a byte between records, or begins a record at it.
  private func findStart(_ view: ByteView, from at: Int) -> Int {
    let byte = view[at]
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), 0x1E: return at + 1
    case 0xEF where passed + at == 0, 0xBB where passed + at == 1, 0xBF where passed + at == 2:
      return at + 1
    case UInt8(ascii: "[") where !isInArray:
      isInArray = true
      return at + 1
    case UInt8(ascii: "]") where isInArray:
      isInArray = false
      return at + 1
    default: break
    }
    start = at
    isText = byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[")
    nesting = isText ? 0 : 1
    isString = byte == UInt8(ascii: "\"")
    isEscaped = false
    isAtLineStart = false
    holdsLineBreak = false
    last = byte
    return at + 1
  }

  /// Passes over the inside of a string.
  private func passString(_ view: ByteView, from start: Int) -> Int {
    var at = start
    if isEscaped {
      isEscaped = false
      if view[at] != UInt8(ascii: "\n") { at += 1 }
    }
    while true {
      at = view.first(UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\n"), from: at)
      guard at < view.count else { return at }
      if view[at] == UInt8(ascii: "\\") {
        guard at + 1 < view.count else {
          isEscaped = true
          return at + 1
        }
        at += view[at + 1] == UInt8(ascii: "\n") ? 1 : 2
        continue
      }
      isString = false
      last = UInt8(ascii: "\"")
      isAtLineStart = false
      return view[at] == UInt8(ascii: "\"") ? at + 1 : at
    }
  }
}
