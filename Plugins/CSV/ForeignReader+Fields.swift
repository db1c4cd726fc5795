import Cardmill

extension ForeignReader {
  /// Reads a field; `column` is the first of its columns that holds something.
  @inline(__always)
  mutating func readField(_ field: Int, _ column: Int) {
    switch table.fields[field].kind {
    case .text: readText(field, column)
    case .name: readName(field)
    case .phone: addPhone(trimmed(cells[column]), parameters[field])
    case .mail: readMail(field, column)
    case .googleMail, .googlePhone, .googleURL, .googleRelation, .googleEvent, .googleCustom,
      .googleMessenger:
      readLabelled(field)
    case .googleAddress: readGoogleAddress(field)
    case .address: readAddress(field)
    case .organization: readOrganization(field)
    case .mailType, .mailName, .initials: readDerived(field, column)
    default: readOtherField(field, column)
    }
  }

  private mutating func readOtherField(_ field: Int, _ column: Int) {
    let cell = cells[column]
    switch table.fields[field].kind {
    case .nickname: addList(.nickname, [trimmed(cell)])
    case .categories: readCategories(field, cell)
    case .messenger: addMessenger(cell, scheme: table.fields[field].detail, parameters[field])
    case .relation: addRelation(lineBreaksDecoded(cell), parameters[field])
    case .date: addDate(cell, table.fields[field].id, parameters[field], table.fields[field].detail)
    case .birthday: readBirthday(field)
    case .photo:
      addText(.photo, trimmed(cell), parameters[field])
      report(.externalReference, "the photo is only a link; it is not fetched")
    case .gender: readGender(field, cell)
    case .language: readLanguage(field, cell)
    case .isPrivate: readPrivate(field, cell)
    case .sensitivity: readSensitivity(field, cell)
    case .priority: if !CellWords.isNormal(view(cell)) { addOther(name(field), cell) }
    case .googleOrganization: readGoogleOrganization(field)
    default: addOther(name(field), lineBreaksDecoded(cell))
    }
  }

  // MARK: Names and texts

  private mutating func readText(_ field: Int, _ column: Int) {
    let id = table.fields[field].id
    if id == .fn { noteName() }
    addText(id, lineBreaksDecoded(cells[column]), parameters[field])
  }

  private mutating func readName(_ field: Int) {
    noteName()
    addStructure(.n, field, count: 5, parameters[field])
  }

  private mutating func readOrganization(_ field: Int) {
    let count = cell(field, 1).isEmpty ? 1 : 2
    addStructure(.org, field, count: count, parameters[field])
  }

  private mutating func addStructure(
    _ id: PropertyID, _ field: Int, count: Int, _ range: ParameterRange
  ) {
    var record = PropertyRecord(id: id, form: .structured)
    record.value = Slice(block: builder.parts.count, count: count)
    for part in 0..<count { builder.parts.append(trimmed(cell(field, part))) }
    take(range, &record)
    builder.properties.append(record)
  }

  mutating func addList(_ id: PropertyID, _ items: [Slice]) {
    var record = PropertyRecord(id: id, form: .list)
    record.value = Slice(block: builder.parts.count, count: items.count)
    builder.parts += items
    builder.properties.append(record)
  }

  /// Some programs write a line break as the characters `\n`.
  private mutating func lineBreaksDecoded(_ cell: Slice) -> Slice {
    let text = view(cell)
    guard table.program.escapesLineBreaks else {
      return text.first(UInt8(ascii: "\r")) == text.count ? cell : withLineFeeds(cell)
    }
    guard text.first(UInt8(ascii: "\\")) < text.count else { return cell }
    scratch.removeAll()
    var at = 0
    while at < text.count {
      let end = text.first(UInt8(ascii: "\\"), from: at)
      scratch.append(text[at..<end])
      guard end < text.count else { break }
      let next = end + 1 < text.count ? text[end + 1] : 0
      at = end + 2
      switch next {
      case UInt8(ascii: "n"): scratch.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"):
        if !text.from(at).startsIgnoringCase("\\N") { scratch.append(UInt8(ascii: "\n")) }
      case UInt8(ascii: "\\"): scratch.append(UInt8(ascii: "\\"))
      default:
        scratch.append(UInt8(ascii: "\\"))
        at = end + 1
      }
    }
    return builder.store(scratch.view)
  }

  /// The cell with every line break as LF.
  private mutating func withLineFeeds(_ cell: Slice) -> Slice {
    let text = view(cell).string.withLineFeeds
    return builder.store(text)
  }

  // MARK: Numbers and addresses

  mutating func addPhone(_ value: Slice, _ range: ParameterRange) {
    let text = view(value)
    if text.first(UInt8(ascii: "E"), UInt8(ascii: "e")) < text.count, text.isScientific {
      report(.numberMangled, "the number \(text.string) has lost its digits in a spreadsheet")
    }
    addText(.tel, value, range)
  }

