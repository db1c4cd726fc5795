import Cardmill

// Everything that may be repeated stands in a collection; each item has its labels.
// `xsi:nil="true"` marks a slot that was emptied: it is skipped, and the others keep their places.

/// Windows Contacts: one contact a `.contact` file.
extension TapeReader {
  mutating func readWindowsContact(_ node: Int) {
    for child in tape.children(node) where !isNil(child) {
      switch tape.word(child) {
      case .creationDate: if let text = token(child) { addTimestamp(.created, text) }
      case .notes: addText(.note, content(child))
      case .contactIDCollection: readIdentifiers(child)
      case .nameCollection: forEachItem(child) { $0.readWindowsName($1) }
      case .emailAddressCollection: forEachItem(child) { $0.readWindowsMail($1) }
      case .phoneNumberCollection: forEachItem(child) { $0.readWindowsPhone($1) }
      case .physicalAddressCollection: forEachItem(child) { $0.readWindowsAddress($1) }
      case .positionCollection: forEachItem(child) { $0.readPosition($1) }
      case .dateCollection: forEachItem(child) { $0.readWindowsDate($1) }
      case .urlCollection: forEachItem(child) { $0.readWindowsLink($1) }
      case .imAddressCollection: forEachItem(child) { $0.readWindowsMessenger($1) }
      case .personCollection: forEachItem(child) { $0.readPerson($1) }
      case .photoCollection: forEachItem(child) { $0.readWindowsPhoto($1) }
      case .certificateCollection: forEachItem(child) { $0.readCertificate($1) }
      case .hobbyCollection:
        forEachItem(child) { reader, item in
          if let text = reader.token(item) { reader.addText(.hobby, text) }
        }
      default: readOtherWindowsElement(child)
      }
    }
  }

  private mutating func readOtherWindowsElement(_ node: Int) {
    switch tape.local(node) {
    case "Gender":
      guard let text = token(node) else { return }
      let letter = view(text)[0].asciiUppercased
      if letter == UInt8(ascii: "M") {
        addParts(.gender, [builder.store("M")])
      } else if letter == UInt8(ascii: "F") {
        addParts(.gender, [builder.store("F")])
      }
    // Unspecified says nothing.
    case "Mailer": addText(.mailer, trimmed(content(node)))
    default: addUnknown(node)
    }
  }

  private mutating func forEachItem(_ node: Int, _ body: (inout TapeReader, Int) -> Void) {
    for item in tape.children(node) where !isNil(item) && tape.word(item) != .labelCollection {
      body(&self, item)
    }
  }

  private func isNil(_ node: Int) -> Bool {
    for place in tape.attributes(node) where tape.word(place) == .nil {
      let value = view(tape.text(place))
      return value.equals("true") || value.equals("1")
    }
    return false
  }

  /// The text of an item's element; nil when it is missing or empty.
  mutating func value(_ word: XMLWord, of node: Int) -> Slice? {
    guard let child = tape.child(word, of: node) else { return nil }
    return token(child)
  }

  private mutating func value(named name: String, of node: Int) -> Slice? {
    for child in tape.children(node) where tape.local(child) == name { return token(child) }
    return nil
  }

  /// A time of Windows, `2011-03-02T09:12:44Z`, as vCard 4.0 has it.
  mutating func addTimestamp(_ id: PropertyID, _ text: Slice) {
    scratch.removeAll()
    let view = view(text)
    let time = view.first(UInt8(ascii: "T"))
    for index in 0..<view.count {
      let byte = view[index]
      if byte == UInt8(ascii: ":") || (byte == UInt8(ascii: "-") && index < time) { continue }
      scratch.append(byte)
    }
    addText(id, ContactDate.read(view) == nil ? text : builder.store(scratch.view))
  }

  // MARK: Labels

