/// What can be listed and asked of a contact under a plain name: the columns of `cardmill list`, of SQL rules and of a book's view.
///
/// A cell is a text, a number, a list of texts, or nothing (NULL). A list is never nothing: a contact without e-mail addresses has an
/// empty one.
public enum ContactColumn: String, CaseIterable, Sendable, Hashable {
  case uid, kind
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
  /// Each address in one line: its parts with commas between them.
  case addresses
  case emailCount = "email_count"
  case phoneCount = "phone_count"
  /// The size of the first photo's data; nothing for a contact without a photo or with only a link to one.
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
    case .addresses: "all postal addresses, each in one line"
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
  /// Appends the cell of a record: a text as it stands, a number in decimal, a list as a JSON array.
  ///
  /// - Parameters:
  ///   - index: the record's place in the batch.
  ///   - storage: the batch.
  ///   - source: the input's name.
  ///   - buffer: gets the cell.
  /// - Returns: false when the record has nothing here (NULL); then nothing was appended.
  package func append(
    _ index: Int, of storage: ContactBatch.Storage, source: String, to buffer: inout ByteBuffer
  ) -> Bool {
    let record = storage.contacts[index]
    switch self {
    case .uid: return storage.appendText(.uid, of: record, to: &buffer)
    case .kind: return storage.appendText(.kind, of: record, to: &buffer)
    case .title: return storage.appendText(.title, of: record, to: &buffer)
    case .note: return storage.appendText(.note, of: record, to: &buffer)
    case .name:
      let start = buffer.count
      storage.appendDisplayName(of: record, to: &buffer)
      return buffer.count > start
    case .fullName:
      guard let place = storage.shownFullName(in: record) else { return false }
      return buffer.appendIfAny(storage.view(storage.properties[place].value))
    case .givenName: return storage.appendPart(1, of: .n, of: record, to: &buffer)
    case .familyName: return storage.appendPart(0, of: .n, of: record, to: &buffer)
    case .organization: return storage.appendPart(0, of: .org, of: record, to: &buffer)
    case .birthday: return storage.appendBirthday(of: record, to: &buffer)
    case .email: return storage.appendPreferred(.email, of: record, to: &buffer)
    case .phone: return storage.appendPreferred(.tel, of: record, to: &buffer)
    case .emails, .phones, .urls, .categories, .addresses:
      appendArray(index, of: storage, to: &buffer)
      return true
    case .emailCount: buffer.append(decimal: storage.count(.email, in: record))
    case .phoneCount: buffer.append(decimal: storage.count(.tel, in: record))
    case .photoBytes:
      guard let size = storage.photoSize(of: record) else { return false }
      buffer.append(decimal: size)
    case .updated:
      guard let rev = storage.first(.rev, in: record), rev.form == .text else { return false }
      return ContactTime.appendUTC(storage.view(rev.value), to: &buffer)
    case .pendingSince:
      guard let mark = storage.first(.xPendingDeletion, in: record) else { return false }
      // A mark without a time is one all the same.
      if !ContactTime.appendUTC(storage.view(mark.value), to: &buffer) {
        buffer.append(storage.view(mark.value))
      }
    case .source: buffer.append(source)
    case .line: buffer.append(decimal: record.line)
    }
    return true
  }

