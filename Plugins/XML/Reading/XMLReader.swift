import Cardmill

// The parser is a push parser, so the reader pulls: it takes a piece of the input, makes it such as the parser takes it, feeds it, and
// looks what records the tape has got. Records are handed on in batches; what is open stays for the next one.
//
// Documents stand in an element of ours, `<w>`: so one may follow the other, and reading can begin again behind a fault inside the same
// elements.

/// Reads an XML document from start to end.
@safe
final class XMLReader: SerialReader {
  private let input: any InputBytes
  private let request: ReadRequest
  private let recorder: UnsafeMutablePointer<TapeRecorder>
  private var window: InputWindow
  private var repair = MarkupRepair(encoding: nil)
  private var changed = ByteBuffer(capacity: 64)
  private var map = OffsetMap()
  private var parser: XMLParser?
  /// How many bytes the parser was fed.
  private var fed = 0
  /// The place of the first byte that it was not fed.
  private var at = 0
  /// Where the parser began.
  private var begun = 0
  private var phase = Phase.head
  /// How much is fed at once: little behind a fault, for the next may follow at once.
  private var pieceSize = XMLReader.usualPiece
  /// How many of the found records have been located.
  private var locatedCount = 0
  /// Whether the bytes of the batch's records are no longer all there.
  private var isSourceless = false
  private var recordCount = 0
  private var foundRecords = false
  private var diagnostics: [Diagnostic] = []
  private var findings: [(kind: MarkupRepair.Finding, place: Int)] = []
  private var hasReportedSpaces = false
  private var faultCount = 0
  /// The first fault outside of records.
  private var lostFault: Diagnostic?
  private var groups = GroupNames()
  private let mapped: MappedElements?
  /// The rows of the mapping that no contact had a value for.
  private var unusedRows: Set<Int> = []

  private enum Phase { case head, content, end, done }

  private static let usualPiece = 64 << 10
  /// Records of a batch.
  private static let batchCount = 1000
  /// Bytes of a batch.
  private static let batchSize = 256 << 10
  /// More bytes than this are not kept beside what was read of them.
  private static let greatestSource = 4 << 20
  /// With more faults than this the rest is given up: beginning again costs more than reading.
  private static let mostFaults = 10_000
  private static let wrapper: StaticString = "<w>"

  init(_ input: any InputBytes, _ request: ReadRequest) throws {
    self.input = input
    self.request = request
    var head = [UInt8](repeating: 0, count: 4)
    let got = try unsafe head.withUnsafeMutableBytes { try unsafe input.readAll(into: $0, at: 0) }
    let wide = head.withView { XMLHead.wideEncoding($0.upTo(got)) }
    let mapped = try request.options["mapping"].map { text throws in try MappedElements(text) }
    self.mapped = mapped
    unusedRows = Set(mapped?.paths.indices ?? 0..<0)
    window = try InputWindow(input, encoding: wide)
    unsafe recorder = UnsafeMutablePointer<TapeRecorder>.allocate(capacity: 1)
    unsafe recorder.initialize(
      to: TapeRecorder(
        mapped == nil ? XMLDialect(request.format) : nil, mapped: mapped,
        readsInternal: request.options["internal"] == "true", limits: request.limits))
  }

  deinit {
    parser = nil
    unsafe recorder.pointee.parser = nil
    unsafe recorder.deinitialize(count: 1)
    unsafe recorder.deallocate()
  }

  func next() throws -> ParsedBlock? {
    if phase == .head { try begin() }
    while phase != .done {
      let count = unsafe recorder.pointee.found.count
      let size = unsafe recorder.pointee.size
      let isLarge = size >= Self.batchSize || at - window.start > Self.greatestSource
      if count >= Self.batchCount || (count > 0 && isLarge) { break }
      try feed()
    }
    if phase == .done {
      try checkEnd()
      reportUnusedRows()
    }
    let count = unsafe recorder.pointee.found.count
    guard count > 0 || !diagnostics.isEmpty || !findings.isEmpty else { return nil }
    return emit()
  }

