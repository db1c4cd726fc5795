package import Cardmill

/// Edits that change single cells of a row.
extension CSVSource: RecordEditing {
  package func patches(
    _ edit: ContactEdit, of batch: ContactBatch, at index: Int, _ request: ReadRequest
  ) -> [RecordPatch]? {
    let storage = batch.storage
    let record = storage.contacts[index]
    guard edit.applies(to: record, in: storage) else { return [] }
    let row = storage.view(record.source).withoutLineEnd
    let patches: [RecordPatch]?
    if let table = request.survey?.value as? ForeignTable {
      guard case .removeCategories(let names) = edit, table.mapped == nil else { return nil }
      patches = ForeignRowEdit(row, table).removeCategories(names, storage)
    } else {
      patches = OwnRowEdit(row, request.survey?.value as? Table ?? .own).apply(edit, storage)
    }
    guard let patches, !patches.isEmpty else { return nil }
    return patches.map { $0.moved(by: record.source.offset) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// Edits of a row that another program has written; nothing is encoded anew, pieces only go.
private struct ForeignRowEdit {
  let row: ByteView
  let table: ForeignTable
  private let cells: [RawCell]
  private let decoder = CharsetDecoder()

  init(_ row: ByteView, _ table: ForeignTable) {
    self.row = row
    self.table = table
    cells =
      table.isAbook
      ? RawCell.cellsOfAbook(row)
      : RawCell.cells(of: row, delimiter: table.delimiter, allowsBlanks: true)
  }

  func removeCategories(_ names: [String], _ storage: ContactBatch.Storage) -> [RecordPatch] {
    var patches: [RecordPatch] = []
    for field in table.fields where field.kind == .categories {
      guard field.columns[0] < cells.count else { continue }
      let cell = cells[field.columns[0]]
      let pieces = pieces(of: cell, field)
      patches += RecordPatch.removing(from: pieces) { place in
        decoded(cell.text(pieces[place], of: row)).withUnquoted {
          storage.isCategory(names, $0.trimmed)
        }
      }
    }
    return patches
  }

  private func pieces(of cell: RawCell, _ field: TableField) -> [Range<Int>] {
    if table.program == .google || table.program == .googleOld {
      let separator = (" ::: " as StaticString).view
      return cell.pieces(of: row) { view, at in
        let next = view[at..<min(at + separator.count, view.count)]
        return next.equals(separator) ? separator.count : 0
      }
    }
    let separator = field.categorySeparator(row[cell.content], table.program)
    // Quotes count around a whole category only; in a quoted cell each stands twice.
    var (isFirst, isOpen, isSecond) = (true, false, false)
    return cell.pieces(of: row) { view, at in
      let byte = view[at]
      if isSecond || byte.isBlank {
        isSecond = false
      } else if byte == UInt8(ascii: "\""), isFirst || isOpen {
        (isFirst, isOpen, isSecond) = (false, !isOpen, cell.isDoubled)
      } else {
        isFirst = !isOpen && byte == separator
        return isFirst ? 1 : 0
      }
      return 0
    }
  }

  private func decoded(_ text: borrowing ByteBuffer) -> ByteBuffer {
    var buffer = ByteBuffer(capacity: text.count * 2)
    text.withView { text in
      if let charset = table.charset {
        if decoder.decode(text, from: charset, into: &buffer) { return }
      } else if text.isValidUTF8 {
        return buffer.append(text)
      }
      CharsetDecoder.decodeWindows1252(text, into: &buffer)
    }
    return buffer
  }
}

/// Edits of a row of Cardmill's own: lines of the cell `properties`, and the cell of categories.
private struct OwnRowEdit {
  let row: ByteView
  let table: Table
  private let cells: [RawCell]

  init(_ row: ByteView, _ table: Table) {
    self.row = row
    self.table = table
    cells = RawCell.cells(of: row, delimiter: UInt8(ascii: ","), allowsBlanks: false)
  }

  func apply(_ edit: ContactEdit, _ storage: ContactBatch.Storage) -> [RecordPatch]? {
    switch edit {
    case .mark(let reason, let time): return mark(reason: reason, time: time)
    case .unmark: return removingLines("X-CARDMILL-PENDING-DELETION") { _, _ in .whole }
    case .dropMembers(let keys):
      return removingLines("MEMBER") { line, _ in
        let colon = Self.colon(of: line)
        var value = ByteBuffer(capacity: line.count)
        TextEscapes.decode(line.from(min(colon + 1, line.count)), into: &value)
        let isGone = value.withView {
          keys.contains(GroupTable.key($0)) || keys.contains(GroupTable.nameKey($0))
        }
        return isGone ? .whole : .nothing
      }
    case .removeCategories(let names):
      return removingFromCell(names, storage)
        + removingLines("CATEGORIES") { removing(names, from: $0, at: $1, storage) }
    }
  }

  private var properties: RawCell? {
    guard let place = table.propertiesPlace, place < cells.count else { return nil }
    return cells[place]
  }

  private func mark(reason: String?, time: String) -> [RecordPatch]? {
    guard let cell = properties else { return nil }
    var line = ByteBuffer(capacity: 128)
    if !cell.content.isEmpty { line.append(UInt8(ascii: "\n")) }
    line.append("X-CARDMILL-PENDING-DELETION")
    if let reason, !reason.isEmpty {
      line.append(";REASON=")
      reason.withView { ContentLineWriter.appendQuotedParameterValue($0, to: &line) }
    }
    line.append(UInt8(ascii: ":"))
    line.append(time)
    // A row in another charset does not get a line in UTF-8.
    guard row.isValidUTF8 || line.view.isASCII else { return nil }
    var text = ByteBuffer(capacity: 128)
    if cell.isQuoted {
      RowWriter.appendDoubled(line.view, to: &text)
      let end = cell.content.upperBound
      return [RecordPatch(range: end..<end, replacement: text.bytes)]
    }
    text.append(UInt8(ascii: "\""))
    RowWriter.appendDoubled(row[cell.content], to: &text)
    RowWriter.appendDoubled(line.view, to: &text)
    text.append(UInt8(ascii: "\""))
    return [RecordPatch(range: cell.range, replacement: text.bytes)]
  }

  /// What goes of a line.
  private enum Share {
    case nothing, whole
    case pieces([RecordPatch])
  }

  /// Takes lines of a property away, or pieces of them; `share` gets a line as text and its place in
  /// the row.
  private func removingLines(_ name: StaticString, _ share: (ByteView, Range<Int>) -> Share)
    -> [RecordPatch]
  {
    guard let cell = properties else { return [] }
    let lines = cell.pieces(of: row) { view, at in
      if view[at] == UInt8(ascii: "\n") { return 1 }
      guard view[at] == UInt8(ascii: "\r") else { return 0 }
      return at + 1 < view.count && view[at + 1] == UInt8(ascii: "\n") ? 2 : 1
    }
    let shares = lines.map { range -> Share in
      cell.text(range, of: row).withView { line in
        let head = line.upTo(line.first(UInt8(ascii: ":"), UInt8(ascii: ";")))
        let dot = head.first(UInt8(ascii: "."))
        let written = dot < head.count ? head.from(dot + 1) : head
        return written.equalsIgnoringCase(literal: name) ? share(line, range) : .nothing
      }
    }
    var patches = RecordPatch.removing(from: lines) {
      if case .whole = shares[$0] { true } else { false }
    }
    for case .pieces(let pieces) in shares { patches += pieces }
    return patches
  }

  /// The colon behind a line's name and parameters.
  private static func colon(of line: ByteView) -> Int {
    var isQuoted = false
    for at in 0..<line.count {
      if line[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if line[at] == UInt8(ascii: ":"), !isQuoted { return at }
    }
    return line.count
  }

  /// What goes of a line of categories.
  private func removing(
    _ names: [String], from line: ByteView, at range: Range<Int>, _ storage: ContactBatch.Storage
  ) -> Share {
    guard let cell = properties else { return .nothing }
    // Doubled quotes of parameters count twice: the colon is looked for in the row.
    let start = range.lowerBound + Self.colon(of: row[range]) + 1
    guard start <= range.upperBound else { return .nothing }
    let value = RawCell(
      range: range, content: start..<range.upperBound, isQuoted: cell.isQuoted,
      isDoubled: cell.isDoubled)
    let items = value.items(of: row, UInt8(ascii: ","))
    let gone = items.map { item in
      var decoded = ByteBuffer(capacity: item.count)
      _ = value.text(item, of: row).withView { TextEscapes.decode($0, into: &decoded) }
      return decoded.withView { storage.isCategory(names, $0) }
    }
    if !gone.contains(false) { return .whole }
    return .pieces(RecordPatch.removing(from: items) { gone[$0] })
  }

  /// Takes names out of the cell that shows the categories.
  private func removingFromCell(_ names: [String], _ storage: ContactBatch.Storage) -> [RecordPatch]
  {
    guard let place = table.columns.firstIndex(of: .flat(.categories)), place < cells.count else {
      return []
    }
    let cell = cells[place]
    let items = cell.items(of: row, UInt8(ascii: ";"))
    return RecordPatch.removing(from: items) { item in
      let shown = CategoryCell.names(
        in: cell.text(items[item], of: row).withView { $0.string })
      return shown.count == 1 && shown[0].withView { storage.isCategory(names, $0) }
    }
  }
}

extension RawCell {
  /// The pieces between separators that have no backslash before them.
  fileprivate func items(of row: ByteView, _ separator: UInt8) -> [Range<Int>] {
    var isEscaped = false
    return pieces(of: row) { view, at in
      if isEscaped {
        isEscaped = false
        return 0
      }
      isEscaped = view[at] == UInt8(ascii: "\\")
      return view[at] == separator ? 1 : 0
    }
  }
}

extension ByteBuffer {
  /// Calls `body` with the text without quotes around it.
  fileprivate func withUnquoted(_ body: (ByteView) -> Bool) -> Bool {
    withView { view in
      let text = view.trimmed
      let quote = UInt8(ascii: "\"")
      guard text.count >= 2, text[0] == quote, text[text.count - 1] == quote else {
        return body(text)
      }
      return body(text[1..<text.count - 1])
    }
  }
}
