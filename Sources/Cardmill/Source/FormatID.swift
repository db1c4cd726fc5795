/// The name of a format: a family and, after a colon, its dialect or version, such as `vcard:3.0`
/// or `json`.
public struct FormatID: RawRepresentable, Sendable, Hashable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ value: String) { rawValue = value }
  public init(stringLiteral value: String) { rawValue = value }
  public var description: String { rawValue }

  /// The part before the colon.
  public var family: String {
    rawValue.split(separator: ":", maxSplits: 1).first.map(String.init) ?? rawValue
  }

  /// The part after the colon, or nil.
  public var dialect: String? {
    let parts = rawValue.split(separator: ":", maxSplits: 1)
    return parts.count == 2 ? String(parts[1]) : nil
  }
}
