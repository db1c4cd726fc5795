import Cardmill

/// Looks at an input before it is read: at its header, at its encoding, at the order of its dates,
/// and for group cards when somebody wants to know the members of groups.
struct TableSurvey {
  private static let pieceSize = 64 << 10
  private let input: any InputBytes
  private let request: ReadRequest

  init(_ input: any InputBytes, _ request: ReadRequest) {
    self.input = input
    self.request = request
  }

  func run() throws -> Survey {
    var head: [UInt8] = []
    let isWhole = try fill(&head)
    let mapping = try request.options["mapping"].map { text throws in try Mapping(text) }
    let encoding = try namedEncoding(mapping)
    if mapping == nil, encoding == nil, request.format == CSVSource.own,
      let survey = try readOwnHeader(&head, isWhole: isWhole)
    {
      return survey
    }
    let sniffer = TableSniffer(
      namedEncoding: encoding, program: mapping == nil ? Program(request.format) : .generic,
      limit: request.limits.columns, mapping: mapping)
    guard let sniffed = head.withView({ sniffer.sniff($0, isWhole: isWhole) }) else {
      return Survey(value: ForeignTable(SniffedTable()))
    }
    return try survey(sniffed, mapping, isNamed: encoding != nil, isWhole: isWhole)
  }

  /// Reads the first bytes, and gives whether they are all.
  private func fill(_ head: inout [UInt8]) throws -> Bool {
    while head.count < Self.pieceSize {
      if try read(Self.pieceSize - head.count, at: head.count, into: &head) == 0 { return true }
    }
    return input.size <= head.count
  }

  private func namedEncoding(_ mapping: Mapping?) throws -> String? {
    guard let name = request.options["encoding"] ?? mapping?.encoding else { return nil }
    let upper = name.uppercased()
    switch upper {
    case "UTF-8", "UTF8": return "UTF-8"
    case "UTF-16", "UTF16", "UTF-16LE", "UTF16LE", "UNICODE": return "UTF-16LE"
    case "UTF-16BE", "UTF16BE": return "UTF-16BE"
    default: break
    }
    guard CharsetDecoder().knows(name) else {
      throw SourceError(
        .usage, Diagnostic(.usage, "--in-option encoding: no encoding is called \(name)"))
    }
    return upper == "LATIN1" || upper == "ISO-8859-1" ? "WINDOWS-1252" : upper
  }

  // MARK: Cardmill's own table

  /// What a header of Cardmill's own says; nil when the table is another program's.
  private func readOwnHeader(_ head: inout [UInt8], isWhole: Bool) throws -> Survey? {
    let comma = UInt8(ascii: ",")
    var isWhole = isWhole
    while true {
      let found = head.withView { view -> (Range<Int>, Table)? in
        guard let row = Table.header(in: view, delimiter: comma, isWhole: isWhole) else {
          return nil
        }
        return (row, Table(header: view[row], delimiter: comma, limit: request.limits.columns))
      }
      if let (row, table) = found {
        guard isOwn(table, head, isWhole: isWhole) else { return nil }
        return try survey(
          table, line: 1 + head.withView { $0.upTo(row.lowerBound).lineBreaks }, row)
      }
      guard !isWhole, head.count < request.limits.record else {
        return head.isEmpty || isWhole ? Survey(value: Table.own) : nil
      }
      isWhole = try read(Self.pieceSize, at: head.count, into: &head) == 0
    }
  }

  /// Whether more of the headings are Cardmill's own than anybody else's.
  private func isOwn(_ table: Table, _ head: [UInt8], isWhole: Bool) -> Bool {
    if table.isOwn { return true }
    let own = table.knownCount
    guard own > 0 else { return false }
    let sniffed = head.withView {
      TableSniffer(limit: request.limits.columns).sniff($0, isWhole: isWhole)
    }
    guard let sniffed, sniffed.hasHeader else { return true }
    return own >= sniffed.knownCount
  }

