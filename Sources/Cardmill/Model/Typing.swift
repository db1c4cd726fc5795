/// What the TYPE, PREF and LABEL parameters of a value say, by the rules of the contact JSON.
package struct Typing {
  /// Standard words, without `pref` and `internet`.
  package var words = TypeWords()
  /// The user's own label.
  package var label: ByteView?
  /// Words that no standard has and that are not the label.
  package var others: [ByteView] = []
  /// The preference: 1 is best.
  package var preference: Int?

  package init() {}
}

extension ContactBatch.Storage {
  /// Reads a property's TYPE, PREF and LABEL.
  package func typing(of property: PropertyRecord) -> Typing {
    var typing = Typing()
    guard property.parameterCount > 0 else { return typing }
    let labelID: ParameterID = property.id == .adr ? .userLabel : .label
    for place in parameters(of: property) {
      let parameter = parameters[place]
      switch parameter.id {
      case .type:
        switch parameter.word {
        case .unknown: typing.others.append(view(parameter.value))
        case .internet: break
        case .pref: typing.preference = typing.preference ?? 1
        default: typing.words.insert(parameter.word)
        }
      case .pref: typing.preference = view(parameter.value).decimal ?? typing.preference
      case labelID: if typing.label == nil { typing.label = view(parameter.value) }
      default: break
      }
    }
    if typing.label == nil, !typing.others.isEmpty {
      // A word that no standard has is the label; one leading X- of it is dropped.
      let word = typing.others.removeFirst()
      typing.label = word.count > 2 && word.startsIgnoringCase("X-") ? word.from(2) : word
    }
    return typing
  }

  /// The best (lowest) preference among the properties of one name, or nil when none has one.
  package func bestPreference(of id: PropertyID, in contact: ContactRecord) -> Int? {
    var best: Int?
    for place in properties(of: contact) where properties[place].id == id {
      guard properties[place].parameterCount > 0,
        let value = typing(of: properties[place]).preference
      else { continue }
      best = min(best ?? value, value)
    }
    return best
  }

  /// The first property of a name, or nil.
  package func first(_ id: PropertyID, in contact: ContactRecord) -> PropertyRecord? {
    for place in properties(of: contact) where properties[place].id == id {
      return properties[place]
    }
    return nil
  }

  /// The shown FN: the one with the best preference, else the first.
  package func shownFullName(in contact: ContactRecord) -> Int? {
    var found: Int?
    var best = Int.max
    for place in properties(of: contact) where properties[place].id == .fn {
      let preference =
        properties[place].parameterCount == 0
        ? nil : parameter(.pref, of: properties[place])?.decimal
      if found == nil || (preference ?? Int.max) < best {
        found = place
        best = preference ?? Int.max
      }
    }
    return found
  }

  /// Appends a component's values, joined by `separator`; gives whether there was anything.
  @discardableResult
  package func appendComponent(
    _ number: Int, of property: PropertyRecord, separator: UInt8 = 0x20, to buffer: inout ByteBuffer
  ) -> Bool {
    var component = -1
    var isFirst = true
    for place in parts(of: property) {
      let part = parts[place]
      if !part.continuesComponent {
        component += 1
        if component > number { break }
      }
      guard component == number, !part.isEmpty else { continue }
      if !isFirst { buffer.append(separator) }
      buffer.append(view(part))
      isFirst = false
    }
    return !isFirst
  }

  /// The number of components.
  package func componentCount(_ property: PropertyRecord) -> Int {
    parts(of: property).count { !parts[$0].continuesComponent }
  }

  /// Whether any part of a list or structure holds something.
  package func hasContent(_ property: PropertyRecord) -> Bool {
    switch property.form {
    case .text, .binary, .unparsed: !property.value.isEmpty
    case .list, .structured: parts(of: property).contains { !parts[$0].isEmpty }
    }
  }

  /// Appends the display name: FN, else what the other fields give; gives whether FN itself was
  /// there.
  @discardableResult
  package func appendDisplayName(of contact: ContactRecord, to buffer: inout ByteBuffer) -> Bool {
    if let place = shownFullName(in: contact) {
      buffer.append(view(properties[place].value))
      return true
    }
    appendDerivedName(of: contact, to: &buffer)
    return false
  }

  /// Appends the name that stands in for a missing FN: prefix given additional family suffix, else
  /// nickname, organization, first e-mail, first telephone.
  package func appendDerivedName(of contact: ContactRecord, to buffer: inout ByteBuffer) {
    let start = buffer.count
    if let name = first(.n, in: contact) {
      for component in [3, 1, 2, 0, 4] {
        let before = buffer.count
        if before > start { buffer.append(UInt8(ascii: " ")) }
        if !appendComponent(component, of: name, to: &buffer) { buffer.truncate(to: before) }
      }
      if buffer.count > start { return }
    }
    for id in [PropertyID.nickname, .org, .email, .tel] {
      for place in properties(of: contact) where properties[place].id == id {
        let property = properties[place]
        switch property.form {
        case .list, .structured:
          for part in parts(of: property) where !parts[part].isEmpty {
            buffer.append(view(parts[part]))
            return
          }
        default:
          let value =
            id == .tel ? TelephoneNumber(view(property.value)).number : view(property.value)
          if !value.isEmpty {
            buffer.append(value)
            return
          }
        }
      }
    }
  }
}

/// A telephone number taken apart: `tel:` and `;ext=` (RFC 3966) are not part of the number itself.
package struct TelephoneNumber {
  package var number: ByteView
  package var ext: ByteView?

  package init(_ value: ByteView) {
    var rest = value
    let isURI = rest.startsIgnoringCase("TEL:")
    if isURI { rest = rest.from(4) }
    ext = nil
    var end = rest.first(UInt8(ascii: ";"))
    number = isURI ? rest.upTo(end) : rest
    while end < rest.count {
      let next = rest.first(UInt8(ascii: ";"), from: end + 1)
      let parameter = rest[end + 1..<next]
      if parameter.startsIgnoringCase("EXT=") {
        ext = parameter.from(4)
        if !isURI, next == rest.count { number = rest.upTo(end) }
      }
      end = next
    }
  }
}
