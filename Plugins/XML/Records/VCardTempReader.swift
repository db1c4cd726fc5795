import Cardmill

// XEP-0054: element names are upper case, what vCard has as types are empty elements, in any order
// and place. Clients misspell and misplace much; nothing here depends on order.

/// XMPP's vcard-temp.
extension TapeReader {
  mutating func readVCardTemp(_ node: Int) {
    for child in tape.children(node) {
      let info = tape.info(child)
      switch info.property {
      case .fn, .title, .role, .prodid, .mailer, .note: addText(info.property, content(child))
      case .n: readTempName(child)
      case .nickname: readNicknames(child)
      case .photo, .logo: readTempMedia(info.property, child)
      case .sound: readTempSound(child)
      case .bday: addDate(.bday, content(child))
      case .adr: readTempAddress(child)
      case .tel: readFlagged(.tel, child, .number)
      case .email: readFlagged(.email, child, .userid)
      case .tz: addText(.tz, trimmed(content(child)))
      case .geo: readTempGeo(child)
      case .agent: readTempAgent(child)
      case .org: readTempOrganization(child)
      case .categories: readKeywords(child)
      case .rev: addText(.rev, trimmed(content(child)))
      case .uid: addText(.uid, trimmed(content(child)))
      case .url: addText(.url, trimmed(content(child)))
      case .sortString: addText(.sortString, trimmed(content(child)))
      case .class: readTempClass(child)
      case .key: readTempKey(child)
      default: readOtherTempElement(child, info)
      }
    }
  }

  private mutating func readOtherTempElement(_ node: Int, _ info: NameInfo) {
    switch info.word {
    case .desc: addText(.note, content(node))
    case .jabberid:
      if let address = token(node) {
        addMessenger(address, service: builder.store("Jabber"), from: nextParameter)
      }
    case .label: readTempLabel(node)
    default:
      if info.property != .unknown, info.property.form == .text, !tape.hasChildren(node) {
        addText(info.property, content(node))
      } else if tape.local(node).uppercased() != "VERSION" {
        addUnknown(node)
      }
    }
  }

  private mutating func readTempName(_ node: Int) {
    let first = builder.parts.count
    for word in [XMLWord.family, .given, .middle, .prefix, .suffix] {
      builder.parts.append(value(word, of: node) ?? .none)
    }
    addParts(.n, from: first)
  }

  /// Nicknames by commas.
  private mutating func readNicknames(_ node: Int) {
    let text = content(node)
    let first = builder.parts.count
    var start = 0
    while start <= text.count {
      let end = view(text).first(UInt8(ascii: ","), from: start)
      let part = trimmed(text.piece(start..<end))
      if !part.isEmpty { builder.parts.append(part) }
      start = end + 1
    }
    addParts(.nickname, from: first)
  }

  private mutating func readTempMedia(_ id: PropertyID, _ node: Int) {
    if let data = tape.child(.binval, of: node), case let text = content(data), !isBlank(text) {
      return addData(id, text, mediaType: value(.type, of: node))
    }
    if let link = value(.extval, of: node) { return addMedia(id, uri: link) }
    // Some write the data, or a link, without an element of its own.
    guard !tape.hasChildren(node), let text = token(node) else { return }
    if view(text).looksLikeURI { addMedia(id, uri: text) } else { addData(id, text) }
  }

  private mutating func readTempSound(_ node: Int) {
    if let reading = value(.phonetic, of: node) { addForeign("PHONETIC", reading) }
    readTempMedia(.sound, node)
  }

  private mutating func readFlagged(_ id: PropertyID, _ node: Int, _ word: XMLWord) {
    var text = value(word, of: node)
    if text == nil, !tape.hasChildren(node) { text = token(node) }
    guard let text else { return }
    let first = nextParameter
    addFlagWords(node)
    addText(id, text, from: first)
  }

  /// Adds the types that empty elements stand for.
  private mutating func addFlagWords(_ node: Int) {
    for child in tape.children(node) {
      switch tape.info(child).typeWord {
      case .unknown, .internet: continue
      case .pref: addPreference()
      case let word: addType(word)
      }
    }
  }

  private mutating func readTempAddress(_ node: Int) {
    let first = nextParameter
    addFlagWords(node)
    let start = builder.parts.count
    builder.parts.append(value(.pobox, of: node) ?? .none)
    builder.parts.append(value(.extadd, of: node) ?? value(.extadr, of: node) ?? .none)
    appendLines(node)
    builder.parts.append(value(.locality, of: node) ?? .none)
    builder.parts.append(value(.region, of: node) ?? .none)
    builder.parts.append(value(.pcode, of: node) ?? .none)
    builder.parts.append(value(.ctry, of: node) ?? value(.country, of: node) ?? .none)
    addParts(.adr, from: start, firstParameter: first)
  }

