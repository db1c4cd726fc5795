import Cardmill

/// Writes what the parser meets onto a tape: every record's elements, and for everything around
/// them no more than is needed to find records and to begin again behind a fault.
struct TapeRecorder: ~Copyable {
  /// A record, whose place in the input its owner finds out.
  struct Found {
    var record: XMLTape.Record
    /// How far the parser had read when its start tag and its end tag were met.
    var tagEnd: Int
    var end: Int
    /// Why nothing of it is kept.
    var refusal = Refusal.none
    var isLocated = false
  }

  enum Refusal: UInt8 { case none, tooDeep, tooLarge }

  /// An element around the records.
  struct Outer {
    var name: NameInfo
    var local: String
    /// A start tag that stands for it when reading begins again.
    var tag: [UInt8]
    var container: Int
    var isIgnored = false
  }

  // The tape.
  var nodes: [XMLNode] = []
  var textBuffer = ByteBuffer(capacity: 1 << 16)
  var names = NameInterner()
  var found: [Found] = []
  var containers: [String] = []

  // Where the parser is.
  var outer: [Outer] = []
  /// The places of the open elements of the record, the record's own first.
  var open: [Int] = []
  var openRecord: Found? {
    didSet {
      isOpen = openRecord != nil
      isPassing = openRecord?.refusal == .tooLarge
    }
  }
  // What every event asks of the open record.
  private(set) var isOpen = false
  private(set) var isPassing = false
  /// How many elements that are not recorded the parser is in: those deeper than the limit, or all
  /// of a record that is too large.
  var passedLevels = 0
  /// The elements around the place where reading began again; their tags are met once more.
  var resumed: [Outer] = []

  /// What is looked for; nil until the root element tells.
  var dialect: XMLDialect?
  private let isDialectFixed: Bool
  /// What a mapping says instead of a dialect.
  private let mapped: MappedElements?
  /// The names of the elements around the records, for a mapping.
  private var outerNames: [String] { outer.dropFirst().map(\.local) }
  private let readsInternal: Bool
  let limits: Limits
  /// Whether any element said that this is a document of the dialect.
  private(set) var sawRoot = false
  var passedInternal = 0
  var fault: XMLFault?
  /// The qualified name of the records, as far as it is known.
  private(set) var recordTag: [UInt8] = []
  /// The first fault of namespaces, which is none of the text.
  private(set) var spaceFault: XMLFault?
  private(set) var isDocumentTypeRefused = false

  /// How many elements are around the records, once there was one.
  private var recordDepth = -1
  /// How far the parser had read when it met text beside records; its owner takes it.
  var strayText: Int?
  private var hasStrayText = false

  /// The parser that the events come from; set by its owner.
  var parser: XMLParser?

  init(
    _ dialect: XMLDialect?, mapped: MappedElements? = nil, readsInternal: Bool, limits: Limits
  ) {
    self.dialect = dialect
    self.mapped = mapped
    isDialectFixed = dialect != nil || mapped != nil
    self.readsInternal = readsInternal
    self.limits = limits
  }

  /// Deeper than this nothing is followed: the parser itself needs memory for each level.
  private var deepest: Int { max(4096, limits.xmlDepth * 2) }

  /// The open record: how far the parser had read when its start tag was met.
  ///
  /// The bytes that the tape takes.
  var size: Int { textBuffer.count + nodes.count * 20 }

  // MARK: Events

  mutating func start(_ tag: borrowing ParsedTag) {
    let number = unsafe number(tag.local, tag.uri, tag.prefix)
    // A parser that was stopped has let go of what the tag points to.
    guard fault == nil else { return }
    if isOpen { return startInner(tag, number) }
    if outer.count > limits.xmlDepth {
      return stop("elements are nested deeper than \(limits.xmlDepth)", .tooDeep)
    }
    let name = names.names.infos[Int(number)]
    if mapped == nil, !isDialectFixed || !sawRoot {
      recognise(name, names.names.locals[Int(number)])
    }
    let parent = outer.last?.name ?? NameInfo()
    let part =
      mapped.map { $0.isRecord(names.names.locals[Int(number)], in: outerNames) ? .record : .other }
      ?? dialect?.part(name, in: parent) ?? .other
    let isIgnored = outer.last?.isIgnored ?? false
    switch part {
    case .record where !isIgnored, .context where !isIgnored:
      var record = XMLTape.Record(node: nodes.count)
      if case .context = part { record.isContext = true }
      record.container = outer.last?.container ?? -1
      openRecord = Found(record: record, tagEnd: parser?.position ?? 0, end: 0)
      if recordTag.isEmpty, !record.isContext { recordTag = tag.qualifiedName }
      passedLevels = 0
      if !record.isContext {
        recordDepth = outer.count
        hasStrayText = false
      }
      append(tag, number)
    case .record: push(tag, number, isIgnored: true)
    case .container(let word): push(tag, number, container: word, isIgnored: isIgnored)
    case .context, .other: push(tag, number, isIgnored: isIgnored)
    }
  }

