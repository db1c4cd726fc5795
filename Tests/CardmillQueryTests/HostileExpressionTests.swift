import Cardmill
import Testing

@testable import CardmillQuery

@Suite struct HostileExpressionTests {
  @Test(arguments: [
    "1; DROP TABLE contacts", "1;", ";", "1) ; SELECT (1", "1) FROM contacts; SELECT (1",
    "(SELECT 1)", "EXISTS (SELECT 1)", "email IN (SELECT email FROM contacts)",
    "email IN (VALUES (1))", "(WITH r AS (SELECT 1) SELECT * FROM r)",
    "(WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT count(*) FROM r)",
    "email IN contacts", "email IN sqlite_master", "email IN json_each(emails)",
    "email IN pragma_table_info('contacts')", "1 IN generate_series", "email IN \"contacts\"",
    "1) UNION SELECT (1", "1) WHERE (1", "1) THEN 1 END, (2",
    "1) THEN 1 ELSE 0 END FROM contacts --", "1) THEN (SELECT 1", "1, 2", "(1, 2)",
    "1) FROM (SELECT 1", "1 /*", "1 --\n) x", "1)--", "'", "\"", "[", "`", "1 /* )",
    "?", "?1", ":a", "@a", "$a", "#a", "email = ?",
    "random() > 0", "randomblob(9)", "zeroblob(100000000)", "load_extension('x')",
    "sqlite_version()", "sqlite_source_id()", "last_insert_rowid()", "changes()",
    "sqlite_compileoption_get(1)", "fts5('x')", "readfile('/etc/passwd')", "writefile('a','b')",
    "edit('x')", "eval('x')", "match('a','b')", "email MATCH 'x'", "RAISE(IGNORE)",
    "current_time", "CURRENT_DATE", "current_timestamp", "date('now')", "date()", "time()",
    "datetime('NOW')", "strftime('%s')", "strftime('%s', 'now')", "julianday('now')",
    "unixepoch('subsec')", "datetime(0, 'unixepoch', 'localtime')", "date(updated, 'utc')",
    "date('n' || 'ow')", "date(updated, 'local' || 'time')", "date(0, 'auto', 'utc')",
    "count(*)", "count(email)", "sum(line)", "total(line)", "avg(line)", "group_concat(email)",
    "json_group_array(email)", "max(line)", "min(line)", "max((1, 2))",
    "row_number() OVER ()", "max(line, 1) OVER ()", "rank() OVER (ORDER BY line)",
    "count(*) FILTER (WHERE 1)", "lead(line) OVER ()",
    "rowid", "oid", "_rowid_", "contacts.rowid", "other.email", "main.contacts.x", "*",
    "contacts.*", "", "   ", "-- nothing", "emial", "emial = 'x'", "\"no column\" = 'x'",
    "email == ", "email LIKE", "AND", "email AND", "(", ")", "(1", "1)", "((1)", "foo(1)",
    "has(categories)", "has()", "x()", "any_like(emails)", "email = 'a\u{0}b'", "1 = 1 \u{0} 1",
    "name REGEXP '('", "name REGEXP '[a'", "name REGEXP '\\C'", "email COLLATE nothing = 'x'",
    "attach", "ATTACH 'x' AS y", "PRAGMA user_version", "DELETE FROM contacts", "CREATE TABLE t(a)",
    "email NOT NULL NULL", "CASE WHEN 1 THEN", "CAST(1 AS", "email = 'x' GROUP BY 1",
    "1 ORDER BY 1", "1 LIMIT 1", "1 AS x", "1 x", "1 FROM contacts", "1) FROM contacts, (contacts",
    "1) FROM contacts JOIN (contacts", "1 INTO x", "1 RETURNING 1", "1 WINDOW w AS ()",
  ])
  func `is refused`(_ expression: String) {
    let text = message(expression)
    #expect(text != "no error")
    #expect(!text.hasPrefix("fault"), "\(text)")
    #expect(!text.isEmpty)
  }

