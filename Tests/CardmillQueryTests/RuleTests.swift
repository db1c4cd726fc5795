import Cardmill
import Testing

@testable import CardmillQuery

@Suite struct RuleTests {
  // MARK: empty

  @Test(arguments: [
    ("UID:1\nKIND:individual\nREV:20240101\nPRODID:x", true), ("", true),
    ("FN:\nNOTE:\nN:;;;;", true),
    ("FN:x", false), ("UID:1\nX-FOO:1", false), ("PHOTO:https://a.example/p", false),
    ("X-CARDMILL-PENDING-DELETION:20250101T000000Z", false),
  ])
  func `empty picks what holds nothing`(_ body: String, _ isPicked: Bool) throws {
    #expect(try matches(.empty, card(body)) == isPicked)
  }

  // MARK: missing

  @Test(arguments: [
    ("phones", "TEL:1"), ("phone", "TEL:1"), ("phone_count", "TEL:1"), ("PHONES", "TEL:1"),
    ("phones.value", "TEL:1"), ("phones.extension", "TEL;VALUE=uri:tel:+1;ext=2"),
    ("phones.types", "TEL;TYPE=cell:1"), ("phones.label", "TEL;LABEL=Boat:1"),
    ("phones.pref", "TEL;PREF=1:1"), ("emails", "EMAIL:a@b"), ("email", "EMAIL:a@b"),
    ("urls", "URL:http://a"), ("impp", "IMPP:xmpp:a"), ("related", "RELATED:urn:uuid:1"),
    ("addresses", "ADR:;;x;;;;"), ("addresses.locality", "ADR:;;;x;;;"),
    ("addresses.formatted", "ADR;LABEL=\"x\":;;x;;;;"), ("addresses.country", "ADR:;;;;;;US"),
    ("name", "FN:x"), ("name", "N:x;;;;"), ("name.full", "FN:x"), ("full_name", "FN:x"),
    ("name.given", "N:;x;;;"), ("given_name", "N:;x;;;"), ("family_name", "N:x;;;;"),
    ("name.prefix", "N:;;;x;"), ("name.suffix", "N:;;;;x"), ("name.additional", "N:;;x;;"),
    ("name.fullAlternatives", "FN:x\nFN:y"), ("nicknames", "NICKNAME:x"),
    ("organization", "ORG:x"), ("organization.name", "ORG:x;"), ("organization.units", "ORG:;x"),
    ("title", "TITLE:x"), ("role", "ROLE:x"), ("note", "NOTE:x"), ("notes", "NOTE:x"),
    ("birthday", "BDAY:--0506"), ("birthday", "BDAY;VALUE=text:in spring"),
    ("birthdayText", "BDAY;VALUE=text:in spring"), ("anniversary", "ANNIVERSARY:20000101"),
    ("photo", "PHOTO:https://a.example/p"), ("photo.uri", "PHOTO:https://a.example/p"),
    ("photo_bytes", "PHOTO:data:image/png;base64,iVBORw0KGgo="), ("categories", "CATEGORIES:x"),
    ("uid", "UID:1"), ("kind", "KIND:org"), ("rev", "REV:20240101"), ("updated", "REV:20240101"),
    ("tz", "TZ:Europe/Rome"), ("gender", "GENDER:F"), ("geo", "GEO:geo:1,2"),
    ("extra.X-FOO", "X-FOO:1"), ("extra.x-foo", "X-FOO:1"), ("EXTRA.X-Foo", "x-foo:1"),
    ("pendingDeletion", "X-CARDMILL-PENDING-DELETION:unknown"),
    ("pending_since", "X-CARDMILL-PENDING-DELETION:20250101T000000Z"),
    ("pendingDeletion.reason", "X-CARDMILL-PENDING-DELETION;REASON=x:20250101T000000Z"),
  ])
  func `missing picks what lacks a field`(_ field: String, _ line: String) throws {
    #expect(try !matches(.missing(field), card(line)))
    #expect(try matches(.missing(field), card("X-OTHER:1")))
  }

