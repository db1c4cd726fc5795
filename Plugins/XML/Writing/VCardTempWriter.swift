import Cardmill

/// Writes XMPP's vcard-temp (XEP-0054): an element for each contact, all of them in one.
struct VCardTempWriter: RecordWriter {
  func head(into output: inout ByteBuffer) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<vCards>\n")
  }

  func tail(into output: inout ByteBuffer) { output.append("</vCards>\n") }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    var card = VCardTempFormatter(batch.storage)
    for contact in batch.storage.contacts { card.append(contact, to: &output) }
    card.ledger.take(into: &output)
  }
}

/// Writes the contacts of one batch.
struct VCardTempFormatter: ~Copyable {
  private let storage: ContactBatch.Storage
  var ledger: LossLedger
  private var xml = XMLWriting()
  private var contact: ContactRecord

  init(_ storage: ContactBatch.Storage) {
    self.storage = storage
    ledger = LossLedger(storage)
    contact = ledger.record
  }

  mutating func append(_ contact: ContactRecord, to output: inout FormattedBlock) {
    self.contact = contact
    ledger.begin(contact)
    guard contact.kind == .contact else {
      if contact.kind == .group { ledger.end() }
      output.folded += 1
      return
    }
    xml.bytes.removeAll()
    xml.isReplaced = false
    xml.raw("<vCard xmlns=\"vcard-temp\">")
    appendName()
    for place in storage.properties(of: contact) { appendProperty(place) }
    appendCategories()
    xml.raw("</vCard>\n")
    if xml.isReplaced {
      ledger.lose("charset-replaced", "name.full", storage.displayName(of: contact) ?? "")
    }
    ledger.end()
    output.bytes.append(xml.bytes.view)
    output.endRecord()
  }

  private mutating func appendName() {
    if let place = storage.shownFullName(in: contact) {
      xml.element("FN", storage.view(storage.properties[place].value).string)
      ledger.write(place, kept: [.pref])
    } else if let name = storage.displayName(of: contact) {
      xml.element("FN", name)
    }
    for place in storage.properties(of: contact) where storage.properties[place].id == .n {
      let property = storage.properties[place]
      guard storage.hasContent(property) else { continue }
      xml.raw("<N>")
      let names: [StaticString] = ["FAMILY", "GIVEN", "MIDDLE", "PREFIX", "SUFFIX"]
      for (number, name) in names.enumerated() {
        xml.element(name, storage.component(number, of: property))
      }
      xml.raw("</N>")
      ledger.write(place)
      loseFlattened(property, 5, "name")
      return
    }
  }

  /// Notes values that were joined, and components that were left out.
  private mutating func loseFlattened(
    _ property: PropertyRecord, _ count: Int, _ path: String, lines: Int = -1
  ) {
    var number = -1
    for place in storage.parts(of: property) {
      let part = storage.parts[place]
      if !part.continuesComponent { number += 1 }
      guard !part.isEmpty else { continue }
      if number >= count {
        ledger.lose("field-unsupported", path, storage.view(part).string)
      } else if part.continuesComponent, number != lines {
        ledger.lose("structure-flattened", path, storage.view(part).string)
      }
    }
  }

  private mutating func appendProperty(_ place: Int) {
    let property = storage.properties[place]
    guard storage.hasContent(property) || property.id == .adr else { return }
    switch property.id {
    case .tel: appendFlagged("TEL", "NUMBER", place, Self.phoneWords)
    case .email: appendFlagged("EMAIL", "USERID", place, Self.mailWords)
    case .adr: appendAddress(place)
    case .nickname: appendNicknames(place)
    case .photo: appendMedia("PHOTO", place)
    case .logo: appendMedia("LOGO", place)
    case .sound: appendMedia("SOUND", place)
    case .key: appendKey(place)
    case .bday: appendText("BDAY", place, date(property))
    case .impp: appendMessenger(place)
    case .tz: appendText("TZ", place)
    case .geo: appendGeo(place)
    case .title: appendText("TITLE", place)
    case .role: appendText("ROLE", place)
    case .org: appendOrganization(place)
    case .note: appendText("NOTE", place)
    case .prodid: appendText("PRODID", place)
    case .rev: appendText("REV", place)
    case .sortString: appendText("SORT-STRING", place)
    case .uid: appendText("UID", place)
    case .url: appendText("URL", place)
    case .mailer: appendText("MAILER", place)
    case .class: appendClass(place)
    default: return
    }
  }

