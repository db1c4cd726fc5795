public import Cardmill

/// What happened in a run: the account of its records, what was found, and what was lost.
public struct RunReport: Sendable {
  /// One input.
  public struct Input: Sendable, Hashable {
    public var file: String
    public var format: FormatID
    public var encoding: String
    public var records = 0
    public var contacts = 0
    public var groups = 0
    public var empty = 0
    public var bytes = 0
  }

  /// How often a code was reported, with the first examples.
  public struct Finding: Sendable {
    public var code: Diagnostic.Code
    public var severity: Diagnostic.Severity
    public var count = 0
    public var examples: [Diagnostic] = []

    /// Notes how often a code was reported.
    public init(code: Diagnostic.Code, severity: Diagnostic.Severity, count: Int = 0) {
      self.code = code
      self.severity = severity
      self.count = count
    }
  }

  /// How often a kind of value was lost, with the first examples.
  public struct LossKind: Sendable {
    public var code: String
    public var path: String
    public var count = 0
    /// Whether reading the output back restores all of them.
    public var isRecoverable = true
    public var examples: [Loss] = []
  }

  /// The exit code of the command: 0 when all went well, 1 when `isStrict` forbade the output.
  public var exit = 0
  public var inputs: [Input] = []
  public var outputs: [OutputPart] = []
  /// The format of the outputs.
  public var outputFormat: FormatID?
  /// Records that were read.
  public var read = 0
  /// Records that were written.
  public var written = 0
  public var removed = 0
  public var merged = 0
  /// Records that were changed in their place.
  public var edited = 0
  /// Records that could not be read.
  public var rejected = 0
  /// Records that the target holds in another way: group cards that became labels, empty cards.
  public var folded = 0
  /// Records that were made new.
  public var added = 0
  /// What was found, by code, in the order of first appearance.
  public var diagnostics: [Finding] = []
  /// What was lost, by code and path, in the order of first appearance.
  public var losses: [LossKind] = []

  public init() {}

  /// The number of findings of a severity.
  public func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
  }

  /// The number of values that the target could not hold.
  public var lossCount: Int { losses.reduce(0) { $0 + $1.count } }

  /// Whether every record that was read became something.
  var isBalanced: Bool { read == written + removed + merged + rejected + folded }
}

/// Builds a report while a run goes on; its size does not depend on the input's.
struct Ledger {
  var report = RunReport()
  private var places: [Diagnostic.Code: Int] = [:]
  private var lossPlaces: [String: Int] = [:]

  private static let mostExamples = 100
  private static let mostLossKinds = 5_000
  private static let longestOriginal = 4_096

  mutating func note(_ diagnostic: Diagnostic) {
    let place: Int
    if let known = places[diagnostic.code] {
      place = known
    } else {
      place = report.diagnostics.count
      places[diagnostic.code] = place
      report.diagnostics.append(
        RunReport.Finding(code: diagnostic.code, severity: diagnostic.severity))
    }
    report.diagnostics[place].count += 1
    if report.diagnostics[place].examples.count < Self.mostExamples {
      report.diagnostics[place].examples.append(diagnostic)
    }
  }

  mutating func note(_ losses: [Loss]) {
    // A run may lose millions of values: none is copied.
    for index in losses.indices {
      let place = place(of: losses[index].code, losses[index].path)
      report.losses[place].count += 1
      if !losses[index].isRecoverable { report.losses[place].isRecoverable = false }
      guard report.losses[place].examples.count < Self.mostExamples else { continue }
      var example = losses[index].detached
      if example.original.utf8.count > Self.longestOriginal {
        example.original = String(example.original.prefix(Self.longestOriginal / 4)) + "…"
      }
      report.losses[place].examples.append(example)
    }
  }

  /// The place of a loss' kind in the report.
  private mutating func place(of code: String, _ path: String) -> Int {
    // A file has a few kinds that every record loses: to compare them is faster than to make a key.
    for place in 0..<min(report.losses.count, 12)
    where report.losses[place].path == path && report.losses[place].code == code {
      return place
    }
    // Hostile input can name its properties in endless ways.
    let path = lossPlaces.count < Self.mostLossKinds ? path : "extra"
    let key = code + " " + path
    if let known = lossPlaces[key] { return known }
    let place = report.losses.count
    lossPlaces[key] = place
    report.losses.append(RunReport.LossKind(code: code, path: path))
    return place
  }

  /// Whether a strict run must not write anything.
  var hasFindings: Bool {
    report.rejected > 0 || !report.losses.isEmpty
      || report.diagnostics.contains { $0.severity >= .warning }
  }

  /// What a strict run says when it writes nothing.
  var strictFinding: Diagnostic {
    let found = [
      (report.count(.warning) + report.count(.error), "warning"), (report.lossCount, "loss"),
      (report.rejected, "rejected record"),
    ].filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }.joined(separator: ", ")
    return Diagnostic(.strict, "nothing was written because of --strict (\(found))")
  }
}
