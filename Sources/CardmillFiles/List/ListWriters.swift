import Cardmill

/// Writes rows with tabs between the cells.
struct TabWriter: RecordWriter {
  let columns: [ContactColumn]
  let filter: RowFilter?

  func head(into output: inout ByteBuffer) {
    output.append(columns.map(\.rawValue).joined(separator: "\t") + "\n")
  }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    let source = output.inputName
    var cell = ByteBuffer(capacity: 256)
    var scratch = ByteBuffer(capacity: 256)
    output.forEachRow(of: batch, filter) { index, bytes in
      for (place, column) in columns.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: "\t")) }
        cell.removeAll()
        if column.append(index, of: batch.storage, source: source, scratch: &scratch, to: &cell) {
          bytes.appendVisible(cell.view)
        }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

/// Writes one JSON object a line.
struct ObjectWriter: RecordWriter {
  let columns: [ContactColumn]
  let filter: RowFilter?

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    let source = output.inputName
    let keys = columns.enumerated().map { place, column in
      (place == 0 ? "{\"" : ",\"") + column.rawValue + "\":"
    }
    var cell = ByteBuffer(capacity: 256)
    var scratch = ByteBuffer(capacity: 256)
    output.forEachRow(of: batch, filter) { index, bytes in
      for (key, column) in zip(keys, columns) {
        bytes.append(key)
        cell.removeAll()
        guard column.append(index, of: batch.storage, source: source, scratch: &scratch, to: &cell)
        else {
          bytes.append("null" as StaticString)
          continue
        }
        if column.kind == .text {
          bytes.append(UInt8(ascii: "\""))
          bytes.appendVisibleJSON(cell.view, isJSON: false)
          bytes.append(UInt8(ascii: "\""))
        } else {
          bytes.appendVisibleJSON(cell.view, isJSON: true)
        }
      }
      bytes.append("}\n" as StaticString)
    }
  }
}

/// Writes cells below each other.
struct AlignedWriter: RecordWriter {
  let columns: [ContactColumn]
  let filter: RowFilter?
  /// The display cells of each column.
  let widths: [Int]

  static let gap = 2

  func head(into output: inout ByteBuffer) {
    append(columns.map(\.rawValue), to: &output)
  }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    let source = output.inputName
    output.forEachRow(of: batch, filter) { index, bytes in
      append(columns.map { $0.shown(index, of: batch.storage, source: source) }, to: &bytes)
    }
  }

  private func append(_ cells: [String], to output: inout ByteBuffer) {
    var blanks = 0
    for (place, cell) in cells.enumerated() {
      let width = widths[place]
      let (text, used) = cell.cut(to: width)
      let isNumber = columns[place].kind == .number
      let padding = width - used
      if !text.isEmpty {
        output.append(String(repeating: " ", count: blanks + (isNumber ? padding : 0)))
        output.append(text)
        blanks = 0
      } else if isNumber {
        blanks += padding
      }
      // Blanks at a line's end are never written.
      blanks += (isNumber ? 0 : padding) + Self.gap
    }
    output.append("\n" as StaticString)
  }
}

extension ContactColumn {
  /// The cell for a screen: a list's items with commas between them.
  func shown(_ index: Int, of storage: ContactBatch.Storage, source: String) -> String {
    var cell = ByteBuffer(capacity: 256)
    var raw = ByteBuffer(capacity: 256)
    if kind == .list {
      forEachItem(index, of: storage) { item in
        if raw.count > 0 { raw.append(", " as StaticString) }
        raw.append(item)
      }
    } else {
      _ = append(index, of: storage, source: source, scratch: &cell, to: &raw)
      cell.removeAll()
    }
    cell.appendVisible(raw.view)
    return cell.view.string
  }
}

extension FormattedBlock {
  /// Calls `body` for each record that is listed, with its place in the batch.
  fileprivate mutating func forEachRow(
    of batch: ContactBatch, _ filter: RowFilter?, _ body: (Int, inout ByteBuffer) -> Void
  ) {
    let contacts = batch.storage.contacts
    let rows =
      filter?.picked(batch, source: inputName)
      ?? contacts.indices.filter { contacts[$0].kind != .empty }
    folded += contacts.count - rows.count
    for index in rows {
      body(index, &bytes)
      endRecord()
    }
  }
}

// MARK: Text as it is safe to show

extension ByteView {
  /// Whether there may be characters that change how a screen shows the text, by a quick look at
  /// the bytes.
  fileprivate var mayChangeDisplay: Bool {
    for index in 0..<count {
      switch self[index] {
      // The first bytes of C1 characters, of U+061C, and of U+200E to U+2069.
      case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2: return true
      default: continue
      }
    }
    return false
  }
}

extension ByteBuffer {
  /// Appends text in one line: tabs as `\t`, line breaks as `\n`, other characters that change the
  /// display as `\u{…}`.
  fileprivate mutating func appendVisible(_ text: ByteView) {
    guard text.mayChangeDisplay else { return append(text) }
    var wasCR = false
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\t": append("\\t" as StaticString)
      case "\n": if !wasCR { append("\\n" as StaticString) }
      case "\r": append("\\n" as StaticString)
      case _ where scalar.changesDisplay: append(String(scalar).visible)
      default: append(String(scalar))
      }
      wasCR = scalar == "\r"
    }
  }

  /// Appends the content of a JSON string, or finished JSON, with characters that change the
  /// display as `\uXXXX`.
  fileprivate mutating func appendVisibleJSON(_ text: ByteView, isJSON: Bool) {
    guard text.mayChangeDisplay else {
      if isJSON { append(text) } else { appendJSONContent(text, lineBreaks: .lineFeeds) }
      return
    }
    var content = ByteBuffer(capacity: text.count + 64)
    if isJSON {
      content.append(text)
    } else {
      content.appendJSONContent(text, lineBreaks: .lineFeeds)
    }
    for scalar in content.view.string.unicodeScalars {
      guard scalar.changesDisplay else {
        append(String(scalar))
        continue
      }
      let digits = String(scalar.value, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}
