import Cardmill

extension JSONContactParser {
  // MARK: Values with types and a label

  /// Reads an array of objects with `value`, `types`, `label`, `pref` and, for telephones,
  /// `extension`.
  mutating func readLabeled(_ id: PropertyID, _ path: String) throws(JSONError) {
    let token = try json.next()
    guard token == .beginArray else { return try refuse(token, path, "an array") }
    while let token = try nextElement() {
      let firstParameter = builder.parameters.count
      var value: Slice?
      var ext: Slice?
      if token == .beginObject {
        while try json.next() == .key {
          let key = json.key
          switch key {
          case .value:
            let token = try json.next()
            value = try readText(token, path)
          case .extension where id == .tel:
            let token = try json.next()
            ext = try readText(token, path)
          default: try readTyping(key, path, label: .label)
          }
        }
      } else if token == .null {
        continue
      } else {
        report(.badJSON, "\(path) holds something else than objects")
        if token == .string { value = storeString() } else { try json.skip(token) }
      }
      try addLabeled(id, value, ext, path, firstParameter)
    }
  }

  private mutating func addLabeled(
    _ id: PropertyID, _ value: Slice?, _ ext: Slice?, _ path: String, _ firstParameter: Int
  ) throws(JSONError) {
    guard let value, !value.isEmpty else {
      report(.badJSON, "an entry of \(path) has no value; it was left out")
      builder.parameters.removeLast(builder.parameters.count - firstParameter)
      return
    }
    if let ext {
      let start = builder.decoded.count
      if !builder.view(value).startsIgnoringCase("TEL:") { builder.decoded.append("tel:") }
      append(value)
      builder.decoded.append(";ext=")
      append(ext)
      return try add(
        id, Slice(decoded: start, count: builder.decoded.count - start), form: .text,
        valueType: .uri, firstParameter: firstParameter)
    }
    switch id {
    case .xABDate: try addDate(id, value, firstParameter: firstParameter)
    case .related:
      let valueType: ValueType = builder.view(value).isLikeURI ? .unstated : .text
      try add(id, value, form: .text, valueType: valueType, firstParameter: firstParameter)
    default: try add(id, value, form: .text, firstParameter: firstParameter)
    }
  }

  /// Reads `types`, `label` or `pref` into parameters.
  private mutating func readTyping(
    _ key: JSONKey, _ path: String, label: ParameterID
  ) throws(JSONError) {
    switch key {
    case .types:
      let token = try json.next()
      guard token == .beginArray else { return try refuse(token, "\(path).types", "an array") }
      while let token = try nextElement() {
        if let word = try readText(token, "\(path).types") { addType(word) }
      }
    case .label:
      let token = try json.next()
      if let text = try readText(token, "\(path).label") { addParameter(label, text) }
    case .pref:
      let token = try json.next()
      switch token {
      case .yes: addParameter(.pref, builder.store("1"))
      case .no, .null: break
      default: try refuse(token, "\(path).pref", "true or false")
      }
    default: try leaveOut(path)
    }
  }

  /// Adds a TYPE word; the words of vendors that mean a standard one become that.
  private mutating func addType(_ slice: Slice) {
    let view = builder.view(slice)
    var words: [TypeWord] = []
    switch TypeWord(view) {
    case .internet: return
    case .pref: return addParameter(.pref, builder.store("1"))
    case .unknown:
      if view.equalsIgnoringCase("MOBILE") {
        words = [.cell]
      } else if view.equalsIgnoringCase("HOMEFAX") {
        words = [.home, .fax]
      } else if view.equalsIgnoringCase("WORKFAX") {
        words = [.work, .fax]
      } else if view.equalsIgnoringCase("MAIN") {
        words = [.mainNumber]
      } else if view.equalsIgnoringCase("TTY") || view.equalsIgnoringCase("TTY-TDD") {
        words = [.textphone]
      }
    case let word: return addParameter(.type, slice, word: word)
    }
    if words.isEmpty { return addParameter(.type, slice) }
    for word in words { addParameter(.type, builder.store(word.spelling), word: word) }
  }

  // MARK: Addresses

  mutating func readAddresses() throws(JSONError) {
    let token = try json.next()
    guard token == .beginArray else { return try refuse(token, "addresses", "an array") }
    while let token = try nextElement() {
      guard token == .beginObject else {
        try refuse(token, "addresses", "an array of objects")
        continue
      }
      let firstParameter = builder.parameters.count
      for place in 0..<7 { components[place] = .none }
      var isFormatted = false
      while try json.next() == .key {
        let key = json.key
        switch key {
        case .pobox: try readComponent(0, "addresses.pobox")
        case .extended: try readComponent(1, "addresses.extended")
        case .street: try readComponent(2, "addresses.street")
        case .locality: try readComponent(3, "addresses.locality")
        case .region: try readComponent(4, "addresses.region")
        case .postcode: try readComponent(5, "addresses.postcode")
        case .country: try readComponent(6, "addresses.country")
        case .formatted:
          let token = try json.next()
          if let text = try readText(token, "addresses.formatted") {
            addParameter(.label, text)
            isFormatted = true
          }
        default: try readTyping(key, "addresses", label: .userLabel)
        }
      }
      guard isFormatted || components.contains(where: { !$0.isEmpty }) else {
        report(.badJSON, "an entry of addresses holds no address; it was left out")
        builder.parameters.removeLast(builder.parameters.count - firstParameter)
        continue
      }
      let firstPart = builder.parts.count
      for place in 0..<7 {
        if place == 2 { addLines(components[2]) } else { builder.parts.append(components[place]) }
      }
      try addParts(.adr, from: firstPart, form: .structured, firstParameter: firstParameter)
    }
  }

