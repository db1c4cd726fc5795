import Cardmill

// Reading one object: its members become properties of the neutral vocabulary in the order in which
// they stand. A value that needs no decoding is a slice of the block. A member of the wrong shape
// is reported and the rest of the object stays; text that is no JSON rejects the record.

/// Reads the records of a block.
struct JSONContactParser: ~Copyable {
  var builder: ContactBatch.Builder
  var json = JSONReader(.empty)
  let records: RecordBlock
  let limits: Limits
  /// Whether the block is UTF-8 throughout.
  let isUTF8: Bool

  // Of the open record.
  var index = 0
  var line = 1
  var firstProperty = 0
  var isRepaired = false
  var reportCount = 0
  /// The members that were seen, a bit each.
  var seen: UInt64 = 0
  var note: Slice?
  /// The address under way: its seven components.
  var components = [Slice](repeating: .none, count: 7)

  init(_ records: RecordBlock, _ request: ReadRequest) {
    self.records = records
    limits = request.limits
    builder = ContactBatch.Builder(block: records.block, format: JSONSource.id)
    builder.groups = request.groups
    let isUTF8 = records.block.view.isValidUTF8
    self.isUTF8 = isUTF8
    builder.isFaithful = isUTF8 && records.fileOffsets == nil
    builder.reserve(properties: records.records.count * 8, contacts: records.records.count)
  }

  consuming func finish() -> ParsedBlock { ParsedBlock(builder) }

  mutating func readAll() {
    line = records.firstLine
    var counted = 0
    for index in records.records.indices {
      let range = records.records[index]
      line += records.block.view[counted..<range.start].lineBreaks
      counted = range.start
      self.index = index
      readRecord(range)
    }
  }

  private mutating func readRecord(_ range: RecordRange) {
    let file = records.fileRange(index)
    builder.beginContact(
      number: records.firstRecord + index, line: line,
      source: Slice(block: range.start, count: range.end - range.start),
      fileOffset: file.lowerBound, fileLength: file.count)
    firstProperty = builder.properties.count
    isRepaired = false
    reportCount = 0
    seen = 0
    note = nil
    json = JSONReader(
      records.block.view[range.start..<range.end],
      depthLimit: min(limits.xmlDepth, JSONReader.greatestDepth))
    do throws(JSONError) {
      guard records.block.view[range.start] == UInt8(ascii: "{") else {
        throw JSONError("this is no JSON object", at: 0)
      }
      _ = try json.next()
      while try json.next() == .key { try readMember() }
      _ = try json.next()
      finishRecord()
    } catch {
      let isCutOff = range.note == JSONSplitter.isCutOff
      builder.rejectContact(
        diagnostic(
          error.isTooDeep ? .tooDeep : error.isOverLimit ? .limitExceeded : .badJSON,
          isCutOff ? "the last object is cut off: \(error.message)" : error.message, error.offset))
    }
  }

  private mutating func finishRecord() {
    addNote()
    let properties = builder.properties[firstProperty...]
    let isEmpty = properties.allSatisfy { $0.id == .prodid || $0.id == .rev }
    let isGroup = properties.contains {
      $0.id == .kind && builder.view($0.value).equalsIgnoringCase("GROUP")
    }
    if isEmpty {
      report(.emptyCard, "the object holds no data of a contact", at: 0)
    } else if !properties.contains(where: { $0.id == .fn || $0.id == .n }) {
      report(.missingName, "the contact has no name", at: 0)
    }
    builder.endContact(
      kind: isEmpty ? .empty : isGroup ? .group : .contact, isRepaired: isRepaired)
  }

  // MARK: Reporting

  /// A diagnostic at a place of the open record.
  private func diagnostic(_ code: Diagnostic.Code, _ message: String, _ offset: Int) -> Diagnostic {
    let start = records.records[index].start
    let view = records.block.view[start..<start + min(offset, json.bytes.count)]
    let breaks = view.lineBreaks
    var column = 1
    while column <= view.count, view[view.count - column] != 0x0A, view[view.count - column] != 0x0D
    {
      column += 1
    }
    if breaks == 0 {
      // The record need not begin its line.
      var before = start
      while before > 0, records.block.view[before - 1] != 0x0A { before -= 1 }
      column += start - before
    }
    return Diagnostic(
      code, message, record: records.firstRecord + index, line: line + breaks, column: column,
      offset: records.fileRange(index).lowerBound + view.count)
  }

