import Cardmill

/// Writes cards of one version, or each card in its own.
///
/// Lines end in CR LF and are folded at 75 octets, never inside a character or an escape.
/// Properties keep their order; in 3.0 and 2.1 PRODID, UID, N and FN come first, and the N and FN
/// that they demand are made. What a version has no word for is written in the form that programs
/// use for it, so that reading it gives it back: the user's labels as `itemN.X-ABLabel`, 4.0's
/// properties in 3.0 with X-.
struct VCardWriter: RecordWriter {
  /// 21, 30 or 40; nil keeps each card's own.
  let version: UInt8?
  let rewrites: Bool

  init(_ request: WriteRequest) throws {
    switch request.format {
    case "vcard": version = nil
    case "vcard:2.1": version = 21
    case "vcard:3.0": version = 30
    case "vcard:4.0": version = 40
    default:
      throw SourceError(.usage, Diagnostic(.usage, "\(request.format) is no version of vCard"))
    }
    switch request.options["rewrite"] ?? "false" {
    case "true": rewrites = true
    case "false": rewrites = false
    case let value:
      throw SourceError(
        .usage, Diagnostic(.usage, "the option rewrite is true or false, not \(value)"))
    }
  }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    let storage = batch.storage
    let isVCard = storage.format.family == "vcard"
    var card = CardFormatter(storage: storage)
    for record in storage.contacts {
      let own: UInt8 = isVCard && record.version != 0 ? record.version : 30
      let target = version ?? own
      if !rewrites, isVCard, target == record.version, !record.isRepaired, storage.isFaithful {
        let bytes = storage.view(record.source)
        if bytes.hasOnlyCRLF {
          output.bytes.append(bytes)
          output.endRecord()
          continue
        }
      }
      card.write(record, version: target, to: &output)
      output.endRecord()
    }
  }
}

extension ByteView {
  /// Whether each line break is CR LF and the last line has one.
  fileprivate var hasOnlyCRLF: Bool {
    guard count > 2, self[count - 1] == 0x0A, self[count - 2] == 0x0D else { return false }
    let feeds = countOf(0x0A)
    return countOf(0x0D) == feeds && lineBreaks == feeds && countOf(0) == 0
  }
}

/// Writes the cards of one batch.
struct CardFormatter: ~Copyable {
  let storage: ContactBatch.Storage
  var version: UInt8 = 30
  var record: ContactRecord
  /// How deep in an AGENT the card stands.
  var depth = 0
  /// The place of the property being written.
  var place = 0
  /// The group that the property being written needs for its label; set by `group(for:)`.
  private var madeGroups = 0
  private var nextItem = 0
  /// The numbers that are best among the preferences of each property name, as the card is written.
  private var best: [UInt16: Int] = [:]
  private var scratch = ByteBuffer(capacity: 1024)
  /// Cards that AGENT properties hold, to be written behind this one (4.0).
  private var agents: [ContactBatch] = []

  init(storage: ContactBatch.Storage) {
    self.storage = storage
    record = ContactRecord(
      firstProperty: 0, source: .none, fileOffset: 0, fileLength: 0, number: 0, line: 1)
  }

  mutating func write(_ contact: ContactRecord, version: UInt8, to output: inout FormattedBlock) {
    record = contact
    self.version = version
    nextItem = 0
    best.removeAll(keepingCapacity: true)
    output.bytes.append("BEGIN:VCARD\r\n")
    output.bytes.append(
      version == 40 ? "VERSION:4.0\r\n" : version == 21 ? "VERSION:2.1\r\n" : "VERSION:3.0\r\n")
    if version == 40 {
      // The order of properties is part of a contact: 4.0 keeps it whole.
      writeMissingNames(&output)
      for place in storage.properties(of: contact) { writeProperty(at: place, &output) }
    } else {
      // Programs of the time look for these first.
      for id in [PropertyID.prodid, .uid, .n, .fn] {
        if id == .n { writeMissingNames(&output) }
        for place in storage.properties(of: contact) where storage.properties[place].id == id {
          writeProperty(at: place, &output)
        }
      }
      for place in storage.properties(of: contact) {
        switch storage.properties[place].id {
        case .prodid, .uid, .n, .fn: continue
        default: writeProperty(at: place, &output)
        }
      }
    }
    output.bytes.append("END:VCARD\r\n")
    guard !agents.isEmpty else { return }
    let waiting = agents
    agents.removeAll()
    for batch in waiting {
      var inner = CardFormatter(storage: batch.storage)
      inner.write(batch.storage.contacts[0], version: version, to: &output)
      output.added += 1
    }
  }

