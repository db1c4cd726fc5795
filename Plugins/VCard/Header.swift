import Cardmill

/// The header of a line: where its group, name and value lie, and what its parameters say of the
/// value.
///
/// Offsets count from the line's first byte, so that a header that was seen before fits the next
/// line with the same bytes.
struct Header {
  /// The line's first byte, in the block or in the second buffer.
  var start = 0
  /// Where the line begins in the block.
  var lineStart = 0
  var line: Int32 = 1
  var nameStart: Int32 = 0
  var nameEnd: Int32 = 0
  /// Where the value begins, behind the colon.
  var valueOffset: Int32 = 0
  var firstParameter: Int32 = 0
  /// How many parameters the line shares with an earlier one; -1 when its own are the table's last.
  var sharedCount: Int32 = -1
  private var charsetStart: Int32 = 0
  private var charsetCount: Int32 = 0
  /// The value of X-APPLE-OMIT-YEAR, or -1.
  var omittedYear: Int32 = -1
  /// The name in the neutral vocabulary; `.unknown` for a foreign name and for a word of vCard's
  /// own.
  var id = PropertyID.unknown
  var word = VCardWord.none
  var encoding = Encoding.none
  var valueType = ValueType.unstated
  var isDecoded = false
  /// X-IRMC-N: a reading of the name.
  var isReading = false
  var isDerived = false
  var isPreferred = false
  /// The number of the remembered header, or 0.
  var number: UInt16 = 0
  /// Whether there is a parameter that is a label.
  var isLabelled = false
  /// Whether the value is a text that needs nothing when it holds no escape: see
  /// `CardParser.takePlainText`.
  var isPlainText = false

  enum Encoding: UInt8 { case none, quotedPrintable, base64 }

  @inline(__always)
  private func slice(_ from: Int32, _ count: Int32) -> Slice {
    let offset = start + Int(from)
    return isDecoded
      ? Slice(decoded: offset, count: Int(count)) : Slice(block: offset, count: Int(count))
  }

  /// The name as it was written.
  var name: Slice { slice(nameStart, nameEnd - nameStart) }
  /// The group before the name, or none.
  @inline(__always)
  var group: Slice { nameStart > 0 ? slice(0, nameStart - 1) : .none }
  /// The declared charset.
  var charset: Slice? {
    get { charsetCount > 0 ? slice(charsetStart, charsetCount) : nil }
    set {
      charsetStart = Int32(truncatingIfNeeded: (newValue?.offset ?? start) - start)
      charsetCount = Int32(truncatingIfNeeded: newValue?.count ?? 0)
    }
  }

  /// Looks, when the parameters are read, whether values of this header usually need nothing.
  mutating func notePlainText() {
    guard encoding == .none, charsetCount == 0, !isReading, !isDerived else {
      return isPlainText = false
    }
    switch id {
    case .fn, .email, .title, .role, .note, .uid, .prodid, .rev:
      isPlainText = valueType == .unstated
    case .tel: isPlainText = true
    default: isPlainText = false
    }
  }

  mutating func resetParameters() {
    number = 0
    sharedCount = -1
    encoding = .none
    charsetCount = 0
    valueType = .unstated
    omittedYear = -1
    isReading = false
    isDerived = false
    isPreferred = false
    isLabelled = false
  }

  /// Finds the name and the colon before the value, with double quotes honoured in the parameters.
  ///
  /// - Parameters:
  ///   - line: the line's bytes.
  ///   - isWhole: whether nothing follows on a folded line, so that an open quote is data.
  /// - Returns: whether there is a colon.
  mutating func read(_ line: ByteView, isWhole: Bool) -> Bool {
    nameStart = 0
    var index = 0
    let count = line.count
    while index < count {
      let byte = line[index]
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") { break }
      if byte == UInt8(ascii: "."), nameStart == 0 {
        nameStart = Int32(truncatingIfNeeded: index + 1)
      }
      index += 1
    }
    guard index < count, index > Int(nameStart) else {
      // “.FN:” and “item1.:” have a name of nothing; a dot in a name without a group is part of it.
      guard index < count, index > 0, nameStart > 0 else {
        return false
      }
      nameStart = 0
      return finish(line, index, isWhole)
    }
    return finish(line, index, isWhole)
  }

  private mutating func finish(_ line: ByteView, _ stop: Int, _ isWhole: Bool) -> Bool {
    nameEnd = Int32(truncatingIfNeeded: stop)
    if line[stop] == UInt8(ascii: ":") {
      valueOffset = Int32(truncatingIfNeeded: stop + 1)
      return true
    }
    var index = stop
    while true {
      index = line.first(UInt8(ascii: ":"), UInt8(ascii: "\""), from: index)
      guard index < line.count else { break }
      if line[index] == UInt8(ascii: ":") {
        valueOffset = Int32(truncatingIfNeeded: index + 1)
        return true
      }
      let close = line.first(UInt8(ascii: "\""), from: index + 1)
      guard close < line.count else { break }
      index = close + 1
    }
    guard isWhole else { return false }
    // Quotes that do not close are data.
    index = line.first(UInt8(ascii: ":"), from: stop)
    guard index < line.count else { return false }
    valueOffset = Int32(truncatingIfNeeded: index + 1)
    return true
  }
}
