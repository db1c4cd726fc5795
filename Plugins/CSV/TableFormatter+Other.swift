import Cardmill

extension TableFormatter {
  /// Puts a property that most contacts don't have into its cell, or reports it.
  mutating func addOther(_ property: PropertyRecord) {
    guard holds(property) || property.id == .agent else { return }
    switch property.id {
    case .related, .agent: addRelation(property)
    case .anniversary, .xABDate: addEvent(property)
    case .xPhoneticFirstName: addSingle(property, .phoneticGiven)
    case .xPhoneticMiddleName: addSingle(property, .phoneticMiddle)
    case .xPhoneticLastName: addSingle(property, .phoneticFamily)
    case .photo: addPhoto(property)
    case .unknown: addForeign(property)
    default:
      if property.isCustomField, layout.program == .google { return addCustom(property) }
      addFixedOther(property)
    }
  }

  private mutating func addPhoto(_ property: PropertyRecord) {
    let column = layout[.photo]
    if property.form == .binary || DataURI(view(property.value)) != nil {
      let count =
        property.form == .binary
        ? Base64.decodedCount(view(property.value))
        : DataURI(view(property.value)).map { Base64.decodedCount($0.payload) } ?? 0
      return lose("photo-data-omitted", "photo", "\(count) bytes")
    }
    guard column >= 0 else { return lose("field-unsupported", property) }
    guard isFree(column) else { return lose("value-limit", property, path: "extra.PHOTO") }
    noteParameters(of: property, isTyped: false)
    set(column, property.value)
  }

  private mutating func addForeign(_ property: PropertyRecord) {
    let name = view(property.name)
    if layout.program == .google {
      if name.equalsIgnoringCase("X-FAVORITE") {
        isStarred = true
        return
      }
      if name.equalsIgnoringCase("X-GOOGLE-GROUP") {
        let start = begin()
        add("* ")
        add(view(property.value))
        let group = texts(from: start)
        return group.withView { append(layout[.categories], " ::: ", $0) }
      }
    }
    let column = column(ofOther: name)
    // A display name of its own is better than one that is made.
    if isFree(column) || layout.mailNames.contains(column) || layout.mailTypes.contains(column) {
      noteParameters(of: property, isTyped: false)
      if property.form == .unparsed,
        view(property.value).first(UInt8(ascii: "\\")) < property.value.count
      {
        scratch.removeAll()
        TextEscapes.decode(view(property.value), into: &scratch)
        return set(column, scratch.view)
      }
      return set(column, property.value)
    }
    if property.isCustomField, layout.program == .google { return addCustom(property) }
    lose(column >= 0 ? "value-limit" : "extra-dropped", property)
  }

  // MARK: Outlook and Thunderbird

  private mutating func addFixedOther(_ property: PropertyRecord) {
    switch property.id {
    case .role: addSingle(property, .role)
    case .hobby: addSingle(property, .hobby)
    case .fburl: addSingle(property, .freeBusy)
    case .lang: addSingle(property, .language)
    case .xPhoneticOrg: addSingle(property, .phoneticOrganization)
    case .impp: addSingle(property, .messenger)
    case .gender: addGender(property)
    case .class: addClass(property)
    default: lose("field-unsupported", property)
    }
  }

  private mutating func addGender(_ property: PropertyRecord) {
    let column = layout[.gender]
    let parts = storage.parts(of: property).map { storage.parts[$0] }
    let sex = parts.first.map { view($0) } ?? .empty
    let isKnown = sex.equalsIgnoringCase("M") || sex.equalsIgnoringCase("F")
    guard isFree(column), isKnown, parts.count == 1 || parts[1].isEmpty else {
      return lose("field-unsupported", property)
    }
    set(column, sex.equalsIgnoringCase("M") ? "Male" : "Female")
  }

  private mutating func addClass(_ property: PropertyRecord) {
    let (sensitivity, isPrivate) = (layout[.sensitivity], layout[.isPrivate])
    let word = view(property.value)
    guard isFree(sensitivity), isFree(isPrivate) else { return lose("field-unsupported", property) }
    if word.equalsIgnoringCase("PRIVATE") {
      set(sensitivity, "Private")
      set(isPrivate, "True")
    } else if word.equalsIgnoringCase("CONFIDENTIAL") {
      set(sensitivity, "Confidential")
    } else if !word.equalsIgnoringCase("PUBLIC") {
      lose("field-unsupported", property)
    }
  }

