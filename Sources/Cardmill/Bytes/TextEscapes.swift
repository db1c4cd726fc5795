/// Backslash escapes of text values (RFC 6350, 3.4; decision: before a character that needs no
/// escape the backslash is removed).
package enum TextEscapes {
  /// Appends `text` without its escapes.
  ///
  /// - Returns: whether an escape was met that the standard does not have.
  @discardableResult
  package static func decode(_ text: ByteView, into buffer: inout ByteBuffer) -> Bool {
    var odd = false
    var start = 0
    while true {
      let at = text.first(UInt8(ascii: "\\"), from: start)
      if at > start { buffer.append(text[start..<at]) }
      guard at < text.count else { return odd }
      guard at + 1 < text.count else {
        buffer.append(UInt8(ascii: "\\"))
        return odd
      }
      let letter = text[at + 1]
      start = at + 2
      switch letter {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): buffer.append(UInt8(ascii: "\n"))
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): buffer.append(letter)
      case UInt8(ascii: "r"):
        // Google writes \r: gone before \n, else a line break.
        if start + 1 < text.count, text[start] == UInt8(ascii: "\\"),
          text[start + 1] | 0x20 == UInt8(ascii: "n")
        {
          continue
        }
        buffer.append(UInt8(ascii: "\n"))
      default:
        odd = true
        buffer.append(letter)
      }
    }
  }

  /// `text` without its escapes.
  package static func decoded(_ text: String) -> String {
    text.withView { view in
      var buffer = ByteBuffer(capacity: view.count)
      decode(view, into: &buffer)
      return buffer.view.string
    }
  }

  /// `text` with its escapes.
  package static func encoded(_ text: String) -> String {
    text.withView { view in
      var buffer = ByteBuffer(capacity: view.count)
      encode(view, into: &buffer)
      return buffer.view.string
    }
  }

  /// Appends `text` with a backslash before commas, semicolons and backslashes, and line breaks as
  /// `\n`.
  package static func encode(_ text: ByteView, into buffer: inout ByteBuffer) {
    var start = 0
    while true {
      let at = text.firstTextEscape(from: start)
      if at > start { buffer.append(text[start..<at]) }
      guard at < text.count else { return }
      switch text[at] {
      case UInt8(ascii: "\n"): buffer.append("\\n")
      case UInt8(ascii: "\r"):
        // One line break, however it was written.
        if at + 1 >= text.count || text[at + 1] != UInt8(ascii: "\n") { buffer.append("\\n") }
      case let byte:
        buffer.append(UInt8(ascii: "\\"))
        buffer.append(byte)
      }
      start = at + 1
    }
  }
}
