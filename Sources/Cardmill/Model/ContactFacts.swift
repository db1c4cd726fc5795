/// What a contact says, as values under contact-JSON paths without indexes: what a person compares.
///
/// Like the fingerprint, it leaves out what speaks of the file (PRODID, REV), that a contact is an
/// individual, and how things are spelled; the name to show counts, wherever it comes from.
public struct ContactFacts: Sendable, Hashable {
  /// One value.
  public struct Fact: Sendable, Hashable {
    /// The path, such as `emails`.
    public var path: String
    /// The value as one text.
    public var value: String
    /// What else is said of the value, such as its types; of an address its parts.
    public var details: [Detail] = []
    /// Whether the details are the value, as those of an address are.
    public var isMadeOfDetails = false
  }

  /// A part of a value.
  public struct Detail: Sendable, Hashable {
    /// The last part of the path, such as `types`.
    public var name: String
    public var value: String
  }

  /// The facts, in the order of the paths and then of the contact.
  public private(set) var facts: [Fact] = []

  /// Takes the facts from a contact.
  ///
  /// - Complexity: O(*n*) in the contact's bytes.
  public init(_ contact: Contact) {
    single("uid", contact.uid.map { $0.withView(GroupTable.key) })
    if let kind = contact.kind?.lowercased(), kind != "individual" { single("kind", kind) }
    addName(contact.name)
    for nickname in contact.nicknames { single("nicknames", nickname) }
    for (path, values, id) in [
      ("emails", contact.emails, PropertyID.email), ("phones", contact.phones, .tel),
      ("urls", contact.urls, .url), ("impp", contact.impp, .impp),
      ("related", contact.related, .related), ("dates", contact.dates, .xABDate),
    ] { add(path, values, contact, id) }
    addAddresses(contact)
    if let organization = contact.organization {
      single("organization.name", organization.name)
      for unit in organization.units { single("organization.units", unit) }
    }
    single("title", contact.title)
    single("role", contact.role)
    for note in contact.notes { single("notes", note) }
    addDates(contact)
    addPhoto(contact)
    for category in contact.categories { single("categories", category) }
    if contact.recordKind == .group {
      for member in contact.members { single("members", member) }
    }
    addRest(contact)
  }

  private mutating func single(_ path: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    facts.append(Fact(path: path, value: value))
  }

  private mutating func addName(_ name: ContactName) {
    single("name.full", name.full)
    for (path, value) in [
      ("name.given", name.given), ("name.family", name.family),
      ("name.additional", name.additional), ("name.prefix", name.prefix),
      ("name.suffix", name.suffix), ("name.phonetic.given", name.phoneticGiven),
      ("name.phonetic.family", name.phoneticFamily),
    ] { single(path, value) }
    for other in name.fullAlternatives { single("name.fullAlternatives", other) }
  }

  private mutating func add(
    _ path: String, _ values: [LabeledValue], _ contact: Contact, _ id: PropertyID
  ) {
    let parameters = contact.otherParameters(of: id)
    for (index, value) in values.enumerated() where !value.value.isEmpty {
      var fact = Fact(path: path, value: value.value)
      // A telephone is for speaking unless something else is said.
      let types = id == .tel ? value.types.filter { $0 != "voice" } : value.types
      fact.add("types", types.joined(separator: ","))
      fact.add("label", value.label)
      fact.add("pref", value.isPreferred ? "true" : nil)
      fact.add("extension", value.phoneExtension)
      fact.add("parameters", index < parameters.count ? parameters[index] : nil)
      facts.append(fact)
    }
  }

