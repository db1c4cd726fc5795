import Cardmill

/// Reads the cards of a block into a batch.
///
/// A card is read line by line. The header of a line (group, name, parameters) is taken apart where
/// it lies; the value is a slice of the block unless it was folded, encoded, escaped or in another
/// charset: then its decoded form goes to the builder's second buffer. What belongs to another
/// property of the card (labels, formatted addresses, sort strings) is put there when the card
/// ends.
struct CardParser: ~Copyable {
  var builder: ContactBatch.Builder
  let request: ReadRequest
  let bytes: ByteView
  /// Whether the whole block is valid UTF-8, so that no line needs a look.
  let isUTF8: Bool
  let fallbackCharset: String?
  /// Whether not all properties are asked for.
  let isPartial: Bool
  /// The properties that are asked for.
  let wanted: PropertySet
  let decoder = CharsetDecoder()

  // The tables, held here because a global is looked up at each use.
  let names = VCardWord.table
  let words = BareWord.table
  let parameterNames = NameTable.parameters

  var cache = HeaderCache()

  // The place in the block.
  var at = 0
  var end = 0
  var line = 1

  // The card.
  var card = CardState()
  // The line that is being read.
  var header = Header()
  /// A line that had to be unfolded to find its value.
  var scratch = ByteBuffer(capacity: 1024)

  init(_ records: RecordBlock, _ request: ReadRequest) {
    builder = ContactBatch.Builder(block: records.block, format: request.format)
    builder.groups = request.groups
    self.request = request
    bytes = records.block.view
    isUTF8 = bytes.isValidUTF8
    fallbackCharset = request.options["encoding"]
    isPartial = request.properties != nil
    wanted = request.properties ?? PropertySet([])
    builder.isFaithful = isUTF8 && records.fileOffsets == nil
    builder.reserve(properties: bytes.count / 32, contacts: records.records.count)
    line = records.firstLine
    // The text that most preferences have lies at the start of the second buffer.
    _ = builder.store("1")
  }

  /// The text `1`, the value of a preference.
  static let one = Slice(decoded: 0, count: 1)

  mutating func parse(_ records: RecordBlock) {
    for index in records.records.indices {
      let record = records.records[index]
      if record.start > at { line += bytes[at..<record.start].lineBreaks }
      let file = records.fileRange(index)
      parseCard(
        record, number: records.firstRecord + index, fileOffset: file.lowerBound,
        fileLength: file.count)
      at = record.end
    }
  }

  private mutating func parseCard(
    _ record: RecordRange, number: Int, fileOffset: Int, fileLength: Int
  ) {
    at = record.start
    end = record.end
    card.reset()
    card.number = number
    card.firstLine = line
    card.fileOffset = fileOffset
    card.blockOffset = record.start
    card.isTranscoded = fileLength != record.end - record.start
    card.firstProperty = builder.properties.count
    builder.beginContact(
      number: number, line: line,
      source: Slice(block: record.start, count: record.end - record.start),
      fileOffset: fileOffset, fileLength: fileLength)
    let tail = passFrame()
    if card.version == 0 { card.version = findVersion() }
    if record.note & CardSplitter.Note.missingBegin != 0 {
      report(.missingBegin, "the card has no BEGIN:VCARD")
    }
    while at < end {
      readLine()
      if builder.properties.count - card.firstProperty + card.passedCount
        > request.limits.properties
      {
        let limit = request.limits.properties
        rejectCard(
          .limitExceeded,
          "the card has more than \(limit) properties; raise it with --limit properties=N")
        return
      }
    }
    if card.depth > 0 {
      let limit = request.limits.nesting
      rejectCard(
        .tooDeep,
        "cards are nested \(card.depth) deep, more than \(limit); raise it with --limit nesting=N")
      return
    }
    if record.note & CardSplitter.Note.missingEnd != 0 {
      report(
        .missingEnd,
        "the card has no END:VCARD; it was closed at the next card or the end of the file")
    }
    if tail > 0 {
      line += 1
      at = record.end
    }
    finishCard()
  }