  /// RFC 2426, 3.1.1 and 3.1.2 demand N and FN, RFC 6350, 6.2.1 demands FN.
  private mutating func writeMissingNames(_ output: inout FormattedBlock) {
    var hasName = false
    var hasFullName = false
    for place in storage.properties(of: record) {
      if storage.properties[place].id == .n { hasName = true }
      if storage.properties[place].id == .fn { hasFullName = true }
    }
    if !hasName, version != 40 { output.bytes.append("N:;;;;\r\n") }
    guard !hasFullName else { return }
    scratch.removeAll()
    storage.appendDerivedName(of: record, to: &scratch)
    let start = output.bytes.count
    if version == 21 {
      writeText21("FN", scratch.view, &output.bytes)
      return
    }
    output.bytes.append(version == 40 ? "FN;DERIVED=TRUE:" : "FN:")
    scratch.withView { TextEscapes.encode($0, into: &output.bytes) }
    finishLine(from: start, &output.bytes)
  }

  private func writeText21(_ name: StaticString, _ text: ByteView, _ output: inout ByteBuffer) {
    output.append(name)
    QuotedPrintable.append(text, to: &output)
  }

  // MARK: Properties

  private mutating func writeProperty(at place: Int, _ output: inout FormattedBlock) {
    self.place = place
    let property = storage.properties[place]
    switch property.id {
    case .agent:
      writeAgent(property, &output)
      return
    case .adr where version != 40:
      writeOldAddress(property, &output)
      return
    case .kind where version != 40 && storage.view(property.value).equalsIgnoringCase("ORG"):
      output.bytes.append("X-ABShowAs:COMPANY\r\n")
      return
    default: break
    }
    let start = output.bytes.count
    let group = makeGroup(for: property)
    appendGroup(property, group, &output.bytes)
    appendName(property, &output.bytes)
    appendParameters(property, &output)
    appendValue(property, start, &output)
    appendGroupLines(property, group, &output.bytes)
    if property.id == .n, version != 40 { appendSortString(property, &output.bytes) }
  }

