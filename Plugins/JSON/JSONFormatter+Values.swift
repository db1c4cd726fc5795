import Cardmill

extension JSONFormatter {
  // MARK: Values with types and a label

  mutating func appendLabeled(
    _ id: PropertyID, _ key: StaticString, _ path: String, _ output: inout ByteBuffer
  ) {
    guard has(id) else { return }
    let best = bestPreference(id)
    let start = output.count
    output.append(key)
    let inner = output.count
    var place = head(id)
    while place >= 0 {
      appendLabeled(storage.properties[place], path, best, &output)
      place = next(place)
    }
    endArray(from: start, inner, &output)
  }

  /// The best preference among the properties of a name, `Int.max` when none has one.
  private func bestPreference(_ id: PropertyID) -> Int {
    var best = Int.max
    var place = head(id)
    while place >= 0 {
      let property = storage.properties[place]
      if property.parameterCount > 0 { best = min(best, preference(of: property)) }
      place = next(place)
    }
    return best
  }

  private func preference(of property: PropertyRecord) -> Int {
    var found = Int.max
    for place in storage.parameters(of: property) {
      switch (storage.parameters[place].id, storage.parameters[place].word) {
      case (.type, .pref): found = min(found, 1)
      case (.pref, _): found = view(storage.parameters[place].value).decimal ?? found
      default: break
      }
    }
    return found
  }

