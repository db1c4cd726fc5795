import Cardmill

/// The flat cells of one record: the first values of a contact, as the contact JSON shows them.
///
/// The writer fills its rows with them and the reader compares a row with them to see which cells
/// were edited; both go through this one type, so that they cannot disagree. One pass over the
/// properties notes where the values are; nothing is allocated.
struct FlatCells {
  private let storage: ContactBatch.Storage
  private let contact: ContactRecord
  // Places in the batch's table of properties, -1 for none.
  private var kind = -1
  private var name = -1
  private var fullNames = 0
  private var nickname = -1
  private var organization = -1
  private var title = -1
  private var role = -1
  private var emails = (-1, -1, -1)
  private var phones = (-1, -1, -1)
  private var address = -1
  private var url = -1
  private var birthday = -1
  private var anniversary = -1
  private var categories = -1
  private var note = -1
  private var uid = -1

  /// Notes where the values of `contact` are.
  ///
  /// - Complexity: O(*n*) in the number of properties, without allocating.
  init(of contact: ContactRecord, in storage: ContactBatch.Storage) {
    self.storage = storage
    self.contact = contact
    for place in storage.properties(of: contact) {
      let id = storage.properties[place].id
      switch id {
      case .fn: fullNames += 1
      case .n: keep(place, &name)
      case .email: keep(place, &emails)
      case .tel: keep(place, &phones)
      case .adr: keep(place, &address)
      case .org: keep(place, &organization)
      case .kind: keep(place, &kind)
      case .nickname: keep(place, &nickname)
      case .title: keep(place, &title)
      case .role: keep(place, &role)
      case .url: keep(place, &url)
      case .bday: keep(place, &birthday)
      case .anniversary: keep(place, &anniversary)
      case .categories: keep(place, &categories)
      case .note: keep(place, &note)
      case .uid: keep(place, &uid)
      default: break
      }
    }
  }

  /// Notes the first property that holds something.
  @inline(__always)
  private func keep(_ place: Int, _ first: inout Int) {
    if first < 0, storage.hasContent(storage.properties[place]) { first = place }
  }

  @inline(__always)
  private func keep(_ place: Int, _ list: inout (Int, Int, Int)) {
    if list.2 >= 0 || !storage.hasContent(storage.properties[place]) { return }
    if list.0 < 0 { list.0 = place } else if list.1 < 0 { list.1 = place } else { list.2 = place }
  }

  /// The place of the property that a column shows, counted in the batch; nil when there is none.
  func place(of column: FlatColumn) -> Int? {
    let place =
      switch column {
      case .kind: kind
      case .fullName: fullNames > 0 ? storage.shownFullName(in: contact) ?? -1 : -1
      case .prefix, .givenName, .additionalName, .familyName, .suffix: name
      case .nickname: nickname
      case .organization, .unit: organization
      case .title: title
      case .role: role
      case .email1: emails.0
      case .email2: emails.1
      case .email3: emails.2
      case .phone1: phones.0
      case .phone2: phones.1
      case .phone3: phones.2
      case .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry:
        address
      case .url: url
      case .birthday: birthday
      case .anniversary: anniversary
      case .categories: categories
      case .note: note
      case .uid: uid
      }
    return place < 0 ? nil : place
  }

  /// Appends the value of a column, without quotes; nothing when the contact has none.
  @inline(__always)
  func append(_ column: FlatColumn, to buffer: inout ByteBuffer) {
    guard let place = place(of: column) else {
      if column == .fullName { storage.appendDerivedName(of: contact, to: &buffer) }
      return
    }
    append(column, storage.properties[place], to: &buffer)
  }

