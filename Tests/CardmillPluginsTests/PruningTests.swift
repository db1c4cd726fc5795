import Cardmill
import CardmillFiles
import CardmillPlugins
import CardmillTestSupport
import Testing

/// What pruning and restoring must do with tables and contact JSON.
@Suite struct PruningTests {
  /// Picks records by their numbers.
  private struct Picked: ContactRules {
    let isPicked: @Sendable (Int) -> Bool
    var names: [String] { ["picked"] }
    var wantsMembership: Bool { false }

    func makeEvaluator(file: String) -> any ContactRuleEvaluator { Evaluator(isPicked) }

    private final class Evaluator: ContactRuleEvaluator {
      let isPicked: (Int) -> Bool
      init(_ isPicked: @escaping (Int) -> Bool) { self.isPicked = isPicked }
      func match(_ batch: ContactBatch, _ index: Int) -> Int? {
        isPicked(batch.storage.contacts[index].number) ? 0 : nil
      }
    }
  }

  /// Which records of a file go.
  enum Choice: CaseIterable, Sendable {
    case first, odd, even, all

    func holds(_ number: Int) -> Bool {
      switch self {
      case .first: number == 0
      case .odd: number % 2 == 1
      case .even: number % 2 == 0
      case .all: true
      }
    }
  }

  /// Edits a file and gives it as it is then; what a restoration gives must be the file itself.
  private func edit(
    _ bytes: [UInt8], named name: String, picking isPicked: @escaping @Sendable (Int) -> Bool,
    _ change: (inout PruneOptions) -> Void
  ) throws -> [UInt8] {
    let file = try ScratchFile(name: name, bytes: bytes)
    let (edited, removed) = (file.sibling("edited-" + name), file.sibling("removed-" + name))
    _ = file.sibling("removed-" + name + ".journal")
    var edits = PruneOptions()
    edits.removed = removed
    change(&edits)
    var options = RunOptions()
    options.now = 1_767_225_600
    try Pruning(
      [file.path], to: edited, rules: Picked(isPicked: isPicked), edits: edits, options: options,
      sources: builtInSources
    ).run()
    let restored = file.sibling("restored")
    try Restoration(edited, removed: removed, to: restored, options: RunOptions()).run()
    #expect(try ScratchFile.bytes(restored) == bytes)
    return try ScratchFile.bytes(edited)
  }

  private func edit(
    _ text: String, named name: String,
    picking isPicked: @escaping @Sendable (Int) -> Bool = { _ in false },
    _ change: (inout PruneOptions) -> Void
  ) throws -> String {
    String(
      decoding: try edit(Array(text.utf8), named: name, picking: isPicked, change), as: UTF8.self)
  }

  /// Prunes a file and restores it, and gives what stayed and what was removed.
  private func prune(_ bytes: [UInt8], named name: String, _ choice: Choice) throws -> (
    kept: [UInt8], removed: [UInt8]
  ) {
    let file = try ScratchFile(name: name, bytes: bytes)
    let (kept, removed) = (file.sibling("pruned-" + name), file.sibling("removed-" + name))
    _ = file.sibling("removed-" + name + ".journal")
    var edits = PruneOptions()
    edits.removed = removed
    edits.isForced = true
    try Pruning(
      [file.path], to: kept, rules: Picked { choice.holds($0) }, edits: edits,
      options: RunOptions(), sources: builtInSources
    ).run()
    let restored = file.sibling("restored")
    try Restoration(kept, removed: removed, to: restored, options: RunOptions()).run()
    #expect(try ScratchFile.bytes(restored) == bytes, "\(choice)")
    return (try ScratchFile.bytes(kept), try ScratchFile.bytes(removed))
  }

  /// The original bytes of each record.
  private func records(_ bytes: [UInt8], _ source: any DataSource, _ format: FormatID) throws
    -> [[UInt8]]
  {
    let reading = try source.read(bytes, ReadingPlan(format))
    #expect(reading.rejected.isEmpty)
    return reading.ranges.map { Array(bytes[$0]) }
  }

  private static let samples = Sample.all.filter { ["csv", "json"].contains($0.family) }

