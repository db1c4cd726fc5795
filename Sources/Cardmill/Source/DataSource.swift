/// A kind of contact data: how it is recognised, read and written.
///
/// A conforming value is a source; a list of them is passed in and nothing is registered globally,
/// so a built-in format, an embedding app's own and a plugin program are the same thing. The parts
/// run in this order: `identify`, `survey` (only if the source needs one), `makeSplitter` and
/// `parse`, or `makeSerialReader` for a source that cannot work in pieces; then, for a target,
/// `makeWriter`. Sources touch neither files nor threads.
public protocol DataSource: Sendable {
  /// What the source is, as data.
  var description: SourceDescription { get }

  /// Says which format the first bytes of an input are, and how sure that is.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the input, at most 64 KB.
  ///   - fileName: the input's name, or an empty text.
  ///   - isWhole: whether `head` is all of the input.
  /// - Returns: the format, and whether it is possible or certain.
  func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification

  /// Looks once over the whole input for what must be known before the first record.
  ///
  /// Nil when there is nothing to know.
  ///
  /// - Throws: `SourceError` when the input cannot be read at all.
  func survey(_ input: any InputBytes, _ request: ReadRequest) throws -> Survey?

  /// Whether `survey` reads more than the first 64 KB, so that an input that can be read only once
  /// has to be kept.
  func surveysWholeInput(_ request: ReadRequest) -> Bool

  /// Names the columns or elements that a mapping can give a meaning; nil for those of
  /// `Survey.columns`.
  func outline(_ input: any InputBytes, _ request: ReadRequest) throws -> SourceOutline?

  /// Makes the serial part of reading: where records end.
  func makeSplitter(_ request: ReadRequest) throws -> any RecordSplitter

  /// Reads the records of a block into a batch: a pure function, called on any thread.
  func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock

  /// Makes the reader of a source that cannot work in pieces.
  func makeSerialReader(_ input: any InputBytes, _ request: ReadRequest) throws
    -> any SerialReader

  /// Makes a writer for one of the source's formats.
  ///
  /// - Throws: `SourceError` when the options make no sense.
  func makeWriter(_ request: WriteRequest) throws -> any RecordWriter
}

/// A source that can change a record of a file and keep the rest of its bytes.
package protocol RecordEditing: DataSource {
  /// The pieces of a record that an edit replaces, in their order; nil when the record cannot be
  /// edited in its place. `request` is what the record was read with.
  func patches(
    _ edit: ContactEdit, of batch: ContactBatch, at index: Int, _ request: ReadRequest
  ) -> [RecordPatch]?

  /// Makes the document without contacts that a file needs whose records are all removed, when one
  /// of them was the whole document.
  ///
  /// - Parameters:
  ///   - head: what stands before the first record.
  ///   - format: the input's format.
  /// - Returns: the document; empty when the file needs none.
  func emptyDocument(behind head: [UInt8], _ format: FormatID) -> [UInt8]
}

extension RecordEditing {
  package func emptyDocument(behind head: [UInt8], _ format: FormatID) -> [UInt8] { [] }
}

extension DataSource {
  public func survey(_ input: any InputBytes, _ request: ReadRequest) throws -> Survey? { nil }

  public func surveysWholeInput(_ request: ReadRequest) -> Bool { true }

  public func outline(_ input: any InputBytes, _ request: ReadRequest) throws -> SourceOutline? {
    nil
  }

  public func makeSplitter(_ request: ReadRequest) throws -> any RecordSplitter {
    throw SourceError(
      .fault, Diagnostic(.ownFault, "\(request.format) cannot be split into records"))
  }

  public func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock {
    ParsedBlock(ContactBatch.Builder(block: records.block, format: request.format))
  }

  public func makeSerialReader(_ input: any InputBytes, _ request: ReadRequest) throws
    -> any SerialReader
  {
    throw SourceError(.fault, Diagnostic(.ownFault, "\(request.format) is not read serially"))
  }

  public func makeWriter(_ request: WriteRequest) throws -> any RecordWriter {
    throw SourceError(.usage, Diagnostic(.usage, "\(request.format) cannot be written"))
  }
}

/// What a mapping for an input can name.
public struct SourceOutline: Sendable, Hashable {
  /// The path of the element that is a contact; nil for a table.
  public var record: String?
  /// The headings, or the paths of elements below the record, in their order.
  public var names: [String]

  /// Makes an outline.
  public init(record: String? = nil, names: [String]) {
    self.record = record
    self.names = names
  }
}

/// Which format an input is, and how sure that is.
public struct Identification: Sendable, Hashable {
  /// How sure.
  public enum Certainty: Int, Sendable, Comparable {
    case no, possible, certain
    public static func < (a: Certainty, b: Certainty) -> Bool { a.rawValue < b.rawValue }
  }
  public var format: FormatID
  public var certainty: Certainty
  /// What a person can do with an input that is not recognised: a sentence without a full stop.
  public var hint: String?
  public init(_ format: FormatID, _ certainty: Certainty) {
    self.format = format
    self.certainty = certainty
  }
}

