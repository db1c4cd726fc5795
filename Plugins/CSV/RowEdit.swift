import Cardmill

/// The edits that a person has made to the flat cells of one row, carried over to the properties.
///
/// An edited cell replaces the value that the cell showed and leaves the property's parameters, or
/// makes a property where there was none; an emptied cell takes the value away. Every other
/// property stays as it was.
struct RowEdit {
  /// What has to be reported.
  private(set) var findings: [Table.Finding] = []
  private var properties: [Property]
  private var removed = Set<Int>()
  private var isChanged = false
  private let cells: FlatCells
  private let first: Int
  private let originalCount: Int
  /// Properties made for columns that had none, by name.
  private var made: [PropertyID: Int] = [:]

  init(_ contact: Contact, _ cells: FlatCells) {
    properties = contact.properties
    originalCount = properties.count
    first = Int(contact.record.firstProperty)
    self.cells = cells
  }

  /// The edited properties, or nil when nothing was edited.
  var result: [Property]? {
    guard isChanged else { return nil }
    return properties.indices.filter { !removed.contains($0) }.map { properties[$0] }
  }

  /// Carries the new text of a cell over.
  mutating func set(_ column: FlatColumn, to text: String) {
    switch column {
    case .kind: setText(column, .kind, text)
    case .fullName: setText(column, .fn, text)
    case .prefix, .givenName, .additionalName, .familyName, .suffix:
      setComponent(column, .n, column.component ?? 0, text, width: 5)
    case .nickname: setFirstItem(column, text)
    case .organization: setComponent(column, .org, 0, text, width: 1)
    case .unit: setComponent(column, .org, shownUnit, text, width: 1)
    case .title: setText(column, .title, text)
    case .role: setText(column, .role, text)
    case .email1, .email2, .email3: setText(column, .email, text)
    case .phone1, .phone2, .phone3: setPhone(column, text)
    case .addressStreet, .addressLocality, .addressRegion, .addressPostcode, .addressCountry:
      setComponent(column, .adr, column.component ?? 0, text, width: 7)
    case .url: setText(column, .url, text)
    case .birthday: setDate(column, .bday, text)
    case .anniversary: setDate(column, .anniversary, text)
    case .categories: setCategories(text)
    case .note: setText(column, .note, text)
    case .uid: setText(column, .uid, text)
    }
  }

  /// Keeps the cell of a column that Cardmill has no field for.
  mutating func addOther(_ heading: String, _ text: String) {
    guard !text.isEmpty else { return }
    // A content line ends its name at these.
    let name = String(
      heading.map { $0 == ":" || $0 == ";" || $0 == "." || $0.isNewline ? "-" : $0 })
    text.withLineFeeds.withView { view in
      var escaped = ByteBuffer(capacity: view.count)
      TextEscapes.encode(view, into: &escaped)
      properties.append(Property(name, .unparsed(escaped.view.string)))
    }
    isChanged = true
  }

  /// Keeps a cell that has no heading because its row is longer than the header.
  mutating func addExtraCell(_ text: String, place: Int) {
    findings.append(
      Table.Finding(
        code: .extraCells, message: "cell \(place + 1) has no heading; it is kept under extra"))
    addOther("X-CSV-OVERFLOW", text)
  }

  // MARK: Where a value is

  /// The property that a column shows, or that was made for another column of the same property.
  private func place(_ column: FlatColumn, _ id: PropertyID) -> Int? {
    cells.place(of: column).map { $0 - first } ?? made[id]
  }

  private mutating func append(_ property: Property) -> Int {
    properties.append(property)
    return properties.count - 1
  }

  private mutating func setText(_ column: FlatColumn, _ id: PropertyID, _ text: String) {
    isChanged = true
    guard let place = cells.place(of: column).map({ $0 - first }) else {
      if !text.isEmpty { _ = append(Property(id, .text(text))) }
      return
    }
    if text.isEmpty { removed.insert(place) } else { properties[place].value = .text(text) }
  }

  // MARK: Structures and lists

  /// The component of the first organization that the cell `unit` shows, or the first one free.
  private var shownUnit: Int {
    guard let place = place(.unit, .org), case .structured(let parts) = properties[place].value
    else { return 1 }
    return parts.indices.dropFirst().first { !parts[$0].allSatisfy(\.isEmpty) } ?? 1
  }

