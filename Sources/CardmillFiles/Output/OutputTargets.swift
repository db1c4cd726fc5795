import Cardmill

/// All files that a run writes, looked at before anything is made.
struct OutputTargets {
  let records: OutputTarget
  let report: OutputTarget?
  let rejects: OutputTarget?
  let reasons: OutputTarget?
  let losses: OutputTarget?

  /// Looks at the names.
  ///
  /// - Throws: `SourceError` when something cannot be written, or two of them are one file.
  init(_ output: String, _ options: RunOptions) throws {
    let isFolder = output.hasSuffix("/")
    if let limit = options.splitEvery {
      guard limit > 0 else {
        throw SourceError(.usage, Diagnostic(.usage, "--split-every: give a number above 0"))
      }
      if output == "-" || isFolder {
        throw SourceError(
          .usage, Diagnostic(.usage, "--split-every needs an output file: give one with -o FILE"))
      }
    }
    records = try OutputTarget(output, mayBeFolder: true)
    if options.splitEvery != nil, case .straight = records.kind {
      throw SourceError(
        .usage,
        Diagnostic(.usage, "--split-every needs an output file, not a device", file: output))
    }
    report = try options.report.map { try OutputTarget($0) }
    let rejects = try options.rejects.map { try OutputTarget($0) }
    self.rejects = rejects
    // Only a file has a place beside it.
    if let rejects, case .file = rejects.kind {
      reasons = try OutputTarget(RejectsFile.reasonsName(rejects.name))
    } else {
      reasons = nil
    }
    losses = try options.losses.map { try OutputTarget($0) }
  }

  var all: [OutputTarget] { [records] + besides }
  /// All but the records.
  var besides: [OutputTarget] { [report, rejects, reasons, losses].compactMap(\.self) }
}
