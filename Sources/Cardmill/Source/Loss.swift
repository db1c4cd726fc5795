/// A value that a target could not hold.
public struct Loss: Sendable, Hashable {
  /// The kind of loss, such as `photo-data-omitted` (kebab-case).
  public var code: String
  /// The contact-JSON path without indexes, such as `phones`.
  public var path: String
  /// The value as it was.
  public var original: String
  /// Whether reading the output back restores it.
  public var isRecoverable: Bool
  /// The record's number in its input, from 0.
  public var record: Int
  /// The record's first line, from 1.
  public var line: Int

  public init(
    _ code: String, path: String, original: String, isRecoverable: Bool, record: Int, line: Int
  ) {
    self.code = code
    self.path = path
    self.original = original
    self.isRecoverable = isRecoverable
    self.record = record
    self.line = line
  }
}
