/// Reads the lines of a mapping file.
struct MappingParser {
  private(set) var mapping = Mapping()
  private(set) var mistakes: [Mapping.Mistake] = []
  private var line = 0

  private static let keys = ["format", "delimiter", "encoding", "record"]

  /// A word and the column of its first byte, from 1.
  private struct Word {
    var text: String
    var column: Int
  }

  /// Reads the next line.
  mutating func read(_ text: Substring) {
    line += 1
    var scanner = Scanner(text, isFirst: line == 1)
    scanner.skipBlanks()
    guard !scanner.isAtEnd, !scanner.isAtComment else { return }
    do throws(Problem) {
      if let key = scanner.headKey() {
        try readHead(key, &scanner)
      } else {
        mapping.rows.append(try readRow(&scanner))
      }
    } catch {
      mistakes.append(
        Mapping.Mistake(line: line, column: error.column, message: error.message))
    }
  }

  private mutating func readHead(
    _ key: (text: String, column: Int), _ scanner: inout Scanner
  ) throws(Problem) {
    let name = key.text.lowercased()
    guard Self.keys.contains(name) else {
      let meant = Suggestion.nearest(to: name, in: Self.keys).map { "did you mean \($0)?" }
      throw Problem(
        key.column,
        "there is no '\(key.text):' here; "
          + (meant ?? "there are \(Self.keys.joined(separator: ", ")), or HEADING -> PATH"))
    }
    scanner.skipBlanks()
    let value = try scanner.word() ?? ("", scanner.column)
    guard !value.0.isEmpty else { throw Problem(value.1, "\(name): needs a value") }
    switch name {
    case "format": mapping.format = FormatID(value.0)
    case "encoding": mapping.encoding = value.0
    case "record": mapping.record = value.0
    default:
      let delimiter = value.0.lowercased() == "tab" ? "\t" : value.0
      guard delimiter.utf8.count == 1 else {
        throw Problem(value.1, "a delimiter is one character, such as ; or tab")
      }
      mapping.delimiter = delimiter
    }
    scanner.skipBlanks()
    if !scanner.isAtEnd, !scanner.isAtComment {
      throw Problem(scanner.column, "\(name): has one value; a blank in it needs double quotes")
    }
  }

  private func readRow(_ scanner: inout Scanner) throws(Problem) -> Mapping.Row {
    let source = try scanner.source()
    guard scanner.skipArrow() else {
      throw Problem(
        scanner.column,
        "an arrow is missing: write the line as HEADING -> PATH, such as Mail -> emails")
    }
    scanner.skipBlanks()
    guard let path = try scanner.word() else {
      throw Problem(scanner.column, "a path is missing behind the arrow, such as emails")
    }
    guard let target = MappingTarget(path.0) else { throw Self.unknownPath(path.0, path.1) }
    var row = Mapping.Row(source, to: path.0, line: line)
    while true {
      scanner.skipBlanks()
      guard !scanner.isAtEnd, !scanner.isAtComment, let word = try scanner.word() else { break }
      try read(word.0, at: word.1, target, into: &row)
    }
    return row
  }

  private static func unknownPath(_ path: String, _ column: Int) -> Problem {
    if let bracket = path.firstIndex(of: "["), MappingTarget(String(path[..<bracket])) != nil {
      return Problem(column, "paths have no index here; write \(path[..<bracket])")
    }
    let parts = ["name", "addresses", "extra"].filter { path == $0 || path == $0 + "." }
    if let part = parts.first {
      let inner =
        part == "extra"
        ? ["extra.X-NAME"] : MappingTarget.paths.filter { $0.hasPrefix(part + ".") }
      return Problem(column, "\(part) needs a part: \(inner.joined(separator: ", "))")
    }
    let meant = Suggestion.nearest(to: path, in: MappingTarget.paths).map { "did you mean \($0)?" }
    return Problem(
      column,
      "there is no path '\(path)'; "
        + (meant ?? "extra.NAME holds what has no path; `cardmill help map` lists the paths"))
  }

  private func read(
    _ word: String, at column: Int, _ target: MappingTarget, into row: inout Mapping.Row
  ) throws(Problem) {
    if let equals = word.firstIndex(of: "=") {
      let value = String(word[word.index(after: equals)...])
      switch word[..<equals].lowercased() {
      case "types", "type":
        return try readTypes(value, at: column + word[...equals].utf8.count, target, into: &row)
      case "label":
        guard target.hasTypes else { throw Problem(column, "\(target.path) has no label") }
        return row.label = value
      case let name:
        let meant = Suggestion.nearest(to: name, in: ["types", "label"])
        throw Problem(
          column,
          "there is no '\(name)='; "
            + (meant.map { "did you mean \($0)=?" } ?? "there are types= and label="))
      }
    }
    let transform: Mapping.Transform
    switch word.lowercased() {
    case "none": transform = .none
    case "base64": transform = .base64
    case "lower": transform = .lower
    case let lower where lower.hasPrefix("split:"): transform = .split(String(word.dropFirst(6)))
    case let lower where lower.hasPrefix("date:"): transform = .date(String(word.dropFirst(5)))
    default:
      let name = word.prefix { $0 != ":" }
      let all = ["split:", "date:", "base64", "lower", "types=", "label="]
      let meant = Suggestion.nearest(to: String(name), in: ["split", "date", "base64", "lower"])
      throw Problem(
        column,
        "'\(word)' says nothing; "
          + (meant.map { "did you mean \($0)?" } ?? "there are \(all.joined(separator: ", "))"))
    }
    if let problem = target.problem(with: transform) { throw Problem(column, problem) }
    guard row.transform == .none else { throw Problem(column, "a line has one transform") }
    row.transform = transform
  }

