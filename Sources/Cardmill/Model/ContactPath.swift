/// The contact-JSON paths of the neutral vocabulary: how messages, differences and mapping files
/// name what a contact holds.
package enum ContactPath {
  /// The path of a property's name, such as `emails`; `extra.NAME` for what has no path of its own.
  package static func path(of property: PropertyRecord, in storage: ContactBatch.Storage) -> String
  {
    if let path = path(of: property.id) { return path }
    let name =
      property.name.isEmpty ? property.id.text : storage.view(property.name).string
    return "extra." + name
  }

  /// The path of a name of the vocabulary, or nil when it has none of its own.
  package static func path(of id: PropertyID) -> String? {
    switch id {
    case .uid: "uid"
    case .kind: "kind"
    case .rev: "rev"
    case .tz: "tz"
    case .gender: "gender"
    case .geo: "geo"
    case .fn: "name.full"
    case .n: "name"
    case .xPhoneticFirstName: "name.phonetic.given"
    case .xPhoneticLastName: "name.phonetic.family"
    case .nickname: "nicknames"
    case .email: "emails"
    case .tel: "phones"
    case .url: "urls"
    case .impp: "impp"
    case .related, .agent: "related"
    case .xABDate: "dates"
    case .adr: "addresses"
    case .org: "organization"
    case .title: "title"
    case .role: "role"
    case .note: "notes"
    case .bday: "birthday"
    case .anniversary: "anniversary"
    case .photo: "photo"
    case .categories: "categories"
    case .member: "members"
    case .xPendingDeletion: "pendingDeletion"
    default: nil
    }
  }

  /// The components of `N`, `ADR` and `ORG` that have paths of their own; nil for others.
  package static func component(_ number: Int, of id: PropertyID) -> String? {
    let names: [String] =
      switch id {
      case .n: ["family", "given", "additional", "prefix", "suffix"]
      case .adr: ["pobox", "extended", "street", "locality", "region", "postcode", "country"]
      case .org: ["name", "units"]
      default: []
      }
    if number < names.count { return names[number] }
    return id == .org ? names.last : nil
  }
}

extension PropertyID {
  /// The path in the contact JSON; `extra.NAME` for what has no path of its own.
  package var path: String { ContactPath.path(of: self) ?? "extra." + text }
}
