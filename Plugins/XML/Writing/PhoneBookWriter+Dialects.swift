import Cardmill

extension PhoneEntry {
  // MARK: FRITZ!Box

  mutating func appendFritz(_ numbers: [Number]) {
    xml.raw("<contact>")
    xml.element("category", takeForeign("category") ?? "0")
    xml.raw("<person>")
    xml.element("realName", takeDisplayName())
    appendFritzPicture()
    xml.raw("</person>")
    xml.raw("<telephony nid=\"")
    xml.bytes.append(decimal: numbers.count)
    xml.raw("\">")
    for (index, number) in numbers.enumerated() { appendFritzNumber(number, index) }
    xml.raw("</telephony>")
    appendFritzMails()
    appendFritzSetup()
    xml.raw("</contact>\n")
  }

  private mutating func appendFritzPicture() {
    for place in storage.properties(of: contact) where storage.properties[place].id == .photo {
      let property = storage.properties[place]
      // A picture on the box itself: others are no use to it.
      guard property.form == .text,
        storage.view(property.value).contains(("/FRITZ/" as StaticString).view)
      else { continue }
      ledger.write(place)
      xml.element("imageURL", storage.view(property.value).string)
      return
    }
  }

  private mutating func appendFritzNumber(_ number: Number, _ index: Int) {
    // The box knows four kinds; any other number is one of the home.
    let kind: (name: StaticString, words: TypeWords)
    if number.words.contains(.fax) {
      kind = ("fax_work", TypeWords(.fax, .work))
    } else if number.words.contains(.cell) {
      kind = ("mobile", TypeWords(.cell))
    } else if number.words.contains(.work) {
      kind = ("work", TypeWords(.work))
    } else {
      kind = ("home", TypeWords(.home))
    }
    xml.raw("<number type=\"")
    xml.raw(kind.name)
    xml.raw("\"")
    if number.isPreferred { xml.raw(" prio=\"1\"") }
    xml.raw(" id=\"")
    xml.bytes.append(decimal: index)
    xml.raw("\"")
    let property = storage.properties[number.place]
    if let quickdial = storage.foreignParameter("X-QUICKDIAL", of: property) {
      xml.attribute("quickdial", quickdial.string)
    }
    if let vanity = storage.foreignParameter("X-VANITY", of: property) {
      xml.attribute("vanity", vanity.string)
    }
    xml.raw(">")
    xml.text(number.text)
    xml.raw("</number>")
    write(number, words: kind.words, keepsPreference: true)
  }

  private mutating func appendFritzMails() {
    let mails = storage.labeled(.email, in: contact)
    xml.raw("<services")
    guard !mails.isEmpty else { return xml.raw("/>") }
    xml.raw(" nid=\"")
    xml.bytes.append(decimal: mails.count)
    xml.raw("\">")
    for (index, mail) in mails.enumerated() {
      let isWork = mail.words.contains(.work)
      let classifier = mail.typing.label.map { "label:" + $0.string }
      let word = isWork ? "business" : mail.words.contains(.home) ? "private" : "other"
      xml.raw("<email")
      xml.attribute("classifier", classifier ?? word)
      xml.raw(" id=\"")
      xml.bytes.append(decimal: index)
      xml.raw("\">")
      xml.text(storage.view(storage.properties[mail.place].value))
      xml.raw("</email>")
      let words = classifier != nil ? TypeWords() : isWork ? TypeWords(.work) : TypeWords(.home)
      ledger.write(mail.place, kept: [.label], words: words)
    }
    xml.raw("</services>")
  }