  @Test func `an empty value is missing`() throws {
    let contact = try card(
      "FN:\nTEL:\nEMAIL:\nADR:;;;;;;\nX-FOO:\nCATEGORIES:,\nORG:;\nN:;;;;\nX-A:1")
    let fields = [
      "name", "phones", "emails", "addresses", "extra.X-FOO", "categories", "organization",
    ]
    for field in fields { #expect(try matches(.missing(field), contact), "\(field)") }
  }

  @Test func `a derived name is missing`() throws {
    #expect(try matches(.missing("name"), card("EMAIL:a@b.example")))
  }

  @Test func `missing never picks group cards`() throws {
    let group = try card("KIND:group\nFN:Team\nMEMBER:urn:uuid:1")
    #expect(try !matches(.missing("email"), group))
    #expect(try !matches(.missing("members"), group))
    #expect(try matches(.missing("members"), card("KIND:group\nFN:Team")))
    #expect(try !matches(.missing("members"), card("FN:x")))
  }

  @Test func `a member of a group has a category`() throws {
    let contact = try member(of: "Team", body: "UID:a1\nFN:x")
    #expect(try !matches(.missing("categories"), contact))
    #expect(try RuleSet([.missing("categories")], now: now).needsMembership)
  }

  // MARK: category

  @Test func `a category is compared without case`() throws {
    let contact = try card("FN:x\nCATEGORIES:Straße,Amis")
    #expect(try matches(.category("STRASSE"), contact))
    #expect(try matches(.category("amis"), contact))
    #expect(try !matches(.category("Ami"), contact))
  }

  @Test func `group cards give categories`() throws {
    let contact = try member(of: "Old Team", body: "UID:a1\nFN:x")
    #expect(try matches(.category("old team"), contact))
    #expect(try !matches(.category("team"), contact))
  }

  // MARK: match

  @Test(arguments: [
    ("MÜLLER", true), ("zoë mü", true), ("old.EXAMPLE", true), ("555-0101", true), ("cole", true),
    ("friend of ANA", true), ("oak st", true), ("boss", true), ("zoe", false), ("nothing", false),
    ("X-SECRET", false), ("hidden", false), ("urn:uuid", false),
  ])
  func `match looks at what people see`(_ text: String, _ isPicked: Bool) throws {
    let contact = try card(
      """
      UID:urn:uuid:1
      FN:Zoë Müller
      EMAIL:z@old.example
      TEL:555-0101
      ORG:Cole & Co
      TITLE:The Boss
      NOTE:a friend of Ana
      ADR:;;1 Oak St;Reno;;;
      X-SECRET:hidden
      """)
    #expect(try matches(.match(text), contact) == isPicked)
  }

  @Test func `match folds ligatures, final sigma and composed letters`() throws {
    #expect(try matches(.match("FILE"), card("FN:x\nNOTE:ﬁle")))
    #expect(try matches(.match("ΣΊΣΥΦΟΣ"), card("FN:σίσυφος")))
    #expect(try matches(.match("ZOË"), card("FN:zoe\u{308}")))
    #expect(try matches(.match("zoe\u{308}"), card("FN:ZOË M")))
    #expect(try matches(.match("k"), card("FN:\u{212A}")))
    #expect(try matches(.match("ana ruiz"), card("N:Ruiz;Ana;;;")))
  }

  // MARK: times

  @Test func `not updated since counts what has no time`() throws {
    let all = try cards(
      "FN:a\nREV:20190101T000000Z", "FN:b\nREV:20200131", "FN:c\nREV:20200130T233000-0100",
      "FN:d\nREV:20200130T235959Z", "FN:e", "FN:f\nREV:unknown", "")
    let evaluator = try RuleSet([.notUpdatedSince("2020-01-31")], now: now).makeEvaluator()
    #expect(try all.map { try evaluator.matches($0) } == [0, nil, nil, 0, nil, nil, nil])
    #expect(evaluator.undatedCount == 2)
  }

  @Test(arguments: ["", "soon", "2020", "2020-13-01", "2020-02-30", "--01-31", "2020-01-31Tx"])
  func `a wrong date is refused`(_ date: String) {
    #expect(throws: SourceError.self) { try RuleSet([.notUpdatedSince(date)], now: now) }
  }

  @Test func `pending waits for the grace`() throws {
    let all = try cards(
      "FN:a\nX-CARDMILL-PENDING-DELETION:2025-12-31T00:00:00Z",
      "FN:b\nX-CARDMILL-PENDING-DELETION:20251230T235959Z",
      "FN:c\nX-CARDMILL-PENDING-DELETION:2030-01-01T00:00:00Z",
      "FN:d\nX-CARDMILL-PENDING-DELETION:unknown", "FN:e")
    func picked(_ rule: ContactRule) throws -> [Int?] {
      let evaluator = try RuleSet([rule], now: now).makeEvaluator()
      return try all.map { try evaluator.matches($0) }
    }
    #expect(try picked(.pending()) == [0, 0, 0, 0, nil])
    #expect(try picked(.pending(grace: 86_400)) == [0, 0, nil, nil, nil])
    #expect(try picked(.pending(grace: 86_401)) == [nil, 0, nil, nil, nil])
    #expect(try picked(.pending(grace: .max)) == [nil, nil, nil, nil, nil])
    #expect(try picked(.pending(grace: -5)) == [0, 0, 0, 0, nil])
  }

  // MARK: sets

  @Test func `the first rule that picks is named`() throws {
    let rules = try RuleSet(
      [.where("email IS NULL"), .missing("phones"), .where("name = 'c'"), .category("x")], now: now)
    let evaluator = try rules.makeEvaluator()
    let all = try cards(
      "FN:a", "FN:b\nEMAIL:b@b", "FN:c\nEMAIL:c@c\nTEL:1", "FN:d\nEMAIL:d@d\nTEL:1")
    #expect(try all.map { try evaluator.matches($0) } == [0, 1, 2, nil])
    #expect(
      rules.rules.map(\.description) == [
        "where email IS NULL", "missing phones", "where name = 'c'", "category x",
      ])
    #expect(rules[2] == .where("name = 'c'"))
    #expect(rules.usedColumns == ["name", "email"])
  }

