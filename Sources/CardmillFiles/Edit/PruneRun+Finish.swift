import Cardmill

// What happens when all inputs are read: the guard, the question, and every file in its place.

extension PruneRun {
  func finish() throws {
    try Interruption.check()
    if notComparable > 0 {
      note(.notComparable(notComparable))
    }
    try guardCount()
    ledger.report.written =
      ledger.report.read - ledger.report.removed - ledger.report.rejected
    if edits.isDryRun { return try commitOthers() }
    if options.isStrict, ledger.hasFindings {
      listener(.diagnostic(ledger.strictFinding))
      discard()
      ledger.report.exit = 1
      ledger.report.written = 0
      ledger.report.removed = 0
      ledger.report.edited = 0
      return
    }
    let changes = ledger.report.removed + ledger.report.edited
    if edits.isInPlace, changes > 0, let approve,
      try !approve(changes, firstNames)
    {
      throw SourceError(
        .refused, Diagnostic(.refused, "declined; nothing was written"))
    }
    if let removed {
      try removed.prepare(
        JournalHead(
          time: Clock.timestamp(options.now), command: options.command, removed: removed.file,
          inputs: journalInputs))
    }
    for output in Set(outputs.map(\.order)).sorted() { try outputs[output].file?.prepare() }
    try Interruption.check()
    // Before anything has its place; an input that is replaced is looked at once more then.
    for input in inputs { try input.file.checkUnchanged() }
    try commit()
    var parts: [OutputPart] = []
    for (place, output) in outputs.enumerated() {
      let records = ledger.report.inputs[place].records
      if output.order == place {
        parts.append(OutputPart(file: output.name, records: records))
      } else if !parts.isEmpty {
        parts[parts.count - 1].records += records
      }
    }
    ledger.report.outputs = parts
  }

  /// Gives all files their names.
  ///
  /// An error takes back what can be, until the first output is there.
  private func commit() throws {
    var backups: [Int: Backup] = [:]
    var isFirst = true
    do {
      for (place, output) in outputs.enumerated() where output.isChanged {
        backups[place] = try output.original.map { try Backup(of: inputs[place].file, at: $0) }
      }
      try removed?.commit()
      try commitOthers()
      for (place, output) in outputs.enumerated() where output.order == place {
        guard output.isChanged || !edits.isInPlace else {
          output.file?.discard()
          continue
        }
        try backups[place]?.check(isFirst: isFirst)
        try output.file?.commit()
        backups[place] = nil
        isFirst = false
      }
    } catch {
      for backup in backups.values { backup.discard() }
      if isFirst { removed?.takeBack() }
      throw error
    }
  }

  func commitOthers() throws {
    try rejects?.prepare()
    try losses?.prepare()
    try rejects?.commit()
    try losses?.commit()
  }

  /// The inputs as the journal names them; an output that several share has one digest.
  private var journalInputs: [JournalHead.Input] {
    inputs.indices.compactMap { place in
      guard let output = outputs[place].digests else { return nil }
      return JournalHead.Input(
        file: JournalHead.File(
          name: inputs[place].file.name, size: sizes[place], digest: digests[place]),
        format: inputs[place].request.format.rawValue,
        output: JournalHead.File(
          name: outputs[place].name, size: output.size, digest: output.hexadecimal))
    }
  }

  /// More removals than the guard allows stop the run.
  private func guardCount() throws {
    guard !edits.isForced, edits.action == .remove, edits.plan == nil || edits.limit != nil
    else { return }
    let most: Int
    switch edits.limit {
    case .count(let number): most = number
    case .percent(let percent): most = contacts * percent / 100
    case nil: most = contacts / 2
    }
    guard removedContacts > most else { return }
    let look = edits.isDryRun ? "" : "look at them with --dry-run, then "
    throw SourceError(
      .refused,
      Diagnostic(
        .tooManyDeletions,
        "\(removedContacts) of \(contacts) contacts would be removed, and at most \(most) may be; nothing was written; \(look)allow more with --max-delete or --force"
      ))
  }

  func writeReport() throws {
    guard let report else { return }
    let text = ledger.report.json(command: options.command, digests: digests)
    try text.head.withView { try report.write($0) }
    try removals?.copy { try report.write($0) }
    try text.tail.withView { try report.write($0) }
    try report.prepare()
    try report.commit()
  }
}
