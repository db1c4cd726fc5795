public import Cardmill

/// What a run is told besides its inputs and its output.
public struct RunOptions: Sendable {
  /// The inputs' format; detected when nil.
  public var from: FormatID?
  /// The output's format; taken from the output's name when nil.
  public var to: FormatID?
  /// Options of the inputs' format, such as `encoding`.
  public var readingOptions: [String: String] = [:]
  /// Options of the output's format, such as `photos`.
  public var writingOptions: [String: String] = [:]
  /// Whether any warning, loss or reject forbids the output.
  public var isStrict = false
  /// Where the report goes, if it is wanted.
  public var report: String?
  /// Where records go that could not be read.
  public var rejects: String?
  /// Where contacts go of which the target could not hold everything.
  public var losses: String?
  /// The number of threads; nil for as many as the process has processors.
  public var threads: Int?
  /// What a reader refuses to hold.
  public var limits = Limits()
  /// The number of records in each numbered part of the output.
  public var splitEvery: Int?
  /// Whether files in a folder may be overwritten.
  public var mayOverwrite = false
  /// The time to work with, in seconds since 1970; nothing else is a clock.
  public var now: Int?
  /// The command line, for the report.
  public var command: [String] = []

  public init() {}

  /// The number of threads to use.
  var threadCount: Int { max(1, threads ?? Pipeline.availableProcessors) }
}

/// What a run tells while it goes on, in the input's order.
public enum RunEvent: Sendable {
  /// Something was found.
  case diagnostic(Diagnostic)
  /// The target could not hold values of contacts in `file`; never empty.
  case losses([Loss], file: String)
  /// An input was read to its end.
  case endOfInput(file: String)
  /// How far the run has come.
  case progress(RunProgress)
  /// The run is over, well or not; the account stands.
  case end(RunReport)
}

/// How far a run has come.
public struct RunProgress: Sendable, Hashable {
  /// Bytes of input that were read.
  public var bytes: Int
  /// Bytes of all inputs, if they can be known before they are read.
  public var totalBytes: Int?
  /// Records that were read.
  public var records: Int
}
