public import Cardmill

/// Suggests a mapping for a table or document that no format knows.
///
///     print(try MappingProposal(for: "customers.csv", sources: builtInSources).text())
public struct MappingProposal: Sendable {
  /// A file, or `-` for standard input.
  public var file: String
  public var options: RunOptions
  let sources: [any DataSource]

  /// Plans a suggestion.
  public init(for file: String, options: RunOptions = RunOptions(), sources: [any DataSource]) {
    self.file = file
    self.options = options
    self.sources = sources
  }

  /// Looks at the file.
  ///
  /// - Parameter report: gets what was found while looking.
  /// - Returns: the text of a mapping file.
  /// - Throws: `SourceError` when the file cannot be read or has nothing that a mapping could name.
  public func text(report: (Diagnostic) -> Void = { _ in }) throws -> String {
    let file = try InputFile(file)
    var input = try open(file)
    try input.survey(wantsMembership: false, report: report)
    let survey = input.request.survey
    let outline =
      try input.source.outline(file, input.request)
      ?? SourceOutline(names: survey?.columns ?? [])
    guard !outline.names.isEmpty else {
      throw SourceError(
        .unusable,
        Diagnostic(
          .notAContactFile,
          "\(input.request.format) has no columns that a mapping could name; "
            + "mappings are for tables and XML",
          file: file.name))
    }
    let mapping = Mapping.suggestion(
      for: outline.names, format: FormatID(input.request.format.family),
      delimiter: survey?.delimiter, encoding: survey?.textEncoding, record: outline.record)
    var head = """
      # What \(file.name.visible) means to Cardmill. Correct it, then use it so:
      #   cardmill convert FILE --in-option mapping=MAPPING --to vcard
      # Each line: a column, an arrow, a path; `cardmill help map` lists paths and transforms.

      """
    if input.request.format.dialect != nil, input.confidence != .named {
      head +=
        "# Cardmill knows this file: without a mapping it reads it as \(input.request.format).\n"
    }
    return head + "\n" + mapping.text
  }

  /// The input; what no format knows is taken for a document, or else a plain table.
  private func open(_ file: InputFile) throws -> OpenedInput {
    let formats = FormatList(sources)
    func opened(_ from: FormatID?) throws -> OpenedInput? {
      try InputOpener(
        sources: sources, from: from, readingOptions: options.readingOptions,
        limits: options.limits
      ).identify(file, isNamed: true)
    }
    do {
      if let input = try opened(options.from) { return input }
    } catch let error as SourceError {
      guard options.from == nil, error.diagnostic.code == .notAContactFile,
        formats.all.contains(where: { $0.format.id == "csv" })
      else { throw error }
    }
    for source in formats.sources {
      let format = source.description.formats[0].id
      let request = ReadRequest(format: format, limits: options.limits)
      if let outline = try? source.outline(file, request), !outline.names.isEmpty,
        let input = try opened(format)
      {
        return input
      }
    }
    guard let input = try opened("csv") else {
      throw SourceError(
        .unusable, Diagnostic(.notAContactFile, "it is no table", file: file.name))
    }
    return input
  }
}
