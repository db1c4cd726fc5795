import Cardmill
import CardmillSQLite

extension ExpressionError {
  /// Says in a person's words what SQLite found.
  ///
  /// - Parameters:
  ///   - error: SQLite's error; its offset counts in the expression.
  ///   - tokens: the expression.
  ///   - refused: what the authorizer did not allow.
  init(_ error: SQLiteError, in tokens: SQLTokens, refused: StatementAction?) {
    switch refused {
    case .function(let name):
      self.init(function: name, "cannot be used here", in: tokens)
      return
    case .read("contacts", let column):
      self.init(column: column, in: tokens, at: nil)
      return
    case .select, .read:
      self.init("an expression cannot hold a query", nil)
      return
    case .other:
      self.init("an expression cannot do this: \(error.message)", nil)
      return
    case nil: break
    }
    let token = error.offset.flatMap { offset in
      tokens.all.first { $0.range.upperBound > offset }
    }
    if let name = error.message.rest(behind: "no such column: ") {
      self.init(column: name, in: tokens, at: token)
    } else if let name = error.message.rest(behind: "no such function: ") {
      self.init(function: name, "does not exist", in: tokens)
    } else if error.message.hasSuffix("syntax error") || error.message == "incomplete input" {
      guard let offset = error.offset, offset < tokens.bytes.count, let token else {
        self.init(
          "something is missing at the end of the expression",
          tokens.bytes.count..<tokens.bytes.count)
        return
      }
      self.init("syntax error at \"\(tokens.text(token))\"", token.range)
    } else if let name = error.message.rest(behind: "wrong number of arguments to function ") {
      let name = String(name.prefix { $0 != "(" })
      let place = tokens.call(of: name)
      self.init("\(name)() has the wrong number of arguments", place ?? token?.range)
      if let usage = Self.usages[name.lowercased()] { hints = ["use: \(usage)"] }
    } else if error.isInterruption {
      self.init("the expression takes too long")
    } else {
      self.init(error.message, token?.range)
    }
  }

  private static let usages = [
    "has": "has(categories, 'Spam')", "any_like": "any_like(emails, '%@old.example')",
    "x": "x('X-NAME')", "xs": "xs('X-NAME')",
  ]

  private static var columnHint: String {
    "columns: " + ContactColumn.allCases.map(\.name).joined(separator: ", ")
  }

  /// An unknown column.
  private init(column name: String, in tokens: SQLTokens, at token: SQLTokens.Token?) {
    let bare = String(name.split(separator: ".").last ?? "")
    let place = token ?? tokens.all.first { tokens.isName($0, bare) }
    let isQuoted = place?.kind == .quotedName
    let nearest = Suggestion.nearest(
      to: isQuoted ? name : bare, in: ContactColumn.allCases.map(\.name))
    let meant = nearest.map { "; did you mean \($0)?" } ?? ""
    self.init("there is no column \"\(name)\"\(meant)", place?.range, hints: [Self.columnHint])
    if isQuoted, nearest == nil {
      let text = name.replacing("'", with: "''")
      hints.insert("a text stands in single quotes: '\(text)'", at: 0)
    }
  }

  /// A function that is unknown or not allowed.
  private init(function name: String, _ problem: String, in tokens: SQLTokens) {
    let nearest = Suggestion.nearest(to: name, in: QueryFunction.names)
    let meant = nearest.flatMap { $0 == name ? nil : "; did you mean \($0)()?" } ?? ""
    self.init(
      "the function \(name)() \(problem)\(meant)", tokens.call(of: name),
      hints: [
        "functions: has, any_like, x, xs, and those of SQLite that look at nothing but their "
          + "arguments"
      ])
  }
}

extension SQLTokens {
  /// The first call of a function, else the first word that is its name.
  fileprivate func call(of name: String) -> Range<Int>? {
    let wanted = name.uppercased()
    let calls = all.indices.filter { keyword($0) == wanted }
    return (calls.first { isCall($0) } ?? calls.first).map { all[$0].range }
  }

  /// Whether a token is a name, in quotes or not.
  fileprivate func isName(_ token: Token, _ name: String) -> Bool {
    switch token.kind {
    case .word: text(token).lowercased() == name.lowercased()
    case .quotedName:
      String(decoding: content(token), as: UTF8.self).lowercased() == name.lowercased()
    default: false
    }
  }
}

extension String {
  fileprivate func rest(behind start: String) -> String? {
    hasPrefix(start) ? String(dropFirst(start.count)) : nil
  }
}
