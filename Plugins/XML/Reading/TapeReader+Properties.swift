import Cardmill

/// Adding properties in the neutral vocabulary.
extension TapeReader {
  /// Where the parameters of the next property begin; what is added from now on belongs to it.
  var nextParameter: Int { builder.parameters.count }

  /// Adds a property whose parameters stand in the table from `firstParameter` on.
  mutating func add(
    _ id: PropertyID, _ value: Slice, form: ValueForm, valueType: ValueType = .unstated,
    from firstParameter: Int,
    name: Slice = .none
  ) {
    var record = PropertyRecord(id: id, form: form)
    record.value = value
    record.valueType = valueType
    record.group = group
    record.name = name
    if id == .unknown { record.flags.insert(.foreign) }
    record.firstParameter = UInt32(firstParameter)
    record.parameterCount = UInt16(clamping: builder.parameters.count - firstParameter)
    for place in firstParameter..<builder.parameters.count {
      record.noteParameter(builder.parameters[place].id)
    }
    builder.properties.append(record)
    note(record)
  }

  /// Notes what a property says of its record.
  mutating func note(_ record: PropertyRecord) {
    switch record.id {
    case .prodid, .rev: return
    case .fn: hasFullName = true
    case .n: hasName = true
    case .kind: if view(record.value).equalsIgnoringCase("GROUP") { isGroup = true }
    default: break
    }
    hasDatum = true
  }

  /// Adds a text, unless it is blank; its parameters are those from `firstParameter` on.
  ///
  /// - Returns: whether it was added; parameters of a blank text are taken back.
  @discardableResult
  mutating func addText(
    _ id: PropertyID, _ value: Slice, valueType: ValueType = .unstated,
    from firstParameter: Int? = nil
  ) -> Bool {
    let first = firstParameter ?? builder.parameters.count
    guard !isBlank(value) else {
      builder.parameters.removeLast(builder.parameters.count - first)
      return false
    }
    add(id, value, form: .text, valueType: valueType, from: first)
    return true
  }

  /// Adds a list or structure whose parts stand in the table from `firstPart` on, unless all are
  /// empty.
  @discardableResult
  mutating func addParts(_ id: PropertyID, from firstPart: Int, firstParameter: Int? = nil) -> Bool
  {
    let first = firstParameter ?? builder.parameters.count
    guard builder.parts[firstPart...].contains(where: { !$0.isEmpty }) else {
      builder.parts.removeLast(builder.parts.count - firstPart)
      builder.parameters.removeLast(builder.parameters.count - first)
      return false
    }
    add(
      id, Slice(block: firstPart, count: builder.parts.count - firstPart), form: id.form,
      from: first)
    return true
  }

  /// Adds a structure of one value a component.
  @discardableResult
  mutating func addParts(_ id: PropertyID, _ parts: [Slice], from firstParameter: Int? = nil)
    -> Bool
  {
    let first = builder.parts.count
    for part in parts { builder.parts.append(isBlank(part) ? .none : part) }
    return addParts(id, from: first, firstParameter: firstParameter)
  }

  /// Adds a value that the vocabulary has no name for, under the name that the document has for it.
  mutating func addForeign(
    _ name: Slice, _ value: Slice, valueType: ValueType = .unstated, from firstParameter: Int? = nil
  ) {
    let first = firstParameter ?? builder.parameters.count
    guard !isBlank(value) else {
      builder.parameters.removeLast(builder.parameters.count - first)
      return
    }
    add(.unknown, escaped(value), form: .unparsed, valueType: valueType, from: first, name: name)
  }

  mutating func addForeign(_ name: String, _ value: Slice) {
    if !isBlank(value) { addForeign(foreignName(name), value) }
  }

  /// A text with the escapes that a value of unknown structure has.
  mutating func escaped(_ text: Slice) -> Slice {
    guard view(text).firstTextEscape() < text.count else { return text }
    scratch.removeAll()
    TextEscapes.encode(view(text), into: &scratch)
    return builder.store(scratch.view)
  }