  @Test func `rules have names`() {
    #expect("\(ContactRule.empty)" == "empty")
    #expect("\(ContactRule.match("a b"))" == "match a b")
    #expect("\(ContactRule.notUpdatedSince("2020-01-01"))" == "not-updated-since 2020-01-01")
    #expect("\(ContactRule.pending())" == "pending")
    #expect("\(ContactRule.pending(grace: 604_800))" == "pending, grace 7d")
    #expect("\(ContactRule.pending(grace: 5_400))" == "pending, grace 90m")
  }

  @Test func `no rule picks nothing`() throws {
    let rules = try RuleSet([], now: now)
    #expect(rules.isEmpty)
    #expect(try rules.makeEvaluator().matches(card("")) == nil)
  }

  @Test func `a set serves many threads`() async throws {
    let rules = try RuleSet([.where("name REGEXP '^n[0-9]*7$' AND has(categories,'Ü')")], now: now)
    let all = try (0..<100).map { try card("FN:n\($0)\nCATEGORIES:ü") }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let evaluator = try rules.makeEvaluator()
          return try all.count { try evaluator.matches($0) != nil }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [10, 10, 10, 10])
  }

  @Test func `the batch is let go after its last record`() throws {
    let evaluator = try RuleSet([.where("email LIKE '%x%' OR note = 'n'")], now: now)
      .makeEvaluator()
    weak var storage: ContactBatch.Storage?
    do {
      let contact = try card("FN:x\nEMAIL:abc\nNOTE:n")
      storage = contact.storage
      #expect(storage != nil)
      #expect(try evaluator.matches(contact) == 0)
    }
    #expect(storage == nil)
    #expect(try evaluator.matches(card("FN:y\nEMAIL:x")) == 0)
  }
}