  private func survey(_ table: Table, line: Int, _ row: Range<Int>) throws -> Survey {
    var survey = Survey(value: table)
    survey.delimiter = ","
    survey.columns = table.headings
    survey.diagnostics = table.findings.map {
      Diagnostic(
        $0.code, $0.message, file: input.name, line: line, column: 1, offset: row.lowerBound)
    }
    if request.wantsMembership { survey.mayHoldGroups = try findsGroups() }
    return survey
  }

  /// Whether a word `group` stands anywhere as a whole cell or value: a cheap look that may be
  /// wrong in one direction only.
  private func findsGroups() throws -> Bool {
    var piece: [UInt8] = []
    var offset = 0
    while true {
      // A word may lie across the border of two pieces.
      let kept = Array(piece.suffix(8))
      piece = kept
      let got = try read(Self.pieceSize * 4, at: offset, into: &piece)
      guard got > 0 else { return false }
      offset += got
      if piece.withView({ $0.holdsGroupWord }) { return true }
    }
  }

  // MARK: Tables of other programs

  private func survey(
    _ sniffed: SniffedTable, _ mapping: Mapping?, isNamed: Bool, isWhole: Bool
  ) throws -> Survey {
    var sniffed = sniffed
    var diagnostics = mapping == nil ? findings(sniffed) : []
    var check = UTF8Check()
    if sniffed.wideEncoding == nil, !isNamed {
      try look(&check)
      if !check.isMostlyValid, sniffed.charset == nil {
        // The first bytes are UTF-8 or nothing but ASCII, and what follows is not.
        sniffed.charset = TextSniffer.codePage(of: sniffed.language)
      } else if check.isMostlyValid {
        sniffed.charset = nil
      }
    }
    if !isNamed, let charset = sniffed.charset {
      diagnostics.append(
        Diagnostic(
          .charsetGuess, "the file is not UTF-8; it was read as \(charset)", file: input.name,
          line: 1, column: 1, offset: check.firstInvalid))
    }
    if let encoding = sniffed.wideEncoding {
      diagnostics.append(
        Diagnostic(
          .charsetGuess, "the file is \(encoding) as a whole; it was read as such",
          file: input.name, line: 1, column: 1, offset: 0))
    }
    var table = ForeignTable(sniffed)
    table.isValidUTF8 =
      sniffed.wideEncoding != nil || (!isNamed && check.firstInvalid == nil)
    if let mapping {
      let mapped = MappedTable(mapping, headings: table.headings)
      table.mapped = mapped
      diagnostics += mapped.missing.map { mistake in
        var diagnostic = Diagnostic(
          .badMapping, "line \(mistake.line) of the mapping: \(mistake.message)",
          file: input.name, line: 1, column: 1, offset: sniffed.headerStart)
        // The rest of the mapping is still good.
        diagnostic.ownSeverity = .warning
        return diagnostic
      }
    } else if !table.dateColumns.isEmpty {
      table.dateOrder = try DateOrderSurvey(table, input, wideEncoding: sniffed.wideEncoding).find()
    }
    var survey = Survey(value: table, encoding: sniffed.wideEncoding, diagnostics: diagnostics)
    survey.charset = sniffed.charset
    survey.delimiter = String(UnicodeScalar(table.delimiter))
    survey.columns = sniffed.headings
    return survey
  }

  private func findings(_ sniffed: SniffedTable) -> [Diagnostic] {
    func finding(_ code: Diagnostic.Code, _ message: String) -> Diagnostic {
      Diagnostic(code, message, file: input.name, line: 1, column: 1, offset: sniffed.headerStart)
    }
    guard sniffed.hasHeader else {
      return [finding(.noHeader, "no headings stand above the columns; what they hold was guessed")]
    }
    var found: [Diagnostic] = []
    if sniffed.headings.count >= request.limits.columns {
      found.append(
        finding(
          .limitExceeded,
          "the header has more than \(request.limits.columns) columns; "
            + "raise it with --limit columns=SIZE"))
    }
    for (heading, meaning) in zip(sniffed.headings, sniffed.meanings) where meaning == nil {
      found.append(
        finding(
          .unknownHeader,
          "nobody is known to write the heading \(heading.withView { $0.excerpt }); "
            + "its cells are kept under extra"))
    }
    return found
  }

