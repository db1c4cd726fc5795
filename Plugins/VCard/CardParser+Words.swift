import Cardmill

/// Vendors' own names: each is read as what it says in the neutral vocabulary.
extension CardParser {
  mutating func finishWord(_ word: VCardWord, _ raw: Slice) {
    switch word {
    case .begin, .end, .version, .profile, .none: break
    case .label: finishDeliveryLabel(raw)
    case .abLabel: finishLabel(raw)
    case .abAdr: finishCountry(raw)
    case .abShowAs:
      let value = trimmed(piece(raw))
      guard builder.view(value).equalsIgnoringCase("COMPANY") else { return finishForeign(raw) }
      addText(.kind, builder.store("org"))
    case .abRelatedNames:
      let value = piece(raw)
      guard !builder.view(value).isBlankText else { return reportEmpty() }
      header.valueType = .text
      addText(.related, value)
    case .messenger: finishMessenger(raw)
    case .relation: finishRelation(raw)
    case .msTel:
      let value = trimmed(piece(raw))
      guard !builder.view(value).isBlankText else { return reportEmpty() }
      // Outlook repeats a number of the card with another meaning: that one stays as it was
      // written.
      let text = builder.view(value)
      let isRepeated = (card.firstProperty..<builder.properties.count).contains {
        builder.properties[$0].id == .tel && builder.view(builder.properties[$0].value).equals(text)
      }
      if isRepeated { return finishForeign(raw) }
      addText(.tel, value)
    case .wabGender:
      let value = trimmed(raw)
      switch builder.view(value).decimal {
      case 1: addParts(.gender, [builder.store("F")])
      case 2: addParts(.gender, [builder.store("M")])
      default: finishForeign(raw)
      }
    case .androidCustom: finishAndroidCustom(raw)
    }
  }

  private mutating func addText(_ id: PropertyID, _ value: Slice) {
    var record = makeRecord(id, form: .text)
    record.value = value
    add(record)
  }

  private mutating func addParts(_ id: PropertyID, _ parts: [Slice]) {
    var record = makeRecord(id, form: id.form)
    record.value = Slice(block: builder.parts.count, count: parts.count)
    builder.parts += parts
    add(record)
  }

  // MARK: Labels of groups

  /// Apple's `item1.X-ABLabel`: the label of the properties of its group.
  private mutating func finishLabel(_ raw: Slice) {
    var value = trimmed(piece(raw))
    let text = builder.view(value)
    if text.count >= 9, text.startsIgnoringCase("_$!<"), text.from(text.count - 4).equals(">!$_") {
      value =
        value.isDecoded
        ? Slice(decoded: value.offset + 4, count: value.count - 8)
        : Slice(block: value.offset + 4, count: value.count - 8)
    }
    guard !value.isEmpty else { return reportEmpty() }
    let part = PendingPart(
      kind: .label, group: header.group, name: header.name, value: value,
      place: builder.properties.count)
    if !takeLabel(part) { card.pending.append(part) }
  }

  /// Gives a label to the properties of its group; false when there is none yet.
  private mutating func takeLabel(_ part: PendingPart) -> Bool {
    guard !part.group.isEmpty else { return false }
    var found = false
    var place = builder.properties.count
    while place > card.firstProperty {
      place -= 1
      guard !builder.properties[place].group.isEmpty,
        isSameGroup(builder.properties[place].group, part.group)
      else {
        if found { break }
        continue
      }
      if let label = ownLabel(of: place) {
        // Its label line was met; the same one again says nothing.
        return found || builder.view(label).equals(builder.view(part.value))
      }
      found = true
      label(place, part.value)
    }
    return found
  }

  private func ownLabel(of place: Int) -> Slice? {
    guard builder.properties[place].flags.contains(.labelled) else { return nil }
    return parameterValue(builder.properties[place].id == .adr ? .userLabel : .label, place)
  }

  private func parameterValue(_ id: ParameterID, _ place: Int) -> Slice? {
    let record = builder.properties[place]
    let first = Int(record.firstParameter)
    return builder.parameters[first..<first + Int(record.parameterCount)].first { $0.id == id }?
      .value
  }

  private func isSameGroup(_ a: Slice, _ b: Slice) -> Bool {
    a.count == b.count && builder.view(a).equalsIgnoringCase(builder.view(b))
  }