  private mutating func appendLabeled(
    _ property: PropertyRecord, _ path: String, _ best: Int, _ output: inout ByteBuffer
  ) {
    guard storage.hasContent(property) else { return }
    var ext: ByteView?
    switch property.id {
    case .tel where property.form == .text:
      let number = TelephoneNumber(view(property.value))
      ext = number.ext
      guard !number.number.isEmpty || ext != nil else { return }
      output.append(",{\"value\":")
      appendString(number.number, &output)
    case .xABDate where property.form == .text:
      output.append(",{\"value\":\"")
      appendDate(property, path, &output)
      output.append(UInt8(ascii: "\""))
    case .agent where property.form == .structured, .related where property.form == .structured:
      noteFurtherComponents(of: property, from: 1, "related", "field-unsupported")
      let name = storage.parts(of: property).first.map { view(storage.parts[$0]) } ?? .empty
      // A card without a name has nothing to show here.
      guard !name.isEmpty else { return }
      output.append(",{\"value\":")
      appendString(name, &output)
    default:
      output.append(",{\"value\":\"")
      appendValue(property, &output)
      output.append(UInt8(ascii: "\""))
    }
    if property.parameterCount > 0 || property.id == .agent {
      appendTyping(property, path, best, kept: Self.typingIDs, &output)
    }
    if let ext {
      output.append(",\"extension\":")
      appendString(ext, &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Writes types, label and preference.
  private mutating func appendTyping(
    _ property: PropertyRecord, _ path: String, _ best: Int, kept: UInt64,
    _ output: inout ByteBuffer
  ) {
    var words = TypeWords()
    var holdsOthers = false
    var label = Slice.none
    var isDropping = false
    if case .agent = property.id { words.insert(.agent) }
    for place in storage.parameters(of: property) {
      let parameter = storage.parameters[place]
      switch parameter.id {
      case .type:
        switch parameter.word {
        case .unknown: holdsOthers = true
        case .internet, .pref: break
        default: words.insert(parameter.word)
        }
      case .pref: break
      case .label, .userLabel:
        let isLabel = property.flags.contains(.labelled)
        if label.isEmpty, isLabel, isLabelID(parameter.id, of: property) { label = parameter.value }
      default: isDropping = true
      }
    }
    if holdsOthers {
      appendUnusualTyping(property, &output)
    } else {
      appendTypes(words, &output)
      if !label.isEmpty {
        output.append(",\"label\":")
        appendString(view(label), &output)
      }
    }
    if best != .max {
      let own = preference(of: property)
      if own == best {
        output.append(",\"pref\":true")
      } else if own != .max {
        lose("pref-reduced", path, "PREF=\(own)")
      }
    }
    if isDropping { noteParameters(of: property, path, kept: kept) }
  }

  /// Whether a parameter is the user's label: an address' LABEL is the formatted address.
  private func isLabelID(_ id: ParameterID, of property: PropertyRecord) -> Bool {
    if case .adr = property.id {
      if case .userLabel = id { return true }
      return false
    }
    if case .label = id { return true }
    return false
  }

  private func appendTypes(_ words: TypeWords, _ output: inout ByteBuffer) {
    guard !words.isEmpty else { return }
    var words = words
    output.append(",\"types\":")
    let inner = output.count
    while let word = words.popFirst() {
      output.append(",\"")
      output.append(word.spelling)
      output.append(UInt8(ascii: "\""))
    }
    output[inner] = UInt8(ascii: "[")
    output.append(UInt8(ascii: "]"))
  }

  /// Writes types and label when a TYPE word is none that a standard has.
  private func appendUnusualTyping(_ property: PropertyRecord, _ output: inout ByteBuffer) {
    var typing = storage.typing(of: property)
    if case .agent = property.id { typing.words.insert(.agent) }
    let list = typing.typeList
    if !list.isEmpty {
      output.append(",\"types\":")
      let inner = output.count
      for word in list {
        output.append(UInt8(ascii: ","))
        output.appendJSON(word)
      }
      output[inner] = UInt8(ascii: "[")
      output.append(UInt8(ascii: "]"))
    }
    if let label = typing.label, !label.isEmpty {
      output.append(",\"label\":")
      appendString(label, &output)
    }
  }

  /// Writes the related people and, among them, the agents, in the order of the record.
  mutating func appendRelated(_ output: inout ByteBuffer) {
    guard has(.agent) else { return appendLabeled(.related, ",\"related\":", "related", &output) }
    let best = bestPreference(.related)
    let start = output.count
    output.append(",\"related\":")
    let inner = output.count
    var related = head(.related)
    var agent = head(.agent)
    while related >= 0 || agent >= 0 {
      let takesAgent = related < 0 || (agent >= 0 && agent < related)
      let place = takesAgent ? agent : related
      appendLabeled(storage.properties[place], "related", best, &output)
      if takesAgent { agent = next(agent) } else { related = next(related) }
    }
    endArray(from: start, inner, &output)
  }

  // MARK: Addresses

  private static let addressKeys: [StaticString] = [
    ",\"pobox\":\"", ",\"extended\":\"", ",\"street\":\"", ",\"locality\":\"", ",\"region\":\"",
    ",\"postcode\":\"", ",\"country\":\"",
  ]
  private static let addressPaths: [String] = [
    "addresses.pobox", "addresses.extended", "addresses.street", "addresses.locality",
    "addresses.region", "addresses.postcode", "addresses.country",
  ]

  mutating func appendAddresses(_ output: inout ByteBuffer) {
    let best = bestPreference(.adr)
    let start = output.count
    output.append(",\"addresses\":")
    let inner = output.count
    var place = head(.adr)
    while place >= 0 {
      let property = storage.properties[place]
      place = next(place)
      let before = output.count
      output.append(UInt8(ascii: ","))
      let object = output.count
      appendAddress(property, &output)
      if property.parameterCount > 0 {
        if let formatted = storage.parameter(.label, of: property), !formatted.isEmpty {
          output.append(",\"formatted\":")
          appendString(formatted, &output)
        }
        guard output.count > object else {
          output.truncate(to: before)
          continue
        }
        appendTyping(property, "addresses", best, kept: Self.addressIDs, &output)
      }
      guard output.count > object else {
        output.truncate(to: before)
        continue
      }
      output[object] = UInt8(ascii: "{")
      output.append(UInt8(ascii: "}"))
    }
    endArray(from: start, inner, &output)
  }

  /// Writes the components: the street's values as lines, those of any other joined with a blank.
  private mutating func appendAddress(_ property: PropertyRecord, _ output: inout ByteBuffer) {
    guard property.form == .structured else {
      guard storage.hasContent(property) else { return }
      output.append(",\"street\":\"")
      appendValue(property, &output)
      return output.append(UInt8(ascii: "\""))
    }
    var component = -1
    var isOpen = false
    let parts = storage.parts(of: property)
    for place in parts {
      let part = storage.parts[place]
      if !part.continuesComponent {
        if isOpen { output.append(UInt8(ascii: "\"")) }
        isOpen = false
        component += 1
        if component > 6 { break }
      }
      guard !part.isEmpty else { continue }
      if !isOpen {
        output.append(Self.addressKeys[component])
        isOpen = true
      } else if component == 2 {
        output.append("\\n")
      } else {
        output.append(UInt8(ascii: " "))
        noteFlattened(place - 1..<place + 1, Self.addressPaths[component])
      }
      appendContent(view(part), &output)
    }
    if isOpen { output.append(UInt8(ascii: "\"")) }
    if component > 6 {
      noteFurtherComponents(of: property, from: 7, "addresses", "field-unsupported")
    }
  }

  // MARK: Lists

  mutating func appendNicknames(_ output: inout ByteBuffer) {
    let start = output.count
    output.append(",\"nicknames\":")
    let inner = output.count
    appendTexts(.nickname, "nicknames", &output)
    endArray(from: start, inner, &output)
  }

  /// Writes the parts of all properties of a name, with a comma before each.
  private mutating func appendTexts(
    _ id: PropertyID, _ path: String, _ output: inout ByteBuffer
  ) {
    var place = head(id)
    while place >= 0 {
      let property = storage.properties[place]
      if property.form == .list || property.form == .structured {
        for part in storage.parts(of: property) where !storage.parts[part].isEmpty {
          output.append(UInt8(ascii: ","))
          appendString(view(storage.parts[part]), &output)
        }
      } else if !property.value.isEmpty {
        output.append(",\"")
        appendValue(property, &output)
        output.append(UInt8(ascii: "\""))
      }
      if property.parameterCount > 0 { noteParameters(of: property, path, kept: 0) }
      place = next(place)
    }
  }

  mutating func appendCategories(_ output: inout ByteBuffer) {
    let start = output.count
    output.append(",\"categories\":")
    let inner = output.count
    appendTexts(.categories, "categories", &output)
    if let groups = storage.groups, has(.uid) {
      for name in groups.groups(of: view(storage.properties[head(.uid)].value)) {
        let isKnown = name.withView { name in isCategory(name) }
        guard !isKnown else { continue }
        output.append(UInt8(ascii: ","))
        output.appendJSON(name, lineBreaks: .lineFeeds)
      }
    }
    endArray(from: start, inner, &output)
  }

  /// Whether the record has a category of its own of this name.
  private func isCategory(_ name: ByteView) -> Bool {
    var place = head(.categories)
    while place >= 0 {
      let property = storage.properties[place]
      if property.form == .list {
        for part in storage.parts(of: property) where view(storage.parts[part]).equals(name) {
          return true
        }
      } else if view(property.value).equals(name) {
        return true
      }
      place = next(place)
    }
    return false
  }

  mutating func appendNotes(_ output: inout ByteBuffer) {
    let start = output.count
    output.append(",\"notes\":")
    let inner = output.count
    var firstNote = 0..<0
    var place = head(.note)
    while place >= 0 {
      let property = storage.properties[place]
      place = next(place)
      if property.parameterCount > 0 { noteParameters(of: property, "notes", kept: 0) }
      guard storage.hasContent(property) else { continue }
      output.append(",\"")
      let content = output.count
      appendValue(property, &output)
      if firstNote.isEmpty { firstNote = content..<output.count }
      output.append(UInt8(ascii: "\""))
    }
    endArray(from: start, inner, &output)
    guard !firstNote.isEmpty else { return }
    output.append(",\"note\":\"")
    output.append(copying: firstNote)
    output.append(UInt8(ascii: "\""))
  }

  mutating func appendMembersOfGroup(_ output: inout ByteBuffer) {
    let start = output.count
    output.append(",\"members\":")
    let inner = output.count
    var place = head(.member)
    while place >= 0 {
      let property = storage.properties[place]
      place = next(place)
      if property.parameterCount > 0 { noteParameters(of: property, "members", kept: 0) }
      guard storage.hasContent(property) else { continue }
      output.append(UInt8(ascii: ","))
      if let name = storage.groups?.name(of: view(property.value)) {
        output.appendJSON(name, lineBreaks: .lineFeeds)
      } else {
        output.append(UInt8(ascii: "\""))
        appendValue(property, &output)
        output.append(UInt8(ascii: "\""))
      }
    }
    endArray(from: start, inner, &output)
  }
}
