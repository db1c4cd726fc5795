public import Cardmill

/// Tables of comma-separated values.
///
/// ## Cardmill's own format
///
/// `csv` is a table (RFC 4180) that holds everything a contact holds: any spreadsheet shows and
/// edits its flat columns, and its last column keeps the whole contact. Its header is fixed:
///
///     kind,full_name,prefix,given_name,additional_name,family_name,suffix,nickname,
///     organization,unit,title,role,email_1,email_2,email_3,phone_1,phone_2,phone_3,
///     address_street,address_locality,address_region,address_postcode,address_country,
///     url,birthday,anniversary,categories,note,uid,properties
///
/// (in one line). It is UTF-8 with commas, CR LF behind each row, and quotes only where they are
/// needed; a byte order mark is written when asked for.
///
/// - The flat cells hold the first values of a contact, as the contact JSON shows them: a telephone
///   number without `tel:` and extension, dates as `YYYY-MM-DD` or `--MM-DD`, the lines of a street
///   with line feeds between them. `full_name` is made from other fields where a contact has none.
///   Categories have `; ` between them; a semicolon or backslash of a name has a backslash before
/// it.
/// - `properties` holds all properties in their order, each as one line of vCard 4.0, unfolded,
///   with
///   line feeds between them. When a table is read, these lines are the contact.
/// - A flat cell that was edited wins over the lines: it replaces, adds or, when it was emptied,
///   takes away the one value that it shows. A row without lines is read from its flat cells.
/// - Columns may stand in any order and be missing. Cells of other columns become properties of the
///   column's name; cells behind the last heading are kept as `X-CSV-OVERFLOW`.
/// - A row of nothing but empty cells is an empty record, and is written as one. An empty line is
///   no
///   record.
///
/// ## Tables of other programs
///
/// Encoding, delimiter, headings and the program that wrote them are found in the first rows; the
/// headings alone say what a column holds, in any language that `HeadingTable` has. What the model
/// has no field for becomes a property of the column's heading.
public struct CSVSource: DataSource {
  /// Makes the source.
  public init() {}

  /// The id of Cardmill's own format.
  static let own: FormatID = "csv"

  public var description: SourceDescription {
    SourceDescription(
      formats: [
        SourceDescription.Format(
          id: Self.own, name: "Cardmill CSV", extensions: ["csv"], mediaTypes: ["text/csv"],
          isLossless: true,
          capabilities: SourceDescription.Capabilities(holdsEmptyRecords: true),
          canBeConcatenated: false, frame: .head)
      ] + Program.allCases.filter { $0.format.dialect == $0.rawValue }.map(Self.format),
      options: [
        SourceDescription.Option(
          "encoding", .reading, value: "NAME",
          help: "Read the table in this encoding, such as windows-1251 or UTF-16LE."),
        SourceDescription.Option(
          "mapping", .reading, value: "FILE",
          help: "Read the columns as a mapping file says (`cardmill map --suggest` writes one)."),
        SourceDescription.Option(
          "bom", .writing, value: "true|false", help: "Begin the output with a byte order mark."),
      ])
  }

  private static func format(_ program: Program) -> SourceDescription.Format {
    SourceDescription.Format(
      id: program.format, name: program.name,
      extensions: program == .generic ? ["tsv", "tab"] : [], mediaTypes: ["text/csv"],
      writes: program.isWritten,
      capabilities: SourceDescription.Capabilities(
        holdsGroups: false, holdsEmptyRecords: false, holdsPhotos: false,
        holdsDeletionMarks: false, wantsMembership: program.isWritten),
      canBeConcatenated: false, frame: .head)
  }

  // MARK: Reading

  public func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification {
    head.withView { identify($0, fileName, isWhole: isWhole) }
  }

  private func identify(_ head: ByteView, _ fileName: String, isWhole: Bool) -> Identification {
    if let header = Table.header(in: head, delimiter: UInt8(ascii: ","), isWhole: isWhole),
      Table.isOwn(header: head[header])
    {
      return Identification(Self.own, .certain)
    }
    guard let table = TableSniffer().sniff(head, isWhole: isWhole) else {
      return Identification(Self.own, .no)
    }
    let format = table.program.format
    if table.isCertain { return Identification(format, .certain) }
    if table.hasHeader, table.knownCount >= 2 {
      return Identification(isOwn(head, table, isWhole: isWhole) ? Self.own : format, .possible)
    }
    // One column, or none with a heading: the file's name has to say that it is a table.
    let isNamed = [".csv", ".tsv", ".tab", ".txt"].contains { fileName.lowercased().hasSuffix($0) }
    let isColumn =
      table.isAddressList || (table.hasHeader && table.headings.count == 1 && table.knownCount == 1)
    var found = Identification(format, isNamed && isColumn ? .possible : .no)
    if table.isRegular {
      found.hint =
        "it is a table whose headings no known program writes; `cardmill map --suggest` with its name makes a mapping file to read it with, or --from csv keeps its cells under extra"
    }
    return found
  }

  /// Whether as many headings are Cardmill's own as are known at all.
  private func isOwn(_ head: ByteView, _ table: SniffedTable, isWhole: Bool) -> Bool {
    guard table.program == .generic, table.delimiter == UInt8(ascii: ","),
      let row = Table.header(in: head, delimiter: UInt8(ascii: ","), isWhole: isWhole)
    else { return false }
    return Table(header: head[row], delimiter: table.delimiter, limit: 4096).knownCount
      >= table.knownCount
  }

  public func surveysWholeInput(_ request: ReadRequest) -> Bool { true }

  public func survey(_ input: any InputBytes, _ request: ReadRequest) throws -> Survey? {
    try TableSurvey(input, request).run()
  }

  public func makeSplitter(_ request: ReadRequest) throws -> any RecordSplitter {
    if let table = request.survey?.value as? ForeignTable { return TableSplitter(table) }
    return TableSplitter()
  }

  public func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock {
    if let table = request.survey?.value as? ForeignTable {
      return ForeignReader(records, table, request).parse()
    }
    let table = request.survey?.value as? Table ?? .own
    return TableReader(records, table, request).parse()
  }

  // MARK: Writing

  public func makeWriter(_ request: WriteRequest) throws -> any RecordWriter {
    let bom = request.options["bom"]
    guard bom == nil || bom == "true" || bom == "false" else {
      throw SourceError(
        .usage, Diagnostic(.usage, "the option bom is true or false, not `\(bom ?? "")`"))
    }
    let writesBOM = bom.map { $0 == "true" }
    if let program = Program(request.format), program.isWritten {
      return ForeignWriter(program, writesBOM: writesBOM, survey: request.survey)
    }
    return OwnCSVWriter(writesBOM: writesBOM ?? false)
  }
}
