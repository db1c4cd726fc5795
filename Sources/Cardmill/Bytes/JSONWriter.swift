// JSON text is written straight into a buffer: keys are literals of the program, values pieces of
// an input. Nearly all of them need no escape, so a value is one search for a character to escape
// and one copy. What may be no UTF-8, or may hold U+2028 or U+2029 (which are no line ends in JSON
// but are in JavaScript), takes the careful way; a writer of many values asks `isPlainJSONText`
// once for all.

/// What becomes of line breaks in a JSON string.
@usableFromInline
package enum JSONLineBreaks: Sendable {
  /// They stay what they are.
  case kept
  /// CR LF and a lone CR become LF.
  case lineFeeds
}

extension ByteBuffer {
  /// Appends any text as a JSON string with its quotes; what is not UTF-8 is replaced (U+FFFD).
  package mutating func appendJSON(_ text: ByteView, lineBreaks: JSONLineBreaks = .kept) {
    append(UInt8(ascii: "\""))
    appendJSONContent(text, lineBreaks: lineBreaks)
    append(UInt8(ascii: "\""))
  }

  /// Appends a text as a JSON string with its quotes.
  package mutating func appendJSON(_ text: String, lineBreaks: JSONLineBreaks = .kept) {
    text.withView { appendJSON($0, lineBreaks: lineBreaks) }
  }

  /// Appends any text as the content of a JSON string.
  package mutating func appendJSONContent(_ text: ByteView, lineBreaks: JSONLineBreaks = .kept) {
    if text.isASCII {
      appendPlainJSONContent(text, lineBreaks: lineBreaks)
    } else if !text.isValidUTF8 {
      text.string.withView { appendWithSeparators($0, lineBreaks) }
    } else {
      appendWithSeparators(text, lineBreaks)
    }
  }

  /// Appends a text that is UTF-8 without U+2028 and U+2029 as the content of a JSON string.
  @inlinable @inline(__always)
  package mutating func appendPlainJSONContent(_ text: ByteView, lineBreaks: JSONLineBreaks) {
    let at = text.firstSpecial()
    append(text.upTo(at))
    if at < text.count { appendEscaped(text, from: at, lineBreaks) }
  }

  /// Appends what is left of a text, which begins with a character to escape.
  @usableFromInline @inline(never)
  package mutating func appendEscaped(
    _ text: ByteView, from start: Int, _ lineBreaks: JSONLineBreaks
  ) {
    var at = start
    while at < text.count {
      var byte = text[at]
      at += 1
      if byte == UInt8(ascii: "\r"), lineBreaks == .lineFeeds {
        if at < text.count, text[at] == UInt8(ascii: "\n") { continue }
        byte = UInt8(ascii: "\n")
      }
      appendEscape(of: byte)
      let next = text.firstSpecial(from: at)
      append(text[at..<next])
      at = next
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
    case 0x08: append(UInt8(ascii: "b"))
    case 0x0C: append(UInt8(ascii: "f"))
    default:
      append("u00")
      append(hexadecimal: [byte])
    }
  }

  /// Appends valid UTF-8, U+2028 and U+2029 (E2 80 A8, E2 80 A9) escaped.
  private mutating func appendWithSeparators(_ text: ByteView, _ lineBreaks: JSONLineBreaks) {
    var start = 0
    var at = text.first(0xE2)
    while at < text.count {
      if at + 2 < text.count, text[at + 1] == 0x80, text[at + 2] & 0xFE == 0xA8 {
        appendPlainJSONContent(text[start..<at], lineBreaks: lineBreaks)
        append("\\u202")
        append(text[at + 2] == 0xA8 ? UInt8(ascii: "8") : UInt8(ascii: "9"))
        start = at + 3
      }
      at = text.first(0xE2, from: at + 1)
    }
    appendPlainJSONContent(text.from(start), lineBreaks: lineBreaks)
  }
}

extension ByteView {
  /// Whether the bytes are UTF-8 without U+2028 and U+2029, so that pieces cut between characters
  /// can be written by `appendPlainJSONContent`.
  package var isPlainJSONText: Bool {
    guard !isASCII else { return true }
    return isValidUTF8 && find(("\u{2028}" as StaticString).view) == nil
      && find(("\u{2029}" as StaticString).view) == nil
  }

  /// Whether a piece of valid UTF-8 begins and ends between characters.
  @inlinable @inline(__always)
  package var isCutBetweenCharacters: Bool {
    guard count > 0 else { return true }
    if self[0] & 0xC0 == 0x80 { return false }
    return self[count - 1] < 0x80 || endsWithWholeCharacter
  }

  @usableFromInline @inline(never)
  package var endsWithWholeCharacter: Bool {
    var at = count - 1
    while at > 0, self[at] & 0xC0 == 0x80 { at -= 1 }
    let length = self[at] >= 0xF0 ? 4 : self[at] >= 0xE0 ? 3 : self[at] >= 0xC0 ? 2 : 1
    return count - at == length
  }
}
