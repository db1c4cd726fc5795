extension String {
  /// The text with blanks up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text broken at blanks but not at no-break spaces, the further lines indented.
  func wrapped(at width: Int, indent: Int) -> String {
    var text = ""
    var length = indent
    for word in split(separator: " ") {
      if length > indent {
        if length + 1 + word.count > width {
          text += "\n" + String(repeating: " ", count: indent)
          length = indent
        } else {
          text += " "
          length += 1
        }
      }
      // A no-break space kept two words together until here.
      text += word.map { $0 == "\u{A0}" ? " " : String($0) }.joined()
      length += word.count
    }
    return text
  }

  /// The text without blanks at its end.
  var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
