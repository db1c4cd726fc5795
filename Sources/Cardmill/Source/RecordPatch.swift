/// A change of a record that keeps the rest of its bytes.
package enum ContactEdit: Sendable, Hashable {
  /// Marks the contact for deletion.
  case mark(reason: String?, time: String)
  /// Takes a mark for deletion away.
  case unmark
  /// Takes a category off the contact, compared without case.
  case removeCategory(String)
  /// Takes members off a group card; the keys are those of `GroupTable.key`.
  case dropMembers(Set<String>)
}

/// A piece of a block that is replaced.
package struct RecordPatch: Sendable, Hashable {
  /// The bytes of the block.
  package var range: Range<Int>
  /// What stands there afterwards, UTF-8.
  package var replacement: [UInt8]

  package init(range: Range<Int>, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}

extension ContactEdit {
  /// Whether an edit changes a record at all.
  package func applies(to record: ContactRecord, in storage: ContactBatch.Storage) -> Bool {
    switch self {
    case .mark:
      return storage.first(.xPendingDeletion, in: record) == nil && record.kind == .contact
    case .unmark: return storage.first(.xPendingDeletion, in: record) != nil
    case .removeCategory(let name):
      return name.withView { name in
        storage.properties(of: record).contains { place in
          storage.holds(name, in: storage.properties[place])
        }
      }
    case .dropMembers(let keys):
      return storage.properties(of: record).contains { place in
        storage.isMember(of: keys, storage.properties[place])
      }
    }
  }
}

extension ContactBatch.Storage {
  /// Whether a property is a category list that holds a name.
  package func holds(_ name: ByteView, in property: PropertyRecord) -> Bool {
    guard property.id == .categories, property.form == .list else { return false }
    return parts(of: property).contains { isCategory(name, view(parts[$0])) }
  }

  /// Whether two names are one category: equal without case.
  package func isCategory(_ name: ByteView, _ other: ByteView) -> Bool {
    if name.equalsIgnoringCase(other) { return true }
    if name.isASCII, other.isASCII { return false }
    return name.string.lowercased() == other.string.lowercased()
  }

  /// Whether a property names a member of a group that has one of the keys.
  package func isMember(of keys: Set<String>, _ property: PropertyRecord) -> Bool {
    property.id == .member && property.form == .text
      && keys.contains(GroupTable.key(view(property.value)))
  }
}
