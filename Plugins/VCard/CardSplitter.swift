import Cardmill

/// Finds where cards begin and end.
///
/// Only lines that begin with B or E are looked at. A second BEGIN inside a card ends it
/// (missing-end), unless the line before is an AGENT of vCard 2.1 without a value: then cards nest,
/// and only the depth is counted here. What stands between cards is text outside a card, or a card
/// without BEGIN when it looks like one.
final class CardSplitter: RecordSplitter {
  /// What `parse` has to know of a record.
  struct Note {
    static let missingBegin: UInt8 = 1
    static let missingEnd: UInt8 = 2
  }

  private var isFirst = true
  /// Where to look next, in the bytes that are shown.
  private var position = 0
  /// Where the open card begins, or where the text between cards begins.
  private var start = 0
  /// 0 between cards, 1 in a card, more in an AGENT.
  private var depth = 0
  /// The name of another component that is open between cards, such as VLIST, and where it begins.
  private var component: (name: String, start: Int)?

  func split(_ bytes: Span<UInt8>, isAtEnd: Bool) -> SplitResult {
    bytes.withView { split($0, isAtEnd) }
  }

  private func split(_ bytes: ByteView, _ isAtEnd: Bool) -> SplitResult {
    var result = SplitResult()
    if isFirst {
      guard bytes.count >= 3 || isAtEnd else { return result }
      isFirst = false
      if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
        // RFC 3629, 6: a byte order mark is a signature and no part of the first line.
        result.consumed = 3
        return result
      }
    }
    scan(bytes, isAtEnd, &result)
    if isAtEnd {
      finish(bytes, &result)
    } else if depth == 0, component == nil, position - start > 1 << 16 {
      passOver(bytes, &result)
    }
    position -= result.consumed
    start -= result.consumed
    component?.start -= result.consumed
    return result
  }

  private func scan(_ bytes: ByteView, _ isAtEnd: Bool, _ result: inout SplitResult) {
    while true {
      let line = bytes.lineStart(UInt8(ascii: "b"), UInt8(ascii: "e"), from: position)
      guard line < bytes.count else {
        position = bytes.count
        // A line start at the very end is looked at again when there is more.
        return
      }
      if !Marker.mayBegin(bytes.from(line)) {
        if bytes.count - line < 5, !isAtEnd {
          position = line
          return
        }
        position = line + 1
        continue
      }
      let end = bytes.lineBreak(from: line)
      if end + 2 >= bytes.count, !isAtEnd {
        // The line or its break may go on.
        position = line
        return
      }
      guard let marker = Marker(bytes[line..<end]) else {
        position = line + 1
        continue
      }
      take(marker, bytes, line, end, &result)
    }
  }

  private func take(
    _ marker: Marker, _ bytes: ByteView, _ line: Int, _ end: Int, _ result: inout SplitResult
  ) {
    let next = bytes.afterLineBreak(end)
    switch marker.kind {
    case .beginCard:
      if depth > 0 {
        if Self.isNestedAgent(bytes[start..<line]) {
          depth += 1
          position = next
          return
        }
        emit(bytes, start..<line, Note.missingEnd, &result)
      } else {
        closeComponent(at: line, &result)
        takeGap(bytes, start..<line, endsCard: false, &result)
      }
      start = line
      depth = 1
      position = next
    case .endCard:
      // END:VCARDBEGIN:VCARD: the next card begins on the same line.
      let cut = marker.restBegins ? line + marker.length : next
      if depth > 1 {
        depth -= 1
      } else if depth == 1 {
        emit(bytes, start..<cut, 0, &result)
        start = cut
        depth = 0
      } else if component == nil {
        takeGap(bytes, start..<cut, endsCard: true, &result)
        start = cut
      }
      position = cut
      if marker.restBegins {
        let begin = bytes[cut..<end]
        if let inner = Marker(begin), inner.kind == .beginCard {
          start = cut
          depth = 1
          position = next
        }
      }
    case .beginOther:
      if depth == 0, component == nil {
        takeGap(bytes, start..<line, endsCard: false, &result)
        component = (marker.name, line)
        start = line
      }
      position = next
    case .endOther:
      if depth == 0, component?.name == marker.name {
        closeComponent(at: next, &result)
        start = next
      }
      position = next
    }
  }

  private func emit(
    _ bytes: ByteView, _ range: Range<Int>, _ note: UInt8, _ result: inout SplitResult
  ) {
    result.records.append(RecordRange(start: range.lowerBound, end: range.upperBound, note: note))
    result.consumed = range.upperBound
  }

  private func closeComponent(at end: Int, _ result: inout SplitResult) {
    guard let open = component else { return }
    result.outside.append(
      SplitResult.OutsideText(
        range: open.start..<end, code: .unknownComponent,
        message: "\(open.name.excerpt) is no contact; it was skipped"))
    result.consumed = max(result.consumed, end)
    start = end
    component = nil
  }

  /// Decides what text between cards is: nothing, junk, or a card without BEGIN.
  private func takeGap(
    _ bytes: ByteView, _ range: Range<Int>, endsCard: Bool, _ result: inout SplitResult
  ) {
    guard !range.isEmpty else { return }
    let gap = bytes[range]
    if let card = Self.cardStart(gap, needsMore: !endsCard) {
      reportOutside(bytes, range.lowerBound..<range.lowerBound + card, &result)
      let note = Note.missingBegin | (endsCard ? 0 : Note.missingEnd)
      emit(bytes, range.lowerBound + card..<range.upperBound, note, &result)
    } else {
      reportOutside(bytes, range, &result)
      result.consumed = max(result.consumed, range.upperBound)
    }
  }

  private func reportOutside(_ bytes: ByteView, _ range: Range<Int>, _ result: inout SplitResult) {
    var first = range.lowerBound
    while first < range.upperBound,
      bytes[first] <= 0x20 || bytes[first] == 0xEF || bytes[first] == 0xBB
        || bytes[first] == 0xBF || bytes[first] == 0x1A
    { first += 1 }
    guard first < range.upperBound else { return }
    let line = bytes[first..<min(bytes.lineBreak(from: first), range.upperBound)]
    result.outside.append(
      SplitResult.OutsideText(
        range: first..<range.upperBound, code: .textOutsideCard,
        message: "text outside a card was skipped: \(line.excerpt)"))
  }

  /// Passes over much text without a card, so that it does not fill the memory.
  private func passOver(_ bytes: ByteView, _ result: inout SplitResult) {
    guard Self.cardStart(bytes[start..<position], needsMore: true) == nil else { return }
    reportOutside(bytes, start..<position, &result)
    result.consumed = position
    start = position
  }

  private func finish(_ bytes: ByteView, _ result: inout SplitResult) {
    if depth > 0 {
      emit(bytes, start..<bytes.count, Note.missingEnd, &result)
      depth = 0
    } else {
      closeComponent(at: bytes.count, &result)
      takeGap(bytes, start..<bytes.count, endsCard: false, &result)
    }
    result.consumed = bytes.count
    start = bytes.count
    position = bytes.count
  }

  func skip(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Int? {
    bytes.withView { bytes in
      var at = position
      while true {
        let line = bytes.lineStart(UInt8(ascii: "b"), UInt8(ascii: "e"), from: at)
        guard line < bytes.count else { break }
        let end = bytes.lineBreak(from: line)
        if let marker = Marker(bytes[line..<end]) {
          if marker.kind == .endCard, depth <= 1 {
            reset()
            return bytes.afterLineBreak(end)
          }
          if marker.kind == .endCard { depth -= 1 }
          if marker.kind == .beginCard, line > 0 || depth == 0 {
            reset()
            return line
          }
        }
        at = line + 1
      }
      position = 0
      if isAtEnd {
        reset()
        return bytes.count
      }
      return nil
    }
  }

  private func reset() {
    position = 0
    start = 0
    depth = 0
    component = nil
  }

  /// Whether the last line of a card so far is an AGENT that a nested card follows (vCard 2.1).
  static func isNestedAgent(_ card: ByteView) -> Bool {
    var end = card.count
    while end > 0, card[end - 1] <= 0x20 { end -= 1 }
    guard end > 0, card[end - 1] == UInt8(ascii: ":") else { return false }
    var start = end
    while start > 0, card[start - 1] != 0x0A, card[start - 1] != 0x0D { start -= 1 }
    var line = card[start..<end]
    let dot = line.first(UInt8(ascii: "."))
    if dot < line.count, dot < line.first(UInt8(ascii: ";"), UInt8(ascii: ":")) {
      line = line.from(dot + 1)
    }
    guard line.startsIgnoringCase("AGENT"), line.count > 5 else { return false }
    return line[5] == UInt8(ascii: ":") || line[5] == UInt8(ascii: ";")
  }

  /// Where a card without BEGIN starts in a text: at its first line with a known name, if the text
  /// looks like a card.
  static func cardStart(_ text: ByteView, needsMore: Bool) -> Int? {
    var at = 0
    var first: Int?
    var strong = 0
    var known = 0
    while at < text.count {
      let end = text.lineBreak(from: at)
      var nameEnd = at
      while nameEnd < end, text[nameEnd] != UInt8(ascii: ":"), text[nameEnd] != UInt8(ascii: ";") {
        nameEnd += 1
      }
      if nameEnd < end, nameEnd > at {
        let name = text[at..<nameEnd]
        let number = VCardWord.table.number(of: name)
        if number != 0, number != VCardWord.begin.rawValue, number != VCardWord.end.rawValue {
          first = first ?? at
          known += 1
          if number == VCardWord.version.rawValue || name.equalsIgnoringCase("FN")
            || name.equalsIgnoringCase("N")
            || name.equalsIgnoringCase("TEL") || name.equalsIgnoringCase("EMAIL")
          {
            strong += 1
          }
        }
      }
      if strong > 0, known > 1 { return first }
      at = text.afterLineBreak(end)
    }
    return strong > 0 && !needsMore ? first : nil
  }
}

