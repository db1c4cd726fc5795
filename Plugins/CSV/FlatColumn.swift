import Cardmill

/// The flat columns of Cardmill's own format, in the order of its header.
enum FlatColumn: UInt8, CaseIterable, Sendable {
  case kind, fullName, prefix, givenName, additionalName, familyName, suffix, nickname
  case organization, unit, title, role
  case email1, email2, email3, phone1, phone2, phone3
  case addressStreet, addressLocality, addressRegion, addressPostcode, addressCountry
  case url, birthday, anniversary, categories, note, uid

  /// The column's bit in a set of columns.
  @inline(__always)
  var bit: UInt64 { 1 << UInt64(rawValue) }

  /// The heading.
  var heading: StaticString {
    switch self {
    case .kind: "kind"
    case .fullName: "full_name"
    case .prefix: "prefix"
    case .givenName: "given_name"
    case .additionalName: "additional_name"
    case .familyName: "family_name"
    case .suffix: "suffix"
    case .nickname: "nickname"
    case .organization: "organization"
    case .unit: "unit"
    case .title: "title"
    case .role: "role"
    case .email1: "email_1"
    case .email2: "email_2"
    case .email3: "email_3"
    case .phone1: "phone_1"
    case .phone2: "phone_2"
    case .phone3: "phone_3"
    case .addressStreet: "address_street"
    case .addressLocality: "address_locality"
    case .addressRegion: "address_region"
    case .addressPostcode: "address_postcode"
    case .addressCountry: "address_country"
    case .url: "url"
    case .birthday: "birthday"
    case .anniversary: "anniversary"
    case .categories: "categories"
    case .note: "note"
    case .uid: "uid"
    }
  }

  /// The column of a heading, compared without case.
  init?(_ heading: ByteView) {
    guard let column = Self.allCases.first(where: { heading.equalsIgnoringCase($0.heading.view) })
    else { return nil }
    self = column
  }

  /// Of the columns that hold several values of one kind: which value, from 0.
  var number: Int {
    switch self {
    case .email2, .phone2: 1
    case .email3, .phone3: 2
    default: 0
    }
  }

  /// The number of the component of `N` or `ADR` that the column shows, or nil.
  var component: Int? {
    switch self {
    case .familyName, .organization: 0
    case .givenName: 1
    case .additionalName, .addressStreet: 2
    case .prefix, .addressLocality: 3
    case .suffix, .addressRegion: 4
    case .addressPostcode: 5
    case .addressCountry: 6
    default: nil
    }
  }
}