  /// Adds the types, preference and label that an item's labels say.
  private mutating func addLabels(_ node: Int, of id: PropertyID) {
    guard let collection = tape.child(.labelCollection, of: node) else { return }
    var isLabelled = false
    for child in tape.children(collection) where !isNil(child) {
      guard let text = token(child) else { continue }
      let word = view(text)
      if word.equalsIgnoringCase("PREFERRED") {
        addPreference()
      } else if word.equalsIgnoringCase("PERSONAL") {
        addType(.home)
      } else if word.equalsIgnoringCase("BUSINESS") {
        addType(.work)
      } else if word.equalsIgnoringCase("MOBILE") || word.equalsIgnoringCase("CELLULAR") {
        addType(.cell)
      } else if word.equalsIgnoringCase("TTY") {
        addType(.textphone)
      } else if word.equalsIgnoringCase("DOMESTIC") {
        addType(.dom)
      } else if word.equalsIgnoringCase("INTERNATIONAL") {
        addType(.intl)
      } else if case let type = TypeWord(word), type != .unknown {
        addType(type)
      } else if word.equalsIgnoringCase("USERTILE") || word.equalsIgnoringCase("LOGO") {
        continue
      } else {
        let label = word.startsIgnoringCase("WAB:") ? text.piece(4..<text.count) : text
        if isLabelled { addParameter(.type, label) } else { addLabel(label, of: id) }
        isLabelled = true
      }
    }
  }

  private mutating func hasLabel(_ label: StaticString, _ node: Int) -> Bool {
    guard let collection = tape.child(.labelCollection, of: node) else { return false }
    for child in tape.children(collection) {
      if let text = token(child), view(text).equalsIgnoringCase(label) { return true }
    }
    return false
  }

  // MARK: Items

  private mutating func readIdentifiers(_ node: Int) {
    // The preferred one is the contact's; the others are other programs' marks.
    var preferred: Slice?
    var others: [Slice] = []
    for item in tape.children(node) where !isNil(item) {
      guard let text = value(.value, of: item) else { continue }
      if preferred == nil, hasLabel("PREFERRED", item) {
        preferred = text
      } else {
        others.append(text)
      }
    }
    if preferred == nil, !others.isEmpty { preferred = others.removeFirst() }
    guard let preferred else { return }
    addText(.uid, preferred)
    for other in others { addForeign("ContactID", other) }
  }

  private mutating func readWindowsName(_ node: Int) {
    if let full = value(.formattedName, of: node) { addText(.fn, full) }
    let title = value(named: "Title", of: node)
    let prefix = value(.prefix, of: node)
    let suffix = value(.suffix, of: node)
    let generation = value(.generation, of: node)
    let first = builder.parts.count
    builder.parts.append(value(.familyName, of: node) ?? .none)
    builder.parts.append(value(.givenName, of: node) ?? .none)
    builder.parts.append(value(.middleName, of: node) ?? .none)
    appendValues(title, prefix)
    appendValues(suffix, generation)
    addParts(.n, from: first)
    if let nickname = value(named: "NickName", of: node) { addParts(.nickname, [nickname]) }
    if let reading = value(.phonetic, of: node) { addForeign("Phonetic", reading) }
  }

  /// Appends a component of up to two values.
  mutating func appendValues(_ a: Slice?, _ b: Slice?) {
    builder.parts.append(a ?? b ?? .none)
    if a != nil, let b { builder.parts.append(b.continuing) }
  }

  private mutating func readWindowsMail(_ node: Int) {
    guard let address = value(.address, of: node) else { return }
    let first = nextParameter
    if let type = value(.type, of: node), !view(type).equalsIgnoringCase("SMTP") {
      addParameter(.type, type, word: TypeWord(view(type)))
    }
    addLabels(node, of: .email)
    addText(.email, address, from: first)
  }

  private mutating func readWindowsPhone(_ node: Int) {
    if let number = value(.number, of: node) {
      let first = nextParameter
      addLabels(node, of: .tel)
      addText(.tel, number, from: first)
    }
    if let alternate = value(.alternate, of: node) {
      let first = nextParameter
      addLabels(node, of: .tel)
      addText(.tel, alternate, from: first)
    }
  }

  private mutating func readWindowsAddress(_ node: Int) {
    let first = nextParameter
    addLabels(node, of: .adr)
    if let formatted = value(.addressLabel, of: node) { addParameter(.label, formatted) }
    let isFormatted = builder.parameters[first...].contains { $0.id == .label }
    let words: [XMLWord] = [
      .pobox, .extendedAddress, .street, .locality, .region, .postalCode, .country,
    ]
    let start = builder.parts.count
    for word in words { builder.parts.append(value(word, of: node) ?? .none) }
    if isFormatted {
      add(.adr, Slice(block: start, count: 7), form: .structured, from: first)
    } else {
      addParts(.adr, from: start, firstParameter: first)
    }
  }

