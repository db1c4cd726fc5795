import Cardmill

extension ForeignReader {
  /// What Google writes between two values of one label in a cell.
  private static let separator: StaticString = " ::: "

  /// The values of a cell; an empty one between two others counts.
  func splitValues(_ cell: Slice) -> [Slice] {
    let text = view(cell)
    var parts: [Slice] = []
    var at = 0
    while let found = text.from(at).find(Self.separator.view) {
      parts.append(piece(cell, at, found))
      at += found + Self.separator.utf8CodeUnitCount
    }
    parts.append(piece(cell, at, text.count - at))
    return parts
  }

  /// Whether a cell holds several values.
  @inline(__always)
  private func isSeveral(_ cell: Slice) -> Bool {
    let text = view(cell)
    guard text.first(UInt8(ascii: ":")) < text.count else { return false }
    return text.find(Self.separator.view) != nil
  }

  mutating func readLabelled(_ field: Int) {
    let value = cell(field, 1)
    guard !value.isEmpty else { return }
    let label = cell(field, 0)
    guard isSeveral(value) else { return add(field, value, label) }
    for part in splitValues(value) where !trimmed(part).isEmpty { add(field, part, label) }
  }

  private mutating func add(_ field: Int, _ value: Slice, _ label: Slice) {
    let id = table.fields[field].id
    switch table.fields[field].kind {
    case .googleMail: addText(.email, trimmed(value), range(ofLabel: label, for: id))
    case .googlePhone: addPhone(trimmed(value), range(ofLabel: label, for: id))
    case .googleURL: addText(.url, trimmed(value), range(ofLabel: label, for: id))
    case .googleRelation: addRelation(value, range(ofLabel: label, for: id))
    case .googleEvent:
      if view(label).trimmed.equalsIgnoringCase(literal: "Anniversary") {
        addDate(value, .anniversary, ParameterRange())
      } else {
        addDate(value, .xABDate, range(ofLabel: label, for: id))
      }
    case .googleMessenger:
      let service = view(cell(field, 2))
      addMessenger(value, scheme: MessengerService.scheme(service), range(ofLabel: label, for: id))
    default:
      let name = label.isEmpty ? builder.store(table.fields[field].name) : trimmed(label)
      addOther(name, value)
    }
  }

  mutating func readGoogleAddress(_ field: Int) {
    let label = cell(field, 10)
    var several = 1
    var hasContent = false
    for part in 0..<10 {
      let cell = cell(field, part)
      guard !cell.isEmpty else { continue }
      hasContent = true
      if isSeveral(cell) { several = max(several, splitValues(cell).count) }
    }
    guard hasContent else { return }
    var range = range(ofLabel: label, for: .adr)
    if several == 1 {
      let formatted = cell(field, 9)
      if !formatted.isEmpty { range = adding(formatted, to: range) }
      addAddress(range) { part, reader in reader.trimmed(reader.cell(field, part)) }
      return
    }
    // The parts of several addresses stand in step.
    let parts = (0..<10).map { splitValues(cell(field, $0)) }
    for number in 0..<several {
      var values: [Slice] = []
      for part in parts { values.append(number < part.count ? trimmed(part[number]) : .none) }
      guard values.contains(where: { !$0.isEmpty }) else { continue }
      var own = range
      if !values[9].isEmpty { own = adding(values[9], to: range) }
      addAddress(own) { part, _ in values[part] }
    }
  }

  mutating func readGoogleOrganization(_ field: Int) {
    let (name, unit) = (trimmed(cell(field, 1)), trimmed(cell(field, 4)))
    if !name.isEmpty || !unit.isEmpty {
      var record = PropertyRecord(id: .org, form: .structured)
      record.value = Slice(block: builder.parts.count, count: unit.isEmpty ? 1 : 2)
      builder.parts.append(name)
      if !unit.isEmpty { builder.parts.append(unit) }
      let label = cell(field, 0)
      if !label.isEmpty {
        let range = range(ofLabel: label, for: .org)
        take(range, &record)
      }
      builder.properties.append(record)
    }
    addPart(field, 2, .xPhoneticOrg)
    addPart(field, 3, .title)
    addPart(field, 7, .role)
    for (part, heading) in [(5, "Organization Symbol"), (6, "Organization Location")]
      as [(Int, StaticString)]
    {
      let value = cell(field, part)
      if !value.isEmpty { addOther(builder.store(heading), value) }
    }
  }

  private mutating func addPart(_ field: Int, _ part: Int, _ id: PropertyID) {
    let value = trimmed(cell(field, part))
    if !value.isEmpty { addText(id, value, ParameterRange()) }
  }
}

/// The schemes of messengers' addresses, by the names that tables give them.
enum MessengerService {
  private static let known: [(name: StaticString, scheme: String)] = [
    ("AIM", "aim"), ("AOL", "aim"), ("YAHOO", "ymsgr"), ("MSN", "msnim"), ("ICQ", "icq"),
    ("JABBER", "xmpp"), ("XMPP", "xmpp"), ("SKYPE", "skype"), ("QQ", "qq"),
    ("GOOGLE TALK", "gtalk"),
    ("GOOGLETALK", "gtalk"), ("GTALK", "gtalk"), ("HANGOUTS", "gtalk"), ("TWITTER", "twitter"),
    ("IRC", "irc"), ("SIP", "sip"), ("MATRIX", "matrix"),
  ]

  /// The scheme of a service; an unknown one becomes a scheme of its own if it can.
  static func scheme(_ service: ByteView) -> String {
    let name = service.trimmed
    if let found = known.first(where: { name.equalsIgnoringCase($0.name) }) { return found.scheme }
    guard name.count > 1, (0..<name.count).allSatisfy({ name[$0].isLetter }) else { return "" }
    return name.string.lowercased()
  }
}
