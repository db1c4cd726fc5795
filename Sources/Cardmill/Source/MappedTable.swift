/// A mapping fitted to the headings of a table: what a source of tables calls for each row.
///
///     let table = MappedTable(mapping, headings: headings)
///     var record = table.makeRecord()
///     for property in table.properties(of: cells, &record) { builder.append(property) }
public struct MappedTable: Sendable {
  private let mapping: Mapping
  /// For each column the rows of the mapping that stand for it.
  private let rows: [[Int]]
  /// The names of the properties that hold cells of columns that no row stands for.
  private let names: [String]
  /// Rows that name a column which the table does not have; the mistakes are those of the mapping
  /// file.
  public let missing: [Mapping.Mistake]

  /// Fits a mapping to a table.
  ///
  /// A row finds its column by the heading, compared without case and outer blanks; of several
  /// columns with one heading, the first such row has the first, the second the second, and so on.
  public init(_ mapping: Mapping, headings: [String]) {
    self.mapping = mapping
    var columns: [String: [Int]] = [:]
    for (place, heading) in headings.enumerated() {
      columns[Self.key(heading), default: []].append(place)
    }
    var rows = Array(repeating: [Int](), count: headings.count)
    var missing: [Mapping.Mistake] = []
    var used: [String: Int] = [:]
    for (index, row) in mapping.rows.enumerated() {
      switch row.source {
      case .column(let number):
        if number <= headings.count {
          rows[number - 1].append(index)
        } else {
          missing.append(
            Mapping.Mistake(
              line: row.line, column: 1,
              message: "the table has no column \(number), only \(headings.count)"))
        }
      case .name(let name):
        let key = Self.key(name)
        guard let places = columns[key] else {
          let meant = Suggestion.nearest(to: name, in: headings).map { "; did you mean \($0)?" }
          missing.append(
            Mapping.Mistake(
              line: row.line, column: 1,
              message: "the table has no column '\(name)'" + (meant ?? "")))
          continue
        }
        let turn = used[key, default: 0]
        used[key] = turn + 1
        rows[places[min(turn, places.count - 1)]].append(index)
      }
    }
    self.rows = rows
    self.missing = missing
    names = headings.enumerated().map { place, heading in
      let name = heading.filter { !$0.isNewline }
      return name.allSatisfy(\.isWhitespace) ? "Column \(place + 1)" : name
    }
  }

  /// How many rows of a mapping name one of some headings.
  package static func matches(_ mapping: Mapping, in headings: [String]) -> Int {
    let known = Set(headings.map(key))
    return mapping.rows.count { row in
      if case .name(let name) = row.source { known.contains(key(name)) } else { false }
    }
  }

  private static func key(_ heading: String) -> String {
    heading.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Makes what collects the values of one row after another.
  public func makeRecord() -> MappedRecord { MappedRecord(mapping) }

  /// Gives the properties of a row: those of the mapping, then the cells that it does not name,
  /// each under its heading.
  public func properties(of cells: [String], _ record: inout MappedRecord) -> [Property] {
    var others: [Property] = []
    for (place, cell) in cells.enumerated() where !cell.isEmpty {
      guard place < rows.count else {
        others.append(.foreign("X-CSV-OVERFLOW", cell))
        continue
      }
      if rows[place].isEmpty { others.append(.foreign(names[place], cell)) }
      for row in rows[place] { record.add(cell, row: row) }
    }
    return record.finish() + others
  }
}

extension Property {
  /// A value under a name that only its own source knows, also when the vocabulary has the same
  /// word.
  fileprivate static func foreign(_ name: String, _ value: String) -> Property {
    var property = Property(name, .unparsed(TextEscapes.encoded(value)))
    property.id = .unknown
    property.isForeign = true
    return property
  }
}
