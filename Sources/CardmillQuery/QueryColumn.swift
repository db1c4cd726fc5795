/// A column that an expression may read.
enum QueryColumn: Int, CaseIterable, Sendable {
  case uid, kind, name, fullName, givenName, familyName, organization, title, note, birthday
  case email, phone
  case emails, phones, urls, categories, addresses
  case emailCount, phoneCount, photoBytes, updated, pendingSince, source, line

  /// The name in SQL.
  var name: String { Self.names[rawValue] }

  private static let names = [
    "uid", "kind", "name", "full_name", "given_name", "family_name", "organization", "title",
    "note", "birthday", "email", "phone", "emails", "phones", "urls", "categories", "addresses",
    "email_count", "phone_count", "photo_bytes", "updated", "pending_since", "source", "line",
  ]

  /// The column of a name, compared without case.
  init?(name: String) {
    guard let number = Self.names.firstIndex(of: name.lowercased()) else { return nil }
    self.init(rawValue: number)
  }

  /// The definition of the column; its type decides how it is compared with numbers and texts.
  var definition: String {
    switch self {
    case .emailCount, .phoneCount, .photoBytes, .line: name + " INTEGER"
    default: name + " TEXT"
    }
  }
}
