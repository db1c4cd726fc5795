import Cardmill

extension TableFormatter {
  /// Puts the properties of the record into cells.
  mutating func fill() {
    for place in storage.properties(of: record) {
      let property = storage.properties[place]
      switch property.id {
      case .n: takeName(place)
      case .fn: takeFullName(place)
      case .email: if holds(property) { addMail(property) }
      case .tel: if holds(property) { addPhone(property) }
      case .adr: addAddress(property)
      case .org: if holds(property) { takeOrganization(place) }
      case .url: if holds(property) { addURL(property) }
      case .bday: addBirthday(property)
      case .note: addNote(property)
      case .categories: addCategories(property)
      case .nickname: addNickname(property)
      case .title: addSingle(property, .title)
      case .uid, .rev, .prodid, .kind: addMetadata(property)
      default: addOther(property)
      }
    }
    finishName()
    finishCategories()
  }

  @inline(__always)
  func holds(_ property: PropertyRecord) -> Bool { storage.hasContent(property) }

  // MARK: Names

  private mutating func takeName(_ place: Int) {
    let property = storage.properties[place]
    guard holds(property) else { return }
    if name < 0 { name = place } else { lose("value-limit", property) }
    noteParameters(of: property, isTyped: false)
  }

  private mutating func takeFullName(_ place: Int) {
    let property = storage.properties[place]
    guard holds(property) else { return }
    noteParameters(of: property, isTyped: false)
    if fullName < 0 {
      fullName = storage.shownFullName(in: record) ?? place
      if fullName == place { return }
    } else if fullName == place {
      return
    }
    lose("value-limit", property, path: "name.fullAlternatives")
  }

  private static let nameColumns: [(ColumnMeaning.Kind, Int)] = [
    (.family, 0), (.given, 1), (.middle, 2), (.prefix, 3), (.suffix, 4),
  ]

  private mutating func finishName() {
    if name >= 0 {
      let property = storage.properties[name]
      for (kind, component) in Self.nameColumns {
        let column = layout[kind]
        if column >= 0 {
          setComponent(column, component, of: property)
        } else {
          loseComponent(component, of: property, "name." + Self.componentNames[component])
        }
      }
      loseComponents(from: 5, of: property, "name")
    }
    let displayColumn = layout[.fullName]
    if displayColumn >= 0 {
      let start = begin()
      scratch.removeAll()
      storage.appendDisplayName(of: record, to: &scratch)
      add(scratch.view)
      return end(displayColumn, from: start)
    }
    guard fullName >= 0 else { return }
    let full = storage.properties[fullName].value
    // What other fields give when the table is read again.
    scratch.removeAll()
    storage.appendDerivedName(of: record, to: &scratch)
    if scratch.view.equals(view(full)) { return }
    if name < 0 { return set(layout[.given], full) }
    let fileAs = layout.others.first { $0.heading == "File As" }?.column ?? -1
    if isFree(fileAs) { set(fileAs, full) }
    lose("full-name-derived", "name.full", full)
  }

  private static let componentNames = ["family", "given", "additional", "prefix", "suffix"]

  /// Puts the values of a component into a cell, a blank between them.
  mutating func setComponent(
    _ column: Int, _ number: Int, of property: PropertyRecord, separator: StaticString = " "
  ) {
    var component = -1
    var first = Slice.none
    var start = -1
    for place in storage.parts(of: property) {
      let part = storage.parts[place]
      if !part.continuesComponent {
        component += 1
        if component > number { break }
      }
      guard component == number, !part.isEmpty else { continue }
      if first.isEmpty {
        first = part
        continue
      }
      if start < 0 {
        start = begin()
        add(view(first))
      }
      add(separator)
      add(view(part))
    }
    if start >= 0 { end(column, from: start) } else if !first.isEmpty { set(column, first) }
  }

  private func text(ofComponent number: Int, of property: PropertyRecord) -> String {
    var buffer = ByteBuffer(capacity: 128)
    storage.appendComponent(number, of: property, to: &buffer)
    return buffer.view.string
  }

