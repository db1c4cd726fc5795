import Cardmill

// A row is first taken apart into cells: each is a place in the block, or in the batch's second
// buffer when it had to be decoded. Only cells that hold something are looked at again, in the
// order of their columns: each belongs to a field, and a field is read once, with all its columns.
// The parameters of a field are the same in every row, so they lie in the batch once and every
// property points to them.

/// Reads the rows of a table that another program has written into a batch.
struct ForeignReader: ~Copyable {
  let table: ForeignTable
  let records: RecordBlock
  let request: ReadRequest
  var builder: ContactBatch.Builder
  var scratch = ByteBuffer(capacity: 512)

  /// The cells of the row, by column.
  var cells: [Slice]
  /// The columns that hold something.
  private var filled: [Int] = []
  /// The row in which a field was read last.
  private var readIn: [Int]
  private var rowBuffer = ByteBuffer(capacity: 1024)
  private var mappedRecord: MappedRecord
  private let block: ByteView
  private let decoder: CharsetDecoder?

  // The record that is read.
  private var number = 0
  private var line = 1
  private var offset = 0
  /// The place of the record's first property.
  private(set) var firstOfRecord = 0
  private var hasName = false
  private var isRepaired = false

  // What lies in the batch once.
  var parameters: [ParameterRange]
  private var names: [Slice]
  private var labels: [LabelRange] = []

  /// Parameters that several properties share.
  struct ParameterRange {
    var first: UInt32 = 0
    var count: UInt16 = 0
    var isLabelled = false
  }

  /// What a label of Google's means.
  private struct LabelRange {
    var id: PropertyID
    var label: Slice
    var range: ParameterRange
  }

  init(_ records: RecordBlock, _ table: ForeignTable, _ request: ReadRequest) {
    self.records = records
    self.table = table
    self.request = request
    block = records.block.view
    builder = ContactBatch.Builder(block: records.block, format: request.format)
    builder.isFaithful =
      table.charset == nil && records.fileOffsets == nil
      && (table.isValidUTF8 || records.block.view.isValidUTF8)
    builder.groups = request.groups
    builder.reserve(properties: records.block.count / 32, contacts: records.records.count)
    mappedRecord = table.mapped?.makeRecord() ?? MappedRecord(Mapping())
    decoder = table.charset.map { _ in CharsetDecoder() }
    cells = Array(repeating: .none, count: table.fieldOfColumn.count)
    readIn = Array(repeating: -1, count: table.fields.count)
    parameters = []
    names = []
    for field in table.fields {
      parameters.append(store(field))
      names.append(field.kind.needsName ? builder.store(field.name) : .none)
    }
  }

  private mutating func store(_ field: TableField) -> ParameterRange {
    storeParameters(
      types: field.types, label: field.label, isPreferred: field.isPreferred, of: field.id)
  }

  /// Stores parameters to be shared.
  mutating func storeParameters(
    types: TypeWords, label: String?, isPreferred: Bool, of id: PropertyID
  ) -> ParameterRange {
    var range = ParameterRange(first: UInt32(builder.parameters.count))
    var words = types
    while let word = words.popFirst() {
      builder.parameters.append(
        ParameterRecord(id: .type, word: word, value: builder.store(word.spelling)))
    }
    if isPreferred {
      builder.parameters.append(ParameterRecord(id: .pref, value: builder.store("1")))
    }
    if let label {
      builder.parameters.append(
        ParameterRecord(id: id == .adr ? .userLabel : .label, value: builder.store(label)))
      range.isLabelled = true
    }
    range.count = UInt16(clamping: builder.parameters.count - Int(range.first))
    return range
  }

  // MARK: Rows

  consuming func parse() -> ParsedBlock {
    line = records.firstLine
    var at = 0
    for index in records.records.indices {
      let record = records.records[index]
      line += block[at..<record.start].lineBreaks
      at = record.start
      read(record, index)
    }
    return ParsedBlock(builder)
  }

  private mutating func read(_ record: RecordRange, _ index: Int) {
    let file = records.fileRange(index)
    number = records.firstRecord + index
    offset = file.lowerBound
    firstOfRecord = builder.properties.count
    hasName = false
    isRepaired = true
    builder.beginContact(
      number: number, line: line,
      source: Slice(block: record.start, count: record.end - record.start),
      fileOffset: file.lowerBound, fileLength: file.count)
    for column in filled { cells[column] = .none }
    filled.removeAll(keepingCapacity: true)
    var row = block[record.start..<record.end]
    if record.note != TableSplitter.Note.unclosedQuote { row = row.withoutLineEnd }
    if !scan(row, at: record.start) {
      builder.rejectContact(
        diagnostic(
          .limitExceeded,
          "the row has more than \(request.limits.columns) cells; "
            + "raise it with --limit columns=SIZE"))
      return
    }
    if record.note == TableSplitter.Note.unclosedQuote {
      report(.malformedLine, "a quoted cell has no closing quote before the end")
    }
    readFields(index)
    finish()
  }

