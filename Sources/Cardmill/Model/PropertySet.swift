/// A set of properties of the neutral vocabulary.
package struct PropertySet: Sendable, Hashable {
  private var bits: UInt64

  package init(_ properties: [PropertyID]) {
    bits = properties.reduce(0) { $0 | Self.bit($1) }
  }

  /// All properties but these.
  package init(allBut properties: [PropertyID]) { bits = ~PropertySet(properties).bits }

  private static func bit(_ property: PropertyID) -> UInt64 { 1 &<< UInt64(property.rawValue) }

  @inline(__always)
  package func contains(_ property: PropertyID) -> Bool {
    bits & (1 &<< UInt64(property.rawValue)) != 0
  }

  package mutating func insert(_ property: PropertyID) { bits |= Self.bit(property) }

  package mutating func formUnion(_ other: PropertySet) { bits |= other.bits }

  /// What tells a contact from a group card and an empty one, and which contact it is.
  package static let identity = PropertySet([.kind, .member, .agent, .uid, .fn])
}

extension ContactColumn {
  /// The properties that the column is made of.
  package var properties: PropertySet {
    switch self {
    case .uid, .kind, .fullName, .source, .line: PropertySet([])
    case .name: PropertySet([.n, .nickname, .org, .email, .tel])
    case .givenName, .familyName: PropertySet([.n])
    case .organization: PropertySet([.org])
    case .title: PropertySet([.title])
    case .note: PropertySet([.note])
    case .birthday: PropertySet([.bday])
    case .email, .emails, .emailCount: PropertySet([.email])
    case .phone, .phones, .phoneCount: PropertySet([.tel])
    case .urls: PropertySet([.url])
    case .categories: PropertySet([.categories])
    case .addresses: PropertySet([.adr])
    case .photoBytes: PropertySet([.photo])
    case .updated: PropertySet([.rev])
    case .pendingSince: PropertySet([.xPendingDeletion])
    }
  }
}
