import Cardmill

extension CardParser {
  /// Handles the value of a line whose header lies on one physical line.
  mutating func handle(valueStart: Int, lineEnd: Int) {
    if header.isPlainText {
      if takePlainText(valueStart, lineEnd) { return }
    } else if header.word != .none, takeStructure(valueStart, lineEnd) {
      return
    }
    if header.sharedCount >= 0 { takeOwnParameters() }
    if header.encoding == .base64 {
      if bytes[valueStart..<lineEnd].holdsRawData {
        finishRawData(from: valueStart, lineEnd: lineEnd)
      } else {
        finishBinary(collectBase64(from: valueStart, lineEnd: lineEnd))
      }
      return
    }
    if header.encoding == .quotedPrintable {
      finishValue(collectQuotedPrintable(from: valueStart, lineEnd: lineEnd))
      return
    }
    let first = bytes[valueStart..<lineEnd]
    if header.id.isMedia || header.id == .unknown, first.startsIgnoringCase("DATA:"),
      takeDataURI(first, valueStart, lineEnd)
    {
      return
    }
    guard at < end, bytes[at].isBlank else {
      finishValue(Slice(block: valueStart, count: lineEnd - valueStart))
      return
    }
    finishUnfolded(unfold(from: valueStart, lineEnd: lineEnd))
  }

  /// Makes the property of a value that was unfolded, of which a fold may have cut the head.
  private mutating func finishUnfolded(_ value: Slice) {
    guard header.id.isMedia || header.id == .unknown,
      builder.view(value).startsIgnoringCase("DATA:"), let data = DataURI(builder.view(value)),
      data.isBase64
    else { return finishValue(value) }
    let type = data.mediaType.count
    if type > 0 {
      setMediaType(Slice(decoded: value.offset + 5, count: type))
    }
    finishBinary(withoutWhiteSpace(data.payload))
  }

  /// Stores text without its white space.
  private mutating func withoutWhiteSpace(_ text: ByteView) -> Slice {
    scratch.removeAll()
    scratch.append(text)
    let start = builder.decoded.count
    builder.decoded.appendWithoutWhiteSpace(scratch.view)
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// Gives the line parameters of its own, the last ones of the table, so that they can be changed.
  private mutating func takeOwnParameters() {
    let first = Int(header.firstParameter)
    let count = Int(header.sharedCount)
    header.firstParameter = Int32(truncatingIfNeeded: builder.parameters.count)
    header.sharedCount = -1
    for place in first..<first + count { builder.parameters.append(builder.parameters[place]) }
  }

  /// Makes the property of an unfolded text without escapes, blanks at its ends and anything else
  /// that needs a look; false, and nothing done, for any other value.
  @inline(__always)
  private mutating func takePlainText(_ valueStart: Int, _ lineEnd: Int) -> Bool {
    guard isUTF8, lineEnd > valueStart, !(at < end && bytes[at].isBlank) else { return false }
    let value = bytes[valueStart..<lineEnd]
    guard value[0] > 0x20, value[value.count - 1] > 0x20,
      value.first(UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""))
        == value.count
    else { return false }
    if header.id == .email, value[0] | 0x20 == UInt8(ascii: "m"),
      value.startsIgnoringCase("MAILTO:")
    {
      return false
    }
    var record = PropertyRecord(id: header.id, form: .text)
    record.flags = .plain
    record.headerNumber = header.number
    record.valueType = header.valueType
    record.group = header.group
    record.firstParameter = UInt32(truncatingIfNeeded: header.firstParameter)
    record.parameterCount = UInt16(
      truncatingIfNeeded: header.sharedCount >= 0
        ? Int(header.sharedCount) : builder.parameters.count - Int(header.firstParameter))
    record.value = Slice(block: valueStart, count: lineEnd - valueStart)
    record.source = Slice(block: header.lineStart, count: lineEnd - header.lineStart)
    if header.isLabelled {
      for place in 0..<Int(record.parameterCount) {
        record.noteParameter(builder.parameters[Int(header.firstParameter) + place].id)
      }
    }
    switch header.id {
    case .prodid, .rev: break
    case .fn:
      card.hasFullName = true
      card.hasDatum = true
    default: card.hasDatum = true
    }
    builder.properties.append(record)
    return true
  }

