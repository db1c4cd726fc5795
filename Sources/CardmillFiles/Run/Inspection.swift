public import Cardmill

/// Looks into contact files without converting them: what they are, what they hold, and what is
/// wrong with them.
public struct Inspection: Sendable {
  /// Files, folders of files, or `-` for standard input.
  public var inputs: [String]
  public var options: RunOptions
  let sources: [any DataSource]

  /// Plans to look into inputs.
  public init(of inputs: [String], options: RunOptions = RunOptions(), sources: [any DataSource]) {
    self.inputs = inputs
    self.options = options
    self.sources = sources
  }

  /// Reads every record of every input.
  ///
  /// - Parameter listener: is told what is found and how far the run has come.
  /// - Returns: what was found in each input, and the account of all.
  /// - Throws: `SourceError` when an input cannot be used.
  public func run(_ listener: @escaping (RunEvent) -> Void = { _ in }) throws -> (
    findings: [InspectedInput], report: RunReport
  ) {
    try InspectionRun(self, listener).run()
  }
}

/// What was found in one input.
public struct InspectedInput: Sendable {
  public var file: String
  public var format: FormatID
  /// How the format is known: `named`, `certain`, `possible`, or `name` when only the file's name
  /// tells it.
  public var confidence: String
  public var encoding: String
  public var hasByteOrderMark: Bool
  /// `CRLF`, `LF`, `CR` or `mixed`; nil when there is no line end.
  public var lineEnds: String?
  /// What parts the cells of a table.
  public var delimiter: String?
  /// How many records state which version, such as `3.0`.
  public var versions: [String: Int] = [:]
  /// The program that wrote the file, as the first record says.
  public var producer: String?
  public var records = 0
  public var contacts = 0
  public var groups = 0
  public var empty = 0
  /// How often each property of the neutral vocabulary stands.
  public var properties: [String: Int] = [:]
  /// How often each property stands that only its own format knows.
  public var foreign: [String: Int] = [:]
  /// The headings of a table.
  public var columns: [String] = []
  public var bytes = 0
  /// How often each code was reported.
  public var diagnostics: [String: Int] = [:]
}
