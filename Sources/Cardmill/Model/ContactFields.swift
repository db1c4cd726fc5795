/// The parts of a name.
public struct ContactName: Sendable, Hashable {
  /// The name as a whole (`FN`); made from the other fields when the contact has none.
  public var full: String
  /// Whether `full` was made from other fields.
  public var fullIsDerived: Bool
  public var given: String
  public var family: String
  public var additional: String
  public var prefix: String
  public var suffix: String
  /// The readings of given and family name.
  public var phoneticGiven: String
  public var phoneticFamily: String
  /// Further full names.
  public var fullAlternatives: [String]

  /// Makes a name.
  public init(
    full: String = "", given: String = "", family: String = "", additional: String = "",
    prefix: String = "", suffix: String = "", phoneticGiven: String = "",
    phoneticFamily: String = "", fullAlternatives: [String] = []
  ) {
    self.full = full
    fullIsDerived = false
    self.given = given
    self.family = family
    self.additional = additional
    self.prefix = prefix
    self.suffix = suffix
    self.phoneticGiven = phoneticGiven
    self.phoneticFamily = phoneticFamily
    self.fullAlternatives = fullAlternatives
  }
}

/// A value of which a contact may have several, with what it is for.
public struct LabeledValue: Sendable, Hashable {
  /// The value, such as an e-mail address; a telephone number without `tel:` and extension.
  public var value: String
  /// Standard words in lower case, sorted, such as `cell` and `home`.
  public var types: [String]
  /// The user's own label.
  public var label: String?
  /// Whether it is the preferred one.
  public var isPreferred: Bool
  /// A telephone number's extension.
  public var phoneExtension: String?

  /// Makes a value.
  public init(
    _ value: String, types: [String] = [], label: String? = nil, isPreferred: Bool = false,
    phoneExtension: String? = nil
  ) {
    self.value = value
    self.types = types
    self.label = label
    self.isPreferred = isPreferred
    self.phoneExtension = phoneExtension
  }
}

/// A postal address.
public struct PostalAddress: Sendable, Hashable {
  public var pobox: String
  public var extended: String
  /// The street's lines, joined with a line feed.
  public var street: String
  public var locality: String
  public var region: String
  public var postcode: String
  public var country: String
  /// The address as it is written on a letter.
  public var formatted: String?
  public var types: [String]
  public var label: String?
  public var isPreferred: Bool

  /// Makes an address.
  public init(
    street: String = "", locality: String = "", region: String = "", postcode: String = "",
    country: String = "", pobox: String = "", extended: String = "", formatted: String? = nil,
    types: [String] = [], label: String? = nil, isPreferred: Bool = false
  ) {
    self.pobox = pobox
    self.extended = extended
    self.street = street
    self.locality = locality
    self.region = region
    self.postcode = postcode
    self.country = country
    self.formatted = formatted
    self.types = types
    self.label = label
    self.isPreferred = isPreferred
  }
}

/// An organization and the units in it.
public struct Organization: Sendable, Hashable {
  public var name: String
  public var units: [String]

  /// Makes an organization.
  public init(name: String, units: [String] = []) {
    self.name = name
    self.units = units
  }
}

// MARK: Reading

extension Contact {
  private func text(_ slice: Slice) -> String { storage.view(slice).string }