  private mutating func appendText(_ name: StaticString, _ place: Int, _ text: String? = nil) {
    let property = storage.properties[place]
    guard property.form == .text else { return }
    xml.element(name, text ?? storage.view(property.value).string)
    ledger.write(place)
  }

  /// A date with hyphens, as the clients of the time read it.
  private func date(_ property: PropertyRecord) -> String {
    let text = storage.view(property.value)
    guard property.valueType != .text, let reading = ContactDate.read(text) else {
      return text.string
    }
    var buffer = ByteBuffer(capacity: 32)
    reading.date.append(to: &buffer, isExtended: true)
    buffer.append(text.from(reading.timeStart))
    return buffer.view.string
  }

  // MARK: Values with flags

  private static let phoneWords: [TypeWord] = [
    .home, .work, .voice, .fax, .pager, .msg, .cell, .video, .bbs, .modem, .isdn, .pcs,
  ]
  private static let mailWords: [TypeWord] = [.home, .work, .x400]
  private static let addressWords: [TypeWord] = [.home, .work, .postal, .parcel, .dom, .intl]

  /// Writes the types as empty elements; gives those that were written.
  private mutating func appendFlags(_ value: LabeledPlace, _ known: [TypeWord]) -> TypeWords {
    var written = TypeWords()
    for word in known where value.words.contains(word) {
      xml.raw("<")
      xml.text(word.text.uppercased())
      xml.raw("/>")
      written.insert(word)
    }
    return written
  }

  private func value(_ place: Int) -> LabeledPlace {
    let property = storage.properties[place]
    let typing = storage.typing(of: property)
    let best = storage.bestPreference(of: property.id, in: contact)
    return LabeledPlace(
      place: place, typing: typing, isPreferred: best != nil && typing.preference == best)
  }

  private mutating func appendFlagged(
    _ name: StaticString, _ element: StaticString, _ place: Int, _ known: [TypeWord]
  ) {
    let property = storage.properties[place]
    guard property.form == .text else { return }
    let value = value(place)
    xml.raw("<")
    xml.raw(name)
    xml.raw(">")
    let written = appendFlags(value, known)
    if property.id == .email { xml.raw("<INTERNET/>") }
    if value.isPreferred { xml.raw("<PREF/>") }
    var text = storage.view(property.value)
    if property.id == .tel {
      let number = TelephoneNumber(text)
      text = number.number
      if let ext = number.ext { ledger.lose("field-unsupported", "phones.extension", ext.string) }
    }
    xml.element(element, text.string)
    xml.raw("</")
    xml.raw(name)
    xml.raw(">")
    ledger.write(place, kept: value.isPreferred ? [.pref] : [], words: written)
  }

  private mutating func appendAddress(_ place: Int) {
    let property = storage.properties[place]
    let value = value(place)
    var written = TypeWords()
    if storage.hasContent(property) {
      xml.raw("<ADR>")
      written = appendFlags(value, Self.addressWords)
      if value.isPreferred { xml.raw("<PREF/>") }
      xml.elementIfAny("POBOX", storage.component(0, of: property))
      xml.elementIfAny("EXTADD", storage.component(1, of: property))
      for line in storage.component(2, of: property, separator: 0x0A).split(separator: "\n") {
        xml.element("STREET", String(line))
      }
      xml.elementIfAny("LOCALITY", storage.component(3, of: property))
      xml.elementIfAny("REGION", storage.component(4, of: property))
      xml.elementIfAny("PCODE", storage.component(5, of: property))
      xml.elementIfAny("CTRY", storage.component(6, of: property))
      xml.raw("</ADR>")
      loseFlattened(property, 7, "addresses", lines: 2)
    }
    if let label = storage.parameter(.label, of: property) {
      xml.raw("<LABEL>")
      written = appendFlags(value, Self.addressWords)
      for line in label.string.split(separator: "\n", omittingEmptySubsequences: false) {
        xml.element("LINE", String(line))
      }
      xml.raw("</LABEL>")
    }
    ledger.write(place, kept: value.isPreferred ? [.pref, .label] : [.label], words: written)
  }

