import Cardmill

// RFC 6351, with three additions that other readers pass over, all in one namespace of ours: the
// components that RFC 9554 adds to N and ADR; a content line for what no element can hold, such as
// a name that XML does not allow. So nothing of the model is lost.

/// Writes xCard: an element for each contact.
struct XCardWriter: RecordWriter {
  func head(into output: inout ByteBuffer) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<vcards xmlns=\"")
    output.append(XMLSpace.xCardURI)
    output.append("\">\n")
  }

  func tail(into output: inout ByteBuffer) { output.append("</vcards>\n") }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    var card = XCardFormatter(batch.storage)
    for record in batch.storage.contacts {
      card.append(record, to: &output)
      output.endRecord()
    }
  }
}

/// Writes the contacts of one batch.
struct XCardFormatter: ~Copyable {
  private let storage: ContactBatch.Storage
  private var record: ContactRecord
  private var nextItem = 0
  private var scratch = ByteBuffer(capacity: 1024)
  private var isReplaced = false

  init(_ storage: ContactBatch.Storage) {
    self.storage = storage
    record = ContactRecord(
      firstProperty: 0, source: .none, fileOffset: 0, fileLength: 0, number: 0, line: 1)
  }

  mutating func append(_ contact: ContactRecord, to output: inout FormattedBlock) {
    record = contact
    nextItem = 0
    output.bytes.append("  <vcard>\n")
    let range = storage.properties(of: contact)
    if contact.kind != .empty, !range.contains(where: { storage.properties[$0].id == .fn }) {
      appendMissingName(&output.bytes)
    }
    var place = range.lowerBound
    while place < range.upperBound {
      let property = storage.properties[place]
      if property.group.isEmpty, !property.flags.contains(.labelled) || property.id == .adr {
        append(property, "    ", &output)
        place += 1
      } else {
        place = appendGroup(place, range.upperBound, &output)
      }
    }
    output.bytes.append("  </vcard>\n")
  }

  private mutating func appendMissingName(_ output: inout ByteBuffer) {
    scratch.removeAll()
    storage.appendDerivedName(of: record, to: &scratch)
    output.append(
      "    <fn><parameters><derived><boolean>true</boolean></derived></parameters><text>")
    XMLText.append(scratch.view, to: &output)
    output.append("</text></fn>\n")
  }

  // MARK: Groups

  /// Writes the properties of a group that follow each other; one with a label stands alone with
  /// it.
  ///
  /// - Returns: the place behind them.
  private mutating func appendGroup(_ first: Int, _ end: Int, _ output: inout FormattedBlock) -> Int
  {
    let property = storage.properties[first]
    output.bytes.append("    <group name=\"")
    if property.group.isEmpty {
      output.bytes.append("item")
      output.bytes.append(decimal: nextItemNumber())
    } else {
      if XMLText.appendAttribute(storage.view(property.group), to: &output.bytes) {
        noteReplaced(property, &output)
      }
    }
    output.bytes.append("\">\n")
    append(property, "      ", &output)
    var place = first + 1
    if property.flags.contains(.labelled), property.id != .adr,
      let label = storage.parameter(.label, of: property)
    {
      output.bytes.append("      <x-ablabel>")
      appendLabelPlace(property, &output.bytes)
      output.bytes.append("<unknown>")
      appendText(label, property, &output)
      output.bytes.append("</unknown></x-ablabel>\n")
    } else {
      while place < end {
        let next = storage.properties[place]
        let isSame =
          !next.group.isEmpty && storage.view(next.group).equals(storage.view(property.group))
        guard isSame, !next.flags.contains(.labelled) || next.id == .adr else { break }
        append(next, "      ", &output)
        place += 1
      }
    }
    output.bytes.append("    </group>\n")
    return place
  }

  /// The place of a label among the parameters, where it is not the last: that is where it is read.
  private func appendLabelPlace(_ property: PropertyRecord, _ output: inout ByteBuffer) {
    let range = storage.parameters(of: property)
    guard let place = range.first(where: { storage.parameters[$0].id == .label }),
      place < range.upperBound - 1
    else { return }
    output.append("<parameters><index><integer>")
    output.append(decimal: place - range.lowerBound + 1)
    output.append("</integer></index></parameters>")
  }

  /// A number for a group of ours that no group of the contact has.
  private mutating func nextItemNumber() -> Int {
    if nextItem == 0 {
      for place in storage.properties(of: record) where !storage.properties[place].group.isEmpty {
        let name = storage.view(storage.properties[place].group)
        if name.count > 4, name.startsIgnoringCase("ITEM"), let number = name.from(4).decimal {
          nextItem = max(nextItem, number)
        }
      }
    }
    nextItem += 1
    return nextItem
  }

