import Cardmill

/// One run that reads inputs and writes no contacts: opens everything, keeps the account, the
/// rejects and the report.
final class ReadingRun {
  /// What a run has to know before its first record.
  struct Needs {
    /// The names of the group cards that list a contact.
    var membership = false
    /// Whether the inputs are read more than once.
    var rereads = false
  }

  let options: RunOptions
  private let sources: [any DataSource]
  private let listener: (RunEvent) -> Void
  private let pipeline: Pipeline
  private(set) var ledger = Ledger()
  private var report: OutputFile?
  private var rejects: RejectsFile?
  private var losses: OutputFile?
  private var progress = RunProgress(bytes: 0, totalBytes: nil, records: 0)
  private var bytesOfEarlierInputs = 0

  init(_ options: RunOptions, sources: [any DataSource], _ listener: @escaping (RunEvent) -> Void) {
    self.options = options
    self.sources = sources
    self.listener = listener
    pipeline = Pipeline(threads: options.threadCount)
  }

  // MARK: From start to end

  /// Opens inputs, lets `body` read them, and puts everything in its place.
  ///
  /// - Parameters:
  ///   - sides: inputs that belong together; the group cards of one side say nothing of another.
  ///   - needs: what must be known beforehand.
  ///   - body: gets the open inputs of each side.
  /// - Returns: the account.
  /// - Throws: `SourceError` when an input cannot be used; the report tells why.
  func run(
    _ sides: [[String]], _ needs: Needs = Needs(), _ body: ([[OpenedInput]]) throws -> Void
  ) throws -> RunReport {
    do {
      try body(try open(sides, needs))
      try finish()
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
    return ledger.report
  }

  /// Takes a finding into the account and tells it.
  func note(_ diagnostic: Diagnostic) {
    ledger.note(diagnostic)
    listener(.diagnostic(diagnostic))
  }

  /// Sets the exit code that a run without a failure ends with.
  func setExit(_ code: Int) { ledger.report.exit = code }

  private func open(_ sides: [[String]], _ needs: Needs) throws -> [[OpenedInput]] {
    let opener = try InputOpener(
      sources: sources, from: options.from, readingOptions: options.readingOptions,
      limits: options.limits)
    let paths = sides.flatMap(\.self)
    if paths.count(where: { $0 == "-" }) > 1 {
      throw SourceError(.usage, Diagnostic(.usage, "standard input can be read only once"))
    }
    var opened = try sides.map { try opener.open($0) { note($0) } }
    let outputs = try OutputTargets("-", options)
    // Standard output gets what is found.
    try OutputTarget.checkDistinct(outputs.all, inputs: opened.flatMap(\.self).map(\.file))
    report = try outputs.report.map { try OutputFile($0, isHeldBack: true) }
    rejects = try outputs.rejects.map {
      try RejectsFile($0, outputs.reasons, isHeldBack: options.isStrict)
    }
    losses = try outputs.losses.map { try OutputFile($0, isHeldBack: true) }
    for side in opened.indices { try survey(&opened[side], needs) }
    if rejects == nil, !needs.rereads {
      for input in opened.flatMap(\.self) { input.file.endRecording() }
    }
    let sizes = opened.flatMap(\.self).map(\.file.knownSize)
    progress.totalBytes = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    return opened
  }

  private func survey(_ inputs: inout [OpenedInput], _ needs: Needs) throws {
    for index in inputs.indices {
      try inputs[index].survey(wantsMembership: needs.membership) { note($0) }
    }
    guard needs.membership, inputs.contains(where: { $0.request.survey?.mayHoldGroups == true })
    else { return }
    let table = try MembershipTable(inputs, pipeline: pipeline).make { note($0) }
    for index in inputs.indices { inputs[index].request.groups = table }
  }

  // MARK: Records

  /// Reads an input to its end.
  ///
  /// - Parameters:
  ///   - input: one of the inputs that the run has opened.
  ///   - transform: called on any thread with each block.
  ///   - consume: called in the input's order, behind the account of each block; may add to
  ///     `diagnostics` before.
  /// - Returns: the account of the input.
  /// - Throws: `SourceError` when the input cannot be read.
  func read<Output: BlockOutput & ~Copyable>(
    _ input: OpenedInput,
    transform: @escaping @Sendable (ParsedBlock, inout Output) -> Void,
    consume: @escaping (inout Pipeline.Result<Output>) throws -> Void
  ) throws -> RunReport.Input {
    let reader = try BlockReader(input.file, source: input.source, request: input.request)
    ledger.report.inputs.append(
      RunReport.Input(
        file: input.file.name, format: input.request.format,
        encoding: input.request.survey?.textEncoding ?? "UTF-8"))
    let place = ledger.report.inputs.count - 1
    try pipeline.fitting(input).run(reader, transform: transform) { [self] result in
      try Interruption.check()
      if let rejects {
        try rejects.add(result.outside, result.diagnostics, result.rejected, of: input)
      }
      try consume(&result)
      for diagnostic in result.diagnostics.inFileOrder { note(diagnostic) }
      countRecords(of: &result, place)
    }
    ledger.report.inputs[place].bytes = input.file.size
    bytesOfEarlierInputs += input.file.size
    input.file.rest()
    let account = ledger.report.inputs[place]
    guard account.records == reader.recordCount else {
      throw SourceError(
        .fault,
        Diagnostic(
          .ownFault,
          "a fault of the program: \(reader.recordCount) records were found and "
            + "\(account.records) read; please report it",
          file: input.file.name))
    }
    if input.isNamed, account.records > 0, account.contacts + account.groups + account.empty == 0 {
      throw SourceError(
        .unusable,
        Diagnostic(
          .notAContactFile,
          "none of \(account.records) records could be read; --rejects FILE keeps them",
          file: input.file.name))
    }
    return account
  }

  /// Reads an input once more, without account and messages.
  func reread<Output: BlockOutput & ~Copyable>(
    _ input: OpenedInput,
    transform: @escaping @Sendable (ParsedBlock, inout Output) -> Void,
    consume: @escaping (inout Pipeline.Result<Output>) throws -> Void
  ) throws {
    let reader = try BlockReader(input.file, source: input.source, request: input.request)
    try pipeline.fitting(input).run(reader, transform: transform) { result in
      try Interruption.check()
      try consume(&result)
    }
    input.file.rest()
  }

  /// Says that an input is done with.
  func end(_ input: OpenedInput) { listener(.endOfInput(file: input.file.name)) }

  private func countRecords<Output: BlockOutput & ~Copyable>(
    of result: inout Pipeline.Result<Output>, _ place: Int
  ) {
    let records = (result.batch?.count ?? 0) + result.rejected.count
    ledger.report.read += records
    ledger.report.rejected += result.rejected.count
    ledger.report.inputs[place].records += records
    for contact in result.batch?.storage.contacts ?? [] {
      switch contact.kind {
      case .contact: ledger.report.inputs[place].contacts += 1
      case .group: ledger.report.inputs[place].groups += 1
      case .empty: ledger.report.inputs[place].empty += 1
      }
    }
    if let last = result.batch?.storage.contacts.last {
      progress.bytes = bytesOfEarlierInputs + last.fileOffset + last.fileLength
    }
    progress.records = ledger.report.read
    listener(.progress(progress))
  }

  // MARK: After the last record

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
