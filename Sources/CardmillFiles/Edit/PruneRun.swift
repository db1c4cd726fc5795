import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One run of a pruning, from opening to the last rename.
final class PruneRun {
  let plan: Pruning
  let edits: PruneOptions
  let options: RunOptions
  private let ask: ((Removal) throws -> RemovalAnswer)?
  let approve: ((Int, [String]) throws -> Bool)?
  private let removal: ((Removal) -> Void)?
  let listener: (RunEvent) -> Void
  private let pipeline: Pipeline
  var ledger = Ledger()
  var inputs: [OpenedInput] = []
  var outputs: [PruneOutput] = []
  /// The folder of the outputs, if it was made for them.
  private var madeFolder: SystemPath?
  var removed: RemovedFile?
  var report: OutputFile?
  var rejects: RejectsFile?
  var losses: OutputFile?
  var removals: RemovalLog?
  var sizes: [Int] = []
  var digests: [String] = []
  var contacts = 0
  /// Removed contacts: neither empty cards nor group cards that go away with a category.
  var removedContacts = 0
  var notComparable = 0
  var firstNames: [String] = []
  /// For an input whose records have something between them.
  private var separators: ListSeparators?
  private var progress = RunProgress(bytes: 0, totalBytes: nil, records: 0)

  init(
    _ plan: Pruning, ask: ((Removal) throws -> RemovalAnswer)?,
    approve: ((Int, [String]) throws -> Bool)?, removal: ((Removal) -> Void)?,
    _ listener: @escaping (RunEvent) -> Void
  ) {
    self.plan = plan
    edits = plan.edits
    options = plan.options
    self.ask = ask
    self.approve = approve
    self.removal = removal
    self.listener = listener
    pipeline = Pipeline(threads: plan.options.threadCount)
  }

  func run() throws -> RunReport {
    do {
      try prepare()
      for place in inputs.indices { try prune(place) }
      try finish()
    } catch {
      discard()
      guard let failure = error as? SourceError else { throw error }
      ledger.note(failure.diagnostic)
      ledger.report.exit = failure.kind.exitCode
      ledger.report.written = 0
      ledger.report.removed = 0
      ledger.report.edited = 0
      ledger.report.outputs = []
      if failure.kind != .interrupted { try? writeReport() }
      listener(.end(ledger.report))
      throw failure
    }
    try writeReport()
    listener(.end(ledger.report))
    return ledger.report
  }

  func discard() {
    for output in outputs { output.file?.discard() }
    madeFolder.map { unsafe $0.withCString { _ = unsafe rmdir($0) } }
    removed?.discard()
    rejects?.discard()
    losses?.discard()
  }

  func note(_ diagnostic: Diagnostic) {
    ledger.note(diagnostic)
    listener(.diagnostic(diagnostic))
  }

  // MARK: Before the first record