  /// Reads the cells as a mapping says.
  private mutating func readMapped(_ mapped: MappedTable) {
    let last = filled.last ?? -1
    var texts = Array(repeating: "", count: last + 1)
    for column in filled { texts[column] = view(cells[column]).string }
    for property in mapped.properties(of: texts, &mappedRecord) {
      if property.name == "FN" || property.name == "N" { noteName() }
      builder.append(property)
    }
    for finding in mappedRecord.takeFindings() { report(finding.code, finding.message) }
    if last >= table.headings.count {
      report(.extraCells, "the row has more cells than headings; they are kept under extra")
    }
  }

  private mutating func readFields(_ index: Int) {
    if let mapped = table.mapped { return readMapped(mapped) }
    var next = 0
    var overflow = 0
    while next < filled.count {
      let column = filled[next]
      next += 1
      guard column < table.fieldOfColumn.count else {
        overflow += 1
        addOther(builder.store("X-CSV-OVERFLOW"), cells[column])
        continue
      }
      let field = table.fieldOfColumn[column]
      guard readIn[field] != index else { continue }
      readIn[field] = index
      readField(field, column)
    }
    if overflow > 0 {
      report(
        .extraCells,
        overflow == 1
          ? "a cell has no heading; it is kept under extra"
          : "\(overflow) cells have no heading; they are kept under extra")
    }
  }

  private mutating func finish() {
    let hasDatum = builder.properties.count > firstOfRecord
    if !hasDatum {
      report(.emptyCard, "the row holds no data")
    } else if !hasName {
      report(.missingName, "the contact has neither a full name nor a name")
    }
    builder.endContact(kind: hasDatum ? .contact : .empty, isRepaired: isRepaired)
  }

  func diagnostic(_ code: Diagnostic.Code, _ message: String) -> Diagnostic {
    Diagnostic(code, message, record: number, line: line, column: 1, offset: offset)
  }

  mutating func report(_ code: Diagnostic.Code, _ message: String) {
    builder.diagnostics.append(diagnostic(code, message))
  }

  // MARK: Cells

  /// Finds the cells of a row; false when there are more than the limit.
  private mutating func scan(_ row: ByteView, at place: Int) -> Bool {
    if let charset = table.charset {
      rowBuffer.removeAll()
      if decoder?.decode(row, from: charset, into: &rowBuffer) != true {
        rowBuffer.removeAll()
        CharsetDecoder.decodeWindows1252(row, into: &rowBuffer)
        if charset != "WINDOWS-1252" {
          report(.charsetGuess, "the row is no \(charset); it was read as Windows-1252")
        }
      }
      return scan(rowBuffer.view, block: nil)
    }
    if !table.isValidUTF8, !row.isValidUTF8 {
      rowBuffer.removeAll()
      CharsetDecoder.decodeWindows1252(row, into: &rowBuffer)
      report(.charsetGuess, "the row is not UTF-8 and was read as Windows-1252")
      return scan(rowBuffer.view, block: nil)
    }
    return scan(row, block: place)
  }

  /// Finds the cells; `block` is the row's place in the block, nil for a row that was decoded.
  private mutating func scan(_ row: ByteView, block: Int?) -> Bool {
    if table.isAbook { return scanAbook(row, block: block) }
    let quote = UInt8(ascii: "\"")
    let delimiter = table.delimiter
    let limit = request.limits.columns
    var column = 0
    var at = 0
    let count = row.count
    while at < count {
      let byte = row[at]
      if byte == delimiter {
        column += 1
        at += 1
        continue
      }
      guard column < limit else { return false }
      var start = at
      if byte == UInt8(ascii: " ") {
        while start < count, row[start] == UInt8(ascii: " ") { start += 1 }
        if start == count || row[start] != quote { start = at }
      }
      if row[start] == quote {
        let close = row.first(quote, from: start + 1)
        let end = min(close + 1, count)
        if end == count || row[end] == delimiter {
          add(column, row[start + 1..<close], block.map { $0 + start + 1 })
          at = end
        } else {
          at = decode(row, from: start + 1, column)
        }
      } else {
        let end = row.first(delimiter, from: at + 1)
        add(column, row[at..<end], block.map { $0 + at })
        at = end
      }
      // Behind the cell stands a delimiter or the row's end.
      column += 1
      at += 1
    }
    return column <= limit
  }

  @inline(__always)
  private mutating func add(_ column: Int, _ cell: ByteView, _ place: Int?) {
    guard !cell.isEmpty, cell[0] > 0x20 || !cell.isBlankText else { return }
    if let place {
      set(column, Slice(block: place, count: cell.count))
    } else {
      set(column, builder.store(cell))
    }
  }

  @inline(__always)
  private mutating func set(_ column: Int, _ slice: Slice) {
    while column >= cells.count { cells.append(.none) }
    cells[column] = slice
    filled.append(column)
  }

