import Cardmill

/// The flat cells of a usual record: one full name, values that each lie in the batch as one piece.
///
/// One pass over the properties puts a slice into each column's place, and one pass over the
/// columns writes them. Anything out of the usual (lists in a name, words as a birthday, no full
/// name) is left to `FlatCells`, which knows every case and gives the same cells.
struct PlainCells: ~Copyable {
  private var slices = [Slice](repeating: .none, count: 32)
  /// The columns whose value needs no quotes, as far as its inside goes.
  private var plain: UInt64 = 0

  /// Appends the cells, each with the comma behind it; false, and nothing written, when the record
  /// is not a usual one.
  mutating func append(
    _ contact: ContactRecord, of storage: ContactBatch.Storage, formulas: inout UInt64,
    to buffer: inout ByteBuffer
  ) -> Bool {
    guard let columns = read(contact, storage) else { return false }
    var rest = columns
    var next = 0
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest &- 1
      while next < number {
        buffer.append(UInt8(ascii: ","))
        next &+= 1
      }
      next = number &+ 1
      let value = storage.view(slices[number])
      let column: UInt64 = 1 << UInt64(number)
      if column & Self.dates != 0 {
        Self.appendDate(value, to: &buffer)
      } else {
        if value[0].startsFormula { formulas |= column }
        if column & plain != 0, !value[0].isBlank, !value[value.count - 1].isBlank {
          buffer.append(value)
        } else {
          RowWriter.appendCell(value, to: &buffer)
        }
      }
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append(RowWriter.commas.view[next..<FlatColumn.allCases.count])
    return true
  }

  private static let dates = FlatColumn.birthday.bit | FlatColumn.anniversary.bit

  /// A date in basic form, checked before, in extended form.
  private static func appendDate(_ value: ByteView, to buffer: inout ByteBuffer) {
    buffer.append(value.upTo(4))
    if value.count == 8 {
      buffer.append(UInt8(ascii: "-"))
      buffer.append(value[4..<6])
    }
    buffer.append(UInt8(ascii: "-"))
    buffer.append(value.from(value.count - 2))
  }

  /// Puts the slices of the values into their columns' places; nil for a record that is not a usual
  /// one.
  private mutating func read(_ contact: ContactRecord, _ storage: ContactBatch.Storage) -> UInt64? {
    var columns: UInt64 = 0
    plain = 0
    var emails = 0
    var phones = 0
    let properties = storage.properties
    for place in storage.properties(of: contact) {
      let property = properties[place]
      let form = property.form
      let value = property.value
      if property.flags.contains(.plain) {
        plain |= Self.bits(of: property.id, emails, phones) & ~columns
      }
      switch property.id {
      case .fn:
        guard form == .text, !value.isEmpty, take(.fullName, value, &columns) else { return nil }
      case .n:
        guard form == .structured,
          take(Self.name, value, storage, bits: Self.nameBits, &columns)
        else { return nil }
      case .adr:
        guard columns & Self.addressBits == 0 else { continue }
        guard form == .structured,
          take(Self.address, value, storage, bits: Self.addressBits, &columns)
        else { return nil }
      case .org:
        guard columns & Self.organizationBits == 0 else { continue }
        guard form == .structured, takeOrganization(value, storage, &columns) else { return nil }
      case .email:
        guard form == .text, !value.isEmpty else { return nil }
        if emails < 3 { set(Int(FlatColumn.email1.rawValue) + emails, value, &columns) }
        emails += 1
      case .tel:
        guard form == .text, !value.isEmpty else { return nil }
        if phones < 3 {
          let text = storage.view(value)
          if text[0] | 0x20 == UInt8(ascii: "t") || text.first(UInt8(ascii: ";")) < text.count {
            return nil
          }
          set(Int(FlatColumn.phone1.rawValue) + phones, value, &columns)
        }
        phones += 1
      case .bday, .anniversary:
        let column: FlatColumn = property.id == .bday ? .birthday : .anniversary
        guard form == .text, storage.view(value).isBasicDate, take(column, value, &columns) else {
          return nil
        }
      case .categories:
        guard form == .list, takeCategories(value, storage, &columns) else { return nil }
      case .nickname:
        guard form == .list, value.count > 0 else { return nil }
        let part = storage.parts[Int(value.place)]
        guard !part.isEmpty else { return nil }
        takeFirst(.nickname, part, &columns)
      case .kind: guard takeText(.kind, form, value, &columns) else { return nil }
      case .title: guard takeText(.title, form, value, &columns) else { return nil }
      case .role: guard takeText(.role, form, value, &columns) else { return nil }
      case .url: guard takeText(.url, form, value, &columns) else { return nil }
      case .note: guard takeText(.note, form, value, &columns) else { return nil }
      case .uid: guard takeText(.uid, form, value, &columns) else { return nil }
      default: break
      }
    }
    return columns & FlatColumn.fullName.bit == 0 ? nil : columns
  }

