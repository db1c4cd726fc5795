import Cardmill

/// What the first bytes of a table say of it.
struct SniffedTable: Sendable {
  var program = Program.generic
  var language = "en"
  /// Whether the headings tell the program for sure.
  var isCertain = false
  var delimiter = UInt8(ascii: ",")
  /// The rows before the first record that are not empty: what stands before the headings, and
  /// they.
  var skippedRows = 0
  /// Of these, the rows before the headings that have to be reported.
  var preambleRows = 0
  var hasHeader = false
  /// The headings' place in the bytes, decoded.
  var headerStart = 0
  var headings: [String] = []
  /// What each column holds; nil for a heading that nobody is known to write.
  var meanings: [ColumnMeaning?] = []
  /// UTF-16, which has to be transcoded before it is split.
  var wideEncoding: String?
  /// The encoding of an input that is not UTF-8 but shares ASCII.
  var charset: String?
  /// Headings that somebody is known to write.
  var knownCount: Int { zip(headings, meanings).count { !$0.isEmpty && $1 != nil } }
  /// Whether every row of a single column is an e-mail address.
  var isAddressList = false
  /// Whether the first rows have as many cells each, more than one.
  var isRegular = false
}

/// Recognises tables by their first rows.
struct TableSniffer {
  /// The encoding that a person named.
  var namedEncoding: String?
  /// The program that a person named.
  var program: Program?
  var limit = 4096
  /// What a person says of the columns.
  var mapping: Mapping?

  private static let mostRows = 10

  /// A row of the head.
  struct Row {
    var start: Int
    var cells: [String]
  }

  /// Looks at the first bytes of an input, at most 64 KB; nil when they are no table.
  func sniff(_ head: ByteView, isWhole: Bool) -> SniffedTable? {
    let wide =
      namedEncoding.map { $0.hasPrefix("UTF-16") ? $0 : nil } ?? TextSniffer.wideEncoding(head)
    if let wide {
      var text = ByteBuffer(capacity: head.count * 2)
      guard TextSniffer.decode(head.upTo(head.count & ~1), from: wide, into: &text) else {
        return nil
      }
      var table = sniffText(text.view, isWhole: isWhole)
      table?.wideEncoding = wide
      return table
    }
    let isValid = head.validUTF8Prefix >= head.count - (isWhole ? 0 : 3)
    if let namedEncoding, namedEncoding != "UTF-8" {
      return sniff(head, in: namedEncoding, isWhole: isWhole)
    }
    if isValid || namedEncoding != nil { return sniffText(head, isWhole: isWhole) }
    return sniffForeign(head, isWhole: isWhole)
  }

  private func sniff(_ head: ByteView, in charset: String, isWhole: Bool) -> SniffedTable? {
    var text = ByteBuffer(capacity: head.count * 2)
    guard TextSniffer.decode(head, from: charset, into: &text) else { return nil }
    var table = sniffText(text.view, isWhole: isWhole)
    table?.charset = charset
    return table
  }

  /// Finds the code page of an input by its headings: the one in which most of them are known.
  private func sniffForeign(_ head: ByteView, isWhole: Bool) -> SniffedTable? {
    guard var best = sniff(head, in: "WINDOWS-1252", isWhole: isWhole) else { return nil }
    let hasForeignHeadings = best.headings.contains { heading in heading.utf8.contains { $0 > 0x7F }
    }
    if hasForeignHeadings, best.knownCount < best.headings.count {
      for candidate in TextSniffer.candidates.dropFirst() {
        guard let table = sniff(head, in: candidate, isWhole: isWhole),
          table.exactCount > best.exactCount
        else { continue }
        best = table
      }
    } else {
      best.charset = TextSniffer.codePage(of: best.language)
    }
    if best.charset == "WINDOWS-1252", TextSniffer.looksLikeShiftJIS(head) {
      best = sniff(head, in: "CP932", isWhole: isWhole) ?? best
    }
    return best
  }

  // MARK: Rows