  private func readTypes(
    _ list: String, at start: Int, _ target: MappingTarget, into row: inout Mapping.Row
  ) throws(Problem) {
    guard target.hasTypes else { throw Problem(start, "\(target.path) has no types") }
    var column = start
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      let type = word.lowercased() == "mobile" ? "cell" : word.lowercased()
      guard type.withView({ TypeWord($0) }) != .unknown else {
        let meant = Suggestion.nearest(to: type, in: TypeWord.allCases.map(\.text))
        throw Problem(
          column,
          "there is no type '\(word)'; "
            + (meant.map { "did you mean \($0)?" } ?? "words of your own are a label=\"…\""))
      }
      if !row.types.contains(type) { row.types.append(type) }
      column += word.utf8.count + 1
    }
  }

  /// Why a line cannot be read, and where.
  fileprivate struct Problem: Error {
    let column: Int
    let message: String
    init(_ column: Int, _ message: String) {
      self.column = column
      self.message = message
    }
  }
}

/// Finds the words of a line.
private struct Scanner {
  private let text: [UInt8]
  private var at = 0

  init(_ line: Substring, isFirst: Bool) {
    var bytes = Array(line.utf8)
    // A byte order mark is no text.
    if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    text = bytes
  }

  /// In bytes, from 1.
  var column: Int { at + 1 }
  var isAtEnd: Bool { at >= text.count }
  /// Whether a comment begins here, at the line's start or behind a blank.
  var isAtComment: Bool {
    at < text.count && text[at] == UInt8(ascii: "#") && (at == 0 || text[at - 1].isBlank)
  }

  mutating func skipBlanks() {
    while at < text.count, text[at].isBlank { at += 1 }
  }

  /// The key of a head line, which has a colon behind a bare word and no arrow.
  mutating func headKey() -> (text: String, column: Int)? {
    var end = at
    while end < text.count, text[end].isLetter { end += 1 }
    guard end > at, end < text.count, text[end] == UInt8(ascii: ":") else { return nil }
    for place in end..<text.count where arrowLength(at: place) > 0 { return nil }
    defer { at = end + 1 }
    return (String(decoding: text[at..<end], as: UTF8.self), column)
  }

  private func arrowLength(at place: Int) -> Int {
    if text[place...].starts(with: "->".utf8) { return 2 }
    return text[place...].starts(with: "→".utf8) ? 3 : 0
  }

  mutating func skipArrow() -> Bool {
    skipBlanks()
    guard at < text.count else { return false }
    let length = arrowLength(at: at)
    at += length
    return length > 0
  }

  /// What stands before the arrow.
  mutating func source() throws(MappingParser.Problem) -> Mapping.Source {
    let start = column
    if text[at] == UInt8(ascii: "\"") { return .name(try quoted()) }
    var end = at
    while end < text.count, arrowLength(at: end) == 0 { end += 1 }
    var shown = String(decoding: text[at..<end], as: UTF8.self)
    at = end
    while let last = shown.last, last == " " || last == "\t" { shown.removeLast() }
    if shown.isEmpty { throw MappingParser.Problem(start, "a heading is missing before the arrow") }
    if shown.first == "[", shown.last == "]", let number = Int(shown.dropFirst().dropLast()) {
      guard number > 0 else { throw MappingParser.Problem(start, "columns count from 1") }
      return .column(number)
    }
    return .name(shown)
  }

  /// The next word with its quotes resolved, or nil at the end.
  mutating func word() throws(MappingParser.Problem) -> (String, Int)? {
    guard !isAtEnd, !isAtComment else { return nil }
    let start = column
    var word: [UInt8] = []
    while at < text.count, !text[at].isBlank {
      if text[at] == UInt8(ascii: "\"") {
        word += Array(try quoted().utf8)
      } else {
        word.append(text[at])
        at += 1
      }
    }
    return (String(decoding: word, as: UTF8.self), start)
  }

  private mutating func quoted() throws(MappingParser.Problem) -> String {
    let start = column
    let quote = UInt8(ascii: "\"")
    var content: [UInt8] = []
    at += 1
    while at < text.count {
      if text[at] == quote {
        guard at + 1 < text.count, text[at + 1] == quote else {
          at += 1
          return String(decoding: content, as: UTF8.self)
        }
        at += 1
      }
      content.append(text[at])
      at += 1
    }
    throw MappingParser.Problem(start, "the closing double quote is missing")
  }
}