  /// Adds a street: each line is a value of the component.
  private mutating func addLines(_ text: Slice) {
    var start = 0
    var isFirst = true
    while true {
      let view = builder.view(text)
      let end = view.first(UInt8(ascii: "\n"), from: start)
      let piece = text.piece(start..<end)
      if isFirst || !piece.isEmpty { builder.parts.append(isFirst ? piece : piece.continuing) }
      isFirst = false
      guard end < view.count else { return }
      start = end + 1
    }
  }

  // MARK: Dates

  mutating func readDate(_ id: PropertyID, _ path: String) throws(JSONError) {
    let token = try json.next()
    guard let text = try readText(token, path) else { return }
    try addDate(id, text)
  }

  /// Adds a date in the basic form of vCard 4.0, or as the text that it is.
  private mutating func addDate(
    _ id: PropertyID, _ text: Slice, firstParameter: Int? = nil
  ) throws(JSONError) {
    guard let reading = ContactDate.read(builder.view(text)) else {
      if id != .xABDate { report(.badDate, "the date is not YYYY-MM-DD or --MM-DD") }
      return try add(id, text, form: .text, valueType: .text, firstParameter: firstParameter)
    }
    let start = builder.decoded.count
    reading.date.append(to: &builder.decoded, isExtended: false)
    append(text.piece(reading.timeStart..<text.count))
    try add(
      id, Slice(decoded: start, count: builder.decoded.count - start), form: .text,
      firstParameter: firstParameter)
  }

  // MARK: Photo and mark

  mutating func readPhoto() throws(JSONError) {
    let token = try json.next()
    guard token == .beginObject else { return try refuse(token, "photo", "an object") }
    let place = json.tokenRange.lowerBound
    var data: Slice?
    var uri: Slice?
    var mediaType: Slice?
    while try json.next() == .key {
      switch json.key {
      case .data:
        let token = try json.next()
        data = try readText(token, "photo.data")
      case .uri:
        let token = try json.next()
        uri = try readText(token, "photo.uri")
      case .mediaType:
        let token = try json.next()
        mediaType = try readText(token, "photo.mediaType")
      case .sha256, .bytes:
        // They follow from the data.
        let token = try json.next()
        try json.skip(token)
      default: try leaveOut("photo")
      }
    }
    if let data {
      try addPhoto(data, mediaType, place)
    } else if let uri {
      report(.externalReference, "the photo is only a URL and was not fetched", at: place)
      try add(.photo, uri, form: .text, valueType: .uri)
    } else {
      report(
        .badPhoto, "the photo's data is not in this file; photos=true writes it into contact JSON",
        at: place)
    }
  }

  private mutating func addPhoto(
    _ data: Slice, _ mediaType: Slice?, _ place: Int
  ) throws(JSONError) {
    var decoded = ByteBuffer(capacity: 64)
    let bad = Base64.decode(builder.view(data), into: &decoded)
    if bad > 0 {
      report(.badBase64, "photo.data holds characters that base64 does not have", at: place)
    }
    let sniffed = PictureType.sniff(decoded.view)
    if sniffed == nil { report(.badPhoto, "photo.data is no picture that is known", at: place) }
    if let sniffed, let mediaType, !builder.view(mediaType).equals(sniffed) {
      report(
        .photoTypeMismatch,
        "the photo is \(sniffed), not \(builder.view(mediaType).upTo(min(40, mediaType.count)).string)",
        at: place)
    }
    let firstParameter = builder.parameters.count
    if let sniffed {
      addParameter(.mediatype, builder.store(sniffed))
    } else if let mediaType {
      addParameter(.mediatype, mediaType)
    }
    var value = data
    if bad > 0 || !builder.view(data).isCleanBase64 {
      let start = builder.decoded.count
      Base64.encode(decoded.view, into: &builder.decoded)
      value = Slice(decoded: start, count: builder.decoded.count - start)
    }
    try add(.photo, value, form: .binary, firstParameter: firstParameter)
  }

  mutating func readDeletionMark() throws(JSONError) {
    let token = try json.next()
    guard token == .beginObject else {
      return try refuse(token, "pendingDeletion", "an object")
    }
    let firstParameter = builder.parameters.count
    var since = Slice.none
    while try json.next() == .key {
      switch json.key {
      case .since:
        let token = try json.next()
        since = try readText(token, "pendingDeletion.since") ?? .none
      case .reason:
        let token = try json.next()
        if let text = try readText(token, "pendingDeletion.reason") { addParameter(.reason, text) }
      default: try leaveOut("pendingDeletion")
      }
    }
    try add(.xPendingDeletion, since, form: .text, firstParameter: firstParameter)
  }
}
