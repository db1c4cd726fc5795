public import Cardmill

/// Checks contact files: everything that their readers report, and what only a check looks for.
///
///     let report = try Check(of: ["a.vcf"], sources: builtInSources).run { print($0) }
///
/// Besides the readers' findings it reports text that was decoded wrongly (`possible-mojibake`), a
/// UID that contacts share although they differ (`duplicate-uid`, over all inputs), members of
/// groups that nobody is (`unresolved-group`), and contacts without a name (`missing-name`). Its
/// memory does not depend on the inputs' size, except for 16 to 32 bytes for each contact with a
/// UID.
public struct Check: Sendable {
  /// Files, folders of files, or `-` for standard input.
  public var inputs: [String]
  public var options: RunOptions
  let sources: [any DataSource]

  /// Plans to check inputs.
  public init(of inputs: [String], options: RunOptions = RunOptions(), sources: [any DataSource]) {
    self.inputs = inputs
    self.options = options
    self.sources = sources
  }

  /// Reads every record of every input.
  ///
  /// - Parameter listener: is told what is found: in the input's order, then what shows itself only
  ///   when everything was read.
  /// - Returns: the account; its `exit` is 1 when there is a warning or an error.
  /// - Throws: `SourceError` when an input cannot be used.
  public func run(_ listener: @escaping (RunEvent) -> Void = { _ in }) throws -> RunReport {
    try CheckRun(self, listener).run()
  }
}

/// One run of a check.
private final class CheckRun {
  private let inputs: [String]
  private let reading: ReadingRun
  private var uids = UIDTable()

  init(_ plan: Check, _ listener: @escaping (RunEvent) -> Void) {
    inputs = plan.inputs
    var options = plan.options
    // What it finds is what it gives: there is nothing that --strict could forbid.
    options.isStrict = false
    reading = ReadingRun(options, sources: plan.sources, listener)
  }

  func run() throws -> RunReport {
    try reading.run([inputs], .init(membership: true, rereads: true)) { sides in
      let inputs = sides.flatMap(\.self)
      for input in inputs {
        _ = try reading.read(input, transform: CheckedBlock.fill) { [self] result in
          for index in result.output.uids.indices { uids.add(result.output.uids[index]) }
          result.diagnostics += result.output.findings
        }
        reading.end(input)
      }
      if !uids.repeated.isEmpty { try compareRepeated(inputs) }
      if reading.ledger.report.count(.warning) + reading.ledger.report.count(.error) > 0 {
        reading.setExit(1)
      }
    }
  }

  /// Reads the contacts again whose UIDs stand more than once, and reports those that differ from
  /// the first of their UID.
  private func compareRepeated(_ inputs: [OpenedInput]) throws {
    let repeated = uids.repeated
    uids = UIDTable()
    var first: [UInt64: UIDHolder] = [:]
    for (number, input) in inputs.enumerated() {
      try reading.reread(input) { (parsed, found: inout RepeatedBlock) in
        let storage = parsed.batch.storage
        for (index, record) in storage.contacts.enumerated() {
          let hash = UIDTable.hash(of: record, in: storage)
          guard hash != 0, repeated.contains(hash) else { continue }
          found.holders.append(UIDHolder(hash, parsed.batch[index], record))
        }
      } consume: { [reading] result in
        for index in result.output.holders.indices {
          var holder = result.output.holders[index]
          holder.input = number
          guard let earlier = first[holder.hash] else {
            first[holder.hash] = holder
            continue
          }
          guard earlier.fingerprint != holder.fingerprint else { continue }
          let place = earlier.input == number ? "" : " of \(inputs[earlier.input].file.name)"
          reading.note(
            Diagnostic(
              .duplicateUID,
              "the contact has the UID of the one in line \(earlier.line)\(place), but differs from it",
              file: input.file.name, record: holder.record, line: holder.line, column: 1,
              offset: holder.offset))
        }
      }
    }
  }
}

/// What a thread finds in a block.
private struct CheckedBlock: ~Copyable, BlockOutput {
  var findings: [Diagnostic] = []
  var uids: [UInt64] = []
  var inputName = ""

  mutating func removeAll() {
    findings.removeAll(keepingCapacity: true)
    uids.removeAll(keepingCapacity: true)
  }

  static func fill(_ parsed: ParsedBlock, _ output: inout CheckedBlock) {
    for var finding in ContactCheck.findings(in: parsed.batch, besides: parsed.diagnostics) {
      finding.file = output.inputName
      output.findings.append(finding)
    }
    let storage = parsed.batch.storage
    for record in storage.contacts { output.uids.append(UIDTable.hash(of: record, in: storage)) }
  }
}

/// A contact whose UID is not its own alone.
private struct UIDHolder: Sendable {
  var hash: UInt64
  /// The beginning of the fingerprint.
  var fingerprint: UInt64
  var input = 0
  var record: Int
  var line: Int
  var offset: Int

  init(_ hash: UInt64, _ contact: Contact, _ record: ContactRecord) {
    self.hash = hash
    let digits = contact.fingerprint.dropFirst(2).prefix(16)
    fingerprint = UInt64(digits, radix: 16) ?? 0
    self.record = record.number
    line = record.line
    offset = record.fileOffset
  }
}

/// Those of a block.
private struct RepeatedBlock: ~Copyable, BlockOutput {
  var holders: [UIDHolder] = []
  mutating func removeAll() { holders.removeAll(keepingCapacity: true) }
}
