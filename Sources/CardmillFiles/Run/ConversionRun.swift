import Cardmill

/// What a run writes.
struct RunTarget {
  /// The format, or what stands for it.
  var format: SourceDescription.Format
  /// The format as the report names it; nil for a listing.
  var reported: FormatID?
  /// What there is to say when all records were read; throws what went wrong meanwhile.
  var conclude: () throws -> [Diagnostic] = { [] }
  /// Makes the writer; called when the inputs are open, and while they can still be read more than
  /// once.
  var makeWriter: (_ inputs: [OpenedInput], _ pipeline: Pipeline) throws -> any RecordWriter
}

/// One run that reads inputs and writes one output, from opening to the last rename.
final class ConversionRun {
  private let paths: [String]
  private let output: String
  private let sources: [any DataSource]
  private let makeTarget: () throws -> RunTarget
  private let options: RunOptions
  private let listener: (RunEvent) -> Void
  private let pipeline: Pipeline
  private var ledger = Ledger()
  private var inputs: [OpenedInput] = []
  private var sink: Sink?
  private var report: OutputFile?
  private var conclude: () throws -> [Diagnostic] = { [] }
  private var progress = RunProgress(bytes: 0, totalBytes: nil, records: 0)
  private var bytesOfEarlierInputs = 0
  /// Whether the rejects are kept although the run fails: they are all that there is.
  private var keepsRejects = false

  /// Everything that is written before the report.
  private struct Sink {
    let writer: any RecordWriter
    let lossCards: LossCards?
    let records: any RecordOutput
    let rejects: RejectsFile?
    let losses: SingleOutput?

    func discard() {
      records.discard()
      rejects?.discard()
      losses?.discard()
    }
  }

  /// Plans a run.
  ///
  /// - Parameters:
  ///   - paths: the inputs.
  ///   - output: where the records go.
  ///   - options: what the run is told.
  ///   - sources: the formats.
  ///   - listener: is told what happens.
  ///   - makeTarget: says what is written; called before anything is opened.
  init(
    _ paths: [String], to output: String, _ options: RunOptions, sources: [any DataSource],
    _ listener: @escaping (RunEvent) -> Void, makeTarget: @escaping () throws -> RunTarget
  ) {
    self.paths = paths
    self.output = output
    self.sources = sources
    self.makeTarget = makeTarget
    self.listener = listener
    self.options = options
    pipeline = Pipeline(threads: options.threadCount)
  }

  func run() throws -> RunReport {
    do {
      try prepare()
      try readAll()
      try finish()
    } catch {
      if keepsRejects {
        try sink?.rejects?.prepare()
        try sink?.rejects?.commit()
      }
      sink?.discard()
      guard let failure = error as? SourceError else { throw error }
      ledger.note(failure.diagnostic)
      ledger.report.exit = failure.kind.exitCode
      ledger.report.written = 0
      ledger.report.outputs = []
      // What went wrong belongs into the report, but must not hide behind a report that fails too.
      if failure.kind != .interrupted { try? writeReport() }
      listener(.end(ledger.report))
      throw failure
    }
    try writeReport()
    listener(.end(ledger.report))
    return ledger.report
  }

  private func note(_ diagnostic: Diagnostic) {
    ledger.note(diagnostic)
    listener(.diagnostic(diagnostic))
  }

  // MARK: Before the first record

  private func prepare() throws {
    let opener = try InputOpener(
      sources: sources, from: options.from, readingOptions: options.readingOptions,
      limits: options.limits)
    let target = try makeTarget()
    ledger.report.outputFormat = target.reported
    conclude = target.conclude

    inputs = try opener.open(paths) { note($0) }
    let outputs = try OutputTargets(output, options)
    try OutputTarget.checkDistinct(outputs.all, inputs: inputs.map(\.file))
    // The report is made first, so that it can tell why nothing else was.
    report = try outputs.report.map { try OutputFile($0, isHeldBack: true) }

    let wantsMembership = target.format.capabilities.wantsMembership
    for index in inputs.indices {
      try inputs[index].survey(wantsMembership: wantsMembership) { note($0) }
    }
    if wantsMembership, inputs.contains(where: { $0.request.survey?.mayHoldGroups == true }) {
      let table = try MembershipTable(inputs, pipeline: pipeline).make { note($0) }
      for index in inputs.indices { inputs[index].request.groups = table }
    }
    let writer = try target.makeWriter(inputs, pipeline)
    // The original bytes of what is rejected are read a second time.
    if options.rejects == nil { for input in inputs { input.file.endRecording() } }
    let sizes = inputs.map(\.file.knownSize)
    progress.totalBytes = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    sink = try makeSink(outputs, writer, target.format)
  }

