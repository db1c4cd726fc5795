import Cardmill
import CardmillFiles
import CardmillPlugins
import CardmillTestSupport
import Testing

/// Contacts are cut out of XML documents, and everything else stays.
@Suite struct PruneDocumentTests {
  /// A rule that hits every second record, or every one, or none.
  private struct Numbered: ContactRules {
    let names = ["number"]
    let wantsMembership = false
    var step: Int

    func makeEvaluator(file: String) -> any ContactRuleEvaluator { Evaluator(step) }

    private final class Evaluator: ContactRuleEvaluator {
      let step: Int
      init(_ step: Int) { self.step = step }
      func match(_ batch: ContactBatch, _ index: Int) -> Int? {
        step > 0 && batch[index].source.number % step == 0 ? 0 : nil
      }
    }
  }

  private func prune(
    _ input: String, to output: String, every step: Int = 1, _ change: (inout PruneOptions) -> Void
  ) throws -> RunReport {
    var edits = PruneOptions()
    edits.isForced = true
    change(&edits)
    var options = RunOptions()
    options.now = 1_800_000_000
    return try Pruning(
      [input], to: output, rules: Numbered(step: step), edits: edits, options: options,
      sources: builtInSources
    ).run()
  }

  private func count(_ bytes: [UInt8], _ sample: Sample) throws -> Int {
    let reading = try sample.source.read(bytes, ReadingPlan(sample.format))
    #expect(!reading.codes.contains("malformed-xml"))
    return reading.recordCount
  }

  @Test(arguments: Sample.all.filter { $0.family == "xml" }, [1, 2])
  func `removed contacts make a document that restores the input`(
    _ sample: Sample, _ step: Int
  ) throws {
    // A reference without its semicolon is reported, whatever is cut.
    let isClean = try !sample.source.read(sample.bytes, ReadingPlan(sample.format)).codes.contains(
      "malformed-xml")
    let input = try ScratchFile(name: sample.name, bytes: sample.bytes)
    let pruned = try ScratchFile(name: sample.name)
    let removed = try ScratchFile(name: sample.name)
    let restored = try ScratchFile(name: sample.name)
    let report = try prune(input.path, to: pruned.path, every: step) { $0.removed = removed.path }
    #expect(report.removed == (report.read + step - 1) / step)
    let kept = try ScratchFile.bytes(pruned.path)
    if isClean {
      #expect(try count(kept, sample) == report.written)
      #expect(try count(ScratchFile.bytes(removed.path), sample) == report.removed)
      let found = sample.source.identify(head: kept.span, fileName: "", isWhole: true)
      #expect(found == Identification(sample.format, .certain))
    }
    try Restoration(
      pruned.path, removed: removed.path, to: restored.path, options: RunOptions()
    ).run()
    #expect(try ScratchFile.bytes(restored.path) == sample.bytes)
  }

  private static let menus = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- ours -->
    <YealinkIPPhoneBook>
      <Menu Name="Shop">
        <Unit Name="Ana" Phone1="5550100"/>
        <Unit Name="Bo" Phone1="5550101"/>
      </Menu>
      <Menu Name="Yard">
        <Unit Name="Cleo" Phone1="5550102"/>
        <Unit Name="Dan" Phone1="5550103"/>
      </Menu>
    </YealinkIPPhoneBook>

