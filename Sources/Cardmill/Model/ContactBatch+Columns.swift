/// What a column holds.
package enum ColumnValue {
  case null
  case integer(Int)
  /// A piece of the batch.
  case slice(ByteView)
  /// What was put together in the scratch buffer.
  case scratch
  /// The input's name.
  case source
}

// The columns follow the typed view of the contact JSON: empty values are none, several values of
// a component are joined with a blank, numbers stand without `tel:` and extension.

extension ContactBatch.Storage {
  /// The value of a column of a record.
  package func value(
    of column: ContactColumn, in record: ContactRecord, scratch: inout ByteBuffer
  ) -> ColumnValue {
    switch column {
    case .uid: return single(.uid, record, &scratch)
    case .kind:
      if record.kind == .group, firstFilled(.kind, in: record) == nil {
        return .slice(("group" as StaticString).view)
      }
      return single(.kind, record, &scratch)
    case .name: return displayName(record, &scratch)
    case .fullName: return filledFullName(in: record).map { .slice(view($0.value)) } ?? .null
    case .givenName: return component(1, of: .n, record, &scratch)
    case .familyName: return component(0, of: .n, record, &scratch)
    case .organization: return component(0, of: .org, record, &scratch)
    case .title: return single(.title, record, &scratch)
    case .note: return single(.note, record, &scratch)
    case .birthday: return birthday(record, &scratch)
    case .email: return preferred(.email, record, &scratch)
    case .phone: return preferred(.tel, record, &scratch)
    case .emails: return list(of: .email, record, &scratch)
    case .phones: return list(of: .tel, record, &scratch)
    case .urls: return list(of: .url, record, &scratch)
    case .categories: return categories(record, &scratch)
    case .addresses: return addresses(record, &scratch)
    case .emailCount: return .integer(count(of: .email, record, &scratch))
    case .phoneCount: return .integer(count(of: .tel, record, &scratch))
    case .photoBytes: return photoSize(record).map { .integer($0) } ?? .null
    case .updated: return time(updated(record), &scratch)
    case .pendingSince:
      let mark = first(.xPendingDeletion, in: record)
      return time(mark.flatMap { UTCTime.seconds(view($0.value)) }, &scratch)
    case .source: return .source
    case .line: return .integer(record.line)
    }
  }

  // MARK: Single values

  /// The first property of a name that holds something.
  package func firstFilled(_ id: PropertyID, in record: ContactRecord) -> PropertyRecord? {
    for place in properties(of: record) where properties[place].id == id {
      if hasContent(properties[place]) { return properties[place] }
    }
    return nil
  }

  /// The text of a property of any form.
  private func text(of property: PropertyRecord, _ scratch: inout ByteBuffer) -> ColumnValue {
    if property.form == .text { return .slice(view(property.value)) }
    appendText(of: property, to: &scratch)
    return .scratch
  }

  private func single(
    _ id: PropertyID, _ record: ContactRecord, _ scratch: inout ByteBuffer
  ) -> ColumnValue {
    guard let property = firstFilled(id, in: record) else { return .null }
    return text(of: property, &scratch)
  }

  /// The shown FN, else the first one that holds something.
  package func filledFullName(in record: ContactRecord) -> PropertyRecord? {
    if let place = shownFullName(in: record), hasContent(properties[place]) {
      return properties[place]
    }
    return firstFilled(.fn, in: record)
  }

  private func displayName(_ record: ContactRecord, _ scratch: inout ByteBuffer) -> ColumnValue {
    if let name = filledFullName(in: record) { return .slice(view(name.value)) }
    appendDerivedName(of: record, to: &scratch)
    return scratch.count == 0 ? .null : .scratch
  }

  private func component(
    _ number: Int, of id: PropertyID, _ record: ContactRecord, _ scratch: inout ByteBuffer
  ) -> ColumnValue {
    guard let property = firstFilled(id, in: record) else { return .null }
    guard property.form == .structured else { return text(of: property, &scratch) }
    var component = -1
    var found: Slice?
    for place in parts(of: property) {
      let part = parts[place]
      if !part.continuesComponent { component += 1 }
      guard component == number, !part.isEmpty else { continue }
      if found != nil {
        appendComponent(number, of: property, to: &scratch)
        return .scratch
      }
      found = part
    }
    return found.map { .slice(view($0)) } ?? .null
  }

  private func birthday(_ record: ContactRecord, _ scratch: inout ByteBuffer) -> ColumnValue {
    for place in properties(of: record) where properties[place].id == .bday {
      guard properties[place].form == .text,
        let reading = ContactDate.read(view(properties[place].value))
      else { continue }
      reading.date.append(to: &scratch, isExtended: true)
      return .scratch
    }
    return .null
  }

  private func time(_ seconds: Int?, _ scratch: inout ByteBuffer) -> ColumnValue {
    guard let seconds else { return .null }
    UTCTime.append(seconds, to: &scratch)
    return .scratch
  }

  /// When a record was last changed, if it says so.
  package func updated(_ record: ContactRecord) -> Int? {
    firstFilled(.rev, in: record).flatMap { UTCTime.seconds(view($0.value)) }
  }

  /// The size of the photo's data in bytes; nil when there is none.
  private func photoSize(_ record: ContactRecord) -> Int? {
    guard let photo = firstFilled(.photo, in: record) else { return nil }
    if photo.form == .binary { return Base64.decodedCount(view(photo.value)) }
    guard photo.form == .text, let uri = DataURI(view(photo.value)), uri.isBase64 else {
      return nil
    }
    return Base64.decodedCount(uri.payload)
  }

