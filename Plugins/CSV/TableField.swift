import Cardmill

/// What one column, or several columns together, give: as a rule one property.
struct TableField: Sendable {
  enum Kind: UInt8, Sendable {
    /// One text.
    case text
    /// The parts of a name: family, given, middle, prefix, suffix.
    case name
    /// An organization and its unit.
    case organization
    case nickname, categories, mail, phone, messenger, relation, date, photo
    /// The parts of an address in the order of `ColumnMeaning.addressParts`, then its label.
    case address
    /// Year, month and day.
    case birthday
    case gender, language, isPrivate, sensitivity, priority, initials, mailType, mailName
    /// What the model has no field for.
    case other
    // Google's families: label, value, and a messenger's service.
    case googleMail, googlePhone, googleURL, googleRelation, googleEvent, googleCustom
    case googleMessenger, googleAddress, googleOrganization
  }

  var kind: Kind
  var id: PropertyID
  /// The columns of its parts, -1 for one that the table does not have.
  var columns: [Int]
  var types = TypeWords()
  var label: String?
  var isPreferred = false
  var detail = ""
  /// The heading.
  var name = ""

  init(_ kind: Kind, _ id: PropertyID = .unknown, columns: [Int]) {
    self.kind = kind
    self.id = id
    self.columns = columns
  }

  /// What parts the categories of a cell: commas only where there is no semicolon, and not in
  /// Outlook, whose categories may hold them.
  func categorySeparator(_ cell: ByteView, _ program: Program) -> UInt8 {
    if detail == "," { return UInt8(ascii: ",") }
    let isPlain = program != .outlook && cell.first(UInt8(ascii: ";")) == cell.count
    return isPlain ? UInt8(ascii: ",") : UInt8(ascii: ";")
  }
}

/// A table that another program has written.
struct ForeignTable: Sendable {
  let program: Program
  let delimiter: UInt8
  /// Rows that hold something before the first record.
  let skippedRows: Int
  let preambleRows: Int
  let headings: [String]
  /// The encoding when it is not UTF-8 but shares ASCII.
  let charset: String?
  /// Whether all bytes are known to be UTF-8.
  var isValidUTF8 = false
  var dateOrder: DateOrder?
  /// What a person says of the columns; the fields are then not read.
  var mapped: MappedTable?
  private(set) var fields: [TableField] = []
  /// The field of each column.
  private(set) var fieldOfColumn: [Int] = []
  /// The columns of given, middle, family name, prefix and suffix, -1 for one that is not there.
  private(set) var nameColumns = [-1, -1, -1, -1, -1]
  /// The columns of the numbered e-mail addresses.
  private(set) var mailColumns: [Int: Int] = [:]

  init(_ sniffed: SniffedTable) {
    program = sniffed.program
    delimiter = sniffed.delimiter
    skippedRows = sniffed.skippedRows
    preambleRows = sniffed.preambleRows
    charset = sniffed.charset
    var headings = sniffed.headings
    let meanings = sniffed.meanings
    while headings.count < meanings.count { headings.append("") }
    self.headings = headings
    for column in meanings.indices { add(column, meanings[column] ?? ColumnMeaning(.other)) }
  }

  /// Whether quotes inside of quotes are written as they are.
  var isAbook: Bool { program == .abook }

  /// The columns that hold dates.
  var dateColumns: [Int] {
    fields.compactMap { field in
      switch field.kind {
      case .date: field.columns[0]
      case .googleEvent where field.columns[1] >= 0: field.columns[1]
      default: nil
      }
    }
  }

  // MARK: Columns

  private mutating func add(_ column: Int, _ meaning: ColumnMeaning) {
    fieldOfColumn.append(-1)
    let place = place(of: column, meaning) ?? newField(.other, .unknown, column)
    fieldOfColumn[column] = place
  }

  private mutating func newField(
    _ kind: TableField.Kind, _ id: PropertyID, _ column: Int, _ meaning: ColumnMeaning? = nil
  ) -> Int {
    var field = TableField(kind, id, columns: [column])
    field.name = headings[column].isEmpty ? "Column \(column + 1)" : headings[column]
    if let meaning {
      field.types = meaning.types
      field.label = meaning.label
      field.isPreferred = meaning.isPreferred
      field.detail = meaning.detail
    }
    fields.append(field)
    return fields.count - 1
  }

  /// Puts a column into a field of several; nil when another column holds that part already.
  private mutating func part(
    _ kind: TableField.Kind, _ id: PropertyID, number: Int = 0, _ part: Int, of count: Int,
    _ column: Int, _ meaning: ColumnMeaning
  ) -> Int? {
    let key = "\(number)"
    let known = fields.firstIndex { $0.kind == kind && $0.detail == key }
    let place: Int
    if let known {
      place = known
    } else {
      place = newField(kind, id, column, meaning)
      fields[place].columns = Array(repeating: -1, count: count)
      fields[place].detail = key
    }
    guard fields[place].columns[part] < 0 else { return nil }
    fields[place].columns[part] = column
    return place
  }