  private func text(_ body: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 128)
    body(&buffer)
    return buffer.view.string
  }

  func firstText(_ id: PropertyID) -> String? {
    guard let property = storage.first(id, in: record) else { return nil }
    return property.form == .text ? text(property.value) : Property(storage, property).value.text
  }

  func labeled(_ id: PropertyID) -> [LabeledValue] {
    let record = record
    let best = storage.bestPreference(of: id, in: record)
    return propertyRecords.filter { $0.id == id }.map { property in
      let typing = storage.typing(of: property)
      var value: String
      var phoneExtension: String?
      switch property.form {
      case .structured where id == .related || id == .agent:
        value = storage.parts(of: property).first.map { text(storage.parts[$0]) } ?? ""
      case .text: value = text(property.value)
      default: value = Property(storage, property).value.text
      }
      if id == .tel {
        let number = TelephoneNumber(storage.view(property.value))
        value = number.number.string
        phoneExtension = number.ext?.string
      }
      return LabeledValue(
        value, types: typing.typeList, label: typing.label?.string,
        isPreferred: typing.preference != nil && typing.preference == best,
        phoneExtension: phoneExtension)
    }
  }

  /// The unique identifier as it was written, or nil.
  ///
  /// It may be shared by several contacts.
  public var uid: String? {
    get { firstText(.uid) }
    set { replace(.uid, newValue) }
  }

  /// `individual`, `group`, `org`, … or nil when the source does not say (RFC 6350, 6.1.4).
  public var kind: String? {
    get { firstText(.kind) }
    set { replace(.kind, newValue) }
  }

  /// The name.
  public var name: ContactName {
    get {
      let record = record
      var name = ContactName()
      var hasFullName = false
      name.full = text { hasFullName = storage.appendDisplayName(of: record, to: &$0) }
      name.fullIsDerived = !hasFullName
      if let n = storage.first(.n, in: record) {
        func component(_ number: Int) -> String {
          text { _ = storage.appendComponent(number, of: n, to: &$0) }
        }
        name.family = component(0)
        name.given = component(1)
        name.additional = component(2)
        name.prefix = component(3)
        name.suffix = component(4)
      }
      name.phoneticGiven = firstText(.xPhoneticFirstName) ?? ""
      name.phoneticFamily = firstText(.xPhoneticLastName) ?? ""
      let shown = storage.shownFullName(in: record)
      for place in storage.properties(of: record)
      where storage.properties[place].id == .fn && place != shown {
        name.fullAlternatives.append(text(storage.properties[place].value))
      }
      return name
    }
    set {
      let old = name
      guard newValue != old else { return }
      var list = properties
      if newValue.full != old.full || newValue.fullAlternatives != old.fullAlternatives {
        let names = ([newValue.full] + newValue.fullAlternatives).filter { !$0.isEmpty }
        list.replace(.fn, with: names.map { Property(.fn, .text($0)) })
      }
      let parts = [\ContactName.family, \.given, \.additional, \.prefix, \.suffix]
      if parts.contains(where: { newValue[keyPath: $0] != old[keyPath: $0] }) {
        let components = parts.map { path in
          newValue[keyPath: path].isEmpty ? [] : [newValue[keyPath: path]]
        }
        list.replace(
          .n, with: components.allSatisfy(\.isEmpty) ? [] : [Property(.n, .structured(components))])
      }
      if newValue.phoneticGiven != old.phoneticGiven {
        list.replace(
          .xPhoneticFirstName, with: Property.texts(.xPhoneticFirstName, newValue.phoneticGiven))
      }
      if newValue.phoneticFamily != old.phoneticFamily {
        list.replace(
          .xPhoneticLastName, with: Property.texts(.xPhoneticLastName, newValue.phoneticFamily))
      }
      properties = list
    }
  }

  /// The nicknames.
  public var nicknames: [String] {
    get { listValues(.nickname) }
    set { replaceList(.nickname, newValue) }
  }

  /// The categories: the contact's own labels, then the names of the group cards that list it.
  public var categories: [String] {
    get {
      var names = listValues(.categories)
      for name in groupNames where !names.contains(name) { names.append(name) }
      return names
    }
    set {
      // The names of group cards belong to those cards.
      let own = listValues(.categories)
      let others = groupNames.filter { !own.contains($0) }
      replaceList(.categories, newValue.filter { !others.contains($0) })
    }
  }

  /// The names of the group cards of the same input that list this contact.
  package var groupNames: [String] {
    guard let groups = storage.groups, let uid = storage.first(.uid, in: record) else { return [] }
    return groups.groups(of: storage.view(uid.value))
  }

  /// The members of a group card: display names, or what the card says when the input has no such
  /// contact.
  public var members: [String] {
    propertyRecords.filter { $0.id == .member }.map { property in
      let member = storage.view(property.value)
      return storage.groups?.name(of: member) ?? member.string
    }
  }

  func listValues(_ id: PropertyID) -> [String] {
    propertyRecords.filter { $0.id == id }.flatMap { property in
      property.form == .list
        ? storage.parts(of: property).map { text(storage.parts[$0]) } : [text(property.value)]
    }.filter { !$0.isEmpty }
  }

  /// The e-mail addresses in file order.
  public var emails: [LabeledValue] {
    get { labeled(.email) }
    set { replaceLabeled(.email, newValue) }
  }

  /// The telephone numbers in file order.
  public var phones: [LabeledValue] {
    get { labeled(.tel) }
    set { replaceLabeled(.tel, newValue) }
  }

  /// The web addresses in file order.
  public var urls: [LabeledValue] {
    get { labeled(.url) }
    set { replaceLabeled(.url, newValue) }
  }

  /// The instant messaging addresses, URIs.
  public var impp: [LabeledValue] {
    get { labeled(.impp) }
    set { replaceLabeled(.impp, newValue) }
  }

  private var agents: [LabeledValue] {
    labeled(.agent).map { LabeledValue($0.value, types: ["agent"], label: $0.label) }
  }

  /// Related people: names or URIs.
  public var related: [LabeledValue] {
    get {
      labeled(.related) + agents
    }
    set {
      guard newValue != related else { return }
      // A card in the card (AGENT) stays as long as it is in the list.
      var rest = newValue
      var list = properties
      for (agent, property) in zip(agents, properties.filter { $0.id == .agent }) {
        if let place = rest.firstIndex(of: agent) {
          rest.remove(at: place)
        } else if let place = list.firstIndex(of: property) {
          list.remove(at: place)
        }
      }
      properties = list
      replaceLabeled(.related, rest)
    }
  }

  /// The postal addresses in file order.
  public var addresses: [PostalAddress] {
    get {
      let best = storage.bestPreference(of: .adr, in: record)
      return propertyRecords.filter { $0.id == .adr }.map { property in
        func component(_ number: Int, _ separator: UInt8 = 0x20) -> String {
          text { _ = storage.appendComponent(number, of: property, separator: separator, to: &$0) }
        }
        let typing = storage.typing(of: property)
        return PostalAddress(
          street: component(2, 0x0A), locality: component(3), region: component(4),
          postcode: component(5), country: component(6), pobox: component(0),
          extended: component(1), formatted: storage.parameter(.label, of: property)?.string,
          types: typing.typeList, label: typing.label?.string,
          isPreferred: typing.preference != nil && typing.preference == best)
      }
    }
    set {
      replaceEach(.adr, old: addresses, new: newValue) { address in
        func part(_ text: String) -> [String] { text.isEmpty ? [] : [text] }
        let street =
          address.street.isEmpty
          ? []
          : address.street.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var parameters = address.types.map { Property.Parameter("TYPE", $0) }
        if address.isPreferred { parameters.append(Property.Parameter("PREF", "1")) }
        if let formatted = address.formatted {
          parameters.append(Property.Parameter("LABEL", formatted))
        }
        if let label = address.label { parameters.append(Property.Parameter("X-ABLABEL", label)) }
        return Property(
          .adr,
          .structured([
            part(address.pobox), part(address.extended), street, part(address.locality),
            part(address.region), part(address.postcode), part(address.country),
          ]), parameters: parameters)
      }
    }
  }

  /// The first organization.
  public var organization: Organization? {
    get {
      guard let property = storage.first(.org, in: record) else { return nil }
      let components = (0..<storage.componentCount(property)).map { number in
        text { _ = storage.appendComponent(number, of: property, to: &$0) }
      }
      return Organization(
        name: components.first ?? "", units: components.dropFirst().filter { !$0.isEmpty })
    }
    set {
      guard newValue != organization else { return }
      var list = properties
      list.replaceFirst(
        .org,
        with: newValue.map { Property(.org, .structured(([$0.name] + $0.units).map { [$0] })) })
      properties = list
    }
  }

  /// The first job title.
  public var title: String? {
    get { firstText(.title) }
    set { replace(.title, newValue) }
  }

  /// The first role.
  public var role: String? {
    get { firstText(.role) }
    set { replace(.role, newValue) }
  }

  /// The notes.
  public var notes: [String] {
    get { propertyRecords.filter { $0.id == .note }.map { text($0.value) } }
    set { replaceEach(.note, old: notes, new: newValue) { Property(.note, .text($0)) } }
  }

  /// The birthday, or nil when there is none or it is in words.
  public var birthday: ContactDate? {
    get { firstText(.bday).flatMap { ContactDate($0) } }
    set { if newValue != birthday { replace(.bday, newValue.map { $0.basic }) } }
  }

  /// The anniversary (of a wedding), or nil.
  public var anniversary: ContactDate? {
    get { firstText(.anniversary).flatMap { ContactDate($0) } }
    set { if newValue != anniversary { replace(.anniversary, newValue.map { $0.basic }) } }
  }

  /// When the contact was last changed, as it was written (`REV`).
  public var updated: String? { firstText(.rev) }
}

extension ContactDate {
  /// The basic form of vCard 4.0, such as `19850412` or `--0412`.
  package var basic: String {
    var buffer = ByteBuffer(capacity: 64)
    append(to: &buffer, isExtended: false)
    return buffer.view.string
  }
}

extension Typing {
  /// The words as text, sorted: the standard ones and those others that are not the label.
  package var typeList: [String] {
    var list: [String] = []
    var rest = words
    while let word = rest.popFirst() { list.append(word.text) }
    for other in others {
      let word = other.string.lowercased()
      if !list.contains(word) { list.append(word) }
    }
    return others.isEmpty ? list : list.sorted()
  }
}