  mutating func addFixedMail(_ property: PropertyRecord) {
    let isPreferred = isPreferred(property)
    // The column of the preferred address waits for it.
    let waits = !isPreferred && layout.mails[0].isPreferred && bestPreference(of: .email) > 0
    guard
      let number = layout.mails.indices.first(where: {
        isFree(layout.mails[$0].column) && !(waits && $0 == 0)
      })
    else { return lose("value-limit", property) }
    let slot = layout.mails[number]
    noteTyping(of: property, saysPreferred: isPreferred && slot.isPreferred)
    set(slot.column, property.value)
    if number < layout.mailTypes.count, isFree(layout.mailTypes[number]) {
      set(layout.mailTypes[number], "SMTP")
    }
    guard number < layout.mailNames.count, isFree(layout.mailNames[number]) else { return }
    let start = begin()
    scratch.removeAll()
    storage.appendDisplayName(of: record, to: &scratch)
    add(scratch.view)
    add(" (")
    add(view(property.value))
    add(")")
    end(layout.mailNames[number], from: start)
  }

  /// Whether a value is the preferred one of its name.
  private mutating func isPreferred(_ property: PropertyRecord) -> Bool {
    guard property.parameterCount > 0, let own = storage.typing(of: property).preference else {
      return false
    }
    return own <= bestPreference(of: property.id)
  }

  /// Reports types and label of a value whose column says none of them, and its preference unless
  /// the column says that.
  private mutating func noteTyping(of property: PropertyRecord, saysPreferred: Bool) {
    guard property.parameterCount > 0 else { return }
    noteParameters(of: property, isTyped: true)
    let typing = storage.typing(of: property)
    lose(types: typing.words, property.id)
    noteLabel(typing, property.id)
    if !saysPreferred { notePreference(typing, property.id) }
  }

  private mutating func noteLabel(_ typing: Typing, _ id: PropertyID) {
    if let label = typing.label { lose("label-to-type", id.path, label.string) }
    for other in typing.others { lose("type-word-dropped", id.path, "TYPE=" + other.string) }
  }

  private mutating func notePreference(_ typing: Typing, _ id: PropertyID) {
    // To be preferred among one is nothing.
    guard let preference = typing.preference, isSeveral(id) else { return }
    lose("pref-reduced", id.path, "PREF=\(preference)")
  }

  mutating func addFixedURL(_ property: PropertyRecord) {
    let typing = storage.typing(of: property)
    noteParameters(of: property, isTyped: true)
    notePreference(typing, .url)
    guard let slot = slot(in: layout.urls, typing) else { return lose("value-limit", property) }
    set(slot.column, property.value)
    noteDropped(typing, slot, .url)
  }

  mutating func addFixedRelation(_ property: PropertyRecord) {
    guard property.form == .text else { return lose("field-unsupported", property) }
    let typing = storage.typing(of: property)
    noteParameters(of: property, isTyped: true)
    let found = layout.relations.first { slot in
      slot.label.map { label in typing.label.map { $0.isLabel(label) } ?? false }
        ?? (slot.types == typing.words)
    }
    guard let found else { return lose("field-unsupported", property) }
    if isFree(found.column) {
      set(found.column, property.value)
    } else if found.types.contains(.child) {
      // One cell has the names of all children.
      append(found.column, ", ", view(property.value))
      lose("structure-flattened", property)
    } else {
      return lose("value-limit", property)
    }
    noteDropped(typing, found, .related)
  }

  mutating func addFixedPhone(_ property: PropertyRecord) {
    var typing = storage.typing(of: property)
    noteParameters(of: property, isTyped: true)
    if let label = typing.label, label.isEmpty { typing.label = nil }
    guard let slot = slot(in: layout.phones, typing) else { return lose("value-limit", property) }
    setNumber(slot.column, property)
    noteDropped(typing, slot, .tel)
    if !slot.isPreferred { notePreference(typing, .tel) }
  }

