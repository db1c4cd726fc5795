import Cardmill

extension JSONContactParser {
  /// Reads the properties that the contact JSON has no path for.
  mutating func readExtra() throws(JSONError) {
    let token = try json.next()
    guard token == .beginObject else { return try refuse(token, "extra", "an object") }
    while try json.next() == .key { try readForeign() }
  }

  /// Reads where a contact once came from: it is told anew for this file, and not kept.
  mutating func readSource() throws(JSONError) {
    let key = json.tokenRange
    let token = try json.next()
    if token == .beginObject {
      try json.skip(token)
    } else {
      try addForeign(storeRaw(key), token)
    }
  }

  /// Reads the member whose key was the last token as a property of that name.
  mutating func readForeign() throws(JSONError) {
    let name = storeString()
    let token = try json.next()
    guard token == .beginArray else { return try addForeign(name, token) }
    // Several properties of one name, if it is an array of plain values; else it is a value itself.
    var look = json
    let range = try look.skip(token)
    var probe = JSONReader(json.bytes[range])
    _ = try probe.next()
    var isPlain = true
    while isPlain, let token = try? probe.next(), token != .endArray {
      isPlain = token != .beginArray && token != .beginObject
    }
    guard isPlain else { return try addForeign(name, token) }
    while let token = try nextElement() { try addForeign(name, token) }
  }

  private mutating func addForeign(_ name: Slice, _ token: JSONReader.Token) throws(JSONError) {
    guard token != .null else { return }
    guard !name.isEmpty else {
      report(.badJSON, "a member without a name; it was left out")
      try json.skip(token)
      return
    }
    let id = PropertyID(builder.view(name))
    let text = token == .string ? storeString() : storeRaw(try json.skip(token))
    guard !text.isEmpty else { return }
    switch id.form {
    case .structured: try addSplit(id, text, UInt8(ascii: ";"))
    case .list: try addSplit(id, text, UInt8(ascii: ","))
    case .unparsed: try add(id, escaped(text), form: .unparsed)
    case .text, .binary: try addForeignText(id, text)
    }
    let place = builder.properties.count - 1
    if id == .unknown { builder.properties[place].flags.insert(.foreign) }
    if id == .unknown || !builder.view(name).equals(id.spelling) {
      builder.properties[place].name = name
    }
  }

  private mutating func addForeignText(_ id: PropertyID, _ text: Slice) throws(JSONError) {
    let view = builder.view(text)
    if id.isMedia, let uri = DataURI(view), uri.isBase64, !uri.payload.isEmpty,
      uri.payload.isCleanBase64
    {
      let firstParameter = builder.parameters.count
      if !uri.mediaType.isEmpty {
        addParameter(.mediatype, text.piece(5..<5 + uri.mediaType.count))
      }
      return try add(
        id, text.piece(view.count - uri.payload.count..<view.count), form: .binary,
        firstParameter: firstParameter)
    }
    let isWords =
      (id.isURI && !view.isLikeURI) || (id.isDate && ContactDate.read(view) == nil)
    try add(id, text, form: .text, valueType: isWords ? .text : .unstated)
  }

  /// Adds a structure or list whose parts stand in one text.
  private mutating func addSplit(
    _ id: PropertyID, _ text: Slice, _ separator: UInt8
  ) throws(JSONError) {
    let firstPart = builder.parts.count
    var start = 0
    while true {
      let view = builder.view(text)
      let end = view.first(separator, from: start)
      builder.parts.append(text.piece(start..<end))
      guard end < view.count else { break }
      start = end + 1
    }
    try addParts(id, from: firstPart, form: id.form)
  }

  /// A text with those escapes that make it a value of unknown structure: backslashes and line
  /// breaks only, because commas and semicolons may be its structure.
  private mutating func escaped(_ text: Slice) -> Slice {
    let view = builder.view(text)
    let first = view.first(UInt8(ascii: "\\"), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard first < view.count else { return text }
    var buffer = ByteBuffer(capacity: view.count + 16)
    for index in 0..<view.count {
      switch view[index] {
      case UInt8(ascii: "\\"): buffer.append("\\\\")
      case UInt8(ascii: "\n"): buffer.append("\\n")
      case UInt8(ascii: "\r"):
        if index + 1 == view.count || view[index + 1] != UInt8(ascii: "\n") { buffer.append("\\n") }
      case let byte: buffer.append(byte)
      }
    }
    return builder.store(buffer.view)
  }
}
