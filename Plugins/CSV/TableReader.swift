import Cardmill

/// Reads rows of Cardmill's own format into a batch.
///
/// The lines of the column `properties` are the contact. The flat cells are computed anew from them
/// and compared with the row: as a rule they are equal byte for byte. Where a cell differs somebody
/// has edited it, and it wins: those contacts are read a second time with their edits. A table
/// without that column is nothing but edits of an empty contact.
struct TableReader {
  let table: Table
  let records: RecordBlock
  let request: ReadRequest

  init(_ records: RecordBlock, _ table: Table, _ request: ReadRequest) {
    self.records = records
    self.table = table
    self.request = request
  }

  func parse() -> ParsedBlock {
    let isValid = records.block.view.isValidUTF8
    var wide = Set<Int>()
    let parsed = ParsedBlock(build(isValidUTF8: isValid, edits: [:], wide: &wide))
    var diagnostics: [Diagnostic] = []
    let edits = findEdits(parsed.batch, isValidUTF8: isValid, wide: wide, &diagnostics)
    guard !edits.isEmpty || !diagnostics.isEmpty else { return parsed }
    var edited = ParsedBlock(build(isValidUTF8: isValid, edits: edits, wide: &wide))
    edited.diagnostics += diagnostics
    return edited
  }

  // MARK: Rows

  /// A row without its line end, as UTF-8: in the block, or decoded into `buffer`.
  private func row(
    _ record: RecordRange, isValidUTF8: Bool, _ buffer: inout ByteBuffer
  ) -> (bytes: ByteView, isGuess: Bool) {
    var row = records.block.view[record.start..<record.end]
    if record.note != TableSplitter.Note.unclosedQuote { row = row.withoutLineEnd }
    guard !isValidUTF8, !row.isValidUTF8 else { return (row, false) }
    buffer.removeAll()
    CharsetDecoder.decodeWindows1252(row, into: &buffer)
    return (buffer.view, true)
  }

  // MARK: Building

  /// Builds the batch.
  ///
  /// `edits` are the properties of those records that are not as their lines say, by number; `wide`
  /// gets the numbers of the rows with more cells than headings.
  private func build(
    isValidUTF8: Bool, edits: [Int: [Property]], wide: inout Set<Int>
  ) -> ContactBatch.Builder {
    var builder = ContactBatch.Builder(block: records.block, format: request.format)
    builder.isFaithful = isValidUTF8 && records.fileOffsets == nil
    builder.groups = request.groups
    builder.reserve(
      properties: records.block.count / 48, contacts: records.records.count)
    var scanner = CellScanner()
    var rowBuffer = ByteBuffer()
    var line = records.firstLine
    var at = 0
    for (index, record) in records.records.enumerated() {
      line += records.block.view[at..<record.start].lineBreaks
      at = record.start
      let file = records.fileRange(index)
      let number = records.firstRecord + index
      builder.beginContact(
        number: number, line: line,
        source: Slice(block: record.start, count: record.end - record.start),
        fileOffset: file.lowerBound, fileLength: file.count)
      let (row, isGuess) = row(record, isValidUTF8: isValidUTF8, &rowBuffer)
      let reader = RecordReader(
        number: number, line: line, offset: file.lowerBound, limits: request.limits,
        first: builder.properties.count)
      if !scanner.scan(row, limit: request.limits.columns) {
        builder.rejectContact(
          reader.diagnostic(
            .limitExceeded,
            "the row has more than \(request.limits.columns) cells; "
              + "raise it with --limit columns=SIZE"))
        continue
      }
      if scanner.count > table.columns.count { wide.insert(number) }
      if isGuess {
        builder.diagnostics.append(
          reader.diagnostic(.charsetGuess, "the row is not UTF-8 and was read as Windows-1252"))
      }
      if record.note == TableSplitter.Note.unclosedQuote {
        builder.diagnostics.append(
          reader.diagnostic(.malformedLine, "a quoted cell has no closing quote before the end"))
      }
      if let properties = edits[number] {
        for property in properties { builder.append(property) }
      } else if let place = table.propertiesPlace {
        guard reader.read(scanner.value(place, of: row), into: &builder) else { continue }
      }
      reader.finish(
        &builder,
        isRepaired: !table.isOwn || isGuess || record.note != 0 || edits[number] != nil)
    }
    return builder
  }

  // MARK: Edits

