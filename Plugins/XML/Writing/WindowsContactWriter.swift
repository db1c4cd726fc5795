import Cardmill

/// Writes Windows contact files: a document for each contact, so a file holds one.
struct WindowsContactWriter: RecordWriter {
  func head(into output: inout ByteBuffer) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
  }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    var contact = WindowsContactFormatter(batch.storage)
    for record in batch.storage.contacts { contact.append(record, to: &output) }
    contact.ledger.take(into: &output)
  }
}

/// Writes the contacts of one batch.
struct WindowsContactFormatter: ~Copyable {
  private let storage: ContactBatch.Storage
  var ledger: LossLedger
  private var xml = XMLWriting()
  private var contact: ContactRecord
  /// The number of the next element that needs an identifier.
  private var nextElement = 1

  init(_ storage: ContactBatch.Storage) {
    self.storage = storage
    ledger = LossLedger(storage)
    contact = ledger.record
  }

  mutating func append(_ record: ContactRecord, to output: inout FormattedBlock) {
    contact = record
    ledger.begin(record)
    guard record.kind == .contact else {
      if record.kind == .group { ledger.end() }
      output.folded += 1
      return
    }
    xml.bytes.removeAll()
    xml.isReplaced = false
    nextElement = 1
    xml.raw("<c:contact c:Version=\"1\" xmlns:c=\"")
    xml.raw(XMLSpace.windowsContactURI)
    xml.raw("\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">")
    appendSimple()
    appendIdentifiers()
    collection("c:EmailAddressCollection", "c:EmailAddress", storage.labeled(.email, in: contact)) {
      $0.appendMail($1)
    }
    appendName()
    collection("c:PhoneNumberCollection", "c:PhoneNumber", storage.labeled(.tel, in: contact)) {
      $0.appendPhone($1)
    }
    collection(
      "c:PhysicalAddressCollection", "c:PhysicalAddress", storage.labeled(.adr, in: contact)
    ) { $0.appendAddress($1) }
    appendPositions()
    appendDates()
    collection("c:UrlCollection", "c:Url", storage.labeled(.url, in: contact)) { $0.appendLink($1) }
    collection("c:IMAddressCollection", "c:IMAddress", storage.labeled(.impp, in: contact)) {
      $0.appendMessenger($1)
    }
    collection("c:PersonCollection", "c:Person", storage.labeled(.related, in: contact)) {
      $0.appendPerson($1)
    }
    appendPhotos()
    xml.raw("</c:contact>\n")
    if xml.isReplaced {
      ledger.lose("charset-replaced", "name.full", storage.displayName(of: contact) ?? "")
    }
    ledger.end()
    output.bytes.append(xml.bytes.view)
    output.endRecord()
  }

  // MARK: Elements

  /// Writes a collection with an item for each value; a value that the item cannot hold is passed
  /// over.
  private mutating func collection(
    _ name: StaticString, _ item: StaticString, _ values: [LabeledPlace],
    _ body: (inout WindowsContactFormatter, LabeledPlace) -> Bool
  ) {
    guard !values.isEmpty else { return }
    let start = xml.bytes.count
    tag("<", name)
    let inner = xml.bytes.count
    for value in values {
      let before = xml.bytes.count
      open(item)
      if body(&self, value) { tag("</", item) } else { xml.bytes.truncate(to: before) }
    }
    if xml.bytes.count == inner { xml.bytes.truncate(to: start) } else { tag("</", name) }
  }

  private mutating func tag(_ mark: StaticString, _ name: StaticString) {
    xml.raw(mark)
    xml.raw(name)
    xml.raw(">")
  }

  /// Begins an item: each has an identifier, which is a number in the form of a GUID so that the
  /// same contact gives the same bytes.
  private mutating func open(_ name: StaticString) {
    xml.raw("<")
    xml.raw(name)
    let number = String(nextElement, radix: 16)
    nextElement += 1
    let padded = String(repeating: "0", count: max(0, 12 - number.count)) + number
    xml.attribute("c:ElementID", "00000000-0000-4000-8000-" + padded)
    xml.raw(">")
  }

  private mutating func appendLabels(_ labels: [String]) {
    guard !labels.isEmpty else { return }
    xml.raw("<c:LabelCollection>")
    for label in labels { xml.element("c:Label", label) }
    xml.raw("</c:LabelCollection>")
  }

  private static let words: [(TypeWord, String)] = [
    (.home, "Personal"), (.work, "Business"), (.cell, "Cellular"), (.voice, "Voice"), (.fax, "Fax"),
    (.pager, "Pager"),
    (.car, "Car"), (.pcs, "PCS"), (.textphone, "TTY"), (.video, "Video"), (.modem, "Modem"),
    (.bbs, "BBS"), (.isdn, "ISDN"),
    (.dom, "Domestic"), (.intl, "International"), (.postal, "Postal"), (.parcel, "Parcel"),
    (.agent, "Agent"),
  ]

  /// The labels of a value, and the type words that they stand for.
  private func labels(of value: LabeledPlace) -> (labels: [String], words: TypeWords) {
    var labels: [String] = value.isPreferred ? ["Preferred"] : []
    var written = TypeWords()
    for (word, label) in Self.words where value.words.contains(word) {
      labels.append(label)
      written.insert(word)
    }
    if let label = value.typing.label { labels.append(label.string) }
    labels += value.typing.others.map(\.string)
    return (labels, written)
  }

  private mutating func finish(_ value: LabeledPlace, keeping more: Set<ParameterID> = []) {
    let (labels, words) = labels(of: value)
    appendLabels(labels)
    var kept: Set<ParameterID> = [.label, .userLabel]
    if value.isPreferred { kept.insert(.pref) }
    ledger.write(value.place, kept: kept.union(more), words: words)
  }

  private func text(_ place: Int) -> String? {
    let property = storage.properties[place]
    return property.form == .text ? storage.view(property.value).string : nil
  }

  // MARK: Values

  private mutating func appendSimple() {
    for place in storage.properties(of: contact) {
      let property = storage.properties[place]
      switch property.id {
      case .note:
        guard let text = text(place) else { continue }
        if xml.bytes.view.contains(("<c:Notes>" as StaticString).view) { continue }
        xml.element("c:Notes", text)
        ledger.write(place)
      case .created:
        guard let text = text(place), let time = Self.extended(text) else { continue }
        xml.element("c:CreationDate", time)
        ledger.write(place)
      case .gender:
        let sex = storage.component(0, of: property)
        guard sex == "M" || sex == "F", storage.componentCount(property) == 1 else { continue }
        xml.element("c:Gender", sex == "M" ? "Male" : "Female")
        ledger.write(place)
      case .mailer:
        guard let text = text(place) else { continue }
        xml.element("c:Mailer", text)
        ledger.write(place)
      default: continue
      }
    }
  }

  /// `20110302T091244Z` as `2011-03-02T09:12:44Z`.
  private static func extended(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, text.withView({ UnixTime.seconds($0) }) != nil else { return nil }
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    return
      "\(piece(0..<4))-\(piece(4..<6))-\(piece(6..<8))T\(piece(9..<11)):\(piece(11..<13)):\(piece(13..<15))Z"
  }

  private mutating func appendIdentifiers() {
    guard
      let place = storage.properties(of: contact).first(where: { storage.properties[$0].id == .uid }
      ), let uid = text(place)
    else { return }
    xml.raw("<c:ContactIDCollection>")
    open("c:ContactID")
    xml.element("c:Value", uid)
    appendLabels(["Preferred"])
    xml.raw("</c:ContactID>")
    ledger.write(place)
    for place in storage.properties(of: contact) where storage.properties[place].id == .unknown {
      guard storage.view(storage.properties[place].name).equalsIgnoringCase("CONTACTID") else {
        continue
      }
      open("c:ContactID")
      xml.element(
        "c:Value", TextEscapes.decoded(storage.view(storage.properties[place].value).string))
      xml.raw("</c:ContactID>")
      ledger.mark(place)
    }
    xml.raw("</c:ContactIDCollection>")
  }

  private mutating func appendName() {
    xml.raw("<c:NameCollection>")
    open("c:Name")
    for place in storage.properties(of: contact) where storage.properties[place].id == .nickname {
      let parts = storage.parts(of: storage.properties[place])
      xml.element("c:NickName", storage.view(storage.parts[parts.lowerBound]).string)
      for part in parts.dropFirst() {
        ledger.lose("value-limit", "nicknames", storage.view(storage.parts[part]).string)
      }
      ledger.write(place)
      break
    }
    let name = storage.properties(of: contact).first {
      storage.properties[$0].id == .n && storage.hasContent(storage.properties[$0])
    }
    if let name { xml.elementIfAny("c:Title", storage.component(3, of: storage.properties[name])) }
    if let place = storage.shownFullName(in: contact) {
      xml.element("c:FormattedName", storage.view(storage.properties[place].value).string)
      ledger.write(place, kept: [.pref])
    } else {
      xml.elementIfAny("c:FormattedName", storage.displayName(of: contact) ?? "")
    }
    if let name {
      let property = storage.properties[name]
      xml.elementIfAny("c:Suffix", storage.component(4, of: property))
      xml.elementIfAny("c:MiddleName", storage.component(2, of: property))
      xml.elementIfAny("c:GivenName", storage.component(1, of: property))
      xml.elementIfAny("c:FamilyName", storage.component(0, of: property))
      ledger.write(name)
      loseFurther(property, 5, "name")
    }
    xml.raw("</c:Name></c:NameCollection>")
  }

  private mutating func loseFurther(_ property: PropertyRecord, _ count: Int, _ path: String) {
    var number = -1
    for place in storage.parts(of: property) {
      let part = storage.parts[place]
      if !part.continuesComponent { number += 1 }
      guard !part.isEmpty else { continue }
      if number >= count {
        ledger.lose("field-unsupported", path, storage.view(part).string)
      } else if part.continuesComponent, path == "name" || number != 2 {
        ledger.lose("structure-flattened", path, storage.view(part).string)
      }
    }
  }

  private mutating func appendMail(_ value: LabeledPlace) -> Bool {
    guard let address = text(value.place) else { return false }
    xml.raw("<c:Type>SMTP</c:Type>")
    xml.element("c:Address", address)
    finish(value)
    return true
  }

  private mutating func appendPhone(_ value: LabeledPlace) -> Bool {
    guard text(value.place) != nil else { return false }
    let number = TelephoneNumber(storage.view(storage.properties[value.place].value))
    xml.element("c:Number", number.number.string)
    if let ext = number.ext { ledger.lose("field-unsupported", "phones.extension", ext.string) }
    finish(value)
    return true
  }

  private mutating func appendAddress(_ value: LabeledPlace) -> Bool {
    let property = storage.properties[value.place]
    guard property.form == .structured else { return false }
    xml.elementIfAny("c:AddressLabel", storage.parameter(.label, of: property)?.string ?? "")
    xml.elementIfAny("c:Street", storage.component(2, of: property, separator: 0x0A))
    xml.elementIfAny("c:Locality", storage.component(3, of: property))
    xml.elementIfAny("c:Region", storage.component(4, of: property))
    xml.elementIfAny("c:PostalCode", storage.component(5, of: property))
    xml.elementIfAny("c:Country", storage.component(6, of: property))
    xml.elementIfAny("c:POBox", storage.component(0, of: property))
    xml.elementIfAny("c:ExtendedAddress", storage.component(1, of: property))
    finish(value)
    loseFurther(property, 7, "addresses")
    return true
  }

  private mutating func appendPositions() {
    let places = storage.properties(of: contact)
    func first(_ id: PropertyID) -> Int? {
      places.first { storage.properties[$0].id == id && storage.hasContent(storage.properties[$0]) }
    }
    let organization = first(.org)
    let title = first(.title)
    let role = first(.role)
    guard organization != nil || title != nil || role != nil else { return }
    xml.raw("<c:PositionCollection>")
    open("c:Position")
    if let organization {
      let property = storage.properties[organization]
      xml.elementIfAny("c:Company", storage.component(0, of: property))
      xml.elementIfAny("c:Department", storage.component(1, of: property))
      ledger.write(organization)
      for number in 2..<max(2, storage.componentCount(property)) {
        let unit = storage.component(number, of: property)
        if !unit.isEmpty { ledger.lose("value-limit", "organization.units", unit) }
      }
    }
    if let title, let text = text(title) {
      xml.element("c:JobTitle", text)
      ledger.write(title)
    }
    if let role, let text = text(role) {
      xml.element("c:Role", text)
      ledger.write(role)
    }
    appendLabels(["Business"])
    xml.raw("</c:Position></c:PositionCollection>")
  }

  private mutating func appendDates() {
    let places = storage.properties(of: contact).filter {
      storage.properties[$0].id.isDate && storage.properties[$0].id != .deathdate
    }
    let values = places.map {
      LabeledPlace(
        place: $0, typing: storage.typing(of: storage.properties[$0]), isPreferred: false)
    }
    collection("c:DateCollection", "c:Date", values) { $0.appendDate($1) }
  }

  /// A whole date; one without a year has no form here.
  private mutating func appendDate(_ value: LabeledPlace) -> Bool {
    let property = storage.properties[value.place]
    guard property.form == .text, let reading = ContactDate.read(storage.view(property.value))
    else { return false }
    let date = reading.date
    guard date.year != nil, date.month != nil, date.day != nil else { return false }
    var buffer = ByteBuffer(capacity: 32)
    date.append(to: &buffer, isExtended: true)
    xml.element("c:Value", buffer.view.string + "T00:00:00Z")
    if reading.timeStart < property.value.count {
      ledger.lose("time-dropped", property.id.path, storage.view(property.value).string)
    }
    switch property.id {
    case .bday: appendLabels(["wab:Birthday"])
    case .anniversary: appendLabels(["wab:Anniversary"])
    default: return finishDate(value)
    }
    ledger.write(value.place)
    return true
  }

  private mutating func finishDate(_ value: LabeledPlace) -> Bool {
    finish(value)
    return true
  }

  private mutating func appendLink(_ value: LabeledPlace) -> Bool {
    guard let link = text(value.place) else { return false }
    xml.element("c:Value", link)
    finish(value)
    return true
  }

  private mutating func appendMessenger(_ value: LabeledPlace) -> Bool {
    guard let address = text(value.place) else { return false }
    let colon = address.firstIndex(of: ":")
    let service = colon.flatMap { Messengers.service(scheme: String(address[..<$0])) }
    if let colon, let service {
      xml.element("c:Value", String(address[address.index(after: colon)...]))
      xml.element("c:Protocol", "\(service.name)")
    } else {
      xml.element("c:Value", address)
      xml.elementIfAny(
        "c:Protocol",
        storage.parameter(.serviceType, of: storage.properties[value.place])?.string ?? "")
    }
    finish(value, keeping: [.serviceType])
    return true
  }

  private mutating func appendPerson(_ value: LabeledPlace) -> Bool {
    guard let name = text(value.place) else { return false }
    xml.element("c:FormattedName", name)
    var labels = value.isPreferred ? ["Preferred"] : []
    var words = TypeWords()
    for word in TypeWord.allCases where word != .unknown && value.words.contains(word) {
      let name = word.text.prefix(1).uppercased() + word.text.dropFirst()
      labels.append(word == .spouse || word == .child ? "wab:" + name : name)
      words.insert(word)
    }
    if let label = value.typing.label {
      let known = ["manager", "assistant"].contains(label.string.lowercased())
      labels.append(
        known
          ? "wab:" + label.string.prefix(1).uppercased() + label.string.dropFirst() : label.string)
    }
    labels += value.typing.others.map(\.string)
    appendLabels(labels)
    ledger.write(value.place, kept: value.isPreferred ? [.label, .pref] : [.label], words: words)
    return true
  }

  private mutating func appendPhotos() {
    let places = storage.properties(of: contact).filter {
      (storage.properties[$0].id == .photo || storage.properties[$0].id == .logo)
        && storage.hasContent(storage.properties[$0])
    }
    let values = places.map { LabeledPlace(place: $0, typing: Typing(), isPreferred: false) }
    collection("c:PhotoCollection", "c:Photo", values) { $0.appendPhoto($1) }
  }

  private mutating func appendPhoto(_ value: LabeledPlace) -> Bool {
    let property = storage.properties[value.place]
    if property.form == .binary {
      xml.raw("<c:Value")
      xml.attribute(
        "c:ContentType", storage.parameter(.mediatype, of: property)?.string ?? "image/jpeg")
      xml.raw(" c:type=\"binary\">")
      xml.text(storage.view(property.value))
      xml.raw("</c:Value>")
    } else {
      xml.element("c:Url", storage.view(property.value).string)
    }
    appendLabels([property.id == .logo ? "Logo" : "UserTile"])
    ledger.write(value.place)
    return true
  }
}
