import Cardmill

/// The flat cells of one record: the first values of a contact, as the contact JSON shows them.
///
/// The writer fills its rows with them and the reader compares a row with them to see which cells
/// were edited; both go through this one type, so that they cannot disagree. One pass over the
/// properties notes where the values are; nothing is allocated.
struct FlatCells {
  private let storage: ContactBatch.Storage
  private let contact: ContactRecord
  /// The columns that may have a value, one bit each.
  private(set) var columns: UInt64 = 0
  // Places in the batch's table of properties.
  private var kind = 0
  private var fullName = 0
  private var name = 0
  private var nickname = 0
  private var organization = 0
  private var title = 0
  private var role = 0
  private var emails = Three()
  private var phones = Three()
  private var address = 0
  private var nameParts = Components()
  private var addressParts = Components()
  private var url = 0
  private var birthday = 0
  private var anniversary = 0
  private var categories = 0
  private var note = 0
  private var uid = 0

  private static let nameColumns = bits(.prefix, .givenName, .additionalName, .familyName, .suffix)
  private static let organizationColumns = bits(.organization, .unit)
  private static let addressColumns = bits(
    .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry)

  private static func bits(_ columns: FlatColumn...) -> UInt64 {
    columns.reduce(0) { $0 | $1.bit }
  }

  /// Three places.
  private struct Three {
    private var places = (0, 0, 0)
    subscript(number: Int) -> Int {
      get { number == 0 ? places.0 : number == 1 ? places.1 : places.2 }
      set {
        switch number {
        case 0: places.0 = newValue
        case 1: places.1 = newValue
        default: places.2 = newValue
        }
      }
    }
  }

  /// The first seven components of a name or address, found in one pass.
  private struct Components {
    private var slices: (Slice, Slice, Slice, Slice, Slice, Slice, Slice) = (
      .none, .none, .none, .none, .none, .none, .none
    )
    /// Whether a component has several values.
    var hasLists = false

    @inline(__always)
    subscript(number: Int) -> Slice {
      get {
        switch number {
        case 0: slices.0
        case 1: slices.1
        case 2: slices.2
        case 3: slices.3
        case 4: slices.4
        case 5: slices.5
        default: slices.6
        }
      }
      set {
        switch number {
        case 0: slices.0 = newValue
        case 1: slices.1 = newValue
        case 2: slices.2 = newValue
        case 3: slices.3 = newValue
        case 4: slices.4 = newValue
        case 5: slices.5 = newValue
        default: slices.6 = newValue
        }
      }
    }

    /// Notes the parts of a structured value.
    mutating func read(_ property: PropertyRecord, in storage: ContactBatch.Storage) {
      guard property.form == .structured else {
        hasLists = true
        return
      }
      var number = -1
      for place in storage.parts(of: property) {
        let part = storage.parts[place]
        if part.continuesComponent {
          hasLists = true
          continue
        }
        number += 1
        if number > 6 { return }
        self[number] = part
      }
    }
  }

  /// Notes where the values of `contact` are.
  ///
  /// - Complexity: O(*n*) in the number of properties, without allocating.
  init(of contact: ContactRecord, in storage: ContactBatch.Storage) {
    self.storage = storage
    self.contact = contact
    for place in storage.properties(of: contact) {
      switch storage.properties[place].id {
      case .fn: keepFullName(place)
      case .n:
        if isFirst(place, Self.nameColumns) {
          name = place
          nameParts.read(storage.properties[place], in: storage)
        }
      case .email: if let number = number(place, .email1) { emails[number] = place }
      case .tel: if let number = number(place, .phone1) { phones[number] = place }
      case .adr:
        if isFirst(place, Self.addressColumns) {
          address = place
          addressParts.read(storage.properties[place], in: storage)
        }
      case .org: if isFirst(place, Self.organizationColumns) { organization = place }
      case .kind: if isFirst(place, FlatColumn.kind.bit) { kind = place }
      case .nickname: if isFirst(place, FlatColumn.nickname.bit) { nickname = place }
      case .title: if isFirst(place, FlatColumn.title.bit) { title = place }
      case .role: if isFirst(place, FlatColumn.role.bit) { role = place }
      case .url: if isFirst(place, FlatColumn.url.bit) { url = place }
      case .bday: if isFirst(place, FlatColumn.birthday.bit) { birthday = place }
      case .anniversary: if isFirst(place, FlatColumn.anniversary.bit) { anniversary = place }
      case .categories: if isFirst(place, FlatColumn.categories.bit) { categories = place }
      case .note: if isFirst(place, FlatColumn.note.bit) { note = place }
      case .uid: if isFirst(place, FlatColumn.uid.bit) { uid = place }
      default: break
      }
    }
    hasFullName = columns & FlatColumn.fullName.bit != 0
    columns |= FlatColumn.fullName.bit
  }

  /// Whether there is an FN; without one the column shows a name made from other fields.
  private var hasFullName = false