  /// Compares each row with what the writer would have written, and gives the properties of those
  /// records that a person has edited, by their numbers.
  private func findEdits(
    _ batch: ContactBatch, isValidUTF8: Bool, wide: Set<Int>, _ diagnostics: inout [Diagnostic]
  ) -> [Int: [Property]] {
    let storage = batch.storage
    var edits: [Int: [Property]] = [:]
    var writer = RowWriter()
    var expected = ByteBuffer()
    var rowBuffer = ByteBuffer()
    var scanner = CellScanner()
    for index in 0..<batch.count {
      let contact = storage.contacts[index]
      let record = records.records[contact.number - records.firstRecord]
      let row = row(record, isValidUTF8: isValidUTF8, &rowBuffer).bytes
      let cells = FlatCells(of: contact, in: storage)
      if table.isOwn {
        expected.removeAll()
        writer.appendFlatCells(cells, to: &expected)
        if row.count >= expected.count, row.upTo(expected.count).equals(expected.view),
          !wide.contains(contact.number)
        {
          continue
        }
      }
      _ = scanner.scan(row, limit: request.limits.columns)
      var edit = RowEdit(batch[index], cells)
      for place in 0..<scanner.count {
        let cell = scanner.value(place, of: row)
        guard place < table.columns.count else {
          if !cell.isEmpty { edit.addExtraCell(cell.string, place: place) }
          continue
        }
        switch table.columns[place] {
        case .properties: break
        case .unnamed(let number): edit.addOther("Column \(number)", cell.string)
        case .other(let name): edit.addOther(name, cell.string)
        case .flat(let column):
          expected.removeAll()
          cells.append(column, to: &expected)
          if !cell.equalsIgnoringLineEnds(expected.view) {
            edit.set(column, to: cell.string.withLineFeeds)
          }
        }
      }
      for finding in edit.findings {
        diagnostics.append(
          Diagnostic(
            finding.code, finding.message, record: contact.number, line: contact.line, column: 1,
            offset: contact.fileOffset))
      }
      if let properties = edit.result { edits[contact.number] = properties }
    }
    return edits
  }
}

/// Reads one record's lines into the open record of a builder.
struct RecordReader {
  let number: Int
  let line: Int
  let offset: Int
  let limits: Limits
  private let lines = ContentLineReader()
  /// The place of the record's first property.
  private let first: Int

  init(number: Int, line: Int, offset: Int, limits: Limits, first: Int) {
    self.first = first
    self.number = number
    self.line = line
    self.offset = offset
    self.limits = limits
  }

  func diagnostic(_ code: Diagnostic.Code, _ message: String) -> Diagnostic {
    Diagnostic(code, message, record: number, line: line, column: 1, offset: offset)
  }

  /// Reads the cell of properties.
  ///
  /// - Returns: false when the record was rejected.
  func read(_ cell: ByteView, into builder: inout ContactBatch.Builder) -> Bool {
    var at = 0
    while at < cell.count {
      let end = cell.lineBreak(from: at)
      let text = cell[at..<end]
      at = end + 1
      guard !text.isEmpty else { continue }
      if builder.properties.count - first >= limits.properties {
        builder.rejectContact(
          diagnostic(
            .limitExceeded,
            "the record has more than \(limits.properties) properties; "
              + "raise it with --limit properties=SIZE"))
        return false
      }
      guard !lines.read(text, into: &builder) else { continue }
      builder.diagnostics.append(
        diagnostic(.malformedLine, "a line of the cell `properties` is no property"))
      builder.append(Property("X-MALFORMED-LINE", .unparsed(text.string)))
    }
    return true
  }

  /// Closes the record and says what it is.
  func finish(_ builder: inout ContactBatch.Builder, isRepaired: Bool) {
    var isGroup = false
    var hasDatum = false
    var hasName = false
    var place = first
    while place < builder.properties.count {
      let property = builder.properties[place]
      place += 1
      // Of an AGENT nested too deep nothing is left but that there was one.
      guard builder.hasContent(property) || property.id == .agent else { continue }
      switch property.id {
      case .prodid, .rev: continue
      case .fn, .n: hasName = true
      case .kind: isGroup = isGroup || builder.view(property.value).equalsIgnoringCase("GROUP")
      default: break
      }
      hasDatum = true
    }
    if !hasDatum {
      builder.diagnostics.append(diagnostic(.emptyCard, "the row holds no data"))
    } else if !hasName, !isGroup {
      builder.diagnostics.append(
        diagnostic(.missingName, "the contact has neither a full name nor a name"))
    }
    builder.endContact(
      kind: !hasDatum ? .empty : isGroup ? .group : .contact, isRepaired: isRepaired)
  }
}

extension ContactBatch.Builder {
  /// Whether a property holds something.
  fileprivate func hasContent(_ property: PropertyRecord) -> Bool {
    guard property.form.hasParts else { return !property.value.isEmpty }
    let first = Int(property.value.place)
    return parts[first..<first + property.value.count].contains { !$0.isEmpty }
  }
}
