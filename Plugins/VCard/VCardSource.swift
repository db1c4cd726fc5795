public import Cardmill

/// vCard 2.1, 3.0 and 4.0 (versit 1996; RFC 2425 and 2426; RFC 6350 with 6473, 6474, 6715, 6868,
/// 8605, 9554).
///
/// Reading takes what programs really write: the version only sets defaults, each line is read by
/// what it says. Writing keeps to the version that is asked for; `vcard` keeps each card's own.
public struct VCardSource: DataSource {
  /// Makes the source.
  public init() {}

  public var description: SourceDescription {
    func format(_ id: FormatID, _ name: String, lossless: Bool) -> SourceDescription.Format {
      SourceDescription.Format(
        id: id, name: name, extensions: ["vcf", "vcard"],
        mediaTypes: ["text/vcard", "text/x-vcard", "text/directory"], isLossless: lossless,
        capabilities: SourceDescription.Capabilities(holdsEmptyRecords: true))
    }
    return SourceDescription(
      formats: [
        format("vcard", "vCard, each card in its own version", lossless: false),
        format("vcard:2.1", "vCard 2.1", lossless: false),
        format("vcard:3.0", "vCard 3.0", lossless: false),
        format("vcard:4.0", "vCard 4.0", lossless: true),
      ],
      options: [
        SourceDescription.Option(
          "encoding", .reading, value: "NAME",
          help: "Read bytes that are not UTF-8 and declare no charset as NAME."),
        SourceDescription.Option(
          "rewrite", .writing, value: "true",
          help: "Write each card anew, also where its bytes could be copied."),
      ])
  }

  public func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification {
    head.withView { view in
      if let encoding = Self.wideEncoding(view) {
        return Identification("vcard", Self.narrowed(view, encoding).holdsCard ? .certain : .no)
      }
      if view.holdsCard { return Identification("vcard", .certain) }
      let text = view.starts("\u{FEFF}") ? view.from(3) : view
      if CardSplitter.cardStart(text, needsMore: true) == 0 {
        if view.contains(("END:VCARD" as StaticString).view) {
          return Identification("vcard", .certain)
        }
        if fileName.lowercased().hasSuffix(".vcf") { return Identification("vcard", .possible) }
      }
      return Identification("vcard", .no)
    }
  }

  public func surveysWholeInput(_ request: ReadRequest) -> Bool { request.wantsMembership }

  public func survey(_ input: any InputBytes, _ request: ReadRequest) throws -> Survey? {
    var survey = Survey()
    let size = 1 << 18
    var offset = 0
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var isFirst = true
    while true {
      let wanted = isFirst ? 1 << 16 : size
      let got = try unsafe input.readAll(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: wanted), at: offset)
      guard got > 0 else { break }
      let view = unsafe ByteView(
        base: UnsafePointer(buffer.assumingMemoryBound(to: UInt8.self)), count: got)
      if isFirst {
        survey.encoding = Self.wideEncoding(view)
        if let encoding = survey.encoding {
          survey.diagnostics.append(
            Diagnostic(
              .charsetGuess, "the file was read as \(encoding)", file: input.name, line: 1,
              column: 1, offset: 0))
          // Wide text is not searched: it may hold groups.
          survey.mayHoldGroups = request.wantsMembership
          break
        }
        if !request.wantsMembership { break }
      }
      isFirst = false
      if view.holdsGroups {
        survey.mayHoldGroups = true
        break
      }
      // Lines that the edge of the piece cuts are seen whole in the next one.
      offset += got > 4096 && got == size ? got - 64 : got
    }
    return survey
  }

  public func makeSplitter(_ request: ReadRequest) throws -> any RecordSplitter { CardSplitter() }

  public func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock {
    var parser = CardParser(records, request)
    parser.parse(records)
    return parser.finish()
  }

  public func makeWriter(_ request: WriteRequest) throws -> any RecordWriter {
    try VCardWriter(request)
  }

  /// The encoding of a text in UTF-16 or UTF-32, by its byte order mark or the zeros in it; nil for
  /// others.
  static func wideEncoding(_ head: ByteView) -> String? {
    guard head.count >= 4 else { return nil }
    if head[0] == 0xFF, head[1] == 0xFE {
      return head[2] == 0 && head[3] == 0 ? "UTF-32LE" : "UTF-16LE"
    }
    if head[0] == 0xFE, head[1] == 0xFF { return "UTF-16BE" }
    if head[0] == 0, head[1] == 0, head[2] == 0xFE, head[3] == 0xFF { return "UTF-32BE" }
    let length = min(head.count, 32) & ~1
    var even = 0
    var odd = 0
    for index in 0..<length where head[index] == 0 {
      if index & 1 == 0 { even += 1 } else { odd += 1 }
    }
    if even >= length / 2 - 1, odd == 0 { return "UTF-16BE" }
    if odd >= length / 2 - 1, even == 0 { return "UTF-16LE" }
    return nil
  }

  /// The ASCII characters of wide text.
  private static func narrowed(_ head: ByteView, _ encoding: String) -> [UInt8] {
    let unit = encoding.hasPrefix("UTF-32") ? 4 : 2
    let place = encoding.hasSuffix("BE") ? unit - 1 : 0
    // The byte order mark is no character.
    return stride(from: place, to: head.count, by: unit).map { head[$0] }.filter {
      $0 != 0 && $0 < 0xFE
    }
  }
}

extension CardParser {
  /// Freezes what was read.
  consuming func finish() -> ParsedBlock { ParsedBlock(builder) }
}

extension Array where Element == UInt8 {
  var holdsCard: Bool { withView { $0.holdsCard } }
}

extension ByteView {
  /// Whether there is a BEGIN:VCARD line.
  var holdsCard: Bool {
    var position = count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
    if position == 3, let marker = Marker(self[3..<lineBreak(from: 3)]), marker.kind == .beginCard {
      return true
    }
    while true {
      let start = lineStart(UInt8(ascii: "b"), UInt8(ascii: "b"), from: position)
      guard start < count else { return false }
      let stop = lineBreak(from: start)
      if let marker = Marker(self[start..<min(stop, start + 256)]), marker.kind == .beginCard {
        return true
      }
      position = start + 1
    }
  }

  /// Whether a line names a member of a group, or could.
  var holdsGroups: Bool {
    var position = 0
    while true {
      let start = lineStart(UInt8(ascii: "m"), UInt8(ascii: "x"), from: position)
      guard start < count else { return false }
      let line = from(start)
      if line.startsIgnoringCase("MEMBER") || line.startsIgnoringCase("X-ADDRESSBOOKSERVER-MEMBER")
      {
        return true
      }
      position = start + 1
    }
  }
}