/// An input as a source sees it: bytes that can be read at any place, as often as needed.
public protocol InputBytes: AnyObject, Sendable {
  /// The name to show, as the person gave it.
  var name: String { get }
  /// The number of bytes.
  var size: Int { get }
  /// Reads up to `buffer.count` bytes from `offset` on.
  ///
  /// - Returns: the number of bytes read; 0 only at the end.
  /// - Throws: `SourceError` when the input cannot be read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

/// What a survey found; the source's own value and what the pipeline has to know.
public struct Survey: Sendable {
  /// The source's own findings.
  public var value: (any Sendable)?
  /// The encoding of the whole input when it is not UTF-8 and has to be transcoded before it is
  /// split, such as `UTF-16LE`.
  public var encoding: String?
  /// The encoding of the whole input when it is not UTF-8 and the source decodes it itself, such as
  /// `WINDOWS-1251`.
  public var charset: String?
  /// Whether the input may hold group cards, so that a table of members may be needed.
  public var mayHoldGroups: Bool
  /// What parts the cells of a table, such as `,`.
  public var delimiter: String?
  /// The headings of a table.
  public var columns: [String] = []
  /// What was found.
  public var diagnostics: [Diagnostic]

  public init(
    value: (any Sendable)? = nil, encoding: String? = nil, mayHoldGroups: Bool = false,
    diagnostics: [Diagnostic] = []
  ) {
    self.value = value
    self.encoding = encoding
    self.mayHoldGroups = mayHoldGroups
    self.diagnostics = diagnostics
  }
}

extension Survey {
  /// The encoding of the input when it is not UTF-8, whoever decodes it.
  package var textEncoding: String? { encoding ?? charset }
}

/// What a source is asked to read.
public struct ReadRequest: Sendable {
  /// The format that was named or recognised.
  public var format: FormatID
  /// The values of `--in-option`.
  public var options: [String: String]
  public var limits: Limits
  /// What the survey found.
  public var survey: Survey?
  /// Whether the caller wants to know which group cards list a contact; the survey then looks for
  /// group cards.
  public var wantsMembership = false
  /// The properties that the caller looks at; nil when it looks at all of them.
  ///
  /// A source may leave the others out, and what is wrong with them. Which records there are, and
  /// of which kind, stays the same.
  package var properties: PropertySet?
  /// The names of groups by member, if the input holds group cards.
  package var groups: GroupTable?

  public init(
    format: FormatID, options: [String: String] = [:], limits: Limits = Limits(),
    survey: Survey? = nil
  ) {
    self.format = format
    self.options = options
    self.limits = limits
    self.survey = survey
  }
}

/// What a source is asked to write.
public struct WriteRequest: Sendable {
  public var format: FormatID
  /// The values of `--out-option`.
  public var options: [String: String]
  /// What the writer's survey found: of each number the largest of all batches.
  ///
  /// Nil before a survey.
  public var survey: [Int]?

  public init(format: FormatID, options: [String: String] = [:], survey: [Int]? = nil) {
    self.format = format
    self.options = options
    self.survey = survey
  }
}

/// Finds where records begin and end: the serial part of reading, and the only place that decides
/// it, so that one thread and many give the same records and diagnostics.
public protocol RecordSplitter: AnyObject {
  /// Looks at the bytes that are there.
  ///
  /// The same bytes are shown again, with more behind them, when they hold no whole record; a
  /// splitter remembers how far it has looked. Everything before `SplitResult.consumed` is done
  /// with.
  func split(_ bytes: Span<UInt8>, isAtEnd: Bool) -> SplitResult

  /// Called instead of `split` while a record is larger than the limit: gives the number of bytes
  /// up to its end, or nil when it goes on behind these bytes.
  func skip(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Int?

  /// What may keep the open record from ending: half a sentence, or nil when there is nothing to say.
  var openPart: String? { get }
}

extension RecordSplitter {
  public var openPart: String? { nil }
}

/// Records found in a piece of input.
public struct SplitResult: Sendable {
  /// The records in order; offsets count from the start of the bytes that were given.
  public var records: [RecordRange] = []
  /// Text that belongs to no record and has to be reported.
  public var outside: [OutsideText] = []
  /// How many bytes are done with.
  public var consumed = 0

  public init() {}

  /// Text between records.
  public struct OutsideText: Sendable {
    public var range: Range<Int>
    public var code: Diagnostic.Code
    public var message: String
    public init(range: Range<Int>, code: Diagnostic.Code, message: String) {
      self.range = range
      self.code = code
      self.message = message
    }
  }
}

/// Where a record lies.
public struct RecordRange: Sendable, Hashable {
  public var start: Int
  public var end: Int
  /// What the splitter wants `parse` to know, such as a missing end; its meaning is the source's
  /// own.
  public var note: UInt8

