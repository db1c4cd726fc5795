package import Cardmill

/// Edits that change single lines of a card.
extension VCardSource: RecordEditing {
  package func patches(
    _ edit: ContactEdit, of batch: ContactBatch, at index: Int, _ request: ReadRequest
  ) -> [RecordPatch]? {
    let storage = batch.storage
    let record = storage.contacts[index]
    guard edit.applies(to: record, in: storage) else { return [] }
    switch edit {
    case .mark(let reason, let time):
      return mark(record, storage, reason: reason, time: time)
    case .unmark:
      return lines(of: record, storage) { storage.properties[$0].id == .xPendingDeletion }
    case .dropMembers(let keys):
      return lines(of: record, storage) { storage.isMember(of: keys, storage.properties[$0]) }
    case .removeCategories(let names): return removeCategories(names, record, storage)
    }
  }

  /// The whole lines of the properties that are wanted; nil when one of them has no lines of its
  /// own.
  private func lines(
    of record: ContactRecord, _ storage: ContactBatch.Storage, isWanted: (Int) -> Bool
  ) -> [RecordPatch]? {
    var patches: [RecordPatch] = []
    for place in storage.properties(of: record) where isWanted(place) {
      guard let range = lineRange(of: storage.properties[place], record, storage) else {
        return nil
      }
      patches.append(RecordPatch(range: range, replacement: []))
    }
    return patches
  }

  /// The lines of a property with the line break behind them.
  private func lineRange(
    of property: PropertyRecord, _ record: ContactRecord, _ storage: ContactBatch.Storage
  ) -> Range<Int>? {
    guard !property.source.isEmpty, !property.source.isDecoded else { return nil }
    let end = property.source.offset + property.source.count
    let limit = record.source.offset + record.source.count
    guard end <= limit else { return nil }
    let view = storage.block.view.upTo(limit)
    return property.source.offset..<view.afterLineBreak(end)
  }

  private func mark(
    _ record: ContactRecord, _ storage: ContactBatch.Storage, reason: String?, time: String
  ) -> [RecordPatch]? {
    let text = storage.view(record.source)
    // Before the END line, or at the end of a card that was cut off.
    var end = text.count
    var position = 0
    while true {
      let start = text.lineStart(UInt8(ascii: "e"), UInt8(ascii: "e"), from: position)
      guard start < text.count else { break }
      let stop = text.lineBreak(from: start)
      if let marker = Marker(text[start..<stop]), marker.kind == .endCard { end = start }
      position = start + 1
    }
    let newline = text.contains(("\r\n" as StaticString).view) ? "\r\n" : "\n"
    var line = ByteBuffer(capacity: 128)
    if end > 0, text[end - 1] != 0x0A, text[end - 1] != 0x0D { line.append(newline) }
    line.append("X-CARDMILL-PENDING-DELETION" as StaticString)
    if let reason, !reason.isEmpty {
      line.append(";REASON=" as StaticString)
      reason.withView { ContentLineWriter.appendQuotedParameterValue($0, to: &line) }
    }
    line.append(":" as StaticString)
    line.append(time)
    if line.count > 75, record.version != 21 { LineFolding.fold(from: 0, &line) }
    line.append(newline)
    let place = record.source.offset + end
    return [RecordPatch(range: place..<place, replacement: line.bytes)]
  }

  /// Writes category lines anew without some names; a line that held nothing else goes away.
  private func removeCategories(
    _ names: [String], _ record: ContactRecord, _ storage: ContactBatch.Storage
  ) -> [RecordPatch]? {
    var patches: [RecordPatch] = []
    for place in storage.properties(of: record) {
      let property = storage.properties[place]
      guard storage.holds(names, in: property) else { continue }
      guard let range = lineRange(of: property, record, storage) else { return nil }
      let lines = storage.block.view[range]
      var breakStart = lines.count
      while breakStart > 0, lines[breakStart - 1] == 0x0A || lines[breakStart - 1] == 0x0D {
        breakStart -= 1
      }
      let kept = storage.parts(of: property).filter {
        !storage.isCategory(names, storage.view(storage.parts[$0]))
      }
      guard !kept.isEmpty else {
        patches.append(RecordPatch(range: range, replacement: []))
        continue
      }
      // The header stays as it is written; the values are written in the card's own way.
      let colon = lines.first(UInt8(ascii: ":"))
      guard colon < lines.count else { return nil }
      var line = ByteBuffer(capacity: 256)
      let values = kept.map { storage.view(storage.parts[$0]) }
      let isEncoded =
        lines.upTo(colon).array.contains(UInt8(ascii: "="))
        && lines.upTo(colon).string.uppercased().contains("QUOTED-PRINTABLE")
      if isEncoded || (record.version == 21 && !values.allSatisfy(\.isASCII)) {
        line.append("CATEGORIES" as StaticString)
        joined(values).withView { QuotedPrintable.append($0, to: &line) }
        patches.append(RecordPatch(range: range, replacement: line.bytes))
        continue
      }
      line.append(lines.upTo(colon + 1))
      for (number, value) in values.enumerated() {
        if number > 0 { line.append(UInt8(ascii: ",")) }
        TextEscapes.encode(value, into: &line)
      }
      if line.count > 75, record.version != 21 { LineFolding.fold(from: 0, &line) }
      line.append(lines.from(breakStart))
      patches.append(RecordPatch(range: range, replacement: line.bytes))
    }
    return patches
  }

  private func joined(_ values: [ByteView]) -> [UInt8] {
    var text = ByteBuffer(capacity: 256)
    for (number, value) in values.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text.append(value)
    }
    return text.bytes
  }
}
