import Cardmill
import Testing

@testable import CardmillCSV

@Suite struct RoundTripTests {
  private static func text(_ name: String, _ value: String, _ parameters: (String, String)...)
    -> Property
  {
    Property(
      name, .text(value), parameters: parameters.map { Property.Parameter($0.0, $0.1) })
  }

  /// Contacts with everything that has to be escaped somewhere.
  static let zoo: [[Property]] = [
    [text("FN", "Ana Ruiz")],
    [text("FN", "\"quoted\" from the start"), text("NOTE", " blanks around ")],
    [
      text("FN", "=1+1"), text("NOTE", "-x"), text("TITLE", "@home"),
      text("TEL", "+1 202 555 0101"),
    ],
    [text("FN", "a,b;c\\d\ne"), text("NOTE", "line\nline\n\n\ttab\u{0}nul\u{FEFF}")],
    [
      text(
        "TEL", "tel:+1-202-555-0101;ext=12", ("TYPE", "home"), ("TYPE", "cell"), ("PREF", "1"),
        ("LABEL", "My \"own\", \n^label; x:y\\n"), ("X-FOO", "a,b"), ("X-FOO", "\"")),
      text("EMAIL", "a@example.com", ("TYPE", "X-Custom"), ("ALTID", ""), ("LANGUAGE", "de^n")),
    ],
    [
      Property("N", .structured([["Ruiz", "Gómez"], ["Ana"], ["", "M."], [], ["Jr.", "PhD"]])),
      Property(
        "ADR",
        .structured([
          [], ["Apt. 2"], ["1 Oak St", "Rear; left, \\"], ["Reno"], [], ["89501"], ["US"],
        ]),
        parameters: [Property.Parameter("LABEL", "1 Oak St\nReno")]),
      Property("ORG", .structured([["Cole & Co; Sons"], [], ["Sales, East"]])),
      Property("GENDER", .structured([["F"], ["girl"]])),
      Property("NICKNAME", .list(["Annie", "A,B", ";", ""])),
      Property("CATEGORIES", .list(["Friends", "a;b", "c\\d"])),
      Property("CATEGORIES", .list(["Work"])),
    ],
    [
      text("FN", "Photo"),
      Property(
        "PHOTO", .binary(base64: "/9j/4AAQSkZJRg=="),
        parameters: [Property.Parameter("MEDIATYPE", "image/jpeg")]),
      Property(
        "PHOTO", .binary(base64: "R0lGODlhAQABAA=="),
        parameters: [
          Property.Parameter("MEDIATYPE", "image/gif"), Property.Parameter("TYPE", "home"),
          Property.Parameter("MEDIATYPE", "image/gif"),
        ]),
      Property("X-PICTURE", .binary(base64: "R0lG"), parameters: [Property.Parameter("A", "b")]),
      Property("X-PICTURE", .unparsed("data:;base64,R0lG")),
      text("XML", "<a b=\"c\">d\\,e;\nf</a>"),
      text("LOGO", "https://example.com/a,b;c\\d?e=\"f\""),
      text("URL", "https://example.com/a,b;c"),
    ],
    [
      text("FN", "Foreign"),
      Property("X-FOO", .unparsed("a\\,b\\;c\\\\d\\ne;f,\"g\"")),
      Property("X-foo", .unparsed("")),
      Property("X-BAR", .unparsed("y"), group: "item2"),
      Property("TEL", .text("1"), group: "Work"),
      Property("x-phonetic-first-name", .text("ana")),
      Property("tel", .text("2")),
    ],
    [
      Property(
        "AGENT",
        .structured([
          ["Bo Cole"], ["BEGIN:VCARD\nVERSION:3.0\nFN:Bo\\, Cole\nTEL:\"1\";2\nEND:VCARD"],
        ]))
    ],
    [
      text("KIND", "group"), text("FN", "Family"), text("MEMBER", "urn:uuid:1"),
      text("UID", "urn:uuid:2"),
    ],
    [text("BDAY", "19850412"), text("ANNIVERSARY", "--0412"), text("NOTE", "no name")],
    [text("BDAY", "circa 1800"), text("FN", "Words")],
    [text("FN", ""), text("N", ""), text("NOTE", "")],
    [text("REV", "20240101T000000Z"), text("PRODID", "x")],
    [],
    [text("EMAIL", ""), text("EMAIL", "b@example.com"), text("TEL", ""), text("TEL", "3")],
    [text("FN", "One"), text("FN", "Two", ("PREF", "1")), text("FN", "Three")],
    [text("X-CARDMILL-PENDING-DELETION", "2024-01-01T00:00:00Z", ("REASON", "a \"b\", c"))],
  ]

