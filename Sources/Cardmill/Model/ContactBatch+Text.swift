extension ContactBatch.Storage {
  /// Appends the text of a property: escapes decoded, components by semicolons, list values by
  /// commas.
  package func appendText(of property: PropertyRecord, to buffer: inout ByteBuffer) {
    switch property.form {
    case .text, .binary: buffer.append(view(property.value))
    case .unparsed: TextEscapes.decode(view(property.value), into: &buffer)
    case .list, .structured:
      var isFirst = true
      for place in parts(of: property) {
        let part = parts[place]
        if !isFirst {
          let isComma = property.form == .list || part.continuesComponent
          buffer.append(isComma ? UInt8(ascii: ",") : UInt8(ascii: ";"))
        }
        isFirst = false
        buffer.append(view(part))
      }
    }
  }

  /// Calls `body` with each of a record's own categories.
  package func forEachCategory(of record: ContactRecord, _ body: (ByteView) -> Void) {
    for place in properties(of: record) where properties[place].id == .categories {
      let property = properties[place]
      if property.form == .list || property.form == .structured {
        for part in parts(of: property) where !parts[part].isEmpty { body(view(parts[part])) }
      } else if !property.value.isEmpty {
        body(view(property.value))
      }
    }
  }

  /// The names of the group cards that list a record.
  package func groupNames(of record: ContactRecord) -> [String] {
    guard let groups, let uid = first(.uid, in: record) else { return [] }
    return groups.groups(of: view(uid.value))
  }
}