  /// The columns that a property of a name may show.
  @inline(__always)
  private static func bits(of id: PropertyID, _ emails: Int, _ phones: Int) -> UInt64 {
    switch id {
    case .fn: FlatColumn.fullName.bit
    case .n: nameColumns
    case .adr: addressColumns
    case .org: FlatColumn.organization.bit | FlatColumn.unit.bit
    case .email: emails < 3 ? FlatColumn.email1.bit << UInt64(emails) : 0
    case .tel: phones < 3 ? FlatColumn.phone1.bit << UInt64(phones) : 0
    case .title: FlatColumn.title.bit
    case .note: FlatColumn.note.bit
    case .uid: FlatColumn.uid.bit
    default: 0
    }
  }

  @inline(__always)
  private static var nameColumns: UInt64 {
    FlatColumn.prefix.bit | FlatColumn.givenName.bit | FlatColumn.additionalName.bit
      | FlatColumn.familyName.bit | FlatColumn.suffix.bit
  }

  @inline(__always)
  private static var addressColumns: UInt64 {
    FlatColumn.addressStreet.bit | FlatColumn.addressLocality.bit | FlatColumn.addressRegion.bit
      | FlatColumn.addressPostcode.bit | FlatColumn.addressCountry.bit
  }

  private static let name: [FlatColumn?] = [
    .familyName, .givenName, .additionalName, .prefix, .suffix,
  ]
  private static let nameBits = name.reduce(0) { $0 | ($1?.bit ?? 0) }
  private static let address: [FlatColumn?] = [
    nil, nil, .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry,
  ]
  private static let addressBits = address.reduce(0) { $0 | ($1?.bit ?? 0) }
  private static let organizationBits = FlatColumn.organization.bit | FlatColumn.unit.bit

  @inline(__always)
  private mutating func set(_ number: Int, _ value: Slice, _ columns: inout UInt64) {
    slices[number] = value
    columns |= 1 << UInt64(number)
  }

  /// Takes the only value of a column; false when there is one already.
  @inline(__always)
  private mutating func take(_ column: FlatColumn, _ value: Slice, _ columns: inout UInt64) -> Bool
  {
    guard columns & column.bit == 0 else { return false }
    set(Int(column.rawValue), value, &columns)
    return true
  }

  /// Takes the first value of a column.
  @inline(__always)
  private mutating func takeFirst(_ column: FlatColumn, _ value: Slice, _ columns: inout UInt64) {
    if columns & column.bit == 0 { set(Int(column.rawValue), value, &columns) }
  }

  @inline(__always)
  private mutating func takeText(
    _ column: FlatColumn, _ form: ValueForm, _ value: Slice, _ columns: inout UInt64
  ) -> Bool {
    guard form == .text, !value.isEmpty else { return false }
    takeFirst(column, value, &columns)
    return true
  }

  /// Takes the components of a name or address; false for lists and for a second name.
  private mutating func take(
    _ order: [FlatColumn?], _ value: Slice, _ storage: ContactBatch.Storage, bits: UInt64,
    _ columns: inout UInt64
  ) -> Bool {
    guard columns & bits == 0, value.count <= order.count else { return false }
    let first = Int(value.place)
    for number in 0..<value.count {
      let part = storage.parts[first + number]
      if part.continuesComponent { return false }
      guard !part.isEmpty else { continue }
      guard let column = order[number] else { return false }
      set(Int(column.rawValue), part, &columns)
    }
    return columns & bits != 0
  }

  private mutating func takeOrganization(
    _ value: Slice, _ storage: ContactBatch.Storage, _ columns: inout UInt64
  ) -> Bool {
    let first = Int(value.place)
    for number in 0..<value.count {
      let part = storage.parts[first + number]
      if part.continuesComponent { return false }
      guard !part.isEmpty else { continue }
      takeFirst(number == 0 ? .organization : .unit, part, &columns)
    }
    return columns & Self.organizationBits != 0
  }

  /// Takes the only category; several are put together by `FlatCells`.
  private mutating func takeCategories(
    _ value: Slice, _ storage: ContactBatch.Storage, _ columns: inout UInt64
  ) -> Bool {
    guard value.count == 1 else { return false }
    let part = storage.parts[Int(value.place)]
    let text = storage.view(part)
    guard !text.isEmpty, text.first(UInt8(ascii: ";"), UInt8(ascii: "\\")) == text.count else {
      return false
    }
    return take(.categories, part, &columns)
  }
}

extension ByteView {
  /// Whether the text is `YYYYMMDD` or `--MMDD`.
  fileprivate var isBasicDate: Bool {
    guard count == 8 || (count == 6 && self[0] == UInt8(ascii: "-") && self[1] == UInt8(ascii: "-"))
    else { return false }
    for index in (count == 6 ? 2 : 0)..<count where !self[index].isDigit { return false }
    return true
  }
}