  private mutating func addAddresses(_ contact: Contact) {
    let parameters = contact.otherParameters(of: .adr)
    for (address, rest) in zip(contact.addresses, parameters) {
      let parts = [
        ("pobox", address.pobox), ("extended", address.extended), ("street", address.street),
        ("locality", address.locality), ("region", address.region),
        ("postcode", address.postcode), ("country", address.country),
        ("formatted", address.formatted ?? ""),
      ].filter { !$0.1.isEmpty }
      guard !parts.isEmpty else { continue }
      let shown = parts.count > 1 ? parts.filter { $0.0 != "formatted" } : parts
      var fact = Fact(path: "addresses", value: shown.map(\.1).joined(separator: ", "))
      fact.isMadeOfDetails = true
      for (name, value) in parts { fact.add(name, value) }
      fact.add("types", address.types.joined(separator: ","))
      fact.add("label", address.label)
      fact.add("pref", address.isPreferred ? "true" : nil)
      fact.add("parameters", rest)
      facts.append(fact)
    }
  }

  private mutating func addDates(_ contact: Contact) {
    for property in contact.properties where property.id == .bday {
      let text = property.value.text
      let date = ContactDate(text)
      single(date == nil ? "birthdayText" : "birthday", date?.description ?? text)
    }
    for property in contact.properties where property.id == .anniversary {
      let text = property.value.text
      single("anniversary", ContactDate(text)?.description ?? text)
    }
    for property in contact.properties where property.id == .xPendingDeletion {
      var fact = Fact(path: "pendingDeletion", value: property.value.text)
      fact.add("reason", property.values(of: "REASON").first)
      facts.append(fact)
    }
  }

  private mutating func addPhoto(_ contact: Contact) {
    for property in contact.properties where property.id == .photo {
      var data = ByteBuffer(capacity: 1024)
      let text = property.value.text
      let isData = text.withView { view in
        if case .binary = property.value {
          Base64.decode(view, into: &data)
        } else if let uri = DataURI(view), uri.isBase64 {
          Base64.decode(uri.payload, into: &data)
        } else {
          return false
        }
        return true
      }
      guard isData else {
        single("photo.uri", text)
        continue
      }
      var hex = ByteBuffer(capacity: 80)
      hex.append(hexadecimal: SHA256.digest(of: data.view))
      single("photo.sha256", hex.view.string)
    }
  }

  /// What has no path of its own, and what a path cannot hold.
  private mutating func addRest(_ contact: Contact) {
    var seen: Set<PropertyID> = []
    for property in contact.properties {
      let isFirst = seen.insert(property.id).inserted
      switch property.id {
      case .prodid, .rev, .uid, .kind, .fn, .n, .nickname, .email, .tel, .url, .impp, .related,
        .agent, .xABDate, .adr, .note, .bday, .anniversary, .photo, .categories,
        .xPhoneticFirstName, .xPhoneticLastName, .xPendingDeletion:
        continue
      case .member where contact.recordKind == .group: continue
      case .org, .title, .role:
        if !isFirst { single("extra." + property.vocabularyName, property.value.text) }
      case .tz, .geo, .gender:
        let path = isFirst ? property.name.lowercased() : "extra." + property.vocabularyName
        single(path, property.shownText)
      default:
        var fact = Fact(path: "extra." + property.vocabularyName, value: property.shownText)
        fact.add("label", property.values(of: "LABEL").first)
        facts.append(fact)
      }
    }
  }
}

extension ContactFacts.Fact {
  fileprivate mutating func add(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    details.append(ContactFacts.Detail(name: name, value: value))
  }
}

extension Property {
  /// The vocabulary's name where the source spells it in another way (`X-SOCIALPROFILE`).
  fileprivate var vocabularyName: String { id == .unknown ? name.uppercased() : id.text }

  /// The value as one text, without what is only spelling.
  fileprivate var shownText: String {
    var text = value.text
    if id == .gender { while text.last == ";" { text.removeLast() } }
    guard id == .geo else { return text }
    if text.lowercased().hasPrefix("geo:") { text = String(text.dropFirst(4)) }
    return text.split(separator: ";", maxSplits: 1).joined(separator: ",")
  }
}

