import Cardmill

// Google's contacts as an Atom feed: `rel` is a URI whose fragment is the kind of value, `label`
// the user's own word instead of it.

/// GData contacts.
extension TapeReader {
  mutating func readEntry(_ node: Int) {
    if isGroupEntry(node) { return readGroupEntry(node) }
    for child in tape.children(node) {
      switch (tape.info(child).space, tape.local(child)) {
      case (.atom, "id"): if let id = token(child) { addText(.uid, id) }
      case (.atom, "updated"): if let time = token(child) { addTimestamp(.rev, time) }
      case (.atom, "title"): readTitle(child, node)
      case (.atom, "content"), (.atom, "summary"): addText(.note, content(child))
      case (.atom, "link"): readEntryLink(child)
      case (.atom, "category"), (.atom, "author"), (.atom, "published"): continue
      case (.gd, "name"): readEntryName(child)
      case (.gd, "email"): readEntryMail(child)
      case (.gd, "phoneNumber"): readEntryPhone(child)
      case (.gd, "structuredPostalAddress"), (.gd, "postalAddress"): readEntryAddress(child)
      case (.gd, "im"): readEntryMessenger(child)
      case (.gd, "organization"): readEntryOrganization(child)
      case (.gContact, let name): readContactElement(child, name)
      case (.gd, _): addUnknown(child)
      default:
        // What the feed needs for itself, such as the time of the last edit.
        if tape.local(child) != "edited" { addUnknown(child) }
      }
    }
  }

  private mutating func readContactElement(_ node: Int, _ name: String) {
    switch name {
    case "nickname": if let text = token(node) { addParts(.nickname, [text]) }
    case "birthday": if let date = tape.attribute(.when, of: node) { addDate(.bday, date) }
    case "event": readEvent(node)
    case "relation": readRelation(node)
    case "website":
      guard let link = tape.attribute(.href, of: node) else { return }
      let first = nextParameter
      addRel(node, of: .url)
      addText(.url, trimmed(link), from: first)
    case "groupMembershipInfo": readMembership(node)
    case "userDefinedField":
      guard let key = tape.attribute(.name, of: node) ?? attribute("key", node) else {
        return addUnknown(node)
      }
      addForeign(
        view(key).isEmpty ? "userDefinedField" : view(key).string, attribute("value", node) ?? .none
      )
    case "gender":
      guard let value = attribute("value", node), !isBlank(value) else { return }
      let letter = view(value)[0].asciiUppercased
      addParts(
        .gender,
        [
          letter == UInt8(ascii: "M")
            ? builder.store("M") : letter == UInt8(ascii: "F") ? builder.store("F") : value
        ])
    case "hobby": addText(.hobby, content(node))
    case "occupation": addText(.role, trimmed(content(node)))
    case "language":
      let first = nextParameter
      addRel(node, of: .lang)
      addText(.lang, attribute("code", node) ?? trimmed(content(node)), from: first)
    case "maidenName": addText(.xMaidenName, trimmed(content(node)))
    default: addUnknown(node)
    }
  }

  private func attribute(_ name: String, _ node: Int) -> Slice? {
    for place in tape.attributes(node) where tape.local(place) == name { return tape.text(place) }
    return nil
  }

  /// Adds what `rel`, `label` and `primary` say.
  private mutating func addRel(_ node: Int, of id: PropertyID) {
    if let label = attribute("label", node), !isBlank(label) {
      addLabel(label, of: id)
    } else if let rel = attribute("rel", node) {
      let hash = view(rel).first(UInt8(ascii: "#"))
      let word = hash < rel.count ? rel.piece(hash + 1..<rel.count) : rel
      addRelWord(word, of: id)
    }
    if let primary = attribute("primary", node), view(primary).equals("true") { addPreference() }
  }

  private mutating func addRelWord(_ word: Slice, of id: PropertyID) {
    switch view(word).string {
    case "mobile": addType(.cell)
    case "home_fax": addTypes(.fax, .home)
    case "work_fax": addTypes(.fax, .work)
    case "other_fax":
      addType(.fax)
      addParameter(.type, builder.store("other"))
    case "work_mobile": addTypes(.cell, .work)
    case "work_pager": addTypes(.pager, .work)
    case "main": addType(.mainNumber)
    case "tty_tdd": addType(.textphone)
    case "": break
    default: addType(word, word: TypeWord(view(word)))
    }
  }

  // MARK: The name

