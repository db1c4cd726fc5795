/// Writes a property as one unfolded content line in the neutral vocabulary: vCard 4.0 (RFC 6350,
/// 3.3) with the user's label as the parameter `LABEL` (`X-ABLABEL` for an address).
///
/// This is the text form of the model: our own CSV keeps whole contacts in it, and
/// `ContentLineReader` gives back an equal property.
package struct ContentLineWriter {
  // The tables are held here: a global one is looked up at each use.
  private let propertyNames = PropertyID.spellings

  package init() {}

  /// Appends the line without a line break.
  package func append(
    _ property: PropertyRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    appendHeader(property, of: storage, to: &buffer)
    if property.form == .binary, !property.id.isMedia {
      // No URI in a name that the reader does not know: it keeps the value as it stands.
      return buffer.append(storage.view(property.value))
    }
    appendValue(property, of: storage, to: &buffer)
  }

  /// Appends group, name and parameters, and the colon.
  package func appendHeader(
    _ property: PropertyRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    if !property.group.isEmpty {
      buffer.append(storage.view(property.group))
      buffer.append(UInt8(ascii: "."))
    }
    if property.name.isEmpty {
      buffer.append(propertyNames[Int(property.id.rawValue)].view)
    } else {
      Self.appendName(of: property, in: storage, to: &buffer)
    }
    if property.parameterCount > 0 {
      Self.appendParameters(
        property, of: storage, to: &buffer,
        keepsMediaType: property.form == .binary && !storage.hasMediaTypeLast(property)
      ) { _ in true }
    }
    if property.form == .binary, !property.id.isMedia {
      buffer.append(";ENCODING=b")
    } else if property.valueType != .unstated {
      buffer.append(";VALUE=")
      buffer.append(property.valueType.spelling)
    }
    buffer.append(UInt8(ascii: ":"))
  }

  /// Appends the name that a property has of its own.
  ///
  /// One that no content line can hold, such as a heading with a dot or a colon, or that means
  /// something else there, such as the column `Language`, stands in a parameter of the name
  /// `X-CARDMILL-FIELD`, and readers take it from there.
  package static func appendName(
    of property: PropertyRecord, in storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    let name = storage.view(property.name)
    let isTaken = property.id == .unknown && PropertyID(name) != .unknown
    if !isTaken, name.isContentLineName(hasGroup: !property.group.isEmpty) {
      return buffer.append(name)
    }
    buffer.append("X-CARDMILL-FIELD;X-NAME=")
    appendParameterValue(name, to: &buffer)
  }

  /// Appends `;NAME=value,value` for each parameter that `isWanted`; the values of one name that
  /// follow each other stand in one list if the parameter has lists.
  ///
  /// The media type of binary data is left to the value's `data:` URI unless `keepsMediaType` is
  /// true.
  package static func appendParameters(
    _ property: PropertyRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer,
    keepsMediaType: Bool = false, isWanted: (ParameterRecord) -> Bool
  ) {
    var last = ParameterID.unknown
    for place in storage.parameters(of: property) {
      let parameter = storage.parameters[place]
      guard isWanted(parameter) else { continue }
      if property.form == .binary, parameter.id == .mediatype, !keepsMediaType { continue }
      if parameter.id == last, parameter.id.isList {
        buffer.append(UInt8(ascii: ","))
      } else {
        buffer.append(UInt8(ascii: ";"))
        buffer.append(
          parameter.id == .unknown ? storage.view(parameter.name) : parameter.id.spelling.view)
        buffer.append(UInt8(ascii: "="))
      }
      last = parameter.id
      if parameter.word != .unknown {
        buffer.append(parameter.word.spelling)
      } else {
        appendParameterValue(storage.view(parameter.value), to: &buffer)
      }
    }
  }

  /// Appends a parameter value, in double quotes where needed, with the escapes of RFC 6868 (`^n`,
  /// `^^`, `^'`).
  package static func appendParameterValue(_ value: ByteView, to buffer: inout ByteBuffer) {
    if value.isShortWord { return buffer.append(value) }
    // A control character other than a line break is written as it stands.
    let needsEscapes =
      value.firstSpecial() < value.count || value.first(UInt8(ascii: "^")) < value.count
    let needsQuotes =
      value.isEmpty
      || value.first(UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ",")) < value.count
    if needsQuotes || needsEscapes { buffer.append(UInt8(ascii: "\"")) }
    if needsEscapes {
      for index in 0..<value.count {
        switch value[index] {
        case UInt8(ascii: "^"): buffer.append("^^")
        case UInt8(ascii: "\""): buffer.append("^'")
        case UInt8(ascii: "\n"): buffer.append("^n")
        case UInt8(ascii: "\r"):
          if index + 1 >= value.count || value[index + 1] != UInt8(ascii: "\n") {
            buffer.append("^n")
          }
        case UInt8(ascii: "\\"):
          // Readers decode \n in LABEL (RFC 6350, 6.3.1), so a backslash is doubled.
          buffer.append("\\\\")
        case let byte: buffer.append(byte)
        }
      }
    } else {
      buffer.append(value)
    }
    if needsQuotes || needsEscapes { buffer.append(UInt8(ascii: "\"")) }
  }

  /// Appends a parameter value that always stands in double quotes.
  package static func appendQuotedParameterValue(_ value: ByteView, to buffer: inout ByteBuffer) {
    let start = buffer.count
    appendParameterValue(value, to: &buffer)
    if buffer[start] == UInt8(ascii: "\"") { return }
    let plain = buffer.view.from(start).array
    buffer.truncate(to: start)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(plain)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Appends the value with its escapes.
  package func appendValue(
    _ property: PropertyRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    if property.flags.contains(.plain) { return buffer.append(storage.plainValue(of: property)) }
    switch property.form {
    case .text:
      if property.isURIValue {
        Self.appendURI(storage.view(property.value), to: &buffer)
      } else {
        TextEscapes.encode(storage.view(property.value), into: &buffer)
      }
    case .unparsed: Self.appendUnparsed(storage.view(property.value), to: &buffer)
    case .binary:
      buffer.append("data:")
      if let type = storage.parameter(.mediatype, of: property) { buffer.append(type) }
      buffer.append(";base64,")
      buffer.append(storage.view(property.value))
    case .list: Self.appendList(property, of: storage, to: &buffer)
    case .structured: Self.appendComponents(property, of: storage, to: &buffer)
    }
  }

  /// Appends a URI: only what would break the line or be read as an escape is escaped.
  package static func appendURI(_ value: ByteView, to buffer: inout ByteBuffer) {
    var start = 0
    while true {
      let end = value.first(UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\\"), from: start)
      buffer.append(value[start..<end])
      guard end < value.count else { return }
      switch value[end] {
      case UInt8(ascii: "\n"): buffer.append("\\n")
      case UInt8(ascii: "\r"): buffer.append("\\r")
      default: buffer.append("\\\\")
      }
      start = end + 1
    }
  }

  /// Appends a value that still has its escapes.
  package static func appendUnparsed(_ value: ByteView, to buffer: inout ByteBuffer) {
    var start = 0
    while start < value.count {
      let end = value.lineBreak(from: start)
      buffer.append(value[start..<end])
      guard end < value.count else { return }
      buffer.append(value[end] == UInt8(ascii: "\n") ? "\\n" : "\\r")
      start = end + 1
    }
  }

  package static func appendList(
    _ property: PropertyRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    var isFirst = true
    for place in storage.parts(of: property) {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      TextEscapes.encode(storage.view(storage.parts[place]), into: &buffer)
    }
  }

  package static func appendComponents(
    _ property: PropertyRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    var isFirst = true
    for place in storage.parts(of: property) {
      let part = storage.parts[place]
      if !isFirst { buffer.append(UInt8(ascii: part.continuesComponent ? "," : ";")) }
      isFirst = false
      if !part.isEmpty { TextEscapes.encode(storage.view(part), into: &buffer) }
    }
  }
}

extension PropertyRecord {
  /// Whether the value is a URI, in which backslashes and commas are no escapes.
  @inline(__always)
  package var isURIValue: Bool {
    valueType == .uri || (valueType == .unstated && id.isURI)
  }
}

extension ContactBatch.Storage {
  /// Whether the only media type is the last parameter, where the reader puts the one of a `data:`
  /// URI.
  package func hasMediaTypeLast(_ property: PropertyRecord) -> Bool {
    let places = parameters(of: property)
    return property.id.isMedia && places.first { parameters[$0].id == .mediatype } == places.last
  }
}

extension ByteView {
  /// Whether it is a short word that needs neither quotes nor escapes.
  @inline(__always)
  fileprivate var isShortWord: Bool {
    guard count > 0, count <= 16 else { return false }
    for index in 0..<count {
      guard self[index] >= UInt8(ascii: "0"), self[index] != UInt8(ascii: ":"),
        self[index] != UInt8(ascii: ";"), self[index] != UInt8(ascii: "\\"),
        self[index] != UInt8(ascii: "^"), self[index] != 0x7F
      else { return false }
    }
    return true
  }

  /// Whether a name can stand at the start of a line as it is.
  func isContentLineName(hasGroup: Bool) -> Bool {
    guard count > 0, !self[0].isBlank, !self[count - 1].isBlank else { return false }
    for index in 0..<count {
      switch self[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"), 0x0A, 0x0D: return false
      case UInt8(ascii: ".") where !hasGroup: return false
      default: break
      }
    }
    // From other formats these would begin or end a card, or change its version.
    return !equalsIgnoringCase("BEGIN") && !equalsIgnoringCase("END")
      && !equalsIgnoringCase("VERSION")
  }
}
