package import Cardmill

/// What reading an input gave.
package struct Reading: Sendable {
  package var format: FormatID
  package var batches: [ContactBatch] = []
  package var diagnostics: [Diagnostic] = []
  package var rejected: [RejectedRecord] = []
  /// Text that belongs to no record, as ranges of the input.
  package var outside: [Range<Int>] = []
  /// The number of records that the reader found.
  package var recordCount = 0

  /// Every record that was read: contacts, group cards and empty ones.
  package var contacts: [Contact] {
    batches.flatMap { batch in (0..<batch.count).map { batch[$0] } }
  }
  /// The codes of the diagnostics, in their order.
  package var codes: [String] { diagnostics.map(\.code.rawValue) }
  /// The ranges of the records in the input, rejected ones too, in the order of their numbers.
  package var ranges: [Range<Int>] {
    let read = contacts.map { ($0.source.number, $0.source.range) }
    let rest = rejected.map { ($0.number, $0.fileOffset..<$0.fileOffset + $0.fileLength) }
    return (read + rest).sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// How an input is read.
package struct ReadingPlan: Sendable {
  package var format: FormatID?
  package var options: [String: String] = [:]
  package var limits = Limits()
  package var threads = 1
  package var blockSize = BlockReader.blockSize
  package var pieces = MemoryInput.Pieces.whole
  /// Whether the members of group cards list the groups' names as categories.
  package var joinsGroups = false

  package init(_ format: FormatID? = nil) { self.format = format }
}

extension DataSource {
  /// Reads bytes as a run would, but in memory.
  package func read(_ bytes: [UInt8], _ plan: ReadingPlan = ReadingPlan()) throws -> Reading {
    var reading = Reading(format: plan.format ?? description.formats[0].id)
    let reader = try reader(of: bytes, plan, &reading)
    try Pipeline(threads: plan.threads).run(reader) { (parsed, batches: inout Batches) in
      batches.all.append(parsed.batch)
    } consume: { result in
      reading.batches += result.output.all
      reading.diagnostics += result.diagnostics
      reading.rejected += result.rejected
      reading.outside += result.outside
    }
    reading.recordCount = reader.recordCount
    return reading
  }

  /// Reads text as a run would, but in memory.
  package func read(_ text: String, _ plan: ReadingPlan = ReadingPlan()) throws -> Reading {
    try read(Array(text.utf8), plan)
  }

  /// Reads bytes and writes them in a format of `target`, block by block.
  package func convert(
    _ bytes: [UInt8], _ plan: ReadingPlan = ReadingPlan(), to format: FormatID,
    of target: any DataSource, options: [String: String] = [:]
  ) throws -> Writing {
    var reading = Reading(format: plan.format ?? description.formats[0].id)
    let reader = try reader(of: bytes, plan, &reading)
    let writer = try target.makeWriter(WriteRequest(format: format, options: options))
    var writing = Writing()
    writing.diagnostics = reading.diagnostics
    var output = ByteBuffer()
    writer.head(into: &output)
    try Pipeline(threads: plan.threads).run(reader) { (parsed, block: inout FormattedBlock) in
      writer.format(parsed.batch, into: &block)
    } consume: { result in
      writing.take(&result, separator: writer.separator, &output)
    }
    writer.tail(into: &output)
    writing.bytes = output.bytes
    writing.read = reader.recordCount
    return writing
  }

  private func reader(of bytes: [UInt8], _ plan: ReadingPlan, _ reading: inout Reading) throws
    -> BlockReader
  {
    let input = MemoryInput(bytes, pieces: plan.pieces)
    var request = ReadRequest(format: reading.format, options: plan.options, limits: plan.limits)
    request.wantsMembership = plan.joinsGroups
    request.survey = try survey(input, request)
    reading.diagnostics = request.survey?.diagnostics ?? []
    return try BlockReader(input, source: self, request: request, blockSize: plan.blockSize)
  }
}

/// What writing gave.
package struct Writing: Sendable {
  package var bytes: [UInt8] = []
  package var losses: [Loss] = []
  /// What the reader had to say.
  package var diagnostics: [Diagnostic] = []
  /// What the writer had to say.
  package var writerDiagnostics: [Diagnostic] = []
  package var read = 0
  package var written = 0
  package var folded = 0
  package var rejected = 0
  package var added = 0

  package init() {}

  /// The output as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// Whether every record that was read became something.
  package var isBalanced: Bool { read == written + folded + rejected }

  fileprivate mutating func take(
    _ result: inout Pipeline.Result<FormattedBlock>, separator: [UInt8], _ output: inout ByteBuffer
  ) {
    if written > 0, result.output.written > 0, !separator.isEmpty { output.append(separator) }
    output.append(result.output.bytes.view)
    losses += result.output.losses
    diagnostics += result.diagnostics
    writerDiagnostics += result.output.diagnostics
    written += result.output.written
    folded += result.output.folded
    added += result.output.added
    rejected += result.rejected.count
  }
}

extension DataSource {
  /// Writes batches in one of the source's formats.
  package func write(
    _ batches: [ContactBatch], as format: FormatID, options: [String: String] = [:]
  ) throws -> Writing {
    var request = WriteRequest(format: format, options: options)
    var writer = try makeWriter(request)
    if writer.wantsSurvey {
      request.survey = Self.largest(batches.map { writer.survey($0) })
      writer = try makeWriter(request)
    }
    var writing = Writing()
    var output = ByteBuffer()
    writer.head(into: &output)
    for batch in batches {
      var block = FormattedBlock()
      block.inputName = "memory"
      writer.format(batch, into: &block)
      if writing.written > 0, block.written > 0 { output.append(writer.separator) }
      output.append(block.bytes.view)
      writing.losses += block.losses
      writing.writerDiagnostics += block.diagnostics
      writing.written += block.written
      writing.folded += block.folded
      writing.added += block.added
      writing.read += batch.count
    }
    writer.tail(into: &output)
    writing.bytes = output.bytes
    return writing
  }

  /// Of each number the largest.
  private static func largest(_ surveys: [[Int]]) -> [Int] {
    surveys.reduce(into: []) { largest, survey in
      for (place, number) in survey.enumerated() {
        if place == largest.count { largest.append(number) }
        largest[place] = max(largest[place], number)
      }
    }
  }

  /// Writes contacts in one of the source's formats.
  package func write(
    _ contacts: [Contact], as format: FormatID, options: [String: String] = [:]
  ) throws -> Writing {
    try write(contacts.map { ContactBatch($0) }, as: format, options: options)
  }
}

/// The batches of a block, kept.
private struct Batches: ~Copyable, BlockOutput {
  var all: [ContactBatch] = []
  mutating func removeAll() { all.removeAll() }
}