  /// Passes over BEGIN, a VERSION behind it and END where they are written as usual; gives the
  /// length of the END line, or 0.
  private mutating func passFrame() -> Int {
    let text = bytes[at..<end]
    var tail = 0
    if text.count > 24, text[text.count - 1] == 0x0A {
      let breakLength = text[text.count - 2] == 0x0D ? 2 : 1
      let start = text.count - 9 - breakLength
      if text[start - 1] == 0x0A, text[start..<start + 9].equals("END:VCARD") {
        tail = 9 + breakLength
        end -= tail
      }
    }
    card.version = 0
    guard text.upTo(11).equals("BEGIN:VCARD") else { return tail }
    let first = text.afterLineBreak(11)
    guard first > 11, text[11] < 0x20, first + 13 < text.count - tail else { return tail }
    at += first
    line += 1
    guard text[first..<first + 8].equals("VERSION:") else { return tail }
    let version = text[first + 8..<first + 11]
    guard text[first + 11] == 0x0D || text[first + 11] == 0x0A else { return tail }
    if version.equals("3.0") {
      card.version = 30
    } else if version.equals("4.0") {
      card.version = 40
    } else if version.equals("2.1") {
      card.version = 21
    } else {
      return tail
    }
    card.versionCount = 1
    at += text.afterLineBreak(first + 11) - first
    line += 1
    return tail
  }

  /// Gives up on a card that is over a limit.
  private mutating func rejectCard(_ code: Diagnostic.Code, _ message: String) {
    line += bytes[at..<end].lineBreaks
    at = end
    builder.rejectContact(
      Diagnostic(
        code, message, record: card.number, line: card.firstLine, column: 1, offset: card.fileOffset
      ))
  }

  // MARK: Reporting

  /// Reports something about the line that is being read, or about the card.
  mutating func report(
    _ code: Diagnostic.Code, _ message: @autoclosure () -> String, atLine isLine: Bool = false,
    column: Int = 1
  ) {
    // Values that contradict each other stand in the card as they were written.
    if code.severity != .info, code != .valueConflict { card.isRepaired = true }
    builder.diagnostics.append(
      Diagnostic(
        code, message(), record: card.number, line: isLine ? Int(header.line) : card.firstLine,
        column: column,
        offset: isLine && !card.isTranscoded
          ? card.fileOffset + header.lineStart - card.blockOffset : card.fileOffset))
  }

  // MARK: Lines

  /// Reads one logical line and what it holds.
  private mutating func readLine() {
    let start = at
    if isUTF8 {
      var colon = cache.findNext(
        bytes, start: start, end: end, version: card.version, into: &header,
        parameters: &builder.parameters)
      if colon == nil {
        // A header without quotes ends at its first colon, and most headers were seen before.
        let place = bytes.first(UInt8(ascii: ":"), UInt8(ascii: "\""), 0x0D, 0x0A, from: start)
        if place < end, bytes[place] == UInt8(ascii: ":"),
          cache.find(
            bytes[start..<place], version: card.version, start: start, into: &header,
            parameters: &builder.parameters)
        {
          colon = place
        }
      }
      if let colon {
        let lineEnd = min(bytes.lineBreak(from: colon + 1), end)
        header.line = Int32(truncatingIfNeeded: line)
        at = min(bytes.afterLineBreak(lineEnd), end)
        line += 1
        if isPartial, passOver(valueStart: colon + 1, lineEnd: lineEnd) { return }
        handle(valueStart: colon + 1, lineEnd: lineEnd)
        return
      }
    }
    readNewLine()
  }

  /// Passes over the line, and those folded behind it, when nobody asks for its property; false,
  /// and nothing done, when it has to be read all the same.
  @inline(__always)
  private mutating func passOver(valueStart: Int, lineEnd: Int) -> Bool {
    guard !wanted.contains(header.id), header.encoding == .none, lineEnd > valueStart,
      bytes[valueStart] > 0x20
    else { return false }
    // A value of nothing but separators is empty: `N:;;;;`.
    var content = valueStart
    while bytes[content] == UInt8(ascii: ";") || bytes[content] == UInt8(ascii: ",") {
      content += 1
      if content == lineEnd { return false }
    }
    // A label whose property is left out would become a property of its own.
    if header.nameStart > 0, wanted.contains(.unknown) { return false }
    switch header.word {
    case .abLabel, .abAdr: break
    case .none:
      switch header.id {
      case .prodid, .rev: break
      case .n:
        card.hasName = true
        card.hasDatum = true
      default: card.hasDatum = true
      }
    default: return false
    }
    card.passedCount += 1
    while at < end, bytes[at].isBlank {
      at = min(bytes.afterLineBreak(min(bytes.lineBreak(from: at), end)), end)
      line += 1
    }
    return true
  }

