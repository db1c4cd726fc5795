import Cardmill

/// Keeps what could not be read as a record, in its original bytes, and the reasons beside it.
final class RejectsFile {
  private let bytes: OutputFile
  private let reasons: OutputFile?
  private var lastByte = UInt8(ascii: "\n")

  init(_ rejects: OutputTarget, _ reasons: OutputTarget?, isHeldBack: Bool) throws {
    bytes = try OutputFile(rejects, isHeldBack: isHeldBack)
    self.reasons = try reasons.map { try OutputFile($0, isHeldBack: isHeldBack) }
  }

  /// The name of the file with the reasons.
  static func reasonsName(_ name: String) -> String { name + ".reasons.jsonl" }

  /// Keeps what a block's reading left over, in the order of the file.
  ///
  /// What stands between the records is the first that was reported, in the same order.
  func add(
    _ outside: [Range<Int>], _ diagnostics: [Diagnostic], _ records: [RejectedRecord],
    of input: OpenedInput
  ) throws {
    var pieces = zip(outside, diagnostics).map { ($0, $1) }
    for record in records {
      pieces.append((record.fileOffset..<record.fileOffset + record.fileLength, record.reason))
    }
    for (range, reason) in pieces.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
      try add(range, of: input, reason)
    }
  }

  /// Copies a piece of an input.
  func add(_ range: Range<Int>, of input: OpenedInput, _ reason: Diagnostic) throws {
    // Two records that only the end of the file parted must not become one.
    if lastByte != UInt8(ascii: "\n"), input.request.survey?.encoding == nil {
      try bytes.write(("\n" as StaticString).view)
    }
    try copy(range, of: input.file)
    var text = JSONText()
    text.object {
      $0.member("file", input.file.name)
      $0.member("record", reason.record)
      $0.member("line", reason.line)
      $0.member("offset", range.lowerBound)
      $0.member("length", range.count)
      $0.member("code", reason.code.rawValue)
      $0.member("message", reason.message)
    }
    text.bytes.append(UInt8(ascii: "\n"))
    try reasons?.write(text.bytes)
  }

  private func copy(_ range: Range<Int>, of file: InputFile) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = min(buffer.count, range.upperBound - offset)
      let count = try unsafe file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
      guard count > 0, let base = buffer.baseAddress else { break }
      let view = unsafe ByteView(
        base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count)
      lastByte = view[count - 1]
      try bytes.write(view)
      offset += count
    }
  }

  func prepare() throws {
    try bytes.prepare()
    try reasons?.prepare()
  }

  func commit() throws {
    try bytes.commit()
    try reasons?.commit()
  }

  func discard() {
    bytes.discard()
    reasons?.discard()
  }
}