  private mutating func label(_ place: Int, _ value: Slice) {
    let id = builder.properties[place].id
    let text = builder.view(value)
    if id == .xABDate, text.equalsIgnoringCase("ANNIVERSARY") {
      builder.properties[place].id = .anniversary
      return
    }
    if id == .related {
      let type = VCardWord.relationType(text)
      if type != .unknown {
        let isExact = text.equalsIgnoringCase(type.spelling.view)
        if !types(of: place).contains(type) {
          addParameter(
            ParameterRecord(id: .type, word: type, value: builder.store(type.spelling)), to: place)
        }
        if isExact { return }
      }
    }
    addParameter(ParameterRecord(id: id == .adr ? .userLabel : .label, value: value), to: place)
  }

  /// Adds a parameter to a property that was read before; its parameters move to the end of the
  /// table if they are not there.
  mutating func addParameter(_ parameter: ParameterRecord, to place: Int) {
    builder.properties[place].headerNumber = 0
    let count = Int(builder.properties[place].parameterCount)
    let first = Int(builder.properties[place].firstParameter)
    if count == 0 {
      builder.properties[place].firstParameter = UInt32(builder.parameters.count)
    } else if first + count != builder.parameters.count {
      builder.properties[place].firstParameter = UInt32(builder.parameters.count)
      for index in first..<first + count { builder.parameters.append(builder.parameters[index]) }
    }
    builder.parameters.append(parameter)
    builder.properties[place].parameterCount += 1
    builder.properties[place].noteParameter(parameter.id)
  }

  /// Apple's `item1.X-ABADR`: the country code of the group's address (RFC 8605: CC).
  private mutating func finishCountry(_ raw: Slice) {
    let value = trimmed(piece(raw))
    guard !value.isEmpty else { return reportEmpty() }
    let part = PendingPart(
      kind: .country, group: header.group, name: header.name, value: value,
      place: builder.properties.count)
    if !takeCountry(part) { card.pending.append(part) }
  }

  private mutating func takeCountry(_ part: PendingPart) -> Bool {
    var place = builder.properties.count
    while place > card.firstProperty {
      place -= 1
      guard builder.properties[place].id == .adr,
        isSameGroup(builder.properties[place].group, part.group)
      else { continue }
      let text = builder.view(part.value)
      if let country = parameterValue(.cc, place) {
        // The same again says nothing; another one is kept as it was written.
        return builder.view(country).equalsIgnoringCase(text)
      }
      if text.count == 2, text[0].isLetter, text[1].isLetter {
        let (a, b) = (text[0].asciiUppercased, text[1].asciiUppercased)
        if text[0] == a, text[1] == b {
          addParameter(ParameterRecord(id: .cc, value: part.value), to: place)
        } else {
          let start = builder.decoded.count
          builder.decoded.append(a)
          builder.decoded.append(b)
          addParameter(ParameterRecord(id: .cc, value: Slice(decoded: start, count: 2)), to: place)
        }
      } else {
        // Old files hold the formatted address here.
        addParameter(ParameterRecord(id: .label, value: part.value), to: place)
      }
      return true
    }
    return false
  }

  // MARK: Formatted addresses

  /// A LABEL of 2.1 and 3.0: it is paired with an address when the card ends.
  private mutating func finishDeliveryLabel(_ raw: Slice) {
    let value = piece(raw)
    guard !builder.view(value).isBlankText else { return reportEmpty() }
    var part = PendingPart(
      kind: .address, group: header.group, name: header.name, value: value,
      place: builder.properties.count)
    for place in Int(header.firstParameter)..<builder.parameters.count {
      let parameter = builder.parameters[place]
      if parameter.id == .type, parameter.word != .unknown { part.types.insert(parameter.word) }
      if parameter.id == .pref { part.isPreferred = true }
    }
    builder.parameters.removeLast(builder.parameters.count - Int(header.firstParameter))
    card.pending.append(part)
  }

  /// Pairs formatted addresses with addresses: equal types first, then in order; the rest become
  /// addresses of their own.
  private mutating func pairAddresses() {
    let waiting = card.pending.filter { $0.kind == .address }
    guard !waiting.isEmpty else { return }
    var open = (card.firstProperty..<builder.properties.count).filter { place in
      builder.properties[place].id == .adr && !hasParameter(.label, place)
    }
    var rest: [PendingPart] = []
    for part in waiting {
      if let index = open.firstIndex(where: { types(of: $0) == part.types }) {
        addParameter(ParameterRecord(id: .label, value: part.value), to: open.remove(at: index))
      } else {
        rest.append(part)
      }
    }
    for part in rest {
      if !open.isEmpty {
        addParameter(ParameterRecord(id: .label, value: part.value), to: open.removeFirst())
        continue
      }
      var record = PropertyRecord(id: .adr, form: .structured)
      record.group = part.group
      record.firstParameter = UInt32(builder.parameters.count)
      var words = part.types
      while let word = words.popFirst() {
        builder.parameters.append(
          ParameterRecord(id: .type, word: word, value: builder.store(word.spelling)))
      }
      if part.isPreferred {
        builder.parameters.append(ParameterRecord(id: .pref, value: CardParser.one))
      }
      builder.parameters.append(ParameterRecord(id: .label, value: part.value))
      record.parameterCount = UInt16(builder.parameters.count - Int(record.firstParameter))
      record.value = Slice(block: builder.parts.count, count: 7)
      for _ in 0..<7 { builder.parts.append(.none) }
      add(record)
    }
  }

