import Cardmill

/// A field that `missing` asks for: a column of the expressions, or a path of the contact JSON.
struct FieldPath {
  /// What of the properties has to be there.
  private enum Part {
    /// Any content.
    case content
    /// A component that holds something.
    case component(Int)
    /// A component behind the first, such as an organization's units.
    case furtherComponents
    /// Words that are no date.
    case words
    /// A standard TYPE word, a label, a preference, an extension.
    case types, label, preference, phoneExtension
    /// A parameter that holds something.
    case parameter(ParameterID)
    /// Content that is a URI and no data.
    case uri
    /// A second value.
    case alternatives
  }

  private let ids: [PropertyID]
  private let part: Part
  /// For `extra.NAME`: the name.
  private let name: String?
  /// Whether the names of group cards count.
  let readsCategories: Bool
  /// Whether only group cards can have it.
  private let isOfGroups: Bool

  /// Whether a record has nothing in the field.
  func isMissing(in record: ContactRecord, of storage: ContactBatch.Storage) -> Bool {
    guard (record.kind == .group) == isOfGroups else { return false }
    if let name { return name.withView { !storage.hasContent(named: $0, record) } }
    var count = 0
    for place in storage.properties(of: record)
    where ids.contains(where: { $0 == storage.properties[place].id }) {
      guard holds(storage.properties[place], storage) else { continue }
      count += 1
      if case .alternatives = part, count < 2 { continue }
      return false
    }
    return !(readsCategories && !storage.groupNames(of: record).isEmpty)
  }

  private func holds(_ property: PropertyRecord, _ storage: ContactBatch.Storage) -> Bool {
    let value = storage.view(property.value)
    switch part {
    case .content, .alternatives:
      guard property.id == .tel, property.form == .text else {
        // A mark for deletion needs no time.
        return property.id == .xPendingDeletion || storage.hasContent(property)
      }
      let number = TelephoneNumber(value)
      return !number.number.isEmpty || number.ext != nil
    case .component(let number):
      var text = ByteBuffer(capacity: 64)
      return property.form == .structured
        ? storage.appendComponent(number, of: property, to: &text)
        : number == (property.id == .adr ? 2 : 0) && storage.hasContent(property)
    case .furtherComponents:
      guard property.form == .structured else { return false }
      var component = -1
      return storage.parts(of: property).contains { place in
        if !storage.parts[place].continuesComponent { component += 1 }
        return component > 0 && !storage.parts[place].isEmpty
      }
    case .words:
      return storage.hasContent(property)
        && (property.form != .text || ContactDate.read(value) == nil)
    case .types:
      let typing = storage.typing(of: property)
      return property.id == .agent || !typing.words.isEmpty || !typing.others.isEmpty
    case .label: return storage.typing(of: property).label?.isEmpty == false
    case .preference: return storage.typing(of: property).preference != nil
    case .phoneExtension:
      return property.form == .text && TelephoneNumber(value).ext?.isEmpty == false
    case .parameter(let id): return storage.parameter(id, of: property)?.isEmpty == false
    case .uri:
      return property.form == .text && !value.isEmpty && DataURI(value) == nil
    }
  }

  // MARK: Names

  private init(
    _ ids: [PropertyID], _ part: Part = .content, name: String? = nil,
    readsCategories: Bool = false, isOfGroups: Bool = false
  ) {
    self.ids = ids
    self.part = part
    self.name = name
    self.readsCategories = readsCategories
    self.isOfGroups = isOfGroups
  }

  /// Finds the field of a name, which is compared without case.
  init(_ field: String) throws(SourceError) {
    let wanted = field.lowercased()
    if wanted.hasPrefix("extra."), wanted.utf8.count > 6 {
      self.init([], name: String(field.dropFirst(6)))
      return
    }
    if let found = Self.table.first(where: { $0.name.lowercased() == wanted }) {
      self = found.path
      return
    }
    let candidates = Self.names
    var meant = Suggestion.nearest(to: field, in: candidates)
    if meant == nil, wanted.hasPrefix("x-") { meant = "extra." + field }
    let suggestion = meant.map { "; did you mean \($0)?" } ?? ""
    throw SourceError(
      .usage,
      Diagnostic(
        .usage,
        "there is no field \"\(field)\"\(suggestion)\nfields: "
          + candidates.joined(separator: ", ") + ", extra.NAME"))
  }