  private func makeSink(
    _ outputs: OutputTargets, _ writer: any RecordWriter, _ format: SourceDescription.Format
  ) throws -> Sink {
    let isHeldBack = options.isStrict
    let lossCards = options.losses == nil ? nil : try LossCards(sources)
    let rejects: RejectsFile? =
      if let file = outputs.rejects {
        try RejectsFile(file, outputs.reasons, isHeldBack: isHeldBack)
      } else { nil }
    let losses: SingleOutput? =
      if let file = outputs.losses, let lossCards {
        SingleOutput(try OutputFile(file, isHeldBack: isHeldBack), lossCards.writer)
      } else { nil }
    let records: any RecordOutput
    if case .folder = outputs.records.kind {
      records = try FolderOutput(
        outputs.records, writer, format: format, mayOverwrite: options.mayOverwrite,
        inputs: inputs.map(\.file))
    } else if let limit = options.splitEvery {
      records = try SplitOutput(
        outputs.records.name, every: limit, writer, inputs: inputs.map(\.file),
        others: Array(outputs.all.dropFirst()),
        holdsOneRecord: format.capabilities.holdsOneRecord)
    } else {
      records = SingleOutput(
        try OutputFile(outputs.records, isHeldBack: isHeldBack), writer,
        holdsOneRecord: format.capabilities.holdsOneRecord)
    }
    return Sink(
      writer: writer, lossCards: lossCards, records: records, rejects: rejects, losses: losses)
  }

  // MARK: Records

  private func readAll() throws {
    guard let sink else { return }
    do {
      for input in inputs {
        try read(input, sink)
        input.file.rest()
        listener(.endOfInput(file: input.file.name))
      }
    } catch is ReaderHasGone { return }
    let report = ledger.report
    if report.read > 0, report.rejected == report.read {
      keepsRejects = true
      throw Self.allRejected(report.read, nil)
    }
  }

  private func read(_ input: OpenedInput, _ sink: Sink) throws {
    let reader = try BlockReader(input.file, source: input.source, request: input.request)
    ledger.report.inputs.append(
      RunReport.Input(
        file: input.file.name, format: input.request.format,
        encoding: input.request.survey?.textEncoding ?? "UTF-8"))
    let place = ledger.report.inputs.count - 1
    let pipeline = pipeline.fitting(input)
    let (writer, lossCards) = (sink.writer, sink.lossCards)
    let wantsEnds = sink.records.wantsEnds
    try pipeline.run(reader) { (parsed, output: inout ConvertedBlock) in
      output.formatted.wantsEnds = wantsEnds
      writer.format(parsed.batch, into: &output.formatted)
      output.count(parsed.batch)
      if let lossCards, !output.formatted.losses.isEmpty {
        lossCards.write(output.formatted.losses, of: parsed.batch, into: &output.lossCards)
      }
    } consume: { [self] result in
      try Interruption.check()
      try take(&result, of: input, place, sink)
    }
    let report = ledger.report.inputs[place]
    guard reader.recordCount == report.records else {
      throw Self.fault("\(reader.recordCount) records were found and \(report.records) read", input)
    }
    ledger.report.inputs[place].bytes = input.file.size
    bytesOfEarlierInputs += input.file.size
    if input.isNamed { try checkNotAllRejected(input, report) }
  }

  /// Takes what the threads made of a block, in the input's order.
  private func take(
    _ result: inout Pipeline.Result<ConvertedBlock>, of input: OpenedInput, _ place: Int,
    _ sink: Sink
  ) throws {
    let name = input.file.name
    try sink.rejects?.add(result.outside, result.diagnostics, result.rejected, of: input)
    var found = result.diagnostics
    for var diagnostic in result.output.formatted.diagnostics {
      diagnostic.file = diagnostic.file ?? name
      found.append(diagnostic)
    }
    for diagnostic in found.inFileOrder { note(diagnostic) }
    if !result.output.formatted.losses.isEmpty {
      ledger.note(result.output.formatted.losses)
      listener(.losses(result.output.formatted.losses, file: name))
    }
    let records = (result.batch?.count ?? 0) + result.rejected.count
    ledger.report.read += records
    ledger.report.rejected += result.rejected.count
    ledger.report.written += result.output.formatted.written
    ledger.report.folded += result.output.formatted.folded
    ledger.report.added += result.output.formatted.added
    ledger.report.inputs[place].records += records
    ledger.report.inputs[place].contacts += result.output.contacts
    ledger.report.inputs[place].groups += result.output.groups
    ledger.report.inputs[place].empty += result.output.empty
    if let batch = result.batch, !(options.isStrict && ledger.hasFindings) {
      try sink.records.write(result.output.formatted, of: batch)
      if result.output.lossCards.written > 0 {
        try sink.losses?.add(
          result.output.lossCards.bytes.view, records: result.output.lossCards.written)
      }
      if sink.records.isClosedByReader { throw ReaderHasGone() }
      if let last = batch.storage.contacts.last {
        progress.bytes = bytesOfEarlierInputs + last.fileOffset + last.fileLength
      }
    }
    progress.records = ledger.report.read
    listener(.progress(progress))
  }