  private func hasParameter(_ id: ParameterID, _ place: Int) -> Bool {
    let record = builder.properties[place]
    let first = Int(record.firstParameter)
    return (first..<first + Int(record.parameterCount)).contains { builder.parameters[$0].id == id }
  }

  private func types(of place: Int) -> TypeWords {
    let record = builder.properties[place]
    let first = Int(record.firstParameter)
    var words = TypeWords()
    for index in first..<first + Int(record.parameterCount)
    where builder.parameters[index].id == .type && builder.parameters[index].word != .unknown {
      words.insert(builder.parameters[index].word)
    }
    return words
  }

  // MARK: Messengers and relations

  /// `X-JABBER:anna@example.com` is `IMPP:xmpp:anna@example.com`; one that IMPP states already is
  /// not repeated.
  private mutating func finishMessenger(_ raw: Slice) {
    let value = trimmed(piece(raw))
    guard !builder.view(value).isBlankText,
      let messenger = VCardWord.messenger(builder.view(header.name))
    else {
      return reportEmpty()
    }
    var address = value
    if !builder.view(value).hasScheme(messenger.scheme) {
      scratch.removeAll()
      scratch.append(messenger.scheme)
      scratch.append(UInt8(ascii: ":"))
      scratch.append(builder.view(value))
      address = builder.store(scratch.view)
    }
    for place in card.firstProperty..<builder.properties.count
    where builder.properties[place].id == .impp
      && builder.view(builder.properties[place].value).equalsIgnoringCase(builder.view(address))
    {
      builder.parameters.removeLast(builder.parameters.count - Int(header.firstParameter))
      return
    }
    header.valueType = .unstated
    addText(.impp, address)
  }

  private mutating func finishRelation(_ raw: Slice) {
    let value = trimmed(piece(raw))
    guard !builder.view(value).isBlankText,
      let relation = VCardWord.relation(builder.view(header.name))
    else {
      return reportEmpty()
    }
    if relation.type != .unknown {
      builder.parameters.append(
        ParameterRecord(
          id: .type, word: relation.type, value: builder.store(relation.type.spelling)))
    } else {
      header.isLabelled = true
      builder.parameters.append(ParameterRecord(id: .label, value: builder.store(relation.label)))
    }
    header.valueType = builder.view(value).looksLikeURI ? .unstated : .text
    addText(.related, value)
  }

  /// `SOUND;X-IRMC-N:`: the reading of the name, as Japanese phones write it.
  mutating func finishReading(_ raw: Slice) {
    let first = builder.parts.count
    builder.parameters.removeLast(builder.parameters.count - Int(header.firstParameter))
    splitComponents(.org, raw)
    let parts = Array(builder.parts[first...])
    builder.parts.removeLast(builder.parts.count - first)
    let ids: [PropertyID] = [.xPhoneticLastName, .xPhoneticFirstName, .xPhoneticMiddleName]
    var hasContent = false
    for (part, id) in zip(parts, ids) where !builder.view(part).isBlankText {
      hasContent = true
      addText(id, part)
    }
    if !hasContent { report(.emptyValue, "the reading of the name is empty", atLine: true) }
  }

  // MARK: Android

  /// Android's kinds without a vCard property: `mime type;value;type;label;…`.
  private mutating func finishAndroidCustom(_ raw: Slice) {
    let first = builder.parts.count
    splitComponents(.org, raw)
    let parts = Array(builder.parts[first...])
    builder.parts.removeLast(builder.parts.count - first)
    guard parts.count >= 2, !builder.view(parts[1]).isBlankText else { return finishForeign(raw) }
    let kind = builder.view(parts[0])
    let type = parts.count > 2 ? builder.view(parts[2]).decimal ?? -1 : -1
    let label = parts.count > 3 ? parts[3] : .none
    header.valueType = .unstated
    if kind.endsWith("/nickname") {
      addParts(.nickname, [parts[1]])
    } else if kind.endsWith("/contact_event") {
      addEvent(parts[1], type: type, label: label)
    } else if kind.endsWith("/relation") {
      addRelation(parts[1], type: type, label: label)
    } else {
      finishForeign(raw)
    }
  }

