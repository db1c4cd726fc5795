import Cardmill
import CardmillFiles
import CardmillPlugins
import CardmillTestSupport
import Testing

/// A folder of `Fixtures/Cases`: a small file that real contact tools got wrong, and what must come
/// of it.
struct Case: Sendable, CustomStringConvertible {
  let folder: String
  let description: String

  static let all: [Case] = {
    let folder = "Tests/CardmillPluginsTests/Fixtures/Cases"
    return PackageFolder.names(in: folder).map { Case(folder: folder + "/" + $0, description: $0) }
  }()
}

/// What a run gave, as far as the cases look at it.
private struct Outcome {
  var output: [UInt8] = []
  var codes: [String] = []
  var report = RunReport()
  var failure: SourceError?

  var text: String { String(decoding: output, as: UTF8.self) }
}

@Suite struct CaseTests {
  @Test func `are all there`() { #expect(Case.all.count == 49) }

  @Test(arguments: Case.all) func `holds`(_ given: Case) throws {
    let rules = try JSONValue(PackageFolder.text(given.folder + "/expect.json"))
    let expect = try #require(rules["expect"])
    let operation = try #require(rules["operation"]?.text)
    let input = PackageFolder.path + "/" + given.folder + "/" + (rules["input"]?.text ?? "")
    let scratch = try ScratchFile()

    let reading = try Self.run(from: input, to: scratch.path, as: "json")
    var codes = reading.codes
    var output = reading.text
    let models = try JSONValue.lines(reading.text)
    let people = models.filter { $0["kind"]?.text != "group" }
    var outputModels: [JSONValue] = []
    if operation.hasPrefix("convert:vcard") {
      let format: FormatID = operation.hasSuffix("3") ? "vcard:3.0" : "vcard:4.0"
      let written = try Self.run(from: input, to: scratch.path, as: format)
      codes += written.codes
      output = written.text
      Self.checkLines(expect, written.output)
      let second = try ScratchFile()
      let again = try Self.run(from: scratch.path, to: second.path, as: "json")
      outputModels = try JSONValue.lines(again.text).filter { $0["kind"]?.text != "group" }
      #expect(again.report.read == again.report.written + again.report.folded)
    }

    if let count = expect["contacts"]?.integer { #expect(people.count == count) }
    for check in expect["fields"]?.items ?? [] { Self.check(check, of: people) }
    for check in expect["output_fields"]?.items ?? [] { Self.check(check, of: outputModels) }
    if let wanted = expect["contains_contact"]?.items {
      #expect(people.contains { model in wanted.allSatisfy { Self.holds($0, model) } })
    }
    for code in expect["diagnostics"]?.items ?? [] {
      #expect(codes.contains(code.text ?? ""), "no diagnostic \(code)")
    }
    Self.checkText(expect, Self.unfolded(output))
    for group in expect["groups"]?.items ?? [] where group["optional"] != .flag(true) {
      let card = models.first {
        $0["kind"]?.text == "group" && $0.value(at: "name.full") == group["name"]
      }
      let members = (card?["members"]?.items ?? []).compactMap(\.text).sorted()
      #expect(members == (group["members"]?.items ?? []).compactMap(\.text).sorted())
    }
  }

  private static func run(from input: String, to output: String, as format: FormatID) throws
    -> Outcome
  {
    var outcome = Outcome()
    do {
      outcome.report = try Conversion(from: input, to: output, as: format, sources: builtInSources)
        .run { event in
          if case .diagnostic(let diagnostic) = event {
            outcome.codes.append(diagnostic.code.rawValue)
          }
        }
      outcome.output = try ScratchFile.bytes(output)
    } catch let failure as SourceError {
      outcome.failure = failure
      outcome.codes.append(failure.diagnostic.code.rawValue)
    }
    return outcome
  }

  private static func check(_ check: JSONValue, of models: [JSONValue]) {
    let number = check["contact"]?.integer ?? 0
    guard models.indices.contains(number) else {
      Issue.record("there is no contact \(number) for \(check)")
      return
    }
    let found = check["path"]?.text.flatMap { models[number].value(at: $0) }
    #expect(holds(check, models[number]), "\(check): got \(found?.description ?? "nothing")")
  }

  /// Whether a contact meets one check.
  private static func holds(_ check: JSONValue, _ model: JSONValue) -> Bool {
    guard let path = check["path"]?.text else { return false }
    var value = model.value(at: path)
    if value == nil, path.hasSuffix(".types") { value = .array([]) }
    if value == nil, path.hasSuffix(".pref") { value = .flag(false) }
    if let wanted = check["equals"] { return value == wanted }
    if let wanted = check["contains"] {
      guard let value else { return false }
      if let text = value.text { return wanted.text.map { text.contains($0) } ?? false }
      let list = wanted.text == nil ? wanted.items : [wanted]
      return list.allSatisfy { value.items.contains($0) }
    }
    if check["absent"] != nil { return value?.isNothing ?? true }
    if let count = check["count"]?.integer { return (value?.count ?? 0) == count }
    if let choices = check["one_of"]?.items { return value.map { choices.contains($0) } ?? false }
    return false
  }

  private static func checkText(_ expect: JSONValue, _ text: String) {
    for piece in expect["output_contains"]?.items ?? [] {
      #expect(text.contains(piece.text ?? "\0"), "the output lacks \(piece)")
    }
    for piece in expect["output_not_contains"]?.items ?? [] {
      #expect(!text.contains(piece.text ?? ""), "the output has \(piece)")
    }
    for pattern in expect["output_matches"]?.items ?? [] {
      guard let regex = try? Regex(pattern.text ?? "") else {
        Issue.record("\(pattern) is no pattern")
        continue
      }
      #expect(text.contains(regex), "the output does not match \(pattern)")
    }
  }

  private static func checkLines(_ expect: JSONValue, _ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for check in expect["output_checks"]?.items ?? [] {
      switch check["type"]?.text {
      case "max-line-octets":
        #expect(lines.allSatisfy { $0.count { $0 != 0x0D } <= check["value"]?.integer ?? 75 })
      case "valid-utf8-per-line":
        #expect(lines.allSatisfy { Array($0).withView { $0.isValidUTF8 } })
      case "crlf": #expect(lines.dropLast().allSatisfy { $0.last == 0x0D })
      default: Issue.record("the check \(check) is unknown")
      }
    }
  }

  private static func unfolded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let all = Array(text.utf8)
    var index = 0
    while index < all.count {
      let start =
        all[index] == 0x0D && index + 1 < all.count && all[index + 1] == 0x0A ? index + 1 : index
      if all[start] == 0x0A, start + 1 < all.count, all[start + 1] == 0x20 || all[start + 1] == 0x09
      {
        index = start + 2
        continue
      }
      bytes.append(all[index])
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
