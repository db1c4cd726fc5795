import Cardmill

extension JSONContactParser {
  /// Reads the member whose key was the last token.
  mutating func readMember() throws(JSONError) {
    let key = json.key
    if key.isTopLevel {
      let bit: UInt64 = 1 << UInt64(key.rawValue)
      if seen & bit != 0 { report(.badJSON, "the member \(key.text) stands twice") }
      seen |= bit
    }
    switch key {
    case .uid: try readPlain(.uid, "uid")
    case .kind: try readPlain(.kind, "kind")
    case .rev: try readPlain(.rev, "rev")
    case .tz: try readPlain(.tz, "tz")
    case .title: try readPlain(.title, "title")
    case .role: try readPlain(.role, "role")
    case .gender: try readGender()
    case .geo: try readGeo()
    case .name: try readName()
    case .nicknames: try readList(.nickname, "nicknames")
    case .categories: try readList(.categories, "categories")
    case .emails: try readLabeled(.email, "emails")
    case .phones: try readLabeled(.tel, "phones")
    case .urls: try readLabeled(.url, "urls")
    case .impp: try readLabeled(.impp, "impp")
    case .related: try readLabeled(.related, "related")
    case .dates: try readLabeled(.xABDate, "dates")
    case .addresses: try readAddresses()
    case .organization: try readOrganization()
    case .notes: try readTexts(.note, "notes")
    case .members: try readTexts(.member, "members")
    case .note:
      let token = try json.next()
      if let text = try readText(token, "note") { note = text }
    case .birthday: try readDate(.bday, "birthday")
    case .anniversary: try readDate(.anniversary, "anniversary")
    case .birthdayText:
      let token = try json.next()
      if let text = try readText(token, "birthdayText") {
        try add(.bday, text, form: .text, valueType: .text)
      }
    case .photo: try readPhoto()
    case .pendingDeletion: try readDeletionMark()
    case .extra: try readExtra()
    case .source: try readSource()
    default: try readForeign()
    }
  }

  /// Reads a string into a property.
  private mutating func readPlain(_ id: PropertyID, _ path: String) throws(JSONError) {
    let token = try json.next()
    guard let text = try readText(token, path) else { return }
    try add(id, text, form: .text)
  }

  /// Reads `F` or `F;identity`.
  private mutating func readGender() throws(JSONError) {
    let token = try json.next()
    guard let text = try readText(token, "gender") else { return }
    let view = builder.view(text)
    let end = view.first(UInt8(ascii: ";"))
    let firstPart = builder.parts.count
    builder.parts.append(text.piece(0..<end))
    if end < view.count { builder.parts.append(text.piece(end + 1..<view.count)) }
    try addParts(.gender, from: firstPart, form: .structured)
  }

