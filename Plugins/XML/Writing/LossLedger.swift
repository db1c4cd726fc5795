import Cardmill

extension PropertyID {
  /// The path of the contact JSON.
  var path: String {
    switch self {
    case .tel: "phones"
    case .email: "emails"
    case .adr: "addresses"
    case .url: "urls"
    case .impp: "impp"
    case .related, .agent: "related"
    case .fn: "name.full"
    case .n: "name"
    case .xPhoneticFirstName: "name.phonetic.given"
    case .xPhoneticLastName: "name.phonetic.family"
    case .org: "organization"
    case .nickname: "nicknames"
    case .categories: "categories"
    case .member: "members"
    case .note: "notes"
    case .title: "title"
    case .role: "role"
    case .photo: "photo"
    case .bday: "birthday"
    case .anniversary: "anniversary"
    case .xABDate: "dates"
    case .xPendingDeletion: "pendingDeletion"
    case .uid, .kind, .rev, .tz, .gender, .geo: text.lowercased()
    default: "extra.\(text)"
    }
  }
}