  // MARK: Properties

  private mutating func append(
    _ property: PropertyRecord, _ indent: StaticString, _ output: inout FormattedBlock
  ) {
    output.bytes.append(indent)
    if property.id == .xml, appendFragment(property, &output.bytes) { return }
    guard let name = elementName(property) else { return appendLine(property, &output) }
    let start = output.bytes.count
    output.bytes.append(UInt8(ascii: "<"))
    name.append(to: &output.bytes)
    output.bytes.append(UInt8(ascii: ">"))
    guard appendParameters(property, &output), appendValue(property, &output) else {
      output.bytes.truncate(to: start)
      return appendLine(property, &output)
    }
    output.bytes.append("</")
    name.append(to: &output.bytes)
    output.bytes.append(">\n")
  }

  /// A name in lower case.
  private struct ElementName {
    var text: ByteView

    func append(to buffer: inout ByteBuffer) {
      for index in 0..<text.count { buffer.append(text[index].asciiLowercased) }
    }
  }

  /// The element of a property; nil when no element can have its name, or its value has no form in
  /// XML.
  private func elementName(_ property: PropertyRecord) -> ElementName? {
    if property.id == .agent || property.id == .xml { return nil }
    if property.form == .binary, !property.id.isMedia { return nil }
    if property.form == .structured,
      storage.componentCount(property) > TapeReader.maximalComponentCount
    {
      return nil
    }
    guard property.id == .unknown || property.flags.contains(.foreign) else {
      guard property.form == property.id.form || property.form == .binary else { return nil }
      return ElementName(text: property.id.spelling.view)
    }
    let name = storage.view(property.name)
    guard property.form == .unparsed, name.isElementName, PropertyID(name) == .unknown else {
      return nil
    }
    // Names that mean something else as an element.
    let isTaken =
      name.equalsIgnoringCase("GROUP") || name.equalsIgnoringCase("X-ABLABEL")
      || name.equalsIgnoringCase("X-ABADR") || name.equalsIgnoringCase("X-CUSTOM")
    return isTaken ? nil : ElementName(text: name)
  }

  /// What no element can hold: the property as a content line.
  private mutating func appendLine(_ property: PropertyRecord, _ output: inout FormattedBlock) {
    scratch.removeAll()
    var copy = property
    // The group stands around the line, and the label beside it.
    copy.group = .none
    ContentLineWriter().append(copy, of: storage, to: &scratch)
    output.bytes.append("<line xmlns=\"")
    output.bytes.append(XMLSpace.ownURI)
    output.bytes.append("\">")
    if XMLText.append(scratch.view, to: &output.bytes) { noteReplaced(property, &output) }
    output.bytes.append("</line>\n")
  }

  /// Writes the element that an XML property holds; false when it is none.
  private func appendFragment(_ property: PropertyRecord, _ output: inout ByteBuffer) -> Bool {
    guard property.form == .text, property.parameterCount == 0 else { return false }
    let text = storage.view(property.value)
    guard XMLFragment.isForeignElement(text) else { return false }
    output.append(text)
    output.append("\n")
    return true
  }

  private mutating func appendText(
    _ text: ByteView, _ property: PropertyRecord, _ output: inout FormattedBlock
  ) {
    if XMLText.append(text, to: &output.bytes) { noteReplaced(property, &output) }
  }

  private func noteReplaced(_ property: PropertyRecord, _ output: inout FormattedBlock) {
    output.losses.append(
      Loss(
        "charset-replaced", path: property.id.path, original: property.text(in: storage),
        isRecoverable: false,
        record: record.number, line: record.line))
  }
}

// MARK: Parameters