  /// Reports something about the open record; a record full of faults is not reported fault by
  /// fault.
  mutating func report(_ code: Diagnostic.Code, _ message: String, at offset: Int? = nil) {
    reportCount += 1
    guard reportCount <= 50 else { return }
    builder.diagnostics.append(diagnostic(code, message, offset ?? json.tokenRange.lowerBound))
  }

  /// Reports a value of the wrong shape and passes over it.
  mutating func refuse(_ token: JSONReader.Token, _ path: String, _ wanted: String)
    throws(JSONError)
  {
    if token != .null { report(.badJSON, "\(path) is not \(wanted)") }
    try json.skip(token)
  }

  // MARK: Building

  /// Adds a property whose parameters, from `firstParameter` on, stand in the builder already.
  mutating func add(
    _ id: PropertyID, _ value: Slice, form: ValueForm, valueType: ValueType = .unstated,
    firstParameter: Int? = nil
  ) throws(JSONError) {
    guard builder.properties.count - firstProperty < limits.properties else {
      throw JSONError(
        "the record has more than \(limits.properties) properties; raise it with --limit properties=N",
        at: json.tokenRange.lowerBound, isOverLimit: true)
    }
    var record = PropertyRecord(id: id, form: form)
    record.value = value
    record.valueType = valueType
    let first = firstParameter ?? builder.parameters.count
    record.firstParameter = UInt32(first)
    record.parameterCount = UInt16(clamping: builder.parameters.count - first)
    for place in first..<builder.parameters.count {
      record.noteParameter(builder.parameters[place].id)
    }
    builder.properties.append(record)
  }

  /// Adds a structure or list of parts, of which the first stand in the table from `firstPart` on.
  mutating func addParts(
    _ id: PropertyID, from firstPart: Int, form: ValueForm, firstParameter: Int? = nil
  ) throws(JSONError) {
    try add(
      id, Slice(block: firstPart, count: builder.parts.count - firstPart), form: form,
      firstParameter: firstParameter)
  }

  mutating func addParameter(_ id: ParameterID, _ value: Slice, word: TypeWord = .unknown) {
    builder.parameters.append(ParameterRecord(id: id, word: word, value: value))
  }

  /// The decoded text of the last string: a slice of the block when it needs no decoding.
  mutating func storeString() -> Slice {
    let text = json.text
    if !json.hasEscapes, isUTF8 || text.isValidUTF8 {
      let offset = records.records[index].start + json.tokenRange.lowerBound
      return Slice(block: offset, count: text.count)
    }
    let start = builder.decoded.count
    if isUTF8 || text.isValidUTF8 {
      json.appendString(to: &builder.decoded)
    } else {
      if !isRepaired {
        report(.charsetGuess, "bytes that are not UTF-8 were replaced")
        isRepaired = true
      }
      var decoded = ByteBuffer(capacity: text.count)
      json.appendString(to: &decoded)
      builder.decoded.append(decoded.view.string)
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// The text of a plain value: a string's, or a number's or word's as it stands.
  ///
  /// An empty text and null are none.
  mutating func readText(_ token: JSONReader.Token, _ path: String) throws(JSONError) -> Slice? {
    switch token {
    case .string:
      let slice = storeString()
      return slice.isEmpty ? nil : slice
    case .null: return nil
    case .number, .yes, .no:
      report(.badJSON, "\(path) is not a string")
      return storeRaw(json.tokenRange)
    default:
      try refuse(token, path, "a string")
      return nil
    }
  }

  /// A piece of the record as it stands.
  mutating func storeRaw(_ range: Range<Int>) -> Slice {
    let text = json.bytes[range]
    if isUTF8 || text.isValidUTF8 {
      return Slice(block: records.records[index].start + range.lowerBound, count: range.count)
    }
    isRepaired = true
    return builder.store(text.string)
  }
}