  // MARK: The head

  /// Reads what stands before the root element, and begins there.
  private func begin() throws {
    phase = .done
    var head: XMLHead
    repeat {
      try window.fill(Self.usualPiece)
      head = XMLHead(window.view(from: 0))
    } while head.isCutOff && !window.isAtEnd && window.end < 1 << 20
    if head.documentType == .subset { throw refusal(head.documentTypeStart) }
    guard let root = head.rootStart else {
      if window.isAtEnd, window.view(from: 0).isBlankDocument { return }
      if window.isAtEnd, head.isCutOff {
        return report(.malformedXML, "the document is cut off before it begins", at: window.end)
      }
      throw SourceError(
        .unusable, Diagnostic(.notAContactFile, "it is no XML document", file: input.name))
    }
    if head.strayCount > 0 {
      report(.textOutsideCard, "text stands before the XML declaration", at: 0)
    }
    let declared = request.options["encoding"] ?? mapped?.mapping.encoding ?? head.encoding
    if let declared, !window.isTranscoded, !MarkupRepair.isKnown(declared) {
      report(
        .charsetGuess,
        "the encoding \(declared) is unknown; the text was read as UTF-8 or Windows-1252", at: 0)
    }
    repair = MarkupRepair(encoding: window.isTranscoded ? nil : declared)
    phase = .content
    try start(at: root, inside: [])
  }

  private func refusal(_ place: Int) -> SourceError {
    var diagnostic = Diagnostic(
      .doctypeRefused, "the document has a DOCTYPE with declarations of its own; nothing was read",
      file: input.name)
    locate(&diagnostic, at: place)
    return SourceError(.unusable, diagnostic)
  }

  /// Makes a parser that begins at a place, inside elements.
  private func start(at place: Int, inside tags: [UInt8]) throws {
    let made: XMLParser
    let isFull = unsafe recorder.pointee.names.isFull
    if let parser, !isFull {
      made = parser
      made.restart()
    } else {
      guard let new = unsafe XMLParser(recorder) else {
        throw SourceError(
          .fault, Diagnostic(.ownFault, "the XML parser could not be made", file: input.name))
      }
      made = new
      unsafe recorder.pointee.names.forgetPlaces()
    }
    parser = made
    unsafe recorder.pointee.parser = made
    let opening = tags.isEmpty ? Self.wrapper.view.array : tags
    opening.withView { made.feed($0) }
    fed = opening.count
    map = OffsetMap()
    map.add(fed: fed, place: place)
    at = place
    begun = place
    repair.reset()
  }

  // MARK: Feeding

  private func feed() throws {
    guard let parser else { return }
    if phase == .end {
      phase = .done
      // The element of ours ends; whatever else is open is cut off.
      ("</w>" as StaticString).view.array.withView { parser.feed($0) }
      parser.finish()
      try locateRecords()
      if unsafe recorder.pointee.fault != nil { try takeFault(isAtEnd: true) }
      return
    }
    if window.end - at < pieceSize { try window.fill(Self.usualPiece) }
    let end = pieceEnd()
    guard end > at else {
      if window.isAtEnd { phase = .end } else { try window.fill(Self.usualPiece) }
      return
    }
    let piece = window.view(at..<end)
    changed.removeAll()
    let isChanged = repair.change(piece, place: at, fed: fed, into: &changed, &map)
    if isChanged {
      parser.feed(changed.view)
      fed += changed.count
    } else {
      parser.feed(piece)
      fed += piece.count
    }
    at = end
    if !repair.findings.isEmpty {
      findings += repair.findings
      repair.findings.removeAll()
    }
    if pieceSize < Self.usualPiece { pieceSize *= 2 }
    try locateRecords()
    if let refused = documentTypeWithSubset {
      try giveUp(at: refused)
    } else if unsafe recorder.pointee.fault != nil {
      try takeFault(isAtEnd: false)
    } else {
      limitOpenRecord()
    }
  }

