public import Cardmill

/// Contacts in XML: xCard (RFC 6351), and what address books, messengers and telephones write.
///
/// xCard is read and written without loss. A dialect is recognised by its root element and
/// namespace, whatever its prefix. Documents are read piece by piece, in constant memory. No
/// DOCTYPE with declarations of its own is read, no entity resolved, nothing fetched.
public struct XMLSource: DataSource {
  /// Makes the source.
  public init() {}

  public var description: SourceDescription {
    SourceDescription(
      formats: [Self.format("xml", "XML of any kind; written as xCard", .xCard)]
        + XMLDialect.allCases.map { Self.format($0.id, $0.title, $0) },
      options: Self.options, worksInPieces: false)
  }

  private static func format(_ id: FormatID, _ name: String, _ dialect: XMLDialect)
    -> SourceDescription.Format
  {
    SourceDescription.Format(
      id: id, name: name, extensions: dialect.fileExtensions, mediaTypes: dialect.mediaTypes,
      writes: dialect.isWritten, isLossless: dialect == .xCard, capabilities: dialect.capabilities,
      canBeConcatenated: false, frame: .headAndTail)
  }

  private static let options = [
    SourceDescription.Option(
      "encoding", .reading, value: "NAME",
      help: "Read bytes as NAME, whatever the document declares."),
    SourceDescription.Option(
      "mapping", .reading, value: "FILE",
      help: "Read the elements as a mapping file says (`cardmill map --suggest` writes one)."),
    SourceDescription.Option(
      "internal", .reading, value: "true",
      help: "Read a FRITZ!Box's phone book of internal numbers too."),
    SourceDescription.Option(
      "name", .writing, value: "TEXT", help: "The title of a phone book (default: Contacts)."),
    SourceDescription.Option(
      "dect", .writing, value: "true", help: "Write the form that Snom's DECT bases read."),
  ]

  public func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification {
    head.withView { head in
      guard XMLHead.wideEncoding(head) != nil else { return Self.identify(head, fileName) }
      // For a look it is enough to leave the zeros away.
      let text = head.array.filter { $0 != 0 && $0 < 0x80 }
      return text.withView { Self.identify($0, fileName) }
    }
  }

  private static func identify(_ text: ByteView, _ fileName: String) -> Identification {
    let head = XMLHead(text)
    if let dialect = XMLDialect(
      root: head.rootName, space: head.rootSpace.withView { XMLSpace($0) }), head.rootStart != nil
    {
      return Identification(dialect.id, head.strayCount == 0 ? .certain : .possible)
    }
    guard head.rootStart != nil || head.documentType == .subset else {
      return Identification("xml", .no)
    }
    // The contacts may stand in elements of another program.
    let spaces: [(StaticString, XMLDialect)] = [
      ("\"vcard-temp\"", .xmpp), ("'vcard-temp'", .xmpp), (XMLSpace.xCardURI, .xCard),
      ("http://schemas.microsoft.com/Contact\"", .windowsContact),
      ("http://schemas.google.com/contact/2008", .gdata),
    ]
    for (space, dialect) in spaces where text.contains(space.view) {
      return Identification(dialect.id, .possible)
    }
    // A document that declares things of its own is refused with the reason, not called unknown.
    if head.documentType == .subset { return Identification("xml", .possible) }
    return Identification("xml", .no)
  }

  public func surveysWholeInput(_ request: ReadRequest) -> Bool {
    request.wantsMembership && Self.mayHoldGroups(request)
  }

  private static func mayHoldGroups(_ request: ReadRequest) -> Bool {
    request.format == XMLDialect.xCard.id
  }

  public func survey(_ input: any InputBytes, _ request: ReadRequest) throws -> Survey? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let got = try unsafe bytes.withUnsafeMutableBytes { try unsafe input.readAll(into: $0, at: 0) }
    bytes.removeLast(bytes.count - got)
    var survey = Survey()
    let wide = bytes.withView { XMLHead.wideEncoding($0) }
    survey.encoding = wide
    if wide == nil {
      let head = bytes.withView { XMLHead($0) }
      survey.charset = (request.options["encoding"] ?? head.encoding).flatMap {
        $0.uppercased().hasPrefix("UTF") ? nil : $0
      }
      if head.documentType == .bare {
        survey.diagnostics.append(
          Diagnostic(
            .doctypeIgnored, "a DOCTYPE was passed over",
            line: 1 + bytes.withView { $0.upTo(head.documentTypeStart).lineBreaks },
            column: 1, offset: head.documentTypeStart))
      }
    }
    guard request.wantsMembership, Self.mayHoldGroups(request) else { return survey }
    survey.mayHoldGroups = try wide != nil || Self.namesMembers(input)
    return survey
  }

  /// Whether a group card may be in the input.
  private static func namesMembers(_ input: any InputBytes) throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while true {
      let got = try unsafe bytes.withUnsafeMutableBytes {
        try unsafe input.readAll(into: $0, at: offset)
      }
      guard got > 0 else { return false }
      if bytes.withView({ $0.upTo(got).contains(("member>" as StaticString).view) }) { return true }
      guard got > 16 else { return false }
      // A name that the edge of the piece cuts is seen whole in the next one.
      offset += got - 16
      if got < bytes.count, offset + 16 >= input.size { return false }
    }
  }

  public func outline(_ input: any InputBytes, _ request: ReadRequest) throws -> SourceOutline? {
    try DocumentOutline(input)?.outline()
  }

  public func makeSerialReader(_ input: any InputBytes, _ request: ReadRequest) throws
    -> any SerialReader
  {
    try XMLReader(input, request)
  }

  public func makeWriter(_ request: WriteRequest) throws -> any RecordWriter {
    let dialect = XMLDialect(request.format) ?? .xCard
    switch dialect {
    case .xCard: return XCardWriter()
    case .windowsContact: return WindowsContactWriter()
    case .xmpp: return VCardTempWriter()
    case .fritzbox, .yealink, .grandstream, .snom, .cisco:
      return try PhoneBookWriter(dialect, request)
    case .gdata: throw SourceError(.usage, Diagnostic(.usage, "\(request.format) can only be read"))
    }
  }
}
