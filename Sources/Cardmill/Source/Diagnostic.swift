/// Something found while reading, checking or writing that a person should know.
public struct Diagnostic: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, Comparable {
    case info, warning, error

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The stable code; `Diagnostic.Code.table` says what each means.
  public var code: Code
  /// A sentence without a full stop.
  public var message: String
  /// The input's name, as it was given.
  public var file: String?
  /// The record's number in its input, from 0.
  public var record: Int?
  /// The line, from 1.
  public var line: Int?
  /// The column in bytes, from 1.
  public var column: Int?
  /// The place in the file, in bytes from 0.
  public var offset: Int?

  /// A severity other than the code's own, such as of a file that a folder holds besides contacts.
  package var ownSeverity: Severity?

  /// How bad it is: the code decides.
  public var severity: Severity { ownSeverity ?? code.severity }

  /// Makes a diagnostic.
  public init(
    _ code: Code, _ message: String, file: String? = nil, record: Int? = nil, line: Int? = nil,
    column: Int? = nil, offset: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.record = record
    self.line = line
    self.column = column
    self.offset = offset
  }
}

/// Why a whole input or output cannot be used.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error: what an exit code follows from.
  public enum Kind: Sendable, Hashable {
    /// The call is wrong: an unknown format or option.
    case usage
    /// An input or output cannot be used.
    case unusable
    /// A guard refused, or a person declined.
    case refused
    /// A helper program failed.
    case program
    /// It was interrupted.
    case interrupted
    /// Our own fault.
    case fault
  }

  public var kind: Kind
  /// What happened and what to do; its code names it.
  public var diagnostic: Diagnostic

  public init(_ kind: Kind, _ diagnostic: Diagnostic) {
    self.kind = kind
    self.diagnostic = diagnostic
  }

  public var description: String {
    (diagnostic.file.map { $0 + ": " } ?? "") + diagnostic.message
  }
}