  private mutating func startInner(_ tag: borrowing ParsedTag, _ number: UInt32) {
    if passedLevels > 0 || isPassing
      || outer.count + open.count >= limits.xmlDepth
    {
      passedLevels += 1
      if passedLevels == 1, !isPassing { openRecord?.refusal = .tooDeep }
      if passedLevels > deepest { stop("elements are nested too deep", .tooDeep) }
      return
    }
    dropBlankText()
    append(tag, number)
  }

  mutating func end() {
    guard isOpen else {
      if !outer.isEmpty { outer.removeLast() }
      return
    }
    if passedLevels > 0 {
      passedLevels -= 1
      return
    }
    let node = open.removeLast()
    nodes[node].end = UInt32(truncatingIfNeeded: nodes.count)
    guard open.isEmpty, var done = openRecord else { return }
    done.end = parser?.position ?? 0
    found.append(done)
    openRecord = nil
  }

  mutating func text(_ text: ByteView) {
    guard let top = open.last, passedLevels == 0, !isPassing else {
      if !isOpen, outer.count == recordDepth, !text.isBlank { noteStrayText() }
      return
    }
    let last = nodes.count - 1
    // The text goes on, or stands before the first child, or behind one.
    if last == top || isChildless(top) {
      if nodes[top].textCount == 0 {
        nodes[top].textStart = UInt32(truncatingIfNeeded: textBuffer.count)
      }
      nodes[top].textCount += UInt32(truncatingIfNeeded: text.count)
    } else if nodes[last].kind == .text, nodes[last].name == UInt32(truncatingIfNeeded: top) {
      nodes[last].textCount += UInt32(truncatingIfNeeded: text.count)
    } else {
      if !isForeign(top), text.isBlank { return }
      // The name of a text is the place of its element, so that the next piece of text knows
      // whether it goes on.
      nodes.append(
        XMLNode(
          name: UInt32(truncatingIfNeeded: top), kind: .text,
          end: UInt32(truncatingIfNeeded: nodes.count + 1),
          textStart: UInt32(truncatingIfNeeded: textBuffer.count),
          textCount: UInt32(truncatingIfNeeded: text.count)))
    }
    textBuffer.append(text)
  }

  /// Notes text that stands beside records.
  private mutating func noteStrayText() {
    if !hasStrayText { strayText = parser?.position ?? 0 }
    hasStrayText = true
  }

  mutating func note(_ message: String, code: Int, isFatal: Bool) {
    var text = message
    while let last = text.last, last.isWhitespace { text.removeLast() }
    let fault = XMLFault(message: text, code: code, position: parser?.position ?? 0)
    if isFatal {
      if self.fault == nil { self.fault = fault }
    } else if spaceFault == nil, code >= 200, code < 300 {
      // Numbers from 200 on are of namespaces.
      spaceFault = fault
    }
  }

  mutating func refuseDocumentType() {
    isDocumentTypeRefused = true
    stop("the document has a DOCTYPE of its own", .malformed)
  }

  /// What stopped the parser, beside the library's own numbers.
  enum Stop: Int { case malformed = -1, tooDeep = -2, tooLarge = -3 }

  private mutating func stop(_ message: String, _ code: Stop) {
    if fault == nil {
      fault = XMLFault(message: message, code: code.rawValue, position: parser?.position ?? 0)
    }
    parser?.stop()
  }

  // MARK: Nodes

  private mutating func append(_ tag: borrowing ParsedTag, _ number: UInt32) {
    open.append(nodes.count)
    nodes.append(
      XMLNode(
        name: number, kind: .element, end: 0,
        textStart: UInt32(truncatingIfNeeded: textBuffer.count), textCount: 0))
    guard tag.attributeCount > 0 else { return }
    var index = 0
    while let attribute = tag.attribute(index) {
      index += 1
      let name = unsafe self.number(attribute.local, attribute.uri, attribute.prefix)
      guard fault == nil else {
        // Of an element whose tag was not read whole, nothing is kept.
        openRecord?.refusal = .tooLarge
        return
      }
      let start = textBuffer.count
      appendAttribute(attribute.value)
      nodes.append(
        XMLNode(
          name: name, kind: .attribute, end: UInt32(truncatingIfNeeded: nodes.count + 1),
          textStart: UInt32(truncatingIfNeeded: start),
          textCount: UInt32(truncatingIfNeeded: textBuffer.count - start)))
    }
  }