extension Contact {
  /// Dates with labels of their own (Apple's `X-ABDATE`).
  fileprivate var dates: [LabeledValue] {
    properties.filter { $0.id == .xABDate }.map { property in
      let text = property.value.text
      return LabeledValue(
        ContactDate(text)?.description ?? text, types: property.values(of: "TYPE"),
        label: property.values(of: "LABEL").first)
    }
  }

  /// The parameters of each property of a name that no path holds, as one text each.
  fileprivate func otherParameters(of id: PropertyID) -> [String] {
    let known: Set<String> = ["TYPE", "PREF", "MEDIATYPE", id == .adr ? "X-ABLABEL" : "LABEL"]
    return properties.filter { $0.id == id }.map { property in
      property.parameters.filter { parameter in
        !known.contains(parameter.name) && !(id == .adr && parameter.name == "LABEL")
      }.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: ";")
    }
  }
}

// MARK: Comparing

extension ContactFacts {
  /// A path whose value is another one.
  public struct Change: Sendable, Hashable {
    public var path: String
    /// The value on the first side, nil when it is not there.
    public var old: String?
    /// The value on the second side, nil when it is not there.
    public var new: String?

    /// Makes a change.
    public init(path: String, old: String?, new: String?) {
      self.path = path
      self.old = old
      self.new = new
    }
  }

  /// What changed from one contact to another, path by path; nothing when they say the same in any
  /// order.
  public static func changes(from old: ContactFacts, to new: ContactFacts) -> [Change] {
    guard old != new else { return [] }
    var paths: [String] = []
    var pairs: [String: (old: [Fact], new: [Fact])] = [:]
    for fact in old.facts {
      if pairs[fact.path] == nil { paths.append(fact.path) }
      pairs[fact.path, default: ([], [])].old.append(fact)
    }
    for fact in new.facts {
      if pairs[fact.path] == nil { paths.append(fact.path) }
      pairs[fact.path, default: ([], [])].new.append(fact)
    }
    return paths.flatMap { path in
      pairs[path].map { changes(path, $0.old, $0.new) } ?? []
    }
  }

  private static func changes(_ path: String, _ old: [Fact], _ new: [Fact]) -> [Change] {
    var (old, new) = (old, new)
    var changes: [Change] = []
    // What is the same needs no word; then values that are the same with other details; then the
    // rest in its order.
    take(&old, &new, by: { $0 }) { _, _ in }
    take(&old, &new, by: \.value) { old, new in changes += details(path, old, new) }
    let count = min(old.count, new.count)
    for (old, new) in zip(old, new) {
      if !old.isMadeOfDetails {
        changes.append(Change(path: path, old: old.value, new: new.value))
      }
      changes += details(path, old, new)
    }
    changes += old.dropFirst(count).map { Change(path: path, old: $0.value, new: nil) }
    changes += new.dropFirst(count).map { Change(path: path, old: nil, new: $0.value) }
    return changes
  }

  /// Takes those out of both lists that have the same key, the first with the first.
  private static func take<Key: Hashable>(
    _ old: inout [Fact], _ new: inout [Fact], by key: (Fact) -> Key, pair: (Fact, Fact) -> Void
  ) {
    guard !old.isEmpty, !new.isEmpty else { return }
    // In falling order, so that the first is taken from the end.
    var places: [Key: [Int]] = [:]
    for place in new.indices.reversed() { places[key(new[place]), default: []].append(place) }
    var taken: Set<Int> = []
    old.removeAll { fact in
      guard let place = places[key(fact)]?.popLast() else { return false }
      taken.insert(place)
      pair(fact, new[place])
      return true
    }
    new = new.indices.filter { !taken.contains($0) }.map { new[$0] }
  }

  private static func details(_ path: String, _ old: Fact, _ new: Fact) -> [Change] {
    var names = old.details.map(\.name)
    for detail in new.details where !names.contains(detail.name) { names.append(detail.name) }
    return names.compactMap { name in
      let before = old.details.first { $0.name == name }?.value
      let after = new.details.first { $0.name == name }?.value
      return before == after ? nil : Change(path: "\(path).\(name)", old: before, new: after)
    }
  }
}
