import Cardmill

extension SQLTokens {
  /// How long an expression may be, in bytes.
  static let greatestLength = 65_536
  /// How deep parentheses may be nested: SQLite's parser has room for about a hundred levels.
  static let greatestDepth = 64

  /// Refuses what no expression may hold.
  func check() throws(ExpressionError) {
    guard !all.isEmpty else { throw ExpressionError("the expression is empty", 0..<0) }
    try checkParentheses()
    for place in all.indices {
      switch all[place].kind {
      case .sign: try checkSign(place)
      case .word:
        try checkWord(place)
        if isCall(place) { try checkCall(place) }
      default: break
      }
    }
  }

  private func checkParentheses() throws(ExpressionError) {
    var open: [Range<Int>] = []
    for place in all.indices {
      if isSign(place, UInt8(ascii: "(")) {
        open.append(all[place].range)
        if open.count > Self.greatestDepth {
          throw ExpressionError(
            "parentheses are nested more than \(Self.greatestDepth) deep", all[place].range)
        }
      } else if isSign(place, UInt8(ascii: ")")), open.popLast() == nil {
        throw ExpressionError("this parenthesis was never opened", all[place].range)
      }
    }
    if let range = open.last {
      throw ExpressionError("this parenthesis is never closed", range)
    }
  }

  private func checkSign(_ place: Int) throws(ExpressionError) {
    let range = all[place].range
    switch bytes[range.lowerBound] {
    case UInt8(ascii: ";"):
      throw ExpressionError("an expression is one condition; a statement cannot follow it", range)
    case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"),
      UInt8(ascii: "#"):
      throw ExpressionError("an expression cannot have parameters", range)
    default: break
    }
  }

  private func checkWord(_ place: Int) throws(ExpressionError) {
    let message: String
    switch keyword(place) {
    case "SELECT", "VALUES", "WITH", "EXISTS", "UNION", "FROM":
      // x IS DISTINCT FROM y is a comparison.
      if keyword(place) == "FROM", keyword(place - 1) == "DISTINCT" { return }
      message = "an expression cannot hold a query"
    case "OVER", "FILTER": message = "an expression looks at one record, not at several"
    case "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP": message = Self.noClock
    case "MATCH": message = "MATCH cannot be used; LIKE, GLOB and REGEXP can"
    case "RAISE": message = "RAISE cannot be used"
    case "REGEXP":
      if all.indices.contains(place + 1), all[place + 1].kind == .text {
        try checkPattern(place + 1)
      }
      return
    default: return
    }
    throw ExpressionError(message, all[place].range)
  }

  private func checkPattern(_ place: Int) throws(ExpressionError) {
    let token = all[place]
    var text = ByteBuffer(capacity: 256)
    text.append(content(token))
    do throws(PatternError) {
      _ = try Pattern(text.view)
    } catch {
      let start = min(token.range.lowerBound + 1 + (error.offset ?? 0), token.range.upperBound - 1)
      throw ExpressionError("the pattern is wrong: \(error.message)", start..<start + 1)
    }
  }

  static let noClock =
    "an expression cannot use the current time; write the date, as in updated < '2020-01-31'"
  static let noZone =
    "an expression cannot depend on the time zone; updated and pending_since are in UTC"

  private func checkCall(_ place: Int) throws(ExpressionError) {
    let name = keyword(place).lowercased()
    let inner = place + 2..<end(of: place + 1) - 1
    if name == "min" || name == "max" {
      let commas = inner.count { isSign($0, UInt8(ascii: ",")) }
      if commas == 0 {
        throw ExpressionError("\(name)() needs two values to compare", all[place].range)
      }
    } else if QueryFunction.times.contains(name) {
      if inner.isEmpty { throw ExpressionError(Self.noClock, all[place].range) }
      for argument in inner where all[argument].kind == .text {
        let text = String(decoding: content(all[argument]), as: UTF8.self)
        if let message = Self.refusal(ofTimeArgument: text) {
          throw ExpressionError(message, all[argument].range)
        }
      }
    }
  }

  /// Why a text cannot be an argument of a date function, or nil.
  static func refusal(ofTimeArgument text: String) -> String? {
    switch text.lowercased() {
    case "now", "subsec", "subsecond": noClock
    case "localtime", "utc": noZone
    default: nil
    }
  }
}