  private mutating func setComponent(
    _ column: FlatColumn, _ id: PropertyID, _ number: Int, _ text: String, width: Int
  ) {
    isChanged = true
    let place: Int
    if let known = self.place(column, id) {
      place = known
    } else {
      place = append(Property(id, .structured(Array(repeating: [], count: width))))
      made[id] = place
    }
    var components: [[String]]
    switch properties[place].value {
    case .structured(let parts): components = parts
    case let other: components = [[other.text]]
    }
    while components.count <= number { components.append([]) }
    components[number] =
      text.isEmpty
      ? []
      : column == .addressStreet
        ? text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) : [text]
    properties[place].value = .structured(components)
    let isEmpty = components.allSatisfy { $0.allSatisfy(\.isEmpty) }
    // An address that is only a label stays.
    if isEmpty, properties[place].values(of: "LABEL").isEmpty {
      removed.insert(place)
    } else {
      removed.remove(place)
    }
  }

  private mutating func setFirstItem(_ column: FlatColumn, _ text: String) {
    isChanged = true
    guard let place = place(column, .nickname) else {
      if !text.isEmpty { _ = append(Property(.nickname, .list([text]))) }
      return
    }
    guard case .list(var items) = properties[place].value,
      let shown = items.firstIndex(where: { !$0.isEmpty })
    else { return setText(column, .nickname, text) }
    if text.isEmpty { items.remove(at: shown) } else { items[shown] = text }
    if items.isEmpty { removed.insert(place) } else { properties[place].value = .list(items) }
  }

  private mutating func setCategories(_ text: String) {
    isChanged = true
    let names = CategoryCell.names(in: text)
    let places = properties.indices.filter { properties[$0].id == .categories }
    guard let place = cells.place(of: .categories).map({ $0 - first }) ?? places.first else {
      if !names.isEmpty { _ = append(Property(.categories, .list(names))) }
      return
    }
    removed.formUnion(places)
    guard !names.isEmpty else { return }
    properties[place].value = .list(names)
    removed.remove(place)
  }

  // MARK: Numbers and dates

  private mutating func setPhone(_ column: FlatColumn, _ text: String) {
    guard let place = cells.place(of: column).map({ $0 - first }) else {
      return setText(column, .tel, text)
    }
    if text.isMangledNumber {
      // 4,92E+11 is what a spreadsheet makes of a telephone number; nobody has typed it.
      findings.append(
        Table.Finding(
          code: .numberMangled,
          message: "a telephone number was turned into \(text); the number of `properties` is used")
      )
      return
    }
    guard !text.isEmpty, case .text(let old) = properties[place].value else {
      return setText(column, .tel, text)
    }
    isChanged = true
    // What is around the number stays: tel: before it, an extension behind it.
    let new = old.withView { view -> String in
      let number = TelephoneNumber(view).number
      let start = view.startsIgnoringCase("TEL:") ? 4 : 0
      return view.upTo(start).string + text + view.from(start + number.count).string
    }
    properties[place].value = .text(new)
  }

  private mutating func setDate(_ column: FlatColumn, _ id: PropertyID, _ text: String) {
    let place = cells.place(of: column).map { $0 - first }
    guard !text.isEmpty else {
      isChanged = true
      if let place { removed.insert(place) }
      return
    }
    let readings = CellDate.readings(of: text)
    if let place, case .text(let old) = properties[place].value, let date = ContactDate(old),
      readings.contains(date)
    {
      // The same date in another form, such as a spreadsheet makes of it.
      return
    }
    isChanged = true
    let isDate = readings.count == 1
    if !isDate {
      findings.append(
        Table.Finding(
          code: .badDate,
          message: "the cell of column \(column.heading) is no date, or its day and month cannot "
            + "be told apart; it is kept as text"))
    }
    var property = place.map { properties[$0] } ?? Property(id, .text(""))
    property.value = .text(isDate ? readings[0].basic : text)
    property.valueType = isDate ? .unstated : .text
    property.parameters.removeAll { $0.name == "X-APPLE-OMIT-YEAR" }
    if let place { properties[place] = property } else { _ = append(property) }
  }
}

extension String {
  /// Whether a spreadsheet has turned a long number into scientific notation, such as `4,92E+11`.
  fileprivate var isMangledNumber: Bool {
    withView { view in
      let letter = view.first(UInt8(ascii: "E"), UInt8(ascii: "e"))
      guard letter > 0, letter + 2 < view.count, view[0].isDigit,
        view[letter + 1] == UInt8(ascii: "+"), view.from(letter + 2).decimal != nil
      else { return false }
      return (0..<letter).allSatisfy {
        view[$0].isDigit || view[$0] == UInt8(ascii: ".") || view[$0] == UInt8(ascii: ",")
      }
    }
  }
}

/// A date as a person or a spreadsheet writes it into a cell.
enum CellDate {
  /// What a text may mean: one date, several when day and month cannot be told apart, or none.
  static func readings(of text: String) -> [ContactDate] {
    let trimmed = text.withView { $0.trimmed.string }
    if let date = ContactDate(trimmed) { return [date] }
    for (separator, orders) in [
      (Character("."), [[0, 1, 2]]), ("/", [[2, 1, 0], [0, 1, 2], [1, 0, 2]]),
    ] {
      let parts = trimmed.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      var dates: [ContactDate] = []
      for order in orders {
        // The year has four digits, the others have at most two.
        guard order.enumerated().allSatisfy({ parts[$1].utf8.count <= ($0 == 2 ? 4 : 2) }),
          parts[order[2]].utf8.count == 4, let day = Int(parts[order[0]]),
          let month = Int(parts[order[1]]), let year = Int(parts[order[2]])
        else { continue }
        let date = ContactDate(year: year, month: month, day: day)
        if date.isPossible, !dates.contains(date) { dates.append(date) }
      }
      return dates
    }
    return []
  }
}