  // MARK: Several values

  /// The value of an e-mail address, a telephone number or a web address; nil when it is empty.
  ///
  /// What has no plain text is put together in the scratch buffer.
  private func labeledText(
    _ property: PropertyRecord, _ scratch: inout ByteBuffer
  ) -> ByteView? {
    guard property.form == .text else {
      guard hasContent(property) else { return nil }
      let start = scratch.count
      appendText(of: property, to: &scratch)
      return scratch.view.from(start)
    }
    var text = view(property.value)
    if property.id == .tel { text = TelephoneNumber(text).number }
    return text.isEmpty ? nil : text
  }

  private func preferred(
    _ id: PropertyID, _ record: ContactRecord, _ scratch: inout ByteBuffer
  ) -> ColumnValue {
    var best = Int.max
    var found: ByteView?
    for place in properties(of: record) where properties[place].id == id {
      let property = properties[place]
      let preference = property.parameterCount == 0 ? nil : self.preference(of: property)
      guard found == nil || preference ?? .max < best else { continue }
      guard property.form == .text || hasContent(property) else { continue }
      scratch.removeAll()
      guard let text = labeledText(property, &scratch) else { continue }
      found = text
      best = preference ?? .max
      if best <= 1 { break }
    }
    guard let found else { return .null }
    return scratch.count > 0 ? .scratch : .slice(found)
  }

  private func preference(of property: PropertyRecord) -> Int? {
    var found: Int?
    for place in parameters(of: property) {
      switch (parameters[place].id, parameters[place].word) {
      case (.type, .pref): found = found ?? 1
      case (.pref, _): found = view(parameters[place].value).decimal ?? found
      default: break
      }
    }
    return found
  }

  private func count(
    of id: PropertyID, _ record: ContactRecord, _ scratch: inout ByteBuffer
  ) -> Int {
    var count = 0
    for place in properties(of: record) where properties[place].id == id {
      if labeledText(properties[place], &scratch) != nil { count += 1 }
    }
    return count
  }

  private func list(
    of id: PropertyID, _ record: ContactRecord, _ scratch: inout ByteBuffer
  ) -> ColumnValue {
    scratch.append(UInt8(ascii: "["))
    for place in properties(of: record) where properties[place].id == id {
      let property = properties[place]
      if property.form == .text {
        guard let text = labeledText(property, &scratch) else { continue }
        appendElement(text, to: &scratch)
      } else if hasContent(property) {
        var text = ByteBuffer(capacity: 256)
        appendText(of: property, to: &text)
        appendElement(text.view, to: &scratch)
      }
    }
    scratch.append(UInt8(ascii: "]"))
    return .scratch
  }

  private func appendElement(_ text: ByteView, to list: inout ByteBuffer) {
    if list[list.count - 1] != UInt8(ascii: "[") { list.append(UInt8(ascii: ",")) }
    list.appendJSON(text, lineBreaks: .lineFeeds)
  }

  private func categories(_ record: ContactRecord, _ scratch: inout ByteBuffer) -> ColumnValue {
    scratch.append(UInt8(ascii: "["))
    forEachCategory(of: record) { appendElement($0, to: &scratch) }
    for name in groupNames(of: record) {
      name.withView { name in
        var isKnown = false
        forEachCategory(of: record) { if $0.equals(name) { isKnown = true } }
        if !isKnown { appendElement(name, to: &scratch) }
      }
    }
    scratch.append(UInt8(ascii: "]"))
    return .scratch
  }

  private static let addressKeys: [StaticString] = [
    "\"pobox\":", "\"extended\":", "\"street\":", "\"locality\":", "\"region\":", "\"postcode\":",
    "\"country\":",
  ]

  /// An array of objects: the components of each address, and `formatted`.
  private func addresses(_ record: ContactRecord, _ scratch: inout ByteBuffer) -> ColumnValue {
    var part = ByteBuffer(capacity: 256)
    scratch.append(UInt8(ascii: "["))
    for place in properties(of: record) where properties[place].id == .adr {
      let property = properties[place]
      let start = scratch.count
      if start > 1 { scratch.append(UInt8(ascii: ",")) }
      let object = scratch.count
      func member(_ key: StaticString, _ value: ByteView, _ scratch: inout ByteBuffer) {
        guard !value.isEmpty else { return }
        scratch.append(scratch.count == object ? UInt8(ascii: "{") : UInt8(ascii: ","))
        scratch.append(key)
        scratch.appendJSON(value, lineBreaks: .lineFeeds)
      }
      if property.form == .structured {
        for (number, key) in Self.addressKeys.enumerated() {
          part.removeAll()
          let separator = number == 2 ? UInt8(ascii: "\n") : UInt8(ascii: " ")
          appendComponent(number, of: property, separator: separator, to: &part)
          member(key, part.view, &scratch)
        }
      } else {
        part.removeAll()
        appendText(of: property, to: &part)
        member("\"street\":", part.view, &scratch)
      }
      member("\"formatted\":", parameter(.label, of: property) ?? .empty, &scratch)
      if scratch.count == object {
        scratch.truncate(to: start)
      } else {
        scratch.append(UInt8(ascii: "}"))
      }
    }
    scratch.append(UInt8(ascii: "]"))
    return .scratch
  }
}
