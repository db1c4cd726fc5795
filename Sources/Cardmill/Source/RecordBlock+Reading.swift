// What a source needs to read its records, whoever wrote it.

extension RecordBlock {
  /// The text of a record; bytes that are not UTF-8 are replaced.
  ///
  /// - Complexity: O(*n*) in the record's bytes.
  public func text(of index: Int) -> String { view(of: index).string }

  /// Calls `body` with the bytes of a record, without copying them.
  public func withBytes<R>(of index: Int, _ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try view(of: index).span(body)
  }

  /// The number of a record, all records of the input counted from 0.
  public func number(of index: Int) -> Int { firstRecord + index }

  /// The first line of a record, from 1.
  ///
  /// - Complexity: O(*n*) in the bytes of the block before it.
  public func line(of index: Int) -> Int {
    firstLine + block.view.upTo(records[index].start).lineBreaks
  }

  private func view(of index: Int) -> ByteView {
    block.view[records[index].start..<records[index].end]
  }
}

extension ContactBatch.Builder {
  /// Adds a contact that a record of the block was read as.
  ///
  /// - Parameters:
  ///   - contact: the contact; an empty one when the record holds no data.
  ///   - index: the record's place among those of `records`.
  ///   - records: the block that the builder was made for.
  public mutating func append(_ contact: Contact, record index: Int, of records: RecordBlock) {
    begin(index, of: records)
    for property in contact.properties { append(property) }
    let isEmpty = contact.recordKind == .contact && contact.properties.isEmpty
    endContact(kind: isEmpty ? .empty : contact.recordKind)
  }

  /// Notes that a record of the block could not be read; its bytes can be kept.
  ///
  /// - Parameters:
  ///   - index: the record's place among those of `records`.
  ///   - records: the block that the builder was made for.
  ///   - code: what is wrong with it.
  ///   - message: a sentence without a full stop.
  public mutating func reject(
    record index: Int, of records: RecordBlock, _ code: Diagnostic.Code, _ message: String
  ) {
    begin(index, of: records)
    let place = records.fileRange(index)
    rejectContact(
      Diagnostic(
        code, message, record: records.number(of: index), line: records.line(of: index), column: 1,
        offset: place.lowerBound))
  }

  private mutating func begin(_ index: Int, of records: RecordBlock) {
    let record = records.records[index]
    let place = records.fileRange(index)
    beginContact(
      number: records.number(of: index), line: records.line(of: index),
      source: Slice(block: record.start, count: record.end - record.start),
      fileOffset: place.lowerBound, fileLength: place.count)
  }
}
