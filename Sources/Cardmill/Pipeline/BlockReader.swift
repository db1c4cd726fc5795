/// Reads an input block by block and finds the records: the serial part of the pipeline.
///
/// It owns the limits on the size of a record: what is larger is passed on as a rejected range,
/// piece by piece, and reading goes on behind it.
package final class BlockReader {
  /// A piece of work, in the input's order.
  package enum Work {
    /// Records to be parsed.
    case records(RecordBlock)
    /// A batch that a serial source has parsed already.
    case parsed(ParsedBlock)
    /// A record that is over a limit; its bytes are this range of the file.
    case rejected(RejectedRecord)
  }

  package let input: any InputBytes
  package let source: any DataSource
  package let request: ReadRequest
  /// Things found between the records.
  package private(set) var diagnostics: [Diagnostic] = []
  private var outside: [Range<Int>] = []
  /// Records found so far.
  package private(set) var recordCount = 0

  private let splitter: (any RecordSplitter)?
  private let serial: (any SerialReader)?
  private var transcoder: BlockTranscoder?
  private var pending: ByteBuffer
  private let blockSize: Int
  private var readOffset = 0
  /// The file's offset of the first pending byte (untranscoded input).
  private var pendingOffset = 0
  private var line = 1
  private var isAtEnd = false
  private var isDone = false

  /// The usual size of a block.
  package static let blockSize = 256 << 10

  package init(
    _ input: any InputBytes, source: any DataSource, request: ReadRequest,
    blockSize: Int = BlockReader.blockSize
  ) throws {
    self.blockSize = blockSize
    pending = ByteBuffer(capacity: blockSize * 2)
    self.input = input
    self.source = source
    self.request = request
    if source.description.worksInPieces {
      splitter = try source.makeSplitter(request)
      serial = nil
    } else {
      splitter = nil
      serial = try source.makeSerialReader(input, request)
    }
    // A serial source decodes its input itself.
    if serial == nil, let encoding = request.survey?.encoding {
      transcoder = try BlockTranscoder(encoding, file: input.name)
    }
  }

  /// Gives what was found between the records since the last call.
  package func takeDiagnostics() -> [Diagnostic] {
    defer { diagnostics.removeAll() }
    return diagnostics
  }

  /// Gives the places in the file of the text between records that was found since the last call.
  package func takeOutside() -> [Range<Int>] {
    defer { outside.removeAll() }
    return outside
  }

  /// The next piece of work, or nil at the end.
  package func next() throws -> Work? {
    if let serial {
      guard let parsed = try serial.next() else { return nil }
      recordCount += parsed.batch.count + parsed.rejected.count
      return .parsed(parsed)
    }
    guard let splitter, !isDone else { return nil }
    while true {
      if pending.count < blockSize, !isAtEnd { try fill() }
      let result = pending.view.span { splitter.split($0, isAtEnd: isAtEnd) }
      report(result.outside)
      if !result.records.isEmpty {
        let work = makeBlock(result)
        consume(result.consumed)
        return .records(work)
      }
      if result.consumed > 0 {
        consume(result.consumed)
      } else if isAtEnd {
        isDone = true
        return nil
      } else if pending.count > request.limits.record {
        return .rejected(try reject(splitter))
      } else {
        try fill()
      }
      if isAtEnd, pending.count == 0 {
        isDone = true
        return nil
      }
    }
  }

  private func fill() throws {
    let wanted = max(blockSize, pending.count)
    if transcoder != nil {
      isAtEnd = try transcoder?.fill(&pending, from: input, at: &readOffset, wanted: wanted) ?? true
      return
    }
    pending.reserve(wanted)
    let got = try unsafe input.read(
      into: UnsafeMutableRawBufferPointer(start: pending.base + pending.length, count: wanted),
      at: readOffset)
    precondition(got <= wanted)
    pending.length += got
    readOffset += got
    if got == 0 { isAtEnd = true }
  }

  private func consume(_ count: Int) {
    guard count > 0 else { return }
    line += pending.view.upTo(count).lineBreaks
    transcoder?.consume(pending.view.upTo(count))
    pendingOffset += count
    pending.removeFirst(count)
  }

  private func makeBlock(_ result: SplitResult) -> RecordBlock {
    let view = pending.view
    let start = result.records[0].start
    let end = result.records[result.records.count - 1].end
    let firstLine = line + view.upTo(start).lineBreaks
    var records = result.records
    if start > 0 {
      for index in records.indices {
        records[index].start -= start
        records[index].end -= start
      }
    }
    let fileOffsets = transcoder?.ranges(of: result.records, in: view)
    let block = RecordBlock(
      block: Block(copying: view[start..<end]), records: records, firstRecord: recordCount,
      firstLine: firstLine, fileOffset: pendingOffset + start, fileOffsets: fileOffsets)
    recordCount += records.count
    return block
  }

  private func report(_ found: [SplitResult.OutsideText]) {
    for text in found {
      let view = pending.view
      let offset =
        transcoder?.offset(of: text.range.lowerBound, in: view)
        ?? pendingOffset + text.range.lowerBound
      let end =
        transcoder?.offset(of: text.range.upperBound, in: view)
        ?? pendingOffset + text.range.upperBound
      outside.append(offset..<end)
      diagnostics.append(
        Diagnostic(
          text.code, text.message, file: input.name, record: nil,
          line: line + view.upTo(text.range.lowerBound).lineBreaks, column: 1, offset: offset))
    }
  }

  /// Passes over a record that is larger than the limit.
  private func reject(_ splitter: any RecordSplitter) throws -> RejectedRecord {
    let firstLine = line
    let hint = splitter.openPart.map { "; \($0)" } ?? ""
    let start = transcoder?.position ?? pendingOffset
    while true {
      if let end = pending.view.span({ splitter.skip($0, isAtEnd: isAtEnd) }) {
        consume(end)
        break
      }
      consume(pending.count)
      if isAtEnd { break }
      try fill()
    }
    let end = transcoder?.position ?? pendingOffset
    let number = recordCount
    recordCount += 1
    return RejectedRecord(
      number: number, fileOffset: start, fileLength: end - start,
      reason: Diagnostic(
        .limitExceeded,
        "the record is larger than \(request.limits.record) bytes\(hint); raise it with --limit record=SIZE",
        file: input.name, record: number, line: firstLine, column: 1, offset: start))
  }
}

extension ByteBuffer {
  /// Drops bytes at the front and keeps the rest.
  package mutating func removeFirst(_ count: Int) {
    precondition(count >= 0 && count <= length)
    unsafe base.update(from: base + count, count: length - count)
    length -= count
  }
}

extension ByteView {
  /// Calls `body` with a span over the bytes.
  package func span<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let buffer = unsafe UnsafeBufferPointer(start: base, count: count)
    return try unsafe body(buffer.span)
  }
}
