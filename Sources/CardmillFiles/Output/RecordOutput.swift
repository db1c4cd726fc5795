import Cardmill

/// Where the records of a run go: one file, numbered parts, or one file a contact.
protocol RecordOutput: AnyObject {
  /// Whether it has to know where each record ends.
  var wantsEnds: Bool { get }
  /// Whether nothing more can be written because the reader of a pipe has gone.
  var isClosedByReader: Bool { get }
  /// What was written, for the report.
  var parts: [OutputPart] { get }
  /// Adds the records of a block.
  func write(_ block: borrowing FormattedBlock, of batch: ContactBatch) throws
  /// Brings everything to the disk.
  func prepare() throws
  /// Gives the files their names.
  func commit() throws
  /// Takes back what was not committed.
  func discard()
}

/// One file that was written.
public struct OutputPart: Sendable, Hashable {
  /// The file's name, or the folder's.
  public var file: String
  /// The number of records in it.
  public var records: Int
}

/// All records in one file.
final class SingleOutput: RecordOutput {
  private let file: OutputFile
  private let writer: any RecordWriter
  private let separator: [UInt8]
  private var hasHead = false
  private(set) var records = 0
  /// Whether the format has one record a file.
  private let holdsOneRecord: Bool

  init(_ file: OutputFile, _ writer: any RecordWriter, holdsOneRecord: Bool = false) {
    self.file = file
    self.writer = writer
    self.holdsOneRecord = holdsOneRecord
    separator = writer.separator
  }

  let wantsEnds = false
  var isClosedByReader: Bool { file.isClosedByReader }
  var parts: [OutputPart] { [OutputPart(file: file.name, records: records)] }

  func write(_ block: borrowing FormattedBlock, of batch: ContactBatch) throws {
    guard block.written > 0 else { return }
    try add(block.bytes.view, records: block.written)
  }

  /// Adds finished records.
  func add(_ bytes: ByteView, records count: Int) throws {
    if holdsOneRecord, records + count > 1 {
      throw SourceError(
        .usage,
        Diagnostic(
          .usage, "a file of this format holds one contact; give a folder, such as -o contacts/",
          file: file.name))
    }
    try writeHead()
    if records > 0, !separator.isEmpty { try separator.withView { try file.write($0) } }
    records += count
    try file.write(bytes)
  }

  private func writeHead() throws {
    guard !hasHead else { return }
    hasHead = true
    var head = ByteBuffer(capacity: 4096)
    writer.head(into: &head)
    try file.write(head)
  }

  func prepare() throws {
    try writeHead()
    var tail = ByteBuffer(capacity: 256)
    writer.tail(into: &tail)
    try file.write(tail)
    try file.prepare()
  }

  func commit() throws { try file.commit() }
  func discard() { file.discard() }
}

/// Numbered parts of a number of records each.
///
/// For `out.vcf` they are `out-001.vcf`, `out-002.vcf` and so on.
final class SplitOutput: RecordOutput {
  private let name: String
  private let writer: any RecordWriter
  private let limit: Int
  private let holdsOneRecord: Bool
  private let inputs: [InputFile]
  private let others: [OutputTarget]
  private let separator: [UInt8]
  private var outputs: [(output: SingleOutput, name: String)] = []

  init(
    _ name: String, every limit: Int, _ writer: any RecordWriter, inputs: [InputFile],
    others: [OutputTarget], holdsOneRecord: Bool = false
  ) throws {
    self.name = name
    self.holdsOneRecord = holdsOneRecord
    self.limit = limit
    self.writer = writer
    self.inputs = inputs
    self.others = others
    separator = writer.separator
    try open()
  }

  let wantsEnds = true
  let isClosedByReader = false
  var parts: [OutputPart] {
    outputs.map { OutputPart(file: $0.name, records: $0.output.records) }
  }

  private func open() throws {
    let number = String(outputs.count + 1)
    let padded = String(repeating: "0", count: max(0, 3 - number.count)) + number
    let part = Self.numbered(name, padded)
    let target = try OutputTarget(part)
    try OutputTarget.checkDistinct([target] + others, inputs: inputs)
    outputs.append(
      (SingleOutput(try OutputFile(target), writer, holdsOneRecord: holdsOneRecord), part))
  }

  /// `out-001.vcf` for `out.vcf`.
  static func numbered(_ name: String, _ number: String) -> String {
    let nameStart = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    guard let dot = name[nameStart...].lastIndex(of: "."), dot > nameStart else {
      return name + "-" + number
    }
    return name[..<dot] + "-" + number + name[dot...]
  }

  func write(_ block: borrowing FormattedBlock, of batch: ContactBatch) throws {
    var start = 0
    var place = 0
    while place < block.ends.count {
      var output = outputs[outputs.count - 1].output
      if output.records >= limit {
        // A finished part keeps no descriptor open longer than it must.
        try output.prepare()
        try open()
        output = outputs[outputs.count - 1].output
      }
      let count = min(block.ends.count - place, limit - output.records)
      let end = block.ends[place + count - 1]
      let bytes = block.bytes.view[start..<end]
      try output.add(start == 0 ? bytes : bytes.without(separator), records: count)
      place += count
      start = end
    }
  }

  func prepare() throws { try outputs.last?.output.prepare() }
  func commit() throws { for output in outputs { try output.output.commit() } }
  func discard() { for output in outputs { output.output.discard() } }
}

extension ByteView {
  /// The bytes behind a separator that they begin with.
  func without(_ separator: [UInt8]) -> ByteView {
    guard !separator.isEmpty, count >= separator.count else { return self }
    let isThere = separator.withView { upTo($0.count).equals($0) }
    return isThere ? from(separator.count) : self
  }
}