  private mutating func appendFritzSetup() {
    let tone = takeForeign("ringTone") ?? ""
    let volume = takeForeign("ringVolume") ?? ""
    if tone.isEmpty, volume.isEmpty {
      xml.raw("<setup/>")
    } else {
      xml.raw("<setup>")
      xml.elementIfAny("ringTone", tone)
      xml.elementIfAny("ringVolume", volume)
      xml.raw("</setup>")
    }
    xml.raw("<features")
    xml.attribute("doorphone", takeForeign("doorphone") ?? "0")
    xml.raw("/>")
    for place in storage.properties(of: contact) where storage.properties[place].id == .rev {
      guard let seconds = UnixTime.seconds(storage.view(storage.properties[place].value)) else {
        continue
      }
      ledger.write(place)
      xml.element("mod_time", String(seconds))
      break
    }
    if let id = takeForeign("uniqueid") { xml.element("uniqueid", id) }
  }

  // MARK: Entries of a name and numbers

  mutating func appendYealink(_ numbers: [Number]) {
    xml.raw("<DirectoryEntry>")
    xml.element("Name", takeDisplayName())
    for number in numbers {
      let (label, words) = shownKind(number)
      xml.raw("<Telephone")
      if let label { xml.attribute("label", label) }
      xml.raw(">")
      xml.text(number.text)
      xml.raw("</Telephone>")
      let keepsLabel = number.label != nil && words.isEmpty
      write(number, words: words, keepsLabel: keepsLabel)
    }
    xml.raw("</DirectoryEntry>\n")
  }

  /// What a telephone shows for a number: the user's label, or one word.
  private func shownKind(_ number: Number) -> (label: String?, words: TypeWords) {
    let words = number.words
    if words.contains(.cell) { return ("Mobile Number", TypeWords(.cell)) }
    if words.contains(.fax) { return ("Fax", TypeWords(.fax)) }
    if words.contains(.work) { return ("Office Number", TypeWords(.work)) }
    if words.contains(.home) { return ("Home", TypeWords(.home)) }
    return (number.label, TypeWords())
  }

  /// Cisco's telephones take one number an entry: further numbers have entries of their own.
  ///
  /// - Returns: how many entries were made besides the first.
  mutating func appendCisco(_ numbers: [Number]) -> Int {
    let name = takeDisplayName()
    for number in numbers {
      xml.raw("<DirectoryEntry>")
      xml.element("Name", name)
      xml.element("Telephone", number.text)
      xml.raw("</DirectoryEntry>\n")
      write(number, words: TypeWords())
    }
    return numbers.count - 1
  }

  // MARK: Grandstream

  mutating func appendGrandstream(_ numbers: [Number]) {
    let names = takeNames()
    xml.raw("<Contact>")
    xml.element("FirstName", names.given)
    xml.element("LastName", names.family)
    for number in numbers {
      let kind: (name: StaticString, words: TypeWords)? =
        number.words.contains(.cell)
        ? ("Cell", TypeWords(.cell))
        : number.words.contains(.work)
          ? ("Work", TypeWords(.work))
          : number.words.contains(.home) ? ("Home", TypeWords(.home)) : nil
      xml.raw("<Phone")
      if let kind { xml.attribute("type", "\(kind.name)") }
      xml.raw(">")
      xml.element("phonenumber", number.text)
      let account = storage.foreignParameter("X-ACCOUNTINDEX", of: storage.properties[number.place])
      xml.element("accountindex", account?.string ?? "0")
      xml.raw("</Phone>")
      write(number, words: kind?.words ?? TypeWords())
    }
    for mail in storage.labeled(.email, in: contact) {
      let words =
        mail.words.contains(.work)
        ? TypeWords(.work) : mail.words.contains(.home) ? TypeWords(.home) : TypeWords()
      xml.raw("<Mail")
      if words.contains(.work) {
        xml.attribute("type", "Work")
      } else if words.contains(.home) {
        xml.attribute("type", "Home")
      }
      xml.raw(">")
      xml.text(storage.view(storage.properties[mail.place].value))
      xml.raw("</Mail>")
      ledger.write(mail.place, words: words)
    }
    xml.raw("</Contact>\n")
  }

  // MARK: Snom