  private func appendArray(
    _ index: Int, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    buffer.append(UInt8(ascii: "["))
    let start = buffer.count
    forEachItem(index, of: storage) { item in
      if buffer.count > start { buffer.append(UInt8(ascii: ",")) }
      buffer.appendJSON(item, lineBreaks: .lineFeeds)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Calls `body` with each item of a list column; an item is valid for the call.
  package func forEachItem(
    _ index: Int, of storage: ContactBatch.Storage, _ body: (ByteView) -> Void
  ) {
    let record = storage.contacts[index]
    switch self {
    case .emails: storage.forEachText(.email, of: record, body)
    case .phones: storage.forEachText(.tel, of: record, body)
    case .urls: storage.forEachText(.url, of: record, body)
    case .categories: Self.forEachCategory(index, of: storage, body)
    case .addresses:
      var line = ByteBuffer(capacity: 256)
      for place in storage.properties(of: record) where storage.properties[place].id == .adr {
        line.removeAll()
        storage.appendAddressLine(storage.properties[place], to: &line)
        if line.count > 0 { body(line.view) }
      }
    default: break
    }
  }

  private static func forEachCategory(
    _ index: Int, of storage: ContactBatch.Storage, _ body: (ByteView) -> Void
  ) {
    guard storage.groups == nil else {
      // Rare, and the names must not stand twice.
      for name in Contact(storage: storage, index: index).categories { name.withView(body) }
      return
    }
    let record = storage.contacts[index]
    for place in storage.properties(of: record) where storage.properties[place].id == .categories {
      let property = storage.properties[place]
      guard property.form == .list else {
        if !property.value.isEmpty { body(storage.view(property.value)) }
        continue
      }
      for part in storage.parts(of: property) where !storage.parts[part].isEmpty {
        body(storage.view(storage.parts[part]))
      }
    }
  }
}

extension ByteBuffer {
  /// Appends bytes, and says whether there were any.
  fileprivate mutating func appendIfAny(_ bytes: ByteView) -> Bool {
    append(bytes)
    return !bytes.isEmpty
  }
}

extension ContactBatch.Storage {
  /// The text of a property: a telephone number without `tel:` and extension, of a list or structure its first part.
  private func shownText(_ property: PropertyRecord) -> ByteView {
    switch property.form {
    case .list, .structured:
      for place in parts(of: property) where !parts[place].isEmpty { return view(parts[place]) }
      return .empty
    default:
      return property.id == .tel
        ? TelephoneNumber(view(property.value)).number : view(property.value)
    }
  }

  /// Appends the first property of a name that holds something.
  fileprivate func appendText(
    _ id: PropertyID, of record: ContactRecord, to buffer: inout ByteBuffer
  ) -> Bool {
    for place in properties(of: record) where properties[place].id == id {
      if buffer.appendIfAny(shownText(properties[place])) { return true }
    }
    return false
  }

  fileprivate func appendPart(
    _ component: Int, of id: PropertyID, of record: ContactRecord, to buffer: inout ByteBuffer
  ) -> Bool {
    for place in properties(of: record) where properties[place].id == id {
      let property = properties[place]
      if property.form == .structured {
        if appendComponent(component, of: property, to: &buffer) { return true }
      } else if component == 0, buffer.appendIfAny(view(property.value)) {
        return true
      }
    }
    return false
  }

  /// Appends the value with the best preference, or the first, of those that hold something.
  fileprivate func appendPreferred(
    _ id: PropertyID, of record: ContactRecord, to buffer: inout ByteBuffer
  ) -> Bool {
    var found: Int?
    var best = Int.max
    for place in properties(of: record) where properties[place].id == id {
      let property = properties[place]
      guard !shownText(property).isEmpty else { continue }
      let preference =
        property.parameterCount == 0 ? Int.max : typing(of: property).preference ?? Int.max
      if found == nil || preference < best {
        found = place
        best = preference
      }
    }
    guard let found else { return false }
    return buffer.appendIfAny(shownText(properties[found]))
  }

  fileprivate func count(_ id: PropertyID, in record: ContactRecord) -> Int {
    properties(of: record).count { properties[$0].id == id && !shownText(properties[$0]).isEmpty }
  }

  fileprivate func forEachText(
    _ id: PropertyID, of record: ContactRecord, _ body: (ByteView) -> Void
  ) {
    for place in properties(of: record) where properties[place].id == id {
      let text = shownText(properties[place])
      if !text.isEmpty { body(text) }
    }
  }

  fileprivate func appendBirthday(of record: ContactRecord, to buffer: inout ByteBuffer) -> Bool {
    for place in properties(of: record) where properties[place].id == .bday {
      let property = properties[place]
      guard property.form == .text, let reading = ContactDate.read(view(property.value)) else {
        continue
      }
      reading.date.append(to: &buffer, isExtended: true)
      return true
    }
    return false
  }

  /// Appends an address in one line; of one that is only formatted, its lines.
  fileprivate func appendAddressLine(_ property: PropertyRecord, to buffer: inout ByteBuffer) {
    if property.form == .structured {
      for place in parts(of: property) where !parts[place].isEmpty {
        appendLine(view(parts[place]), to: &buffer)
      }
    } else {
      appendLine(view(property.value), to: &buffer)
    }
    if buffer.count == 0, let label = parameter(.label, of: property) {
      appendLine(label, to: &buffer)
    }
  }

  private func appendLine(_ text: ByteView, to buffer: inout ByteBuffer) {
    var start = 0
    while start < text.count {
      let end = text.lineBreak(from: start)
      let piece = text[start..<end].trimmed
      if !piece.isEmpty {
        if buffer.count > 0 { buffer.append(", ") }
        buffer.append(piece)
      }
      start = end + 1
    }
  }

  /// The size of the first photo's data.
  fileprivate func photoSize(of record: ContactRecord) -> Int? {
    for place in properties(of: record) where properties[place].id == .photo {
      let photo = properties[place]
      if photo.form == .binary { return Base64.decodedCount(view(photo.value)) }
      if photo.form == .text, let uri = DataURI(view(photo.value)), uri.isBase64 {
        return Base64.decodedCount(uri.payload)
      }
    }
    return nil
  }
}
