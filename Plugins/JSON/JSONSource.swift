public import Cardmill

/// Contact JSON: one object a contact, usually one a line (JSON Lines), with the names of
/// Cardmill's own paths.
///
/// It reads JSON Lines, objects that run over several lines, and one array of objects; it writes
/// JSON Lines.
public struct JSONSource: DataSource {
  static let id: FormatID = "json"

  /// Makes the source.
  public init() {}

  public var description: SourceDescription {
    SourceDescription(
      formats: [
        SourceDescription.Format(
          id: Self.id, name: "Contact JSON", extensions: ["json", "jsonl", "ndjson"],
          mediaTypes: ["application/x-ndjson"],
          capabilities: SourceDescription.Capabilities(
            holdsEmptyRecords: false, wantsMembership: true), frame: .list)
      ],
      options: [
        SourceDescription.Option(
          "photos", .writing, value: "true|false",
          help: "Write the data of photos too, not only their digests (default: false)."),
        SourceDescription.Option(
          "source", .writing, value: "true|false",
          help: "Write file, record number and line of each contact (default: false)."),
      ])
  }

  public func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification {
    head.withView { head in
      if JSONIdentifier.encoding(of: head) != nil {
        // UTF-16 or UTF-32: for a look it is enough to leave the zeros away.
        let text = head.array.filter { $0 != 0 && $0 < 0x80 }
        return text.withView { Identification(Self.id, JSONIdentifier.certainty($0, fileName)) }
      }
      return Identification(Self.id, JSONIdentifier.certainty(head, fileName))
    }
  }

  public func surveysWholeInput(_ request: ReadRequest) -> Bool { false }

  public func survey(_ input: any InputBytes, _ request: ReadRequest) throws -> Survey? {
    var head = [UInt8](repeating: 0, count: 4)
    var count = 0
    try unsafe head.withUnsafeMutableBytes { count = try unsafe input.readAll(into: $0, at: 0) }
    let encoding = head.withView { JSONIdentifier.encoding(of: $0.upTo(min(count, 4))) }
    return Survey(encoding: encoding)
  }

  public func makeSplitter(_ request: ReadRequest) throws -> any RecordSplitter { JSONSplitter() }

  public func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock {
    var parser = JSONContactParser(records, request)
    parser.readAll()
    return parser.finish()
  }

  public func makeWriter(_ request: WriteRequest) throws -> any RecordWriter {
    JSONContactWriter(
      writesPhotos: try Self.flag("photos", request), writesSource: try Self.flag("source", request)
    )
  }

  private static func flag(_ name: String, _ request: WriteRequest) throws -> Bool {
    guard let value = request.options[name] else { return false }
    switch value.lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default:
      throw SourceError(
        .usage, Diagnostic(.usage, "the option \(name) of json is true or false, not \(value)"))
    }
  }
}