  /// Reads `lat,lon`.
  private mutating func readGeo() throws(JSONError) {
    let token = try json.next()
    guard let text = try readText(token, "geo") else { return }
    let start = builder.decoded.count
    let view = builder.view(text)
    var isPair = false
    for index in 0..<view.count {
      let byte = view[index]
      if byte == UInt8(ascii: ",") { isPair = true }
      guard
        byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ",")
      else {
        // Not two numbers: kept as it is.
        return try add(.geo, text, form: .text)
      }
    }
    guard isPair else { return try add(.geo, text, form: .text) }
    builder.decoded.append("geo:")
    append(text)
    try add(
      .geo, Slice(decoded: start, count: builder.decoded.count - start), form: .text,
      valueType: .uri)
  }

  private mutating func readName() throws(JSONError) {
    let token = try json.next()
    guard token == .beginObject else {
      if token == .string {
        report(.badJSON, "name is not an object")
        let text = storeString()
        if !text.isEmpty { try add(.fn, text, form: .text) }
        return
      }
      return try refuse(token, "name", "an object")
    }
    for place in 0..<5 { components[place] = .none }
    while try json.next() == .key {
      let key = json.key
      switch key {
      case .full:
        let token = try json.next()
        if let text = try readText(token, "name.full") { try add(.fn, text, form: .text) }
      case .family: try readComponent(0, "name.family")
      case .given: try readComponent(1, "name.given")
      case .additional: try readComponent(2, "name.additional")
      case .prefix: try readComponent(3, "name.prefix")
      case .suffix: try readComponent(4, "name.suffix")
      case .phonetic: try readPhonetic()
      case .fullAlternatives: try readTexts(.fn, "name.fullAlternatives")
      default: try leaveOut("name")
      }
    }
    guard components[..<5].contains(where: { !$0.isEmpty }) else { return }
    let firstPart = builder.parts.count
    for place in 0..<5 { builder.parts.append(components[place]) }
    try addParts(.n, from: firstPart, form: .structured)
  }

  mutating func readComponent(_ place: Int, _ path: String) throws(JSONError) {
    let token = try json.next()
    components[place] = try readText(token, path) ?? .none
  }

  private mutating func readPhonetic() throws(JSONError) {
    let token = try json.next()
    guard token == .beginObject else { return try refuse(token, "name.phonetic", "an object") }
    while try json.next() == .key {
      switch json.key {
      case .given: try readPlain(.xPhoneticFirstName, "name.phonetic.given")
      case .family: try readPlain(.xPhoneticLastName, "name.phonetic.family")
      default: try leaveOut("name.phonetic")
      }
    }
  }

  private mutating func readOrganization() throws(JSONError) {
    let token = try json.next()
    guard token == .beginObject else { return try refuse(token, "organization", "an object") }
    let firstPart = builder.parts.count
    // The name comes first in an ORG, wherever it stands here.
    builder.parts.append(.none)
    while try json.next() == .key {
      switch json.key {
      case .name:
        let token = try json.next()
        builder.parts[firstPart] = try readText(token, "organization.name") ?? .none
      case .units:
        let token = try json.next()
        guard token == .beginArray else {
          try refuse(token, "organization.units", "an array")
          continue
        }
        while let token = try nextElement() {
          if let unit = try readText(token, "organization.units") { builder.parts.append(unit) }
        }
      default: try leaveOut("organization")
      }
    }
    guard builder.parts[firstPart...].contains(where: { !$0.isEmpty }) else { return }
    try addParts(.org, from: firstPart, form: .structured)
  }

  /// Reads an array of strings into one property that is a list.
  private mutating func readList(_ id: PropertyID, _ path: String) throws(JSONError) {
    let token = try json.next()
    guard token == .beginArray else { return try refuse(token, path, "an array") }
    let firstPart = builder.parts.count
    while let token = try nextElement() {
      if let text = try readText(token, path) { builder.parts.append(text) }
    }
    if builder.parts.count > firstPart { try addParts(id, from: firstPart, form: .list) }
  }

  /// Reads an array of strings into a property each.
  private mutating func readTexts(_ id: PropertyID, _ path: String) throws(JSONError) {
    let token = try json.next()
    guard token == .beginArray else { return try refuse(token, path, "an array") }
    while let token = try nextElement() {
      guard let text = try readText(token, path) else { continue }
      let isName = id == .member && !builder.view(text).isLikeURI
      try add(id, text, form: .text, valueType: isName ? .text : .unstated)
    }
  }

  /// The first token of the next element of an array, or nil at its end.
  mutating func nextElement() throws(JSONError) -> JSONReader.Token? {
    let token = try json.next()
    return token == .endArray ? nil : token
  }

  /// Adds `note` unless `notes` has it: it is the first of the notes again.
  mutating func addNote() {
    guard let note else { return }
    let view = builder.view(note)
    let isKnown = builder.properties[firstProperty...].contains {
      $0.id == .note && builder.view($0.value).equals(view)
    }
    guard !isKnown else { return }
    var record = PropertyRecord(id: .note, form: .text)
    record.value = note
    record.firstParameter = UInt32(builder.parameters.count)
    builder.properties.append(record)
  }

  /// Reports a member that an inner object does not have, and passes over it.
  mutating func leaveOut(_ path: String) throws(JSONError) {
    report(.badJSON, "\(path) has no member of this name; it was left out")
    let token = try json.next()
    try json.skip(token)
  }

  /// Appends a slice's bytes to the decoded ones.
  mutating func append(_ slice: Slice) {
    if slice.isDecoded {
      // The buffer may move while it grows: byte by byte.
      builder.decoded.reserve(slice.count)
      for place in slice.offset..<slice.offset + slice.count {
        builder.decoded.append(builder.decoded[place])
      }
    } else {
      builder.decoded.append(records.block.view[slice.offset..<slice.offset + slice.count])
    }
  }
}

extension Slice {
  /// A piece of a piece.
  func piece(_ range: Range<Int>) -> Slice {
    isDecoded
      ? Slice(decoded: offset + range.lowerBound, count: range.count)
      : Slice(block: offset + range.lowerBound, count: range.count)
  }
}

extension ByteView {
  /// Whether the text begins with a URI's scheme (RFC 3986, 3.1) and goes on without a blank.
  var isLikeURI: Bool {
    guard count > 2, self[0].isLetter else { return false }
    var at = 1
    while at < count,
      self[at].isLetter || self[at].isDigit || self[at] == UInt8(ascii: "+")
        || self[at] == UInt8(ascii: "-") || self[at] == UInt8(ascii: ".")
    { at += 1 }
    return at + 1 < count && self[at] == UInt8(ascii: ":") && !self[at + 1].isBlank
  }
}
