public import Cardmill

/// Lists the contacts of files: one row a record, with the columns that are asked for.
///
///     try Listing(of: ["a.vcf"], columns: [.name, .email], sources: builtInSources).run()
///
/// Contacts and group cards are listed, records without any datum are not.
public struct Listing: Sendable {
  /// How rows look.
  public enum Style: Sendable, Hashable {
    /// Cells with tabs between them, below a row of headings; a list is a JSON array.
    case tabs
    /// One JSON object a line; what a record does not have is null.
    case json
    /// Cells below each other, for a screen of this many cells; what is too long is cut.
    ///
    /// The first 200 rows tell how wide the columns are.
    case aligned(width: Int)
  }

  /// Files, folders of files, or `-` for standard input.
  public var inputs: [String]
  /// What is listed.
  public var columns: [ContactColumn]
  public var style: Style
  /// Where the rows go: a file, or `-` for standard output.
  public var output: String
  public var options: RunOptions
  /// Which records are listed; all when there are none.
  package var rules: (any ContactRules)?
  let sources: [any DataSource]

  /// The columns of a listing that names none.
  public static let usualColumns: [ContactColumn] = [.fullName, .organization, .email, .phone]

  /// Plans a listing.
  public init(
    of inputs: [String], columns: [ContactColumn] = Listing.usualColumns, as style: Style = .tabs,
    to output: String = "-", options: RunOptions = RunOptions(), sources: [any DataSource]
  ) {
    self.inputs = inputs
    self.columns = columns
    self.style = style
    self.output = output
    self.options = options
    self.sources = sources
  }

  /// Reads every record of every input and writes the rows.
  ///
  /// - Parameter listener: is told what is found and how far the run has come.
  /// - Returns: the account.
  /// - Throws: `SourceError` when an input or the output cannot be used.
  @discardableResult
  public func run(_ listener: @escaping (RunEvent) -> Void = { _ in }) throws -> RunReport {
    let columns = columns
    let style = style
    let filter = rules.map(RowFilter.init)
    let wantsMembership =
      rules?.wantsMembership == true || columns.contains { $0.needsGroups }
    return try ConversionRun(inputs, to: output, options, sources: sources, listener) {
      RunTarget(
        format: SourceDescription.Format(
          id: "list", name: "Listing", extensions: [],
          capabilities: .init(wantsMembership: wantsMembership)),
        reported: nil,
        conclude: { try filter?.finish() ?? [] }
      ) { inputs, _ in
        switch style {
        case .tabs: TabWriter(columns: columns, filter: filter)
        case .json: ObjectWriter(columns: columns, filter: filter)
        case .aligned(let width):
          AlignedWriter(
            columns: columns, filter: filter,
            widths: try ColumnWidths(columns, filter).fitting(inputs, width: width))
        }
      }
    }.run()
  }
}
