/// A value that a target could not hold.
public struct Loss: Sendable, Hashable {
  /// The kind of loss, such as `photo-data-omitted` (kebab-case).
  public var code: String
  /// The contact-JSON path without indexes, such as `phones`.
  public var path: String
  /// The value as it was.
  public var original: String {
    get {
      switch content {
      case .text(let text): text
      case .piece(let storage, let slice): storage.view(slice).string
      }
    }
    set { content = .text(newValue) }
  }
  /// Whether reading the output back restores it.
  public var isRecoverable: Bool
  /// The record's number in its input, from 0.
  public var record: Int
  /// The record's first line, from 1.
  public var line: Int
  private var content: Content

  /// A conversion may lose millions of values, of which only the first are shown: their text is
  /// made when somebody asks for it.
  private enum Content: Sendable {
    case text(String)
    case piece(ContactBatch.Storage, Slice)
  }

  public init(
    _ code: String, path: String, original: String, isRecoverable: Bool, record: Int, line: Int
  ) {
    self.code = code
    self.path = path
    content = .text(original)
    self.isRecoverable = isRecoverable
    self.record = record
    self.line = line
  }

  /// A loss of a value that is a piece of a batch.
  package init(
    _ code: String, path: String, original: Slice, of storage: ContactBatch.Storage,
    isRecoverable: Bool, record: Int, line: Int
  ) {
    self.code = code
    self.path = path
    content = .piece(storage, original)
    self.isRecoverable = isRecoverable
    self.record = record
    self.line = line
  }

  /// The loss with a text of its own, which does not keep a batch alive.
  package var detached: Loss {
    var copy = self
    copy.original = original
    return copy
  }

  public static func == (a: Loss, b: Loss) -> Bool {
    a.code == b.code && a.path == b.path && a.isRecoverable == b.isRecoverable
      && a.record == b.record && a.line == b.line && a.original == b.original
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
    hasher.combine(record)
    hasher.combine(original)
  }
}