extension XCardFormatter {
  /// Writes the parameters; false when a name is none that an element can have.
  private mutating func appendParameters(_ property: PropertyRecord, _ output: inout FormattedBlock)
    -> Bool
  {
    let labelID: ParameterID = property.id == .adr ? .unknown : .label
    let keepsMediaType = property.form != .binary
    var isOpen = false
    let range = storage.parameters(of: property)
    var place = range.lowerBound
    while place < range.upperBound {
      let parameter = storage.parameters[place]
      if parameter.id == labelID, labelID != .unknown, property.flags.contains(.labelled) {
        place += 1
        continue
      }
      if parameter.id == .mediatype, !keepsMediaType {
        place += 1
        continue
      }
      let name =
        parameter.id == .unknown ? storage.view(parameter.name) : parameter.id.spelling.view
      guard name.isElementName else { return false }
      if !isOpen { output.bytes.append("<parameters>") }
      isOpen = true
      let element = ElementName(text: name)
      output.bytes.append(UInt8(ascii: "<"))
      element.append(to: &output.bytes)
      output.bytes.append(UInt8(ascii: ">"))
      // The values of one parameter that follow each other stand in one element.
      repeat {
        appendParameterValue(storage.parameters[place], property, &output)
        place += 1
      } while place < range.upperBound && parameter.id != .unknown
        && storage.parameters[place].id == parameter.id
      output.bytes.append("</")
      element.append(to: &output.bytes)
      output.bytes.append(UInt8(ascii: ">"))
    }
    if isStatedBeside(property) {
      if !isOpen { output.bytes.append("<parameters>") }
      isOpen = true
      output.bytes.append("<value><text>")
      output.bytes.append(property.valueType.spelling)
      output.bytes.append("</text></value>")
    }
    if isOpen { output.bytes.append("</parameters>") }
    return true
  }

  private mutating func appendParameterValue(
    _ parameter: ParameterRecord, _ property: PropertyRecord, _ output: inout FormattedBlock
  ) {
    let type = parameter.id.elementType
    output.bytes.append(UInt8(ascii: "<"))
    output.bytes.append(type)
    output.bytes.append(UInt8(ascii: ">"))
    if parameter.word != .unknown {
      output.bytes.append(parameter.word.spelling)
    } else {
      appendText(storage.view(parameter.value), property, &output)
    }
    output.bytes.append("</")
    output.bytes.append(type)
    output.bytes.append(UInt8(ascii: ">"))
  }

  /// Whether the type of a foreign value stands as a parameter, because the value keeps its
  /// escapes.
  private func isStatedBeside(_ property: PropertyRecord) -> Bool {
    property.form == .unparsed && property.valueType == .text && !hasPlainText(property)
  }

  /// Whether a foreign text is the same after its escapes were removed and made again, comma by
  /// comma.
  private func hasPlainText(_ property: PropertyRecord) -> Bool {
    let text = storage.view(property.value)
    guard text.firstTextEscape() < text.count else { return true }
    var decoded = ByteBuffer(capacity: text.count)
    var again = ByteBuffer(capacity: text.count + 16)
    for (index, part) in text.partsAtCommas.enumerated() {
      if index > 0 { again.append(UInt8(ascii: ",")) }
      decoded.removeAll()
      TextEscapes.decode(part, into: &decoded)
      TextEscapes.encode(decoded.view, into: &again)
    }
    return again.view.equals(text)
  }
}

// MARK: Values

extension XCardFormatter {
  private mutating func appendValue(_ property: PropertyRecord, _ output: inout FormattedBlock)
    -> Bool
  {
    switch property.form {
    case .binary:
      output.bytes.append("<uri>data:")
      if let type = storage.parameter(.mediatype, of: property) {
        appendText(type, property, &output)
      }
      output.bytes.append(";base64,")
      appendText(storage.view(property.value), property, &output)
      output.bytes.append("</uri>")
    case .text: appendElement(textType(property), storage.view(property.value), property, &output)
    case .unparsed: appendUnparsed(property, &output)
    case .list:
      for place in storage.parts(of: property) {
        appendElement("text", storage.view(storage.parts[place]), property, &output)
      }
    case .structured: return appendComponents(property, &output)
    }
    return true
  }

  private mutating func appendElement(
    _ name: StaticString, _ text: ByteView, _ property: PropertyRecord,
    _ output: inout FormattedBlock
  ) {
    output.bytes.append(UInt8(ascii: "<"))
    output.bytes.append(name)
    guard !text.isEmpty else { return output.bytes.append("/>") }
    output.bytes.append(UInt8(ascii: ">"))
    appendText(text, property, &output)
    output.bytes.append("</")
    output.bytes.append(name)
    output.bytes.append(UInt8(ascii: ">"))
  }

