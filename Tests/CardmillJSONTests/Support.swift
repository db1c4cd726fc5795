import Cardmill

@testable import CardmillJSON

/// Bytes in memory as an input that gives at most `step` bytes at a time.
final class MemoryInput: InputBytes {
  let name = "memory.json"
  let bytes: [UInt8]
  let step: Int
  var size: Int { bytes.count }

  init(_ bytes: [UInt8], step: Int = .max) {
    self.bytes = bytes
    self.step = step
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = min(buffer.count, step, bytes.count - offset)
    for index in 0..<max(count, 0) { unsafe buffer[index] = bytes[offset + index] }
    return max(count, 0)
  }
}

/// What reading gave.
struct ReadResult {
  var batches: [ContactBatch] = []
  var diagnostics: [Diagnostic] = []
  var rejected: [RejectedRecord] = []

  var contacts: [Contact] { batches.flatMap { batch in (0..<batch.count).map { batch[$0] } } }
  var codes: [String] { diagnostics.map(\.code.rawValue) }
  /// The rejected bytes' ranges.
  var rejects: [Range<Int>] { rejected.map { $0.fileOffset..<$0.fileOffset + $0.fileLength } }
}

func readJSON(
  _ bytes: [UInt8], step: Int = .max, limits: Limits = Limits()
) throws -> ReadResult {
  let source = JSONSource()
  let input = MemoryInput(bytes, step: step)
  var request = ReadRequest(format: "json", limits: limits)
  request.survey = try source.survey(input, request)
  let reader = try BlockReader(input, source: source, request: request)
  var result = ReadResult()
  while let work = try reader.next() {
    switch work {
    case .records(let records):
      let parsed = source.parse(records, request)
      result.batches.append(parsed.batch)
      result.diagnostics += parsed.diagnostics
      result.rejected += parsed.rejected
    case .parsed: break
    case .rejected(let record): result.rejected.append(record)
    }
  }
  result.diagnostics += reader.takeDiagnostics()
  return result
}

func readJSON(_ text: String, step: Int = .max, limits: Limits = Limits()) throws -> ReadResult {
  try readJSON(Array(text.utf8), step: step, limits: limits)
}

/// What writing gave.
struct WriteResult {
  var text = ""
  var losses: [Loss] = []
  var written = 0
  var folded = 0
}

func writeJSON(_ batches: [ContactBatch], options: [String: String] = [:]) throws -> WriteResult {
  let writer = try JSONSource().makeWriter(WriteRequest(format: "json", options: options))
  var result = WriteResult()
  for batch in batches {
    var block = FormattedBlock()
    block.inputName = "memory.json"
    writer.format(batch, into: &block)
    result.text += block.bytes.view.string
    result.losses += block.losses
    result.written += block.written
    result.folded += block.folded
  }
  return result
}

/// The object of one contact of these properties, without the line feed.
func json(
  _ properties: [Property], kind: RecordKind = .contact, options: [String: String] = [:],
  groups: GroupTable? = nil
) throws -> String {
  try writeJSON([batch(properties, kind: kind, groups: groups)], options: options).text
    .trimmingLineFeed
}

func batch(
  _ properties: [Property], kind: RecordKind = .contact, groups: GroupTable? = nil
) -> ContactBatch {
  var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
  builder.groups = groups
  builder.beginContact(number: 0, line: 1, source: .none, fileOffset: 0, fileLength: 0)
  for property in properties { builder.append(property) }
  builder.endContact(kind: kind)
  return ContactBatch.make(builder)
}

extension String {
  var trimmingLineFeed: String { hasSuffix("\n") ? String(dropLast()) : self }
}

/// Text of a file beside the package's manifest.
func sample(_ path: String) throws -> [UInt8] {
  let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
  return try bytes(ofFile: parts.joined(separator: "/") + "/SampleData/" + path)
}