  private func append(
    _ column: FlatColumn, _ property: PropertyRecord, to buffer: inout ByteBuffer
  ) {
    switch column {
    case .organization, .prefix, .givenName, .additionalName, .familyName, .suffix,
      .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry:
      guard let component = column.component, property.form.hasParts else { break }
      storage.appendComponent(
        component, of: property, separator: column == .addressStreet ? 0x0A : 0x20, to: &buffer)
      return
    case .unit:
      guard property.form.hasParts else { return }
      for unit in 1..<max(storage.componentCount(property), 2)
      where storage.appendComponent(unit, of: property, to: &buffer) { return }
      return
    case .nickname:
      guard property.form.hasParts else { break }
      if let first = storage.parts(of: property).first(where: { !storage.parts[$0].isEmpty }) {
        buffer.append(storage.view(storage.parts[first]))
      }
      return
    case .phone1, .phone2, .phone3:
      guard property.form == .text else { break }
      buffer.append(TelephoneNumber(storage.view(property.value)).number)
      return
    case .birthday, .anniversary:
      // Words and times have no place here; they stay in the properties.
      if property.form == .text, let reading = ContactDate.read(storage.view(property.value)) {
        reading.date.append(to: &buffer, isExtended: true)
      }
      return
    case .categories:
      appendCategories(to: &buffer)
      return
    default: break
    }
    appendText(of: property, to: &buffer)
  }

  /// Appends a value of any form as one text.
  private func appendText(of property: PropertyRecord, to buffer: inout ByteBuffer) {
    guard property.form.hasParts else { return buffer.append(storage.view(property.value)) }
    var isFirst = true
    for place in storage.parts(of: property) {
      let part = storage.parts[place]
      let isList = property.form == .list || part.continuesComponent
      if !isFirst { buffer.append(isList ? UInt8(ascii: ",") : UInt8(ascii: ";")) }
      buffer.append(storage.view(part))
      isFirst = false
    }
  }

  /// Appends the contact's own categories; `CategoryCell` tells how.
  private func appendCategories(to buffer: inout ByteBuffer) {
    var isFirst = true
    for place in storage.properties(of: contact) {
      let property = storage.properties[place]
      guard property.id == .categories else { continue }
      guard property.form.hasParts else {
        CategoryCell.append(storage.view(property.value), isFirst: &isFirst, to: &buffer)
        continue
      }
      for part in storage.parts(of: property) {
        CategoryCell.append(storage.view(storage.parts[part]), isFirst: &isFirst, to: &buffer)
      }
    }
  }
}

extension ValueForm {
  /// Whether the value is a run of parts in the batch's table.
  @inline(__always)
  var hasParts: Bool { self == .list || self == .structured }
}

/// The cell of categories: names with `; ` between them, in which a semicolon or backslash of a
/// name itself has a backslash before it.
enum CategoryCell {
  /// Appends a name.
  static func append(_ name: ByteView, isFirst: inout Bool, to buffer: inout ByteBuffer) {
    guard !name.isEmpty else { return }
    if !isFirst { buffer.append("; ") }
    isFirst = false
    var at = 0
    while at < name.count {
      let end = name.first(UInt8(ascii: ";"), UInt8(ascii: "\\"), from: at)
      buffer.append(name[at..<end])
      guard end < name.count else { return }
      buffer.append(UInt8(ascii: "\\"))
      buffer.append(name[end])
      at = end + 1
    }
  }

  /// The names in a cell; blanks around them don't count.
  static func names(in cell: String) -> [String] {
    var names: [String] = []
    cell.withView { view in
      var name = ByteBuffer(capacity: view.count)
      var at = 0
      while at <= view.count {
        if at == view.count || view[at] == UInt8(ascii: ";") {
          let trimmed = name.view.trimmed
          if !trimmed.isEmpty { names.append(trimmed.string) }
          name.removeAll()
        } else if view[at] == UInt8(ascii: "\\"), at + 1 < view.count,
          view[at + 1] == UInt8(ascii: ";") || view[at + 1] == UInt8(ascii: "\\")
        {
          at += 1
          name.append(view[at])
        } else {
          name.append(view[at])
        }
        at += 1
      }
    }
    return names
  }
}