  private mutating func readPosition(_ node: Int) {
    let company = value(.company, of: node) ?? value(.organization, of: node)
    let department = value(.department, of: node)
    if company != nil || department != nil {
      addParts(.org, [company ?? .none, department ?? .none].dropLastEmpty)
    }
    if let title = value(.jobTitle, of: node) { addText(.title, title) }
    if let role = value(.profession, of: node) { addText(.role, role) }
    if let role = value(named: "Role", of: node) { addText(.role, role) }
    if let office = value(.office, of: node) { addForeign("Office", office) }
    if company != nil, let organization = value(.organization, of: node),
      !view(organization).equals(view(company ?? .none))
    {
      addForeign("Organization", organization)
    }
  }

  private mutating func readWindowsDate(_ node: Int) {
    guard let text = value(.value, of: node) else { return }
    let date = nearestDay(text)
    if hasLabel("WAB:BIRTHDAY", node) { return addDate(.bday, date) }
    if hasLabel("WAB:ANNIVERSARY", node) { return addDate(.anniversary, date) }
    let first = nextParameter
    addLabels(node, of: .xABDate)
    addDate(.xABDate, date, from: first)
  }

  /// The date of a time in UTC: midnight somewhere in Europe is the evening before, so the nearest
  /// day is meant.
  private mutating func nearestDay(_ text: Slice) -> Slice {
    let view = view(text)
    guard let reading = ContactDate.read(view), reading.timeStart < view.count else { return text }
    let day = text.piece(0..<reading.timeStart)
    let time = view.from(reading.timeStart + 1)
    guard time.count >= 2, let hour = time.upTo(2).decimal, time.containsOtherThanZero else {
      return day
    }
    report(.badDate, "a date has a time, \(view.excerpt); the nearest day is meant")
    guard hour >= 12, let next = reading.date.dayAfter else { return day }
    scratch.removeAll()
    next.append(to: &scratch, isExtended: false)
    return builder.store(scratch.view)
  }

  private mutating func readWindowsLink(_ node: Int) {
    guard let link = value(.value, of: node) else { return }
    let first = nextParameter
    addLabels(node, of: .url)
    addText(.url, link, from: first)
  }

  private mutating func readWindowsMessenger(_ node: Int) {
    guard let address = value(.value, of: node) else { return }
    let service = value(.protocol, of: node)
    let first = nextParameter
    addLabels(node, of: .impp)
    addMessenger(address, service: service, from: first)
  }

  private mutating func readPerson(_ node: Int) {
    guard let name = value(.formattedName, of: node) ?? value(.personID, of: node) else { return }
    let first = nextParameter
    addLabels(node, of: .related)
    // The labels of persons name what they are: where vCard has a type for it, it is one.
    for place in first..<nextParameter where builder.parameters[place].id == .label {
      let word = TypeWord(view(builder.parameters[place].value))
      if word != .unknown {
        builder.parameters[place].id = .type
        builder.parameters[place].word = word
        builder.parameters[place].value = builder.store(word.spelling)
      }
    }
    addText(.related, name, valueType: .text, from: first)
  }

  private mutating func readWindowsPhoto(_ node: Int) {
    let id: PropertyID = hasLabel("LOGO", node) ? .logo : .photo
    if let data = tape.child(.value, of: node), case let text = content(data), !isBlank(text) {
      return addData(id, text, mediaType: tape.attribute(.contentType, of: data))
    }
    if let link = value(named: "Url", of: node) { addMedia(id, uri: link) }
  }

  private mutating func readCertificate(_ node: Int) {
    guard let data = tape.child(.value, of: node), case let text = content(data), !isBlank(text)
    else { return }
    addData(.key, text, mediaType: tape.attribute(.contentType, of: data))
    if let print = value(.thumbPrint, of: node) { addForeign("ThumbPrint", print) }
  }
}

extension Array where Element == Slice {
  /// The slices without the empty ones at the end.
  var dropLastEmpty: [Slice] {
    var copy = self
    while let last = copy.last, last.isEmpty { copy.removeLast() }
    return copy
  }
}

extension ByteView {
  /// Whether a time holds a digit other than zero.
  var containsOtherThanZero: Bool {
    for index in 0..<count where self[index].isDigit && self[index] != UInt8(ascii: "0") {
      return true
    }
    return false
  }
}

extension ContactDate {
  /// The next day; nil without a whole date.
  var dayAfter: ContactDate? {
    guard let year, let month, let day else { return nil }
    var next = self
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let longest = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    next.day = day == longest ? 1 : day + 1
    if day == longest { next.month = month == 12 ? 1 : month + 1 }
    if day == longest, month == 12 { next.year = year + 1 }
    return next
  }
}