  /// Reads a line whose header was not seen before.
  private mutating func readNewLine() {
    var start = at
    let lineEnd = min(bytes.lineBreak(from: at), end)
    header.lineStart = start
    header.line = Int32(truncatingIfNeeded: line)
    let next = min(bytes.afterLineBreak(lineEnd), end)
    at = next
    line += 1
    if lineEnd == start {
      card.hasBlankLines = true
      return
    }
    if bytes[start].isBlank {
      while start < lineEnd, bytes[start].isBlank { start += 1 }
      guard start < lineEnd else {
        card.hasBlankLines = true
        return
      }
      // It goes on nothing: the line before has no value that could be folded.
      report(.nonstandardFold, "a blank stands at the start of a line", atLine: true)
    }
    let isFolded = next < end && bytes[next].isBlank
    let text = bytes[start..<lineEnd]
    let colon = text.first(UInt8(ascii: ":"), UInt8(ascii: "\""))
    if isUTF8, colon < text.count, text[colon] == UInt8(ascii: ":") {
      let found = builder.diagnostics.count
      if header.read(text, isWhole: true) {
        readParts(text, offset: start, in: .block)
        if builder.diagnostics.count == found {
          cache.remember(
            text.upTo(colon), version: card.version, header: header,
            parameters: builder.parameters[Int(header.firstParameter)...])
        }
        let value = start + Int(header.valueOffset)
        if isPartial, passOver(valueStart: value, lineEnd: lineEnd) { return }
        handle(valueStart: value, lineEnd: lineEnd)
        return
      }
    }
    if !isFolded {
      guard header.read(bytes[start..<lineEnd], isWhole: true) else {
        malformed(bytes[start..<lineEnd])
        return
      }
      handle(valueStart: readHeader(at: start, lineEnd), lineEnd: lineEnd)
      return
    }
    if header.read(bytes[start..<lineEnd], isWhole: false) {
      handle(valueStart: readHeader(at: start, lineEnd), lineEnd: lineEnd)
      return
    }
    // The fold lies before the value: unfold the line first.
    scratch.removeAll()
    scratch.append(bytes[start..<lineEnd])
    while at < end, bytes[at].isBlank {
      let stop = min(bytes.lineBreak(from: at), end)
      scratch.append(bytes[at + 1..<stop])
      at = min(bytes.afterLineBreak(stop), end)
      line += 1
    }
    let whole = builder.store(scratch.view)
    guard header.read(builder.view(whole), isWhole: true) else {
      malformed(scratch.view)
      return
    }
    let valueOffset = Int(header.valueOffset)
    readHeader(Slice(decoded: whole.offset, count: valueOffset))
    handleUnfolded(
      Slice(decoded: whole.offset + valueOffset, count: whole.count - valueOffset))
  }

  /// Reads the parts of a header that lies in the block.
  ///
  /// - Returns: where the value begins.
  private mutating func readHeader(at start: Int, _ lineEnd: Int) -> Int {
    let valueOffset = Int(header.valueOffset)
    if isUTF8 || bytes[start..<start + valueOffset].isValidUTF8 {
      readParts(bytes[start..<lineEnd], offset: start, in: .block)
    } else {
      readHeader(Slice(block: start, count: valueOffset))
    }
    return start + valueOffset
  }

  /// Reads the parts of a header with its colon; what is not UTF-8 is converted first.
  private mutating func readHeader(_ slice: Slice) {
    var text = utf8(slice, declared: nil)
    if !text.isDecoded { text = builder.store(builder.view(text)) }
    // A copy, because reading the parts adds to the buffer that the header lies in.
    let copy = builder.view(text).array
    copy.withView { view in
      guard header.read(view, isWhole: true) else { return }
      readParts(view, offset: text.offset, in: .decoded)
    }
  }

  private mutating func malformed(_ text: ByteView) {
    if text.count <= 3, text.startsIgnoringCase("E"), at >= end { return }  // END cut off
    if text.isBlankText {
      card.hasBlankLines = true
      return
    }
    report(.malformedLine, "the line has no colon: \(text.excerpt)", atLine: true)
    var record = PropertyRecord(id: .unknown, form: .unparsed)
    record.flags.insert(.foreign)
    record.name = builder.store("X-CARDMILL-MALFORMED-LINE")
    record.firstParameter = UInt32(builder.parameters.count)
    let stored = builder.store(text)
    record.value = utf8(stored, declared: nil)
    card.hasDatum = true
    builder.properties.append(record)
  }

