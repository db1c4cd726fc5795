package import Cardmill

/// The formats of a list of sources, and the questions that are asked of them.
package struct FormatList: Sendable {
  package let sources: [any DataSource]

  package init(_ sources: [any DataSource]) { self.sources = sources }

  /// Every format in order, with its source.
  package var all: [(source: any DataSource, format: SourceDescription.Format)] {
    sources.flatMap { source in source.description.formats.map { (source, $0) } }
  }

  /// Finds a format by its id.
  ///
  /// - Throws: `SourceError` of kind usage, with the id that may have been meant.
  package func find(_ id: FormatID, option: String) throws -> (
    source: any DataSource, format: SourceDescription.Format
  ) {
    for source in sources {
      if let format = source.description.format(id) { return (source, format) }
    }
    let ids = all.map { $0.format.id.rawValue }
    let meant = Suggestion.nearest(to: id.rawValue, in: ids).map { "; did you mean \($0)?" } ?? ""
    throw SourceError(
      .usage,
      Diagnostic(
        .usage, "\(option): there is no format '\(id)'\(meant) `cardmill formats` lists them all"))
  }

  /// The format to write: the named one, or the one that the output's name tells.
  ///
  /// - Throws: `SourceError` of kind usage when there is none, with the list.
  package func target(_ id: FormatID?, output: String?) throws -> (
    source: any DataSource, format: SourceDescription.Format
  ) {
    if let id {
      let found = try find(id, option: "--to")
      if found.format.writes { return found }
      throw SourceError(.usage, Diagnostic(.usage, "--to: \(id) can only be read"))
    }
    let fileExtension = output.map { SystemPath($0).fileExtension } ?? ""
    if let found = all.first(where: {
      $0.format.writes && $0.format.extensions.contains(fileExtension)
    }) {
      return found
    }
    throw SourceError(
      .usage,
      Diagnostic(
        .usage,
        "nothing says which format to write: give --to FORMAT, or -o with a name that tells it"))
  }

  /// Checks the names of options against what a source knows.
  package func check(
    _ options: [String: String], of source: any DataSource, format: FormatID,
    _ direction: SourceDescription.Option.Direction
  ) throws {
    guard !options.isEmpty else { return }
    let known = source.description.options.filter { $0.direction == direction }.map(\.name)
    for name in options.keys.sorted() where !known.contains(name) {
      let option = direction == .reading ? "--in-option" : "--out-option"
      let verb = direction == .reading ? "reading" : "writing"
      let meant =
        Suggestion.nearest(to: name, in: known).map { "did you mean \($0)?" }
        ?? (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))")
      throw SourceError(
        .usage,
        Diagnostic(
          .usage, "\(option): \(format) has no option '\(name)' for \(verb); \(meant)"))
    }
  }
}
