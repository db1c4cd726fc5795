/// Finds in contacts what readers have no reason to look for: a pure function over batches.
public enum ContactCheck {
  /// Looks at the contacts of a batch.
  ///
  /// - Parameters:
  ///   - batch: the contacts.
  ///   - known: what their reader has reported; nothing of it is reported again.
  /// - Returns: `possible-mojibake` for each property that holds such text, and `missing-name`, in
  ///   the order of the records.
  /// - Complexity: O(*n*) in the bytes of the values.
  public static func findings(
    in batch: ContactBatch, besides known: [Diagnostic] = []
  ) -> [Diagnostic] {
    let storage = batch.storage
    var found: [Diagnostic] = []
    // Text in ASCII can hold no such thing: one look at the whole batch spares one at each value.
    let mayBeMojibake = !storage.block.view.isASCII || !storage.decoded.view.isASCII
    var named: Set<Int>?
    for record in storage.contacts where record.kind != .empty {
      if mayBeMojibake { findMojibake(record, storage, &found) }
      if record.kind == .contact, !storage.hasName(record) {
        let reported =
          named ?? Set(known.filter { $0.code == .missingName }.compactMap(\.record))
        named = reported
        if !reported.contains(record.number) {
          found.append(
            Diagnostic(
              .missingName, "the contact has neither a full name nor a name",
              record: record.number, line: record.line, column: 1, offset: record.fileOffset))
        }
      }
    }
    return found
  }

  private static func findMojibake(
    _ record: ContactRecord, _ storage: ContactBatch.Storage, _ found: inout [Diagnostic]
  ) {
    for place in storage.properties(of: record) {
      let property = storage.properties[place]
      guard let (mojibake, path) = storage.mojibake(in: property) else { continue }
      var diagnostic = Diagnostic(
        .possibleMojibake,
        "\(path) holds “\(mojibake.written)”, which may have been “\(mojibake.meant)”",
        record: record.number, line: record.line, column: 1, offset: record.fileOffset)
      // A property of a record that was transcoded has no place in the file itself.
      let start = property.source.offset - record.source.offset
      if storage.isFaithful, !property.source.isEmpty, !property.source.isDecoded, start >= 0,
        start < record.source.count
      {
        let before = storage.view(record.source).upTo(start)
        diagnostic.line = record.line + before.lineBreaks
        diagnostic.offset = record.fileOffset + start
        var column = before.count
        while column > 0, before[column - 1] != 0x0A, before[column - 1] != 0x0D { column -= 1 }
        diagnostic.column = before.count - column + 1
      }
      found.append(diagnostic)
    }
  }
}

extension ContactBatch.Storage {
  /// Whether a contact has a full name or any part of a name.
  fileprivate func hasName(_ record: ContactRecord) -> Bool {
    properties(of: record).contains {
      (properties[$0].id == .fn || properties[$0].id == .n) && hasContent(properties[$0])
    }
  }

  /// The first spoilt text in a property, and the path of the value that holds it.
  fileprivate func mojibake(in property: PropertyRecord) -> (Mojibake, String)? {
    switch property.form {
    case .binary: return nil
    case .text, .unparsed:
      // Data in a URI are no text.
      if property.id.isMedia || property.id == .prodid { return nil }
      return Mojibake.first(in: view(property.value)).map {
        ($0, ContactPath.path(of: property, in: self))
      }
    case .list, .structured:
      var component = -1
      for place in parts(of: property) {
        if !parts[place].continuesComponent { component += 1 }
        guard let found = Mojibake.first(in: view(parts[place])) else { continue }
        let path = ContactPath.path(of: property, in: self)
        let part =
          property.form == .structured
          ? ContactPath.component(component, of: property.id) : nil
        return (found, part.map { "\(path).\($0)" } ?? path)
      }
      return nil
    }
  }
}