  private mutating func readTitle(_ node: Int, _ entry: Int) {
    guard let title = token(node) else { return }
    var full: Slice?
    for name in tape.children(entry)
    where tape.info(name).space == .gd && tape.local(name) == "name" {
      full = value(.fullName, of: name)
    }
    // The title repeats the full name.
    if full == nil || !view(full ?? .none).equals(view(title)) { addText(.fn, title) }
  }

  private mutating func readEntryName(_ node: Int) {
    if let full = value(.fullName, of: node) {
      addText(.fn, full)
      if builder.properties.count - firstProperty > 1 { preferFullName() }
    }
    let first = builder.parts.count
    for word in [XMLWord.familyName, .givenName, .additionalName, .namePrefix, .nameSuffix] {
      builder.parts.append(value(word, of: node) ?? .none)
    }
    addParts(.n, from: first)
    for child in tape.children(node) {
      guard let reading = tape.attribute(.yomi, of: child), !isBlank(reading) else { continue }
      switch tape.word(child) {
      case .givenName: addText(.xPhoneticFirstName, reading)
      case .additionalName: addText(.xPhoneticMiddleName, reading)
      case .familyName: addText(.xPhoneticLastName, reading)
      default: addForeign("\(tape.local(child))-yomi", reading)
      }
    }
  }

  /// The full name stands before a title that differs from it.
  private mutating func preferFullName() {
    let last = builder.properties.count - 1
    guard let title = builder.properties[firstProperty..<last].firstIndex(where: { $0.id == .fn })
    else { return }
    builder.properties.swapAt(title, last)
  }

  // MARK: Values

  private mutating func readEntryMail(_ node: Int) {
    guard let address = tape.attribute(.address, of: node) else { return addUnknown(node) }
    let first = nextParameter
    addRel(node, of: .email)
    if let name = tape.attribute(.displayName, of: node), !isBlank(name) {
      addParameter(.unknown, name, name: builder.store("X-DISPLAY-NAME"))
    }
    addText(.email, trimmed(address), from: first)
  }

  private mutating func readEntryPhone(_ node: Int) {
    guard let number = token(node) ?? tape.attribute(.uri, of: node) else { return }
    let first = nextParameter
    addRel(node, of: .tel)
    if let uri = tape.attribute(.uri, of: node), !isBlank(uri) {
      addParameter(.unknown, uri, name: builder.store("X-URI"))
    }
    addText(.tel, number, from: first)
  }

  private mutating func readEntryAddress(_ node: Int) {
    let first = nextParameter
    addRel(node, of: .adr)
    var formatted = value(.formattedAddress, of: node)
    if !tape.hasChildren(node) { formatted = token(node) }
    if let formatted { addParameter(.label, formatted) }
    if let country = tape.child(.country, of: node), let code = attribute("code", country),
      !isBlank(code)
    {
      addParameter(.cc, code)
    }
    let start = builder.parts.count
    builder.parts.append(value(.pobox, of: node) ?? .none)
    builder.parts.append(.none)
    appendStreet(value(.street, of: node))
    for word in [XMLWord.city, .region, .postcode, .country] {
      builder.parts.append(value(word, of: node) ?? .none)
    }
    let house = value(.housename, of: node)
    let neighborhood = value(.neighborhood, of: node)
    let district = value(.subregion, of: node)
    if house != nil || neighborhood != nil || district != nil {
      // RFC 9554: room, apartment, floor, number, street, building, block, subdistrict, district,
      // landmark, direction.
      for part in [nil, nil, nil, nil, nil, house, nil, neighborhood, district, nil, nil] {
        builder.parts.append(part ?? .none)
      }
    }
    let agent = value(.agent, of: node)
    if formatted != nil {
      add(
        .adr, Slice(block: start, count: builder.parts.count - start), form: .structured,
        from: first)
    } else {
      addParts(.adr, from: start, firstParameter: first)
    }
    if let agent { addForeign("agent", agent) }
  }

  /// Appends a street, each line a value.
  private mutating func appendStreet(_ street: Slice?) {
    guard let street else { return builder.parts.append(.none) }
    var start = 0
    var isFirst = true
    while start <= street.count {
      let end = view(street).lineBreak(from: start)
      let line = trimmed(street.piece(start..<end))
      if !line.isEmpty {
        builder.parts.append(isFirst ? line : line.continuing)
        isFirst = false
      }
      start = end + 1
    }
  }