  private mutating func readMail(_ field: Int, _ column: Int) {
    let value = trimmed(cells[column])
    switch table.fields[field].detail {
    case ",":
      for part in split(value, by: ",") { addText(.email, trimmed(part), parameters[field]) }
    case "<":
      guard let (address, name) = AddressCell.address(in: view(value).string) else {
        return addText(.email, value, parameters[field])
      }
      if !name.isEmpty {
        noteName()
        addText(.fn, builder.store(name), ParameterRange())
      }
      addText(.email, builder.store(address), parameters[field])
    default:
      let text = view(value)
      let cut = text.first(UInt8(ascii: ","), UInt8(ascii: ";"))
      if cut < text.count, addMails(split(value, by: ",;"), parameters[field]) { return }
      addText(.email, value, parameters[field])
    }
  }

  /// Adds the addresses of one cell; false, and adds none, unless all of them are addresses.
  private mutating func addMails(_ parts: [Slice], _ range: ParameterRange) -> Bool {
    guard parts.count > 1, parts.allSatisfy({ AddressCell.isAddress(view($0).string) }) else {
      return false
    }
    for part in parts { addText(.email, part, range) }
    return true
  }

  /// Adds a messenger's address with its scheme.
  mutating func addMessenger(_ cell: Slice, scheme: String, _ range: ParameterRange) {
    let value = trimmed(cell)
    let text = view(value)
    guard !scheme.isEmpty, text.first(UInt8(ascii: ":")) == text.count else {
      return addText(.impp, value, range)
    }
    scratch.removeAll()
    scratch.append(scheme)
    scratch.append(UInt8(ascii: ":"))
    scratch.append(text)
    addText(.impp, builder.store(scratch.view), range)
  }

  mutating func addRelation(_ cell: Slice, _ range: ParameterRange) {
    let value = trimmed(cell)
    let text = view(value)
    let isURI =
      text.startsIgnoringCase("URN:") || text.startsIgnoringCase("HTTP")
      || text.startsIgnoringCase("MAILTO:")
    addText(.related, value, range, type: isURI ? .unstated : .text)
  }

  private mutating func readAddress(_ field: Int) {
    let formatted = lineBreaksDecoded(cell(field, 9))
    var range = parameters[field]
    if !formatted.isEmpty { range = adding(formatted, to: range) }
    addAddress(range) { part, reader in reader.lineBreaksDecoded(reader.cell(field, part)) }
  }

  /// Adds an address whose parts `part` gives, in the order of `ColumnMeaning.addressParts`.
  mutating func addAddress(
    _ range: ParameterRange, _ part: (Int, inout ForeignReader) -> Slice
  ) {
    var record = PropertyRecord(id: .adr, form: .structured)
    let pobox = part(0, &self)
    let extended = part(1, &self)
    let street = (part(2, &self), part(3, &self), part(4, &self))
    let rest = (part(5, &self), part(6, &self), part(7, &self), part(8, &self))
    let first = builder.parts.count
    builder.parts.append(pobox)
    builder.parts.append(extended)
    let streetStart = builder.parts.count
    addLines(street.0, from: streetStart)
    addLines(street.1, from: streetStart)
    addLines(street.2, from: streetStart)
    if builder.parts.count == streetStart { builder.parts.append(.none) }
    builder.parts.append(rest.0)
    builder.parts.append(rest.1)
    builder.parts.append(rest.2)
    builder.parts.append(rest.3)
    record.value = Slice(block: first, count: builder.parts.count - first)
    take(range, &record)
    builder.properties.append(record)
  }

  /// Adds the lines of a street, each a value of the component.
  private mutating func addLines(_ cell: Slice, from first: Int) {
    guard !cell.isEmpty else { return }
    func add(_ line: Slice, _ reader: inout ForeignReader) {
      guard !line.isEmpty else { return }
      reader.builder.parts.append(reader.builder.parts.count == first ? line : line.continuing)
    }
    let text = view(cell)
    var at = 0
    while at <= text.count {
      let end = text.lineBreak(from: at)
      add(trimmed(piece(cell, at, end - at)), &self)
      at = end + 1
    }
  }

  /// The parameters with a formatted address behind them.
  mutating func adding(_ formatted: Slice, to range: ParameterRange) -> ParameterRange {
    var longer = range
    longer.first = UInt32(builder.parameters.count)
    for place in Int(range.first)..<Int(range.first) + Int(range.count) {
      builder.parameters.append(builder.parameters[place])
    }
    builder.parameters.append(ParameterRecord(id: .label, value: trimmed(formatted)))
    longer.count += 1
    return longer
  }

  // MARK: Lists