  @Test(arguments: samples) func `removes and restores records of every sample`(
    _ sample: Sample
  ) throws {
    let all = try records(sample.bytes, sample.source, sample.format)
    for choice in Choice.allCases {
      let (kept, removed) = try prune(sample.bytes, named: sample.name, choice)
      for (piece, isRemoved) in [(kept, false), (removed, true)] {
        let wanted = all.indices.filter { choice.holds($0) == isRemoved }.map { all[$0] }
        #expect(
          try records(piece, sample.source, sample.format) == wanted,
          "\(choice), \(isRemoved ? "removed" : "kept")")
        guard !wanted.isEmpty else { continue }
        let found = sample.source.identify(head: piece.span, fileName: sample.name, isWhole: true)
        #expect(found.format == sample.format, "\(choice)")
      }
    }
  }

  private static let table =
    "First Name,Last Name,E-mail Address,Notes\r\nZoë,Müller,zoe@example.com,\"two\r\nlines\"\r\n"
    + "Ana,Ruiz,ana@example.com,\r\nJörg,Große,joerg@example.com,\"a \"\"b\"\"\"\r\nLi,Wu,,x"

  /// Tables in several encodings and with several line ends.
  private static let tables: [(name: String, bytes: [UInt8])] = [
    ("utf8", Array(table.utf8)),
    ("bom", [0xEF, 0xBB, 0xBF] + Array(table.utf8)),
    ("utf16le", [0xFF, 0xFE] + table.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
    ("utf16be", [0xFE, 0xFF] + table.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
    // Every character of the table has the same number there.
    ("1252", table.unicodeScalars.map { UInt8($0.value) }),
    ("cr", Array(table.utf8).filter { $0 != 0x0A }),
    ("lf", Array(table.utf8).filter { $0 != 0x0D }),
    ("sep", Array(("sep=;\r\n" + table.map { $0 == "," ? ";" : String($0) }.joined()).utf8)),
    (
      "preamble",
      Array(
        "Notes:\r\n\"A paragraph, that explains.\"\r\n\r\nFirst Name,Last Name,Connected On\r\n"
          .utf8) + Array("Ana,Ruiz,05 Jan 2024\r\nBo,Ek,07 Feb 2023\r\nLi,Wu,01 Mar 2022\r\n".utf8)
    ),
    ("addresses", Array("ann@example.com\r\n\"Bo Reed\" <bo@example.com>\r\n".utf8)),
  ]

  @Test(arguments: tables.indices) func `keeps heads, encodings and line ends of tables`(
    _ place: Int
  ) throws {
    let (name, bytes) = Self.tables[place]
    let source = try #require(Sample.all.first { $0.family == "csv" }).source
    let format = source.identify(head: bytes.span, fileName: "a.csv", isWhole: true).format
    let contacts = try source.read(bytes, ReadingPlan(format)).contacts
    for choice in Choice.allCases {
      let (kept, removed) = try prune(bytes, named: "a.csv", choice)
      for (piece, isRemoved) in [(kept, false), (removed, true)] {
        let wanted = contacts.indices.filter { choice.holds($0) == isRemoved }.map { contacts[$0] }
        guard !wanted.isEmpty else { continue }
        let found = source.identify(head: piece.span, fileName: "a.csv", isWhole: true)
        #expect(found.format == format, "\(name), \(choice)")
        #expect(
          try source.read(piece, ReadingPlan(format)).contacts.map(\.properties)
            == wanted.map(\.properties), "\(name), \(choice)")
      }
    }
  }

  private static let objects = [
    #"{"uid":"a","name":{"full":"Ana Ruiz"},"notes":["}, {"]}"#, #"{"name":{"full":"Bo Ek"}}"#,
    "{\"name\":\n  {\"full\":\"Li Wu\"}\n}", #"{"name":{"full":"Zoë"}}"#,
  ]

  @Test(arguments: [
    ("[", ",", "]"), ("[\n  ", ",\n  ", "\n]\n"), ("[\n  ", "\n  , ", "\n]"),
    ("\u{FEFF}[ ", " ,", " ]\n"),
  ])
  func `leaves arrays of JSON valid`(_ head: String, _ separator: String, _ tail: String) throws {
    for count in 1...Self.objects.count {
      let objects = Self.objects.prefix(count)
      let bytes = Array((head + objects.joined(separator: separator) + tail).utf8)
      for choice in Choice.allCases {
        let (kept, removed) = try prune(bytes, named: "a.json", choice)
        for (piece, isRemoved) in [(kept, false), (removed, true)] {
          let text = String(decoding: piece, as: UTF8.self)
          let wanted = objects.indices.filter { choice.holds($0) == isRemoved }
          #expect(
            try JSONValue(text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).items
              == wanted.map { try JSONValue(objects[$0]) }, "\(choice)")
        }
      }
    }
  }

  @Test(arguments: ["", "\n", "\r\n"]) func `leaves JSON Lines valid`(_ end: String) throws {
    let lines = Self.objects.filter { !$0.contains("\n") }
    for count in 1...lines.count {
      let lines = lines.prefix(count)
      let separator = end.isEmpty ? "\n" : end
      let bytes = Array((lines.joined(separator: separator) + end).utf8)
      for choice in Choice.allCases {
        let (kept, removed) = try prune(bytes, named: "a.jsonl", choice)
        for (piece, isRemoved) in [(kept, false), (removed, true)] {
          let wanted = lines.indices.filter { choice.holds($0) == isRemoved }
          #expect(
            String(decoding: piece, as: UTF8.self).split(whereSeparator: \.isNewline)
              == wanted.map { lines[$0][...] }, "\(choice)")
        }
      }
    }
  }

  @Test func `keeps what is no contact between the records of a list`() throws {
    let bytes = Array(#"[{"uid":"a"}, {"uid":1 2}, {"uid":"b"}, {"uid":"c"}]"#.utf8)
    let (kept, removed) = try prune(bytes, named: "a.json", .even)
    #expect(String(decoding: kept, as: UTF8.self) == #"[{"uid":1 2}, {"uid":"c"}]"#)
    #expect(String(decoding: removed, as: UTF8.self) == #"[{"uid":"a"}, {"uid":"b"}]"#)
  }

  // MARK: Edits

  @Test(arguments: [
    ("[{\"categories\":[\"Büro\", \"Spam\"]}]", "[{\"categories\":[\"Büro\"]}]"),
    (
      "{\"categories\":[\"spam\",\"A\",\"SPAM\"],\"uid\":\"a\"}",
      "{\"categories\":[\"A\"],\"uid\":\"a\"}"
    ),
    ("{ \"uid\": \"a\",\n  \"categories\": [\"Spam\"] }", "{ \"uid\": \"a\" }"),
    ("{\"categories\":[\"\\u0053pam\"],\"uid\":\"a\"}", "{\"uid\":\"a\"}"),
  ])
  func `takes a category off JSON and leaves the rest`(_ text: String, _ wanted: String) throws {
    #expect(try edit(text, named: "a.json") { $0.removedCategories = ["Spam"] } == wanted)
  }

  @Test(arguments: [
    ("Ana,Spam;Büro", "Ana,Büro"), ("Ana,\"Büro; Spam\"", "Ana,\"Büro\""), ("Ana,spam", "Ana,"),
    ("Ana,\"Spam, Ham\"", "Ana,\"Ham\""),
    ("\"A \"\"b\"\"\",\"x\"\"y;Spam\"", "\"A \"\"b\"\"\",\"x\"\"y\""),
  ])
  func `takes a category off a cell and leaves the rest`(_ row: String, _ wanted: String) throws {
    let head = "Full Name,Categories,E-mail Address\r\n"
    let end = ",ana@example.com\r\nBo,Ham,bo@example.com"
    let text = try edit(head + row + end, named: "a.csv") { $0.removedCategories = ["Spam"] }
    #expect(text == head + wanted + end)
    // The same in UTF-16, and in a code page where it can be.
    func wide(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    func narrow(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }
    for encode in [wide, narrow] {
      #expect(
        try edit(encode(head + row + end + ",ö"), named: "a.csv", picking: { _ in false }) {
          $0.removedCategories = ["Spam"]
        } == encode(head + wanted + end + ",ö"))
    }
  }

  @Test(arguments: [
    ("a.json", #"{"uid":"a","categories":["Spam","A","Ham"]}"#, #"{"uid":"a","categories":["A"]}"#),
    ("a.json", #"{"categories":["Ham","Spam"],"uid":"a"}"#, #"{"uid":"a"}"#),
    ("a.csv", "Full Name,Categories\nAna,Ham;A;Spam\n", "Full Name,Categories\nAna,A\n"),
    ("a.csv", "Full Name,Categories\nAna,Spam;Ham\n", "Full Name,Categories\nAna,\n"),
    (
      "a.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:A\nCATEGORIES:Ham,A,Spam\nEND:VCARD\n",
      "BEGIN:VCARD\nVERSION:3.0\nFN:A\nCATEGORIES:A\nEND:VCARD\n"
    ),
  ]) func `takes several categories off at once`(
    _ name: String, _ text: String, _ wanted: String
  ) throws {
    #expect(try edit(text, named: name) { $0.removedCategories = ["spam", "HAM"] } == wanted)
  }

  @Test func `takes a label off Google's cell`() throws {
    let head = "First Name,Labels,E-mail 1 - Label,E-mail 1 - Value\n"
    let text = try edit(
      head + "Ana,Spam ::: * myContacts ::: Büro,,\nBo,* starred ::: Spam,,\n", named: "a.csv"
    ) { $0.removedCategories = ["spam"] }
    #expect(text == head + "Ana,* myContacts ::: Büro,,\nBo,* starred,,\n")
  }

  /// People of JSON Lines as a table of Cardmill's own.
  private func ownTable(_ lines: String) throws -> String {
    let json = try #require(Sample.all.first { $0.family == "json" }).source
    let own = try #require(Target.all.first { $0.format.id == "csv" })
    return try json.convert(
      Array(lines.utf8), ReadingPlan("json"), to: own.format.id, of: own.source
    ).text
  }

  @Test func `edits Cardmill's own table in both places`() throws {
    let people = [
      #"{"uid":"a","name":{"full":"Ana \"A\" Ruiz"},"categories":["Büro","Spam"]}"#,
      #"{"uid":"b","name":{"full":"Bo Ek"},"categories":["Spam"],"notes":["two\nlines"]}"#,
      #"{"uid":"g","kind":"group","name":{"full":"Team"},"members":["urn:uuid:a","b"]}"#,
    ]
    let table = try ownTable(people.joined(separator: "\n"))
    let plain = try ownTable(
      [
        people[0].replacing(#","Spam"]"#, with: "]"),
        people[1].replacing(#"},"categories":["Spam"]"#, with: "}"), people[2],
      ].joined(separator: "\n"))
    let edited = try edit(table, named: "a.csv") { $0.removedCategories = ["Spam"] }
    #expect(edited == plain)
    let dropped = try edit(table, named: "a.csv", picking: { $0 == 0 }) {
      $0.dropsFromGroups = true
    }
    #expect(!dropped.contains("Ruiz"))
    #expect(!dropped.contains("MEMBER:urn:uuid:a"))
    #expect(dropped.contains("MEMBER"))
  }

  @Test(arguments: ["a.jsonl", "a.csv"]) func `marks and takes marks away`(_ name: String) throws {
    let people = [#"{"uid":"a","name":{"full":"Ana"}}"#, #"{"uid":"b","name":{"full":"Bo"}}"#]
    let text = people.joined(separator: "\n") + "\n"
    let table = name.hasSuffix("csv") ? try ownTable(text) : text
    let marked = try edit(table, named: name, picking: { $0 == 1 }) {
      $0.action = .mark(reason: "old; \"Büro\"")
    }
    let source = try #require(Sample.all.first { $0.family == (name == "a.csv" ? "csv" : "json") })
    let contacts = try source.source.read(marked).contacts
    let marks = contacts.map { contact in contact.properties.first { $0.id == .xPendingDeletion } }
    #expect(marks.map { $0?.value.text } == [nil, "2026-01-01T00:00:00Z"])
    // A parameter of a content line cannot hold quotes as they are (RFC 6868).
    #expect(marks[1]?.values(of: "REASON") == [#"old; "Büro""#])
    #expect(try edit(marked, named: name, picking: { _ in true }) { $0.action = .unmark } == table)
  }

  @Test func `takes members by name off a group, unless two have the name`() throws {
    let people = #"{"kind":"group","name":{"full":"Team"},"members":["Ana","Bo","Li"]}"# + "\n"
    let rest = ["Ana", "Bo", "Bo", "Li"].map { #"{"name":{"full":"\#($0)"}}"# + "\n" }
    let edited = try edit(people + rest.joined(), named: "a.jsonl", picking: { $0 == 1 || $0 == 2 })
    {
      $0.dropsFromGroups = true
    }
    #expect(
      edited == people.replacing(#""Ana","#, with: "") + rest[2...].joined())
  }

  @Test func `says that other tables hold no marks`() {
    #expect {
      _ = try edit("First Name,Last Name\nAna,Ruiz\n", named: "a.csv", picking: { _ in true }) {
        $0.action = .mark(reason: nil)
      }
    } throws: { ($0 as? SourceError)?.kind == .usage }
  }
}
