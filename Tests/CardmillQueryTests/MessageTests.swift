import Cardmill
import Testing

@testable import CardmillQuery

@Suite struct MessageTests {
  @Test func `an unknown column is shown with a guess and the list`() {
    #expect(
      message("phone IS NULL AND emial LIKE '%a%'") == """
        there is no column "emial"; did you mean email? (column 19 of the expression)
          phone IS NULL AND emial LIKE '%a%'
                            ^
        columns: uid, kind, name, full_name, given_name, family_name, organization, title, note, \
        birthday, email, phone, emails, phones, urls, categories, addresses, email_count, \
        phone_count, photo_bytes, updated, pending_since, source, line
        """)
  }

  @Test func `a text in double quotes gets advice`() {
    let text = message("title = \"The Boss\"")
    #expect(text.hasPrefix("there is no column \"The Boss\" (column 9 of the expression)"))
    #expect(text.contains("\na text stands in single quotes: 'The Boss'\n"))
  }

  @Test func `an unknown function is shown with a guess`() {
    let text = message("hass(categories, 'x')")
    #expect(text.hasPrefix("the function hass() does not exist; did you mean has()?"))
    #expect(text.contains("\n  hass(categories, 'x')\n  ^\n"))
    #expect(message("1 OR random()").hasPrefix("the function random() cannot be used here"))
    #expect(message("1 OR random()").contains("\n       ^\n"))
  }

  @Test(arguments: [
    ("email = = 'x'", "syntax error at \"=\"", 9),
    ("email =", "something is missing at the end", 8),
    ("(email", "this parenthesis is never closed", 1),
    ("email)", "this parenthesis was never opened", 6),
    ("name REGEXP 'a(b'", "the pattern is wrong: missing closing parenthesis", 17),
    ("email = 'x", "the quote has no end", 9),
    ("1; 2", "an expression is one condition", 2),
    ("name = ?", "an expression cannot have parameters", 8),
    ("1 OR (SELECT 1)", "an expression cannot hold a query", 7),
    ("updated < date('now')", "an expression cannot use the current time", 16),
    ("updated < current_date", "an expression cannot use the current time", 11),
    ("max(line) > 1", "max() needs two values", 1),
    ("has(emails) = 1", "has() has the wrong number of arguments", 1),
    ("1 /* x", "the comment has no end", 3),
    ("é = 'ü' AND nein", "there is no column \"é\"", 1),
    ("'ü' = 'é' AND nein", "there is no column \"nein\"", 15),
  ])
  func `an error shows its place`(_ expression: String, _ start: String, _ column: Int) {
    let text = message(expression)
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.contains("(column \(column) of the expression)"), "\(text)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 2 && lines[2] == String(repeating: " ", count: column + 1) + "^")
  }

  @Test func `of many lines the one with the error is shown`() {
    let text = message("name = 'a'\n  OR nmae = 'b'\n  OR name = 'c'")
    #expect(text.contains("(line 2, column 6 of the expression)\n    OR nmae = 'b'\n       ^\n"))
  }

  @Test func `a long line is cut around the place`() {
    let long =
      String(repeating: "name = 'a' OR ", count: 20) + "nmae"
      + String(repeating: " OR 1", count: 20)
    let lines = message(long).split(separator: "\n")
    #expect(lines[1].count < 85)
    #expect(lines[1].hasPrefix("  …") && lines[1].hasSuffix("…"))
    #expect(lines[1].dropFirst(lines[2].count - 1).hasPrefix("nmae"))
  }

  @Test func `a wrong field gets a guess and the list`() {
    func fieldMessage(_ field: String) -> String {
      do throws(SourceError) {
        _ = try RuleSet([.missing(field)], now: now)
        return ""
      } catch { return error.diagnostic.message }
    }
    #expect(fieldMessage("phonez").hasPrefix("there is no field \"phonez\"; did you mean phone?"))
    #expect(fieldMessage("X-FOO").contains("did you mean extra.X-FOO?"))
    #expect(fieldMessage("line").contains("fields: uid, kind"))
    #expect(fieldMessage("extra.") != "")
  }
}