  /// The parts of a cell between commas or semicolons; quotes around a part are dropped.
  func split(_ cell: Slice, by separators: String) -> [Slice] {
    let text = view(cell)
    var parts: [Slice] = []
    var at = 0
    while at <= text.count {
      var end = at
      var start = at
      if at < text.count, text[at] == UInt8(ascii: "\"") {
        let close = text.first(UInt8(ascii: "\""), from: at + 1)
        if close < text.count {
          start = at + 1
          end = close
          parts.append(piece(cell, start, end - start))
          at = text.first(UInt8(ascii: ","), UInt8(ascii: ";"), from: close) + 1
          continue
        }
      }
      while end < text.count, !separators.utf8.contains(text[end]) { end += 1 }
      let part = trimmed(piece(cell, start, end - start))
      if !part.isEmpty { parts.append(part) }
      at = end + 1
      while at < text.count, text[at].isBlank { at += 1 }
    }
    return parts
  }

  private mutating func readCategories(_ field: Int, _ cell: Slice) {
    let isGoogle = table.program == .google || table.program == .googleOld
    var items: [Slice] = []
    for part in isGoogle ? splitValues(cell) : split(cell, by: separator(field, cell))
    where !part.isEmpty {
      if isGoogle, GoogleLabel.isSystemGroup(view(part)) {
        addSystemGroup(view(part).from(2), part)
      } else if table.program == .outlook, view(part).equals("myContacts") {
        // Google's own "Outlook CSV" names its system group without the star.
        continue
      } else {
        items.append(trimmed(part))
      }
    }
    if !items.isEmpty { addList(.categories, items) }
  }

  private func separator(_ field: Int, _ cell: Slice) -> String {
    let byte = table.fields[field].categorySeparator(view(cell), table.program)
    return String(UnicodeScalar(byte))
  }

  /// Google's own groups are no labels; to be in `* myContacts` says nothing.
  private mutating func addSystemGroup(_ group: ByteView, _ part: Slice) {
    if group.equalsIgnoringCase(literal: "myContacts")
      || group.equalsIgnoringCase(literal: "My Contacts")
    {
      return
    }
    if group.equalsIgnoringCase(literal: "starred") {
      return addOther(builder.store("X-FAVORITE"), builder.store("true"))
    }
    addOther(builder.store("X-GOOGLE-GROUP"), piece(part, 2, part.count - 2))
  }

  // MARK: Dates

  /// Adds a date; what is none stays as text.
  mutating func addDate(
    _ cell: Slice, _ id: PropertyID, _ range: ParameterRange, _ detail: String = ""
  ) {
    let text = view(cell)
    let isMonthFirst = detail == "mdy" || detail == "md"
    take(DateReader.read(text, order: table.dateOrder, isMonthFirst: isMonthFirst), cell, id, range)
  }

  private mutating func take(
    _ found: ReadDate, _ cell: Slice, _ id: PropertyID, _ range: ParameterRange
  ) {
    let message: String
    switch found {
    case .none: return
    case .date(let date):
      let start = builder.decoded.count
      date.append(to: &builder.decoded, isExtended: false)
      return addText(id, Slice(decoded: start, count: builder.decoded.count - start), range)
    case .ambiguous: message = "day and month of \(view(cell).string) cannot be told apart"
    case .words: message = "\(view(cell).excerpt) is no date"
    }
    report(.badDate, message + "; it is kept as text")
    addText(id, trimmed(cell), range, type: .text)
  }

  private mutating func readBirthday(_ field: Int) {
    let (year, month, day) = (cell(field, 0), cell(field, 1), cell(field, 2))
    let found = DateReader.read(year: view(year), month: view(month), day: view(day))
    guard found == .words else { return take(found, .none, .bday, parameters[field]) }
    scratch.removeAll()
    for part in [year, month, day] where !part.isEmpty {
      if scratch.count > 0 { scratch.append(UInt8(ascii: "-")) }
      scratch.append(view(part))
    }
    take(.words, builder.store(scratch.view), .bday, parameters[field])
  }
}

extension ByteView {
  /// Whether the text is a number such as `4.41E+11`.
  var isScientific: Bool {
    var at = 0
    var digits = 0
    while at < count,
      self[at].isDigit || self[at] == UInt8(ascii: ".") || self[at] == UInt8(ascii: ",")
    {
      if self[at].isDigit { digits += 1 }
      at += 1
    }
    guard digits > 0, at + 1 < count, self[at] | 0x20 == UInt8(ascii: "e") else { return false }
    at += 1
    if self[at] == UInt8(ascii: "+") || self[at] == UInt8(ascii: "-") { at += 1 }
    return from(at).decimal != nil
  }

  /// The first characters, for a message.
  var excerpt: String {
    let text = string
    return text.count <= 40 ? text : String(text.prefix(40)) + "…"
  }
}