  @Test func `deep nesting is refused and not followed`() {
    for depth in [65, 1_000, 30_000] {
      let text = message(
        String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth))
      #expect(text.contains("nested"), "\(text.prefix(100))")
    }
    #expect(message(String(repeating: "(", count: 65_000)).contains("nested"))
    #expect(message(String(repeating: "NOT ", count: 16_000) + "1") != "no error")
    #expect(message(String(repeating: "- ", count: 30_000) + "1") != "no error")
    #expect(message(String(repeating: "CASE ", count: 13_000) + "1") != "no error")
    #expect(message("1" + String(repeating: "+1", count: 30_000)).contains("too large"))
    let calls = String(repeating: "abs(", count: 60) + "1" + String(repeating: ")", count: 60)
    #expect(["no error", "parser stack overflow"].contains { message(calls).contains($0) })
  }

  @Test func `an expression may be 64 KB long and no longer`() throws {
    let contact = try card("FN:x")
    let head = "name = 'x' OR '"
    let filled = head + String(repeating: "a", count: 65_536 - head.utf8.count - 1) + "'"
    #expect(filled.utf8.count == 65_536)
    #expect(try isTrue(filled, contact))
    #expect(message(filled + " ").contains("65537 bytes"))
  }

  @Test(arguments: ["OR", "AND"])
  func `long chains of terms are worked out`(_ word: String) throws {
    let contact = try card("FN:x\nEMAIL:n3999@a.example")
    let sign = word == "OR" ? "=" : "<>"
    let terms = (0..<2_000).map { "email \(sign) 'n\($0)@a.example'" }
    let chain = terms.joined(separator: " \(word) ")
    #expect(chain.utf8.count < 65_536)
    #expect(try isTrue(chain, contact) == (word == "AND"))
    #expect(try isTrue("name = 'x' AND (\(chain))", contact) == (word == "AND"))
    #expect(try isTrue("\(chain) \(word) name = 'x'", contact))
  }

  @Test func `long chains mean what they mean without parentheses`() throws {
    let contact = try card("FN:m")
    // AND binds closer than OR, BETWEEN has an AND of its own.
    let mixed = Array(repeating: "name BETWEEN 'a' AND 'c' AND 1 OR 0", count: 100)
      .joined(separator: " OR ")
    #expect(try !isTrue(mixed, contact))
    #expect(try isTrue(mixed + " OR name BETWEEN 'l' AND 'n'", contact))
    let nots = Array(repeating: "NOT name = 'm'", count: 100).joined(separator: " OR ")
    #expect(try !isTrue(nots, contact))
    let cases = Array(repeating: "CASE WHEN 0 OR 0 THEN 1 ELSE 0 END", count: 50)
      .joined(separator: " OR ")
    #expect(try !isTrue(cases, contact))
    let cast = "CAST(" + Array(repeating: "0", count: 50).joined(separator: " OR ") + " AS TEXT)"
    #expect(try isTrue(cast + " = '0'", contact))
  }

  @Test func `an error in a long chain points at its place`() {
    let terms = (0..<200).map { "name = 'n\($0)'" } + ["nmae = 'x'"]
    let text = message(terms.joined(separator: " OR "))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("there is no column \"nmae\"; did you mean name?"))
    let caret = lines[2].distance(
      from: lines[2].startIndex, to: lines[2].firstIndex(of: "^") ?? lines[2].startIndex)
    #expect(lines[1].dropFirst(caret).hasPrefix("nmae"))
  }

  @Test func `patterns that explode are stopped`() throws {
    let contact = try card("FN:" + String(repeating: "a", count: 5_000) + "!")
    let evaluator = try RuleSet([.where("name REGEXP '^(a+)+$'")], now: now).makeEvaluator()
    #expect {
      try evaluator.matches(contact)
    } throws: { error in
      (error as? SourceError)?.diagnostic.message.contains("too many steps") == true
        && (error as? SourceError)?.kind == .usage
    }
    // It can be asked again.
    #expect(try evaluator.matches(card("FN:aaa")) == 0)
    let like = "note LIKE '" + String(repeating: "%a", count: 2_000) + "b'"
    let long = Contact(properties: [Property("NOTE", .text(String(repeating: "a", count: 20_000)))])
    #expect(try !isTrue(like, long))
  }

  @Test func `texts that grow without end are stopped`() throws {
    var text = "'aaaaaaaaaaaaaaaa'"
    for _ in 0..<12 { text = "replace(\(text), 'a', 'aaaaaaaaaaaaaaaa')" }
    let found = message("length(\(text)) > 0")
    #expect(found.contains("too big"), "\(found)")
    #expect(try !isTrue("length(printf('%1000000000d', 1)) > 20000000", card("FN:x")))
  }

  @Test func `many random expressions end in a result or an error`() throws {
    let contact = try card("FN:x\nEMAIL:a@b.example")
    let words = [
      "email", "name", "(", ")", "AND", "OR", "NOT", "LIKE", "'a%'", "=", "<", "1", "NULL", "IS",
      "IN", ",", "has", "emails", "CASE", "WHEN", "THEN", "END", "BETWEEN", "||", "->>", "x", "[",
      "\"",
      "--", "/*", "*/", "'", ";", "SELECT", "FROM", "contacts", "*", "CAST", "AS", "TEXT",
      "COLLATE", "ESCAPE",
    ]
    var state: UInt64 = 42
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var valid = 0
    for _ in 0..<2_000 {
      let text = (0..<1 + next(9)).map { _ in words[next(words.count)] }.joined(separator: " ")
      do throws(SourceError) {
        _ = try RuleSet([.where(text)], now: now).makeEvaluator().matches(contact)
        valid += 1
      } catch { #expect(error.kind == .usage, "\(text): \(error)") }
    }
    #expect(valid > 20)
  }
}
