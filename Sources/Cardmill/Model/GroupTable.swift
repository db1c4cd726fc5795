/// The names of the groups that list a member, for inputs that hold group cards (`KIND:group`).
package final class GroupTable: Sendable {
  /// Group names by the member's key, in file order.
  let groups: [String: [String]]
  /// Display names by key, of those contacts that a group names.
  let names: [String: String]

  package init(groups: [String: [String]], names: [String: String]) {
    self.groups = groups
    self.names = names
  }

  /// A UID as it is compared: without `urn:uuid:` and in lower case.
  package static func key(_ uid: ByteView) -> String {
    var rest = uid
    if rest.startsIgnoringCase("URN:UUID:") { rest = rest.from(9) }
    return rest.string.lowercased()
  }

  /// The key of a member that a group gives only by its display name.
  package static func nameKey(_ name: ByteView) -> String { "\0" + name.string.lowercased() }

  package func groups(of uid: ByteView) -> [String] { groups[Self.key(uid)] ?? [] }
  package func name(of member: ByteView) -> String? { names[Self.key(member)] }
}