  private func sniffText(_ whole: ByteView, isWhole: Bool) -> SniffedTable? {
    let text = whole.startsWithBOM ? whole.from(3) : whole
    guard Self.mayBeTable(text) else { return nil }
    var delimiters: [UInt8] = [
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
    ]
    let stated = Self.statedDelimiter(text)
    if let stated { delimiters = [stated] }
    if let named = mapping?.delimiter?.utf8.first { delimiters = [named] }
    if mapping == nil, Self.isAbook(text) { return abook(text, isWhole: isWhole) }
    // A delimiter that is not there parts nothing; but a table may have one column only.
    let start = text.upTo(min(text.count, 16 << 10))
    if stated == nil {
      let present = delimiters.filter { start.first($0) < start.count }
      delimiters = present.isEmpty ? [delimiters[0]] : present
    }
    var known = KnownHeadings()
    for most in [1, Self.mostRows] {
      var tables: [(delimiter: UInt8, rows: [Row])] = []
      for delimiter in delimiters {
        var rows = rows(of: text, delimiter, most + (stated == nil ? 0 : 1), isWhole: isWhole)
        if stated != nil, !rows.isEmpty { rows.removeFirst() }
        if !rows.isEmpty { tables.append((delimiter, rows)) }
      }
      guard !tables.isEmpty else { return nil }
      if mapping?.hasHeadings == false {
        guard most == Self.mostRows else { continue }
        return Self.tableWithoutHeadings(tables, isStated: stated != nil)
      }
      if let mapping, let found = Self.header(named: mapping, in: tables.map(\.rows)) {
        let table = tables[found.table]
        var rows = table.rows
        if rows.count == 1 {
          rows = self.rows(of: text, table.delimiter, 4, isWhole: isWhole)
          if stated != nil, !rows.isEmpty { rows.removeFirst() }
        }
        return self.table(rows, header: found.row, table.delimiter, isStated: stated != nil, text)
      }
      var best: (table: Int, row: Int, count: Int)?
      for (place, table) in tables.enumerated() {
        for (number, row) in table.rows.enumerated() {
          let count = known.count(row.cells)
          guard count >= 2 else { continue }
          if count > best?.count ?? 1 { best = (place, number, count) }
          break
        }
      }
      if let best {
        let table = tables[best.table]
        var rows = table.rows
        if rows.count == 1 {
          rows = self.rows(of: text, table.delimiter, 4, isWhole: isWhole)
          if stated != nil, !rows.isEmpty { rows.removeFirst() }
        }
        return self.table(rows, header: best.row, table.delimiter, isStated: stated != nil, text)
      }
      if most == Self.mostRows {
        return tableWithoutTellingHeader(tables, &known, isStated: stated != nil, text)
      }
    }
    return nil
  }

  /// The row that holds most of the headings which a mapping names.
  private static func header(
    named mapping: Mapping, in tables: [[Row]]
  ) -> (table: Int, row: Int)? {
    var best: (table: Int, row: Int)?
    var most = 0
    for (table, rows) in tables.enumerated() {
      for (place, row) in rows.enumerated() {
        let count = MappedTable.matches(mapping, in: row.cells)
        if count > most { (best, most) = ((table, place), count) }
      }
    }
    return best
  }