extension ByteView {
  /// The place behind the line break at `end`: LF, CR LF, CR CR LF or a lone CR.
  @inline(__always)
  func afterLineBreak(_ end: Int) -> Int {
    guard end < count else { return count }
    if self[end] == 0x0A { return end + 1 }
    if end + 1 < count, self[end + 1] == 0x0A { return end + 2 }
    if end + 2 < count, self[end + 1] == 0x0D, self[end + 2] == 0x0A { return end + 3 }
    return end + 1
  }

  /// A short piece for a message.
  var excerpt: String {
    let text = string
    return text.count > 40 ? "“\(text.prefix(40))…”" : "“\(text)”"
  }
}

extension String {
  /// A short piece for a message.
  var excerpt: String { count > 40 ? "“\(prefix(40))…”" : "“\(self)”" }
}

/// A line that begins or ends a component.
struct Marker {
  enum Kind { case beginCard, endCard, beginOther, endOther }
  var kind: Kind
  /// The component's name in upper case, for others than VCARD.
  var name = ""
  /// How much of the line the marker is.
  var length: Int
  /// Whether another BEGIN follows on the same line.
  var restBegins = false

  /// Whether a line can be a marker at all: a quick look at its first letters.
  @inline(__always)
  static func mayBegin(_ line: ByteView) -> Bool {
    guard line.count > 1 else { return false }
    // EMAIL and other names with these first letters are many: the second letter tells.
    let second = line[1] | 0x20
    guard second == (line[0] | 0x20 == UInt8(ascii: "b") ? UInt8(ascii: "e") : UInt8(ascii: "n"))
    else { return false }
    return line.startsIgnoringCase("BEGIN") || line.startsIgnoringCase("END")
  }