  /// Where the bytes of a header lie.
  enum Place { case block, decoded }

  /// Reads group, name and parameters of the line whose header was found.
  private mutating func readParts(_ text: ByteView, offset: Int, in place: Place) {
    func slice(_ start: Int, _ stop: Int) -> Slice {
      place == .block
        ? Slice(block: offset + start, count: stop - start)
        : Slice(decoded: offset + start, count: stop - start)
    }
    let name = text[Int(header.nameStart)..<Int(header.nameEnd)]
    header.start = offset
    header.isDecoded = place == .decoded
    let number = names.number(of: name)
    header.id = PropertyID(rawValue: number) ?? .unknown
    header.word = VCardWord(rawValue: number) ?? .none
    header.resetParameters()
    header.firstParameter = Int32(truncatingIfNeeded: builder.parameters.count)
    var position = Int(header.nameEnd)
    let stop = Int(header.valueOffset) - 1
    while position < stop {
      position = readParameter(text, position + 1, stop, slice)
    }
    header.notePlainText()
  }

  // MARK: The version

  /// Finds the card's VERSION line before the card is read; guesses when there is none.
  private mutating func findVersion() -> UInt8 {
    var position = at
    var found: UInt8?
    var isOdd = false
    while true {
      let start = bytes.lineStart(UInt8(ascii: "v"), UInt8(ascii: "v"), from: position)
      guard start < end else { break }
      let stop = min(bytes.lineBreak(from: start), end)
      position = max(stop, start + 1)
      let text = bytes[start..<stop]
      guard text.startsIgnoringCase("VERSION"), text.count > 8 else { continue }
      let colon = text.first(UInt8(ascii: ":"))
      guard colon < text.count else { continue }
      let value = text.from(colon + 1).trimmed
      if value.equals("3.0") {
        found = 30
      } else if value.equals("2.1") {
        found = 21
      } else if value.equals("4.0") {
        found = 40
      } else {
        isOdd = true
      }
      break
    }
    if let found { return found }
    card.versionIsGuessed = true
    if !isOdd { report(.missingVersion, "the card does not state its version") }
    return guessVersion()
  }

  /// Guesses a version by how the card is written.
  private func guessVersion() -> UInt8 {
    let text = bytes[at..<end]
    if text.contains(("QUOTED-PRINTABLE" as StaticString).view)
      || text.contains((";BASE64" as StaticString).view)
      || text.contains(("=BASE64" as StaticString).view)
    {
      return 21
    }
    if text.contains((":data:" as StaticString).view)
      || text.contains((";PREF=" as StaticString).view)
      || text.contains((";ALTID=" as StaticString).view)
    {
      return 40
    }
    return 30
  }
}

/// What is known of the card that is being read.
struct CardState {
  var number = 0
  var firstLine = 1
  var fileOffset = 0
  var blockOffset = 0
  var firstProperty = 0
  /// How many properties were passed over.
  var passedCount = 0
  var version: UInt8 = 30
  var versionIsGuessed = false
  var versionCount = 0
  var isTranscoded = false
  var isRepaired = false
  var hasBlankLines = false
  /// How deep cards are nested, when that is over the limit.
  var depth = 0
  var isGroup = false
  var hasFullName = false
  var hasName = false
  var hasDatum = false
  /// Which properties that stand once were met, a bit for each.
  var singles: UInt64 = 0
  /// The charset that a property of this card declared last; undeclared bytes are most likely in
  /// it.
  var charset: String?
  /// Labels, countries and formatted addresses that wait for the property they belong to.
  var pending: [PendingPart] = []
  var sortString: Slice?
  var defaultAddress: Int?

  mutating func reset() {
    passedCount = 0
    versionIsGuessed = false
    versionCount = 0
    isRepaired = false
    hasBlankLines = false
    depth = 0
    isGroup = false
    hasFullName = false
    hasName = false
    hasDatum = false
    singles = 0
    charset = nil
    if !pending.isEmpty { pending.removeAll() }
    sortString = nil
    defaultAddress = nil
  }
}

/// Something that belongs to another property of its card.
struct PendingPart {
  enum Kind { case label, country, address }
  var kind: Kind
  var group: Slice
  var name: Slice
  var value: Slice
  var types = TypeWords()
  var isPreferred = false
  var place: Int
}
