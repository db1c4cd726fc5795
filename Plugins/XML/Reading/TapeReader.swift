import Cardmill

/// The names of groups that a document gives by number or address.
struct GroupNames {
  var names: [String: String] = [:]
}

/// Makes contacts of a tape: each dialect has its own extension.
///
/// The tape's text becomes the second buffer of the batch, so a value that needs no change is a
/// slice of it.
struct TapeReader: ~Copyable {
  let tape: XMLTape
  let dialect: XMLDialect
  let request: ReadRequest
  var builder: ContactBatch.Builder
  var groups: GroupNames
  private let mapped: MappedElements?
  var mappedRecord: MappedRecord?
  /// The rows of the mapping that had a value.
  var usedRows: Set<Int> = []
  var isFaithful = true
  var scratch = ByteBuffer(capacity: 256)

  // The open record.
  private var number: Int
  private var record = XMLTape.Record(node: 0)
  var firstProperty = 0
  private var reportCount = 0
  var isGroup = false
  var hasName = false
  var hasFullName = false
  var hasDatum = false
  /// The name of the group around the property that is read.
  var group = Slice.none
  /// The label that a group of xCard gives its properties.
  var groupStart = 0

  init(
    _ tape: XMLTape, text: consuming ByteBuffer, block: Block, dialect: XMLDialect,
    mapped: MappedElements?, request: ReadRequest, firstRecord: Int, groups: GroupNames
  ) {
    self.tape = tape
    self.dialect = dialect
    self.mapped = mapped
    mappedRecord = mapped.map { MappedRecord($0.mapping) }
    self.request = request
    self.groups = groups
    number = firstRecord
    builder = ContactBatch.Builder(block: block, format: mapped == nil ? dialect.id : "xml")
    builder.decoded = text
    builder.groups = request.groups
    builder.reserve(properties: tape.nodes.count / 4, contacts: tape.records.count)
  }

  consuming func finish() -> ParsedBlock {
    builder.isFaithful = isFaithful
    return ParsedBlock(builder)
  }

  mutating func readAll() {
    for index in tape.records.indices {
      let record = tape.records[index]
      if record.isContext {
        readContext(record.node)
        continue
      }
      read(record)
      number += 1
    }
  }

  private mutating func read(_ record: XMLTape.Record) {
    self.record = record
    firstProperty = builder.properties.count
    reportCount = 0
    isGroup = false
    hasName = false
    hasFullName = false
    hasDatum = false
    group = .none
    builder.beginContact(
      number: number, line: record.line, source: record.source,
      fileOffset: record.fileRange.lowerBound,
      fileLength: record.fileRange.count)
    if let fault = record.fault {
      var fault = fault
      fault.record = number
      guard record.isSalvaged else { return builder.rejectContact(fault) }
      fault.message += "; what was whole of the contact is kept"
      builder.diagnostics.append(fault)
    }
    readRecord(record.node)
    guard builder.properties.count - firstProperty <= request.limits.properties else {
      return builder.rejectContact(
        Diagnostic(
          .limitExceeded,
          "the contact has more than \(request.limits.properties) properties; raise it with --limit properties=N",
          record: number, line: record.line, column: 1, offset: record.fileRange.lowerBound))
    }
    finishRecord()
  }

  private mutating func readRecord(_ node: Int) {
    if let mapped { return readMapped(node, mapped) }
    switch dialect {
    case .xCard: readXCard(node)
    case .windowsContact: readWindowsContact(node)
    case .xmpp: readVCardTemp(node)
    case .gdata: readEntry(node)
    case .fritzbox: readFritzContact(node)
    case .yealink: readYealink(node)
    case .grandstream: readGrandstream(node)
    case .snom: readSnom(node)
    case .cisco: readDirectoryEntry(node)
    }
  }

  private mutating func readContext(_ node: Int) {
    guard dialect == .grandstream, let id = tape.child(.id, of: node),
      let name = tape.child(.name, of: node)
    else { return }
    groups.names[view(tape.text(id)).trimmed.string] = view(tape.text(name)).string
  }

  private mutating func finishRecord() {
    let kind: RecordKind = !hasDatum ? .empty : isGroup ? .group : .contact
    switch kind {
    case .empty: report(.emptyCard, "the contact holds no data")
    case .contact, .group:
      if !hasFullName, dialect == .xCard, mapped == nil {
        report(.missingFN, "the card has no full name (FN)")
      }
      if !hasFullName, !hasName, kind == .contact {
        report(.missingName, "the contact has neither a full name nor a name")
      }
    }
    builder.endContact(kind: kind, isRepaired: record.isRepaired)
  }

  /// The name of the container that the record is in, such as a menu of a phone book.
  var container: String? {
    record.container >= 0 ? tape.containers[record.container] : nil
  }

  // MARK: Reporting

  /// Reports something about the open record; a record full of faults is not reported fault by
  /// fault.
  mutating func report(_ code: Diagnostic.Code, _ message: String) {
    reportCount += 1
    guard reportCount <= 50 else { return }
    builder.diagnostics.append(
      Diagnostic(
        code, message, record: number, line: record.line, column: 1,
        offset: record.fileRange.lowerBound))
  }

  // MARK: Text

  @inline(__always)
  func view(_ slice: Slice) -> ByteView { builder.view(slice) }

  /// All text of an element, its children's too.
  mutating func content(_ node: Int) -> Slice {
    guard tape.end(node) > tape.attributes(node).upperBound else { return tape.text(node) }
    scratch.removeAll()
    scratch.append(view(tape.text(node)))
    for place in tape.attributes(node).upperBound..<tape.end(node)
    where tape.nodes[place].kind != .attribute {
      scratch.append(view(tape.text(place)))
    }
    return builder.store(scratch.view)
  }

  /// A text without white space at its ends.
  func trimmed(_ slice: Slice) -> Slice {
    let text = view(slice)
    guard !text.isEmpty, text[0].isSpace || text[text.count - 1].isSpace else { return slice }
    var start = 0
    var end = text.count
    while start < end, text[start].isSpace { start += 1 }
    while end > start, text[end - 1].isSpace { end -= 1 }
    return slice.piece(start..<end)
  }

  /// The text of an element without white space at its ends; nil when it is empty.
  mutating func token(_ node: Int) -> Slice? {
    let text = trimmed(content(node))
    return text.isEmpty ? nil : text
  }

  /// Whether a text is nothing, or a line break with blanks, as documents are laid out.
  func isLayout(_ slice: Slice) -> Bool {
    let text = view(slice)
    return text.isEmpty || (text.isBlank && text.lineBreak() < text.count)
  }

  func isBlank(_ slice: Slice) -> Bool { slice.isEmpty || view(slice).isBlank }

  /// Stores a text that is made of pieces.
  mutating func join(_ pieces: Slice..., separator: StaticString) -> Slice {
    scratch.removeAll()
    for piece in pieces where !isBlank(piece) {
      if scratch.count > 0 { scratch.append(separator) }
      scratch.append(view(piece))
    }
    return builder.store(scratch.view)
  }
}

extension Slice {
  /// A piece of a piece.
  func piece(_ range: Range<Int>) -> Slice {
    isDecoded
      ? Slice(decoded: offset + range.lowerBound, count: range.count)
      : Slice(block: offset + range.lowerBound, count: range.count)
  }
}
