extension String {
  /// The text with blanks up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text broken at blanks, the further lines indented.
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
      text += word
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
