/// What a path of a mapping file stands for.
struct MappingTarget: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// One text.
    case text(PropertyID)
    /// A component of the name.
    case name(Int)
    /// Texts in one list.
    case list(PropertyID)
    /// A value with types and a label.
    case labeled(PropertyID)
    /// A date.
    case date(PropertyID)
    /// A component of an address.
    case address(Int)
    /// An address as it is written on a letter.
    case formattedAddress
    /// The name of the organization, or one of its units.
    case organization(isUnit: Bool)
    case photo
    /// Anything else, under this name.
    case extra(String)
  }

  /// The path in full.
  let path: String
  let kind: Kind

  /// Finds the target of a path; nil when there is none.
  init?(_ path: String) {
    if path.hasPrefix("extra."), path.count > 6 {
      self.init(path, .extra(String(path.dropFirst(6))))
      return
    }
    guard let kind = Self.kinds[path] else { return nil }
    self.init(path, kind)
  }

  private init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// All paths but those of `extra`, as they are shown.
  static let paths = kinds.keys.sorted()

  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [
      "uid": .text(.uid), "kind": .text(.kind), "rev": .text(.rev), "tz": .text(.tz),
      "geo": .text(.geo), "gender": .text(.gender), "name.full": .text(.fn),
      "name.phonetic.given": .text(.xPhoneticFirstName),
      "name.phonetic.family": .text(.xPhoneticLastName), "nicknames": .list(.nickname),
      "emails": .labeled(.email), "phones": .labeled(.tel), "urls": .labeled(.url),
      "impp": .labeled(.impp), "related": .labeled(.related), "dates": .date(.xABDate),
      "addresses": .formattedAddress, "addresses.formatted": .formattedAddress,
      "organization": .organization(isUnit: false),
      "organization.name": .organization(isUnit: false),
      "organization.units": .organization(isUnit: true), "title": .text(.title),
      "role": .text(.role), "notes": .text(.note), "note": .text(.note), "birthday": .date(.bday),
      "anniversary": .date(.anniversary), "photo": .photo, "categories": .list(.categories),
      "members": .text(.member),
    ]
    for number in 0..<5 {
      if let part = ContactPath.component(number, of: .n) { kinds["name." + part] = .name(number) }
    }
    for number in 0..<7 {
      if let part = ContactPath.component(number, of: .adr) {
        kinds["addresses." + part] = .address(number)
      }
    }
    return kinds
  }()

  /// Whether values have types and a label.
  var hasTypes: Bool {
    switch kind {
    case .labeled, .address, .formattedAddress: true
    case .date(let id): id == .xABDate
    default: false
    }
  }

  /// Whether a contact may have several values.
  var isRepeatable: Bool {
    switch kind {
    case .list, .labeled, .address, .extra, .organization(isUnit: true): true
    case .text(let id): id == .note || id == .member
    case .date(let id): id == .xABDate
    default: false
    }
  }

  /// Why a transform makes no sense here, or nil.
  func problem(with transform: Mapping.Transform) -> String? {
    switch transform {
    case .none, .lower: return nil
    case .split(let separator):
      if separator.isEmpty { return "split: needs what stands between the values, as split:;" }
      return isRepeatable ? nil : "\(path) has only one value, so it cannot be split"
    case .date(let form):
      guard case .date = kind else {
        return "date: is for birthday, anniversary and dates, not for \(path)"
      }
      return MappingDate.problem(with: form)
    case .base64:
      return kind == .photo ? nil : "base64 is for photo, not for \(path)"
    }
  }
}
