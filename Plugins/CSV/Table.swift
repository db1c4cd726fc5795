import Cardmill

/// What the columns of a table mean, as its header says.
struct Table: Sendable {
  /// What one column holds.
  enum Column: Sendable, Hashable {
    /// One value of a contact.
    case flat(FlatColumn)
    /// All properties as content lines.
    case properties
    /// Something that Cardmill has no field for, under this name.
    case other(String)
    /// Nothing: a column without a heading.
    case unnamed(Int)
  }

  /// Something to report about the header.
  struct Finding: Sendable, Hashable {
    var code: Diagnostic.Code
    var message: String
  }

  private(set) var columns: [Column] = []
  /// The place of the column of properties, or nil.
  private(set) var propertiesPlace: Int?
  private(set) var findings: [Finding] = []
  /// The headings as they are written.
  private(set) var headings: [String] = []
  /// Whether the header is exactly the one that Cardmill writes.
  let isOwn: Bool

  /// The table that Cardmill writes.
  static let own = Table()

  private init() {
    columns = Self.ownColumns
    propertiesPlace = Self.ownColumns.count - 1
    isOwn = true
  }

  private static let ownColumns: [Column] = FlatColumn.allCases.map { .flat($0) } + [.properties]

  /// The number of columns that are Cardmill's own.
  var knownCount: Int {
    columns.count { column in
      switch column {
      case .flat, .properties: true
      case .other, .unnamed: false
      }
    }
  }

  /// Reads a header row.
  init(header row: ByteView, delimiter: UInt8, limit: Int) {
    var scanner = CellScanner(delimiter: delimiter)
    if !scanner.scan(row, limit: limit) {
      findings.append(
        Finding(
          code: .limitExceeded,
          message: "the header has more than \(limit) columns; raise it with --limit columns=SIZE"))
    }
    var seen = Set<FlatColumn>()
    for index in 0..<scanner.count {
      let heading = scanner.value(index, of: row).trimmed
      headings.append(heading.string)
      if heading.isEmpty {
        columns.append(.unnamed(index + 1))
      } else if let column = FlatColumn(heading), seen.insert(column).inserted {
        columns.append(.flat(column))
      } else if propertiesPlace == nil, heading.equalsIgnoringCase("PROPERTIES") {
        propertiesPlace = index
        columns.append(.properties)
      } else {
        columns.append(.other(heading.string))
        findings.append(
          Finding(code: .unknownHeader, message: "no program is known to write column \(index + 1)")
        )
      }
    }
    isOwn = columns == Self.ownColumns
  }

  /// The first row of an input that is not empty, without its line end, or nil when it goes on
  /// behind these bytes.
  static func header(in head: ByteView, delimiter: UInt8, isWhole: Bool) -> Range<Int>? {
    var scanner = RowScanner(delimiter: delimiter)
    var start = head.startsWithBOM ? 3 : 0
    while start < head.count {
      guard let end = scanner.rowEnd(in: head, from: start) ?? (isWhole ? head.count : nil) else {
        return nil
      }
      let row = head[start..<end].withoutLineEnd
      if !row.isEmpty { return start..<start + row.count }
      start = end
      scanner.reset()
    }
    return nil
  }

  /// Whether a header row has enough of our headings to be Cardmill's own format.
  static func isOwn(header row: ByteView) -> Bool {
    let table = Table(header: row, delimiter: UInt8(ascii: ","), limit: 4096)
    var known = 0
    var isTelling = false
    for column in table.columns {
      guard case .flat(let flat) = column else { continue }
      known += 1
      if flat == .fullName { isTelling = true }
    }
    if table.propertiesPlace != nil { return known >= 4 }
    // Other programs have some of these headings too, among many of their own.
    return isTelling && known >= 5 && known * 2 >= table.columns.count
  }
}
