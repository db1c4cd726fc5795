import Cardmill

/// Writes rows of Cardmill's own format.
///
/// A flat cell gets quotes only when it needs them. The cell of properties always has quotes,
/// because it nearly always needs them: its lines are written straight into the output, and only
/// when they hold a quote are they copied once more.
struct RowWriter: ~Copyable {
  private var scratch = ByteBuffer(capacity: 1024)
  private var lines = ContentLineMemo()
  private var plain = PlainCells()
  /// The columns in which a cell started like a formula, one bit each.
  private(set) var formulas: UInt64 = 0

  /// Appends the header row.
  static func appendHeader(to buffer: inout ByteBuffer) {
    for column in FlatColumn.allCases {
      buffer.append(column.heading)
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append("properties\r\n")
  }

  /// Appends a record's row with its line end.
  mutating func append(
    _ contact: ContactRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    if !plain.append(contact, of: storage, formulas: &formulas, to: &buffer) {
      appendFlatCells(FlatCells(of: contact, in: storage), to: &buffer)
    }
    buffer.append(UInt8(ascii: "\""))
    let start = buffer.count
    for place in storage.properties(of: contact) {
      if buffer.count > start { buffer.append(UInt8(ascii: "\n")) }
      lines.append(storage.properties[place], of: storage, to: &buffer)
    }
    if buffer.withView(from: start, { $0.first(UInt8(ascii: "\"")) < $0.count }) {
      doubleQuotes(from: start, in: &buffer)
    }
    buffer.append("\"\r\n")
  }

  /// Appends the flat cells, each with the comma behind it.
  mutating func appendFlatCells(_ cells: FlatCells, to buffer: inout ByteBuffer) {
    var rest = cells.columns
    var next = 0
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      guard let column = FlatColumn(rawValue: UInt8(number)) else { break }
      buffer.append(Self.commas.view[next..<number])
      next = number + 1
      if let piece = cells.piece(column) {
        if !piece.isEmpty { appendCell(column, piece, to: &buffer) }
      } else {
        scratch.removeAll()
        cells.append(column, to: &scratch)
        if scratch.count > 0 { appendCell(column, scratch.view, to: &buffer) }
      }
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append(Self.commas.view[next..<FlatColumn.allCases.count])
  }

  /// What stands for empty cells.
  static let commas: StaticString = ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,"

  /// Appends a cell, in quotes if it needs them.
  @inline(__always)
  private mutating func appendCell(
    _ column: FlatColumn, _ value: ByteView, to buffer: inout ByteBuffer
  ) {
    let first = value[0]
    if first < 0x41, first.startsFormula { formulas |= column.bit }
    Self.appendCell(value, to: &buffer)
  }

  /// Appends a cell that holds something, in quotes if it needs them.
  @inline(__always)
  static func appendCell(_ value: ByteView, to buffer: inout ByteBuffer) {
    let first = value[0]
    if value.count <= 16, value.isPlainShort { return buffer.append(value) }
    // RFC 4180, 2.6; blanks at the ends because many programs drop them outside quotes.
    let special = value.first(
      UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard special < value.count || first.isBlank || value[value.count - 1].isBlank else {
      return buffer.append(value)
    }
    buffer.append(UInt8(ascii: "\""))
    Self.appendDoubled(value, to: &buffer)
    buffer.append(UInt8(ascii: "\""))
  }

  private mutating func doubleQuotes(from start: Int, in buffer: inout ByteBuffer) {
    scratch.removeAll()
    buffer.withView(from: start) { scratch.append($0) }
    buffer.truncate(to: start)
    Self.appendDoubled(scratch.view, to: &buffer)
  }

  /// Appends bytes with their quotes doubled.
  static func appendDoubled(_ view: ByteView, to buffer: inout ByteBuffer) {
    var at = 0
    while true {
      let end = view.first(UInt8(ascii: "\""), from: at)
      buffer.append(view[at..<end])
      guard end < view.count else { return }
      buffer.append("\"\"")
      at = end + 1
    }
  }
}

extension ByteView {
  /// Whether a short value has no byte that needs a look: nothing below `-` or above ASCII's
  /// letters that could be a blank, a comma, a quote or a line break.
  @inline(__always)
  fileprivate var isPlainShort: Bool {
    var index = 0
    while index < count {
      if self[index] < UInt8(ascii: "-") { return false }
      index += 1
    }
    return true
  }
}

extension UInt8 {
  /// Whether a spreadsheet takes a cell that begins with this byte for a formula.
  @inline(__always)
  var startsFormula: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }
}

/// Writes batches in Cardmill's own format.
struct OwnCSVWriter: RecordWriter {
  /// Whether the output begins with a byte order mark, which some spreadsheets want.
  let writesBOM: Bool

  func head(into output: inout ByteBuffer) {
    if writesBOM { output.append("\u{FEFF}") }
    RowWriter.appendHeader(to: &output)
  }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    let storage = batch.storage
    var writer = RowWriter()
    var reported: UInt64 = 0
    for contact in storage.contacts {
      writer.append(contact, of: storage, to: &output.bytes)
      output.endRecord()
      guard writer.formulas != reported else { continue }
      for column in FlatColumn.allCases
      where writer.formulas & ~reported & column.bit != 0 {
        output.diagnostics.append(
          Diagnostic(
            .formulaCell, "a cell of column \(column.heading) starts like a formula",
            record: contact.number, line: contact.line))
      }
      reported = writer.formulas
    }
  }
}