  mutating func appendSnom(_ numbers: [Number]) {
    let names = takeNames()
    xml.raw("<contact>")
    xml.elementIfAny("first_name", names.given)
    xml.elementIfAny("last_name", names.family)
    xml.raw("<numbers>")
    for number in numbers {
      let kind = snomKind(number)
      xml.raw("<number")
      xml.attribute("no", number.text)
      if let kind { xml.attribute("type", kind.name) }
      xml.attribute(
        "outgoing_id",
        storage.foreignParameter("X-OUTGOING-ID", of: storage.properties[number.place])?.string
          ?? "0")
      xml.raw("/>")
      write(number, words: kind?.words ?? TypeWords())
    }
    xml.raw("</numbers>")
    xml.elementIfAny("title", takeText(.title))
    xml.elementIfAny("organization", takeOrganization())
    appendFirstMail()
    xml.elementIfAny("note", takeText(.note))
    appendFirstCategory()
    xml.raw("</contact>\n")
  }

  private func snomKind(_ number: Number) -> (name: String, words: TypeWords)? {
    if number.words.contains(.cell) { return ("mobile", TypeWords(.cell)) }
    if number.words.contains(.work) { return ("business", TypeWords(.work)) }
    if number.words.contains(.home) { return ("home", TypeWords(.home)) }
    if number.words.contains(.fax) { return ("fax", TypeWords(.fax)) }
    return nil
  }

  private mutating func takeOrganization() -> String {
    for place in storage.properties(of: contact) where storage.properties[place].id == .org {
      let property = storage.properties[place]
      let name = storage.component(0, of: property)
      guard !name.isEmpty else { continue }
      ledger.write(place)
      for number in 1..<max(1, storage.componentCount(property)) {
        let unit = storage.component(number, of: property)
        if !unit.isEmpty { ledger.lose("field-unsupported", "organization.units", unit) }
      }
      return name
    }
    return ""
  }

  private mutating func appendFirstMail() {
    let mails = storage.labeled(.email, in: contact)
    guard let mail = mails.first(where: \.isPreferred) ?? mails.first else { return }
    xml.element("email", storage.view(storage.properties[mail.place].value).string)
    ledger.write(mail.place, words: TypeWords())
  }

  private mutating func appendFirstCategory() {
    var isWritten = false
    for place in storage.properties(of: contact) where storage.properties[place].id == .categories {
      for part in storage.parts(of: storage.properties[place]) where !storage.parts[part].isEmpty {
        let name = storage.view(storage.parts[part]).string
        if isWritten {
          ledger.lose("value-limit", "categories", name)
        } else {
          xml.element("group", name)
        }
        isWritten = true
      }
      ledger.write(place)
    }
    guard !isWritten, let groups = storage.groups, let uid = storage.first(.uid, in: contact) else {
      return
    }
    if let name = groups.groups(of: storage.view(uid.value)).first { xml.element("group", name) }
  }

  /// The form of the DECT bases: one number of each kind, in this order.
  mutating func appendDECT(_ numbers: [Number]) {
    var slots: [Number?] = [nil, nil, nil]
    var rest: [Number] = []
    for number in numbers {
      let slot = number.words.contains(.cell) ? 2 : number.words.contains(.work) ? 1 : 0
      if slots[slot] == nil { slots[slot] = number } else { rest.append(number) }
    }
    xml.raw("<DirectoryEntry>")
    xml.element("Name", takeDisplayName())
    let names: [StaticString] = ["Telephone", "Office", "Mobile"]
    let words = [TypeWords(), TypeWords(.work), TypeWords(.cell)]
    for slot in 0..<3 {
      xml.element(names[slot], slots[slot]?.text ?? "")
      if let number = slots[slot] { write(number, words: words[slot]) }
    }
    xml.raw("</DirectoryEntry>\n")
    for number in rest {
      ledger.mark(number.place)
      ledger.lose("value-limit", "phones", number.text)
    }
  }
}