  // MARK: Other values

  private mutating func appendNicknames(_ place: Int) {
    let names = storage.parts(of: storage.properties[place]).map {
      storage.view(storage.parts[$0]).string
    }
    xml.element("NICKNAME", names.joined(separator: ","))
    if names.contains(where: { $0.contains(",") }) {
      ledger.lose("structure-flattened", "nicknames", names.joined(separator: ";"))
    }
    ledger.write(place)
  }

  private mutating func appendMedia(_ name: StaticString, _ place: Int) {
    let property = storage.properties[place]
    xml.raw("<")
    xml.raw(name)
    xml.raw(">")
    if property.form == .binary {
      if property.id != .sound {
        xml.elementIfAny("TYPE", storage.parameter(.mediatype, of: property)?.string ?? "")
      }
      xml.raw("<BINVAL>")
      xml.text(storage.view(property.value))
      xml.raw("</BINVAL>")
    } else {
      xml.element("EXTVAL", storage.view(property.value).string)
    }
    xml.raw("</")
    xml.raw(name)
    xml.raw(">")
    ledger.write(place)
  }

  private mutating func appendKey(_ place: Int) {
    let property = storage.properties[place]
    xml.raw("<KEY>")
    xml.elementIfAny("TYPE", storage.parameter(.mediatype, of: property)?.string ?? "")
    xml.element(property.form == .binary ? "BINVAL" : "CRED", storage.view(property.value).string)
    xml.raw("</KEY>")
    ledger.write(place, kept: [.mediatype])
  }

  /// An address of XMPP; other services are not told.
  private mutating func appendMessenger(_ place: Int) {
    let property = storage.properties[place]
    let text = storage.view(property.value)
    guard property.form == .text, text.startsIgnoringCase("XMPP:") else { return }
    xml.element("JABBERID", text.from(5).string)
    ledger.write(place)
  }

  private mutating func appendGeo(_ place: Int) {
    let property = storage.properties[place]
    let text = storage.view(property.value)
    guard property.form == .text, text.startsIgnoringCase("GEO:") else { return }
    let rest = text.from(4)
    let comma = rest.first(UInt8(ascii: ","))
    guard comma < rest.count else { return }
    xml.raw("<GEO>")
    xml.element("LAT", rest.upTo(comma).string)
    xml.element("LON", rest.from(comma + 1).string)
    xml.raw("</GEO>")
    ledger.write(place)
  }

  private mutating func appendOrganization(_ place: Int) {
    let property = storage.properties[place]
    xml.raw("<ORG>")
    xml.element("ORGNAME", storage.component(0, of: property))
    for number in 1..<max(1, storage.componentCount(property)) {
      xml.elementIfAny("ORGUNIT", storage.component(number, of: property))
    }
    xml.raw("</ORG>")
    ledger.write(place)
  }

  private mutating func appendClass(_ place: Int) {
    let property = storage.properties[place]
    let word = property.text(in: storage).uppercased()
    switch word {
    case "PUBLIC": xml.raw("<CLASS><PUBLIC/></CLASS>")
    case "PRIVATE": xml.raw("<CLASS><PRIVATE/></CLASS>")
    case "CONFIDENTIAL": xml.raw("<CLASS><CONFIDENTIAL/></CLASS>")
    default: return
    }
    ledger.write(place)
  }

  private mutating func appendCategories() {
    var names: [String] = []
    for place in storage.properties(of: contact) where storage.properties[place].id == .categories {
      names += storage.parts(of: storage.properties[place]).map {
        storage.view(storage.parts[$0]).string
      }
      ledger.write(place)
    }
    if let groups = storage.groups, let uid = storage.first(.uid, in: contact) {
      for name in groups.groups(of: storage.view(uid.value)) where !names.contains(name) {
        names.append(name)
      }
    }
    guard !names.isEmpty else { return }
    xml.raw("<CATEGORIES>")
    for name in names { xml.element("KEYWORD", name) }
    xml.raw("</CATEGORIES>")
  }
}