  /// Handles the lines that hold a card together; false for others.
  private mutating func takeStructure(_ valueStart: Int, _ lineEnd: Int) -> Bool {
    switch header.word {
    case .begin, .end:
      let value = bytes[valueStart..<lineEnd]
      if let first = value.isEmpty ? nil : value[0], first.isBlank || value[value.count - 1].isBlank
      {
        report(.whitespaceInValue, "blanks stand around \(value.trimmed.excerpt)", atLine: true)
      }
      return true
    case .version:
      takeVersion(bytes[valueStart..<lineEnd])
      return true
    case .profile: return true
    default: return false
    }
  }

  /// Handles the value of a line that was unfolded to find it.
  mutating func handleUnfolded(_ value: Slice) {
    switch header.word {
    case .begin, .end, .profile: return
    case .version: takeVersion(builder.view(value))
    default:
      if header.encoding == .base64 {
        finishBinary(withoutWhiteSpace(builder.view(value)))
      } else if header.encoding == .quotedPrintable {
        finishValue(value)
      } else {
        finishUnfolded(value)
      }
    }
  }

  private mutating func takeVersion(_ value: ByteView) {
    card.versionCount += 1
    let trimmed = value.trimmed
    if trimmed.count != value.count {
      report(.whitespaceInValue, "blanks stand around the version \(trimmed.excerpt)", atLine: true)
    }
    if card.versionCount > 1 {
      if card.versionCount == 2 {
        report(.duplicateVersion, "the card states its version more than once", atLine: true)
      }
    } else if !(trimmed.equals("2.1") || trimmed.equals("3.0") || trimmed.equals("4.0")) {
      report(
        .unsupportedVersion,
        "the version \(trimmed.excerpt) is none of 2.1, 3.0 and 4.0; the card was read by how it is written",
        atLine: true)
    }
  }

  // MARK: Joining lines