  private mutating func readEntryMessenger(_ node: Int) {
    guard let address = tape.attribute(.address, of: node) else { return addUnknown(node) }
    let first = nextParameter
    addRel(node, of: .impp)
    var service: Slice?
    if let text = tape.attribute(.protocol, of: node) {
      let hash = view(text).first(UInt8(ascii: "#"))
      service = hash < text.count ? text.piece(hash + 1..<text.count) : text
    }
    addMessenger(address, service: service, from: first)
  }

  private mutating func readEntryOrganization(_ node: Int) {
    let first = nextParameter
    addRel(node, of: .org)
    let name = value(.orgname, of: node)
    let department = value(.orgDepartment, of: node)
    addParts(.org, [name ?? .none, department ?? .none].dropLastEmpty, from: first)
    if let title = value(.orgTitle, of: node) { addText(.title, title) }
    if let role = value(.orgJobDescription, of: node) { addText(.role, role) }
    if let symbol = value(.orgSymbol, of: node) { addForeign("orgSymbol", symbol) }
    if let place = value(.where, of: node) { addForeign("where", place) }
  }

  private mutating func readEvent(_ node: Int) {
    guard let when = tape.child(.when, of: node), let date = tape.attribute(.startTime, of: when)
    else { return addUnknown(node) }
    let isAnniversary = attribute("rel", node).map { view($0).equals("anniversary") } ?? false
    if isAnniversary, attribute("label", node) == nil { return addDate(.anniversary, date) }
    let first = nextParameter
    addRel(node, of: .xABDate)
    addDate(.xABDate, date, from: first)
  }

  private mutating func readRelation(_ node: Int) {
    guard let name = token(node) else { return }
    let first = nextParameter
    if let rel = attribute("rel", node), attribute("label", node) == nil {
      switch view(rel).string {
      case "mother", "father":
        addType(.parent)
        addLabel(rel, of: .related)
      case "brother", "sister":
        addType(.sibling)
        addLabel(rel, of: .related)
      case let word where TypeWord(view(rel)) != .unknown && !word.isEmpty:
        addType(TypeWord(view(rel)))
      default: addLabel(rel, of: .related)
      }
    } else {
      addRel(node, of: .related)
    }
    addText(.related, name, valueType: .text, from: first)
  }

  private mutating func readEntryLink(_ node: Int) {
    // A photo's link has a mark of its version only if there is a photo; the other links serve the
    // feed.
    guard let rel = attribute("rel", node), view(rel).string.hasSuffix("rel#photo"),
      attribute("etag", node) != nil,
      let link = tape.attribute(.href, of: node)
    else { return }
    addMedia(.photo, uri: link)
  }

  // MARK: Groups

  private func isGroupEntry(_ node: Int) -> Bool {
    for child in tape.children(node) where tape.word(child) == .category {
      if let term = tape.attribute(.term, of: child), view(term).string.hasSuffix("#group") {
        return true
      }
    }
    return false
  }

  private mutating func readGroupEntry(_ node: Int) {
    addText(.kind, builder.store("group"))
    var id: Slice?
    var title: Slice?
    for child in tape.children(node) where tape.info(child).space == .atom {
      if tape.word(child) == .id { id = token(child) }
      if tape.local(child) == "title" { title = token(child) }
    }
    if let id {
      addText(.uid, id)
      if let title { groups.names[view(id).string] = view(title).string }
    }
    if let title { addText(.fn, title) }
  }

  private mutating func readMembership(_ node: Int) {
    if let deleted = attribute("deleted", node), view(deleted).equals("true") { return }
    guard let href = tape.attribute(.href, of: node), !isBlank(href) else { return }
    let address = view(href).string
    let number = String(address.split(separator: "/").last ?? "")
    // The groups that every account has.
    let known = ["d": "Friends", "e": "Family", "f": "Coworkers"]
    if number == "6" { return addForeign("groupMembershipInfo", href) }
    if let name = groups.names[address] {
      if name.hasPrefix("System Group: My Contacts") {
        return addForeign("groupMembershipInfo", href)
      }
      let shown = name.hasPrefix("System Group: ") ? String(name.dropFirst(14)) : name
      addParts(.categories, [builder.store(shown)])
    } else if let name = known[number] {
      addParts(.categories, [builder.store(name)])
    } else {
      report(
        .unresolvedGroup, "the document does not name the group \(number); it is kept under its id")
      addParts(.categories, [builder.store(number)])
    }
  }
}