  private func look(_ check: inout UTF8Check) throws {
    var piece: [UInt8] = []
    var offset = 0
    while true {
      let got = try read(Self.pieceSize, at: offset, into: &piece)
      offset += got
      let done = piece.withView { check.add($0, isAtEnd: got == 0) }
      if got == 0 { return }
      piece.removeFirst(done)
    }
  }

  private func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws -> Int {
    try input.append(count, at: offset, to: &bytes)
  }
}

extension InputBytes {
  /// Appends up to `count` bytes from `offset` on, and gives how many.
  func append(_ count: Int, at offset: Int, to bytes: inout [UInt8]) throws -> Int {
    let old = bytes.count
    bytes += [UInt8](repeating: 0, count: count)
    let got = try unsafe bytes.withUnsafeMutableBytes { buffer in
      try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[old...]), at: offset)
    }
    bytes.removeLast(count - got)
    return got
  }
}

/// Finds out whether the dates of a file have the day or the month first: the first one with a
/// number above 12 tells.
private struct DateOrderSurvey {
  private let table: ForeignTable
  private let input: any InputBytes
  private let wideEncoding: String?

  private static let pieceSize = 256 << 10

  init(_ table: ForeignTable, _ input: any InputBytes, wideEncoding: String?) {
    self.table = table
    self.input = input
    self.wideEncoding = wideEncoding
  }

  func find() throws -> DateOrder? {
    let columns = table.dateColumns
    let splitter = TableSplitter(table)
    var cells = CellScanner(delimiter: table.delimiter, allowsBlanks: true)
    var text: [UInt8] = []
    var raw: [UInt8] = []
    var offset = 0
    var order: DateOrder?
    // A file whose dates say themselves what they are needs no further look.
    var plainDates = 0
    var isOpen = false
    while true {
      let got = try input.append(Self.pieceSize, at: offset, to: &raw)
      offset += got
      take(&raw, into: &text)
      let consumed = text.withView { view -> Int in
        let result = view.span { splitter.split($0, isAtEnd: got == 0) }
        for record in result.records {
          let row = view[record.start..<record.end].withoutLineEnd
          _ = cells.scan(row, limit: 4096)
          for column in columns {
            let cell = cells.value(column, of: row)
            guard !cell.isEmpty else { continue }
            if let found = DateReader.evidence(cell, isOpen: &isOpen) {
              order = found
              return result.consumed
            }
            if DateReader.isDate(cell) { plainDates += 1 }
          }
        }
        return result.consumed
      }
      text.removeFirst(consumed)
      if order != nil || got == 0 || (plainDates > 0 && !isOpen) { return order }
      // A row that never ends decides nothing.
      if text.count > 4 << 20 { return nil }
    }
  }

  /// Moves what is there into the text that is split.
  private func take(_ raw: inout [UInt8], into text: inout [UInt8]) {
    guard let wideEncoding else {
      if text.isEmpty { swap(&raw, &text) } else { text += raw }
      raw.removeAll(keepingCapacity: true)
      return
    }
    let even = raw.count & ~1
    var buffer = ByteBuffer(capacity: even * 2)
    let isText = raw.withView {
      TextSniffer.decode($0.upTo(even), from: wideEncoding, into: &buffer)
    }
    // A character that was cut is no date.
    if isText { text += buffer.bytes }
    raw.removeFirst(even)
  }
}

extension ByteView {
  /// Whether `group`, `Group` or `GROUP` stands behind a colon, comma, quote or line break.
  fileprivate var holdsGroupWord: Bool { holds("roup") || holds("ROUP") }

  private func holds(_ rest: StaticString) -> Bool {
    var start = 0
    while let found = from(start).find(rest.view) {
      let at = start + found
      start = at + 1
      guard at >= 2, self[at - 1] | 0x20 == UInt8(ascii: "g") else { continue }
      switch self[at - 2] {
      case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"),
        UInt8(ascii: "\r"):
        return true
      default: break
      }
    }
    return false
  }
}
