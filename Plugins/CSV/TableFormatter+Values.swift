import Cardmill

/// The label of Google's for a value's types, or the user's own text.
private struct LabelText {
  var word: StaticString?
  var own: ByteView?
  var isStarred = false

  var isEmpty: Bool { word == nil && own == nil && !isStarred }
}

extension TableFormatter {
  /// The ledger's words for a lost TYPE word, made once.
  private static let typeTexts: [String] = TypeWord.allCases.map { "TYPE=" + $0.text }

  mutating func loseType(_ word: TypeWord, _ id: PropertyID) {
    lose("type-word-dropped", id.path, Self.typeTexts[Int(word.rawValue)])
  }

  mutating func lose(types: TypeWords, _ id: PropertyID) {
    var rest = types
    while let word = rest.popFirst() { loseType(word, id) }
  }

  // MARK: Labels of Google

  /// Finds the label of a value and reports what it cannot say.
  private mutating func label(of property: PropertyRecord) -> LabelText {
    var text = LabelText()
    guard property.parameterCount > 0 else { return text }
    let typing = storage.typing(of: property)
    noteParameters(of: property, isTyped: true)
    let id = property.id
    if let preference = typing.preference {
      if preference <= bestPreference(of: id) {
        text.isStarred = id != .related && id != .url && id != .xABDate
        if !text.isStarred, isSeveral(id) {
          lose("pref-reduced", id.path, "PREF=\(preference)")
        }
      } else {
        lose("pref-reduced", id.path, "PREF=\(preference)")
      }
    }
    for other in typing.others { lose("type-word-dropped", id.path, "TYPE=" + other.string) }
    choose(typing, id, &text)
    return text
  }

  private mutating func choose(_ typing: Typing, _ id: PropertyID, _ text: inout LabelText) {
    guard let label = typing.label, !label.isEmpty else {
      let known = knownLabel(typing.words, id)
      text.word = known.word
      if !known.rest.isEmpty { lose(types: known.rest, id) }
      return
    }
    let words = GoogleLabel.words(for: id)
    for word in words where word.types == typing.words {
      guard let own = word.label, label.equals(own) else { continue }
      text.word = word.text
      return
    }
    text.own = label
    lose(types: typing.words, id)
    let isWord = words.contains { label.equalsIgnoringCase(literal: $0.text) }
    if isWord || label[0] == UInt8(ascii: "*") {
      lose("label-to-type", id.path, label.string)
    }
  }

  /// The label that says the most of some types and nothing that is not so.
  private mutating func knownLabel(_ types: TypeWords, _ id: PropertyID) -> KnownLabel {
    for known in knownLabels where known.id == id && known.types == types { return known }
    var best: GoogleLabel.Word?
    for word in GoogleLabel.words(for: id)
    where word.label == nil && word.types.bits & ~types.bits == 0 {
      if word.types.bits.nonzeroBitCount > best?.types.bits.nonzeroBitCount ?? 0 { best = word }
    }
    var rest = types
    rest.bits &= ~(best?.types.bits ?? 0)
    let known = KnownLabel(id: id, types: types, word: best?.text, rest: rest)
    if knownLabels.count < 32 { knownLabels.append(known) }
    return known
  }

  private mutating func set(_ column: Int, _ label: LabelText) {
    if label.isEmpty { return }
    if !label.isStarred {
      if let word = label.word { return set(column, word) }
      if let own = label.own { return set(column, own) }
    }
    let start = begin()
    add("* ")
    if let word = label.word { add(word) } else if let own = label.own { add(own) }
    end(column, from: start)
  }

  /// The columns of the next entry of a family; nil, and reported, when there is none.
  private mutating func next(_ family: TableLayout.Family, _ property: PropertyRecord) -> Int? {
    let number = taken[family.rawValue]
    taken[family.rawValue] += 1
    guard let column = layout.column(family, number) else {
      lose("value-limit", property)
      return nil
    }
    return column
  }

  /// Puts a value and its label into the next entry of a family.
  private mutating func addLabelled(_ property: PropertyRecord, _ family: TableLayout.Family) {
    guard let column = next(family, property) else { return }
    let label = label(of: property)
    set(column, label)
    set(column + 1, property.value)
    noteSeparator(property)
  }

  /// Reports a value that Google's separator would cut when it is read back.
  private mutating func noteSeparator(_ property: PropertyRecord) {
    let text = view(property.value)
    guard text.first(UInt8(ascii: ":")) < text.count,
      text.find((" ::: " as StaticString).view) != nil
    else { return }
    lose("structure-flattened", property)
  }

  // MARK: E-mail addresses and numbers

  mutating func addMail(_ property: PropertyRecord) {
    guard property.form == .text else { return lose("field-unsupported", property) }
    if layout.program == .google { return addLabelled(property, .mail) }
    addFixedMail(property)
  }