  public init(start: Int, end: Int, note: UInt8 = 0) {
    self.start = start
    self.end = end
    self.note = note
  }
}

/// Whole records, ready to be parsed on any thread.
public struct RecordBlock: Sendable {
  /// The bytes, UTF-8 or an encoding that shares ASCII.
  public var block: Block
  /// Where the records lie in it.
  public var records: [RecordRange]
  /// The number of the first record, all records of the input counted from 0.
  public var firstRecord: Int
  /// The line of the block's first byte, from 1.
  public var firstLine: Int
  /// The offset of the block's first byte in the file.
  public var fileOffset: Int
  /// For transcoded input: the file's offset of each record's start, and of the last one's end.
  package var fileOffsets: [Range<Int>]?

  package init(
    block: Block, records: [RecordRange], firstRecord: Int, firstLine: Int, fileOffset: Int,
    fileOffsets: [Range<Int>]? = nil
  ) {
    self.block = block
    self.records = records
    self.firstRecord = firstRecord
    self.firstLine = firstLine
    self.fileOffset = fileOffset
    self.fileOffsets = fileOffsets
  }

  /// The bytes of the record in the file.
  package func fileRange(_ index: Int) -> Range<Int> {
    if let fileOffsets { return fileOffsets[index] }
    return fileOffset + records[index].start..<fileOffset + records[index].end
  }
}

/// What `parse` makes of a block.
public struct ParsedBlock: Sendable {
  public var batch: ContactBatch
  public var diagnostics: [Diagnostic]
  package var rejected: [RejectedRecord]

  /// Freezes what a reader has built.
  public init(_ builder: consuming ContactBatch.Builder) {
    diagnostics = builder.diagnostics
    rejected = builder.rejected
    batch = ContactBatch(builder)
  }
}

/// Reads an input from start to end, for sources that cannot work in pieces.
public protocol SerialReader: AnyObject {
  /// The next batch, or nil at the end.
  ///
  /// - Throws: `SourceError` when the rest of the input cannot be read.
  func next() throws -> ParsedBlock?
}

/// Writes contacts in one format.
///
/// The parts are put together in order: head, then each batch's
/// bytes, with the separator between records, then the tail.
public protocol RecordWriter: Sendable {
  /// What stands before the first record.
  func head(into output: inout ByteBuffer)
  /// Writes a batch: a pure function, called on any thread.
  func format(_ batch: ContactBatch, into output: inout FormattedBlock)
  /// What stands between two records.
  var separator: [UInt8] { get }
  /// What stands behind the last record.
  func tail(into output: inout ByteBuffer)
  /// Whether all records have to be looked at before the first is written, such as for the columns
  /// of a table. The records are then read twice: the numbers that `survey(_:)` gives come back in
  /// the `WriteRequest` that the writer is made of for the second time.
  var wantsSurvey: Bool { get }
  /// Numbers that the records of a batch ask for, such as how many columns of a kind; a pure
  /// function, called on any thread.
  func survey(_ batch: ContactBatch) -> [Int]
}

extension RecordWriter {
  public var separator: [UInt8] { [] }
  public func head(into output: inout ByteBuffer) {}
  public func tail(into output: inout ByteBuffer) {}
  public var wantsSurvey: Bool { false }
  public func survey(_ batch: ContactBatch) -> [Int] { [] }
}

/// A writer whose survey looks at some properties only.
package protocol SelectiveSurvey: RecordWriter {
  /// The properties that the survey looks at.
  var surveyedProperties: PropertySet { get }
}

/// The bytes of a batch in a target's format, and what the target could not hold.
@safe
public struct FormattedBlock: ~Copyable {
  public var bytes = ByteBuffer(capacity: 1 << 16)
  /// Where each written record ends in `bytes`, if the caller wants to know it (outputs of one file
  /// a contact).
  package var ends: [Int] = []
  package var wantsEnds = false
  /// The name of the input that the records come from.
  package var inputName = ""
  /// What was lost.
  public var losses: [Loss] = []
  /// What the writer had to say.
  public var diagnostics: [Diagnostic] = []
  /// Records written.
  public var written = 0
  /// Records that the format cannot hold: group cards that became labels, empty cards.
  public var folded = 0
  /// Records that were made new, such as an AGENT written as a card of its own.
  public var added = 0

  public init() {}

  /// Notes that a record of the input was written up to here.
  public mutating func endRecord() {
    written += 1
    if wantsEnds { ends.append(bytes.count) }
  }

  package mutating func removeAll() {
    bytes.removeAll()
    ends.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    diagnostics.removeAll(keepingCapacity: true)
    written = 0
    folded = 0
    added = 0
  }
}
