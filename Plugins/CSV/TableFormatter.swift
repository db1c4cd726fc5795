import Cardmill

// The properties of a record are gone through once, in their order; each one is put into cells, or
// reported as lost. A cell is a place in the batch or in a buffer of texts made for the row, so
// that as a rule nothing is copied before it is written. The row is written at the end, column by
// column.

/// Writes the rows of a table for another program.
struct TableFormatter: ~Copyable {
  let storage: ContactBatch.Storage
  let layout: TableLayout
  /// The record that is written.
  private(set) var record: ContactRecord
  private(set) var losses: [Loss] = []
  /// Columns in which a cell started like a formula, and the first record of each.
  private(set) var formulas: [Int: (record: Int, line: Int)] = [:]
  private var cells: [Cell]
  private var texts = ByteBuffer(capacity: 1024)
  var scratch = ByteBuffer(capacity: 512)

  // What is known of the record while its properties are gone through.
  var name = -1
  var fullName = -1
  var organization = -1
  var categories: [Slice] = []
  var hasCategories = false
  var isStarred = false
  /// How many of each of Google's families, or which of the fixed columns, are taken.
  var taken = [Int](repeating: 0, count: 8)
  /// The best preference of the name that somebody asked for last.
  private var best: (id: PropertyID, value: Int) = (.unknown, 0)
  /// The labels that were found for types without a label.
  var knownLabels: [KnownLabel] = []
  private var otherColumns: [String: Int] = [:]

  /// The label of Google's that says the most of some types, and the types that it does not say.
  struct KnownLabel {
    var id: PropertyID
    var types: TypeWords
    var word: StaticString?
    var rest: TypeWords
  }

  /// What a cell holds.
  private enum Cell {
    case empty
    case slice(Slice)
    case text(start: Int32, count: Int32)
  }

  init(_ storage: ContactBatch.Storage, _ layout: TableLayout) {
    self.storage = storage
    self.layout = layout
    record = ContactRecord(
      firstProperty: 0, source: .none, fileOffset: 0, fileLength: 0, number: 0, line: 1)
    cells = Array(repeating: .empty, count: layout.headings.count)
  }

  /// Writes the row of a contact.
  mutating func append(_ contact: ContactRecord, to output: inout ByteBuffer) {
    record = contact
    texts.removeAll()
    for column in cells.indices { cells[column] = .empty }
    for place in taken.indices { taken[place] = 0 }
    (name, fullName, organization) = (-1, -1, -1)
    hasCategories = false
    isStarred = false
    best.id = .unknown
    fill()
    flush(&output)
  }

  /// Reports a group card: its members get its name as a label.
  mutating func lose(group contact: ContactRecord) {
    record = contact
    scratch.removeAll()
    storage.appendDisplayName(of: contact, to: &scratch)
    lose("group-expanded", "members", scratch.view.string)
  }

  // MARK: Cells

  @inline(__always)
  func view(_ slice: Slice) -> ByteView { storage.view(slice) }

  /// Whether a column exists and nothing stands in its cell.
  func isFree(_ column: Int) -> Bool {
    guard column >= 0 else { return false }
    if case .empty = cells[column] { return true }
    return false
  }

  @inline(__always)
  mutating func set(_ column: Int, _ value: Slice) { cells[column] = .slice(value) }

  mutating func set(_ column: Int, _ text: StaticString) { set(column, text.view) }

  /// Puts a copy of a text into a cell.
  mutating func set(_ column: Int, _ text: ByteView) {
    let start = texts.count
    texts.append(text)
    end(column, from: start)
  }

  /// Where a text begins that is put together for a cell.
  func begin() -> Int { texts.count }
  mutating func add(_ text: ByteView) { texts.append(text) }
  mutating func add(_ text: StaticString) { texts.append(text) }
  mutating func add(_ date: ContactDate) { date.append(to: &texts, isExtended: true) }
  mutating func add(decimal number: Int) { texts.append(decimal: number) }

  /// Puts the text that began at `start` into a cell.
  mutating func end(_ column: Int, from start: Int) {
    guard texts.count > start else { return }
    cells[column] = .text(start: Int32(start), count: Int32(texts.count - start))
  }

  /// Adds a text to what a cell holds, behind a separator.
  mutating func append(_ column: Int, _ separator: StaticString, _ text: ByteView) {
    let start = texts.count
    switch cells[column] {
    case .empty: break
    case .slice(let slice): texts.append(view(slice))
    case .text(let first, let count):
      let old = texts.view[Int(first)..<Int(first + count)].array
      texts.append(old)
    }
    if texts.count > start { texts.append(separator) }
    texts.append(text)
    end(column, from: start)
  }