  private mutating func addEvent(_ value: Slice, type: Int, label: Slice) {
    let id: PropertyID = type == 1 ? .anniversary : type == 3 ? .bday : .xABDate
    if id == .xABDate, !label.isEmpty {
      header.isLabelled = true
      builder.parameters.append(ParameterRecord(id: .label, value: label))
    }
    var value = value
    if let date = ContactDate.read(builder.view(value))?.date {
      scratch.removeAll()
      date.append(to: &scratch, isExtended: false)
      value = builder.store(scratch.view)
    } else {
      header.valueType = .text
    }
    addText(id, value)
  }

  private mutating func addRelation(_ value: Slice, type: Int, label: Slice) {
    // The numbers of Android's relation types, with the TYPE of RELATED or the exact word.
    let types: [Int: (TypeWord, StaticString)] = [
      1: (.unknown, "Assistant"), 2: (.sibling, "Brother"), 3: (.child, ""),
      4: (.unknown, "Domestic partner"),
      5: (.parent, "Father"), 6: (.friend, ""), 7: (.unknown, "Manager"), 8: (.parent, "Mother"),
      9: (.parent, ""),
      10: (.unknown, "Partner"), 11: (.unknown, "Referred by"), 12: (.kin, "Relative"),
      13: (.sibling, "Sister"),
      14: (.spouse, ""),
    ]
    if let (word, exact) = types[type] {
      if word != .unknown {
        builder.parameters.append(
          ParameterRecord(id: .type, word: word, value: builder.store(word.spelling)))
      }
      if exact.utf8CodeUnitCount > 0 {
        header.isLabelled = true
        builder.parameters.append(ParameterRecord(id: .label, value: builder.store(exact)))
      }
    } else if !label.isEmpty {
      header.isLabelled = true
      builder.parameters.append(ParameterRecord(id: .label, value: label))
    }
    header.valueType = .text
    addText(.related, value)
  }

  // MARK: The end of a card

  mutating func finishCard() {
    if !card.pending.isEmpty { takePending() }
    if let sort = card.sortString { takeSortString(sort) }
    if card.hasBlankLines { report(.blankLine, "empty lines stand inside the card") }
    let kind: RecordKind = !card.hasDatum ? .empty : card.isGroup ? .group : .contact
    switch kind {
    case .empty: report(.emptyCard, "the card holds no data")
    case .contact, .group:
      if !card.hasFullName { report(.missingFN, "the card has no full name (FN)") }
      if !card.hasFullName, !card.hasName, kind == .contact {
        report(.missingName, "the contact has neither a full name nor a name")
      }
    }
    builder.endContact(
      kind: kind, isRepaired: card.isRepaired || card.versionIsGuessed, version: card.version)
  }

  private mutating func takePending() {
    pairAddresses()
    for part in card.pending {
      switch part.kind {
      case .address: continue
      case .label: if takeLabel(part) { continue }
      case .country: if takeCountry(part) { continue }
      }
      // Nothing of its group is there: it is kept as it was written.
      var record = PropertyRecord(id: .unknown, form: .unparsed)
      record.flags.insert(.foreign)
      record.name = part.name
      record.group = part.group
      record.firstParameter = UInt32(builder.parameters.count)
      record.value = part.value
      add(record)
    }
  }

  /// SORT-STRING (RFC 2426, 3.6.5) is the parameter SORT-AS of N in 4.0.
  private mutating func takeSortString(_ value: Slice) {
    for place in card.firstProperty..<builder.properties.count
    where builder.properties[place].id == .n && !hasParameter(.sortAs, place) {
      addParameter(ParameterRecord(id: .sortAs, value: value), to: place)
      return
    }
    var record = PropertyRecord(id: .sortString, form: .text)
    record.firstParameter = UInt32(builder.parameters.count)
    record.value = value
    add(record)
  }
}

extension ByteView {
  func endsWith(_ text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount && from(count - text.utf8CodeUnitCount).equals(text)
  }

  /// Whether the text begins with `scheme:`.
  func hasScheme(_ scheme: StaticString) -> Bool {
    let length = scheme.utf8CodeUnitCount
    return count > length && self[length] == UInt8(ascii: ":")
      && upTo(length).equalsIgnoringCase(scheme.view)
  }
}
