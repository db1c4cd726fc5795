import Cardmill

/// Writes a file as its input with some pieces cut out or replaced, and keeps what was cut.
///
/// Everything else is copied as it stands: gaps, comments, byte order mark, line ends.
@safe
final class SpliceWriter {
  private let input: InputFile
  private let output: OutputFile?
  private let removed: RemovedFile?
  private let number: Int
  /// How much of the input is copied or passed over.
  private var position = 0
  /// How much of the output is written.
  private(set) var outputSize: Int
  private var inputDigest = SHA256()
  private var outputDigest: DigestedOutput?
  private static let size = 256 << 10
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)

  // Starts a file.
  //
  // - Parameters:
  //   - output: where it goes; nil when only the removed file is wanted.
  //   - digests: of the output, which several inputs may share; nil without a journal.
  init(
    _ input: InputFile, number: Int, output: OutputFile?, removed: RemovedFile?,
    digests: DigestedOutput?
  ) {
    self.input = input
    self.number = number
    self.output = output
    self.removed = removed
    outputDigest = digests
    outputSize = digests?.size ?? 0
  }

  deinit { unsafe buffer.deallocate() }

  /// Cuts a record out and keeps its bytes, behind a separator if the file of what was cut out needs
  /// one.
  func remove(_ range: Range<Int>, record: Int, separator: [UInt8] = []) throws {
    try copy(to: range.lowerBound)
    let at = outputSize
    try separator.withView { try removed?.write($0) }
    let from = removed?.size ?? 0
    try read(range) { try removed?.write($0) }
    position = range.upperBound
    try removed?.note(
      Splice(
        input: number, range: range, output: at..<at, record: record, kind: .removed,
        origin: .removedFile(from..<from + range.count)))
  }

  /// Replaces a piece; its bytes go into the journal.
  func replace(_ range: Range<Int>, with bytes: [UInt8], record: Int) throws {
    guard !range.isEmpty || !bytes.isEmpty else { return }
    try copy(to: range.lowerBound)
    let at = outputSize
    var old = ByteBuffer(capacity: range.count)
    try read(range) { old.append($0) }
    position = range.upperBound
    try bytes.withView { try write($0) }
    try removed?.note(
      Splice(
        input: number, range: range, output: at..<outputSize, record: record, kind: .edited,
        origin: .bytes(old.bytes)))
  }

  /// Copies the rest of the input.
  ///
  /// - Returns: the input's size and digest; the digest is empty without a journal.
  func finish() throws -> (size: Int, digest: String) {
    while true {
      let count = try fill(from: position, limit: Self.size)
      guard count > 0 else { break }
      let view = view(count)
      if outputDigest != nil { inputDigest.update(view) }
      try write(view)
      position += count
    }
    return (position, outputDigest == nil ? "" : inputDigest.hexadecimal)
  }

  private func copy(to end: Int) throws {
    guard end > position else { return }
    try read(position..<end) { try write($0) }
    position = end
  }

  private func write(_ bytes: ByteView) throws {
    try output?.write(bytes)
    outputDigest?.add(bytes)
    outputSize += bytes.count
  }

  /// Reads a piece of the input, and counts it into the input's digest.
  private func read(_ range: Range<Int>, _ body: (ByteView) throws -> Void) throws {
    var at = range.lowerBound
    while at < range.upperBound {
      let count = try fill(from: at, limit: range.upperBound - at)
      guard count > 0 else {
        // It became shorter.
        throw input.changed()
      }
      let view = view(count)
      if outputDigest != nil { inputDigest.update(view) }
      try body(view)
      at += count
    }
  }

  private func fill(from offset: Int, limit: Int) throws -> Int {
    try unsafe input.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(limit, Self.size)]),
      at: offset)
  }

  private func view(_ count: Int) -> ByteView {
    guard let base = unsafe buffer.baseAddress else { return .empty }
    return unsafe ByteView(
      base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count)
  }
}

/// Size and digest of an output that several inputs may share.
final class DigestedOutput {
  private var digest = SHA256()
  private(set) var size = 0

  func add(_ bytes: ByteView) {
    digest.update(bytes)
    size += bytes.count
  }

  var hexadecimal: String { digest.hexadecimal }
}

extension SHA256 {
  /// The digest of what was added so far, as hexadecimal digits.
  var hexadecimal: String {
    var text = ByteBuffer(capacity: 80)
    text.append(hexadecimal: digest)
    return text.view.string
  }
}

/// The file of removed records and its journal.
final class RemovedFile {
  let name: String
  private let records: OutputFile
  /// Lies beside the file; nil for a device or standard output.
  private let journal: OutputFile?
  /// The splices, until the head can be written before them.
  private let lines: Descriptor
  private var linesSize = 0
  private var pending = ByteBuffer(capacity: 1 << 16)
  private var digest = SHA256()
  private(set) var size = 0

  init(_ records: OutputTarget, _ journal: OutputTarget?) throws {
    name = records.name
    self.records = try OutputFile(records, isHeldBack: true, isAlwaysNew: true)
    self.journal = try journal.map {
      try OutputFile($0, isHeldBack: true, isAlwaysNew: true)
    }
    lines = try TemporaryFile.makeUnlinked()
  }

  /// The name of the journal of a removed file.
  static func journalName(_ name: String) -> String { name + ".journal" }

  func write(_ bytes: ByteView) throws {
    try records.write(bytes)
    digest.update(bytes)
    size += bytes.count
  }

  func note(_ splice: Splice) throws {
    splice.append(to: &pending)
    if pending.count > 1 << 16 { try flush() }
  }

  private func flush() throws {
    do throws(SystemError) { try lines.write(pending.view, at: linesSize) } catch {
      throw TemporaryFile.failure(error, keeping: "the journal", name)
    }
    linesSize += pending.count
    pending.removeAll()
  }

  /// The file as the journal names it.
  var file: JournalHead.File {
    JournalHead.File(name: name, size: size, digest: digest.hexadecimal)
  }

  /// Writes the journal and brings both files to the disk.
  func prepare(_ head: JournalHead) throws {
    guard let journal else { return try records.prepare() }
    try flush()
    var line = ByteBuffer(capacity: 1024)
    head.append(to: &line)
    try journal.write(line)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    while true {
      let count: Int
      do throws(SystemError) { count = unsafe try lines.read(into: buffer, at: offset) } catch {
        throw TemporaryFile.failure(error, keeping: "the journal", name)
      }
      guard count > 0, let base = buffer.baseAddress else { break }
      let view = unsafe ByteView(
        base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count)
      try journal.write(view)
      offset += count
    }
    try records.prepare()
    try journal.prepare()
  }

  func commit() throws {
    try records.commit()
    try journal?.commit()
  }

  func discard() {
    records.discard()
    journal?.discard()
  }

  /// Removes what was committed.
  func takeBack() {
    records.takeBack()
    journal?.takeBack()
  }
}
