import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The output of one input; several inputs may share one.
struct PruneOutput {
  var name: String
  /// The number of the first input that goes there.
  var order: Int
  var file: OutputFile?
  var digests: DigestedOutput?
  /// For inputs that are replaced: the file.
  var original: SystemPath?
  /// Whether the input's records were removed or edited.
  var isChanged = false
}

/// All files that a pruning writes, looked at before anything is made.
struct PruneTargets {
  private let plan: Pruning
  /// How many inputs there are, folders opened.
  private let inputCount: Int
  /// One for each input, or one for all.
  private var records: [OutputTarget] = []
  /// The report, the rejects and the losses.
  let others: OutputTargets
  private let removed: (records: OutputTarget, journal: OutputTarget?)?
  /// The folder of the outputs, if there is none yet.
  private var newFolder: SystemPath?

  init(_ plan: Pruning, _ inputs: [OpenedInput]) throws {
    self.plan = plan
    inputCount = inputs.count
    others = try OutputTargets("-", plan.options)
    removed = try plan.edits.removed.map { name in
      guard name != "-", !name.hasSuffix("/") else {
        throw SourceError(
          .usage, Diagnostic(.usage, "--removed needs a file, beside which its journal can lie"))
      }
      let records = try OutputTarget(name)
      var journal: OutputTarget?
      // Only a file has a place beside it.
      if case .file = records.kind { journal = try OutputTarget(RemovedFile.journalName(name)) }
      for target in [records, journal].compactMap(\.self) {
        // What was removed once is never written over.
        if case .file(_, .some) = target.kind { throw OutputTarget.exists(target.name) }
      }
      return (records, journal)
    }
    guard !plan.edits.isDryRun else { return }
    if plan.edits.isInPlace {
      records = try inputs.map { input in
        let target = try OutputTarget(input.file.name)
        guard input.file.isSeekable, case .file = target.kind else {
          throw SourceError(
            .usage,
            Diagnostic(
              .usage, "only a file can be pruned in its place; give an output with -o",
              file: input.file.name))
        }
        return target
      }
    } else if plan.output.hasSuffix("/") {
      let place = try OutputTarget(plan.output, mayBeFolder: true)
      if case .folder(let path, nil) = place.kind { newFolder = path }
      var names: Set<String> = []
      records = try inputs.map { input in
        let last = input.file.name == "-" ? "stdin" : SystemPath(input.file.name).lastName.text
        let name = Self.freeName(last, in: &names)
        if let newFolder {
          return OutputTarget(
            plan.output + name, .file(newFolder.appending(SystemPath(name)), nil))
        }
        let target = try OutputTarget(plan.output + name)
        if case .file(_, .some) = target.kind, !plan.options.mayOverwrite {
          throw SourceError(
            .refused,
            Diagnostic(
              .refused, "it exists already; --force overwrites it", file: target.name))
        }
        return target
      }
    } else {
      records = [try OutputTarget(plan.output)]
    }
  }

  /// A name that no other input of the run has: `x.vcf`, `x-2.vcf`.
  private static func freeName(_ name: String, in names: inout Set<String>) -> String {
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    var free = name
    var number = 1
    while !names.insert(free).inserted {
      number += 1
      free = "\(name[..<dot])-\(number)\(name[dot...])"
    }
    return free
  }

  /// Makes the folder of the outputs if there is none.
  ///
  /// - Returns: the folder that was made.
  func makeFolder() throws -> SystemPath? {
    guard let newFolder else { return nil }
    do throws(SystemError) {
      _ = try call { unsafe newFolder.withCString { unsafe mkdir($0, 0o700) } }
    } catch {
      throw OutputTarget.failure(error, plan.output)
    }
    return newFolder
  }

  /// Refuses outputs that are the same file as an input or another output.
  func check(_ inputs: [OpenedInput]) throws {
    let others =
      self.others.besides + [removed?.records, removed?.journal].compactMap(\.self)
    if plan.edits.isInPlace {
      try OutputTarget.checkDistinct(others, inputs: inputs.map(\.file))
      try OutputTarget.checkDistinct(records, inputs: [])
    } else {
      try OutputTarget.checkDistinct(records + others, inputs: inputs.map(\.file))
    }
  }

  /// Makes one output for each input.
  func makeOutputs(hasJournal: Bool) throws -> [PruneOutput] {
    var outputs: [PruneOutput] = []
    for place in 0..<inputCount {
      if isShared, let first = outputs.first {
        outputs.append(first)
        continue
      }
      let target = records[place]
      var original: SystemPath?
      if plan.edits.isInPlace, case .file(let path, _) = target.kind { original = path }
      outputs.append(
        PruneOutput(
          name: target.name, order: place, file: try OutputFile(target, isHeldBack: true),
          digests: hasJournal ? DigestedOutput() : nil, original: original))
    }
    return outputs
  }

  /// Whether all inputs go to one output.
  private var isShared: Bool { !plan.edits.isInPlace && !plan.output.hasSuffix("/") }

  func makeRemoved() throws -> RemovedFile? {
    try removed.map { try RemovedFile($0.records, $0.journal) }
  }
}

/// Times for journals and marks.
enum Clock {
  /// A time as RFC 3339 in UTC: the given one, or now.
  static func timestamp(_ seconds: Int?) -> String {
    let seconds = seconds ?? Int(time(nil))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - days * 86_400
    // Days of the proleptic calendar, years counted from March.
    let z = days + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(year)-\(two(month))-\(two(dayOfYear - (153 * shifted + 2) / 5 + 1))T"
      + "\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }
}
