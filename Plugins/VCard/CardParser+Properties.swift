import Cardmill

extension CardParser {
  /// Makes the property of the line from its value, joined but not decoded.
  mutating func finishValue(_ joined: Slice) {
    var raw = joined
    if header.encoding != .quotedPrintable, !isUTF8 { raw = utf8(raw, declared: header.charset) }
    let id = header.id
    guard id != .unknown else {
      if header.word == .none { finishForeign(raw) } else { finishWord(header.word, raw) }
      return
    }
    switch id.form {
    case .structured where id == .agent: finishAgent(raw)
    case .structured: finishStructured(id, raw)
    case .list: finishList(id, raw)
    default: finishText(id, raw)
    }
  }

  /// The record of the line, with its header's name, group and parameters; its value is still
  /// missing.
  mutating func makeRecord(_ id: PropertyID, form: ValueForm) -> PropertyRecord {
    var record = PropertyRecord(id: id, form: form)
    record.valueType = header.valueType
    record.group = header.group
    record.firstParameter = UInt32(header.firstParameter)
    record.parameterCount = UInt16(clamping: builder.parameters.count - Int(header.firstParameter))
    record.source = Slice(block: header.lineStart, count: sourceEnd - header.lineStart)
    if header.isLabelled {
      for place in Int(header.firstParameter)..<builder.parameters.count {
        record.noteParameter(builder.parameters[place].id)
      }
    }
    return record
  }

  /// Where the line's own bytes end, without the last line break.
  private var sourceEnd: Int {
    var stop = at
    while stop > header.lineStart, bytes[stop - 1] == 0x0A || bytes[stop - 1] == 0x0D { stop -= 1 }
    return stop
  }

  mutating func add(_ record: PropertyRecord) {
    switch record.id {
    case .fn: card.hasFullName = true
    case .prodid, .rev:
      noteSingle(record)
      builder.properties.append(record)
      return
    case .n:
      card.hasName = true
      noteSingle(record)
    case .uid, .kind, .bday, .anniversary, .gender, .birthplace, .deathplace, .deathdate, .created:
      noteSingle(record)
    default: break
    }
    card.hasDatum = true
    builder.properties.append(record)
  }

  /// Reports a property that stands once by the standard (RFC 6350, cardinality 1 and *1) and is
  /// there a second time with another value; alternatives of one ALTID are one.
  private mutating func noteSingle(_ record: PropertyRecord) {
    let bit: UInt64 = 1 &<< UInt64(record.id.rawValue)
    defer { card.singles |= bit }
    guard card.singles & bit != 0 else { return }
    guard
      let first = (card.firstProperty..<builder.properties.count).first(where: {
        builder.properties[$0].id == record.id
      }), !hasAlternativeID(builder.properties[first]), !hasAlternativeID(record),
      values(of: builder.properties[first]) != values(of: record)
    else { return }
    report(
      .valueConflict, "\(record.id.text) stands again with another value; the first one counts",
      atLine: true)
  }

  private func hasAlternativeID(_ record: PropertyRecord) -> Bool {
    let start = Int(record.firstParameter)
    return builder.parameters[start..<start + Int(record.parameterCount)].contains {
      $0.id == .altid
    }
  }

  private func values(of record: PropertyRecord) -> [[UInt8]] {
    switch record.form {
    case .list, .structured:
      let start = Int(record.value.place)
      return builder.parts[start..<start + record.value.count].map { builder.view($0).array }
    default: return [builder.view(record.value).array]
    }
  }

  mutating func reportEmpty() {
    builder.parameters.removeLast(builder.parameters.count - Int(header.firstParameter))
    let name = builder.view(header.name)
    report(.emptyValue, "\(name.excerpt) has no value", atLine: true)
  }

  // MARK: Text