  /// The parser gives an `&` of an attribute as `&#38;`, because it replaces no entities.
  private mutating func appendAttribute(_ value: ByteView) {
    var start = 0
    while true {
      let at = value.first(UInt8(ascii: "&"), from: start)
      textBuffer.append(value[start..<at])
      guard at < value.count else { return }
      let isReference = value.from(at).startsIgnoringCase("&#38;")
      textBuffer.append(UInt8(ascii: "&"))
      start = at + (isReference ? 5 : 1)
    }
  }

  /// Whether an open element has nothing but attributes yet.
  private func isChildless(_ node: Int) -> Bool {
    var at = node + 1
    while at < nodes.count, nodes[at].kind == .attribute { at += 1 }
    return at == nodes.count
  }

  private func isForeign(_ node: Int) -> Bool {
    names.names.infos[Int(nodes[node].name)].space == .other
  }

  /// White space before the first child is layout, but for foreign elements, which are kept as they
  /// are.
  @inline(__always)
  private mutating func dropBlankText() {
    guard let top = open.last, nodes[top].textCount > 0,
      top == nodes.count - 1 || isChildless(top)
    else { return }
    let start = Int(nodes[top].textStart)
    let end = start + Int(nodes[top].textCount)
    guard end == textBuffer.count, textBuffer[start].isSpace, !isForeign(top) else { return }
    guard textBuffer.withView(from: start, { $0.isBlank }) else { return }
    textBuffer.truncate(to: start)
    nodes[top].textCount = 0
  }

  // MARK: Names

  @inline(__always)
  private mutating func number(
    _ local: UnsafePointer<UInt8>, _ uri: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?
  ) -> UInt32 {
    let place = UInt(bitPattern: local)
    let space = UInt(bitPattern: uri)
    if let known = names.number(place, space) { return known }
    if names.isFull { stop("the document has too many names", .tooLarge) }
    return unsafe names.add(
      place, space, name: ByteView(text: local), space: ByteView(text: uri),
      prefix: ByteView(text: prefix))
  }

  private mutating func recognise(_ name: NameInfo, _ local: String) {
    guard let root = XMLDialect(root: local, space: name.space) else { return }
    if isDialectFixed {
      sawRoot = sawRoot || root == dialect
    } else {
      dialect = root
      sawRoot = true
    }
  }

  // MARK: Elements around the records

  private mutating func push(
    _ tag: borrowing ParsedTag, _ number: UInt32, container: XMLWord? = nil, isIgnored: Bool
  ) {
    var isIgnored = isIgnored
    var place = outer.last?.container ?? -1
    if outer.count < resumed.count {
      // Met before: its attributes were read then.
      return outer.append(resumed[outer.count])
    }
    resumed.removeAll()
    if let container {
      place = -1
      var index = 0
      while let attribute = tag.attribute(index) {
        index += 1
        let word = unsafe XMLWord(ByteView(text: attribute.local))
        if word == container {
          containers.append(attribute.value.string.replacingAmpersands)
          place = containers.count - 1
        }
        // Book 255 of a FRITZ!Box has its internal numbers.
        if word == .owner, attribute.value.equals("255"), !readsInternal {
          isIgnored = true
          passedInternal += 1
        }
      }
    }
    outer.append(
      Outer(
        name: names.names.infos[Int(number)], local: names.names.locals[Int(number)],
        tag: tag.bytes, container: place, isIgnored: isIgnored
      ))
  }
}

extension ParsedTag {
  /// The name as it is written.
  var qualifiedName: [UInt8] {
    let name = unsafe ByteView(text: local).array
    guard let prefix = unsafe prefix else { return name }
    return unsafe ByteView(text: prefix).array + [UInt8(ascii: ":")] + name
  }

  /// A start tag of the same name with the same namespaces.
  var bytes: [UInt8] {
    var buffer = ByteBuffer(capacity: 128)
    buffer.append(UInt8(ascii: "<"))
    buffer.append(qualifiedName)
    for index in 0..<spaceCount {
      guard let space = space(index) else { break }
      buffer.append(space.prefix.isEmpty ? " xmlns" : " xmlns:")
      buffer.append(space.prefix)
      buffer.append("=\"")
      XMLText.appendAttribute(space.uri, to: &buffer)
      buffer.append("\"")
    }
    buffer.append(UInt8(ascii: ">"))
    return buffer.bytes
  }
}

extension String {
  /// The text with `&` for each `&#38;`, as which the parser gives it in attributes.
  fileprivate var replacingAmpersands: String {
    var parts: [Substring] = []
    var rest = self[...]
    while let mark = rest.firstIndex(of: "&") {
      parts.append(rest[...mark])
      rest = rest[rest.index(after: mark)...]
      if rest.hasPrefix("#38;") { rest = rest.dropFirst(4) }
    }
    return parts.joined() + rest
  }
}
