import Cardmill

/// Folding of long lines (RFC 6350, 3.2): CR LF and a space, at 75 octets.
enum LineFolding {
  /// Folds what stands in `output` from `start` on, in place.
  static func fold(from start: Int, _ output: inout ByteBuffer) {
    let length = output.count - start
    // The text moves to the end of the buffer's room and comes back piece by piece.
    let extra = length / 72 * 3 + 16
    output.reserve(extra)
    output.moveTail(from: start, by: extra)
    var at = start + extra
    let end = at + length
    output.truncate(to: start)
    var limit = 75
    while end - at > limit {
      var cut = at + limit
      while cut > at + 1, mayNotCut(output, at: cut) { cut -= 1 }
      output.appendFromRoom(at..<cut)
      output.append("\r\n ")
      at = cut
      limit = 74
    }
    output.appendFromRoom(at..<end)
  }

  /// Whether the octet at `place` has to stay with the one before it: inside a character, behind a
  /// backslash, a colon.
  @inline(__always)
  private static func mayNotCut(_ output: borrowing ByteBuffer, at place: Int) -> Bool {
    let byte = output.byteInRoom(place)
    if byte & 0xC0 == 0x80 || byte == UInt8(ascii: ":") { return true }
    return output.byteInRoom(place - 1) == UInt8(ascii: "\\")
  }
}

extension ByteBuffer {
  /// Moves the content from `start` on into the room behind it.
  fileprivate mutating func moveTail(from start: Int, by distance: Int) {
    precondition(start >= 0 && start <= length && length + distance <= capacity)
    unsafe (base + start + distance).update(from: base + start, count: length - start)
  }

  @inline(__always)
  fileprivate borrowing func byteInRoom(_ place: Int) -> UInt8 {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: capacity))
    return unsafe base[place]
  }

  /// Appends a piece of what lies in the room behind the content.
  @inline(__always)
  fileprivate mutating func appendFromRoom(_ range: Range<Int>) {
    precondition(range.lowerBound >= length && range.upperBound <= capacity)
    unsafe (base + length).update(from: base + range.lowerBound, count: range.count)
    length += range.count
  }
}

/// Quoted-printable values of vCard 2.1.
enum QuotedPrintable {
  /// Appends `:text` and CR LF; text that is not plain ASCII is encoded, with the parameters that
  /// say so before the colon.
  static func append(_ text: ByteView, to output: inout ByteBuffer) {
    var isPlain = true
    for index in 0..<text.count where text[index] < 0x20 || text[index] > 0x7E {
      isPlain = false
      break
    }
    if isPlain {
      output.append(UInt8(ascii: ":"))
      output.append(text)
      output.append("\r\n")
      return
    }
    output.append(
      text.isASCII ? ";ENCODING=QUOTED-PRINTABLE:" : ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:")
    var column = lineLength(output)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == 0x0D, index < text.count, text[index] == 0x0A { continue }
      let isLiteral =
        byte >= 0x20 && byte <= 0x7E && byte != UInt8(ascii: "=")
        && !(byte == 0x20 && index == text.count)
      let width = byte == 0x0A ? 6 : isLiteral ? 1 : 3
      if column + width > 75 {
        output.append("=\r\n")
        column = 0
      }
      if byte == 0x0A {
        output.append("=0D=0A")
      } else if isLiteral, !(column == 0 && byte == 0x20) {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "="))
        output.append(digit(byte >> 4))
        output.append(digit(byte & 15))
      }
      column += column == 0 && byte == 0x20 ? 3 : width
    }
    output.append("\r\n")
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func lineLength(_ output: borrowing ByteBuffer) -> Int {
    var start = output.count
    while start > 0, output[start - 1] != 0x0A { start -= 1 }
    return output.count - start
  }
}
