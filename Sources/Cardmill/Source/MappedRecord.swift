/// Makes the properties of one contact after another of mapped values: what a source calls for each
/// value that it has found.
///
///     var record = MappedRecord(mapping)
///     record.add("Ana", row: 0)          // for each value of a record
///     for property in record.finish() { builder.append(property) }
///
/// The parts of a name make one name; the parts of an address that have the same types and label
/// make one address. A row that gives a second part of the same kind begins the next address,
/// unless it is a further line of the street.
public struct MappedRecord: Sendable {
  /// Something to report about a value.
  public struct Finding: Sendable, Hashable {
    public var code: Diagnostic.Code
    public var message: String
    /// The row's place in the mapping.
    public var row: Int
  }

  private enum Slot: Sendable {
    case property(Property)
    case name([[String]])
    case list(PropertyID, [String])
    case address(key: [String], components: [[String]], formatted: String?, rows: Set<Int>)
    case organization(name: String, units: [String])
  }

  private let rows: [Mapping.Row]
  private let targets: [MappingTarget?]
  private var slots: [Slot] = []
  /// What was found in the values that were added since the last `finish()`.
  public private(set) var findings: [Finding] = []

  /// Begins with a mapping.
  public init(_ mapping: Mapping) {
    rows = mapping.rows
    targets = mapping.rows.map { MappingTarget($0.target) }
  }

  /// Takes a value of the record.
  ///
  /// - Parameters:
  ///   - value: the text of a cell or element; blanks around it are dropped, an empty one is
  ///     nothing.
  ///   - index: the place in the mapping of the row that stands for the column or element.
  public mutating func add(_ value: String, row index: Int) {
    guard let target = targets[index] else { return }
    let row = rows[index]
    switch row.transform {
    case .split(let separator):
      for part in Self.parts(of: value, separator) { put(part, target, row, index) }
    case .lower: put(value.lowercased(), target, row, index)
    default: put(value, target, row, index)
    }
  }

  /// Gives the properties of the record, and begins the next one.
  public mutating func finish() -> [Property] {
    defer { slots.removeAll(keepingCapacity: true) }
    return slots.map { slot in
      switch slot {
      case .property(let property): property
      case .name(let components): Property(.n, .structured(components))
      case .list(let id, let items): Property(id, .list(items))
      case .organization(let name, let units):
        Property(.org, .structured(([name] + units).map { $0.isEmpty ? [] : [$0] }))
      case .address(let key, let components, let formatted, _):
        Self.address(key, components, formatted)
      }
    }
  }

  /// Gives what was found, and forgets it.
  public mutating func takeFindings() -> [Finding] {
    defer { findings.removeAll() }
    return findings
  }

  private static func parts(of text: String, _ separator: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: separator) {
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return parts + [String(rest)]
  }

  // MARK: Values

  private mutating func put(
    _ raw: String, _ target: MappingTarget, _ row: Mapping.Row, _ index: Int
  ) {
    let value = raw.withView { view in
      var start = 0
      var end = view.count
      while start < end, view[start] <= 0x20 { start += 1 }
      while end > start, view[end - 1] <= 0x20 { end -= 1 }
      return view[start..<end].string
    }
    guard !value.isEmpty else { return }
    switch target.kind {
    case .text(let id): append(Property(id, .text(value)))
    case .labeled(let id):
      append(Property(id, .text(value), parameters: Self.parameters(row, isAddress: false)))
    case .extra(let name): append(Property(name, .text(value)))
    case .name(let component): putName(value, component)
    case .list(let id): putItem(value, id)
    case .date(let id): putDate(value, id, row, index)
    case .address, .formattedAddress: putAddress(value, target, row, index)
    case .organization(let isUnit): putOrganization(value, isUnit: isUnit)
    case .photo: putPhoto(value, row)
    }
  }

  private mutating func append(_ property: Property) { slots.append(.property(property)) }

