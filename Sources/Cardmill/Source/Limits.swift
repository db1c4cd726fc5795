/// What a reader refuses to hold, so that no input can exhaust the machine (`--limit NAME=SIZE`).
public struct Limits: Sendable, Hashable {
  /// Bytes of one record.
  public var record = 64 << 20
  /// Bytes of one line.
  public var line = 64 << 20
  /// Properties of one record.
  public var properties = 100_000
  /// Cards nested in one another.
  public var nesting = 8
  /// Elements of XML, or arrays and objects of JSON, in one another.
  public var xmlDepth = 64
  /// Columns of a table.
  public var columns = 4_096
  /// Bytes that an archive may unpack to.
  public var unpacked = 4 << 30
  /// How many times its size an archive may unpack to.
  public var unpackedRatio = 200

  /// The default limits.
  public init() {}

  /// The names that `set(_:to:)` knows.
  public static let names = [
    "record", "line", "properties", "nesting", "xml-depth", "columns", "unpacked", "unpacked-ratio",
  ]

  /// Sets a limit by name; a size may end in k, M or G (powers of 1024).
  ///
  /// - Returns: whether name and size were understood.
  public mutating func set(_ name: String, to size: String) -> Bool {
    guard let value = Self.size(size), value > 0 else { return false }
    switch name {
    case "record": record = min(value, 1 << 30)
    case "line": line = min(value, 1 << 30)
    case "properties": properties = value
    case "nesting": nesting = min(value, 64)
    case "xml-depth": xmlDepth = min(value, 1000)
    case "columns": columns = value
    case "unpacked": unpacked = value
    case "unpacked-ratio": unpackedRatio = value
    default: return false
    }
    return true
  }

  /// A size such as `64M`, in bytes.
  public static func size(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number >= 0 else { return nil }
    let shift: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "": shift = 0
    case "k", "kb", "kib": shift = 10
    case "m", "mb", "mib": shift = 20
    case "g", "gb", "gib": shift = 30
    default: return nil
    }
    let (value, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    return overflow ? nil : value
  }
}