  mutating func loseComponent(
    _ number: Int, of property: PropertyRecord, _ path: String, _ code: String = "field-unsupported"
  ) {
    let text = text(ofComponent: number, of: property)
    if !text.isEmpty { lose(code, path, text) }
  }

  /// Reports the components from a number on, if they hold something.
  mutating func loseComponents(
    from first: Int, of property: PropertyRecord, _ path: String,
    _ code: String = "field-unsupported"
  ) {
    let parts = storage.parts(of: property)
    guard parts.count > first else { return }
    var number = first
    while number < storage.componentCount(property) {
      loseComponent(number, of: property, path, code)
      number += 1
    }
  }

  // MARK: What a contact has once

  /// Puts a text of which the table has one into its cell.
  mutating func addSingle(_ property: PropertyRecord, _ kind: ColumnMeaning.Kind) {
    guard holds(property) else { return }
    let column = layout[kind]
    guard column >= 0 else { return lose("field-unsupported", property) }
    guard isFree(column) else {
      let isPath = property.id == .title || property.id == .role
      return lose("value-limit", property, path: isPath ? "extra." + property.id.text : nil)
    }
    noteParameters(of: property, isTyped: false)
    if property.form == .text {
      set(column, property.value)
    } else {
      set(column, Property(storage, property).value.text)
    }
  }

  mutating func set(_ column: Int, _ text: String) { text.withView { set(column, $0) } }

  private mutating func takeOrganization(_ place: Int) {
    let property = storage.properties[place]
    noteParameters(of: property, isTyped: false)
    guard organization < 0 else { return lose("value-limit", property, path: "extra.ORG") }
    organization = place
    guard property.form == .structured else { return set(layout[.organization], property.value) }
    setComponent(layout[.organization], 0, of: property)
    // The first unit that holds something is the department.
    var isFirst = true
    for number in 1..<max(storage.componentCount(property), 1) {
      let text = text(ofComponent: number, of: property)
      guard !text.isEmpty else { continue }
      if isFirst, layout[.unit] >= 0 {
        setComponent(layout[.unit], number, of: property)
      } else {
        lose(isFirst ? "field-unsupported" : "value-limit", "organization.units", text)
      }
      isFirst = false
    }
  }

  private mutating func addNickname(_ property: PropertyRecord) {
    guard holds(property) else { return }
    let column = layout[.nickname]
    if column >= 0 { noteParameters(of: property, isTyped: false) }
    for place in storage.parts(of: property) where !storage.parts[place].isEmpty {
      let item = storage.parts[place]
      if isFree(column) {
        set(column, item)
      } else {
        lose(column < 0 ? "field-unsupported" : "value-limit", "nicknames", item)
      }
    }
  }

  private mutating func addNote(_ property: PropertyRecord) {
    guard holds(property) else { return }
    noteParameters(of: property, isTyped: false)
    let column = layout[.note]
    guard property.form == .text else { return lose("field-unsupported", property) }
    if isFree(column) { return set(column, property.value) }
    // The table has one note: the others follow it.
    append(column, "\n\n", view(property.value))
    lose("structure-flattened", "notes", property.value)
  }

  private mutating func addMetadata(_ property: PropertyRecord) {
    guard holds(property) else { return }
    if property.id == .kind, view(property.value).equalsIgnoringCase("INDIVIDUAL") { return }
    lose("field-unsupported", property)
  }

  // MARK: Categories

  private mutating func addCategories(_ property: PropertyRecord) {
    guard holds(property) else { return }
    let column = layout[.categories]
    guard column >= 0 else {
      for place in storage.parts(of: property) where !storage.parts[place].isEmpty {
        lose("field-unsupported", "categories", storage.parts[place])
      }
      return
    }
    noteParameters(of: property, isTyped: false)
    guard property.form == .list else {
      return append(column, layout.categorySeparator, view(property.value))
    }
    for place in storage.parts(of: property) where !storage.parts[place].isEmpty {
      let item = storage.parts[place]
      if isFree(column), !hasCategories {
        set(column, item)
      } else {
        append(column, layout.categorySeparator, view(item))
      }
      hasCategories = true
      if view(item).find(splitter.view) != nil { lose("structure-flattened", "categories", item) }
    }
  }