  /// The element that a text's type has.
  private func textType(_ property: PropertyRecord) -> StaticString {
    let text = storage.view(property.value)
    switch property.valueType {
    case .unstated: break
    case .vcard, .unknown: return "text"
    case .dateAndOrTime where property.id.isDate: break
    default: return property.valueType.spelling
    }
    switch property.id {
    case .uid: return text.looksLikeURI ? "uri" : "text"
    case _ where property.id.isDate:
      guard let reading = ContactDate.read(text) else {
        return text.isEmpty || text[0] != UInt8(ascii: "T") ? "text" : "time"
      }
      return reading.timeStart < text.count ? "date-time" : "date"
    case .tel: return text.startsIgnoringCase("TEL:") ? "uri" : "text"
    default: return property.id.usualType.spelling
    }
  }

  private mutating func appendUnparsed(_ property: PropertyRecord, _ output: inout FormattedBlock) {
    let text = storage.view(property.value)
    switch property.valueType {
    case .text where hasPlainText(property):
      for part in text.partsAtCommas {
        scratch.removeAll()
        TextEscapes.decode(part, into: &scratch)
        output.bytes.append("<text>")
        if XMLText.append(scratch.view, to: &output.bytes) { noteReplaced(property, &output) }
        output.bytes.append("</text>")
      }
    case .text, .unstated, .unknown, .vcard: appendElement("unknown", text, property, &output)
    case let type: appendElement(type.spelling, text, property, &output)
    }
  }

  private static let nameElements: [StaticString] = [
    "surname", "given", "additional", "prefix", "suffix",
  ]
  private static let addressElements: [StaticString] = [
    "pobox", "ext", "street", "locality", "region", "code", "country",
  ]

  private mutating func appendComponents(_ property: PropertyRecord, _ output: inout FormattedBlock)
    -> Bool
  {
    let elements: [StaticString]
    switch property.id {
    case .n: elements = Self.nameElements
    case .adr: elements = Self.addressElements
    case .gender: elements = ["sex", "identity"]
    case .clientpidmap: elements = ["sourceid", "uri"]
    case .org:
      // A unit is not a list: each part is a component.
      for place in storage.parts(of: property) {
        guard !storage.parts[place].continuesComponent else { return false }
        appendElement("text", storage.view(storage.parts[place]), property, &output)
      }
      return true
    default: return false
    }
    var number = -1
    let parts = storage.parts(of: property)
    for place in parts {
      let part = storage.parts[place]
      if !part.continuesComponent { number += 1 }
      if number < elements.count {
        appendElement(elements[max(number, 0)], storage.view(part), property, &output)
      } else if !part.isEmpty || part.continuesComponent || place == parts.upperBound - 1 {
        output.bytes.append("<component xmlns=\"")
        output.bytes.append(XMLSpace.ownURI)
        output.bytes.append("\" index=\"")
        output.bytes.append(decimal: number)
        output.bytes.append("\">")
        appendText(storage.view(part), property, &output)
        output.bytes.append("</component>")
      }
    }
    // RFC 6351: a name and an address have all of their elements; a gender need not have an
    // identity.
    if property.id == .n || property.id == .adr {
      let count = number + 1
      defer {
        if count < elements.count {
          // How many there really are.
          output.bytes.append("<components xmlns=\"")
          output.bytes.append(XMLSpace.ownURI)
          output.bytes.append("\">")
          output.bytes.append(decimal: count)
          output.bytes.append("</components>")
        }
      }
      while number + 1 < elements.count {
        number += 1
        appendElement(elements[number], .empty, property, &output)
      }
    }
    return true
  }
}

extension ParameterID {
  /// The type of the parameter's values in xCard (RFC 6351, 5).
  var elementType: StaticString {
    switch self {
    case .language: "language-tag"
    case .pref, .index: "integer"
    case .geo, .author: "uri"
    case .created: "timestamp"
    case .derived: "boolean"
    case .unknown: "unknown"
    default: "text"
    }
  }
}

extension ByteView {
  /// Whether an element can have the name, and reading it gives the name back but for its case.
  var isElementName: Bool {
    guard count > 0, self[0].isLetter else { return false }
    for index in 0..<count {
      let byte = self[index]
      guard
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: ".")
      else { return false }
    }
    return true
  }

  /// The parts between commas without a backslash before them.
  var partsAtCommas: [ByteView] {
    var parts: [ByteView] = []
    var start = 0
    var at = 0
    while at < count {
      if self[at] == UInt8(ascii: "\\") {
        at += 2
        continue
      }
      if self[at] == UInt8(ascii: ",") {
        parts.append(self[start..<at])
        start = at + 1
      }
      at += 1
    }
    parts.append(from(start))
    return parts
  }
}

extension PropertyRecord {
  /// The value as one readable text.
  func text(in storage: ContactBatch.Storage) -> String { Property(storage, self).value.text }
}
