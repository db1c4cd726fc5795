/// What can be listed and asked of a contact under a plain name: the columns of `cardmill list`, of
/// SQL rules and of a book's view.
///
/// A cell is a text, a number, a list of texts, or nothing (NULL). A list is never nothing: a
/// contact without e-mail addresses has an empty one.
public enum ContactColumn: String, CaseIterable, Sendable, Hashable {
  case uid
  /// As it is written; `group` for a group card that does not say it.
  case kind
  /// The name to show: the full name, or one made of other fields.
  case name
  /// The full name (`FN`) as it is written; nothing when there is none.
  case fullName = "full_name"
  case givenName = "given_name"
  case familyName = "family_name"
  /// The first organization's name.
  case organization
  case title
  /// The first note.
  case note
  /// `YYYY-MM-DD` or `--MM-DD`; nothing for a birthday in words.
  case birthday
  /// The preferred e-mail address, or the first.
  case email
  /// The preferred telephone number, or the first, without its extension.
  case phone
  case emails, phones, urls
  /// The contact's own labels and the names of the group cards that list it.
  case categories
  /// The postal addresses: objects of `pobox extended street locality region postcode country
  /// formatted`.
  case addresses
  case emailCount = "email_count"
  case phoneCount = "phone_count"
  /// The size of the first photo's data; nothing for a contact without a photo or with only a link
  /// to one.
  case photoBytes = "photo_bytes"
  /// When the contact was last changed (`REV`), as `YYYY-MM-DDTHH:MM:SSZ`.
  case updated
  /// Since when the contact is marked for deletion, in the same form.
  case pendingSince = "pending_since"
  /// The input's name.
  case source
  /// The first line in the input, from 1.
  case line

  /// What a column's cells are.
  public enum Kind: Sendable, Hashable { case text, number, list }

  /// What the column's cells are.
  public var kind: Kind {
    switch self {
    case .emails, .phones, .urls, .categories, .addresses: .list
    case .emailCount, .phoneCount, .photoBytes, .line: .number
    default: .text
    }
  }

  /// One sentence for the help.
  public var meaning: String {
    switch self {
    case .uid: "the unique identifier as it is written"
    case .kind: "individual, group, org and so on, if the contact says it"
    case .name: "the name to show, made of other fields if there is no full name"
    case .fullName: "the full name as it is written"
    case .givenName: "the given name"
    case .familyName: "the family name"
    case .organization: "the first organization"
    case .title: "the first job title"
    case .note: "the first note"
    case .birthday: "YYYY-MM-DD, or --MM-DD without a year"
    case .email: "the preferred e-mail address, or the first"
    case .phone: "the preferred telephone number, or the first"
    case .emails: "all e-mail addresses"
    case .phones: "all telephone numbers"
    case .urls: "all web addresses"
    case .categories: "labels, and the group cards that list the contact"
    case .addresses: "all postal addresses"
    case .emailCount: "how many e-mail addresses there are"
    case .phoneCount: "how many telephone numbers there are"
    case .photoBytes: "the size of the photo"
    case .updated: "when the contact was last changed, in UTC"
    case .pendingSince: "since when it is marked for deletion, in UTC"
    case .source: "the input's name"
    case .line: "the first line in the input"
    }
  }

  /// Whether a cell may need the table of group cards.
  package var needsGroups: Bool { self == .categories }
}

// MARK: Cells

extension ContactColumn {
  /// Appends the cell of a record: a text as it stands, a number in decimal, a list as a JSON
  /// array.
  ///
  /// - Parameters:
  ///   - index: the record's place in the batch.
  ///   - storage: the batch.
  ///   - source: the input's name.
  ///   - scratch: room to work in; its content is lost.
  ///   - buffer: gets the cell.
  /// - Returns: false when the record has nothing here (NULL); then nothing was appended.
  package func append(
    _ index: Int, of storage: ContactBatch.Storage, source: String, scratch: inout ByteBuffer,
    to buffer: inout ByteBuffer
  ) -> Bool {
    scratch.removeAll()
    switch storage.value(of: self, in: storage.contacts[index], scratch: &scratch) {
    case .null: return false
    case .integer(let number): buffer.append(decimal: number)
    case .slice(let view): buffer.append(view)
    case .scratch: buffer.append(scratch.view)
    case .source: buffer.append(source)
    }
    return true
  }

  /// Calls `body` with each item of a list column, an address in one line; an item is valid for the
  /// call.
  package func forEachItem(
    _ index: Int, of storage: ContactBatch.Storage, _ body: (ByteView) -> Void
  ) {
    let contact = Contact(storage: storage, index: index)
    let items: [String] =
      switch self {
      case .emails: contact.emails.map(\.value)
      case .phones: contact.phones.map(\.value)
      case .urls: contact.urls.map(\.value)
      case .categories: contact.categories
      case .addresses: contact.addresses.map(\.line)
      default: []
      }
    for item in items where !item.isEmpty { item.withView(body) }
  }
}

extension PostalAddress {
  /// The address in one line: its parts with commas between them, else as it is formatted.
  fileprivate var line: String {
    let parts = [pobox, extended, street, locality, region, postcode, country]
      .filter { !$0.isEmpty }
    let text = parts.isEmpty ? formatted ?? "" : parts.joined(separator: ", ")
    return text.split(whereSeparator: \.isNewline).joined(separator: ", ")
  }
}