  private func checkNotAllRejected(_ input: OpenedInput, _ report: RunReport.Input) throws {
    guard report.records > 0, report.contacts + report.groups + report.empty == 0 else { return }
    keepsRejects = true
    throw Self.allRejected(report.records, input)
  }

  private static func allRejected(_ records: Int, _ input: OpenedInput?) -> SourceError {
    SourceError(
      .unusable,
      Diagnostic(
        .notAContactFile,
        "none of \(records) records could be read, and nothing was written; --rejects FILE keeps them",
        file: input?.file.name))
  }

  // MARK: After the last record

  private func finish() throws {
    guard let sink else { return }
    try Interruption.check()
    for diagnostic in try conclude() { note(diagnostic) }
    if sink.records.isClosedByReader {
      // Whoever wanted the rest would have kept the pipe open.
      sink.rejects?.discard()
      sink.losses?.discard()
      return
    }
    guard ledger.report.isBalanced else {
      let report = ledger.report
      throw Self.fault(
        "\(report.read) records were read, but \(report.written) written, \(report.rejected) rejected and \(report.folded) folded",
        nil)
    }
    if options.isStrict, ledger.hasFindings {
      listener(.diagnostic(ledger.strictFinding))
      sink.discard()
      ledger.report.exit = 1
      ledger.report.written = 0
      return
    }
    try sink.rejects?.prepare()
    try sink.losses?.prepare()
    try sink.records.prepare()
    try Interruption.check()
    try sink.rejects?.commit()
    try sink.losses?.commit()
    try sink.records.commit()
    ledger.report.outputs = sink.records.parts
  }

  private static func fault(_ message: String, _ input: OpenedInput?) -> SourceError {
    SourceError(
      .fault,
      Diagnostic(
        .ownFault, "a fault of the program: \(message); nothing was written; please report it",
        file: input?.file.name))
  }

  private func writeReport() throws {
    guard let report else { return }
    try ledger.report.json(command: options.command).withView { try report.write($0) }
    try report.prepare()
    try report.commit()
  }
}

extension [Diagnostic] {
  /// What a splitter, a reader and a writer found in a block, by the lines of the file.
  var inFileOrder: [Diagnostic] {
    let isSorted = zip(self, dropFirst()).allSatisfy { ($0.line ?? 0) <= ($1.line ?? 0) }
    if isSorted { return self }
    let sorted = enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }
    return sorted.map(\.element)
  }
}

extension Pipeline {
  /// The pipeline for an input: small ones are not worth a second thread.
  func fitting(_ input: OpenedInput) -> Pipeline {
    (input.file.knownSize ?? .max) < 1 << 20 ? Pipeline(threads: 1) : self
  }
}

/// Nobody reads standard output any more; the run is over, and that is no error.
private struct ReaderHasGone: Error {}

/// What a conversion's threads make of a block.
struct ConvertedBlock: ~Copyable, BlockOutput {
  var formatted = FormattedBlock()
  var lossCards = FormattedBlock()
  var contacts = 0
  var groups = 0
  var empty = 0

  var inputName: String {
    get { formatted.inputName }
    set { formatted.inputName = newValue }
  }

  mutating func removeAll() {
    formatted.removeAll()
    lossCards.removeAll()
    (contacts, groups, empty) = (0, 0, 0)
  }

  mutating func count(_ batch: ContactBatch) {
    for contact in batch.storage.contacts {
      switch contact.kind {
      case .contact: contacts += 1
      case .group: groups += 1
      case .empty: empty += 1
      }
    }
  }
}