  /// Appends the street: each element is a line.
  private mutating func appendLines(_ node: Int) {
    var isFirst = true
    for child in tape.children(node) where tape.word(child) == .street {
      guard let line = token(child) else { continue }
      builder.parts.append(isFirst ? line : line.continuing)
      isFirst = false
    }
    if isFirst { builder.parts.append(.none) }
  }

  /// A formatted address, a LINE for each line: of the address with the same types, or one of its
  /// own.
  private mutating func readTempLabel(_ node: Int) {
    var text = ByteBuffer(capacity: 128)
    for child in tape.children(node) where tape.word(child) == .line {
      if text.count > 0 { text.append(UInt8(ascii: "\n")) }
      text.append(view(tape.text(child)))
    }
    guard !text.view.isBlank else { return }
    let label = builder.store(text.view)
    let first = nextParameter
    addFlagWords(node)
    let words = Set(builder.parameters[first...].filter { $0.id == .type }.map(\.word.rawValue))
    for place in firstProperty..<builder.properties.count where builder.properties[place].id == .adr
    {
      let property = builder.properties[place]
      let range =
        Int(property.firstParameter)..<Int(property.firstParameter) + Int(property.parameterCount)
      let own = Set(builder.parameters[range].filter { $0.id == .type }.map(\.word.rawValue))
      guard own == words, !builder.parameters[range].contains(where: { $0.id == .label }) else {
        continue
      }
      builder.parameters.removeLast(builder.parameters.count - first)
      let moved = Array(builder.parameters[range])
      builder.properties[place].firstParameter = UInt32(builder.parameters.count)
      builder.parameters += moved
      addParameter(.label, label)
      builder.properties[place].parameterCount += 1
      return
    }
    addParameter(.label, label)
    let start = builder.parts.count
    for _ in 0..<7 { builder.parts.append(.none) }
    add(.adr, Slice(block: start, count: 7), form: .structured, from: first)
  }

  private mutating func readTempGeo(_ node: Int) {
    guard let latitude = value(.lat, of: node), let longitude = value(.lon, of: node) else {
      return
    }
    addText(.geo, builder.store("geo:" + view(latitude).string + "," + view(longitude).string))
  }

  private mutating func readTempOrganization(_ node: Int) {
    let first = builder.parts.count
    var units: [Slice] = []
    var name: Slice?
    for child in tape.children(node) {
      guard let text = token(child) else { continue }
      if tape.word(child) == .orgname, name == nil { name = text } else { units.append(text) }
    }
    if name == nil, units.isEmpty { name = token(node) }
    builder.parts.append(name ?? .none)
    builder.parts += units
    addParts(.org, from: first)
  }

  private mutating func readKeywords(_ node: Int) {
    let first = builder.parts.count
    for child in tape.children(node) { if let text = token(child) { builder.parts.append(text) } }
    if !tape.hasChildren(node), let text = token(node) { builder.parts.append(text) }
    addParts(.categories, from: first)
  }

  private mutating func readTempClass(_ node: Int) {
    if let child = tape.children(node).first(where: { _ in true }) {
      addText(.class, builder.store(tape.local(child).uppercased()))
    } else {
      addText(.class, trimmed(content(node)))
    }
  }

  private mutating func readTempKey(_ node: Int) {
    let type = value(.type, of: node)
    if let data = value(.binval, of: node) { return addData(.key, data, mediaType: type) }
    guard let text = value(.cred, of: node) ?? (tape.hasChildren(node) ? nil : token(node)) else {
      return
    }
    let first = nextParameter
    if let type { addParameter(.mediatype, type) }
    addText(.key, text, valueType: .text, from: first)
  }

  /// AGENT: a card in the card, of which the name stays, or a link to one.
  private mutating func readTempAgent(_ node: Int) {
    if let link = value(.extval, of: node) {
      let first = nextParameter
      addType(.agent)
      addText(.related, link, from: first)
      return
    }
    guard let card = tape.child(.vcard, of: node) else { return }
    var name: Slice?
    for child in tape.children(card) where tape.info(child).property == .fn { name = token(child) }
    guard let name else { return addUnknown(card) }
    let first = nextParameter
    addType(.agent)
    addText(.related, name, valueType: .text, from: first)
    // The rest of the card stays too, each text under its own name.
    for child in tape.children(card) where tape.info(child).property != .fn { addUnknown(child) }
  }
}