  private func prepare() throws {
    let opener = try InputOpener(
      sources: plan.sources, from: options.from, readingOptions: options.readingOptions,
      limits: options.limits)
    inputs = try opener.open(plan.inputs) { note($0) }
    let targets = try PruneTargets(plan, inputs)
    try targets.check(inputs)
    report = try targets.others.report.map { try OutputFile($0, isHeldBack: true) }
    if report != nil { removals = try RemovalLog() }
    rejects = try targets.others.rejects.map {
      try RejectsFile($0, targets.others.reasons, isHeldBack: true)
    }
    // Pruning loses no value: the file is empty.
    losses = try targets.others.losses.map { try OutputFile($0, isHeldBack: true) }
    for place in inputs.indices {
      try inputs[place].survey(wantsMembership: wantsMembership) { note($0) }
    }
    if wantsMembership, inputs.contains(where: { $0.request.survey?.mayHoldGroups == true }) {
      let table = try MembershipTable(inputs, pipeline: pipeline).make { note($0) }
      for index in inputs.indices { inputs[index].request.groups = table }
    }
    ledger.report.outputFormat = inputs.first?.request.format
    try checkFormats()
    guard !edits.isDryRun else { return }
    madeFolder = try targets.makeFolder()
    outputs = try targets.makeOutputs(hasJournal: edits.removed != nil)
    removed = try targets.makeRemoved()
    let sizes = inputs.map(\.file.knownSize)
    progress.totalBytes = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// The properties that are looked at: nil when the contacts are shown, edited or reported.
  private var lookedAt: PropertySet? {
    guard ask == nil, removal == nil, removals == nil, !options.isStrict, edits.action == .remove,
      edits.removedCategories.isEmpty, !edits.dropsFromGroups,
      var properties = plan.rules.properties
    else { return nil }
    properties.formUnion(.identity)
    if edits.isInPlace, approve != nil { properties.formUnion(ContactColumn.name.properties) }
    return properties
  }

  private var wantsMembership: Bool { plan.rules.wantsMembership || edits.dropsFromGroups }

  /// What a format cannot do shows itself before anything is written.
  private func checkFormats() throws {
    for input in inputs {
      let format = input.source.description.format(input.request.format)
      if edits.action != .remove || !edits.removedCategories.isEmpty || edits.dropsFromGroups,
        !(input.source is any RecordEditing)
      {
        throw SourceError(
          .usage,
          Diagnostic(
            .usage,
            "contacts of \(input.request.format) can be removed, but not edited in their place; convert the file first",
            file: input.file.name))
      }
      if edits.action != .remove, format?.capabilities.holdsDeletionMarks == false {
        throw SourceError(
          .usage,
          Diagnostic(
            .usage,
            "\(input.request.format) has no place for a mark for deletion; convert the file to vcard, csv or json first",
            file: input.file.name))
      }
      if inputs.count > 1, outputIsShared,
        format?.canBeConcatenated == false
          || (format?.frame == .head || format?.frame == .headAndTail)
      {
        throw SourceError(
          .usage,
          Diagnostic(
            .usage,
            "several files of \(input.request.format) do not make one file; give a folder that ends in / with -o",
            file: input.file.name))
      }
    }
  }

  private var outputIsShared: Bool {
    (!edits.isInPlace && !plan.output.hasSuffix("/")) || edits.removed != nil
  }

  // MARK: Records

  private func prune(_ place: Int) throws {
    let input = inputs[place]
    let rules = try rules(for: place)
    let pool = try EvaluatorPool(rules, file: input.file.name)
    let names = rules.names
    var dropped: [ContactEdit] = []
    var decided: Set<Int>?
    if edits.dropsFromGroups,
      input.source.description.format(input.request.format)?.capabilities.holdsGroups == true
    {
      let doomed = try findDoomed(input, pool, names)
      dropped = [.dropMembers(doomed.keys)]
      decided = doomed.numbers
    }
    let writer = SpliceWriter(
      input.file, number: place, output: outputs.isEmpty ? nil : outputs[place].file,
      removed: removed, digests: outputs.isEmpty ? nil : outputs[place].digests)
    var entry = RunReport.Input(
      file: input.file.name, format: input.request.format,
      encoding: input.request.survey?.textEncoding ?? "UTF-8")
    let kind = input.source.description.format(input.request.format)?.frame ?? .none
    separators =
      kind == .list
      ? ListSeparators(input.file, encoding: input.request.survey?.encoding) : nil
    var frame = kind == .list ? nil : removed.map { RemovedFrame(input.file, $0, kind) }
    var records: Range<Int>?
    let removedBefore = ledger.report.removed
    let editedBefore = ledger.report.edited
    let recordEdits =
      (edits.removedCategories.isEmpty ? [] : [.removeCategories(edits.removedCategories)])
      + dropped
    let unread = try read(input, pool, edits: recordEdits) { [self] block, batch, rejected in
      entry.contacts += block.contacts
      entry.groups += block.groups
      entry.empty += block.empty
      entry.records += batch.count + block.rejected
      ledger.report.rejected += block.rejected
      contacts += block.contacts
      notComparable += block.notComparable
      if let first = batch.storage.contacts.first {
        if records == nil { try writeListHead(of: input, upTo: first.fileOffset) }
        try separators?.close(before: first, writer)
      }
      try frame?.begin(batch, rejected)
      try apply(block, batch, input, writer, &frame, names: names, decided: decided)
      try frame?.endBatch()
      if let first = batch.storage.contacts.first, let last = batch.storage.contacts.last {
        let start = records?.lowerBound ?? first.fileOffset
        let end = last.fileOffset + last.fileLength
        records = start..<end
        separators?.previousEnd = end
      }
    }
    entry.records += unread
    ledger.report.rejected += unread
    try frame?.finish()
    if let records {
      try writeListTail(from: records.upperBound)
      if ledger.report.removed - removedBefore == entry.records {
        try replaceDocument(of: input, records, writer)
      }
    }
    let (size, digest) = try edits.isDryRun ? (input.file.size, "") : writer.finish()
    entry.bytes = size
    ledger.report.inputs.append(entry)
    ledger.report.read += entry.records
    if outputs.isEmpty {
      digests.append(edits.isDryRun ? try FileDigest.of(input.file) : "")
    } else {
      digests.append(digest)
      sizes.append(size)
      outputs[place].isChanged =
        ledger.report.removed > removedBefore || ledger.report.edited > editedBefore
    }
    listener(.endOfInput(file: input.file.name))
  }

  /// Decides which contacts go, before anything is written: group cards may stand before the
  /// contacts that they list.
  ///
  /// - Returns: their record numbers, and the keys by which groups name them. A name that another
  ///   contact has too tells nothing.
  private func findDoomed(_ input: OpenedInput, _ pool: EvaluatorPool, _ names: [String]) throws
    -> (numbers: Set<Int>, keys: Set<String>)
  {
    var numbers: Set<Int> = []
    var keys: Set<String> = []
    var givesNames = false
    try read(input, pool, edits: [], isFirst: true) { block, batch, _ in
      for hit in block.hits where try isRemoved(hit, batch, input, names) {
        let contact = batch[hit.index]
        numbers.insert(contact.record.number)
        if let uid = contact.uid { keys.insert(uid.withView { GroupTable.key($0) }) }
        keys.insert(contact.name.full.withView { GroupTable.nameKey($0) })
      }
      for record in batch.storage.contacts where record.kind == .group {
        givesNames = givesNames || batch.storage.first(.member, in: record)?.valueType == .text
      }
    }
    if givesNames {
      try read(input, pool, edits: [], isFirst: true) { _, batch, _ in
        for (index, record) in batch.storage.contacts.enumerated()
        where record.kind != .group && !numbers.contains(record.number) {
          keys.remove(batch[index].name.full.withView { GroupTable.nameKey($0) })
        }
      }
    }
    return (numbers, keys)
  }

  /// The rules for an input: those of the command, or what a reviewed plan lists.
  private func rules(for place: Int) throws -> any ContactRules {
    guard let name = edits.plan else { return plan.rules }
    let plan = try PrunePlan(name, edits.action)
    let file = inputs[place].file
    return PlannedRules(numbers: try plan.numbers(of: file, place: place, count: inputs.count))
  }

  /// Reads an input and looks at each record; the first of two passes reports nothing.
  ///
  /// - Returns: how many records were rejected outside the batches.
  @discardableResult
  private func read(
    _ input: OpenedInput, _ pool: EvaluatorPool, edits: [ContactEdit], isFirst: Bool = false,
    _ body: (borrowing PrunedBlock, ContactBatch, [RejectedRecord]) throws -> Void
  ) throws -> Int {
    var narrowed = input.request
    narrowed.properties = lookedAt
    let request = narrowed
    let reader = try BlockReader(input.file, source: input.source, request: request)
    let categories = self.edits.removedCategories
    let action = self.edits.action
    let time = Clock.timestamp(options.now)
    var unread = 0
    try withoutActuallyEscaping(body) { body in
      try pipeline.fitting(input).run(reader) { (parsed, output: inout PrunedBlock) in
        output.look(
          at: parsed.batch, pool, source: input.source, request: request, edits: edits,
          categories: categories,
          action: action, time: time)
        output.rejected = parsed.rejected.count
      } consume: { [self] result in
        try Interruption.check()
        if let failure = result.output.failure { throw failure }
        if !isFirst {
          try rejects?.add(result.outside, result.diagnostics, result.rejected, of: input)
          for diagnostic in result.diagnostics { note(diagnostic) }
          if result.batch == nil { unread += result.rejected.count }
          progress.records += result.batch?.count ?? 0
        }
        if let batch = result.batch { try body(result.output, batch, result.rejected) }
        listener(.progress(progress))
      }
    }
    return unread
  }

  /// Whether a contact that a rule hit is really removed: somebody may be asked.
  private func isRemoved(
    _ hit: PrunedBlock.Hit, _ batch: ContactBatch, _ input: OpenedInput, _ names: [String]
  ) throws -> Bool {
    guard let ask, !edits.isDryRun else { return true }
    return try ask(makeRemoval(hit, batch, input, names)) == .remove
  }

  private func makeRemoval(
    _ hit: PrunedBlock.Hit, _ batch: ContactBatch, _ input: OpenedInput, _ names: [String]
  ) -> Removal {
    let contact = batch[hit.index]
    return Removal(
      file: input.file.name, record: contact.record.number, line: contact.record.line,
      uid: contact.uid, name: contact.name.full,
      rule: hit.rule < names.count ? names[hit.rule] : hit.label, contact: contact)
  }

  private func apply(
    _ block: borrowing PrunedBlock, _ batch: ContactBatch, _ input: OpenedInput,
    _ writer: SpliceWriter, _ frame: inout RemovedFrame?, names: [String], decided: Set<Int>?
  ) throws {
    var hit = 0
    var patch = 0
    let records = batch.storage.contacts
    while hit < block.hits.count || patch < block.patches.count {
      let nextHit = hit < block.hits.count ? block.hits[hit].index : Int.max
      let nextPatch = patch < block.patches.count ? block.patches[patch].index : Int.max
      if nextHit <= nextPatch {
        let found = block.hits[hit]
        hit += 1
        let record = records[found.index]
        let isRemoved =
          try decided?.contains(record.number) ?? self.isRemoved(found, batch, input, names)
        guard isRemoved else { continue }
        let others = nextHit == nextPatch ? block.patches[patch] : nil
        if others != nil { patch += 1 }
        try take(found, others, batch, input, writer, &frame, names)
      } else {
        let found = block.patches[patch]
        patch += 1
        try replace(found, batch, input, writer)
      }
    }
  }

  private func take(
    _ hit: PrunedBlock.Hit, _ others: PrunedBlock.Patch?, _ batch: ContactBatch,
    _ input: OpenedInput, _ writer: SpliceWriter, _ frame: inout RemovedFrame?, _ names: [String]
  ) throws {
    if approve != nil, firstNames.count < 10 { firstNames.append(batch[hit.index].name.full) }
    if edits.action == .remove || hit.isGroup {
      ledger.report.removed += 1
      if !hit.isGroup, batch.storage.contacts[hit.index].kind != .empty { removedContacts += 1 }
      if !edits.isDryRun {
        try frame?.reach(batch.storage.contacts[hit.index].fileOffset)
        try cut(hit.index, batch, writer)
      }
    } else {
      let mark = PrunedBlock.Patch(index: hit.index, patches: hit.patches)
      try replace(mark.joined(with: others), batch, input, writer)
    }
    guard removals != nil || removal != nil else { return }
    let removal = makeRemoval(hit, batch, input, names)
    try removals?.add(removal)
    self.removal?(removal)
  }

  /// Cuts a record out of the file.
  private func cut(_ index: Int, _ batch: ContactBatch, _ writer: SpliceWriter) throws {
    let records = batch.storage.contacts
    let record = records[index]
    guard separators != nil else {
      return try writer.remove(
        record.fileOffset..<record.fileOffset + record.fileLength, record: record.number)
    }
    if index > 0 {
      separators?.previousEnd = records[index - 1].fileOffset + records[index - 1].fileLength
    }
    try separators?.cut(record, writer)
    if index + 1 < records.count { try separators?.close(before: records[index + 1], writer) }
  }

  private func replace(
    _ found: PrunedBlock.Patch, _ batch: ContactBatch, _ input: OpenedInput,
    _ writer: SpliceWriter
  ) throws {
    let storage = batch.storage
    let record = storage.contacts[found.index]
    guard let patches = found.patches else {
      throw SourceError(
        .unusable,
        Diagnostic(
          .cannotWrite,
          "the contact cannot be edited in its place; nothing was written; convert the file first",
          file: input.file.name, record: record.number, line: record.line))
    }
    if patches.isEmpty { return }
    ledger.report.edited += 1
    guard !edits.isDryRun else { return }
    let place = RecordPlace(record, storage, encoding: input.request.survey?.encoding)
    var end = 0
    for patch in patches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard patch.range.lowerBound >= end else {
        throw SourceError(
          .usage,
          Diagnostic(
            .usage,
            "two changes meet in the same place of this contact; nothing was written; make one after the other",
            file: input.file.name, record: record.number, line: record.line))
      }
      end = patch.range.upperBound
      try writer.replace(
        place.fileRange(patch.range), with: place.encoding.encoded(patch.replacement),
        record: record.number)
    }
  }