  init?(_ line: ByteView) {
    if line.count == 9, line.equals("END:VCARD") {
      kind = .endCard
      length = 9
      return
    }
    if line.count == 11, line.equals("BEGIN:VCARD") {
      kind = .beginCard
      length = 11
      return
    }
    let begins = line.startsIgnoringCase("BEGIN")
    guard begins || line.startsIgnoringCase("END") else { return nil }
    var at = begins ? 5 : 3
    while at < line.count, line[at].isBlank { at += 1 }
    guard at < line.count, line[at] == UInt8(ascii: ":") else { return nil }
    at += 1
    while at < line.count, line[at].isBlank { at += 1 }
    let rest = line.from(at)
    if rest.startsIgnoringCase("VCARD") {
      let behind = rest.from(5)
      length = at + 5
      if behind.trimmed.isEmpty {
        kind = begins ? .beginCard : .endCard
        return
      }
      if !begins, behind.startsIgnoringCase("BEGIN") {
        kind = .endCard
        restBegins = true
        return
      }
      // END:VCARD with something behind it: still the end; BEGIN:VCARDX is none.
      if !begins, !behind[0].isLetter, behind[0] != UInt8(ascii: "-") {
        kind = .endCard
        return
      }
    }
    let word = rest.trimmed
    guard !word.isEmpty, word.count < 64 else { return nil }
    for index in 0..<word.count
    where !(word[index].isLetter || word[index].isDigit || word[index] == UInt8(ascii: "-")) {
      return nil
    }
    kind = begins ? .beginOther : .endOther
    name = word.string.uppercased()
    length = line.count
  }
}