  private mutating func finishText(_ id: PropertyID, _ raw: Slice) {
    if header.isReading, id == .sound {
      finishReading(raw)
      return
    }
    var value = raw
    var isPlain = false
    if header.encoding == .quotedPrintable {
      value = utf8(decodeQuotedPrintable(raw), declared: header.charset)
    }
    if id.isURI || header.valueType == .uri {
      value = uri(id, value)
    } else {
      let view = builder.view(value)
      let special = view.first(
        UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""))
      if special == view.count {
        isPlain = header.encoding == .none
      } else {
        if card.version != 21, header.encoding == .none, hasBareComma(view),
          id == .fn || id == .note || id == .title || id == .role
        {
          report(.unescapedComma, "a bare comma stands in a text", atLine: true)
        }
        if view.first(UInt8(ascii: "\\")) < view.count { value = unescaped(value) }
      }
    }
    switch id {
    case .tel, .email, .url, .uid, .impp, .kind, .rev, .bday, .anniversary, .deathdate, .xABDate,
      .geo, .tz, .member:
      value = trimmed(value)
    default: break
    }
    if builder.view(value).isBlankText {
      reportEmpty()
      return
    }
    var record = makeRecord(id, form: .text)
    record.value = value
    if isPlain { record.flags.insert(.plain) }
    if header.isPlainText { record.headerNumber = header.number }
    finish(&record)
  }

  /// What single names need beyond decoding.
  private mutating func finish(_ record: inout PropertyRecord) {
    if record.id.isDate { takeDate(&record) }
    switch record.id {
    case .fn where header.isDerived:
      builder.parameters.removeLast(builder.parameters.count - Int(header.firstParameter))
      card.hasFullName = true
      return
    case .geo: takeGeo(&record)
    case .kind:
      if builder.view(record.value).equalsIgnoringCase("GROUP") { card.isGroup = true }
    case .email: takeEmail(&record)
    case .related:
      if record.valueType == .unstated, !builder.view(record.value).looksLikeURI {
        record.valueType = .text
      }
    case .socialprofile:
      record.name =
        builder.view(header.name).equalsIgnoringCase("SOCIALPROFILE") ? .none : header.name
      takeSocialProfile(&record)
    case .photo, .logo: takePhotoText(&record)
    case .uid where record.valueType == .uri || record.valueType == .text:
      record.valueType = .unstated
    case .sortString:
      card.sortString = record.value
      return
    case .gender: break
    default: break
    }
    add(record)
  }

  private func hasBareComma(_ text: ByteView) -> Bool {
    var at = text.first(UInt8(ascii: ","))
    while at < text.count {
      if at == 0 || text[at - 1] != UInt8(ascii: "\\") { return true }
      at = text.first(UInt8(ascii: ","), from: at + 1)
    }
    return false
  }

  /// A URI has no escapes; those that programs write all the same are removed.
  private mutating func uri(_ id: PropertyID, _ slice: Slice) -> Slice {
    let view = builder.view(slice)
    let at = view.first(UInt8(ascii: "\\"))
    guard at < view.count else { return slice }
    if header.valueType == .text { return unescaped(slice) }
    builder.decoded.reserve(view.count)
    let text = builder.view(slice)
    let start = builder.decoded.count
    var isOdd = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\\"), index + 1 < text.count {
        let next = text[index + 1]
        if next == UInt8(ascii: ",") || next == UInt8(ascii: ";") || next == UInt8(ascii: ":")
          || next == UInt8(ascii: "\\")
        {
          isOdd = isOdd || next != UInt8(ascii: "\\")
          builder.decoded.append(next)
          index += 2
          continue
        }
        if next | 0x20 == UInt8(ascii: "n"), id == .related || id == .geo {
          builder.decoded.append(UInt8(ascii: "\n"))
          index += 2
          continue
        }
      }
      builder.decoded.append(byte)
      index += 1
    }
    if isOdd {
      report(.nonstandardEscape, "a backslash stands in a URI, which has no escapes", atLine: true)
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  func trimmed(_ slice: Slice) -> Slice {
    let view = builder.view(slice)
    guard !view.isEmpty, view[0] <= 0x20 || view[view.count - 1] <= 0x20 else { return slice }
    var start = 0
    var stop = view.count
    while start < stop, view[start] <= 0x20 { start += 1 }
    while stop > start, view[stop - 1] <= 0x20 { stop -= 1 }
    return slice.isDecoded
      ? Slice(decoded: slice.offset + start, count: stop - start)
      : Slice(block: slice.offset + start, count: stop - start)
  }

  // MARK: Dates and places

  /// Turns a date of a standard form into vCard 4.0's basic form; any other text stays as written.
  private mutating func takeDate(_ record: inout PropertyRecord) {
    let text = builder.view(record.value)
    guard record.valueType != .text, let reading = ContactDate.read(text) else {
      if record.valueType != .text {
        record.valueType = .text
        report(.badDate, "\(text.excerpt) is no date; it is kept as text", atLine: true)
      }
      return
    }
    record.valueType = .unstated
    var date = reading.date
    if let year = date.year, year == 1604 || Int(header.omittedYear) == year { date.year = nil }
    scratch.removeAll()
    date.append(to: &scratch, isExtended: false)
    if reading.timeStart < text.count {
      // The written date counts; the time is kept behind it.
      scratch.append(UInt8(ascii: "T"))
      for index in reading.timeStart + 1..<text.count where text[index] != UInt8(ascii: ":") {
        scratch.append(text[index])
      }
    }
    if !scratch.view.equals(text) { record.value = builder.store(scratch.view) }
  }

  /// `lat;lon` and `lat,lon` become `geo:lat,lon` (RFC 5870).
  private mutating func takeGeo(_ record: inout PropertyRecord) {
    let text = builder.view(record.value)
    if text.startsIgnoringCase("GEO:"), text.first(UInt8(ascii: ",")) < text.count { return }
    let rest = text.startsIgnoringCase("GEO:") ? text.from(4) : text
    let cut = rest.first(UInt8(ascii: ";"), UInt8(ascii: ","))
    guard cut < rest.count, rest.upTo(cut).isNumber, rest.from(cut + 1).trimmed.isNumber else {
      record.valueType = .text
      return
    }
    scratch.removeAll()
    scratch.append("geo:")
    scratch.append(rest.upTo(cut))
    scratch.append(UInt8(ascii: ","))
    scratch.append(rest.from(cut + 1).trimmed)
    record.value = builder.store(scratch.view)
    record.valueType = .unstated
  }

  private mutating func takeEmail(_ record: inout PropertyRecord) {
    let text = builder.view(record.value)
    guard text.startsIgnoringCase("MAILTO:") else { return }
    record.value =
      record.value.isDecoded
      ? Slice(decoded: record.value.offset + 7, count: record.value.count - 7)
      : Slice(block: record.value.offset + 7, count: record.value.count - 7)
    record.valueType = .unstated
  }

  /// Apple's `type=twitter` is the service (RFC 9554: SERVICE-TYPE).
  private mutating func takeSocialProfile(_ record: inout PropertyRecord) {
    let range = Int(record.firstParameter)..<builder.parameters.count
    let hasService = range.contains { builder.parameters[$0].id == .serviceType }
    for place in range
    where builder.parameters[place].id == .type && builder.parameters[place].word == .unknown {
      if !hasService {
        builder.parameters[place].id = .serviceType
        break
      }
    }
    if record.valueType == .unstated, !builder.view(record.value).looksLikeURI {
      record.valueType = .text
    }
    if record.valueType == .uri { record.valueType = .unstated }
  }

  // MARK: Structures and lists

  private mutating func finishStructured(_ id: PropertyID, _ raw: Slice) {
    let isText = id == .gender && header.valueType == .text
    if isText { header.valueType = .unstated }
    let first = builder.parts.count
    let splitsCommas = (id == .n || id == .adr) && card.version != 21
    var isPlain =
      (header.encoding == .none ? splitUnescaped(raw, splitsCommas: splitsCommas) : nil)
      ?? splitComponents(id, raw)
    if id == .n, resplitEscapedName(first) { isPlain = false }
    if id == .gender { takeGender(first) }
    var components = 0
    var filled = 0
    var place = first
    while place < builder.parts.count {
      let part = builder.parts[place]
      if !part.continuesComponent { components += 1 }
      if !part.isEmpty { filled = components }
      place += 1
    }
    let isFormatted =
      filled == 0 && id == .adr
      && builder.parameters[Int(header.firstParameter)...].contains { $0.id == .label }
    guard filled > 0 || isFormatted else {
      builder.parts.removeLast(builder.parts.count - first)
      if id == .n || id == .org {
        builder.parameters.removeLast(builder.parameters.count - Int(header.firstParameter))
      } else {
        reportEmpty()
      }
      return
    }
    var record = makeRecord(id, form: .structured)
    record.value = Slice(block: first, count: builder.parts.count - first)
    if isPlain, id != .gender { record.flags.insert(.plain) }
    if id == .n || id == .org || id == .adr { record.headerNumber = header.number }
    // Components that the standard does not have (RFC 6350: 5 and 7; RFC 9554: 7 and 18).
    if filled > 7, id == .n || (id == .adr && components != 18) {
      report(.extraComponents, "\(id.text) has \(filled) components", atLine: true)
    }
    add(record)
  }

  /// Splits at semicolons, and in names and addresses of 3.0 and 4.0 at commas (decision 5).
  ///
  /// - Returns: whether the parts lie one after the other as a content line spells them.
  @discardableResult
  mutating func splitComponents(_ id: PropertyID, _ raw: Slice) -> Bool {
    let splitsCommas = (id == .n || id == .adr) && card.version != 21
    let isQuoted = header.encoding == .quotedPrintable
    // A backslash may be half of a character in quoted-printable text of an East Asian charset.
    let honoursBackslash =
      !(isQuoted
      && header.charset.map {
        !CharsetDecoder.isSingleByte(builder.view($0).string) && !builder.view($0).string.isUTF8Name
      } ?? false)
    var start = 0
    var index = 0
    var continues = false
    let count = raw.count
    var hasEscape = false
    var isPlain = !isQuoted
    while true {
      let text = builder.view(raw)
      while index < count {
        let byte = text[index]
        if byte > UInt8(ascii: "\\") {
          index += 1
          continue
        }
        if byte == UInt8(ascii: ";") { break }
        if byte == UInt8(ascii: ",") {
          if splitsCommas, index + 1 >= count || !text[index + 1].isBlank { break }
          isPlain = false
        }
        if byte == UInt8(ascii: "\\"), honoursBackslash {
          hasEscape = true
          isPlain = false
          index += 1
        }
        index += 1
      }
      index = min(index, count)
      let isComma = index < count && text[index] == UInt8(ascii: ",")
      var part =
        raw.isDecoded
        ? Slice(decoded: raw.offset + start, count: index - start)
        : Slice(block: raw.offset + start, count: index - start)
      if isQuoted {
        part = piece(part)
      } else if hasEscape {
        part = unescaped(part)
      }
      builder.parts.append(continues ? part.continuing : part)
      guard index < count else { return isPlain }
      continues = isComma
      hasEscape = false
      index += 1
      start = index
    }
  }

  /// Splits a value without escapes; nil, and no parts, when it has one.
  private mutating func splitUnescaped(_ raw: Slice, splitsCommas: Bool) -> Bool? {
    let text = builder.view(raw)
    let first = builder.parts.count
    var part = raw
    var start = 0
    var flag: UInt32 = 0
    var isPlain = true
    let count = text.count
    // Parts go to the table several at once: an array looks at itself for each call.
    var found = InlineArray<8, Slice>(repeating: .none)
    var foundCount = 0
    var block = 0
    while block < count {
      var marks = text.separatorMarks(from: block)
      while marks != 0 {
        let index = block &+ marks.trailingZeroBitCount
        marks &= marks &- 1
        var nextFlag: UInt32 = 0
        switch text[index] {
        case UInt8(ascii: ";"): break
        case UInt8(ascii: "\\"):
          builder.parts.removeLast(builder.parts.count - first)
          return nil
        case UInt8(ascii: ",")
        where splitsCommas && (index &+ 1 >= count || !text[index &+ 1].isBlank):
          nextFlag = 0x8000_0000
        default:
          isPlain = false
          continue
        }
        part.place = raw.place &+ UInt32(truncatingIfNeeded: start)
        part.length = UInt32(truncatingIfNeeded: index &- start) | flag
        if foundCount == 8 {
          builder.parts.append(found, count: 8)
          foundCount = 0
        }
        found[foundCount] = part
        foundCount &+= 1
        flag = nextFlag
        start = index &+ 1
      }
      block &+= 64
    }
    part.place = raw.place &+ UInt32(truncatingIfNeeded: start)
    part.length = UInt32(truncatingIfNeeded: count &- start) | flag
    builder.parts.append(found, count: foundCount)
    builder.parts.append(part)
    return isPlain
  }

  /// `N:Test\;A\;\;`: a program escaped the whole name; one field that holds two semicolons is
  /// split again.
  private mutating func resplitEscapedName(_ first: Int) -> Bool {
    var only: Int?
    for place in first..<builder.parts.count where !builder.parts[place].isEmpty {
      guard only == nil else { return false }
      only = place
    }
    guard let only else { return false }
    let whole = builder.parts[only]
    let text = builder.view(whole)
    guard text.countOf(UInt8(ascii: ";")) >= 2 else { return false }
    report(
      .possibleDoubleEscape, "the semicolons of the name were escaped; it was split at them",
      atLine: true)
    builder.parts.removeLast(builder.parts.count - first)
    var start = 0
    while start <= text.count {
      let stop = text.first(UInt8(ascii: ";"), from: start)
      builder.parts.append(
        whole.isDecoded
          ? Slice(decoded: whole.offset + start, count: stop - start)
          : Slice(block: whole.offset + start, count: stop - start))
      start = stop + 1
    }
    return true
  }

  /// `Male` and `female` become M and F; the word is kept as the identity.
  private mutating func takeGender(_ first: Int) {
    guard builder.parts.count > first else { return }
    let sex = builder.parts[first]
    let text = builder.view(sex)
    guard text.count > 1 else { return }
    let letter = text[0].asciiUppercased
    guard letter == UInt8(ascii: "M") || letter == UInt8(ascii: "F") || letter == UInt8(ascii: "O")
    else { return }
    builder.parts[first] = builder.store(
      letter == UInt8(ascii: "M") ? "M" : letter == UInt8(ascii: "F") ? "F" : "O")
    if builder.parts.count == first + 1 { builder.parts.append(sex) }
  }

  private mutating func finishList(_ id: PropertyID, _ raw: Slice) {
    let first = builder.parts.count
    let text = builder.view(raw)
    var separator = UInt8(ascii: ",")
    if id == .categories, header.encoding == .none, text.first(UInt8(ascii: ",")) == text.count,
      text.first(UInt8(ascii: ";")) < text.count, looksLikeOutlook
    {
      separator = UInt8(ascii: ";")
    }
    var splitsEscaped = false
    if id == .categories, separator == UInt8(ascii: ","),
      text.first(UInt8(ascii: "\\")) < text.count, !hasBareComma(text),
      text.contains(("\\, " as StaticString).view)
    {
      // CATEGORIES:a\, b\, c: escaped commas as separators.
      splitsEscaped = true
      report(.nonstandardEscape, "escaped commas separate the categories", atLine: true)
    }
    var start = 0
    var index = 0
    var isPlain = separator == UInt8(ascii: ",") && !splitsEscaped && header.encoding == .none
    while true {
      let text = builder.view(raw)
      var next = 0
      while index < text.count {
        if text[index] == separator {
          next = index + 1
          break
        }
        if text[index] == UInt8(ascii: "\\") {
          if splitsEscaped, index + 2 < text.count, text[index + 1] == UInt8(ascii: ","),
            text[index + 2] == UInt8(ascii: " ")
          {
            next = index + 2
            break
          }
          index += 1
        }
        index += 1
      }
      let stop = min(index, text.count)
      let part =
        raw.isDecoded
        ? Slice(decoded: raw.offset + start, count: stop - start)
        : Slice(block: raw.offset + start, count: stop - start)
      let decoded = trimmed(piece(part))
      if decoded != part || decoded.isEmpty
        || builder.view(decoded).first(UInt8(ascii: ";"), UInt8(ascii: "\\")) < decoded.count
      {
        isPlain = false
      }
      if !decoded.isEmpty { builder.parts.append(decoded) }
      guard next > 0 else { break }
      index = next
      start = next
    }
    guard builder.parts.count > first else {
      reportEmpty()
      return
    }
    var record = makeRecord(id, form: .list)
    record.value = Slice(block: first, count: builder.parts.count - first)
    if isPlain { record.flags.insert(.plain) }
    record.headerNumber = header.number
    add(record)
  }

  private var looksLikeOutlook: Bool {
    let text = bytes[card.blockOffset..<end]
    return text.contains(("X-MS-" as StaticString).view)
      || text.contains(("Outlook" as StaticString).view)
  }

  // MARK: Other names

  /// A name that has no translation: the value keeps its escapes and is never split.
  mutating func finishForeign(_ raw: Slice) {
    var value = raw
    if header.encoding == .quotedPrintable {
      value = utf8(decodeQuotedPrintable(raw), declared: header.charset)
      if builder.view(value).lineBreak() < value.count { value = withEscapedBreaks(value) }
    }
    if builder.view(value).isBlankText {
      reportEmpty()
      return
    }
    let name = builder.view(header.name)
    if !VCardWord.isVendorName(name) {
      report(.unknownProperty, "\(name.excerpt) is a property that no standard has", atLine: true)
    }
    let fieldName = foreignName()
    var record = makeRecord(PropertyID(builder.view(fieldName)), form: .unparsed)
    record.flags.insert(.foreign)
    record.name = fieldName
    record.value = value
    add(record)
  }

  /// The name of the line; one that no line can hold stands in a parameter.
  private mutating func foreignName() -> Slice {
    guard builder.view(header.name).equalsIgnoringCase("X-CARDMILL-FIELD"),
      let name = builder.takeFieldName(from: Int(header.firstParameter))
    else { return header.name }
    return name
  }

  /// The text with its line breaks as escapes, as values that keep their escapes have them.
  private mutating func withEscapedBreaks(_ value: Slice) -> Slice {
    scratch.removeAll()
    ContentLineWriter.appendUnparsed(builder.view(value), to: &scratch)
    return builder.store(scratch.view)
  }

  // MARK: Binary values

  /// Makes the property of a line whose value is base64 without white space.
  mutating func finishBinary(_ found: Slice) {
    var data = found
    if !builder.view(data).isCleanBase64 {
      report(.badBase64, "the data holds characters that base64 does not have", atLine: true)
      data = withoutForeignCharacters(data)
    }
    if data.isEmpty {
      reportEmpty()
      return
    }
    var id = header.id
    if !id.isMedia { id = .unknown }
    let name = id == .unknown ? foreignName() : .none
    var record = makeRecord(id, form: .binary)
    record.valueType = .unstated
    record.value = data
    if id == .unknown {
      record.flags.insert(.foreign)
      record.name = name
    }
    let view = builder.view(data)
    if id == .photo || id == .logo {
      let found = view.pictureTypeOfBase64
      if let found {
        setMediaType(found, of: &record)
      } else {
        report(.badPhoto, "the data is no picture of a known kind", atLine: true)
      }
    }
    add(record)
  }

  /// Base64 data without the characters that base64 does not have.
  private mutating func withoutForeignCharacters(_ data: Slice) -> Slice {
    guard !builder.view(data).isBase64 else { return data }
    builder.decoded.reserve(data.count)
    let view = builder.view(data)
    let start = builder.decoded.count
    for index in 0..<view.count where view[index..<index + 1].isBase64 {
      builder.decoded.append(view[index])
    }
    return Slice(decoded: start, count: builder.decoded.count - start)
  }

  /// The media type comes from the bytes (decision 10); a stated one that differs is reported.
  private mutating func setMediaType(_ found: StaticString, of record: inout PropertyRecord) {
    for place in Int(record.firstParameter)..<builder.parameters.count
    where builder.parameters[place].id == .mediatype {
      let stated = builder.view(builder.parameters[place].value)
      if stated.equals(found) { return }
      if !stated.equalsIgnoringCase(found.view), !stated.equalsIgnoringCase("IMAGE/JPG") {
        report(.photoTypeMismatch, "the picture is \(found), not \(stated.excerpt)", atLine: true)
      }
      builder.parameters[place].value = builder.store(found)
      return
    }
    if record.parameterCount == 0 { record.firstParameter = UInt32(builder.parameters.count) }
    builder.parameters.append(ParameterRecord(id: .mediatype, value: builder.store(found)))
    record.parameterCount += 1
  }

  /// A photo that is text: a link, or data without the encoding that it needs.
  private mutating func takePhotoText(_ record: inout PropertyRecord) {
    let text = builder.view(record.value)
    if record.valueType == .uri { record.valueType = .unstated }
    if text.startsIgnoringCase("HTTP:") || text.startsIgnoringCase("HTTPS:")
      || text.startsIgnoringCase("FILE:")
    {
      report(.externalReference, "the picture is only a link", atLine: true)
      return
    }
    if text.startsIgnoringCase("DATA:"), let data = DataURI(text), data.isBase64 {
      // A data URI that was folded before its comma.
      scratch.removeAll()
      scratch.append(text)
      guard let copy = DataURI(scratch.view) else { return }
      let start = builder.decoded.count
      builder.decoded.appendWithoutWhiteSpace(copy.payload)
      record.value = Slice(decoded: start, count: builder.decoded.count - start)
      record.form = .binary
      setFoundType(&record)
      return
    }
    if text.count > 100, text.isBase64 {
      report(.badPhoto, "the picture's data does not state its encoding", atLine: true)
      scratch.removeAll()
      scratch.append(text)
      let start = builder.decoded.count
      builder.decoded.appendWithoutWhiteSpace(scratch.view)
      record.value = Slice(decoded: start, count: builder.decoded.count - start)
      record.form = .binary
      record.valueType = .unstated
      setFoundType(&record)
    }
  }

  private mutating func setFoundType(_ record: inout PropertyRecord) {
    if let found = builder.view(record.value).pictureTypeOfBase64 {
      setMediaType(found, of: &record)
    }
  }
}

extension ByteView {
  /// Whether there is nothing but blanks and line breaks.
  var isBlankText: Bool {
    var index = 0
    while index < count, self[index] <= 0x20 { index += 1 }
    return index == count
  }

  /// Whether the text is a decimal number with an optional sign and point.
  var isNumber: Bool {
    var index = 0
    if index < count, self[index] == UInt8(ascii: "-") || self[index] == UInt8(ascii: "+") {
      index += 1
    }
    var digits = 0
    while index < count, self[index].isDigit || self[index] == UInt8(ascii: ".") {
      digits += 1
      index += 1
    }
    return digits > 0 && index == count
  }
}

extension Array where Element == Slice {
  /// Appends the first elements of a short array.
  @inline(__always)
  fileprivate mutating func append(_ elements: InlineArray<8, Slice>, count: Int) {
    guard count > 0 else { return }
    unsafe elements.span.extracting(first: count).withUnsafeBufferPointer {
      unsafe append(contentsOf: $0)
    }
  }
}