  private static func parameters(_ row: Mapping.Row, isAddress: Bool) -> [Property.Parameter] {
    var parameters: [Property.Parameter] = []
    for type in row.types {
      parameters.append(
        type == "pref" ? Property.Parameter("PREF", "1") : Property.Parameter("TYPE", type))
    }
    if let label = row.label {
      parameters.append(Property.Parameter(isAddress ? "X-ABLABEL" : "LABEL", label))
    }
    return parameters
  }

  private mutating func putName(_ value: String, _ component: Int) {
    for place in slots.indices {
      guard case .name(var components) = slots[place] else { continue }
      components[component].append(value)
      slots[place] = .name(components)
      return
    }
    var components = Array(repeating: [String](), count: 5)
    components[component] = [value]
    slots.append(.name(components))
  }

  private mutating func putItem(_ value: String, _ id: PropertyID) {
    for place in slots.indices {
      guard case .list(id, let items) = slots[place] else { continue }
      slots[place] = .list(id, items + [value])
      return
    }
    slots.append(.list(id, [value]))
  }

  private mutating func putOrganization(_ value: String, isUnit: Bool) {
    for place in slots.indices {
      guard case .organization(let name, let units) = slots[place] else { continue }
      if isUnit {
        slots[place] = .organization(name: name, units: units + [value])
        return
      }
      guard name.isEmpty else { continue }
      slots[place] = .organization(name: value, units: units)
      return
    }
    slots.append(.organization(name: isUnit ? "" : value, units: isUnit ? [value] : []))
  }

  private mutating func putDate(
    _ value: String, _ id: PropertyID, _ row: Mapping.Row, _ index: Int
  ) {
    var date = ContactDate(value)
    if case .date(let form) = row.transform { date = MappingDate.read(value, as: form) }
    if date == nil {
      findings.append(
        Finding(
          code: .badDate,
          message: "the date for \(row.target) could not be read and is kept as text",
          row: index))
    }
    append(
      Property(
        id, .text(date?.basic ?? value),
        parameters: id == .xABDate ? Self.parameters(row, isAddress: false) : []))
  }

  private mutating func putPhoto(_ value: String, _ row: Mapping.Row) {
    guard row.transform == .base64 else { return append(Property(.photo, .text(value))) }
    let data = value.utf8.filter { $0 > 0x20 }
    append(Property(.photo, .binary(base64: String(decoding: data, as: UTF8.self))))
  }

  // MARK: Addresses

  private mutating func putAddress(
    _ value: String, _ target: MappingTarget, _ row: Mapping.Row, _ index: Int
  ) {
    let key = row.types + [row.label ?? ""]
    var components = Array(repeating: [String](), count: 7)
    var formatted: String?
    var rows: Set<Int> = []
    var found: Int?
    for place in slots.indices.reversed() {
      guard case .address(key, let known, let text, let given) = slots[place] else { continue }
      if given.contains(index) { break }
      if case .formattedAddress = target.kind, text != nil { break }
      (components, formatted, rows) = (known, text, given)
      found = place
      break
    }
    switch target.kind {
    case .address(let component):
      // The lines of a street are values of their own.
      let lines =
        component == 2
        ? value.split(whereSeparator: \.isNewline).map(String.init) : [value]
      components[component] += lines
    default: formatted = value
    }
    rows.insert(index)
    let slot = Slot.address(key: key, components: components, formatted: formatted, rows: rows)
    if let found { slots[found] = slot } else { slots.append(slot) }
  }

  private static func address(
    _ key: [String], _ components: [[String]], _ formatted: String?
  ) -> Property {
    let label = key.last.flatMap { $0.isEmpty ? nil : $0 }
    let row = Mapping.Row(.column(1), to: "addresses", types: key.dropLast(), label: label)
    var parameters = parameters(row, isAddress: true)
    if let formatted { parameters.append(Property.Parameter("LABEL", formatted)) }
    return Property(.adr, .structured(components), parameters: parameters)
  }
}