  /// Whether the text may be a table at all: cheap, because every input is asked.
  private static func mayBeTable(_ text: ByteView) -> Bool {
    var at = 0
    while at < text.count, text[at].isBlank || text[at] == 0x0A || text[at] == 0x0D { at += 1 }
    guard at < text.count else { return false }
    let rest = text.from(at)
    switch rest[0] {
    case UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "["), 0: return false
    default: break
    }
    if rest.startsIgnoringCase("BEGIN:") || startsCard(rest) { return false }
    // A cell may hold a zero byte by accident; binary data have many.
    let start = rest.upTo(min(rest.count, 4096))
    return start.countOf(0) * 16 < start.count
  }

  /// Whether the first line is one of a vCard without its BEGIN.
  private static func startsCard(_ text: ByteView) -> Bool {
    let name = text.upTo(text.first(UInt8(ascii: ":"), UInt8(ascii: ";")))
    let names: [StaticString] = ["VERSION", "PRODID", "N", "FN", "UID", "KIND", "REV"]
    guard names.contains(where: { name.equalsIgnoringCase($0) }) else { return false }
    let colon = text.first(UInt8(ascii: ":"))
    return colon < text.lineBreak() && colon < text.first(UInt8(ascii: ","), UInt8(ascii: "\t"))
  }

  /// The delimiter that a first line `sep=;` states.
  static func statedDelimiter(_ text: ByteView) -> UInt8? {
    var start = 0
    if text.count > 0, text[0] == UInt8(ascii: "\"") { start = 1 }
    guard text.from(start).startsIgnoringCase("SEP="), start + 5 <= text.count else { return nil }
    let end = text.lineBreak(from: start + 4)
    guard end - start <= 6 else { return nil }
    let byte = text[start + 4]
    return byte < 0x80 && !byte.isLetter && byte != 0x0A && byte != 0x0D ? byte : nil
  }

  /// The first rows that hold something.
  private func rows(of text: ByteView, _ delimiter: UInt8, _ most: Int, isWhole: Bool) -> [Row] {
    var scanner = RowScanner(delimiter: delimiter, allowsBlanks: true)
    var cells = CellScanner(delimiter: delimiter, allowsBlanks: true)
    var rows: [Row] = []
    var start = 0
    while start < text.count, rows.count < most {
      let found = scanner.rowEnd(in: text, from: start)
      // An open quote at the end is no row; anything else is, as far as it goes.
      if found == nil, !isWhole, !rows.isEmpty { break }
      let end = found ?? text.count
      let row = text[start..<end].withoutLineEnd
      if !row.isEmpty {
        _ = cells.scan(row, limit: limit)
        rows.append(
          Row(start: start, cells: (0..<cells.count).map { cells.value($0, of: row).string }))
      }
      start = end
      if found == nil { break }
    }
    return rows
  }

  // MARK: Tables

  private func table(
    _ rows: [Row], header: Int, _ delimiter: UInt8, isStated: Bool, _ text: ByteView
  ) -> SniffedTable {
    var table = SniffedTable()
    table.delimiter = delimiter
    table.hasHeader = true
    table.skippedRows = header + 1 + (isStated ? 1 : 0)
    table.preambleRows = header
    table.headerStart = rows[header].start
    // A line break in a heading is LF, as everywhere in the model.
    table.headings = rows[header].cells.map { heading in
      guard heading.utf8.contains(0x0D) else { return heading }
      return heading.split(
        omittingEmptySubsequences: false, whereSeparator: { $0 == "\r\n" || $0 == "\r" }
      ).joined(separator: "\n")
    }
    while table.headings.count > 1, table.headings.last?.isEmpty == true {
      table.headings.removeLast()
    }
    HeaderReader(
      headings: table.headings, program: program, rows: rows.dropFirst(header + 1).map(\.cells)
    ).read(into: &table)
    return table
  }

  /// A table whose first rows have fewer than two known headings.
  private func tableWithoutTellingHeader(
    _ tables: [(delimiter: UInt8, rows: [Row])], _ known: inout KnownHeadings, isStated: Bool,
    _ text: ByteView
  ) -> SniffedTable? {
    // Most columns in most rows.
    let best = tables.max { a, b in Self.columnCount(a.rows) < Self.columnCount(b.rows) }
    guard let best else { return nil }
    let first = best.rows[0].cells
    // Positions tell the programs whose headings are in a language that is not known here.
    let isKnownShape = [37, 38, 92, 95].contains(first.count)
    let looksLikeData = first.contains {
      AddressCell.address(in: $0) != nil || AddressCell.isNumber($0)
    }
    if known.count(first) == 1 || (isKnownShape && !looksLikeData) {
      return table(best.rows, header: 0, best.delimiter, isStated: isStated, text)
    }
    var table = SniffedTable()
    table.delimiter = best.delimiter
    if !looksLikeData {
      // Unknown headings, or no contacts at all: only a person can say that this is a table.
      var table = self.table(best.rows, header: 0, best.delimiter, isStated: isStated, text)
      table.isRegular =
        first.count > 1 && best.rows.count > 1
        && best.rows.allSatisfy { $0.cells.count == first.count }
      return table
    }
    table.skippedRows = isStated ? 1 : 0
    if first.count == 1, best.rows.allSatisfy({ AddressCell.address(in: $0.cells[0]) != nil }) {
      table.isAddressList = true
    }
    table.headings = []
    table.meanings = ColumnGuess(best.rows.map(\.cells)).meanings
    return table
  }

  /// A table of which a person says that it has no headings.
  private static func tableWithoutHeadings(
    _ tables: [(delimiter: UInt8, rows: [Row])], isStated: Bool
  ) -> SniffedTable? {
    let best = tables.max { a, b in columnCount(a.rows) < columnCount(b.rows) }
    guard let best else { return nil }
    var table = SniffedTable()
    table.delimiter = best.delimiter
    table.skippedRows = isStated ? 1 : 0
    table.meanings = Array(repeating: nil, count: best.rows.map(\.cells.count).max() ?? 0)
    return table
  }

  private static func columnCount(_ rows: [Row]) -> Int {
    rows.map(\.cells.count).min() ?? 0
  }

  // MARK: abook

  /// abook marks its headings with `#`, and writes quotes inside of quotes as they are.
  private static func isAbook(_ text: ByteView) -> Bool {
    text.startsIgnoringCase("#\"NAME\",\"EMAIL\"")
  }

  private func abook(_ text: ByteView, isWhole: Bool) -> SniffedTable? {
    let end = text.lineBreak()
    guard end < text.count || isWhole else { return nil }
    var cells = CellScanner(delimiter: UInt8(ascii: ","))
    let row = text[1..<end]
    _ = cells.scan(row, limit: limit)
    var table = SniffedTable()
    table.hasHeader = true
    table.skippedRows = 1
    table.headings = (0..<cells.count).map { cells.value($0, of: row).string }
    HeaderReader(headings: table.headings, program: .abook, rows: []).read(into: &table)
    table.isCertain = true
    return table
  }
}

