/// What a data source says of itself, as data: help, detection, documentation and tests are derived
/// from it.
public struct SourceDescription: Sendable {
  /// The formats, the family's own id first, such as `vcard`, `vcard:2.1`, `vcard:3.0`,
  /// `vcard:4.0`.
  public var formats: [Format]
  /// What `--in-option` and `--out-option` may set.
  public var options: [Option]
  /// Whether the source splits its input into records that can be parsed on any thread.
  ///
  /// Otherwise it reads serially.
  public var worksInPieces: Bool

  public init(formats: [Format], options: [Option] = [], worksInPieces: Bool = true) {
    self.formats = formats
    self.options = options
    self.worksInPieces = worksInPieces
  }

  /// One format.
  public struct Format: Sendable {
    public var id: FormatID
    /// The name for a person.
    public var name: String
    /// File name endings without the dot, the usual one first.
    public var extensions: [String]
    public var mediaTypes: [String]
    public var reads: Bool
    public var writes: Bool
    /// Whether everything that the model holds comes back from it.
    public var isLossless: Bool
    /// What a writer can hold; the loss ledger is computed from it.
    public var capabilities: Capabilities
    /// Whether two files put one after the other are one file.
    public var canBeConcatenated: Bool
    /// What a file has around its records, so that some of them make a file of their own.
    public var frame: Frame

    public init(
      id: FormatID, name: String, extensions: [String], mediaTypes: [String] = [],
      reads: Bool = true, writes: Bool = true, isLossless: Bool = false,
      capabilities: Capabilities = Capabilities(), canBeConcatenated: Bool = true,
      frame: Frame = .none
    ) {
      self.id = id
      self.name = name
      self.extensions = extensions
      self.mediaTypes = mediaTypes
      self.reads = reads
      self.writes = writes
      self.isLossless = isLossless
      self.capabilities = capabilities
      self.canBeConcatenated = canBeConcatenated
      self.frame = frame
    }
  }

  /// What a file has around its records.
  public enum Frame: Sendable {
    /// At most a byte order mark.
    case none
    /// A head, such as a header row.
    case head
    /// A head and a tail, such as an XML document's root element.
    case headAndTail
    /// A head, a tail, and something between every two records, such as the brackets and commas of
    /// a JSON array.
    case list
  }

  /// One option of reading or writing.
  public struct Option: Sendable {
    public enum Direction: String, Sendable { case reading, writing }
    public var name: String
    public var direction: Direction
    /// What the value looks like, such as `NAME` or `true|false`.
    public var value: String
    public var help: String

    public init(_ name: String, _ direction: Direction, value: String, help: String) {
      self.name = name
      self.direction = direction
      self.value = value
      self.help = help
    }
  }

  /// What a format can hold.
  public struct Capabilities: Sendable {
    /// Whether a group card can be written.
    public var holdsGroups: Bool
    /// Whether a record without any datum can be written.
    public var holdsEmptyRecords: Bool
    /// Whether a photo's data can be written.
    public var holdsPhotos: Bool
    /// Whether a mark for deletion can be written.
    public var holdsDeletionMarks: Bool
    /// Whether the writer wants the names of the groups that list a contact.
    public var wantsMembership: Bool
    /// Whether a file holds one record only, so that several need a folder.
    public var holdsOneRecord = false

    public init(
      holdsGroups: Bool = true, holdsEmptyRecords: Bool = false, holdsPhotos: Bool = true,
      holdsDeletionMarks: Bool = true, wantsMembership: Bool = false
    ) {
      self.holdsGroups = holdsGroups
      self.holdsEmptyRecords = holdsEmptyRecords
      self.holdsPhotos = holdsPhotos
      self.holdsDeletionMarks = holdsDeletionMarks
      self.wantsMembership = wantsMembership
    }
  }

  /// The format of an id, or nil.
  public func format(_ id: FormatID) -> Format? { formats.first { $0.id == id } }
}