  // MARK: The row

  private mutating func flush(_ output: inout ByteBuffer) {
    for column in cells.indices {
      if column > 0 { output.append(UInt8(ascii: ",")) }
      switch cells[column] {
      case .empty: continue
      case .slice(let slice): write(view(slice), column, &output)
      case .text(let start, let count):
        write(texts.view[Int(start)..<Int(start + count)], column, &output)
      }
    }
    output.append(layout.lineEnd)
  }

  @inline(__always)
  private mutating func write(_ value: ByteView, _ column: Int, _ output: inout ByteBuffer) {
    guard !value.isEmpty else { return }
    let first = value[0]
    if first < 0x41, first.startsFormula, formulas[column] == nil {
      formulas[column] = (record.number, record.line)
    }
    let special = value.first(
      UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    if !layout.quotesAll, special == value.count, !first.isBlank, !value[value.count - 1].isBlank {
      return output.append(value)
    }
    output.append(UInt8(ascii: "\""))
    if special == value.count {
      output.append(value)
    } else {
      RowWriter.appendDoubled(value, to: &output)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// The text that was begun at `start`, as a copy.
  func texts(from start: Int) -> [UInt8] { texts.view.from(start).array }

  // MARK: Losses

  /// Hands over what was lost.
  mutating func moveLosses(to output: inout FormattedBlock) {
    if output.losses.isEmpty { swap(&output.losses, &losses) } else { output.losses += losses }
    losses.removeAll()
  }

  mutating func lose(
    _ code: String, _ path: String, _ original: String, isRecoverable: Bool = false
  ) {
    losses.append(
      Loss(
        code, path: path, original: original, isRecoverable: isRecoverable, record: record.number,
        line: record.line))
  }

  mutating func lose(_ code: String, _ path: String, _ original: Slice, isRecoverable: Bool = false)
  {
    losses.append(
      Loss(
        code, path: path, original: original, of: storage, isRecoverable: isRecoverable,
        record: record.number, line: record.line))
  }

  /// Reports a property that has no place at all.
  mutating func lose(_ code: String, _ property: PropertyRecord, path: String? = nil) {
    let path = path ?? self.path(of: property)
    if property.form == .text { return lose(code, path, property.value) }
    if property.form == .binary {
      let count = Base64.decodedCount(view(property.value))
      return lose(code, path, "\(count) bytes")
    }
    let value = Property(storage, property).value
    lose(code, path, value.text)
  }

  func path(of property: PropertyRecord) -> String {
    guard property.id == .unknown else { return property.id.path }
    return "extra." + view(property.name).string
  }

  /// Reports the parameters that no table has: all but types, preference and labels.
  @inline(__always)
  mutating func noteParameters(of property: PropertyRecord, isTyped: Bool) {
    if property.parameterCount > 0 { noteDropped(of: property, isTyped: isTyped) }
  }

  private mutating func noteDropped(of property: PropertyRecord, isTyped: Bool) {
    for place in storage.parameters(of: property) {
      let parameter = storage.parameters[place]
      switch parameter.id {
      case .type, .pref, .userLabel, .label:
        if isTyped || (property.id == .adr && parameter.id == .label) { continue }
      case .mediatype where property.form == .binary: continue
      default: break
      }
      var text = parameter.id == .unknown ? view(parameter.name).string : parameter.id.text
      text += "="
      text += parameter.word == .unknown ? view(parameter.value).string : parameter.word.text
      lose("parameter-dropped", path(of: property), text)
    }
  }

  /// The best preference among the properties of a name.
  mutating func bestPreference(of id: PropertyID) -> Int {
    if best.id == id { return best.value }
    best = (id, storage.bestPreference(of: id, in: record) ?? 0)
    return best.value
  }

  /// Whether there is more than one property of a name that holds something.
  func isSeveral(_ id: PropertyID) -> Bool {
    var count = 0
    for place in storage.properties(of: record) where storage.properties[place].id == id {
      if storage.hasContent(storage.properties[place]) { count += 1 }
    }
    return count > 1
  }

  /// The column that keeps a property of this name, -1 when there is none.
  mutating func column(ofOther name: ByteView) -> Int {
    let key = name.string
    if let known = otherColumns[key] { return known }
    let found = layout.column(ofOther: name)
    if otherColumns.count < 256 { otherColumns[key] = found }
    return found
  }
}