  /// Decodes a cell with doubled quotes, or with text behind its closing quote; gives its end.
  private mutating func decode(_ row: ByteView, from start: Int, _ column: Int) -> Int {
    let quote = UInt8(ascii: "\"")
    let place = builder.decoded.count
    var at = start
    var end = row.count
    while true {
      let next = row.first(quote, from: at)
      builder.decoded.append(row[at..<next])
      guard next < row.count else { break }
      at = next + 1
      guard at < row.count, row[at] == quote else {
        end = row.first(table.delimiter, from: at)
        let rest = row[at..<end]
        // Blanks between a closing quote and the delimiter are nothing.
        if !rest.trimmed.isEmpty { builder.decoded.append(rest) }
        break
      }
      builder.decoded.append(quote)
      at += 1
    }
    let slice = Slice(decoded: place, count: builder.decoded.count - place)
    if !builder.view(slice).isBlankText { set(column, slice) }
    return end
  }

  /// abook quotes every cell and leaves quotes in it as they are: only `","` parts two cells.
  private mutating func scanAbook(_ row: ByteView, block: Int?) -> Bool {
    var start = row.isEmpty || row[0] != UInt8(ascii: "\"") ? 0 : 1
    var last = row.count
    if last > start, row[last - 1] == UInt8(ascii: "\"") { last -= 1 }
    var column = 0
    while true {
      guard column < request.limits.columns else { return false }
      let found = row[start..<last].find(("\",\"" as StaticString).view).map { $0 + start } ?? last
      add(column, row[start..<found], block.map { $0 + start })
      guard found < last else { return true }
      start = found + 3
      column += 1
    }
  }

  // MARK: What fields add

  @inline(__always)
  func view(_ slice: Slice) -> ByteView { builder.view(slice) }

  /// The cell of a part of a field, or nothing.
  @inline(__always)
  func cell(_ field: Int, _ part: Int) -> Slice {
    let column = table.fields[field].columns[part]
    return column < 0 ? .none : cells[column]
  }

  /// The name of a field's columns.
  func name(_ field: Int) -> Slice { names[field] }

  /// Adds a property of one text.
  @inline(__always)
  mutating func addText(
    _ id: PropertyID, _ value: Slice, _ range: ParameterRange, type: ValueType = .unstated
  ) {
    var record = PropertyRecord(id: id, form: .text)
    record.value = value
    record.valueType = type
    take(range, &record)
    builder.properties.append(record)
  }

  @inline(__always)
  func take(_ range: ParameterRange, _ record: inout PropertyRecord) {
    record.firstParameter = range.first
    record.parameterCount = range.count
    if range.isLabelled { record.flags.insert(.labelled) }
  }

  /// Adds a property whose name has no translation.
  mutating func addOther(_ name: Slice, _ value: Slice) {
    var record = PropertyRecord(id: .unknown, form: .unparsed)
    record.flags.insert(.foreign)
    record.name = name
    let text = view(value)
    if text.firstTextEscape() < text.count {
      scratch.removeAll()
      TextEscapes.encode(text, into: &scratch)
      record.value = builder.store(scratch.view)
    } else {
      record.value = value
    }
    builder.properties.append(record)
  }

  /// The cell without blanks at both ends.
  @inline(__always)
  func trimmed(_ slice: Slice) -> Slice {
    let text = view(slice)
    guard text.count > 0, text[0].isBlank || text[text.count - 1].isBlank else { return slice }
    var start = 0
    while start < text.count, text[start].isBlank { start += 1 }
    return piece(slice, start, text.trimmed.count)
  }

  /// A part of a slice.
  @inline(__always)
  func piece(_ slice: Slice, _ start: Int, _ count: Int) -> Slice {
    slice.isDecoded
      ? Slice(decoded: slice.offset + start, count: count)
      : Slice(block: slice.offset + start, count: count)
  }

  mutating func noteName() { hasName = true }

  /// The shared parameters of a label of Google's.
  mutating func range(ofLabel label: Slice, for id: PropertyID) -> ParameterRange {
    let text = view(label)
    for known in labels where known.id == id && view(known.label).equals(text) {
      return known.range
    }
    let (types, word, isPreferred) = GoogleLabel.read(text, for: id)
    let range = storeParameters(types: types, label: word, isPreferred: isPreferred, of: id)
    // A file has few labels; one with a label of its own for everybody gains nothing here.
    if labels.count < 64 { labels.append(LabelRange(id: id, label: label, range: range)) }
    return range
  }
}

extension ByteView {
  /// Whether there is nothing but blanks and line breaks.
  var isBlankText: Bool {
    for index in 0..<count
    where !(self[index].isBlank || self[index] == 0x0A || self[index] == 0x0D) {
      return false
    }
    return true
  }
}

extension TableField.Kind {
  /// Whether properties of the field carry its heading as their name.
  fileprivate var needsName: Bool {
    switch self {
    case .other, .language, .isPrivate, .sensitivity, .priority, .initials, .mailType, .mailName,
      .gender:
      true
    default: false
    }
  }
}
