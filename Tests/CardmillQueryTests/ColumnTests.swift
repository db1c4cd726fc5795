import Cardmill
import Testing

@testable import CardmillQuery

@Suite struct ColumnTests {
  static let full = """
    UID:urn:uuid:A1
    KIND:individual
    FN:Dr. Ana Ruiz
    N:Ruiz;Ana;Maria;Dr.;
    ORG:Cole & Co;Sales
    TITLE:Owner
    NOTE:first line\\nsecond
    NOTE:other
    BDAY:--0506
    EMAIL;TYPE=home:ana@old.example
    EMAIL;PREF=1:ana@new.example
    TEL;VALUE=uri:tel:+1-202-555-0101;ext=7
    TEL:555 0102
    URL:https://ana.example
    CATEGORIES:Friends,Work
    ADR;LABEL="1 Oak St, Reno":;;1 Oak St,Floor 2;Reno;NV;89501;US
    PHOTO:data:image/png;base64,iVBORw0KGgo=
    REV:20240131T120000+0200
    X-CARDMILL-PENDING-DELETION;REASON="left":2025-06-01T00:00:00Z
    X-FOO:bar
    """

  @Test(arguments: [
    ("uid", "urn:uuid:A1"), ("kind", "individual"), ("name", "Dr. Ana Ruiz"),
    ("full_name", "Dr. Ana Ruiz"), ("given_name", "Ana"), ("family_name", "Ruiz"),
    ("organization", "Cole & Co"), ("title", "Owner"), ("birthday", "--05-06"),
    ("email", "ana@new.example"), ("phone", "+1-202-555-0101"),
    ("emails", #"["ana@old.example","ana@new.example"]"#),
    ("phones", #"["+1-202-555-0101","555 0102"]"#), ("urls", #"["https://ana.example"]"#),
    ("categories", #"["Friends","Work"]"#), ("email_count", "2"), ("phone_count", "2"),
    ("photo_bytes", "8"), ("updated", "2024-01-31T10:00:00Z"),
    ("pending_since", "2025-06-01T00:00:00Z"), ("line", "1"),
    (
      "addresses",
      #"[{"street":"1 Oak St\nFloor 2","locality":"Reno","region":"NV","postcode":"89501","#
        + #""country":"US","formatted":"1 Oak St, Reno"}]"#
    ),
  ])
  func `each column has its value`(_ column: String, _ value: String) throws {
    let contact = try card(Self.full)
    #expect(try isTrue("\(column) = '\(value)'", contact))
    #expect(try isTrue("CONTACTS.\(column.uppercased()) = '\(value)'", contact))
    #expect(try isTrue("\"\(column)\" IS NOT NULL", contact))
  }

  @Test func `line breaks in text are LF`() throws {
    let contact = try card(Self.full)
    #expect(try isTrue("note = 'first line' || char(10) || 'second'", contact))
    let returns = Contact(properties: [Property("NOTE", .text("a\r\nb\rc"))])
    #expect(try isTrue("note = 'a' || char(10) || 'b' || char(10) || 'c'", returns))
  }

  @Test func `what is absent or empty is NULL and lists are empty arrays`() throws {
    let empty = try card("UID:\nFN:\nN:;;;;\nEMAIL:\nTEL:\nNOTE:\nTITLE:\nORG:;\nX-A:b")
    for column in ContactColumn.allCases {
      let shown =
        switch column {
        case .emails, .phones, .urls, .categories, .addresses: "\(column.name) = '[]'"
        case .emailCount, .phoneCount: "\(column.name) = 0"
        case .line: "line = 1"
        case .source: "source = ''"
        default: "\(column.name) IS NULL"
        }
      #expect(try isTrue(shown, empty), "\(shown)")
    }
  }

  @Test func `NULL is no match in either direction`() throws {
    let contact = try card("FN:Ana")
    #expect(try !isTrue("email LIKE '%a%'", contact))
    #expect(try !isTrue("NOT email LIKE '%a%'", contact))
    #expect(try !isTrue("email <> 'x'", contact))
    #expect(try !isTrue("NULL", contact))
    #expect(try isTrue("(email LIKE '%a%') IS NULL", contact))
  }

  @Test func `truth is SQL's`() throws {
    let contact = try card("FN:Ana")
    #expect(try isTrue("0.5", contact))
    #expect(try isTrue("true", contact))
    #expect(try !isTrue("0", contact))
    #expect(try !isTrue("name", contact))
  }

  @Test func `the name is derived and full_name is not`() throws {
    let parts = try card("N:Ruiz;Ana;;;\nEMAIL:a@b.example")
    #expect(try isTrue("name = 'Ana Ruiz' AND full_name IS NULL", parts))
    let phone = try card("TEL:555-0101")
    #expect(try isTrue("name = '555-0101'", phone))
    let two = try card("FN:Old\nFN;PREF=1:New")
    #expect(try isTrue("name = 'New' AND full_name = 'New'", two))
  }

  @Test func `the values of a component are joined`() throws {
    let contact = try card("FN:x\nN:Ruiz,Cole;Ana,Maria;;;")
    #expect(try isTrue("family_name = 'Ruiz Cole' AND given_name = 'Ana Maria'", contact))
  }

  @Test func `a birthday in words is no date`() throws {
    #expect(try isTrue("birthday IS NULL", card("FN:x\nBDAY;VALUE=text:circa 1800")))
    #expect(try isTrue("birthday = '1985-04-12'", card("FN:x\nBDAY:19850412")))
    #expect(try isTrue("birthday = '1985-04-12'", card("FN:x\nBDAY:1985-04-12T10:00:00+09:00")))
  }

  @Test func `the photo's size is that of its data`() throws {
    let old = try card("FN:x\nPHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=", version: "3.0")
    #expect(try isTrue("photo_bytes = 8", old))
    #expect(try isTrue("photo_bytes IS NULL", card("FN:x\nPHOTO:https://a.example/p.png")))
  }

  @Test(arguments: [
    ("20240131", "2024-01-31T00:00:00Z"), ("2024-01-31", "2024-01-31T00:00:00Z"),
    ("2024-01-31T23:30:00-01:00", "2024-02-01T00:30:00Z"),
    ("20240131T101112.5Z", "2024-01-31T10:11:12Z"), ("20240131T1011Z", "2024-01-31T10:11:00Z"),
    ("2024-01-31 10:11:12", "2024-01-31T10:11:12Z"), ("19690720T201740Z", "1969-07-20T20:17:40Z"),
  ])
  func `times are in UTC`(_ written: String, _ shown: String) throws {
    #expect(try isTrue("updated = '\(shown)'", card("FN:x\nREV:\(written)")))
  }

  @Test(arguments: ["yesterday", "2024-02-30", "2024", "--0131", "20240131T99", "20240131T10Zx"])
  func `what is no time is NULL`(_ written: String) throws {
    #expect(try isTrue("updated IS NULL", card("FN:x\nREV:\(written)")))
  }

  @Test func `the source is the input's name`() throws {
    let evaluator = try RuleSet([.where("source = 'a.vcf'")], now: now).makeEvaluator()
    let contact = try card("FN:x")
    #expect(try evaluator.matches(contact) == nil)
    evaluator.source = "a.vcf"
    #expect(try evaluator.matches(contact) == 0)
  }

  @Test func `a group card is a row`() throws {
    let group = try card("KIND:group\nFN:Team\nMEMBER:urn:uuid:A1")
    #expect(try isTrue("kind = 'group' AND name = 'Team'", group))
  }

  @Test func `categories include the groups that list the contact`() throws {
    let contact = try member(of: "Team", "Friends", body: "UID:a1\nFN:x\nCATEGORIES:Friends")
    #expect(try isTrue(#"categories = '["Friends","Team"]'"#, contact))
    #expect(try isTrue("has(categories,'TEAM')", contact))
    let rules = try RuleSet([.where("has(categories,'x')")], now: now)
    #expect(rules.needsMembership)
    #expect(rules.usedColumns == ["categories"])
    #expect(try !RuleSet([.where("email IS NULL"), .empty], now: now).needsMembership)
    #expect(try RuleSet([.category("x")], now: now).needsMembership)
  }

  @Test func `numbers and texts compare as one expects`() throws {
    let contact = try card("FN:x\nTEL:5550101\nEMAIL:a@b.example")
    #expect(try isTrue("phone = 5550101", contact))
    #expect(try isTrue("email_count = '1'", contact))
    #expect(try isTrue("email_count + phone_count = 2", contact))
  }

  @Test func `a text larger than the limit is still a value`() throws {
    let long = String(repeating: "y", count: 20_000_000)
    let contact = Contact(properties: [Property("NOTE", .text(long))])
    #expect(try isTrue("length(note) = 20000000", contact))
  }
}