  /// The names of all fields but `extra.NAME`.
  static var names: [String] { table.map(\.name) }

  private static let table: [(name: String, path: FieldPath)] = {
    var table: [(name: String, path: FieldPath)] = []
    func add(_ names: String..., path: FieldPath) {
      for name in names { table.append((name, path)) }
    }
    add("uid", path: FieldPath([.uid]))
    add("kind", path: FieldPath([.kind]))
    add("rev", "updated", path: FieldPath([.rev]))
    add("tz", path: FieldPath([.tz]))
    add("gender", path: FieldPath([.gender]))
    add("geo", path: FieldPath([.geo]))
    let phonetic: [PropertyID] = [.xPhoneticFirstName, .xPhoneticLastName]
    add("name", path: FieldPath([.fn, .n] + phonetic))
    add("name.full", "full_name", path: FieldPath([.fn]))
    add("name.given", "given_name", path: FieldPath([.n], .component(1)))
    add("name.family", "family_name", path: FieldPath([.n], .component(0)))
    add("name.additional", path: FieldPath([.n], .component(2)))
    add("name.prefix", path: FieldPath([.n], .component(3)))
    add("name.suffix", path: FieldPath([.n], .component(4)))
    add("name.phonetic", path: FieldPath(phonetic))
    add("name.phonetic.given", path: FieldPath([.xPhoneticFirstName]))
    add("name.phonetic.family", path: FieldPath([.xPhoneticLastName]))
    add("name.fullAlternatives", path: FieldPath([.fn], .alternatives))
    add("nicknames", path: FieldPath([.nickname]))
    add("email", "email_count", path: FieldPath([.email]))
    add("phone", "phone_count", path: FieldPath([.tel]))
    let labeled: [(String, [PropertyID])] = [
      ("emails", [.email]), ("phones", [.tel]), ("urls", [.url]), ("impp", [.impp]),
      ("related", [.related, .agent]), ("dates", [.xABDate]), ("addresses", [.adr]),
    ]
    for (name, ids) in labeled {
      add(name, path: FieldPath(ids))
      if name != "addresses" { add(name + ".value", path: FieldPath(ids)) }
      add(name + ".types", path: FieldPath(ids, .types))
      add(name + ".label", path: FieldPath(ids, .label))
      add(name + ".pref", path: FieldPath(ids, .preference))
    }
    add("phones.extension", path: FieldPath([.tel], .phoneExtension))
    let components = [
      "pobox", "extended", "street", "locality", "region", "postcode", "country",
    ]
    for (number, name) in components.enumerated() {
      add("addresses." + name, path: FieldPath([.adr], .component(number)))
    }
    add("addresses.formatted", path: FieldPath([.adr], .parameter(.label)))
    add("organization", path: FieldPath([.org]))
    add("organization.name", path: FieldPath([.org], .component(0)))
    add("organization.units", path: FieldPath([.org], .furtherComponents))
    add("title", path: FieldPath([.title]))
    add("role", path: FieldPath([.role]))
    add("notes", "note", path: FieldPath([.note]))
    // A birthday in words is one: who asks for contacts without a birthday does not mean it.
    add("birthday", path: FieldPath([.bday]))
    add("birthdayText", path: FieldPath([.bday], .words))
    add("anniversary", path: FieldPath([.anniversary]))
    add("photo", "photo_bytes", path: FieldPath([.photo]))
    add("photo.uri", path: FieldPath([.photo], .uri))
    add("categories", path: FieldPath([.categories], readsCategories: true))
    add("members", path: FieldPath([.member], isOfGroups: true))
    add("pendingDeletion", "pending_since", path: FieldPath([.xPendingDeletion]))
    add("pendingDeletion.reason", path: FieldPath([.xPendingDeletion], .parameter(.reason)))
    return table
  }()
}

extension ContactBatch.Storage {
  /// Whether a property of a name holds something.
  fileprivate func hasContent(named name: ByteView, _ record: ContactRecord) -> Bool {
    let id = PropertyID(name)
    for place in properties(of: record) where isNamed(name, id, properties[place]) {
      if hasContent(properties[place]) { return true }
    }
    return false
  }
}
