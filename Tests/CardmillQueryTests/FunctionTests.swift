import Cardmill
import Testing

@testable import CardmillQuery

@Suite struct FunctionTests {
  let contact: Contact

  init() throws {
    contact = try card(
      """
      FN:Zoë Müller
      EMAIL:zoe@old.example
      EMAIL:zoe@new.example
      CATEGORIES:STRASSE,Freunde
      ADR:;;1 Oak St;Reno;NV;;US
      X-SOURCE:phone\\, old
      x-source:import
      X-EMPTY:
      TITLE:Owner
      """)
  }

  @Test func `has folds case as Unicode does`() throws {
    #expect(try isTrue("has(categories,'freunde')", contact))
    #expect(try isTrue("has(categories,'Straße') AND has(categories,'straẞe')", contact))
    #expect(try !isTrue("has(categories,'Freund')", contact))
    #expect(try isTrue("has(json_array('ΣΊΣΥΦΟΣ'),'σίσυφος')", contact))
    #expect(try isTrue("has(json_array('Zoe\u{308}'),'ZOË')", contact))
    #expect(try !isTrue("has(json_array('Zoë'),'Zoe')", contact))
  }

  @Test func `has and any_like are never NULL`() throws {
    let empty = try card("FN:x")
    #expect(try isTrue("has(categories,'a') = 0 AND any_like(emails,'%') = 0", empty))
    #expect(try isTrue("NOT has(categories,'Spam')", empty))
    #expect(try isTrue("has(NULL,'a') = 0 AND has(categories,NULL) = 0", empty))
    #expect(try isTrue("any_like(NULL,'a') = 0 AND any_like(emails,NULL) = 0", empty))
  }

  @Test func `any_like looks at every element`() throws {
    #expect(try isTrue("any_like(emails,'%@OLD.example')", contact))
    #expect(try isTrue("any_like(emails,'zoe@new_example')", contact))
    #expect(try !isTrue("any_like(emails,'%@old')", contact))
    #expect(try isTrue("any_like(addresses,'%oak%')", contact))
    #expect(try !isTrue("any_like(addresses,'%locality%')", contact))
  }

  @Test func `a text that is no list is one element`() throws {
    #expect(try isTrue("has(title,'owner') AND any_like(title,'own%')", contact))
    #expect(try isTrue("has('[no json','[NO JSON')", contact))
    #expect(try isTrue("has(json_array(1, 'b'),'1')", contact))
  }

  @Test func `x and xs read properties by name`() throws {
    #expect(try isTrue("x('X-SOURCE') = 'phone, old'", contact))
    #expect(try isTrue("x('x-Source') = 'phone, old'", contact))
    #expect(try isTrue(#"xs('X-SOURCE') = '["phone, old","import"]'"#, contact))
    #expect(try isTrue("x('X-NONE') IS NULL AND xs('X-NONE') = '[]'", contact))
    #expect(try isTrue("x('X-EMPTY') IS NULL AND xs('X-EMPTY') = '[]'", contact))
    #expect(try isTrue("x(NULL) IS NULL AND xs(NULL) = '[]'", contact))
    #expect(try isTrue("x('TITLE') = 'Owner' AND x('ADR') = ';;1 Oak St;Reno;NV;;US'", contact))
    #expect(try isTrue("has(xs('X-SOURCE'),'IMPORT')", contact))
  }

  @Test func `x is worked out anew for each record`() throws {
    let all = try cards("FN:a\nX-A:1", "FN:b\nX-A:2", "FN:c", "FN:d\nX-A:2")
    let evaluator = try RuleSet([.where("x('X-A') = '2'")], now: now).makeEvaluator()
    #expect(try all.map { try evaluator.matches($0) } == [nil, 0, nil, 0])
  }

  @Test func `REGEXP knows Unicode`() throws {
    #expect(try isTrue(#"name REGEXP '^Zo. M\wller$'"#, contact))
    #expect(try isTrue("name REGEXP '(?i)MÜLLER'", contact))
    #expect(try !isTrue("name REGEXP 'x'", contact))
    #expect(try isTrue("name NOT REGEXP 'x'", contact))
    #expect(try isTrue("(note REGEXP 'x') IS NULL AND (name REGEXP NULL) IS NULL", contact))
    #expect(try isTrue("email REGEXP '@' || 'old'", contact))
    #expect(try isTrue("name REGEXP ''", contact))
  }

  @Test func `LIKE is SQLite's`() throws {
    #expect(try isTrue("email LIKE 'ZOE@%' AND name GLOB 'Zo*'", contact))
    #expect(try isTrue("'50%' LIKE '50!%' ESCAPE '!'", contact))
  }

  @Test func `dates are worked out without clock and zone`() throws {
    let contact = try card("FN:x\nREV:20240131T120000Z")
    #expect(try isTrue("date(updated) = '2024-01-31'", contact))
    #expect(try isTrue("date(updated, '+1 month', 'start of month') = '2024-03-01'", contact))
    #expect(try isTrue("julianday('2024-02-01') - julianday(updated) = 0.5", contact))
    #expect(try isTrue("strftime('%Y', updated) = '2024'", contact))
    #expect(try isTrue("unixepoch('1970-01-02') = 86400", contact))
    #expect(try isTrue("date('nonsense') IS NULL AND date(NULL) IS NULL", contact))
  }

  @Test func `functions of SQLite that look at nothing else can be called`() throws {
    #expect(try isTrue("json_array_length(emails) = 2", contact))
    #expect(try isTrue("addresses ->> '$[0].country' = 'US'", contact))
    #expect(try isTrue("lower(title) = 'owner' AND substr(title, 1, 1) IN ('O', 'P')", contact))
    #expect(try isTrue("max(1, email_count) = 2 AND coalesce(note, 'none') = 'none'", contact))
    #expect(try isTrue("CASE WHEN email_count > 1 THEN 1 ELSE 0 END", contact))
    #expect(try isTrue("CAST('12x' AS INTEGER) = 12", contact))
    #expect(try isTrue("title BETWEEN 'A' AND 'Z' -- a comment", contact))
    #expect(try isTrue("/* a comment */ title COLLATE NOCASE = 'OWNER'", contact))
    #expect(try isTrue("x'41' = CAST('A' AS BLOB)", contact))
  }

  @Test func `a constant list is kept from record to record`() throws {
    let names = (0..<2_000).map { "'n\($0)'" }.joined(separator: ",")
    let evaluator = try RuleSet([.where("name IN (\(names))")], now: now).makeEvaluator()
    let all = try cards("FN:n1", "FN:zz", "FN:n1999")
    #expect(try all.map { try evaluator.matches($0) } == [0, nil, 0])
  }

  @Test func `the right side is worked out only when the left one leaves it open`() throws {
    let long = try card("FN:x\nNOTE:" + String(repeating: "a", count: 5_000) + "!")
    #expect(try !isTrue("name = 'y' AND note REGEXP '^(a+)+$'", long))
    #expect(try isTrue("name = 'x' OR note REGEXP '^(a+)+$'", long))
  }
}
