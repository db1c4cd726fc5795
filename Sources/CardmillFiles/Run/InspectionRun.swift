import Cardmill

/// One run of an inspection.
final class InspectionRun {
  private let plan: Inspection
  private let options: RunOptions
  private let listener: (RunEvent) -> Void
  private let pipeline: Pipeline
  private var ledger = Ledger()
  private var report: OutputFile?
  private var rejects: RejectsFile?
  private var losses: OutputFile?
  private var progress = RunProgress(bytes: 0, totalBytes: nil, records: 0)
  private var bytesOfEarlierInputs = 0
  private var counts: [String: [String: Int]] = [:]

  init(_ plan: Inspection, _ listener: @escaping (RunEvent) -> Void) {
    self.plan = plan
    self.listener = listener
    options = plan.options
    pipeline = Pipeline(threads: plan.options.threadCount)
  }

  func run() throws -> (findings: [InspectedInput], report: RunReport) {
    var findings: [InspectedInput] = []
    do {
      let inputs = try open()
      for input in inputs {
        findings.append(try inspect(input))
        listener(.endOfInput(file: input.file.name))
      }
      try finish()
      if ledger.report.exit != 0 { findings = [] }
    } catch {
      guard let failure = error as? SourceError else { throw error }
      rejects?.discard()
      losses?.discard()
      ledger.note(failure.diagnostic)
      ledger.report.exit = failure.kind.exitCode
      if failure.kind != .interrupted { try? writeReport() }
      listener(.end(ledger.report))
      throw failure
    }
    try writeReport()
    listener(.end(ledger.report))
    return (findings, ledger.report)
  }

  private func note(_ diagnostic: Diagnostic) {
    ledger.note(diagnostic)
    counts[diagnostic.file ?? "", default: [:]][diagnostic.code.rawValue, default: 0] += 1
    listener(.diagnostic(diagnostic))
  }

  private func open() throws -> [OpenedInput] {
    let opener = try InputOpener(
      sources: plan.sources, from: options.from, readingOptions: options.readingOptions,
      limits: options.limits)
    var inputs = try opener.open(plan.inputs) { note($0) }
    let outputs = try OutputTargets("-", options)
    // Standard output gets the findings.
    try OutputTarget.checkDistinct(outputs.all, inputs: inputs.map(\.file))
    report = try outputs.report.map { try OutputFile($0, isHeldBack: true) }
    rejects = try outputs.rejects.map {
      try RejectsFile($0, outputs.reasons, isHeldBack: options.isStrict)
    }
    losses = try outputs.losses.map { try OutputFile($0, isHeldBack: true) }
    for index in inputs.indices {
      try inputs[index].survey(wantsMembership: false) { note($0) }
      if rejects == nil { inputs[index].file.endRecording() }
    }
    let sizes = inputs.map(\.file.knownSize)
    progress.totalBytes = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    return inputs
  }

  private func inspect(_ input: OpenedInput) throws -> InspectedInput {
    let head = try input.file.head().bytes
    let reader = try BlockReader(input.file, source: input.source, request: input.request)
    let totals = InspectionTotals()
    ledger.report.inputs.append(
      RunReport.Input(
        file: input.file.name, format: input.request.format,
        encoding: input.request.survey?.textEncoding ?? "UTF-8"))
    let place = ledger.report.inputs.count - 1
    try pipeline.fitting(input).run(reader) { (parsed, output: inout InspectedBlock) in
      output.count(parsed.batch)
    } consume: { [self] result in
      try Interruption.check()
      if let rejects {
        try rejects.add(result.outside, result.diagnostics, result.rejected, of: input)
      }
      for diagnostic in result.diagnostics.inFileOrder { note(diagnostic) }
      let records = (result.batch?.count ?? 0) + result.rejected.count
      totals.block.add(result.output)
      ledger.report.read += records
      ledger.report.rejected += result.rejected.count
      ledger.report.inputs[place].records += records
      if let last = result.batch?.storage.contacts.last {
        progress.bytes = bytesOfEarlierInputs + last.fileOffset + last.fileLength
      }
      progress.records = ledger.report.read
      listener(.progress(progress))
    }
    let bytes = input.file.size
    bytesOfEarlierInputs += bytes
    input.file.rest()
    ledger.report.inputs[place].bytes = bytes
    ledger.report.inputs[place].contacts = totals.block.contacts
    ledger.report.inputs[place].groups = totals.block.groups
    ledger.report.inputs[place].empty = totals.block.empty
    let records = ledger.report.inputs[place].records
    if input.isNamed, records > 0, totals.block.isEmpty {
      throw SourceError(
        .unusable,
        Diagnostic(
          .notAContactFile, "none of \(records) records could be read; --rejects FILE keeps them",
          file: input.file.name))
    }
    let found = counts[input.file.name] ?? [:]
    var finding = InspectedInput(
      file: input.file.name, format: input.request.format, confidence: input.confidence.rawValue,
      encoding: input.request.survey?.textEncoding
        ?? (found[Diagnostic.Code.charsetGuess.rawValue] == nil ? "UTF-8" : "mixed"),
      hasByteOrderMark: head.hasByteOrderMark, lineEnds: head.lineEnds,
      delimiter: input.request.survey?.delimiter)
    totals.block.fill(&finding)
    finding.records = records
    finding.columns = input.request.survey?.columns ?? []
    finding.bytes = bytes
    finding.diagnostics = found
    return finding
  }

  private func finish() throws {
    if options.isStrict, ledger.hasFindings {
      listener(.diagnostic(ledger.strictFinding))
      rejects?.discard()
      losses?.discard()
      ledger.report.exit = 1
      return
    }
    try rejects?.prepare()
    try losses?.prepare()
    try rejects?.commit()
    try losses?.commit()
  }

  private func writeReport() throws {
    guard let report else { return }
    try ledger.report.json(command: options.command).withView { try report.write($0) }
    try report.prepare()
    try report.commit()
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
  private(set) var contacts = 0
  private(set) var groups = 0
  private(set) var empty = 0

  init() {}

  var isEmpty: Bool { contacts + groups + empty == 0 }

  mutating func removeAll() {
    for place in properties.indices { properties[place] = 0 }
    for place in versions.indices { versions[place] = 0 }
    foreign.reset()
    producer = nil
    (contacts, groups, empty) = (0, 0, 0)
  }

  mutating func count(_ batch: ContactBatch) {
    let storage = batch.storage
    for contact in storage.contacts {
      switch contact.kind {
      case .contact: contacts += 1
      case .group: groups += 1
      case .empty: empty += 1
      }
      versions[Int(contact.version)] += 1
    }
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
    contacts += other.contacts
    groups += other.groups
    empty += other.empty
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
    finding.contacts = contacts
    finding.groups = groups
    finding.empty = empty
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
