/// Why a text is no JSON, and where.
package struct JSONError: Error, Sendable, Hashable {
  /// Whether arrays and objects are nested too deeply; otherwise the text is against the grammar.
  package var isTooDeep = false
  /// Whether a reader of the tokens has met a limit of its own.
  package var isOverLimit = false
  /// A sentence without a full stop.
  package var message: String
  /// The place in the text, in bytes.
  package var offset: Int

  package init(
    _ message: String, at offset: Int, isTooDeep: Bool = false, isOverLimit: Bool = false
  ) {
    self.message = message
    self.offset = offset
    self.isTooDeep = isTooDeep
    self.isOverLimit = isOverLimit
  }
}

/// Takes JSON text apart, token by token (RFC 8259): strict, without recursion and without
/// allocating.
///
/// A token's text is a place in the bytes that the reader was made of; only `appendString` decodes.
/// Duplicate keys are given as often as they stand, numbers keep their digits.
package struct JSONReader {
  /// A piece of JSON.
  package enum Token: Sendable, Hashable {
    case beginObject, endObject, beginArray, endArray
    /// The name of a member; its value comes next.
    case key
    case string, number, yes, no, null
    /// Nothing but white space is left.
    case end
  }

  private enum State {
    case value, firstElementOrEnd, firstKeyOrEnd, key, afterValue
  }

  /// How deep arrays and objects may be nested at most.
  package static let greatestDepth = 64

  package let bytes: ByteView
  /// Where the next token is looked for.
  package private(set) var position = 0
  /// The last token's bytes; a string's and key's without the quotes.
  package private(set) var tokenRange = 0..<0
  /// Whether the last token is a string or key that holds escapes.
  package private(set) var hasEscapes = false
  /// How many arrays and objects are open.
  package private(set) var depth = 0

  private let depthLimit: Int
  /// One bit for each open array or object, the innermost's the lowest: set for an object.
  private var objects: UInt64 = 0
  private var state = State.value

  package init(_ bytes: ByteView, depthLimit: Int = JSONReader.greatestDepth) {
    self.bytes = bytes
    self.depthLimit = min(max(depthLimit, 1), Self.greatestDepth)
  }

  /// The last token's bytes.
  package var text: ByteView { bytes[tokenRange] }

  /// Reads the next token.
  package mutating func next() throws(JSONError) -> Token {
    skipWhiteSpace()
    if state == .afterValue {
      if depth == 0 {
        guard position == bytes.count else { throw fail("text after the value") }
        return .end
      }
      let byte = try peek()
      guard byte == UInt8(ascii: ",") else {
        return try close(byte)
      }
      position += 1
      state = objects & 1 == 1 ? .key : .value
      skipWhiteSpace()
    }
    let byte = try peek()
    switch state {
    case .firstKeyOrEnd where byte == UInt8(ascii: "}"): return try close(byte)
    case .firstElementOrEnd where byte == UInt8(ascii: "]"): return try close(byte)
    case .firstKeyOrEnd, .key: return try readKey(byte)
    default: return try readValue(byte)
    }
  }

  /// Passes over the value whose first token was `token`: nothing more for a plain one.
  ///
  /// - Returns: the value's bytes.
  @discardableResult
  package mutating func skip(_ token: Token) throws(JSONError) -> Range<Int> {
    guard token == .beginObject || token == .beginArray else {
      return token == .string ? tokenRange.lowerBound - 1..<tokenRange.upperBound + 1 : tokenRange
    }
    let start = tokenRange.lowerBound
    let outer = depth - 1
    while depth > outer { _ = try next() }
    return start..<tokenRange.upperBound
  }

  /// Whether the last string or key is `text`.
  package func tokenEquals(_ text: StaticString) -> Bool {
    if !hasEscapes { return self.text.equals(text) }
    var buffer = ByteBuffer(capacity: 64)
    appendString(to: &buffer)
    return buffer.view.equals(text)
  }

  /// Appends the decoded text of the last string or key; half of a surrogate pair becomes U+FFFD.
  package func appendString(to buffer: inout ByteBuffer) {
    let text = text
    var start = 0
    while start < text.count {
      let at = hasEscapes ? text.first(UInt8(ascii: "\\"), from: start) : text.count
      buffer.append(text[start..<at])
      guard at + 1 < text.count else { return }
      start = at + 2
      switch text[at + 1] {
      case UInt8(ascii: "n"): buffer.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): buffer.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "r"): buffer.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "b"): buffer.append(0x08)
      case UInt8(ascii: "f"): buffer.append(0x0C)
      case UInt8(ascii: "u"):
        start = at + 6
        var value = Self.hexadecimal(text, at + 2)
        if value & 0xFC00 == 0xD800, start + 6 <= text.count, text[start] == UInt8(ascii: "\\"),
          text[start + 1] == UInt8(ascii: "u")
        {
          let low = Self.hexadecimal(text, start + 2)
          if low & 0xFC00 == 0xDC00 {
            value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
            start += 6
          }
        }
        buffer.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      case let byte: buffer.append(byte)
      }
    }
  }

  private static func hexadecimal(_ text: ByteView, _ start: Int) -> UInt32 {
    guard start + 4 <= text.count else { return 0xFFFD }
    var value: UInt32 = 0
    for index in start..<start + 4 { value = value << 4 | UInt32(text[index].hexDigit ?? 0) }
    return value
  }

  // MARK: Tokens

  private func fail(_ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(message, at: offset ?? position)
  }

  private func peek() throws(JSONError) -> UInt8 {
    guard position < bytes.count else { throw fail("the text ends inside a value") }
    return bytes[position]
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func close(_ byte: UInt8) throws(JSONError) -> Token {
    let isObject = objects & 1 == 1
    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw fail(
        isObject
          ? "neither a comma nor the end of the object" : "neither a comma nor the end of the array"
      )
    }
    tokenRange = position..<position + 1
    position += 1
    depth -= 1
    objects >>= 1
    state = .afterValue
    return isObject ? .endObject : .endArray
  }

  private mutating func open(isObject: Bool) throws(JSONError) -> Token {
    guard depth < depthLimit else {
      throw JSONError(
        "more than \(depthLimit) arrays and objects in one another", at: position, isTooDeep: true)
    }
    tokenRange = position..<position + 1
    position += 1
    depth += 1
    objects = objects << 1 | (isObject ? 1 : 0)
    state = isObject ? .firstKeyOrEnd : .firstElementOrEnd
    return isObject ? .beginObject : .beginArray
  }

  private mutating func readKey(_ byte: UInt8) throws(JSONError) -> Token {
    guard byte == UInt8(ascii: "\"") else {
      throw fail("the name of a member does not begin with a quote")
    }
    try readString()
    skipWhiteSpace()
    guard try peek() == UInt8(ascii: ":") else { throw fail("no colon after the name of a member") }
    position += 1
    state = .value
    return .key
  }

  private mutating func readValue(_ byte: UInt8) throws(JSONError) -> Token {
    switch byte {
    case UInt8(ascii: "\""):
      try readString()
      state = .afterValue
      return .string
    case UInt8(ascii: "{"): return try open(isObject: true)
    case UInt8(ascii: "["): return try open(isObject: false)
    case UInt8(ascii: "t"): return try readWord("true", .yes)
    case UInt8(ascii: "f"): return try readWord("false", .no)
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: return try readNumber(byte)
    }
  }

  private mutating func readWord(_ word: StaticString, _ token: Token) throws(JSONError) -> Token {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes[position..<end].equals(word) else {
      throw fail("this is no value of JSON")
    }
    tokenRange = position..<end
    position = end
    state = .afterValue
    return token
  }

  private mutating func readNumber(_ first: UInt8) throws(JSONError) -> Token {
    let start = position
    var at = position
    func digits() -> Int {
      var end = at
      while end < bytes.count, bytes[end].isDigit { end += 1 }
      return end
    }
    if first == UInt8(ascii: "-") { at += 1 }
    var end = digits()
    // RFC 8259, 6: no leading zeros.
    guard end > at, end == at + 1 || bytes[at] != UInt8(ascii: "0") else {
      throw fail("this is no value of JSON")
    }
    at = end
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      end = digits()
      guard end > at else { throw fail("a number ends with its decimal point", at: start) }
      at = end
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
        at += 1
      }
      end = digits()
      guard end > at else { throw fail("a number without its exponent", at: start) }
      at = end
    }
    tokenRange = start..<at
    position = at
    state = .afterValue
    return .number
  }

  /// Reads a string from its opening quote on.
  private mutating func readString() throws(JSONError) {
    let start = position + 1
    var at = start
    hasEscapes = false
    while true {
      at = bytes.firstSpecial(from: at)
      guard at < bytes.count else { throw fail("a string without an end") }
      if bytes[at] == UInt8(ascii: "\"") { break }
      guard bytes[at] == UInt8(ascii: "\\") else {
        throw fail("a control character inside a string", at: at)
      }
      hasEscapes = true
      guard at + 1 < bytes.count else { throw fail("a string without an end") }
      switch bytes[at + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        at += 2
      case UInt8(ascii: "u"):
        guard at + 6 <= bytes.count else { throw fail("a string without an end") }
        for index in at + 2..<at + 6 where bytes[index].hexDigit == nil {
          throw fail("\\u without four hexadecimal digits", at: at)
        }
        at += 6
      default: throw fail("a backslash before a character that needs none", at: at)
      }
    }
    tokenRange = start..<at
    position = at + 1
  }
}
