import Cardmill

/// What is wrong with an expression, and where.
struct ExpressionError: Error {
  /// A sentence without a full stop.
  var message: String
  /// The place in the expression, in bytes; nil when it is not known.
  var range: Range<Int>?
  /// What helps, a line each.
  var hints: [String]

  init(_ message: String, _ range: Range<Int>? = nil, hints: [String] = []) {
    self.message = message
    self.range = range
    self.hints = hints
  }

  /// The error as everybody else sees it: the message, the expression with a caret under the place,
  /// and the hints, a line each.
  func sourceError(in expression: String) -> SourceError {
    guard let range else {
      let lines = [message, "  " + Self.excerpt(of: expression, 0).line] + hints
      return SourceError(.usage, Diagnostic(.usage, lines.joined(separator: "\n")))
    }
    let start = min(range.lowerBound, expression.utf8.count)
    let before = String(decoding: Array(expression.utf8)[..<start], as: UTF8.self)
    let line = before.utf8.count { $0 == 0x0A } + 1
    let column =
      (before.split(separator: "\n", omittingEmptySubsequences: false).last?.count ?? 0) + 1
    let place = line == 1 ? "column \(column)" : "line \(line), column \(column)"
    let (text, caret) = Self.excerpt(of: expression, start)
    let lines =
      [
        "\(message) (\(place) of the expression)", "  " + text,
        "  " + String(repeating: " ", count: caret) + "^",
      ] + hints
    return SourceError(.usage, Diagnostic(.usage, lines.joined(separator: "\n"), column: column))
  }

  /// The line of the expression that holds a place, cut down around it, and where the place is in
  /// it.
  private static func excerpt(of expression: String, _ place: Int) -> (line: String, caret: Int) {
    let bytes = Array(expression.utf8)
    let start = (bytes[..<place].lastIndex(of: 0x0A) ?? -1) + 1
    let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
    let before = shown(String(decoding: bytes[start..<place], as: UTF8.self))
    let after = shown(String(decoding: bytes[place..<end], as: UTF8.self))
    let head = before.count > 40 ? "…" + before.suffix(39) : before
    let tail = after.count > 36 ? after.prefix(35) + "…" : after
    return (head + tail, head.count)
  }

  private static func shown(_ text: String) -> String {
    String(
      text.map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? " " : $0 })
  }
}