extension SniffedTable {
  /// How many known headings have no character that the encoding made up.
  fileprivate var exactCount: Int {
    zip(headings, meanings).count { heading, meaning in
      meaning != nil && !heading.contains("\u{FFFD}")
    }
  }
}

/// Which cells are known headings.
private struct KnownHeadings {
  private var known: [String: Bool] = [:]

  /// The number of different known headings in a row.
  mutating func count(_ cells: [String]) -> Int {
    var key = HeadingKey()
    var count = 0
    for cell in Set(cells) where !cell.isEmpty && cell.utf8.count <= 120 {
      if let isKnown = known[cell] {
        if isKnown { count += 1 }
        continue
      }
      let isKnown =
        HeadingTable.knows(cell, &key)
        || cell.withView { ColumnMeaning(google: key.folded($0)) != nil }
      known[cell] = isKnown
      if isKnown { count += 1 }
    }
    return count
  }
}

/// Cells that look like addresses and numbers, for tables without headings.
enum AddressCell {
  /// The e-mail address of `ann@example.com` or `"Ann" <ann@example.com>`, and the name before it.
  static func address(in cell: String) -> (address: String, name: String)? {
    let text = cell.trimmedBlanks
    if text.hasSuffix(">"), let open = text.lastIndex(of: "<") {
      let address = String(text[text.index(after: open)...].dropLast())
      guard isAddress(address) else { return nil }
      var name = String(text[..<open]).trimmedBlanks
      if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") {
        name = String(name.dropFirst().dropLast())
      }
      return (address, name)
    }
    return isAddress(text) ? (text, "") : nil
  }

  static func isAddress(_ cell: String) -> Bool {
    let text = cell.trimmedBlanks
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), text.utf8.count < 320 else {
      return false
    }
    return !text.contains { $0.isWhitespace || "<>,;()".contains($0) }
  }

  static func isNumber(_ cell: String) -> Bool {
    let text = cell.trimmedBlanks
    let digits = text.utf8.count { $0.isDigit }
    guard digits >= 5, text.utf8.count < 32 else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isNumber || " +-()/.".contains($0)) }
      && !(digits == 8 && text.contains("-"))
  }
}

extension String {
  /// The text without blanks at both ends.
  var trimmedBlanks: String { withView { $0.trimmed.string } }
}

/// What the columns of a table without headings hold, by what their first cells look like.
private struct ColumnGuess {
  let meanings: [ColumnMeaning?]

  init(_ rows: [[String]]) {
    let count = rows.map(\.count).max() ?? 0
    var meanings: [ColumnMeaning?] = []
    var hasName = false
    for column in 0..<count {
      let cells = rows.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
      if cells.isEmpty {
        meanings.append(nil)
      } else if cells.allSatisfy({ AddressCell.address(in: $0) != nil }) {
        var mail = ColumnMeaning(.mail)
        mail.detail = "<"
        meanings.append(mail)
      } else if cells.allSatisfy(AddressCell.isNumber) {
        meanings.append(ColumnMeaning(.phone))
      } else if !hasName, cells.allSatisfy({ cell in cell.contains { $0.isLetter } }) {
        hasName = true
        meanings.append(ColumnMeaning(.fullName))
      } else {
        meanings.append(nil)
      }
    }
    self.meanings = meanings
  }
}
