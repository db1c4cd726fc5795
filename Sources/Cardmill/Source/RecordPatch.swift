/// A change of a record that keeps the rest of its bytes.
package enum ContactEdit: Sendable, Hashable {
  /// Marks the contact for deletion.
  case mark(reason: String?, time: String)
  /// Takes a mark for deletion away.
  case unmark
  /// Takes categories off the contact, compared without case.
  case removeCategories([String])
  /// Takes members off a group card; the keys are those of `GroupTable.key` and
  /// `GroupTable.nameKey`.
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

extension RecordPatch {
  /// Takes items of a list away, each with one of the separators beside it: the one before it, or
  /// the one behind it as long as no item stays before it.
  package static func removing(
    from items: [Range<Int>], where isGone: (Int) -> Bool
  ) -> [RecordPatch] {
    var patches: [RecordPatch] = []
    var isFirst = true
    for place in items.indices {
      guard isGone(place) else {
        isFirst = false
        continue
      }
      let item = items[place]
      let next = place + 1 < items.count ? items[place + 1].lowerBound : item.upperBound
      let range =
        isFirst ? item.lowerBound..<next : items[place - 1].upperBound..<item.upperBound
      patches.append(RecordPatch(range: range, replacement: []))
    }
    return patches
  }

  /// The patch for a piece that begins at `offset` of the block.
  package func moved(by offset: Int) -> RecordPatch {
    RecordPatch(
      range: range.lowerBound + offset..<range.upperBound + offset, replacement: replacement)
  }
}

extension ContactEdit {
  /// Whether an edit changes a record at all.
  package func applies(to record: ContactRecord, in storage: ContactBatch.Storage) -> Bool {
    switch self {
    case .mark:
      return storage.first(.xPendingDeletion, in: record) == nil && record.kind == .contact
    case .unmark: return storage.first(.xPendingDeletion, in: record) != nil
    case .removeCategories(let names):
      return storage.properties(of: record).contains { place in
        storage.holds(names, in: storage.properties[place])
      }
    case .dropMembers(let keys):
      return storage.properties(of: record).contains { place in
        storage.isMember(of: keys, storage.properties[place])
      }
    }
  }
}

extension ContactBatch.Storage {
  /// Whether a property is a category list that holds one of the names.
  package func holds(_ names: [String], in property: PropertyRecord) -> Bool {
    guard property.id == .categories, property.form == .list else { return false }
    return parts(of: property).contains { isCategory(names, view(parts[$0])) }
  }

  /// Whether a name is one of these categories.
  package func isCategory(_ names: [String], _ other: ByteView) -> Bool {
    names.contains { $0.withView { isCategory($0, other) } }
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
      && keys.contains(
        property.valueType == .text
          ? GroupTable.nameKey(view(property.value)) : GroupTable.key(view(property.value)))
  }
}