  /// Notes the FN that the contact JSON shows, which may be an empty one.
  private mutating func keepFullName(_ place: Int) {
    if columns & FlatColumn.fullName.bit == 0 {
      columns |= FlatColumn.fullName.bit
      fullName = place
    } else {
      fullName = storage.shownFullName(in: contact) ?? fullName
    }
  }

  /// Whether a property is the first of its columns that holds something.
  @inline(__always)
  private mutating func isFirst(_ place: Int, _ shown: UInt64) -> Bool {
    guard columns & shown == 0, storage.hasContent(storage.properties[place]) else { return false }
    columns |= shown
    return true
  }

  /// Which of three columns a property that holds something goes to, or nil.
  @inline(__always)
  private mutating func number(_ place: Int, _ column: FlatColumn) -> Int? {
    for number in 0..<3 where columns & column.bit << UInt64(number) == 0 {
      guard storage.hasContent(storage.properties[place]) else { return nil }
      columns |= column.bit << UInt64(number)
      return number
    }
    return nil
  }

  /// The place of the property that a column shows, counted in the batch; nil when there is none.
  @inline(__always)
  func place(of column: FlatColumn) -> Int? {
    guard columns & column.bit != 0 else { return nil }
    switch column {
    case .kind: return kind
    case .fullName: return hasFullName ? fullName : nil
    case .prefix, .givenName, .additionalName, .familyName, .suffix: return name
    case .nickname: return nickname
    case .organization, .unit: return organization
    case .title: return title
    case .role: return role
    case .email1: return emails[0]
    case .email2: return emails[1]
    case .email3: return emails[2]
    case .phone1: return phones[0]
    case .phone2: return phones[1]
    case .phone3: return phones[2]
    case .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry:
      return address
    case .url: return url
    case .birthday: return birthday
    case .anniversary: return anniversary
    case .categories: return categories
    case .note: return note
    case .uid: return uid
    }
  }

  /// The value of a column when it stands in the batch as one piece, nothing when the contact has
  /// none; nil when it has to be put together by `append`.
  @inline(__always)
  func piece(_ column: FlatColumn) -> ByteView? {
    switch column {
    case .prefix, .givenName, .additionalName, .familyName, .suffix:
      if !nameParts.hasLists { return storage.view(nameParts[column.component ?? 0]) }
    case .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry:
      if !addressParts.hasLists { return storage.view(addressParts[column.component ?? 0]) }
    default: break
    }
    guard let place = place(of: column) else { return column == .fullName ? nil : .empty }
    // Fields are read one by one: a copy of the record costs more than all the rest.
    let form = storage.properties[place].form
    let value = storage.properties[place].value
    switch column {
    case .prefix, .givenName, .additionalName, .familyName, .suffix, .organization,
      .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry:
      guard form == .structured else { return nil }
      return component(column.component ?? 0, of: value)
    case .phone1, .phone2, .phone3:
      return form == .text ? TelephoneNumber(storage.view(value)).number : nil
    case .nickname, .unit, .birthday, .anniversary, .categories: return nil
    default: return form.hasParts ? nil : storage.view(value)
    }
  }

  /// The only value of a component that holds something; nil when there are several.
  @inline(__always)
  private func component(_ number: Int, of value: Slice) -> ByteView? {
    let first = Int(value.place)
    var component = -1
    var found = Slice.none
    for place in first..<first + value.count {
      let part = storage.parts[place]
      if !part.continuesComponent { component += 1 }
      if component > number { break }
      guard component == number, !part.isEmpty else { continue }
      if !found.isEmpty { return nil }
      found = part
    }
    return found.isEmpty ? .empty : storage.view(found)
  }

  /// Appends the value of a column, without quotes; nothing when the contact has none.
  func append(_ column: FlatColumn, to buffer: inout ByteBuffer) {
    if let piece = piece(column) { return buffer.append(piece) }
    guard let place = place(of: column) else {
      if column == .fullName { storage.appendDerivedName(of: contact, to: &buffer) }
      return
    }
    let property = storage.properties[place]
    switch column {
    case .nickname where property.form == .list:
      if let first = storage.parts(of: property).first(where: { !storage.parts[$0].isEmpty }) {
        buffer.append(storage.view(storage.parts[first]))
      }
    case .unit:
      guard property.form.hasParts else { return }
      for unit in 1..<max(storage.componentCount(property), 2)
      where storage.appendComponent(unit, of: property, to: &buffer) { return }
    case .birthday, .anniversary:
      // Words and times have no place here; they stay in the properties.
      if property.form == .text, let reading = ContactDate.read(storage.view(property.value)) {
        reading.date.append(to: &buffer, isExtended: true)
      }
    case .categories: appendCategories(to: &buffer)
    default:
      guard let component = column.component, property.form == .structured else {
        return appendText(of: property, to: &buffer)
      }
      storage.appendComponent(
        component, of: property, separator: column == .addressStreet ? 0x0A : 0x20, to: &buffer)
    }
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
