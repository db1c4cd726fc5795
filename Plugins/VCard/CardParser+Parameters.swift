import Cardmill

extension CardParser {
  /// Reads one parameter, from behind its semicolon; gives where it ends.
  mutating func readParameter(
    _ text: ByteView, _ start: Int, _ stop: Int, _ slice: (Int, Int) -> Slice
  ) -> Int {
    var nameEnd = start
    while nameEnd < stop, text[nameEnd] != UInt8(ascii: "="), text[nameEnd] != UInt8(ascii: ";") {
      nameEnd += 1
    }
    var nameStart = start
    if nameStart < nameEnd, text[nameStart].isBlank {
      while nameStart < nameEnd, text[nameStart].isBlank { nameStart += 1 }
      if nameStart < nameEnd {
        report(.badParameter, "a blank stands before a parameter", atLine: true, column: start + 1)
      }
    }
    var trimmedEnd = nameEnd
    while trimmedEnd > nameStart, text[trimmedEnd - 1].isBlank { trimmedEnd -= 1 }
    if nameEnd >= stop || text[nameEnd] == UInt8(ascii: ";") {
      if trimmedEnd > nameStart {
        takeBareWord(text[nameStart..<trimmedEnd], slice(nameStart, trimmedEnd))
      }
      return nameEnd
    }
    let id =
      ParameterID(rawValue: parameterNames.number(of: text[nameStart..<trimmedEnd])) ?? .unknown
    let name = slice(nameStart, trimmedEnd)
    var at = nameEnd
    if at + 1 >= stop || text[at + 1] == UInt8(ascii: ";") {
      report(
        .badParameter, "the parameter \(text[nameStart..<trimmedEnd].excerpt) has no value",
        atLine: true, column: nameStart + 1)
      return at + 1
    }
    repeat {
      at += 1
      if at < stop, text[at] == UInt8(ascii: "\""),
        case let close = text.first(UInt8(ascii: "\""), from: at + 1),
        close < stop
      {
        takeParameter(id, name, text[at + 1..<close], slice(at + 1, close), isQuoted: true)
        at = close + 1
        // A stray text behind the closing quote is passed over.
        if at < stop, text[at] != UInt8(ascii: ","), text[at] != UInt8(ascii: ";") {
          report(
            .badParameter, "text stands behind a quoted parameter value", atLine: true,
            column: at + 1)
          while at < stop, text[at] != UInt8(ascii: ","), text[at] != UInt8(ascii: ";") { at += 1 }
        }
      } else {
        var valueEnd = at
        let splits = id == .type || id == .pid || id == .sortAs || id == .encoding
        while valueEnd < stop, text[valueEnd] != UInt8(ascii: ";"),
          !(splits && text[valueEnd] == UInt8(ascii: ","))
        {
          valueEnd += 1
        }
        takeParameter(id, name, text[at..<valueEnd], slice(at, valueEnd), isQuoted: false)
        at = valueEnd
      }
    } while at < stop && text[at] == UInt8(ascii: ",")
    return at
  }

  /// A parameter without a name: a type, an encoding, a kind of value (vCard 2.1).
  private mutating func takeBareWord(_ word: ByteView, _ slice: Slice) {
    let number = words.number(of: word)
    if number != 0 {
      takeWord(number, slice)
    } else if word.first(UInt8(ascii: ",")) < word.count {
      takeTypeList(word, slice)
    } else {
      takeUnknownWord(word, slice)
    }
  }

  private mutating func takeWord(_ number: UInt16, _ slice: Slice) {
    if let type = TypeWord(rawValue: number) {
      addType(type, slice)
      return
    }
    switch BareWord(rawValue: number) {
    case .quotedPrintable: header.encoding = .quotedPrintable
    case .base64, .b: header.encoding = .base64
    case .url: header.valueType = .uri
    case .mobile: addType(.cell, slice)
    case .homeFax:
      addType(.fax, slice)
      addType(.home, slice)
    case .workFax:
      addType(.fax, slice)
      addType(.work, slice)
    case .tty: addType(.textphone, slice)
    case .main: addType(.mainNumber, slice)
    case .cid, .contentID, .inline, .eightBit, .sevenBit, nil: break
    }
  }

  private mutating func addType(_ type: TypeWord, _ slice: Slice) {
    switch type {
    case .internet: break  // The default of EMAIL says nothing.
    case .pref:
      if !header.isPreferred {
        header.isPreferred = true
        builder.parameters.append(ParameterRecord(id: .pref, value: CardParser.one))
      }
    default: builder.parameters.append(ParameterRecord(id: .type, word: type, value: slice))
    }
  }

  private mutating func takeUnknownWord(_ word: ByteView, _ slice: Slice) {
    if word.equalsIgnoringCase("X-IRMC-N") {
      header.isReading = true
      return
    }
    // Pictures and keys state their form as a word; it is their media type.
    if let type = mediaType(word) {
      if builder.parameters[Int(header.firstParameter)...].contains(where: { $0.id == .mediatype })
      {
        return
      }
      builder.parameters.append(ParameterRecord(id: .mediatype, value: builder.store(type)))
      return
    }
    if !(word.count > 1 && word.startsIgnoringCase("X-")) {
      report(.unknownType, "no standard has the type \(word.excerpt)", atLine: true)
    }
    let isEscaped =
      card.version != 21 && word.first(UInt8(ascii: "^"), UInt8(ascii: "\\")) < word.count
    builder.parameters.append(
      ParameterRecord(id: .type, value: isEscaped ? builder.storeParameter(word, id: .type) : slice)
    )
  }

