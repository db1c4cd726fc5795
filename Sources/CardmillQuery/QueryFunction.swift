import Cardmill
import CardmillSQLite

/// The functions that an expression may call.
enum QueryFunction {
  /// SQLite's own that depend on nothing but their arguments, and the operators that are functions.
  private static let builtIn: Set<String> = [
    "abs", "char", "coalesce", "concat", "concat_ws", "format", "glob", "hex", "if", "ifnull",
    "iif", "instr", "length", "like", "likelihood", "likely", "lower", "ltrim", "max", "min",
    "nullif", "octet_length", "printf", "quote", "replace", "round", "rtrim", "sign", "soundex",
    "substr", "substring", "trim", "typeof", "unicode", "unlikely", "upper",
    // Numbers.
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh",
    "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power",
    "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
    // JSON.
    "->", "->>", "json", "json_array", "json_array_length", "json_extract", "json_insert",
    "json_object", "json_patch", "json_quote", "json_remove", "json_replace", "json_set",
    "json_type", "json_valid",
  ]

  /// Date functions: without the clock and the time zone.
  static let times: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime",
  ]

  /// Our own.
  private static let own: Set<String> = ["has", "any_like", "x", "xs", "regexp"]

  /// Whether an expression may call a function.
  static func isAllowed(_ name: String) -> Bool {
    let name = name.lowercased()
    return builtIn.contains(name) || times.contains(name) || own.contains(name)
  }

  /// The names that are written as calls.
  static var names: [String] {
    (builtIn.filter { $0.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x5F } })
      .union(times).union(own) + []
  }

  /// Whether a function looks up properties by their names.
  static func looksUpNames(_ name: String) -> Bool {
    ["x", "xs"].contains(name.lowercased())
  }

  /// Defines our own functions on a connection.
  static func define(
    on connection: borrowing Connection, row: ContactRow
  ) throws(SQLiteError) {
    let texts = TextFunctions()
    try connection.define("has", arguments: 2) { texts.has($0) }
    try connection.define("any_like", arguments: 2) { texts.anyLike($0) }
    try connection.define("regexp", arguments: 2) { texts.matches($0) }
    // Not pure: they look at the record.
    try connection.define("x", arguments: 1, isPure: false) { [unowned row] call in
      if let name = call.text(0) { row.giveValue(named: name, to: call) }
    }
    try connection.define("xs", arguments: 1, isPure: false) { [unowned row] call in
      row.giveValues(named: call.text(0) ?? .empty, to: call)
    }
    let times = TimeFunctions()
    for name in Self.times {
      try connection.define(name, arguments: nil) { times.call(name, $0) }
    }
  }
}

/// The functions `has`, `any_like` and `regexp`.
private final class TextFunctions {
  private var scratch = ByteBuffer(capacity: 256)
  /// What was used last; an expression has few of each, and most are constants.
  private var patterns: [Pattern] = []
  private var texts: [(bytes: [UInt8], folded: FoldedText)] = []
  private static let kept = 16
  private static let greatestPattern = 4096

  /// `has(list, text)`: whether an element is the text, without regard to case.
  func has(_ call: borrowing FunctionCall) {
    guard let list = call.text(0), let text = call.text(1) else { return call.give(false) }
    let wanted = folded(text)
    call.give(JSONTexts.contains(in: list, &scratch) { wanted.equals($0) })
  }

  private func folded(_ text: ByteView) -> FoldedText {
    if let known = texts.first(where: { $0.bytes.withView { $0.equals(text) } }) {
      return known.folded
    }
    let new = FoldedText(text.string)
    if texts.count == Self.kept { texts.removeFirst() }
    texts.append((text.array, new))
    return new
  }

  /// `any_like(list, pattern)`: whether an element is like a pattern.
  func anyLike(_ call: borrowing FunctionCall) {
    guard let list = call.text(0), let pattern = call.text(1) else { return call.give(false) }
    guard pattern.count <= Self.greatestPattern else {
      return call.fail("the pattern of any_like() is too long")
    }
    call.give(
      JSONTexts.contains(in: list, &scratch) { SQLiteText.isLike(zeroEnded: $0, pattern: pattern) })
  }

