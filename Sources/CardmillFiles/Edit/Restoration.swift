import Cardmill

/// Puts removed records back: makes the input of a pruning from what was kept, what was removed
/// and the journal.
public struct Restoration: Sendable {
  /// The file that the pruning wrote.
  public var pruned: String
  /// The file of removed records; its journal lies beside it.
  public var removed: String
  /// A file, or `-` for standard output.
  public var output: String
  public var options: RunOptions

  public init(_ pruned: String, removed: String, to output: String, options: RunOptions) {
    self.pruned = pruned
    self.removed = removed
    self.output = output
    self.options = options
  }

  /// Restores.
  ///
  /// - Returns: how many records were put back.
  /// - Throws: `SourceError` when the files do not fit the journal; then nothing was written.
  @discardableResult
  public func run() throws -> Int {
    let kept = try InputFile(pruned)
    let gone = try InputFile(removed)
    let journalName = RemovedFile.journalName(removed)
    let journal = try InputFile(journalName)
    let target = try OutputTarget(output)
    try OutputTarget.checkDistinct([target], inputs: [kept, gone, journal])
    let lines = JournalLines(journal)
    guard let head = try lines.nextHead() else {
      throw mismatch("the journal is empty", journalName)
    }
    let digest = try FileDigest.of(kept)
    var inputs = head.inputs.indices.filter { head.inputs[$0].output.digest == digest }
    // Outputs that are alike, such as empty ones, are told apart by their names.
    if Set(inputs.map { head.inputs[$0].output.name }).count > 1 {
      let name = SystemPath(pruned).lastName
      inputs.removeAll { SystemPath(head.inputs[$0].output.name).lastName != name }
      guard Set(inputs.map { head.inputs[$0].output.name }).count == 1 else {
        throw mismatch(
          "it is like several outputs of the journal; give it the name that it was written with",
          pruned)
      }
    }
    guard !inputs.isEmpty else {
      throw mismatch(
        "it was changed since the journal was written, so that nobody can tell where the contacts belong; \(wayOut)",
        pruned)
    }
    guard try FileDigest.of(gone) == head.removed.digest else {
      throw mismatch("it was changed since the journal was written; \(wayOut)", removed)
    }
    let file = try OutputFile(target, isHeldBack: true)
    do {
      let count = try put(inputs, head, lines, kept, gone, file, journalName)
      try file.prepare()
      try Interruption.check()
      try file.commit()
      return count
    } catch {
      file.discard()
      throw error
    }
  }

  private var wayOut: String {
    "`cardmill convert \(pruned) \(removed) -o FILE` joins the contacts of both"
  }

  private func mismatch(_ message: String, _ file: String) -> SourceError {
    SourceError(.refused, Diagnostic(.journalMismatch, message, file: file))
  }

  /// Copies the pruned file with each piece put back at its place.
  ///
  /// Nothing in the journal is trusted: places must go on, and the result must have the digest that
  /// the head states.
  private func put(
    _ inputs: [Int], _ head: JournalHead, _ lines: JournalLines, _ kept: InputFile,
    _ gone: InputFile, _ output: OutputFile, _ journalName: String
  ) throws -> Int {
    var position = 0
    var count = 0
    var current = 0
    var last = (input: -1, record: -1)
    var size = 0
    var digest = SHA256()
    func write(_ view: ByteView) throws {
      digest.update(view)
      size += view.count
      guard size <= head.inputs[inputs[current]].file.size else {
        throw mismatch("its lines do not fit its head", journalName)
      }
      try output.write(view)
    }
    func copy(to end: Int) throws {
      guard end >= position else { throw mismatch("its lines are out of order", journalName) }
      let before = position
      try FileDigest.read(kept, position..<end) {
        try write($0)
        position += $0.count
      }
      guard position == end else {
        throw mismatch("a line points behind the end of \(pruned) (\(before))", journalName)
      }
    }
    /// Ends the input that is being made, and goes on with the next.
    func close(_ last: Bool) throws {
      if last { try copy(to: kept.size) }
      let wanted = head.inputs[inputs[current]].file
      guard size == wanted.size, digest.hexadecimal == wanted.digest else {
        throw mismatch(
          "what it makes is not the input that it was written for; nothing was written",
          journalName)
      }
      size = 0
      digest = SHA256()
    }
    while let splice = try lines.next() {
      guard let place = inputs.firstIndex(of: splice.input) else { continue }
      guard place >= current else { throw mismatch("its lines are out of order", journalName) }
      while current < place {
        // What is left of this input was copied as it stands.
        let missing = head.inputs[inputs[current]].file.size - size
        guard missing >= 0 else { throw mismatch("its lines do not fit its head", journalName) }
        try copy(to: position + missing)
        try close(false)
        current += 1
      }
      try copy(to: splice.output.lowerBound)
      let start = size
      switch splice.origin {
      case .bytes(let bytes): try bytes.withView { try write($0) }
      case .removedFile(let range):
        var got = 0
        try FileDigest.read(gone, range) {
          try write($0)
          got += $0.count
        }
        guard got == range.count else {
          throw mismatch("a line points behind the end of \(removed)", journalName)
        }
      }
      guard splice.range == start..<size else {
        throw mismatch("its lines do not fit its head", journalName)
      }
      position = splice.output.upperBound
      if last.input != splice.input || last.record != splice.record { count += 1 }
      last = (splice.input, splice.record)
    }
    while current < inputs.count - 1 {
      let missing = head.inputs[inputs[current]].file.size - size
      guard missing >= 0 else { throw mismatch("its lines do not fit its head", journalName) }
      try copy(to: position + missing)
      try close(false)
      current += 1
    }
    try close(true)
    return count
  }
}

/// The lines of a journal, read one by one.
final class JournalLines {
  private let file: InputFile
  private var text = ByteBuffer(capacity: 1 << 17)
  private var position = 0
  /// Up to here there is no further line end.
  private var searched = 0
  private var offset = 0
  private var isAtEnd = false
  private var number = 0

  init(_ file: InputFile) { self.file = file }

  func nextHead() throws -> JournalHead? {
    guard let range = try nextLine() else { return nil }
    do throws(JournalError) { return try JournalHead(text.view[range]) } catch {
      throw failure(error)
    }
  }

  func next() throws -> Splice? {
    guard let range = try nextLine() else { return nil }
    do throws(JournalError) { return try Splice(text.view[range]) } catch { throw failure(error) }
  }

  private func failure(_ error: JournalError) -> SourceError {
    SourceError(
      .refused,
      Diagnostic(.journalMismatch, error.message, file: file.name, line: number, column: 1))
  }

  /// The next line that holds something.
  private func nextLine() throws -> Range<Int>? {
    while true {
      let end = text.view.first(UInt8(ascii: "\n"), from: searched)
      if end < text.count || (isAtEnd && end > position) {
        let line = position..<end
        position = min(end + 1, text.count)
        searched = position
        number += 1
        if text.view[line].trimmed.isEmpty { continue }
        return line
      }
      if isAtEnd { return nil }
      if position > 0 { text.removeFirst(position) }
      position = 0
      searched = text.count
      guard text.count < 1 << 28 else {
        throw failure(JournalError("a line is too long to be right"))
      }
      let before = text.count
      try FileDigest.read(file, offset..<offset + (1 << 16)) { text.append($0) }
      offset += text.count - before
      if text.count == before { isAtEnd = true }
    }
  }
}
