import Cardmill

/// AGENT (vCard 2.1 and 3.0): a card in a card. It is kept as two components, the person's display
/// name and the card's text.
extension CardParser {
  mutating func finishAgent(_ raw: Slice) {
    var text = raw
    if builder.view(raw).isBlankText {
      // vCard 2.1: the card follows on lines of its own.
      guard let nested = takeNestedCard() else { return reportEmpty() }
      if nested.isEmpty { return }
      text = storeNested(nested)
    } else {
      if header.encoding == .quotedPrintable {
        text = utf8(decodeQuotedPrintable(raw), declared: header.charset)
      }
      if builder.view(text).first(UInt8(ascii: "\\")) < text.count,
        !builder.view(text).trimmedStart.startsIgnoringCase("BEGIN:VCARD\n")
      {
        builder.decoded.reserve(text.count)
        let view = builder.view(text)
        let start = builder.decoded.count
        TextEscapes.decode(view, into: &builder.decoded)
        text = Slice(decoded: start, count: builder.decoded.count - start)
      }
    }
    let view = builder.view(text).trimmedStart
    guard view.startsIgnoringCase("BEGIN:VCARD") else {
      // A link to a card, or a name.
      let value = trimmed(text)
      let isURI = builder.view(value).looksLikeURI
      header.valueType = isURI ? .unstated : .text
      builder.parameters.append(
        ParameterRecord(id: .type, word: .agent, value: builder.store("agent")))
      var record = makeRecord(.related, form: .text)
      record.value = value
      add(record)
      return
    }
    let name = displayName(ofCard: view)
    var record = makeRecord(.agent, form: .structured)
    record.valueType = .unstated
    let nameSlice = builder.store(name)
    record.value = Slice(block: builder.parts.count, count: 2)
    builder.parts.append(nameSlice)
    builder.parts.append(text)
    add(record)
  }

  /// Takes the lines of a nested card; nil when none follows, empty when it is nested too deep.
  private mutating func takeNestedCard() -> Slice? {
    let start = at
    var depth = 0
    var deepest = 0
    var position = at
    while position < end {
      let lineStart = bytes.lineStart(UInt8(ascii: "b"), UInt8(ascii: "e"), from: position)
      guard lineStart < end else { break }
      let stop = min(bytes.lineBreak(from: lineStart), end)
      position = max(lineStart + 1, stop)
      guard let marker = Marker(bytes[lineStart..<stop]) else { continue }
      if depth == 0, marker.kind != .beginCard || !bytes[start..<lineStart].isBlankText {
        return nil
      }
      if marker.kind == .beginCard { depth += 1 }
      if marker.kind == .endCard { depth -= 1 }
      deepest = max(deepest, depth)
      if depth == 0 {
        at = min(bytes.afterLineBreak(stop), end)
        break
      }
    }
    guard deepest > 0 else { return nil }
    if depth > 0 { at = end }
    line += bytes[start..<at].lineBreaks
    if deepest >= request.limits.nesting {
      card.depth = deepest + 1
      return Slice.none
    }
    return Slice(block: start, count: at - start)
  }

  /// Stores a nested card as text: UTF-8, with line feeds.
  private mutating func storeNested(_ nested: Slice) -> Slice {
    if !isUTF8, !builder.view(nested).isValidUTF8,
      let text = AgentCard.rewritten(builder.view(nested), request)
    {
      // Lines in other charsets are written anew, in UTF-8.
      return builder.store(text)
    }
    builder.decoded.reserve(nested.count)
    let view = builder.view(nested)
    let start = builder.decoded.count
    var at = 0
    while at < view.count {
      let stop = view.lineBreak(from: at)
      builder.decoded.append(view[at..<stop])
      if stop < view.count { builder.decoded.append(UInt8(ascii: "\n")) }
      at = view.afterLineBreak(stop)
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// The display name of a card that is kept as text.
  private func displayName(ofCard text: ByteView) -> String {
    var inner = request
    inner.limits.nesting = max(1, request.limits.nesting - 1)
    inner.groups = nil
    return AgentCard.batch(text, inner).map { $0[0].name.full } ?? ""
  }
}

/// Reads a card that stands in another one.
enum AgentCard {
  static func batch(_ text: ByteView, _ request: ReadRequest) -> ContactBatch? {
    let block = Block(copying: text)
    let records = RecordBlock(
      block: block, records: [RecordRange(start: 0, end: block.count)], firstRecord: 0,
      firstLine: 1, fileOffset: 0)
    let batch = VCardSource().parse(records, request).batch
    return batch.count == 1 ? batch : nil
  }

  /// The card in UTF-8, with line feeds; nil when it is none.
  static func rewritten(_ text: ByteView, _ request: ReadRequest) -> String? {
    guard let batch = batch(text, request) else { return nil }
    var card = CardFormatter(storage: batch.storage)
    var output = FormattedBlock()
    card.write(batch.storage.contacts[0], version: 21, to: &output)
    return String(decoding: output.bytes.bytes.filter { $0 != 0x0D }, as: UTF8.self)
  }
}

extension ByteView {
  /// The text without blanks and line breaks at its start.
  var trimmedStart: ByteView {
    var index = 0
    while index < count, self[index] <= 0x20 { index += 1 }
    return from(index)
  }
}
