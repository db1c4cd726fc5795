import CCardmillScan

// The equivalent form of a contact: what it says, without order and spelling. PRODID and REV speak
// of the file, not of the person, and are left out; so are a full name that was made from the other
// fields, default types, groups that only number labels, and the difference between a preference of
// 1 and any other best one.

extension Contact {
  /// A versioned SHA-256 of the equivalent form, as hexadecimal digits behind `1:`; the same from
  /// any version of vCard.
  ///
  /// - Complexity: O(*n* log *n*) in the number of properties.
  public var fingerprint: String {
    var buffer = ByteBuffer(capacity: 1024)
    for line in equivalentForm {
      buffer.append(line)
      buffer.append(UInt8(ascii: "\n"))
    }
    var hex = ByteBuffer(capacity: 80)
    hex.append("1:")
    hex.append(hexadecimal: SHA256.digest(of: buffer.view))
    return hex.view.string
  }

  /// Whether two contacts say the same, in any order and spelling.
  public func isEquivalent(to other: Contact) -> Bool { equivalentForm == other.equivalentForm }

  /// A UUID (version 5, RFC 9562) made of the fingerprint: the same contact always gets the same
  /// one.
  public var madeUID: String {
    // The namespace is Cardmill's own, itself a UUID made once.
    let namespace: [UInt8] = [
      0x4F, 0x1C, 0x8B, 0x52, 0x6D, 0x0E, 0x5A, 0x37, 0x9B, 0x61, 0x2E, 0x70, 0xC4, 0xA9, 0x13,
      0xD8,
    ]
    let bytes = namespace + Array(fingerprint.utf8)
    var digest = [UInt8](repeating: 0, count: 20)
    bytes.withView { view in
      unsafe digest.withUnsafeMutableBufferPointer { output in
        if let base = output.baseAddress { unsafe cardmill_sha1(view.base, view.count, base) }
      }
    }
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    var hex = ByteBuffer(capacity: 64)
    hex.append(hexadecimal: Array(digest[0..<16]))
    let text = hex.view.string
    var parts: [Substring] = []
    var rest = text[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }

  /// One line a property, sorted.
  private var equivalentForm: [[UInt8]] {
    let record = record
    var derived = ByteBuffer(capacity: 128)
    storage.appendDerivedName(of: record, to: &derived)
    var lines: [[UInt8]] = []
    for property in propertyRecords {
      switch property.id {
      case .prodid, .rev: continue
      case .fn where storage.view(property.value).equals(derived.view): continue
      case .kind where storage.view(property.value).equalsIgnoringCase("INDIVIDUAL"): continue
      default: lines.append(equivalentLine(property))
      }
    }
    return lines.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func equivalentLine(_ property: PropertyRecord) -> [UInt8] {
    var buffer = ByteBuffer(capacity: 256)
    let group = storage.view(property.group)
    if !group.isLabelGroup {
      buffer.append(group.string.lowercased())
      buffer.append(UInt8(ascii: "."))
    }
    buffer.append(
      property.id == .unknown ? storage.view(property.name).string.uppercased() : property.id.text)
    appendEquivalentParameters(property, &buffer)
    buffer.append(UInt8(ascii: ":"))
    switch property.id {
    case .tel:
      let number = TelephoneNumber(storage.view(property.value))
      buffer.append(number.number)
      if let ext = number.ext {
        buffer.append(";ext=")
        buffer.append(ext)
      }
    case .uid: buffer.append(GroupTable.key(storage.view(property.value)))
    default: appendEquivalentValue(property, &buffer)
    }
    return buffer.bytes
  }

  private func appendEquivalentParameters(_ property: PropertyRecord, _ buffer: inout ByteBuffer) {
    var typing = storage.typing(of: property)
    if property.id == .tel { typing.words.remove(.voice) }
    for type in typing.typeList {
      buffer.append(";")
      buffer.append(type)
    }
    if let label = typing.label {
      buffer.append(";LABEL=")
      ContentLineWriter.appendParameterValue(label, to: &buffer)
    }
    if typing.preference != nil,
      typing.preference == storage.bestPreference(of: property.id, in: record)
    {
      buffer.append(";PREF")
    }
    var others: [[UInt8]] = []
    for place in storage.parameters(of: property) {
      let parameter = storage.parameters[place]
      let isLabel = parameter.id == .userLabel || (parameter.id == .label && property.id != .adr)
      if parameter.id == .type || parameter.id == .pref || isLabel || parameter.id == .mediatype {
        continue
      }
      var line = ByteBuffer(capacity: 64)
      line.append(";")
      line.append(
        parameter.id == .unknown
          ? storage.view(parameter.name).string.uppercased() : parameter.id.text)
      line.append("=")
      ContentLineWriter.appendParameterValue(storage.view(parameter.value), to: &line)
      others.append(line.bytes)
    }
    for line in others.sorted(by: { $0.lexicographicallyPrecedes($1) }) { buffer.append(line) }
  }

  private func appendEquivalentValue(_ property: PropertyRecord, _ buffer: inout ByteBuffer) {
    switch property.form {
    case .text, .unparsed, .binary:
      ContentLineWriter().appendValue(property, of: storage, to: &buffer)
    case .list:
      for part in storage.parts(of: property).map({ storage.view(storage.parts[$0]).string })
        .sorted()
      {
        buffer.append(part)
        buffer.append(UInt8(ascii: "\u{0}"))
      }
    case .structured:
      let start = buffer.count
      ContentLineWriter.appendComponents(property, of: storage, to: &buffer)
      // Empty components at the end say nothing.
      while buffer.count > start, buffer[buffer.count - 1] == UInt8(ascii: ";") {
        buffer.truncate(to: buffer.count - 1)
      }
    }
  }
}

extension ContactBatch {
  /// A batch of one contact.
  package init(_ contact: Contact) {
    let whole = contact.detached()
    self.init(storage: whole.storage)
  }

  private init(storage: Storage) { self.storage = storage }
}