  mutating func addPhone(_ property: PropertyRecord) {
    guard property.form == .text else { return lose("field-unsupported", property) }
    guard layout.program == .google else { return addFixedPhone(property) }
    guard let column = next(.phone, property) else { return }
    let label = label(of: property)
    set(column, label)
    setNumber(column + 1, property)
  }

  /// Puts a telephone number into a cell: without `tel:`, an extension behind it.
  mutating func setNumber(_ column: Int, _ property: PropertyRecord) {
    let text = view(property.value)
    if text.first(UInt8(ascii: ":"), UInt8(ascii: ";")) == text.count {
      return set(column, property.value)
    }
    let number = TelephoneNumber(text)
    let start = begin()
    add(number.number)
    if let ext = number.ext {
      add(" x")
      add(ext)
      lose("structure-flattened", "phones.extension", ext.string)
    }
    end(column, from: start)
  }

  mutating func addURL(_ property: PropertyRecord) {
    guard property.form == .text else { return lose("field-unsupported", property) }
    if layout.program == .google { return addLabelled(property, .url) }
    addFixedURL(property)
  }

  // MARK: Addresses

  /// The part of an address in the order of `ColumnMeaning.addressParts` for each component of ADR.
  static let partOfComponent = [0, 1, 2, 5, 6, 7, 8]

  mutating func addAddress(_ property: PropertyRecord) {
    let formatted = property.parameterCount > 0 ? storage.parameter(.label, of: property) : nil
    guard holds(property) || formatted != nil else { return }
    guard property.form == .structured else { return lose("field-unsupported", property) }
    loseComponents(from: 7, of: property, "addresses")
    guard layout.program == .google else { return addFixedAddress(property, formatted) }
    guard let column = next(.address, property) else { return }
    let label = label(of: property)
    set(column, label)
    // Label, Formatted, Street, City, PO Box, Region, Postal Code, Country, Extended Address
    let places = [4, 8, 2, 3, 5, 6, 7]
    for component in 0..<7 {
      setComponent(
        column + places[component], component, of: property, separator: component == 2 ? "\n" : " ")
    }
    if let formatted { set(column + 1, formatted) }
  }

  // MARK: Related people and dates

  mutating func addRelation(_ property: PropertyRecord) {
    guard layout.program == .google else { return addFixedRelation(property) }
    if property.form == .text { return addLabelled(property, .relation) }
    // Of a card in a card its name is left.
    guard let column = next(.relation, property) else { return }
    let parts = storage.parts(of: property)
    let name = parts.first.map { storage.parts[$0] } ?? .none
    if property.id == .agent { set(column, "Agent") }
    set(column + 1, name)
    lose("agent-split", "related", name)
  }

  mutating func addEvent(_ property: PropertyRecord) {
    guard layout.program == .google else {
      if property.id == .anniversary {
        return addDate(property, layout[.anniversary], "anniversary")
      }
      return lose("field-unsupported", property)
    }
    let path = property.id.path
    guard let date = date(of: property, path), let column = next(.event, property) else { return }
    if property.id == .anniversary {
      noteParameters(of: property, isTyped: false)
      set(column, "Anniversary")
    } else {
      let label = label(of: property)
      if label.isEmpty { set(column, "Other") } else { set(column, label) }
    }
    let start = begin()
    add(date)
    end(column + 1, from: start)
  }

  // MARK: What has no column

  /// Puts a property into a field of its own, which bears its name.
  mutating func addCustom(_ property: PropertyRecord) {
    guard let column = next(.custom, property) else { return }
    noteParameters(of: property, isTyped: false)
    if property.id == .unknown {
      set(column, property.name)
      let text = view(property.value)
      if property.form != .unparsed || text.first(UInt8(ascii: "\\")) == text.count {
        set(column + 1, property.value)
      } else {
        scratch.removeAll()
        TextEscapes.decode(text, into: &scratch)
        set(column + 1, scratch.view)
      }
      return noteSeparator(property)
    }
    set(column, property.id.customLabel)
    let value = Property(storage, property).value.text
    set(column + 1, value)
    lose("extra-renamed", path(of: property), value)
  }
}

extension PropertyID {
  /// The label of the field of its own that Google gets for what it has no field for.
  fileprivate var customLabel: StaticString {
    switch self {
    case .role: "Role"
    case .gender: "Gender"
    case .impp: "IM"
    case .hobby: "Hobby"
    case .interest: "Interest"
    case .expertise: "Expertise"
    case .lang, .language: "Language"
    case .xMaidenName: "Maiden Name"
    case .xPhoneticOrg: "Phonetic Organization Name"
    case .socialprofile: "Social Profile"
    case .tz: "Time Zone"
    case .geo: "Location"
    case .class: "Sensitivity"
    default: spelling
    }
  }
}
