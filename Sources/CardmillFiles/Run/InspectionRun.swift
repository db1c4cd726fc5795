import Cardmill

/// One run of an inspection.
final class InspectionRun {
  private let plan: Inspection
  private let listener: (RunEvent) -> Void
  private let counts = CodeCounts()

  init(_ plan: Inspection, _ listener: @escaping (RunEvent) -> Void) {
    self.plan = plan
    self.listener = listener
  }

  func run() throws -> (findings: [InspectedInput], report: RunReport) {
    var findings: [InspectedInput] = []
    let run = ReadingRun(plan.options, sources: plan.sources) { [counts, listener] event in
      if case .diagnostic(let diagnostic) = event { counts.note(diagnostic) }
      listener(event)
    }
    let report = try run.run([plan.inputs]) { sides in
      for input in sides.flatMap(\.self) {
        findings.append(try inspect(input, run))
        run.end(input)
      }
    }
    return (report.exit == 0 ? findings : [], report)
  }

  private func inspect(_ input: OpenedInput, _ run: ReadingRun) throws -> InspectedInput {
    let head = try input.file.head().bytes
    let totals = InspectionTotals()
    let account = try run.read(input) { (parsed, output: inout InspectedBlock) in
      output.count(parsed.batch)
    } consume: { result in
      totals.block.add(result.output)
    }
    let found = counts.byFile[input.file.name] ?? [:]
    var finding = InspectedInput(
      file: input.file.name, format: input.request.format, confidence: input.confidence.rawValue,
      encoding: input.request.survey?.textEncoding
        ?? (found[Diagnostic.Code.charsetGuess.rawValue] == nil ? "UTF-8" : "mixed"),
      hasByteOrderMark: head.hasByteOrderMark, lineEnds: head.lineEnds,
      delimiter: input.request.survey?.delimiter)
    totals.block.fill(&finding)
    finding.records = account.records
    finding.contacts = account.contacts
    finding.groups = account.groups
    finding.empty = account.empty
    finding.columns = input.request.survey?.columns ?? []
    finding.bytes = account.bytes
    finding.diagnostics = found
    return finding
  }
}

/// How often each code was reported of each input.
private final class CodeCounts {
  var byFile: [String: [String: Int]] = [:]

  func note(_ diagnostic: Diagnostic) {
    byFile[diagnostic.file ?? "", default: [:]][diagnostic.code.rawValue, default: 0] += 1
  }
}

/// The sum of all blocks of an input.
private final class InspectionTotals {
  var block = InspectedBlock()
}

/// What a thread counts in a block.
struct InspectedBlock: ~Copyable, BlockOutput {
  private var properties = [Int](repeating: 0, count: PropertyID.allCases.count)
  private var versions = [Int](repeating: 0, count: 256)
  private var foreign = NameCounter()
  private var producer: String?

  init() {}

  mutating func removeAll() {
    for place in properties.indices { properties[place] = 0 }
    for place in versions.indices { versions[place] = 0 }
    foreign.reset()
    producer = nil
  }

  mutating func count(_ batch: ContactBatch) {
    let storage = batch.storage
    for contact in storage.contacts { versions[Int(contact.version)] += 1 }
    for index in storage.properties.indices {
      let id = storage.properties[index].id
      properties[Int(id.rawValue)] += 1
      if id == .unknown {
        foreign.add(storage.view(storage.properties[index].name))
      } else if id == .prodid, producer == nil {
        producer = storage.view(storage.properties[index].value).string
      }
    }
  }

  mutating func add(_ other: borrowing InspectedBlock) {
    for place in properties.indices { properties[place] += other.properties[place] }
    for place in versions.indices { versions[place] += other.versions[place] }
    foreign.add(other.foreign)
    if producer == nil { producer = other.producer }
  }

  /// Puts the counts under their names.
  func fill(_ finding: inout InspectedInput) {
    for id in PropertyID.allCases where id != .unknown && properties[Int(id.rawValue)] > 0 {
      finding.properties[id.text] = properties[Int(id.rawValue)]
    }
    for version in 1..<256 where versions[version] > 0 {
      finding.versions["\(version / 10).\(version % 10)"] = versions[version]
    }
    finding.foreign = foreign.counts
    finding.producer = producer
  }
}

extension [UInt8] {
  /// Whether the bytes begin with the mark of UTF-8, UTF-16 or UTF-32.
  fileprivate var hasByteOrderMark: Bool {
    starts(with: [0xEF, 0xBB, 0xBF]) || starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF])
      || starts(with: [0, 0, 0xFE, 0xFF])
  }

  /// How lines end.
  fileprivate var lineEnds: String? {
    // The zero bytes of UTF-16 and UTF-32 stand between the two characters.
    let bytes = filter { $0 != 0 }
    var kinds: Set<String> = []
    for index in bytes.indices {
      if bytes[index] == 0x0A {
        kinds.insert(index > 0 && bytes[index - 1] == 0x0D ? "CRLF" : "LF")
      } else if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] != 0x0A {
        kinds.insert("CR")
      }
    }
    return kinds.count > 1 ? "mixed" : kinds.first
  }
}
