// Public only so that the scanners can be inlined into other modules; no C type appears in a
// signature.
public import CCardmillScan

/// A view of bytes that somebody else owns, with checked access.
///
/// The owner must outlive the view: views are made from a `ContactBatch`, a `Block` or an array for
/// the length of a call and are not kept. Every access is checked, so a wrong index stops the
/// program instead of reading foreign memory.
@safe @frozen @usableFromInline
package struct ByteView {
  @usableFromInline package let base: UnsafePointer<UInt8>
  /// The number of bytes.
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  package init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// A view of nothing.
  @inlinable
  package static var empty: ByteView {
    ("" as StaticString).view
  }

  @inlinable @inline(__always)
  package var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe base[index]
  }

  @inlinable @inline(__always)
  package subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe ByteView(
      base: base + range.lowerBound, count: range.upperBound &- range.lowerBound)
  }

  /// The `count` bytes from a place on; neither number may be negative.
  @inlinable @inline(__always)
  package func piece(at start: Int, count length: Int) -> ByteView {
    precondition(start >= 0 && length >= 0 && start &+ length <= count)
    return unsafe ByteView(base: base + start, count: length)
  }

  @inlinable @inline(__always)
  package func from(_ start: Int) -> ByteView { self[start..<count] }

  @inlinable @inline(__always)
  package func upTo(_ end: Int) -> ByteView { self[0..<end] }

  /// The eight bytes from a place on, in the machine's order.
  @inlinable @inline(__always)
  package func word(_ place: Int) -> UInt64 {
    precondition(place >= 0 && place &+ 8 <= count)
    return unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self)
  }

  /// The four bytes from a place on, in the machine's order.
  @inlinable @inline(__always)
  package func halfWord(_ place: Int) -> UInt32 {
    precondition(place >= 0 && place &+ 4 <= count)
    return unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt32.self)
  }

  // MARK: Searching. Each returns an index from the view's start, `count` when nothing was found.

  /// The first CR or LF.
  @inlinable @inline(__always)
  package func lineBreak(from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe start &+ cardmill_find_line_break(base + start, count &- start)
  }

  @inlinable @inline(__always)
  package func first(_ a: UInt8, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe start &+ cardmill_find_byte(base + start, count &- start, a)
  }

  @inlinable @inline(__always)
  package func first(_ a: UInt8, _ b: UInt8, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe start &+ cardmill_find_byte2(base + start, count &- start, a, b)
  }

  @inlinable @inline(__always)
  package func first(_ a: UInt8, _ b: UInt8, _ c: UInt8, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe start &+ cardmill_find_byte3(base + start, count &- start, a, b, c)
  }

  @inlinable @inline(__always)
  package func first(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe start &+ cardmill_find_byte4(base + start, count &- start, a, b, c, d)
  }

  /// The first byte that a JSON string has to escape.
  @inlinable @inline(__always)
  package func firstSpecial(from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe start &+ cardmill_find_special(base + start, count &- start)
  }

  /// The first byte that vCard text has to escape: CR, LF, comma, semicolon or backslash.
  @inlinable @inline(__always)
  package func firstTextEscape(from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe start &+ cardmill_find_text_escape(base + start, count &- start)
  }

  /// One bit for each of at most 64 bytes from a place on, the first one's the lowest: set for
  /// comma, semicolon, backslash and quote.
  @inlinable @inline(__always)
  package func separatorMarks(from start: Int) -> UInt64 {
    precondition(start >= 0 && start <= count)
    return unsafe cardmill_separator_marks(base + start, min(count &- start, 64))
  }

  /// The next line that begins with one of two letters, given in lower case.
  package func lineStart(_ a: UInt8, _ b: UInt8, from start: Int) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe cardmill_find_line_start(base, count, start, a, b)
  }

  package func contains(_ needle: ByteView) -> Bool { find(needle) != nil }

  package func find(_ needle: ByteView) -> Int? {
    let at = unsafe cardmill_find(base, count, needle.base, needle.count)
    return at < 0 ? nil : Int(at)
  }

  package func countOf(_ byte: UInt8) -> Int { unsafe cardmill_count_byte(base, count, byte) }

  /// The number of line breaks: LF, CR LF, CR CR LF and a lone CR count one each.
  package var lineBreaks: Int { unsafe cardmill_count_line_breaks(base, count) }

  package var isASCII: Bool { unsafe cardmill_ascii_prefix(base, count) == count }

  /// The length of the longest prefix that is whole, valid UTF-8.
  package var validUTF8Prefix: Int { unsafe cardmill_valid_utf8_prefix(base, count) }

  package var isValidUTF8: Bool { validUTF8Prefix == count }

  // MARK: Comparing

  @inlinable
  package func equals(_ other: ByteView) -> Bool {
    guard count == other.count else { return false }
    // The last word overlaps the one before, so that no bytes are left over.
    if count >= 8 {
      let last = count &- 8
      var index = 0
      while index < last {
        if word(index) != other.word(index) { return false }
        index &+= 8
      }
      return word(last) == other.word(last)
    }
    if count >= 4 {
      let last = count &- 4
      return halfWord(0) == other.halfWord(0) && halfWord(last) == other.halfWord(last)
    }
    var index = 0
    while index < count {
      if unsafe base[index] != other.base[index] { return false }
      index &+= 1
    }
    return true
  }

  @inlinable
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return equals(text.view)
  }

  /// Whether the bytes begin with `text`.
  @inlinable
  package func starts(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return upTo(text.utf8CodeUnitCount).equals(text.view)
  }

  /// Whether the bytes are `text` when the case of ASCII letters is ignored; `text` is in upper
  /// case.
  @inlinable
  package func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return startsIgnoringCase(text)
  }

  @inlinable
  package func startsIgnoringCase(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    var index = 0
    while index < text.utf8CodeUnitCount {
      if unsafe base[index].asciiUppercased != text.utf8Start[index] { return false }
      index &+= 1
    }
    return true
  }

  @inlinable
  package func equalsIgnoringCase(_ other: ByteView) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count
    where self[index].asciiUppercased != other[index].asciiUppercased {
      return false
    }
    return true
  }

  /// Whether the text begins with a scheme (RFC 3986, 3.1).
  package var looksLikeURI: Bool {
    let colon = first(UInt8(ascii: ":"))
    guard colon < count, colon > 1, self[0].isLetter else { return false }
    for index in 1..<colon {
      let byte = self[index]
      guard
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      else { return false }
    }
    return colon + 1 < count && !self[colon + 1].isBlank
  }

  // MARK: Making other things

  /// The bytes without spaces and tabs at both ends.
  @inlinable
  package var trimmed: ByteView {
    var start = 0
    var end = count
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return self[start..<end]
  }

  /// The text, with anything that is not UTF-8 replaced.
  package var string: String {
    unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  package var array: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }

  /// A number of decimal digits, or nil.
  @inlinable package var decimal: Int? {
    guard count > 0, count < 18 else { return nil }
    var value = 0
    for index in 0..<count {
      guard self[index].isDigit else { return nil }
      value = value * 10 + Int(self[index] - UInt8(ascii: "0"))
    }
    return value
  }
}