  /// The media type for a TYPE word of a picture, sound or key.
  private func mediaType(_ word: ByteView) -> String? {
    let id = header.id
    guard id.isMedia else { return nil }
    if word.first(UInt8(ascii: "/")) < word.count { return word.string.lowercased() }
    let text = word.string.lowercased()
    switch (id, text) {
    case (.key, "x509"): return "application/pkix-cert"
    case (.key, "pgp"): return "application/pgp-keys"
    case (.key, _): return nil
    case (.sound, "basic"): return "audio/basic"
    case (.sound, "wave"), (.sound, "wav"): return "audio/wav"
    case (.sound, "pcm"), (.sound, "aiff"), (.sound, "ogg"), (.sound, "mp3"), (.sound, "aac"),
      (.sound, "mpeg"):
      return "audio/\(text)"
    case (.sound, _): return nil
    case (_, "jpeg"), (_, "jpg"): return "image/jpeg"
    case (_, "png"), (_, "gif"), (_, "bmp"), (_, "tiff"), (_, "webp"), (_, "heic"), (_, "svg"),
      (_, "wmf"),
      (_, "cgm"), (_, "pict"), (_, "met"), (_, "pmb"), (_, "dib"), (_, "ps"), (_, "pdf"),
      (_, "mpeg"), (_, "mpeg2"),
      (_, "avi"), (_, "qtime"):
      return "image/\(text)"
    default: return nil
    }
  }

  private mutating func takeParameter(
    _ id: ParameterID, _ name: Slice, _ value: ByteView, _ slice: Slice, isQuoted: Bool
  ) {
    switch id {
    case .type:
      if isQuoted || value.first(UInt8(ascii: "\\")) < value.count {
        takeTypeList(value, slice)
        return
      }
      takeType(value, slice)
    case .encoding:
      let number = words.number(of: value.trimmed)
      if number != 0 { takeWord(number, slice) }
    case .charset: header.charset = slice
    case .value:
      let type = ValueType(value.trimmed)
      switch type {
      case .unknown:
        if value.equalsIgnoringCase("URL") { header.valueType = .uri }
      case .date, .dateTime, .dateAndOrTime, .timestamp:
        if !header.id.isDate { header.valueType = type }
      default: header.valueType = type
      }
    case .pref:
      guard !header.isPreferred else { return }
      header.isPreferred = true
      builder.parameters.append(
        ParameterRecord(id: .pref, value: parameterValue(value, slice, .pref)))
    case .derived where value.equalsIgnoringCase("TRUE"):
      header.isDerived = true
    case .unknown: takeUnknownParameter(name, value, slice)
    default:
      if id == .label || id == .userLabel { header.isLabelled = true }
      builder.parameters.append(ParameterRecord(id: id, value: parameterValue(value, slice, id)))
    }
  }

  private mutating func takeUnknownParameter(_ name: Slice, _ value: ByteView, _ slice: Slice) {
    let word = builder.view(name)
    if word.equalsIgnoringCase("X-APPLE-OMIT-YEAR") {
      header.omittedYear = Int32(clamping: value.decimal ?? -1)
      return
    }
    if word.equalsIgnoringCase("X-SERVICE-TYPE") {
      builder.parameters.append(
        ParameterRecord(id: .serviceType, value: parameterValue(value, slice, .serviceType)))
      return
    }
    if header.id == .socialprofile, word.equalsIgnoringCase("X-USER") {
      builder.parameters.append(
        ParameterRecord(id: .username, value: parameterValue(value, slice, .username)))
      return
    }
    builder.parameters.append(
      ParameterRecord(id: .unknown, name: name, value: parameterValue(value, slice, .unknown)))
  }

  /// The decoded value of a parameter: escapes of RFC 6868 and backslashes, charset.
  private mutating func parameterValue(_ value: ByteView, _ slice: Slice, _ id: ParameterID)
    -> Slice
  {
    var slice = slice
    if value.first(UInt8(ascii: "^"), UInt8(ascii: "\\")) < value.count {
      if value.first(UInt8(ascii: "\\")) < value.count, id != .label {
        report(.badParameter, "a backslash stands in a parameter value", atLine: true)
      }
      if card.version != 21 {
        builder.decoded.reserve(value.count)
        slice = builder.storeParameter(value, id: id)
      }
    }
    return isUTF8 ? slice : utf8(slice, declared: nil)
  }

  private mutating func takeType(_ value: ByteView, _ slice: Slice) {
    let number = words.number(of: value)
    if number != 0 {
      takeWord(number, slice)
      return
    }
    let trimmed = value.trimmed
    guard !trimmed.isEmpty else { return }
    if trimmed.count != value.count {
      takeType(trimmed, builder.store(trimmed))
      return
    }
    takeUnknownWord(value, isUTF8 ? slice : utf8(slice, declared: nil))
  }

  /// `TYPE="home,voice"` and `TYPE=home\,voice` are lists (decision 6; RFC 6350, 6.4.1).
  private mutating func takeTypeList(_ value: ByteView, _ slice: Slice) {
    var start = 0
    while start <= value.count {
      var stop = value.first(UInt8(ascii: ","), from: start)
      let next = stop + 1
      if stop > start, value[stop - 1] == UInt8(ascii: "\\") { stop -= 1 }
      let word = value[start..<stop]
      let piece =
        slice.isDecoded
        ? Slice(decoded: slice.offset + start, count: stop - start)
        : Slice(block: slice.offset + start, count: stop - start)
      takeType(word, piece)
      start = next
    }
  }
}