  @Test func `every contact of the zoo comes back equal`() throws {
    let contacts = Self.zoo.map { properties -> Contact in
      let isEmpty = properties.allSatisfy { ["REV", "PRODID"].contains($0.name) }
      // A vCard source never makes a text of what is structured or unknown.
      let proper = properties.map { property -> Property in
        guard property.name == "N", case .text = property.value else { return property }
        return Property("N", .structured([[""]]))
      }
      return Contact(properties: proper, kind: isEmpty ? .empty : .contact)
    }
    let table = try writeTable(contacts).text
    let read = try readTable(table)
    #expect(read.rejected.isEmpty)
    try #require(read.contacts.count == contacts.count)
    for (contact, back) in zip(contacts, read.contacts) {
      #expect(contact == back, "\(contact.properties) != \(back.properties)")
      #expect(!back.source.isRepaired)
    }
    let again = try writeTable(read.contacts).text
    #expect(try writeTable(readTable(again).contacts).text == again)
  }

  @Test func `kinds of records come back`() throws {
    let read = try readTable(
      writeTable([
        Contact(properties: Self.zoo[9]), Contact(properties: Self.zoo[13], kind: .empty),
        Contact(kind: .empty), Contact(properties: Self.zoo[0]),
      ]).text)
    #expect(read.contacts.map(\.recordKind) == [.group, .empty, .empty, .contact])
    #expect(read.codes == ["empty-card", "empty-card"])
  }

  @Test func `writes the fixed header and first values`() throws {
    let contact = ana([
      Property(
        "ADR", .structured([[], [], ["1 Oak St", "Rear"], ["Reno"], ["NV"], ["89501"], ["US"]])),
      Property("ORG", .structured([["Cole & Co"], [], ["Sales"]])),
      Property("BDAY", .text("--0506")), Property("CATEGORIES", .list(["Friends", "a;b"])),
    ])
    #expect(
      try writeTable([contact]).text == """
        \(flatHeader),properties\r
        ,Ana Ruiz,,Ana,,Ruiz,,,Cole & Co,Sales,,,ana@example.com,ana@work.example.com,,\
        +1-202-555-0101,,,"1 Oak St\nRear",Reno,NV,89501,US,,--05-06,,Friends; a\\;b,,,"FN:Ana Ruiz
        N:Ruiz;Ana;;;
        EMAIL;TYPE=home;PREF=1:ana@example.com
        EMAIL;LABEL=""Front, ^'desk^'"":ana@work.example.com
        TEL;TYPE=cell:tel:+1-202-555-0101\\;ext=12
        ADR:;;1 Oak St,Rear;Reno;NV;89501;US
        ORG:Cole & Co;;Sales
        BDAY:--0506
        CATEGORIES:Friends,a\\;b"\r

        """)
  }

  @Test func `the name is made from other fields where there is none`() throws {
    let contact = Contact(properties: [
      Property("N", .structured([["Ruiz"], ["Ana"], [], ["Dr."], []]))
    ])
    #expect(try writeTable([contact]).text.contains("\r\n,Dr. Ana Ruiz,Dr.,Ana,,Ruiz,"))
  }

  @Test func `a byte order mark is written when asked for and skipped`() throws {
    let text = try writeTable([ana()], options: ["bom": "true"]).text
    #expect(text.unicodeScalars.first == "\u{FEFF}")
    #expect(try readTable(text).contacts == [ana()])
    #expect(throws: SourceError.self) { try writeTable([], options: ["bom": "yes"]) }
  }

  @Test func `cells like formulas are reported once a column`() throws {
    let contact = Contact(properties: [
      Property("FN", .text("=1")), Property("NOTE", .text("@x")), Property("TEL", .text("+1")),
    ])
    let found = try writeTable([ana(), contact, contact]).diagnostics
    #expect(found.map(\.code) == Array(repeating: .formulaCell, count: 3))
    #expect(found.map(\.record) == [0, 1, 1])
  }

  @Test func `recognises its own header and no other`() {
    func certainty(_ text: String) -> Identification.Certainty {
      CSVSource().identify(head: Array(text.utf8).span, fileName: "a.csv", isWhole: true).certainty
    }
    #expect(certainty(flatHeader + ",properties\r\n") == .certain)
    #expect(certainty("\u{FEFF}" + flatHeader + "\n") == .certain)
    #expect(certainty("\r\nfull_name,Email_1,given_name,family_name,note") == .certain)
    #expect(certainty("Name,Given Name,Notes,title,url,note,uid,kind,role\n") < .certain)
    #expect(certainty("full_name,note\n") == .possible)
    #expect(certainty("BEGIN:VCARD\n") == .no)
    #expect(certainty("") == .no)
  }

  @Test func `looks for group cards only when somebody wants to know`() throws {
    let family = try writeTable([ana(), Contact(properties: Self.zoo[9])]).text
    let flat = "kind,full_name\r\ngroup,Family\r\n"
    let none = try writeTable([ana([Property("NOTE", .text("our group, regroup"))])]).text
    var request = ReadRequest(format: "csv")
    for wants in [false, true] {
      request.wantsMembership = wants
      let found = try [family, flat, none].map {
        try CSVSource().survey(MemoryInput(Array($0.utf8)), request)?.mayHoldGroups
      }
      #expect(found == [wants, wants, false])
    }
  }
}