  /// Where the next piece ends: behind a `>`, or where no markup is cut.
  private func pieceEnd() -> Int {
    let text = window.view(from: at)
    let length = min(text.count, pieceSize)
    if window.isAtEnd, length == text.count { return at + length }
    var end = length
    while end > 0, text[end - 1] != UInt8(ascii: ">") { end -= 1 }
    if end > 0 { return at + end }
    // A long text: what could be the beginning of a reference or of markup waits, and no character is cut.
    end = max(0, length - 16)
    var mark = end
    while mark > 0, end - mark < 16 {
      mark -= 1
      switch text[mark] {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "]"), UInt8(ascii: "-"),
        UInt8(ascii: "?"):
        end = mark
      default: break
      }
    }
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return at + (end > 0 || length < 1024 ? end : length)
  }

  private var documentTypeWithSubset: Int? {
    for case (.documentTypeWithSubset, let place) in findings { return place }
    return nil
  }

  // MARK: Records

  /// Finds out where the records of the tape lie in the input.
  private func locateRecords() throws {
    var found = unsafe recorder.pointee.found.count
    while locatedCount < found {
      unsafe locate(&recorder.pointee.found[locatedCount])
      locatedCount += 1
    }
    found = unsafe recorder.pointee.found.count
    if var open = unsafe recorder.pointee.openRecord, !open.isLocated {
      locateStart(&open)
      unsafe recorder.pointee.openRecord = open
    }
    if found > 0 { foundRecords = true }
    if let position = unsafe recorder.pointee.strayText {
      unsafe recorder.pointee.strayText = nil
      report(.textOutsideCard, "text stands between the contacts", at: map.place(of: position))
    }
    if let fault = unsafe recorder.pointee.spaceFault, !hasReportedSpaces {
      hasReportedSpaces = true
      report(.malformedXML, fault.sentence, at: map.place(of: fault.position))
    }
  }

  private func locateStart(_ found: inout TapeRecorder.Found) {
    var start = min(max(map.place(of: found.tagEnd), window.start), window.end)
    let text = window.view(window.start..<start)
    var index = text.count
    while index > 0, text[index - 1] != UInt8(ascii: "<") { index -= 1 }
    start = window.start + max(0, index - 1)
    let location = window.location(of: start)
    found.record.line = location.line
    found.record.fileRange = location.offset..<location.offset
    found.record.range = start..<start
    found.isLocated = true
  }

  private func locate(_ found: inout TapeRecorder.Found) {
    if !found.isLocated { locateStart(&found) }
    close(&found, at: map.place(of: found.end))
    if found.refusal != .none { found.record.fault = diagnostic(found.refusal, of: found) }
  }

  /// Says where a record ends.
  private func close(_ found: inout TapeRecorder.Found, at place: Int) {
    let start = found.record.range.lowerBound
    let end = max(min(place, window.end), start)
    found.record.range = start..<end
    let first = found.record.fileRange.lowerBound
    found.record.fileRange = first..<max(first, window.location(of: end).offset)
    let isWhole =
      end > start && end > window.start && window.view(end - 1..<end)[0] == UInt8(ascii: ">")
    if !isWhole { found.record.isRepaired = true }
  }

  private func diagnostic(_ refusal: TapeRecorder.Refusal, of found: TapeRecorder.Found)
    -> Diagnostic
  {
    let message =
      refusal == .tooDeep
      ? "elements of the contact are nested deeper than \(request.limits.xmlDepth); raise it with --limit xml-depth=N"
      : "the contact is larger than the limit; raise it with --limit record=SIZE"
    return Diagnostic(
      refusal == .tooDeep ? .tooDeep : .limitExceeded, message, line: found.record.line, column: 1,
      offset: found.record.fileRange.lowerBound)
  }

  /// Gives up a record that is too large, and lets go of its bytes.
  private func limitOpenRecord() {
    if let open = unsafe recorder.pointee.openRecord, open.isLocated {
      let isTooLarge = unsafe recorder.pointee.isOpenRecordTooLarge
      if isTooLarge || at - open.record.range.lowerBound > request.limits.record {
        unsafe recorder.pointee.refuseOpenRecord()
      }
    }
    if at - window.start > Self.greatestSource, unsafe recorder.pointee.found.isEmpty {
      if unsafe recorder.pointee.openRecord != nil { isSourceless = true }
      // A tag that is not whole yet is kept: the parser bounds its size.
      window.drop(to: min(at, map.place(of: parser?.position ?? fed)))
    }
  }

  // MARK: Faults

  /// Reports what the parser could not read, and begins again at the next record.
  private func takeFault(isAtEnd: Bool) throws {
    guard let fault = unsafe recorder.pointee.fault else { return }
    if unsafe recorder.pointee.isDocumentTypeRefused {
      return try giveUp(at: map.place(of: fault.position))
    }
    let place = min(map.place(of: fault.position), window.end)
    let open = unsafe recorder.pointee.openRecord
    if fault.isCharacter, !repair.dropsControls, let start = open?.record.range.lowerBound,
      start >= window.start
    {
      // A character that XML does not allow: the record is read once more without it.
      repair.dropsControls = true
      unsafe recorder.pointee.takeBack()
      findings.removeAll { $0.place >= start }
      phase = .content
      return try self.start(at: start, inside: unsafe recorder.pointee.resume())
    }
    var diagnostic = Diagnostic(
      fault.code == TapeRecorder.Stop.tooDeep.rawValue ? .tooDeep : .malformedXML,
      isAtEnd ? "the document is cut off" : fault.sentence)
    locate(&diagnostic, at: place)
    let sawRoot = unsafe recorder.pointee.sawRoot
    if !foundRecords, open == nil, !sawRoot { throw unusable(diagnostic) }
    var broken = unsafe recorder.pointee.breakOff() ?? unreadRecord(at: place)
    if broken == nil {
      diagnostics.append(diagnostic)
      lostFault = lostFault ?? diagnostic
    }
    // Never at the same place again: a start tag may itself be what cannot be read.
    faultCount += 1
    if faultCount == Self.mostFaults {
      diagnostic.message += "; the document has too many faults, and the rest was given up"
    }
    let next = try seek(from: max(place, begun + 1, (broken?.record.range.lowerBound ?? -1) + 1))
    if broken != nil {
      broken?.record.isRepaired = true
      broken?.record.fault = diagnostic
      if var done = broken {
        close(&done, at: next ?? endOfLast(from: place))
        done.record.isRepaired = true
        unsafe recorder.pointee.found.append(done)
        locatedCount += 1
      }
    }
    let tags = unsafe recorder.pointee.resume()
    guard let next else {
      phase = .done
      return
    }
    pieceSize = 1024
    phase = .content
    try start(at: next, inside: tags)
  }

  /// The failure of a document of which nothing can be read.
  private func unusable(_ diagnostic: Diagnostic) -> SourceError {
    var diagnostic = diagnostic
    diagnostic.file = input.name
    diagnostic.ownSeverity = .error
    return SourceError(.unusable, diagnostic)
  }

  /// Where the last record of the input ends when it cannot be read to its end: behind its end tag,
  /// if it has one, so that what ends the document is no part of it.
  private func endOfLast(from place: Int) -> Int {
    let start = max(place, window.start)
    let text = window.view(from: min(start, window.end))
    let name = unsafe recorder.pointee.recordTag
    let tag = Array("</".utf8) + name
    var end: Int?
    var at = 0
    while tag.count > 2, let found = tag.withView({ text.from(at).find($0) }) {
      at += found + tag.count
      let close = text.passSpace(at)
      if close < text.count, text[close] == UInt8(ascii: ">") { end = start + close + 1 }
    }
    return end ?? window.end
  }

  /// A record whose start tag already cannot be read.
  private func unreadRecord(at place: Int) -> TapeRecorder.Found? {
    let name = unsafe recorder.pointee.recordTag
    let tag = [UInt8(ascii: "<")] + name
    guard tag.count > 1, place >= window.start, place + tag.count < window.end else { return nil }
    let isThere = tag.withView { window.view(place..<place + tag.count).equals($0) }
    guard isThere else { return nil }
    let location = window.location(of: place)
    var found = TapeRecorder.Found(
      record: XMLTape.Record(node: 0), tagEnd: 0, end: 0, isLocated: true)
    found.record.line = location.line
    found.record.range = place..<place
    found.record.fileRange = location.offset..<location.offset
    return found
  }

  /// Stops at a DOCTYPE behind the first document.
  private func giveUp(at place: Int) throws {
    guard foundRecords else { throw refusal(place) }
    findings.removeAll { $0.place >= place }
    report(
      .doctypeRefused,
      "a DOCTYPE with declarations of its own stands here; nothing behind it was read", at: place)
    unsafe recorder.pointee.takeBack()
    phase = .done
  }

  /// Finds the next start tag of a record.
  private func seek(from place: Int) throws -> Int? {
    var name = unsafe recorder.pointee.recordTag
    if name.isEmpty {
      name =
        unsafe recorder.pointee.dialect?.usualRecord ?? mapped?.record.last.map { Array($0.utf8) }
        ?? []
    }
    let isGivenUp = name.isEmpty || faultCount >= Self.mostFaults
    let tag = [UInt8(ascii: "<")] + name
    var from = isGivenUp ? window.end : max(place, window.start)
    while true {
      while !isGivenUp, from < window.end {
        guard let found = tag.withView({ window.view(from: from).find($0) }) else { break }
        let start = from + found
        let behind = start + tag.count
        guard behind < window.end else {
          from = start
          break
        }
        let next = window.view(behind..<behind + 1)[0]
        if next.isSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") { return start }
        from = behind
      }
      if window.isAtEnd { return nil }
      from = isGivenUp ? window.end : max(from, window.end - tag.count)
      if window.end - window.start > Self.greatestSource {
        isSourceless = true
        window.drop(to: from)
      }
      try window.fill(Self.usualPiece)
    }
  }

  /// Says which rows of the mapping found nothing, once.
  private func reportUnusedRows() {
    guard let mapped, foundRecords, unsafe recorder.pointee.found.isEmpty else { return }
    for row in unusedRows.sorted() {
      guard case .name(let path) = mapped.mapping.rows[row].source else { continue }
      var diagnostic = Diagnostic(
        .badMapping, "line \(mapped.mapping.rows[row].line) of the mapping: no contact has \(path)")
      // A contact may lack anything; only a mistyped path is wrong.
      diagnostic.ownSeverity = .info
      diagnostics.append(diagnostic)
    }
    unusedRows.removeAll()
  }

  /// Whether anything was recognised at all.
  private func checkEnd() throws {
    let sawRoot = unsafe recorder.pointee.sawRoot
    if unsafe recorder.pointee.passedInternal > 0 {
      unsafe recorder.pointee.forgetInternal()
      report(
        .unknownComponent,
        "a phone book of internal numbers (owner 255) was passed over; --in-option internal=true reads it",
        at: window.start)
    }
    if let lostFault, !foundRecords, unsafe recorder.pointee.found.isEmpty {
      throw unusable(lostFault)
    }
    guard parser != nil, !foundRecords, !sawRoot, unsafe recorder.pointee.found.isEmpty else {
      return
    }
    if let mapped {
      throw SourceError(
        .unusable,
        Diagnostic(
          .notAContactFile,
          "it has no element \(mapped.record.joined(separator: "/")), which the mapping calls a contact; `cardmill map --suggest` shows the elements",
          file: input.name))
    }
    let what =
      request.format.dialect == nil
      ? "no known contact document" : "no document of \(request.format)"
    throw SourceError(
      .unusable,
      Diagnostic(.notAContactFile, "it is \(what): its root element says nothing", file: input.name)
    )
  }

  // MARK: Batches

  private func report(_ code: Diagnostic.Code, _ message: String, at place: Int) {
    var diagnostic = Diagnostic(code, message)
    locate(&diagnostic, at: place)
    diagnostics.append(diagnostic)
  }

  private func locate(_ diagnostic: inout Diagnostic, at place: Int) {
    let location = window.location(of: place)
    diagnostic.line = location.line
    diagnostic.column = location.column
    diagnostic.offset = location.offset
  }

  /// Hands on the records that were found.
  private func emit() -> ParsedBlock {
    noteFindings()
    let count = unsafe recorder.pointee.found.count
    var block = Block(copying: .empty)
    let first = count > 0 ? unsafe recorder.pointee.found[0].record.range.lowerBound : window.start
    let last = count > 0 ? unsafe recorder.pointee.found[count - 1].record.range.upperBound : first
    if count > 0, !isSourceless, first >= window.start, last - first <= Self.greatestSource {
      block = Block(copying: window.view(first..<last))
      for index in 0..<count {
        let range = unsafe recorder.pointee.found[index].record.range
        unsafe recorder.pointee.found[index].record.source = Slice(
          block: range.lowerBound - first, count: range.count)
      }
    }
    let isUTF8 = block.view.isValidUTF8
    let dialect = unsafe recorder.pointee.dialect ?? .xCard
    var text = ByteBuffer(capacity: 1 << 16)
    let tape = unsafe recorder.pointee.cut(into: &text)
    locatedCount = 0
    isSourceless = false
    var reader = TapeReader(
      tape, text: text, block: block, dialect: dialect, mapped: mapped, request: request,
      firstRecord: recordCount, groups: groups)
    reader.isFaithful = isUTF8 && !window.isTranscoded
    reader.readAll()
    groups = reader.groups
    unusedRows.subtract(reader.usedRows)
    recordCount += tape.records.count { !$0.isContext }
    var parsed = reader.finish()
    parsed.diagnostics += diagnostics
    diagnostics.removeAll()
    forget()
    return parsed
  }

  /// Lets go of the bytes that no record needs.
  private func forget() {
    if let open = unsafe recorder.pointee.openRecord, open.isLocated,
      open.record.range.lowerBound >= window.start
    {
      window.drop(to: min(open.record.range.lowerBound, at))
    } else {
      window.drop(to: min(at, map.place(of: parser?.position ?? fed)))
    }
    map.drop(before: min(fed, parser?.position ?? fed))
  }

  /// Makes diagnostics of what was changed before it was fed, with the records that it was in.
  private func noteFindings() {
    let count = unsafe recorder.pointee.found.count
    var open: [(kind: MarkupRepair.Finding, place: Int)] = []
    var index = 0
    var lastRecord = -1
    var lastKind = ""
    var number = recordCount - 1
    var counted = -1
    for finding in findings.sorted(by: { $0.place < $1.place }) {
      while index < count,
        unsafe recorder.pointee.found[index].record.range.upperBound <= finding.place
      { index += 1 }
      if index == count, let record = unsafe recorder.pointee.openRecord,
        record.record.range.lowerBound <= finding.place
      {
        open.append(finding)
        continue
      }
      let range = index < count ? unsafe recorder.pointee.found[index].record.range : 0..<0
      let isInside = range.contains(finding.place)
      if isInside { unsafe recorder.pointee.found[index].record.isRepaired = true }
      let (code, message) = finding.kind.said
      if isInside, index == lastRecord, message == lastKind { continue }
      while counted < index, counted + 1 < count {
        counted += 1
        if unsafe !recorder.pointee.found[counted].record.isContext { number += 1 }
      }
      var diagnostic = Diagnostic(code, message)
      locate(&diagnostic, at: finding.place)
      if isInside {
        diagnostic.record = number
        lastRecord = index
        lastKind = message
      }
      diagnostics.append(diagnostic)
    }
    findings = open
  }
}