  /// The best free column for a value: one that says what it is, else one that says less, else one
  /// that says something else; a fax or pager number never stands as a voice number.
  private func slot(in slots: [TableLayout.Slot], _ typing: Typing) -> TableLayout.Slot? {
    let devices = TypeWords(.fax, .pager, .textphone, .car, .isdn)
    var best: TableLayout.Slot?
    var bestScore = Int.min
    for slot in slots where isFree(slot.column) {
      guard slot.types.bits & devices.bits & ~typing.words.bits == 0 else { continue }
      let needs = typing.words.bits & TypeWords(.fax, .pager).bits
      guard needs & ~slot.types.bits == 0 || needs == 0 else { continue }
      var score = 0
      let common = slot.types.bits & typing.words.bits
      score += common.nonzeroBitCount * 8
      // What the column says beyond the value would be a claim of our own.
      score -= (slot.types.bits & ~typing.words.bits).nonzeroBitCount * 12
      score -= (typing.words.bits & ~slot.types.bits & ~TypeWords(.voice).bits).nonzeroBitCount
      if let label = slot.label {
        if let own = typing.label, own.isLabel(label) {
          score += 16
        } else if label == "Other" {
          score -= typing.words.isEmpty && typing.label == nil ? 1 : 3
        } else {
          continue
        }
      }
      if slot.isPreferred { score -= typing.preference == nil ? 14 : 6 }
      if score > bestScore { (best, bestScore) = (slot, score) }
    }
    return best
  }

  /// Reports what the column that a value was put into does not say.
  private mutating func noteDropped(_ typing: Typing, _ slot: TableLayout.Slot, _ id: PropertyID) {
    var rest = typing.words
    rest.bits &= ~slot.types.bits
    lose(types: rest, id)
    if let label = typing.label, slot.label.map({ label.isLabel($0) }) != true {
      lose("label-to-type", id.path, label.string)
    }
    for other in typing.others { lose("type-word-dropped", id.path, "TYPE=" + other.string) }
  }

  // MARK: Addresses in fixed columns

  mutating func addFixedAddress(_ property: PropertyRecord, _ formatted: ByteView?) {
    let typing = storage.typing(of: property)
    noteParameters(of: property, isTyped: true)
    notePreference(typing, .adr)
    func isFree(_ number: Int, _ self: borrowing TableFormatter) -> Bool {
      self.taken[number] == 0 && self.layout.addresses[number].parts[2] >= 0
    }
    var order =
      typing.words.contains(.home)
      ? [0, 2, 1] : typing.words.contains(.work) ? [1, 2, 0] : [2, 0, 1]
    order.removeAll { !isFree($0, self) }
    guard let number = order.first else { return lose("value-limit", property) }
    taken[number] = 1
    let slot = layout.addresses[number]
    var rest = typing.words
    rest.bits &= ~slot.types.bits
    lose(types: rest, .adr)
    if let label = typing.label, slot.label.map({ label.isLabel($0) }) != true {
      lose("label-to-type", "addresses", label.string)
    }
    setStreet(slot, property)
    for component in 3..<7 {
      setComponent(slot.parts[Self.partOfComponent[component]], component, of: property)
    }
    if let formatted { lose("address-flattened", "addresses.formatted", formatted.string) }
  }

  /// Puts post-office box, extended address and street into the cells that there are: what has none
  /// of its own becomes a line of the street.
  private mutating func setStreet(_ slot: TableLayout.AddressSlot, _ property: PropertyRecord) {
    let names = ["pobox", "extended"]
    var lines: [String] = []
    for component in 0..<2 {
      if slot.parts[component] >= 0 {
        setComponent(slot.parts[component], component, of: property)
        continue
      }
      var buffer = ByteBuffer(capacity: 128)
      guard storage.appendComponent(component, of: property, to: &buffer) else { continue }
      lines.append(buffer.view.string)
      lose("structure-flattened", "addresses." + names[component], buffer.view.string)
    }
    setComponent(slot.parts[2], 2, of: property, separator: "\n")
    for line in lines { line.withView { append(slot.parts[2], "\n", $0) } }
  }
}

extension PropertyRecord {
  /// Whether Google keeps the property in a field of its own rather than not at all.
  var isCustomField: Bool {
    guard form != .binary else { return false }
    switch id {
    case .unknown, .role, .gender, .impp, .hobby, .expertise, .interest, .lang, .language,
      .xMaidenName, .xPhoneticOrg, .socialprofile, .tz, .geo, .fburl, .caluri, .caladruri, .class,
      .birthplace, .deathdate, .deathplace, .pronouns, .gramgender, .contactURI, .orgDirectory:
      return true
    default: return false
    }
  }
}