  /// A field of which a contact has only one; nil when another column holds it already.
  private mutating func single(
    _ kind: TableField.Kind, _ id: PropertyID, _ column: Int, _ meaning: ColumnMeaning
  ) -> Int? {
    if fields.contains(where: { $0.id == id && $0.kind == kind }) { return nil }
    return newField(kind, id, column, meaning)
  }

  private mutating func place(of column: Int, _ meaning: ColumnMeaning) -> Int? {
    func name(_ part: Int, _ table: inout ForeignTable) -> Int? {
      let place = table.part(.name, .n, part, of: 5, column, meaning)
      if place != nil { table.nameColumns[part] = column }
      return place
    }
    switch meaning.kind {
    case .family: return name(0, &self)
    case .given: return name(1, &self)
    case .middle: return name(2, &self)
    case .prefix: return name(3, &self)
    case .suffix: return name(4, &self)
    case .fullName: return single(.text, .fn, column, meaning)
    case .nickname: return newField(.nickname, .nickname, column, meaning)
    case .phoneticGiven: return single(.text, .xPhoneticFirstName, column, meaning)
    case .phoneticMiddle: return single(.text, .xPhoneticMiddleName, column, meaning)
    case .phoneticFamily: return single(.text, .xPhoneticLastName, column, meaning)
    case .phoneticOrganization: return single(.text, .xPhoneticOrg, column, meaning)
    case .maidenName: return single(.text, .xMaidenName, column, meaning)
    case .organization: return part(.organization, .org, 0, of: 2, column, meaning)
    case .unit: return part(.organization, .org, 1, of: 2, column, meaning)
    case .title: return single(.text, .title, column, meaning)
    case .role: return single(.text, .role, column, meaning)
    case .hobby: return single(.text, .hobby, column, meaning)
    case .freeBusy: return single(.text, .fburl, column, meaning)
    case .calendar: return single(.text, .caluri, column, meaning)
    case .uid: return single(.text, .uid, column, meaning)
    case .note: return newField(.text, .note, column, meaning)
    case .url: return newField(.text, .url, column, meaning)
    case .mail:
      if meaning.number > 0 { mailColumns[meaning.number] = column }
      return newField(.mail, .email, column, meaning)
    case .mailType, .mailName:
      let place = newField(meaning.kind == .mailType ? .mailType : .mailName, .unknown, column)
      fields[place].detail = "\(meaning.number)"
      return place
    case .phone: return newField(.phone, .tel, column, meaning)
    case .address:
      return part(.address, .adr, number: meaning.number, meaning.part, of: 11, column, meaning)
    case .messenger: return newField(.messenger, .impp, column, meaning)
    case .relation: return newField(.relation, .related, column, meaning)
    case .birthday: return single(.date, .bday, column, meaning)
    case .anniversary: return single(.date, .anniversary, column, meaning)
    case .birthYear: return part(.birthday, .bday, 0, of: 3, column, meaning)
    case .birthMonth: return part(.birthday, .bday, 1, of: 3, column, meaning)
    case .birthDay: return part(.birthday, .bday, 2, of: 3, column, meaning)
    case .categories: return newField(.categories, .categories, column, meaning)
    case .gender: return single(.gender, .gender, column, meaning)
    case .language: return newField(.language, .lang, column, meaning)
    case .photo: return single(.photo, .photo, column, meaning)
    case .isPrivate: return newField(.isPrivate, .class, column)
    case .sensitivity: return newField(.sensitivity, .class, column)
    case .priority: return newField(.priority, .unknown, column)
    case .initials: return newField(.initials, .unknown, column)
    case .other: return newField(.other, .unknown, column)
    default: return googlePlace(of: column, meaning)
    }
  }

  private mutating func googlePlace(of column: Int, _ meaning: ColumnMeaning) -> Int? {
    func family(
      _ kind: TableField.Kind, _ id: PropertyID, of count: Int, _ table: inout ForeignTable
    ) -> Int? {
      table.part(kind, id, number: meaning.number, meaning.part, of: count, column, meaning)
    }
    switch meaning.kind {
    case .googleMail: return family(.googleMail, .email, of: 2, &self)
    case .googlePhone: return family(.googlePhone, .tel, of: 2, &self)
    case .googleURL: return family(.googleURL, .url, of: 2, &self)
    case .googleRelation: return family(.googleRelation, .related, of: 2, &self)
    case .googleEvent: return family(.googleEvent, .xABDate, of: 2, &self)
    case .googleCustom: return family(.googleCustom, .unknown, of: 2, &self)
    case .googleMessenger: return family(.googleMessenger, .impp, of: 3, &self)
    case .googleAddress: return family(.googleAddress, .adr, of: 11, &self)
    case .googleOrganization: return family(.googleOrganization, .org, of: 8, &self)
    default: return nil
    }
  }
}