  /// Joins a folded value: a line break and one blank are removed; of text in 2.1 the blank stays
  /// (decision 1).
  private mutating func unfold(from valueStart: Int, lineEnd: Int) -> Slice {
    let start = builder.decoded.count
    let keepsBlank = card.version == 21 && !isWordName
    builder.decoded.append(bytes[valueStart..<lineEnd])
    while at < end, bytes[at].isBlank {
      let stop = min(bytes.lineBreak(from: at), end)
      if keepsBlank {
        builder.decoded.append(UInt8(ascii: " "))
      }
      builder.decoded.append(bytes[at + 1..<stop])
      at = min(bytes.afterLineBreak(stop), end)
      line += 1
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// Whether the value is no running text, so that a blank of a fold is not part of it.
  private var isWordName: Bool {
    switch header.id {
    case .tel, .email, .url, .uid, .impp, .rev, .bday, .anniversary, .geo, .tz, .key, .photo, .logo:
      true
    default: false
    }
  }

  /// Joins base64 data without its white space: folded lines, lines without a blank as old phones
  /// write them, up to an empty line.
  private mutating func collectBase64(from valueStart: Int, lineEnd: Int) -> Slice {
    let start = builder.decoded.count
    var value = bytes[valueStart..<lineEnd]
    if value.startsIgnoringCase("DATA:"), let data = DataURI(value) { value = data.payload }
    builder.decoded.appendWithoutWhiteSpace(value)
    var isPadded = !value.isEmpty && value[value.count - 1] == UInt8(ascii: "=")
    while at < end {
      let stop = min(bytes.lineBreak(from: at), end)
      let text = bytes[at..<stop]
      if text.isEmpty || text.trimmed.isEmpty {
        // vCard 2.1: an empty line ends the value.
        at = min(bytes.afterLineBreak(stop), end)
        line += 1
        break
      }
      if !text[0].isBlank {
        guard !isPadded, text.first(UInt8(ascii: ":"), UInt8(ascii: ";")) == text.count,
          text.isBase64
        else { break }
      }
      builder.decoded.appendWithoutWhiteSpace(text)
      isPadded = text[text.count - 1] == UInt8(ascii: "=")
      at = min(bytes.afterLineBreak(stop), end)
      line += 1
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// Data that claims to be base64 and stands there as raw bytes: it is encoded now.
  private mutating func finishRawData(from valueStart: Int, lineEnd: Int) {
    report(.badBase64, "the data is not encoded as it says", atLine: true)
    let raw = unescaped(unfold(from: valueStart, lineEnd: lineEnd))
    scratch.removeAll()
    Base64.encode(builder.view(raw), into: &scratch)
    finishBinary(builder.store(scratch.view))
  }

  /// Gives the property the media type of its value, in the place of one that it has.
  private mutating func setMediaType(_ type: Slice) {
    let first = Int(header.firstParameter)
    let place = builder.parameters[first...].firstIndex { $0.id == .mediatype }
    if let place {
      builder.parameters[place].value = type
    } else {
      builder.parameters.append(ParameterRecord(id: .mediatype, value: type))
    }
  }

  /// Takes a `data:` URI (RFC 2397) whose head lies on the first line; gives false when it is none
  /// with base64.
  private mutating func takeDataURI(_ value: ByteView, _ valueStart: Int, _ lineEnd: Int) -> Bool {
    guard let data = DataURI(value), let isBase64 = data.isBase64OrEscaped else { return false }
    if !isBase64.standard {
      report(.nonstandardEscape, "a backslash stands in a data URI", atLine: true)
    }
    if !data.mediaType.isEmpty {
      let type = data.mediaType
      setMediaType(builder.store(isBase64.standard ? type : isBase64.mediaType))
    }
    let payload = lineEnd - data.payload.count
    finishBinary(collectBase64(from: payload, lineEnd: lineEnd))
    return true
  }

  /// Joins a quoted-printable value.
  ///
  /// A line that ends in `=` goes on in the next (RFC 2045, 6.7,
  /// rule 5), and so does a line behind which the next begins with `=XX`, as some Android programs
  /// write it. The result still holds `=XX`.
  private mutating func collectQuotedPrintable(from valueStart: Int, lineEnd: Int) -> Slice {
    var text = bytes[valueStart..<lineEnd]
    let startsSoft = !text.isEmpty && text[text.count - 1] == UInt8(ascii: "=")
    if !startsSoft, !(at < end && continuesQuotedPrintable(at)) {
      return Slice(block: valueStart, count: text.count)
    }
    let start = builder.decoded.count
    var isOddFold = false
    while true {
      let isSoft = !text.isEmpty && text[text.count - 1] == UInt8(ascii: "=")
      builder.decoded.append(isSoft ? text.upTo(text.count - 1) : text)
      guard at < end else { break }
      let stop = min(bytes.lineBreak(from: at), end)
      var next = bytes[at..<stop]
      if isSoft {
        // The equals sign is garbage before a property that is known.
        if isProperty(next) { break }
        if !next.isEmpty, next[0].isBlank, dropsBlank(before: next, from: start) {
          next = next.from(1)
          isOddFold = true
        }
      } else if continuesQuotedPrintable(at) {
        isOddFold = true
        if !next.isEmpty, next[0].isBlank { next = next.from(1) }
      } else {
        break
      }
      text = next
      at = min(bytes.afterLineBreak(stop), end)
      line += 1
    }
    if isOddFold {
      report(
        .nonstandardFold,
        "a quoted-printable value goes on in a way that the standard does not have",
        atLine: true)
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// Whether the line at `place` goes on a quoted-printable value although the line before it has
  /// no `=` at its end.
  private func continuesQuotedPrintable(_ place: Int) -> Bool {
    let stop = min(bytes.lineBreak(from: place), end)
    let text = bytes[place..<stop]
    guard !text.isEmpty else { return false }
    if text[0].isBlank { return !text.trimmed.isEmpty }
    guard text.count >= 3, text[0] == UInt8(ascii: "="), text[1].hexDigit != nil,
      text[2].hexDigit != nil
    else { return false }
    return text.first(UInt8(ascii: ":")) == text.count
  }

  /// Whether a line is a property with a known name: quoted-printable data hardly ever looks like
  /// one.
  private func isProperty(_ text: ByteView) -> Bool {
    var stop = 0
    while stop < text.count,
      text[stop].isLetter || text[stop].isDigit || text[stop] == UInt8(ascii: "-")
        || text[stop] == UInt8(ascii: ".")
    { stop += 1 }
    guard stop < text.count, stop > 0,
      text[stop] == UInt8(ascii: ":") || text[stop] == UInt8(ascii: ";")
    else {
      return false
    }
    let name = text.upTo(stop)
    let dot = name.first(UInt8(ascii: "."))
    return names.number(of: dot < name.count ? name.from(dot + 1) : name) != 0
  }

  /// Decision 2: the blank after a soft break is dropped when it cuts an `=XX` or a character of
  /// several bytes.
  private func dropsBlank(before next: ByteView, from start: Int) -> Bool {
    let text = builder.decoded.view.from(start)
    let rest = next.from(1)
    // Cut inside =X X.
    if let last = text.isEmpty ? nil : text[text.count - 1] {
      if last == UInt8(ascii: "=") { return true }
      if text.count > 1, text[text.count - 2] == UInt8(ascii: "="), last.hexDigit != nil {
        return true
      }
    }
    guard rest.count >= 3, rest[0] == UInt8(ascii: "="), let high = rest[1].hexDigit, high >= 8,
      high < 12
    else { return false }
    return text.count >= 3 && text[text.count - 3] == UInt8(ascii: "=")
  }

  // MARK: Decoding

  /// Decodes `=XX`; line breaks become LF.
  mutating func decodeQuotedPrintable(_ slice: Slice) -> Slice {
    builder.decoded.reserve(slice.count)
    let text = builder.view(slice)
    let start = builder.decoded.count
    var at = 0
    var isBad = false
    while at < text.count {
      let next = text.first(UInt8(ascii: "="), from: at)
      builder.decoded.append(text[at..<next])
      guard next < text.count else { break }
      if next + 2 < text.count + 0, let high = text[next + 1].hexDigit,
        let low = text[next + 2].hexDigit
      {
        let byte = high << 4 | low
        if byte == 0x0A, builder.decoded.count > start,
          builder.decoded[builder.decoded.count - 1] == 0x0D
        {
          builder.decoded.truncate(to: builder.decoded.count - 1)
        }
        builder.decoded.append(byte == 0x0D && !isBreak(text, next + 3) ? 0x0A : byte)
        at = next + 3
      } else if next + 1 == text.count {
        at = next + 1
      } else {
        isBad = true
        builder.decoded.append(UInt8(ascii: "="))
        at = next + 1
      }
    }
    if isBad {
      report(
        .badQuotedPrintable, "an equals sign is not followed by two hexadecimal digits",
        atLine: true)
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// Whether a line feed follows a carriage return at `place`, encoded or not.
  private func isBreak(_ text: ByteView, _ place: Int) -> Bool {
    guard place < text.count else { return false }
    if text[place] == 0x0A { return true }
    return place + 2 < text.count && text[place] == UInt8(ascii: "=")
      && text[place + 1] == UInt8(ascii: "0")
      && text[place + 2].asciiUppercased == UInt8(ascii: "A")
  }

  /// The text as UTF-8: by the declared charset when the bytes agree with it, else as decision 3
  /// says.
  mutating func utf8(_ slice: Slice, declared: Slice?) -> Slice {
    let view = builder.view(slice)
    if view.isASCII { return slice }
    let isValid = view.isValidUTF8
    var charset: String?
    if let declared {
      charset = builder.view(declared).trimmed.string
      if let name = charset, !name.isEmpty { card.charset = name } else { charset = nil }
    }
    if let charset, !charset.isUTF8Name {
      if isValid, CharsetDecoder.isSingleByte(charset) {
        report(
          .charsetGuess, "the bytes are UTF-8, not \(charset.excerpt) as declared", atLine: true)
        return slice
      }
      if let converted = convert(slice, from: charset) { return converted }
      if isValid {
        report(
          .charsetGuess, "the bytes are UTF-8, not \(charset.excerpt) as declared", atLine: true)
        return slice
      }
    } else if isValid {
      return slice
    }
    let guesses = [fallbackCharset, card.charset].compactMap { $0 }.filter { !$0.isUTF8Name }
    for guess in guesses {
      if let converted = convert(slice, from: guess) {
        report(
          .charsetGuess, "the bytes are not UTF-8; they were read as \(guess.excerpt)", atLine: true
        )
        return converted
      }
    }
    scratch.removeAll()
    CharsetDecoder.decodeWindows1252(builder.view(slice), into: &scratch)
    report(.charsetGuess, "the bytes are not UTF-8; they were read as Windows-1252", atLine: true)
    return builder.store(scratch.view)
  }

  private mutating func convert(_ slice: Slice, from charset: String) -> Slice? {
    scratch.removeAll()
    guard decoder.decode(builder.view(slice), from: charset, into: &scratch) else { return nil }
    return builder.store(scratch.view)
  }

  /// The text without its backslash escapes.
  mutating func unescaped(_ slice: Slice) -> Slice {
    builder.decoded.reserve(slice.count)
    let text = builder.view(slice)
    let start = builder.decoded.count
    let isOdd = TextEscapes.decode(text, into: &builder.decoded)
    let result = Slice(decoded: start, count: builder.decoded.count - start)
    if isOdd {
      report(
        .nonstandardEscape, "a backslash stands before a character that needs none", atLine: true)
    }
    let decoded = builder.view(result)
    let left = decoded.first(UInt8(ascii: "\\"))
    if left + 1 < decoded.count {
      switch decoded[left + 1] {
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"), UInt8(ascii: "n"):
        report(
          .possibleDoubleEscape, "the decoded text still holds backslash escapes", atLine: true)
      default: break
      }
    }
    return result
  }

  /// Decodes one piece of a value: quoted-printable, charset, escapes.
  mutating func piece(_ raw: Slice) -> Slice {
    var slice = raw
    if header.encoding == .quotedPrintable {
      slice = utf8(decodeQuotedPrintable(slice), declared: header.charset)
    }
    let view = builder.view(slice)
    return view.first(UInt8(ascii: "\\")) < view.count ? unescaped(slice) : slice
  }
}

extension DataURI {
  /// Whether the data is base64; tells `;base64\,` apart, in which the comma was escaped.
  var isBase64OrEscaped: (standard: Bool, mediaType: ByteView)? {
    if isBase64 { return (true, mediaType) }
    guard mediaType.count >= 8, mediaType.from(mediaType.count - 8).equalsIgnoringCase(";BASE64\\")
    else { return nil }
    return (false, mediaType.upTo(mediaType.count - 8))
  }
}

extension String {
  var isUTF8Name: Bool {
    let upper = uppercased()
    return upper == "UTF-8" || upper == "UTF8"
  }
}

extension ByteView {
  /// Whether there are bytes that no encoded text has: control characters and those above ASCII.
  var holdsRawData: Bool {
    for index in 0..<min(count, 256)
    where self[index] >= 0x80 || (self[index] < 0x20 && self[index] != 0x09) { return true }
    return false
  }

  /// Whether there are only base64 characters and blanks.
  var isBase64: Bool {
    for index in 0..<count {
      let byte = self[index]
      guard
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
          || byte == UInt8(ascii: "=") || byte.isBlank || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      else { return false }
    }
    return true
  }
}