  /// The number of an `itemN` group that the property needs for its label or country, or nil; 0
  /// means its own group.
  private mutating func makeGroup(for property: PropertyRecord) -> Int? {
    let needsGroup =
      property.flags.contains(.labelled)
      || (version != 40 && property.id == .adr && storage.parameter(.cc, of: property) != nil)
      || (version != 40 && property.id == .related && property.valueType == .text)
    guard needsGroup else { return nil }
    if !property.group.isEmpty { return 0 }
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

  private func appendGroup(_ property: PropertyRecord, _ made: Int?, _ output: inout ByteBuffer) {
    if let made, made > 0 {
      output.append("item")
      output.append(decimal: made)
    } else if !property.group.isEmpty {
      output.append(storage.view(property.group))
    } else {
      return
    }
    output.append(UInt8(ascii: "."))
  }

  private func appendName(_ property: PropertyRecord, _ output: inout ByteBuffer) {
    if property.id == .unknown {
      ContentLineWriter.appendName(of: property, in: storage, to: &output)
      return
    }
    switch version {
    case 40: output.append(property.id.spelling)
    default:
      output.append(
        property.id.oldSpelling(
          version, isText: property.valueType == .text, value: firstValue(property)))
    }
  }

  private func firstValue(_ property: PropertyRecord) -> ByteView {
    property.form == .text ? storage.view(property.value) : .empty
  }

  // MARK: Parameters

  private mutating func appendParameters(_ property: PropertyRecord, _ output: inout FormattedBlock)
  {
    if property.parameterCount > 0 {
      if version == 40 {
        let labelID: ParameterID = property.id == .adr ? .userLabel : .label
        ContentLineWriter.appendParameters(
          property, of: storage, to: &output.bytes,
          keepsMediaType: property.form == .binary && !storage.hasMediaTypeLast(property)
        ) { $0.id != labelID }
      } else {
        appendOldParameters(property, &output)
      }
    }
    appendValueType(property, &output.bytes)
  }

  private func appendValueType(_ property: PropertyRecord, _ output: inout ByteBuffer) {
    if property.form == .binary {
      if property.id == .unknown, version == 40 { output.append(";VALUE=uri") }
      if version != 40 {
        output.append(version == 30 ? ";ENCODING=b" : ";ENCODING=BASE64")
        if let type = storage.parameter(.mediatype, of: property) {
          output.append(";TYPE=")
          output.appendMediaWord(type)
        }
      }
      return
    }
    if version != 40 {
      switch property.id {
      case .tel, .geo, .related: return
      case .photo where isLink(property), .logo where isLink(property),
        .sound where isLink(property),
        .key where isLink(property):
        output.append(version == 21 ? ";VALUE=URL" : ";VALUE=uri")
        return
      default: break
      }
      if property.id.isDate, property.valueType == .unstated,
        let date = ContactDate.read(storage.view(property.value))?.date,
        date.year == nil, date.month != nil, date.day != nil
      {
        output.append(";X-APPLE-OMIT-YEAR=1604")
        return
      }
    }
    if property.valueType != .unstated {
      output.append(";VALUE=")
      output.append(property.valueType.spelling)
    }
  }

  private func isLink(_ property: PropertyRecord) -> Bool {
    property.form == .text && property.valueType == .unstated
  }

  /// Parameters of 2.1 and 3.0: types in upper case, a preference as a type, no label, no country.
  private mutating func appendOldParameters(
    _ property: PropertyRecord, _ output: inout FormattedBlock
  ) {
    let labelID: ParameterID = property.id == .adr ? .userLabel : .label
    var typeCount = 0
    func appendType(_ word: ByteView, _ buffer: inout ByteBuffer) {
      if version == 21 {
        buffer.append(UInt8(ascii: ";"))
      } else if typeCount == 0 {
        buffer.append(";TYPE=")
      } else {
        buffer.append(UInt8(ascii: ","))
      }
      typeCount += 1
      if word.isPlainWord {
        for index in 0..<word.count { buffer.append(word[index].asciiUppercased) }
      } else {
        ContentLineWriter.appendParameterValue(word, to: &buffer)
      }
    }
    if property.id == .email, property.form == .text {
      appendType(("INTERNET" as StaticString).view, &output.bytes)
    }
    if property.id == .socialprofile, let service = storage.parameter(.serviceType, of: property) {
      output.bytes.append(";type=")
      ContentLineWriter.appendParameterValue(service, to: &output.bytes)
      typeCount = version == 21 ? 0 : 1
    }
    let range = storage.parameters(of: property)
    for place in range where storage.parameters[place].id == .type {
      let parameter = storage.parameters[place]
      if property.id == .related, property.valueType == .text,
        labelSays(parameter.word, of: property)
      {
        continue
      }
      if parameter.word == .unknown {
        // A word of the user's keeps its spelling.
        output.bytes.append(version == 21 || typeCount == 0 ? ";TYPE=" : ",")
        typeCount += 1
        ContentLineWriter.appendParameterValue(storage.view(parameter.value), to: &output.bytes)
      } else {
        appendType(parameter.word.spelling.view, &output.bytes)
      }
    }
    for place in range where storage.parameters[place].id == .pref {
      let number = storage.view(storage.parameters[place].value)
      if (number.decimal ?? 1) <= bestPreference(property.id) {
        appendType(("PREF" as StaticString).view, &output.bytes)
      } else {
        output.losses.append(
          Loss(
            "pref-reduced", path: property.id.path, original: number.string, isRecoverable: false,
            record: record.number,
            line: record.line))
      }
    }
    for place in range {
      let parameter = storage.parameters[place]
      switch parameter.id {
      case .type, .pref, labelID, .cc: continue
      case .label where property.id == .adr: continue
      case .sortAs where property.id == .n: continue
      case .mediatype where property.form == .binary: continue
      case .serviceType where property.id == .socialprofile: continue
      default: break
      }
      output.bytes.append(UInt8(ascii: ";"))
      switch (parameter.id, property.id) {
      case (.unknown, _): output.bytes.append(storage.view(parameter.name))
      case (.serviceType, _): output.bytes.append("X-SERVICE-TYPE")
      case (.username, .socialprofile): output.bytes.append("x-user")
      default: output.bytes.append(parameter.id.spelling)
      }
      output.bytes.append(UInt8(ascii: "="))
      ContentLineWriter.appendParameterValue(storage.view(parameter.value), to: &output.bytes)
    }
  }

  private mutating func bestPreference(_ id: PropertyID) -> Int {
    if let known = best[id.rawValue] { return known }
    let found = storage.bestPreference(of: id, in: record) ?? 1
    best[id.rawValue] = found
    return found
  }

  // MARK: Values

  private mutating func appendValue(
    _ property: PropertyRecord, _ start: Int, _ output: inout FormattedBlock
  ) {
    if property.form == .binary {
      appendBinary(property, start, &output.bytes)
      return
    }
    if version == 21 {
      appendValue21(property, start, &output)
      return
    }
    output.bytes.append(UInt8(ascii: ":"))
    if property.form == .text, let special = specialText(property, &output.losses) {
      _ = special
      output.bytes.append(scratch.view)
    } else {
      ContentLineWriter().appendValue(property, of: storage, to: &output.bytes)
    }
    finishLine(from: start, &output.bytes)
  }

  /// Values that are spelled in another way in this version; the spelling is left in `scratch`.
  private mutating func specialText(_ property: PropertyRecord, _ losses: inout [Loss]) -> Bool? {
    let value = storage.view(property.value)
    switch property.id {
    case .rev, .created:
      guard version == 40, value.first(UInt8(ascii: "-"), UInt8(ascii: ":")) < value.count,
        ContactDate.read(value) != nil
      else { return nil }
      scratch.removeAll()
      let time = value.first(UInt8(ascii: "T"))
      for index in 0..<value.count {
        let byte = value[index]
        if byte == UInt8(ascii: ":") || (byte == UInt8(ascii: "-") && index < time) { continue }
        scratch.append(byte)
      }
      return true
    case .tel where version != 40 && value.startsIgnoringCase("TEL:"):
      let number = TelephoneNumber(value)
      scratch.removeAll()
      scratch.append(number.number)
      if let ext = number.ext {
        scratch.append(" x")
        scratch.append(ext)
        losses.append(
          Loss(
            "structure-flattened", path: "phones.extension", original: value.string,
            isRecoverable: false,
            record: record.number, line: record.line))
      }
      return true
    case .geo where version != 40 && value.startsIgnoringCase("GEO:"):
      scratch.removeAll()
      let rest = value.from(4)
      let comma = rest.first(UInt8(ascii: ","))
      guard comma < rest.count else { return nil }
      scratch.append(rest.upTo(comma))
      scratch.append(UInt8(ascii: ";"))
      scratch.append(rest.from(comma + 1))
      return true
    default:
      guard version != 40, property.id.isDate, property.valueType == .unstated,
        let reading = ContactDate.read(value)
      else { return nil }
      scratch.removeAll()
      var date = reading.date
      if date.year == nil, date.month != nil, date.day != nil { date.year = 1604 }
      date.append(to: &scratch, isExtended: true)
      appendTime(value.from(reading.timeStart))
      return true
    }
  }

  /// The time behind a date in extended form: `T000000Z` becomes `T00:00:00Z`.
  private mutating func appendTime(_ time: ByteView) {
    guard time.count >= 7, (1..<7).allSatisfy({ time[$0].isDigit }) else {
      scratch.append(time)
      return
    }
    scratch.append(time[0..<3])
    scratch.append(UInt8(ascii: ":"))
    scratch.append(time[3..<5])
    scratch.append(UInt8(ascii: ":"))
    // The zone too: `-0600` becomes `-06:00`.
    let zone = time.count - 5
    let hasBasicZone =
      zone > 6 && (time[zone] == UInt8(ascii: "-") || time[zone] == UInt8(ascii: "+"))
      && (1..<5).allSatisfy { time[zone + $0].isDigit }
    scratch.append(time[5..<(hasBasicZone ? zone + 3 : time.count)])
    guard hasBasicZone else { return }
    scratch.append(UInt8(ascii: ":"))
    scratch.append(time.from(zone + 3))
  }

  private mutating func appendBinary(
    _ property: PropertyRecord, _ start: Int, _ output: inout ByteBuffer
  ) {
    output.append(UInt8(ascii: ":"))
    let data = storage.view(property.value)
    if version == 40 {
      output.append("data:")
      if let type = storage.parameter(.mediatype, of: property) { output.append(type) }
      output.append(";base64,")
    }
    guard version == 21 else {
      output.append(data)
      finishLine(from: start, &output)
      return
    }
    // vCard 2.1: lines that begin with a blank, and an empty line behind the last.
    var at = 0
    while at < data.count {
      let stop = min(at + 72, data.count)
      output.append("\r\n ")
      output.append(data[at..<stop])
      at = stop
    }
    output.append("\r\n\r\n")
  }

  private mutating func appendValue21(
    _ property: PropertyRecord, _ start: Int, _ output: inout FormattedBlock
  ) {
    switch property.form {
    case .text:
      if specialText(property, &output.losses) == nil {
        scratch.removeAll()
        scratch.append(storage.view(property.value))
      }
    case .unparsed:
      scratch.removeAll()
      scratch.append(storage.view(property.value))
    case .list:
      scratch.removeAll()
      ContentLineWriter.appendList(property, of: storage, to: &scratch)
    case .structured:
      scratch.removeAll()
      var component = -1
      var isFlattened = false
      for place in storage.parts(of: property) {
        let part = storage.parts[place]
        if part.continuesComponent {
          // vCard 2.1 has no lists in components: a street's values are its lines.
          scratch.append(UInt8(ascii: property.id == .adr && component == 2 ? "\n" : " "))
          isFlattened = true
        } else {
          component += 1
          if component > 0 { scratch.append(UInt8(ascii: ";")) }
        }
        // vCard 2.1: only a semicolon is escaped.
        let text = storage.view(part)
        for index in 0..<text.count {
          if text[index] == UInt8(ascii: ";") { scratch.append(UInt8(ascii: "\\")) }
          scratch.append(text[index])
        }
      }
      if isFlattened {
        output.losses.append(
          Loss(
            "structure-flattened", path: property.id.path, original: scratch.view.string,
            isRecoverable: false, record: record.number, line: record.line))
      }
    case .binary: break
    }
    QuotedPrintable.append(scratch.view, to: &output.bytes)
  }

  // MARK: What belongs to a property

  /// The lines of the property's group: its label and country.
  private func appendGroupLines(
    _ property: PropertyRecord, _ group: Int?, _ output: inout ByteBuffer
  ) {
    guard let group else { return }
    if property.id == .adr, version != 40, let country = storage.parameter(.cc, of: property) {
      let start = output.count
      appendGroup(property, group, &output)
      output.append("X-ABADR:")
      for index in 0..<country.count { output.append(country[index].asciiLowercased) }
      finishLine(from: start, &output)
    }
    guard let label = label(of: property), !(group == 0 && isGroupedLater(property)) else { return }
    let start = output.count
    appendGroup(property, group, &output)
    output.append("X-ABLabel")
    let isApple = VCardWord.appleLabels.contains { label.equals($0) }
    if version == 21, !isApple {
      QuotedPrintable.append(label, to: &output)
      return
    }
    output.append(UInt8(ascii: ":"))
    if isApple { output.append("_$!<") }
    TextEscapes.encode(label, into: &output)
    if isApple { output.append(">!$_") }
    finishLine(from: start, &output)
  }

  private func label(of property: PropertyRecord) -> ByteView? {
    if let label = storage.parameter(property.id == .adr ? .userLabel : .label, of: property) {
      return label
    }
    guard property.id == .related, property.valueType == .text, version != 40 else { return nil }
    for place in storage.parameters(of: property) where storage.parameters[place].id == .type {
      if let label = VCardWord.appleLabel(storage.parameters[place].word) { return label.view }
    }
    return nil
  }

  /// Whether the label that is written for a related person gives the type back when it is read.
  private func labelSays(_ word: TypeWord, of property: PropertyRecord) -> Bool {
    guard let label = storage.parameter(.label, of: property) else {
      return VCardWord.appleLabel(word) != nil
    }
    return VCardWord.relationType(label) == word
  }

  /// Whether the next property has the same group and label, so that one label line behind it is
  /// enough.
  private func isGroupedLater(_ property: PropertyRecord) -> Bool {
    guard place + 1 < storage.properties(of: record).upperBound else { return false }
    let next = storage.properties[place + 1]
    guard next.flags.contains(.labelled), let own = label(of: property), let other = label(of: next)
    else { return false }
    return storage.view(next.group).equalsIgnoringCase(storage.view(property.group))
      && own.equals(other)
  }

  private mutating func appendSortString(_ property: PropertyRecord, _ output: inout ByteBuffer) {
    guard storage.parameter(.sortAs, of: property) != nil else { return }
    scratch.removeAll()
    for place in storage.parameters(of: property) where storage.parameters[place].id == .sortAs {
      if scratch.count > 0 { scratch.append(UInt8(ascii: ",")) }
      scratch.append(storage.view(storage.parameters[place].value))
    }
    let start = output.count
    if version == 21 {
      output.append("X-SORT-STRING")
      QuotedPrintable.append(scratch.view, to: &output)
      return
    }
    output.append("SORT-STRING:")
    scratch.withView { TextEscapes.encode($0, into: &output) }
    finishLine(from: start, &output)
  }

  /// An address of 2.1 and 3.0: its formatted form is a LABEL of its own.
  private mutating func writeOldAddress(_ property: PropertyRecord, _ output: inout FormattedBlock)
  {
    let formatted = storage.parameter(.label, of: property)
    if formatted == nil || storage.hasContent(property) {
      let start = output.bytes.count
      let group = makeGroup(for: property)
      appendGroup(property, group, &output.bytes)
      output.bytes.append("ADR")
      appendOldParameters(property, &output)
      appendValue(property, start, &output)
      appendGroupLines(property, group, &output.bytes)
    }
    guard let formatted else { return }
    let start = output.bytes.count
    output.bytes.append("LABEL")
    appendOldParameters(property, &output)
    if version == 21 {
      QuotedPrintable.append(formatted, to: &output.bytes)
      return
    }
    output.bytes.append(UInt8(ascii: ":"))
    TextEscapes.encode(formatted, into: &output.bytes)
    finishLine(from: start, &output.bytes)
  }

  // MARK: AGENT

  private mutating func writeAgent(_ property: PropertyRecord, _ output: inout FormattedBlock) {
    let parts = storage.parts(of: property)
    guard parts.count >= 2, depth < 8,
      let batch = AgentCard.batch(
        storage.view(storage.parts[parts.lowerBound + 1]), ReadRequest(format: "vcard"))
    else { return }
    if version == 40 {
      var contact = batch[0]
      if contact.uid == nil { contact.uid = "urn:uuid:" + contact.madeUID }
      let start = output.bytes.count
      output.bytes.append("RELATED;TYPE=agent:")
      if let uid = contact.uid { output.bytes.append(uid) }
      finishLine(from: start, &output.bytes)
      agents.append(ContactBatch(contact))
      return
    }
    var inner = CardFormatter(storage: batch.storage)
    inner.depth = depth + 1
    if version == 21 {
      output.bytes.append("AGENT:\r\n")
      inner.write(batch.storage.contacts[0], version: 21, to: &output)
      return
    }
    var nested = FormattedBlock()
    inner.write(batch.storage.contacts[0], version: 30, to: &nested)
    let start = output.bytes.count
    output.bytes.append("AGENT:")
    TextEscapes.encode(nested.bytes.view, into: &output.bytes)
    finishLine(from: start, &output.bytes)
  }

  // MARK: Lines

  /// Ends the line that begins at `start`, folded when it is longer than 75 octets.
  @inline(__always)
  private func finishLine(from start: Int, _ output: inout ByteBuffer) {
    if output.count - start > 75, version != 21 { LineFolding.fold(from: start, &output) }
    output.append("\r\n")
  }
}