  /// What a reader takes for the end of a category.
  private var splitter: StaticString { layout.program == .google ? " ::: " : ";" }

  private mutating func finishCategories() {
    let column = layout[.categories]
    if storage.groups != nil, record.kind != .group {
      addGroupNames(column)
    }
    if isStarred, column >= 0 {
      append(column, layout.categorySeparator, ("* starred" as StaticString).view)
    }
  }

  /// Adds the names of the group cards that list the contact.
  private mutating func addGroupNames(_ column: Int) {
    guard let groups = storage.groups, let uid = storage.first(.uid, in: record) else { return }
    for name in groups.groups(of: view(uid.value)) {
      guard column >= 0 else {
        lose("field-unsupported", "categories", name)
        continue
      }
      if !isCategory(name) { name.withView { append(column, layout.categorySeparator, $0) } }
    }
  }

  private func isCategory(_ name: String) -> Bool {
    for place in storage.properties(of: record) where storage.properties[place].id == .categories {
      let property = storage.properties[place]
      guard property.form == .list else { continue }
      for part in storage.parts(of: property)
      where name.withView({ view(storage.parts[part]).equals($0) }) {
        return true
      }
    }
    return false
  }

  // MARK: Dates

  /// Reads a property's date and reports a time behind it; nil, and reported, when it is none that
  /// the table can hold.
  mutating func date(of property: PropertyRecord, _ path: String) -> ContactDate? {
    guard property.form == .text, property.valueType != .text,
      let reading = ContactDate.read(view(property.value)), reading.date.month != nil,
      reading.date.day != nil
    else {
      lose("date-text-unsupported", property, path: path)
      return nil
    }
    let text = view(property.value)
    for place in reading.timeStart..<text.count
    where text[place].isDigit && text[place] != UInt8(ascii: "0") {
      lose("time-dropped", path, property.value)
      break
    }
    return reading.date
  }

  private mutating func addBirthday(_ property: PropertyRecord) {
    guard holds(property) else { return }
    let path = property.valueType == .text ? "birthdayText" : "birthday"
    if layout[.birthYear] >= 0 { return addBirthdayParts(property, path) }
    addDate(property, layout[.birthday], path)
  }

  /// Puts a date into a cell.
  mutating func addDate(_ property: PropertyRecord, _ column: Int, _ path: String) {
    guard column >= 0 else { return lose("field-unsupported", property, path: path) }
    guard isFree(column) else { return lose("value-limit", property, path: path) }
    guard var date = date(of: property, path) else { return }
    noteParameters(of: property, isTyped: false)
    if date.year == nil, layout.program != .google {
      // Outlook has no dates without a year; 1604 is read as none.
      date.year = 1604
      lose("date-year-invented1604", path, property.value, isRecoverable: true)
    }
    let start = begin()
    add(date)
    end(column, from: start)
  }

  private mutating func addBirthdayParts(_ property: PropertyRecord, _ path: String) {
    guard isFree(layout[.birthYear]), isFree(layout[.birthMonth]), isFree(layout[.birthDay]) else {
      return lose("value-limit", property, path: path)
    }
    guard let date = date(of: property, path) else { return }
    noteParameters(of: property, isTyped: false)
    for (kind, number) in [
      (.birthYear, date.year), (.birthMonth, date.month), (.birthDay, date.day),
    ]
      as [(ColumnMeaning.Kind, Int?)]
    {
      guard let number else { continue }
      let start = begin()
      add(decimal: number)
      end(layout[kind], from: start)
    }
  }
}