    """

  @Test(arguments: [false, true]) func `removed contacts stay in their groups`(_ isWide: Bool)
    throws
  {
    var bytes = Array(Self.menus.utf8)
    if isWide {
      bytes = [0xFF, 0xFE] + Self.menus.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let input = try ScratchFile(bytes: bytes)
    let pruned = try ScratchFile()
    let removed = try ScratchFile()
    _ = try prune(input.path, to: pruned.path, every: 2) { $0.removed = removed.path }
    let people = try ContactReader(sources: builtInSources).contacts(at: removed.path)
    #expect(people.map { [$0.name.full] + $0.categories } == [["Ana", "Shop"], ["Cleo", "Yard"]])
    let others = try ContactReader(sources: builtInSources).contacts(at: pruned.path)
    #expect(others.map(\.name.full) == ["Bo", "Dan"])
  }

  // MARK: Edits

  private static let cards = """
    <?xml version="1.0" encoding="ISO-8859-1"?>
    <v:vcards xmlns:v="urn:ietf:params:xml:ns:vcard-4.0">
      <v:vcard>
        <v:fn><v:text>Ana &amp; Co</v:text></v:fn>
        <v:categories><v:text>Friends</v:text><v:text>R&amp;D</v:text></v:categories>
        <!-- <v:categories><v:text>Spam</v:text></v:categories> -->
        <v:categories><v:text>Spam</v:text></v:categories>
        <v:uid><v:uri>urn:uuid:a</v:uri></v:uid>
      </v:vcard>
      <v:vcard><v:kind><v:text>group</v:text></v:kind><v:fn><v:text>Team</v:text></v:fn>\
    <v:member><v:uri>urn:uuid:a</v:uri></v:member><v:member><v:uri>urn:uuid:b</v:uri></v:member>\
    </v:vcard>
    </v:vcards>

    """

  private func edited(
    _ text: String, every step: Int = 1000, _ change: (inout PruneOptions) -> Void
  ) throws -> String {
    let input = try ScratchFile(text: text)
    let output = try ScratchFile()
    _ = try prune(input.path, to: output.path, every: step, change)
    return String(decoding: try ScratchFile.bytes(output.path), as: UTF8.self)
  }

  @Test(arguments: [
    ("r&d", "<v:text>R&amp;D</v:text>"), ("Friends", "<v:text>Friends</v:text>"),
    ("SPAM", "\n    <v:categories><v:text>Spam</v:text></v:categories>\n    <v:uid>"),
  ])
  func `a category is taken off`(_ name: String, _ piece: String) throws {
    let text = try edited(Self.cards, every: 0) { $0.removedCategories = [name] }
    let kept = piece.hasSuffix("<v:uid>") ? "\n    <v:uid>" : ""
    #expect(text == Self.cards.replacing(piece, with: kept))
  }

  @Test func `a removed contact leaves its groups`() throws {
    let text = try edited(Self.cards) { $0.dropsFromGroups = true }
    #expect(!text.contains("Ana") && !text.contains("urn:uuid:a"))
    #expect(text.contains("<v:text>Team</v:text></v:fn><v:member><v:uri>urn:uuid:b"))
  }

  @Test func `a mark is put in and taken out`() throws {
    let text = try edited(Self.cards) { $0.action = .mark(reason: "nö <x>") }
    let mark = """

          <v:x-cardmill-pending-deletion><v:parameters><v:reason><v:text>n&#246; &lt;x&gt;</v:text>\
      </v:reason></v:parameters><v:text>2027-01-15T08:00:00Z</v:text>\
      </v:x-cardmill-pending-deletion>
      """
    #expect(
      text
        == Self.cards.replacing(
          "</v:uri></v:uid>", with: "</v:uri></v:uid>" + mark, maxReplacements: 1))
    #expect(try edited(text) { $0.action = .unmark } == Self.cards)
  }

  @Test(arguments: [
    ("gdata.xml", "Choir", "<gContact:groupMembershipInfo"), ("snom.xml", "crew", "<group>"),
    ("grandstream.xml", "Crew", "<Group>"),
  ])
  func `a category of other dialects is taken off`(
    _ name: String, _ category: String, _ tag: String
  ) throws {
    let sample = try Sample.named("xml/" + name)
    let text = try edited(String(decoding: sample.bytes, as: UTF8.self), every: 0) {
      $0.removedCategories = [category]
    }
    #expect(!text.contains(tag))
  }

  @Test(arguments: Sample.all.filter { $0.family == "xml" && $0.name != "xcard.xml" })
  func `a dialect that holds no marks is left alone`(_ sample: Sample) throws {
    let input = try ScratchFile(name: sample.name, bytes: sample.bytes)
    let output = try ScratchFile()
    let failure = #expect(throws: SourceError.self) {
      try prune(input.path, to: output.path) { $0.action = .mark(reason: nil) }
    }
    #expect(failure?.kind == .usage)
  }
}
