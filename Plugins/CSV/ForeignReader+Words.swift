import Cardmill

extension ForeignReader {
  // MARK: Words of programs

  mutating func readGender(_ field: Int, _ cell: Slice) {
    // What nearly every row of English Outlook has.
    if view(cell).equals("Unspecified") { return }
    let word = view(cell).trimmed.string.lowercased()
    if CellWords.unspecified.contains(word) { return }
    let letter: StaticString
    if CellWords.male.contains(word) {
      letter = "M"
    } else if CellWords.female.contains(word) {
      letter = "F"
    } else {
      return addOther(name(field), cell)
    }
    var record = PropertyRecord(id: .gender, form: .structured)
    record.value = Slice(block: builder.parts.count, count: 1)
    builder.parts.append(builder.store(letter))
    builder.properties.append(record)
  }

  /// A language tag (RFC 5646) is one; the name of a language stays under its heading.
  mutating func readLanguage(_ field: Int, _ cell: Slice) {
    let value = trimmed(cell)
    let text = view(value)
    let main = text.upTo(text.first(UInt8(ascii: "-")))
    let isTag =
      main.count >= 2 && main.count <= 3 && (0..<main.count).allSatisfy { main[$0].isLetter }
    if isTag { addText(.lang, value, parameters[field]) } else { addOther(name(field), cell) }
  }

  mutating func readPrivate(_ field: Int, _ cell: Slice) {
    if view(cell).equals("False") { return }
    let word = view(cell).trimmed.string.lowercased()
    if CellWords.no.contains(word) { return }
    if CellWords.yes.contains(word) { addClass("PRIVATE") } else { addOther(name(field), cell) }
  }

  mutating func readSensitivity(_ field: Int, _ cell: Slice) {
    if CellWords.isNormal(view(cell)) { return }
    let word = view(cell).trimmed.string.lowercased()
    if CellWords.privateClass.contains(word) {
      addClass("PRIVATE")
    } else if CellWords.confidential.contains(word) {
      addClass("CONFIDENTIAL")
    } else {
      addOther(name(field), cell)
    }
  }

  /// Two columns may say the same of one contact.
  private mutating func addClass(_ word: StaticString) {
    var place = builder.properties.count - 1
    while place >= firstOfRecord {
      if builder.properties[place].id == .class { return }
      place -= 1
    }
    addText(.class, builder.store(word), ParameterRange())
  }

  // MARK: What programs make of other fields

  /// Drops what only repeats other columns: initials, an address's type and its display name.
  mutating func readDerived(_ field: Int, _ column: Int) {
    let cell = cells[column]
    let text = view(cell).trimmed
    switch table.fields[field].kind {
    case .mailType: if text.equalsIgnoringCase("SMTP") { return }
    case .initials: if isInitials(text) { return }
    default: if isDisplayName(text, of: Int(table.fields[field].detail) ?? 0) { return }
    }
    addOther(name(field), cell)
  }

  private func namePart(_ part: Int) -> ByteView {
    let column = table.nameColumns[part]
    return column < 0 ? .empty : view(cells[column]).trimmed
  }

  private func isInitials(_ text: ByteView) -> Bool {
    var at = 0
    for part in [1, 2, 0] {
      let name = namePart(part)
      guard !name.isEmpty else { continue }
      let length = HeadingKey.scalar(name, 0).1
      guard at + length <= text.count, text[at..<at + length].equalsIgnoringCase(name.upTo(length))
      else { return false }
      at += length
      while at < text.count, text[at] == UInt8(ascii: ".") || text[at].isBlank { at += 1 }
    }
    return at == text.count
  }

  /// Whether a display name is the contact's name, or `name (address)`.
  private mutating func isDisplayName(_ text: ByteView, of number: Int) -> Bool {
    let address = table.mailColumns[number].map { view(cells[$0]).trimmed } ?? .empty
    var rest = text
    if !address.isEmpty {
      if rest.equalsIgnoringCase(address) { return true }
      let end = rest.count - address.count - 2
      if end >= 0, rest[rest.count - 1] == UInt8(ascii: ")"), rest[end] == UInt8(ascii: "("),
        rest[end + 1..<rest.count - 1].equalsIgnoringCase(address)
      {
        rest = rest.upTo(end).trimmed
      }
    }
    // What is left may be put together of the name's parts in any order.
    var at = 0
    while at < rest.count {
      let byte = rest[at]
      if byte.isBlank || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") {
        at += 1
        continue
      }
      var longest = 0
      for part in 0..<5 {
        let name = namePart(part)
        if name.count > longest, at + name.count <= rest.count,
          rest[at..<at + name.count].equals(name)
        {
          longest = name.count
        }
      }
      guard longest > 0 else { return false }
      at += longest
    }
    return true
  }
}

/// Words that programs write in cells of a fixed choice, in the languages of `HeadingTable`.
enum CellWords {
  static let male: Set<String> = [
    "male", "m", "man", "männlich", "homme", "masculin", "masculino", "maschio", "maschile",
    "mężczyzna", "мужской", "муж", "男", "男性", "hombre", "mannelijk",
  ]
  static let female: Set<String> = [
    "female", "f", "w", "woman", "weiblich", "femme", "féminin", "femenino", "feminino", "femmina",
    "femminile", "vrouw", "vrouwelijk", "kobieta", "женский", "жен", "女", "女性", "mujer",
  ]
  static let unspecified: Set<String> = [
    "unspecified", "keine angabe", "niet-gespecificeerd", "niet gespecificeerd",
    "non specificato", "не определен", "не указан", "指定なし", "nieokreślona", "nie określono",
    "non spécifié", "non défini", "sin especificar", "não especificado", "未指定", "not specified",
    "0",
  ]
  static let yes: Set<String> = [
    "true", "wahr", "vero", "vrai", "waar", "истина", "prawda", "ein", "on", "yes", "ja", "1",
    "verdadero", "verdadeiro", "真",
  ]
  static let no: Set<String> = [
    "false", "falsch", "falso", "faux", "onwaar", "ложь", "fałsz", "aus", "off", "no", "nein",
    "non",
    "0", "偽", "假",
  ]
  static let privateClass: Set<String> = [
    "private", "privat", "privé", "privato", "prywatne", "частное", "privado", "非公開", "プライベート",
  ]
  static let confidential: Set<String> = [
    "confidential", "vertraulich", "confidentiel", "riservato", "poufne", "vertrouwelijk",
    "конфиденциально", "confidencial", "社外秘",
  ]
  private static let normal: Set<String> = [
    "normal", "normale", "normaal", "normalny", "normalne", "normalna", "обычная", "обычный",
    "标准", "標準", "普通", "一般", "standard", "standaard", "norm.",
  ]

  static func isNormal(_ cell: ByteView) -> Bool {
    cell.equals("Normal") || normal.contains(cell.trimmed.string.lowercased())
  }
}