  // MARK: The removed file's own brackets

  private func writeListHead(of input: OpenedInput, upTo end: Int) throws {
    guard let removed, let separators, !edits.isDryRun else { return }
    // Several lists may stand one after the other; a byte order mark stands only once.
    var head = try separators.head(upTo: end)
    if removed.size > 0 { head.removeFirst(try FileDigest.mark(of: input.file, upTo: end).count) }
    try head.withView { try removed.write($0) }
  }

  private func writeListTail(from start: Int) throws {
    guard let removed, let separators, !edits.isDryRun else { return }
    try separators.tail(from: start).withView { try removed.write($0) }
  }

  /// Puts in what a file lacks whose records are all removed, if one of them was the whole document.
  private func replaceDocument(
    of input: OpenedInput, _ records: Range<Int>, _ writer: SpliceWriter
  ) throws {
    guard let source = input.source as? any RecordEditing, !edits.isDryRun else { return }
    var head: [UInt8] = []
    try FileDigest.read(input.file, 0..<min(records.lowerBound, 64 << 10)) { head += $0.array }
    let document = source.emptyDocument(behind: head, input.request.format)
    guard !document.isEmpty else { return }
    let encoding = TextEncoding(input.request.survey?.encoding)
    try writer.replace(
      records.upperBound..<records.upperBound, with: encoding.encoded(document), record: 0)
  }
}
