import Cardmill

extension ContactBatch.Storage {
  /// Whether a property has a name, as it is written or in the neutral vocabulary.
  func isNamed(_ name: ByteView, _ id: PropertyID, _ property: PropertyRecord) -> Bool {
    if id != .unknown, property.id == id { return true }
    return !property.name.isEmpty && view(property.name).equalsIgnoringCase(name)
  }

  /// Calls `body` with each text that a property holds, which decides whether to go on.
  private func anyText(of property: PropertyRecord, _ body: (ByteView) -> Bool) -> Bool {
    switch property.form {
    case .text: return body(view(property.value))
    case .binary: return false
    case .unparsed:
      let raw = view(property.value)
      guard raw.first(UInt8(ascii: "\\")) < raw.count else { return body(raw) }
      var text = ByteBuffer(capacity: 256)
      TextEscapes.decode(raw, into: &text)
      return body(text.view)
    case .list, .structured:
      for place in parts(of: property) where body(view(parts[place])) { return true }
      return false
    }
  }

  // MARK: Named rules

  /// Whether a record holds nothing but uid, kind, rev and prodid.
  func holdsNothing(_ record: ContactRecord) -> Bool {
    for place in properties(of: record) {
      switch properties[place].id {
      case .uid, .kind, .rev, .prodid: continue
      default: if hasContent(properties[place]) { return false }
      }
    }
    return true
  }

  func hasCategory(_ name: FoldedText, _ record: ContactRecord) -> Bool {
    var isFound = false
    forEachCategory(of: record) { category in
      if !isFound, name.equals(category) { isFound = true }
    }
    return isFound || groupNames(of: record).contains { $0.withView(name.equals) }
  }

  /// Whether a text stands in one of a record's fields that people look for.
  func contains(_ text: FoldedText, _ record: ContactRecord) -> Bool {
    var hasFullName = false
    for place in properties(of: record) {
      let property = properties[place]
      switch property.id {
      case .fn: hasFullName = hasFullName || hasContent(property)
      case .n, .nickname, .xPhoneticFirstName, .xPhoneticMiddleName, .xPhoneticLastName, .email,
        .tel, .impp, .url, .org, .title, .role, .note, .adr, .categories, .related, .agent:
        break
      default: continue
      }
      if anyText(of: property, text.isContained) { return true }
      if property.id == .adr, let formatted = parameter(.label, of: property),
        text.isContained(in: formatted)
      {
        return true
      }
    }
    guard !hasFullName else { return false }
    // The parts of the name as it is shown.
    var name = ByteBuffer(capacity: 128)
    appendDerivedName(of: record, to: &name)
    return text.isContained(in: name.view)
  }
}