  /// `regexp(pattern, text)`: the operator REGEXP.
  func matches(_ call: borrowing FunctionCall) {
    guard let pattern = call.text(0), let text = call.text(1) else { return }
    do throws(PatternError) {
      call.give(try compiled(pattern).matches(text))
    } catch {
      call.fail("REGEXP: \(error.message)")
    }
  }

  private func compiled(_ pattern: ByteView) throws(PatternError) -> Pattern {
    if let known = patterns.first(where: { $0.text.withView { $0.equals(pattern) } }) {
      return known
    }
    let new = try Pattern(pattern)
    if patterns.count == Self.kept { patterns.removeFirst() }
    patterns.append(new)
    return new
  }
}

/// The texts of a JSON array, such as those of the column `emails`.
enum JSONTexts {
  /// Whether `accepts` takes one of the texts, each of which is followed by a zero byte.
  ///
  /// Numbers count as text, of objects the values of their members; what is no array is one text.
  static func contains(
    in list: ByteView, _ scratch: inout ByteBuffer, _ accepts: (ByteView) -> Bool
  ) -> Bool {
    guard list.count > 0, list[0] == UInt8(ascii: "[") else {
      return acceptsWhole(list, &scratch, accepts)
    }
    var reader = JSONReader(list)
    do throws(JSONError) {
      while true {
        switch try reader.next() {
        case .end: return false
        case .string, .number, .yes, .no:
          scratch.removeAll()
          reader.appendString(to: &scratch)
          scratch.append(0)
          if accepts(scratch.view.upTo(scratch.count - 1)) { return true }
        default: break
        }
      }
    } catch {
      return acceptsWhole(list, &scratch, accepts)
    }
  }

  private static func acceptsWhole(
    _ text: ByteView, _ scratch: inout ByteBuffer, _ accepts: (ByteView) -> Bool
  ) -> Bool {
    scratch.removeAll()
    scratch.append(text)
    scratch.append(0)
    return accepts(scratch.view.upTo(scratch.count - 1))
  }
}

/// SQLite's date functions, worked out on a connection of their own after a look at the arguments:
/// what depends on the clock or the time zone is an error.
private final class TimeFunctions {
  private final class Call {
    let statement: Statement
    init(_ statement: consuming Statement) { self.statement = statement }
  }

  private final class Clockless {
    let connection: Connection
    init() throws(SQLiteError) { connection = try Connection() }
  }

  private var clockless: Clockless?
  private var calls: [String: Call] = [:]

  func call(_ name: String, _ arguments: borrowing FunctionCall) {
    let first = name == "strftime" ? 1 : 0
    guard arguments.count > first else { return arguments.fail(SQLTokens.noClock) }
    for place in 0..<arguments.count {
      guard let text = arguments.text(place), text.count <= 16 else { continue }
      if let refusal = SQLTokens.refusal(ofTimeArgument: text.string) {
        return arguments.fail(refusal)
      }
    }
    do throws(SQLiteError) {
      let call = try prepared(name, arguments.count)
      call.statement.reset()
      for place in 0..<arguments.count {
        try call.statement.bind(argument: place, of: arguments, at: place + 1)
      }
      if try call.statement.step() { call.statement.giveColumn(0, to: arguments) }
    } catch {
      arguments.fail(error.message)
    }
  }

  private func prepared(_ name: String, _ count: Int) throws(SQLiteError) -> Call {
    let sql = "SELECT \(name)(\(Array(repeating: "?", count: count).joined(separator: ",")))"
    if let known = calls[sql] { return known }
    let used: Clockless
    if let clockless { used = clockless } else { used = try Clockless() }
    clockless = used
    let new = Call(try used.connection.prepare(sql))
    calls[sql] = new
    return new
  }
}