  /// Keeps an element that no dialect knows: each text in it under its own name, with the
  /// attributes as parameters.
  mutating func addUnknown(_ node: Int) {
    var isLeaf = true
    for child in tape.children(node) {
      isLeaf = false
      addUnknown(child)
    }
    let text = isLeaf ? trimmed(content(node)) : .none
    let attributes = tape.attributes(node).filter {
      tape.info($0).space != .schemaInstance && !isBlank(tape.text($0))
    }
    guard !isBlank(text) else {
      for place in attributes { addForeign(tape.local(place), tape.text(place)) }
      return
    }
    let first = nextParameter
    for place in attributes {
      addParameter(
        .unknown, tape.text(place), name: builder.store("X-" + tape.local(place).uppercased()))
    }
    addForeign(foreignName(tape.local(node)), text, from: first)
  }

  /// A foreign name, stored; one of the vocabulary means what it means there and must not be taken
  /// for it.
  private mutating func foreignName(_ name: String) -> Slice {
    let id = name.withView { PropertyID($0) }
    return builder.store(id == .unknown ? name : "X-" + name)
  }

  // MARK: Parameters

  mutating func addParameter(
    _ id: ParameterID, _ value: Slice, word: TypeWord = .unknown, name: Slice = .none
  ) {
    builder.parameters.append(ParameterRecord(id: id, word: word, name: name, value: value))
  }

  mutating func addType(_ word: TypeWord) {
    addParameter(.type, builder.store(word.spelling), word: word)
  }

  mutating func addTypes(_ words: TypeWord...) { for word in words { addType(word) } }

  mutating func addPreference() { addParameter(.pref, builder.store("1")) }

  /// Adds the word of a TYPE parameter: a standard one, one that stands for it, or the writer's
  /// own.
  mutating func addType(_ text: Slice, word: TypeWord) {
    switch word {
    case .internet: return
    case .pref: return addPreference()
    case .unknown: break
    default: return addParameter(.type, text, word: word)
    }
    let view = view(text)
    if view.equalsIgnoringCase("MOBILE") {
      addType(.cell)
    } else if view.equalsIgnoringCase("HOMEFAX") {
      addTypes(.fax, .home)
    } else if view.equalsIgnoringCase("WORKFAX") {
      addTypes(.fax, .work)
    } else if view.equalsIgnoringCase("TTY") || view.equalsIgnoringCase("TTY-TDD") {
      addType(.textphone)
    } else if view.equalsIgnoringCase("MAIN") {
      addType(.mainNumber)
    } else {
      addParameter(.type, text)
    }
  }

  /// Adds the user's own label.
  mutating func addLabel(_ text: Slice, of id: PropertyID) {
    guard !isBlank(text) else { return }
    addParameter(id == .adr ? .userLabel : .label, trimmed(text))
  }

  mutating func addLabel(_ text: StaticString, of id: PropertyID) {
    addLabel(builder.store(text), of: id)
  }

  // MARK: Dates

  /// Adds a date in vCard 4.0's basic form; a text that is none stays as it is.
  mutating func addDate(
    _ id: PropertyID, _ value: Slice, isText: Bool = false, from firstParameter: Int? = nil
  ) {
    let first = firstParameter ?? builder.parameters.count
    let text = trimmed(value)
    guard !isText, !text.isEmpty, let reading = ContactDate.read(view(text)) else {
      if !isText, !text.isEmpty, view(text)[0].asciiUppercased != UInt8(ascii: "T") {
        report(.badDate, "a date is in no standard form; it is kept as text")
      }
      let isTime = !isText && !text.isEmpty && view(text)[0].asciiUppercased == UInt8(ascii: "T")
      addText(id, isText ? value : text, valueType: isTime ? .time : .text, from: first)
      return
    }
    var date = reading.date
    // Programs write 1604 for no year.
    if date.year == 1604 { date.year = nil }
    scratch.removeAll()
    date.append(to: &scratch, isExtended: false)
    let view = view(text)
    if reading.timeStart < view.count {
      scratch.append(UInt8(ascii: "T"))
      for index in reading.timeStart + 1..<view.count where view[index] != UInt8(ascii: ":") {
        scratch.append(view[index])
      }
    }
    let isSame = scratch.view.equals(view)
    addText(id, isSame ? text : builder.store(scratch.view), from: first)
  }