extension Array where Element == UInt8 {
  /// Calls `body` with a view that is valid for the call.
  package func withView<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return try body(.empty) }
      return try unsafe body(ByteView(base: base, count: buffer.count))
    }
  }
}

extension Span where Element == UInt8 {
  /// Calls `body` with a view that is valid for the call.
  package func withView<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return try body(.empty) }
      return try unsafe body(ByteView(base: base, count: buffer.count))
    }
  }
}

extension String {
  /// Calls `body` with a view of the text's UTF-8 bytes that is valid for the call.
  package func withView<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    var copy = self
    return try copy.withUTF8 { buffer in
      guard let base = buffer.baseAddress else { return try body(.empty) }
      return try unsafe body(ByteView(base: base, count: buffer.count))
    }
  }
}

extension StaticString {
  /// The literal's bytes; they live as long as the program.
  @inlinable
  package var view: ByteView {
    unsafe ByteView(base: utf8Start, count: utf8CodeUnitCount)
  }
}

extension UInt8 {
  @inlinable @inline(__always)
  package var asciiUppercased: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }
  @inlinable @inline(__always)
  package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
  @inlinable @inline(__always)
  package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable @inline(__always)
  package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable @inline(__always)
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// The value of a hexadecimal digit, or nil.
  @inlinable
  package var hexDigit: UInt8? {
    if isDigit { return self & 15 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}
