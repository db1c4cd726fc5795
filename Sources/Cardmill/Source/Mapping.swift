// A mapping file says what the columns of a table or the elements of a document mean that no format
// knows:
//
//     # the customers of our shop
//     format: csv
//     delimiter: ;
//
//     Vorname           -> name.given
//     "Tel. (Büro)"     -> phones       types=work
//     Ferienhaus        -> phones       label="Holiday home"
//     Schlagworte       -> categories   split:;
//     Geb.              -> birthday     date:DD.MM.YYYY
//     [7]               -> extra.X-SHOP-NUMBER
//
// Lines of the head are `KEY: VALUE`; every other line is a column's heading (or `[N]`, its number)
// or an element's path, an arrow, a contact-JSON path without indexes, and what else is to be said.
// `#` begins a comment at a line's start or behind a blank. What holds a blank, a quote or one of
// these signs stands in double quotes; a double quote inside them is written twice.

/// What the columns of a table, or the elements of a document, mean: the content of a mapping file.
public struct Mapping: Sendable, Hashable {
  /// What becomes of a value before it is used.
  public enum Transform: Sendable, Hashable {
    case none
    /// Several values, with this text between them.
    case split(String)
    /// A date written like `DD.MM.YYYY`: `YYYY` or `YY`, `MMMM`, `MMM`, `MM` or `M`, `DD` or `D`.
    case date(String)
    /// Data in base64.
    case base64
    /// In lower case.
    case lower
  }

  /// Where a value comes from.
  public enum Source: Sendable, Hashable {
    /// A column by its heading, or elements by their path below the record, such as `phone/number`
    /// or `email[@type]`.
    case name(String)
    /// A column by its number, from 1.
    case column(Int)
  }

  /// One line: what a column or element means.
  public struct Row: Sendable, Hashable {
    public var source: Source
    /// The contact-JSON path without indexes, such as `phones` or `addresses.locality`.
    public var target: String
    /// Standard type words, and `pref`.
    public var types: [String]
    public var label: String?
    public var transform: Transform
    /// The line in the mapping file, from 1; 0 for a row that was not read from one.
    public var line: Int

    /// Makes a row.
    public init(
      _ source: Source, to target: String, types: [String] = [], label: String? = nil,
      transform: Transform = .none, line: Int = 0
    ) {
      self.source = source
      self.target = target
      self.types = types
      self.label = label
      self.transform = transform
      self.line = line
    }
  }

  /// A mistake in a mapping file.
  public struct Mistake: Sendable, Hashable {
    /// From 1.
    public var line: Int
    /// In bytes, from 1.
    public var column: Int
    /// A sentence without a full stop.
    public var message: String
  }

  /// The family of formats, such as `csv`; nil when the file does not say it.
  public var format: FormatID?
  /// What parts the cells of a table; nil to look for it.
  public var delimiter: String?
  /// The encoding; nil to look for it.
  public var encoding: String?
  /// The path of the element that is a contact, such as `addressbook/person`.
  public var record: String?
  public var rows: [Row]

  /// Makes a mapping.
  public init(
    format: FormatID? = nil, delimiter: String? = nil, encoding: String? = nil,
    record: String? = nil, rows: [Row] = []
  ) {
    self.format = format
    self.delimiter = delimiter
    self.encoding = encoding
    self.record = record
    self.rows = rows
  }

  /// Reads the text of a mapping file.
  ///
  /// - Throws: `SourceError` of kind usage that names the first mistake, with its line and column.
  public init(_ text: String) throws(SourceError) {
    let (mapping, mistakes) = Mapping.read(text)
    if let first = mistakes.first { throw first.error(file: nil) }
    self = mapping
  }

  /// Reads the text of a mapping file as far as it is right.
  ///
  /// - Returns: the mapping, and all mistakes in the order of the lines.
  public static func read(_ text: String) -> (mapping: Mapping, mistakes: [Mistake]) {
    var parser = MappingParser()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      parser.read(line)
    }
    return (parser.mapping, parser.mistakes)
  }
}

extension Mapping.Mistake {
  /// The mistake as a finding of a file.
  public func diagnostic(file: String?) -> Diagnostic {
    Diagnostic(.badMapping, message, file: file, line: line, column: column)
  }

  func error(file: String?) -> SourceError { SourceError(.usage, diagnostic(file: file)) }
}

extension Mapping {
  /// The paths that a line may name, besides `extra.NAME`.
  public static var paths: [String] { MappingTarget.paths }
}

// MARK: Writing

extension Mapping {
  /// The mapping as the text of a mapping file.
  public var text: String {
    var text = ""
    if let format { text += "format: \(format.rawValue)\n" }
    if let delimiter { text += "delimiter: \(delimiter == "\t" ? "tab" : Self.word(delimiter))\n" }
    if let encoding { text += "encoding: \(encoding)\n" }
    if let record { text += "record: \(Self.word(record))\n" }
    if !text.isEmpty { text += "\n" }
    let sources = rows.map { Self.word($0.source) }
    let width = min(40, sources.map(\.count).max() ?? 0)
    for (row, source) in zip(rows, sources) {
      let padding = String(repeating: " ", count: max(0, width - source.count))
      text += source + padding + " -> " + row.targetText + "\n"
    }
    return text
  }

  private static func word(_ source: Source) -> String {
    switch source {
    case .column(let number): return "[\(number)]"
    case .name(let name):
      // Blanks inside are fine before the arrow.
      let isPlain =
        !name.isEmpty && name.first != " " && name.last != " " && name.first != "["
        && name.first != "#" && !name.contains("->") && !name.contains("→")
        && !name.contains(" #") && !name.contains("\"") && !name.contains(":")
        && !name.contains(where: \.isNewline) && !name.contains("\t")
      return isPlain ? name : quoted(name)
    }
  }

  fileprivate static func word(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.first != "#" && !text.contains { $0 == "\"" || $0.isWhitespace }
    return isPlain ? text : quoted(text)
  }

  /// Line breaks, which a line cannot hold, are written as blanks: headings are compared so.
  private static func quoted(_ text: String) -> String {
    "\""
      + text.map { $0.isNewline ? " " : $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

extension Mapping.Row {
  fileprivate var targetText: String {
    var words = [Mapping.word(target)]
    if !types.isEmpty { words.append("types=" + types.joined(separator: ",")) }
    if let label { words.append("label=" + Mapping.word(label)) }
    switch transform {
    case .none: break
    case .split(let separator): words.append("split:" + Mapping.word(separator))
    case .date(let form): words.append("date:" + Mapping.word(form))
    case .base64: words.append("base64")
    case .lower: words.append("lower")
    }
    return words.joined(separator: " ")
  }
}