  // MARK: Pictures and other data

  /// Adds data in base64, white space and all.
  mutating func addData(
    _ id: PropertyID, _ base64: Slice, mediaType: Slice? = nil, from firstParameter: Int? = nil
  ) {
    let first = firstParameter ?? builder.parameters.count
    scratch.removeAll()
    scratch.appendWithoutWhiteSpace(view(base64))
    guard scratch.count > 0 else {
      return builder.parameters.removeLast(builder.parameters.count - first)
    }
    let isClean = scratch.view.isCleanBase64
    let found = id == .photo || id == .logo ? scratch.view.pictureTypeOfBase64 : nil
    let data = scratch.count == base64.count ? base64 : builder.store(scratch.view)
    if !isClean { report(.badBase64, "the data holds characters that base64 does not have") }
    setMediaType(mediaType.map { trimmed($0) }, found: found, from: first)
    if found == nil, id == .photo || id == .logo {
      report(.badPhoto, "the data is no picture of a known kind")
    }
    add(id, data, form: .binary, from: first)
  }

  /// The media type comes from the bytes; a stated one that differs is reported.
  private mutating func setMediaType(_ stated: Slice?, found: StaticString?, from first: Int) {
    let place = builder.parameters[first...].firstIndex { $0.id == .mediatype }
    let stated = stated ?? place.map { builder.parameters[$0].value } ?? .none
    if let found, !stated.isEmpty, !view(stated).isMediaType(found) {
      report(.photoTypeMismatch, "the picture is \(found), not \(view(stated).excerpt)")
    }
    let type = found.map { view(stated).equals($0) ? stated : builder.store($0) } ?? stated
    guard !type.isEmpty else { return }
    if let place { builder.parameters[place].value = type } else { addParameter(.mediatype, type) }
  }

  /// Adds a link to data, or the data of a `data:` URI.
  mutating func addMedia(_ id: PropertyID, uri value: Slice, from firstParameter: Int? = nil) {
    let first = firstParameter ?? builder.parameters.count
    let text = trimmed(value)
    if let data = DataURI(view(text)), data.isBase64 {
      let payload = text.piece(text.count - data.payload.count..<text.count)
      let type = data.mediaType.isEmpty ? nil : text.piece(5..<5 + data.mediaType.count)
      // The type of the URI itself counts before one that a parameter states.
      return addData(id, payload, mediaType: type, from: first)
    }
    if id == .photo || id == .logo, view(text).isWebLink {
      report(.externalReference, "the picture is only a link")
    }
    addText(id, text, from: first)
  }
}

extension ByteView {
  /// Whether a stated media type is `type`, or one that means the same.
  func isMediaType(_ type: StaticString) -> Bool {
    if string.lowercased() == "\(type)" { return true }
    let word = string.lowercased()
    return word == "image/*" || "\(type)".hasSuffix("/" + word)
      || (type.view.equals("image/jpeg")
        && (word == "image/jpg" || word == "jpg" || word == "image/pjpeg"))
  }

  var isWebLink: Bool {
    startsIgnoringCase("HTTP:") || startsIgnoringCase("HTTPS:") || startsIgnoringCase("FILE:")
  }

  /// The text's beginning, for a message.
  var excerpt: String {
    let end = Swift.min(count, 40)
    return "'" + upTo(end).string + (end < count ? "…'" : "'")
  }
}
