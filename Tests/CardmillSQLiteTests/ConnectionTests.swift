import Cardmill
import Testing

@testable import CardmillSQLite

@Suite struct ConnectionTests {
  @Test func `runs statements and reads rows`() throws {
    let connection = try Connection()
    try connection.run("CREATE TABLE t(a INTEGER, b TEXT)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?, ?)")
    #expect(insert.parameterCount == 2)
    #expect(insert.isReadOnly == false)
    for (number, text) in [(1, "eins"), (2, "zwei\u{0}2"), (3, "")] {
      try insert.bind(number, at: 1)
      try insert.bind(text, at: 2)
      #expect(try insert.step() == false)
      insert.reset()
    }
    insert.clearBindings()
    #expect(try insert.step() == false)
    let read = try connection.prepare("SELECT a, b FROM t ORDER BY a")
    var rows: [String] = []
    while try read.step() {
      rows.append(read.isNull(1) ? "NULL" : "\(read.integer(0)) \(read.text(1) ?? "")")
    }
    #expect(rows == ["NULL", "1 eins", "2 zwei\u{0}2", "3 "])
  }

  @Test func `text is bound without a copy until it is cleared`() throws {
    let connection = try Connection()
    let statement = try connection.prepare("SELECT ?1 || '!'")
    let bytes = Array("grüße".utf8)
    let shown = try bytes.withView { view in
      try statement.bind(keeping: view, at: 1)
      defer { statement.clearBindings() }
      _ = try statement.step()
      defer { statement.reset() }
      return statement.text(0)
    }
    #expect(shown == "grüße!")
    _ = try statement.step()
    #expect(statement.isNull(0) == true)
  }

  @Test func `errors have code, message and place`() throws {
    let connection = try Connection()
    #expect {
      _ = try connection.prepare("SELECT 1 FRM t")
    } throws: { error in
      let error = error as? SQLiteError
      return error?.code == 1 && error?.message.contains("syntax error") == true
    }
    #expect {
      _ = try connection.prepare("SELECT nothing")
    } throws: { ($0 as? SQLiteError)?.offset == 7 }
    for text in ["", "  ", "-- x", "SELECT 1; SELECT 2", "SELECT 1;x", "SELECT 1\u{0}"] {
      #expect(throws: SQLiteError.self, "\(text)") { _ = try connection.prepare(text) }
    }
    try connection.run("CREATE TABLE t(a PRIMARY KEY)")
    try connection.run("INSERT INTO t VALUES (1)")
    #expect {
      try connection.run("INSERT INTO t VALUES (1)")
    } throws: { ($0 as? SQLiteError)?.code == 1555 }
  }

  @Test func `a statement outlives its connection`() throws {
    func make() throws -> Statement { try Connection().prepare("SELECT 7") }
    let statement = try make()
    #expect(try statement.step() == true)
    #expect(statement.integer(0) == 7)
  }

  @Test func `functions get arguments and give results`() throws {
    let connection = try Connection()
    try connection.define("joined", arguments: nil) { call in
      var text = ByteBuffer()
      for place in 0..<call.count {
        if call.isNull(place) { return }
        if let part = call.text(place) { text.append(part) }
      }
      call.give(copying: text.view)
    }
    try connection.define("refused", arguments: 0) { $0.fail("not today") }
    try connection.define("seven", arguments: 0) { $0.give(7) }
    let statement = try connection.prepare(
      "SELECT joined('a', 1, 'ü'), joined(NULL), joined(), seven()")
    _ = try statement.step()
    #expect(statement.text(0) == "a1ü")
    #expect(statement.isNull(1) == true)
    #expect(statement.text(2) == "")
    #expect(statement.integer(3) == 7)
    let failing = try connection.prepare("SELECT refused()")
    #expect { try failing.step() } throws: { ($0 as? SQLiteError)?.message == "not today" }
  }

  @Test func `the authorizer refuses`() throws {
    var connection = try Connection()
    try connection.run("CREATE TABLE t(a, b)")
    nonisolated(unsafe) var seen: [StatementAction] = []
    connection.setAuthorizer { action in
      unsafe seen.append(action)
      return action != .read(table: "t", column: "b") && action != .function("upper")
    }
    _ = try connection.prepare("SELECT a FROM t")
    #expect(unsafe seen == [.select, .read(table: "t", column: "a")])
    #expect(throws: SQLiteError.self) { _ = try connection.prepare("SELECT b FROM t") }
    #expect(throws: SQLiteError.self) { _ = try connection.prepare("SELECT upper('x')") }
  }

  @Test func `a watch stops what does not end`() throws {
    var connection = try Connection()
    connection.setWatch(operations: 1_000) { false }
    let statement = try connection.prepare(
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r")
    #expect { try statement.step() } throws: { ($0 as? SQLiteError)?.isInterruption == true }
  }

  @Test func `limits and options hold`() throws {
    let connection = try Connection()
    connection.set(.length, 100)
    #expect(connection.value(of: .length) == 100)
    let statement = try connection.prepare("SELECT hex(zeroblob(90))")
    #expect { try statement.step() } throws: { ($0 as? SQLiteError)?.isTooBig == true }
    try connection.set(.textsInDoubleQuotes, false)
    #expect(throws: SQLiteError.self) { _ = try connection.prepare("SELECT \"text\"") }
    try connection.set(.textsInDoubleQuotes, true)
    _ = try connection.prepare("SELECT \"text\"")
  }

  @Test func `a row table computes its columns when they are read`() throws {
    final class Counter: RowProvider {
      var row = 0
      var reads: [Int] = []
      func column(_ number: Int, to result: borrowing FunctionCall) {
        reads.append(number)
        if number == 1 { result.give(row) }
        if number == 2 { result.give(keeping: ("static" as StaticString).view) }
      }
    }
    let counter = Counter()
    let connection = try Connection()
    try connection.addRowTable("r", columns: ["a TEXT", "b INTEGER", "c TEXT"], provider: counter)
    let statement = try connection.prepare("SELECT b > 1 AND c = 'static', a FROM r")
    counter.row = 1
    #expect(try statement.step() == true)
    #expect(statement.integer(0) == 0)
    #expect(counter.reads == [1, 2, 0])
    counter.row = 2
    #expect(try statement.step() == true)
    #expect(statement.integer(0) == 1)
    #expect(statement.isNull(1) == true)
    #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO r VALUES (1, 2, 3)") }
    #expect(throws: SQLiteError.self) { try connection.run("CREATE VIRTUAL TABLE x USING r") }
  }

  @Test func `like is SQL's LIKE`() {
    func isLike(_ text: String, _ pattern: String) -> Bool {
      let (text, pattern) = (Array((text + "\u{0}").utf8), Array((pattern + "\u{0}").utf8))
      return text.withView { text in
        pattern.withView { pattern in
          SQLiteText.isLike(
            zeroEnded: text.upTo(text.count - 1), pattern: pattern.upTo(pattern.count - 1))
        }
      }
    }
    #expect(isLike("Ana@Example", "ana@%"))
    #expect(isLike("", "%"))
    #expect(!isLike("ana", "an"))
  }
}
