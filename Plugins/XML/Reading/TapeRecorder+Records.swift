import Cardmill

/// Ending, taking back and handing on records.
extension TapeRecorder {
  /// Forgets that phone books were passed over: it has been said.
  mutating func forgetInternal() { passedInternal = 0 }

  /// Whether the record that is open has more elements than a record with the most properties could
  /// have.
  var isOpenRecordTooLarge: Bool {
    guard let first = open.first else { return false }
    return nodes.count - first > max(limits.properties, 1) * 24
  }

  /// Forgets what was recorded of the open record, and records nothing more of it.
  mutating func refuseOpenRecord() {
    guard let first = open.first, !isPassing else { return }
    openRecord?.refusal = .tooLarge
    passedLevels += open.count - 1
    open.removeLast(open.count - 1)
    nodes.removeLast(nodes.count - first - 1)
    textBuffer.truncate(to: Int(nodes[first].textStart))
    nodes[first].textCount = 0
  }

  /// Ends the open record where it broke off: of its parts, those stay that were whole.
  ///
  /// - Returns: the record, with no node but its own when nothing of it stays.
  mutating func breakOff() -> Found? {
    guard let first = open.first, var record = openRecord else { return nil }
    if open.count > 1 { nodes.removeLast(nodes.count - open[1]) }
    nodes[first].end = UInt32(truncatingIfNeeded: nodes.count)
    record.record.isSalvaged =
      record.refusal == .none && nodes[first + 1..<nodes.count].contains { $0.textCount > 0 }
    open.removeAll()
    openRecord = nil
    passedLevels = 0
    return record
  }

  /// Takes the open record back as if its start tag had not been met.
  mutating func takeBack() {
    guard let first = open.first else { return }
    textBuffer.truncate(to: Int(nodes[first].textStart))
    nodes.removeLast(nodes.count - first)
    open.removeAll()
    openRecord = nil
    passedLevels = 0
  }

  /// Makes ready for another parser, which begins inside the same elements.
  ///
  /// - Returns: their start tags.
  mutating func resume() -> [UInt8] {
    resumed = outer
    outer.removeAll()
    fault = nil
    return resumed.flatMap(\.tag)
  }

  /// Takes the finished records off the tape; `text` gets their text.
  mutating func cut(into text: inout ByteBuffer) -> XMLTape {
    let first = open.first ?? nodes.count
    let textStart = first < nodes.count ? Int(nodes[first].textStart) : textBuffer.count
    var rest = Array(nodes[first...])
    for index in rest.indices {
      if rest[index].kind == .text { rest[index].name -= UInt32(truncatingIfNeeded: first) }
      if rest[index].end > 0 { rest[index].end -= UInt32(truncatingIfNeeded: first) }
      rest[index].textStart -= UInt32(truncatingIfNeeded: textStart)
    }
    nodes.removeLast(nodes.count - first)
    text.removeAll()
    textBuffer.withView(from: textStart) { text.append($0) }
    swap(&text, &textBuffer)
    text.truncate(to: textStart)
    let tape = XMLTape(
      nodes: nodes, names: names.names, records: found.map(\.record), containers: containers)
    nodes = rest
    for index in open.indices { open[index] -= first }
    openRecord?.record.node -= first
    found.removeAll(keepingCapacity: true)
    if nodes.isEmpty { names.forgetIfMany() }
    return tape
  }
}
