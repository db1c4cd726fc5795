import Cardmill

// RFC 6351: each property is an element in lower case; its parameters come first, then its values, each in an element that says its
// type. Structures have an element for each component. What is in another namespace is the property XML (RFC 6350, 6.1.5).

/// xCard: vCard 4.0 in XML.
extension TapeReader {
  mutating func readXCard(_ node: Int) {
    for child in tape.children(node) {
      let info = tape.info(child)
      if info.word == .group, info.space == .xCard || info.space == .none {
        readGroup(child)
      } else {
        readProperty(child, info)
      }
    }
  }

  private mutating func readGroup(_ node: Int) {
    group = tape.attribute(.name, of: node) ?? .none
    let start = builder.properties.count
    for child in tape.children(node) {
      let info = tape.info(child)
      if info.space == .xCard || info.space == .none, info.property == .unknown {
        if info.parameter == .userLabel, takeGroupLabel(child, from: start) { continue }
        if tape.local(child).lowercased() == "x-abadr", takeCountry(child, from: start) { continue }
      }
      readProperty(child, info)
    }
    group = .none
  }

  /// Apple's label of a group: of its properties here, behind which it stands.
  private mutating func takeGroupLabel(_ node: Int, from start: Int) -> Bool {
    guard let value = tape.children(node).first(where: { tape.word($0) != .parameters }) else {
      return false
    }
    // A label that was not the last parameter says where it stood.
    var index: Int?
    if let parameters = tape.child(.parameters, of: node),
      let child = tape.child(.index, of: parameters)
    {
      index = view(trimmed(content(child))).decimal
    }
    var label = content(value)
    let text = view(label)
    if text.count >= 9, text.startsIgnoringCase("_$!<"), text.from(text.count - 4).equals(">!$_") {
      label = label.piece(4..<text.count - 4)
    }
    guard !isBlank(label), builder.properties.count > start else { return false }
    for place in start..<builder.properties.count
    where !builder.properties[place].flags.contains(.labelled) {
      attach(builder.properties[place].id == .adr ? .userLabel : .label, label, to: place)
      let first = Int(builder.properties[place].firstParameter)
      if let index, index > 0, first + index < builder.parameters.count {
        builder.parameters.insert(builder.parameters.removeLast(), at: first + index - 1)
      }
    }
    return true
  }

  private mutating func takeCountry(_ node: Int, from start: Int) -> Bool {
    guard let value = tape.children(node).first(where: { tape.word($0) != .parameters }) else {
      return false
    }
    let country = trimmed(tape.text(value))
    guard country.count == 2,
      let place = builder.properties[start...].lastIndex(where: { $0.id == .adr })
    else { return false }
    attach(.cc, builder.store(view(country).string.uppercased()), to: place)
    return true
  }

  /// Adds a parameter to a property that was read before; its parameters move to the end of the table.
  private mutating func attach(_ id: ParameterID, _ value: Slice, to place: Int) {
    let first = Int(builder.properties[place].firstParameter)
    let count = Int(builder.properties[place].parameterCount)
    if first + count != builder.parameters.count {
      builder.properties[place].firstParameter = UInt32(builder.parameters.count)
      for index in first..<first + count { builder.parameters.append(builder.parameters[index]) }
    }
    addParameter(id, value)
    builder.properties[place].parameterCount += 1
    builder.properties[place].noteParameter(id)
  }

  // MARK: Properties

  private mutating func readProperty(_ node: Int, _ info: NameInfo) {
    guard info.space == .xCard || info.space == .none else {
      if info.space == .own { readOwn(node, info) } else { readForeignElement(node) }
      return
    }
    let first = nextParameter
    var stated = ValueType.unstated
    for child in tape.children(node) {
      // Elements of other namespaces in a property are kept beside it.
      let inner = tape.info(child)
      if inner.space == .other { readForeignElement(child) }
      if inner.word == .parameters { stated = readParameters(child) }
    }
    let count = builder.properties.count
    switch info.property {
    case .n: readComponents(.n, node, Self.nameWords, from: first)
    case .adr: readAddress(node, from: first)
    case .gender: readComponents(.gender, node, Self.genderWords, from: first)
    case .clientpidmap: readComponents(.clientpidmap, node, Self.mapWords, from: first)
    case .org, .nickname, .categories: readList(info.property, node, from: first)
    case .unknown: readExtension(node, stated, from: first)
    default: readValues(info.property, node, stated, from: first)
    }
    if builder.properties.count == count, info.property != .fn, info.property != .n,
      info.property != .org
    {
      report(.emptyValue, "\(tape.local(node)) has no value")
    }
  }

  /// Components with higher numbers are not read: an index would say how much memory is used.
  static let maximalComponentCount = 64
  static let nameWords: [XMLWord] = [.surname, .given, .additional, .prefix, .suffix]
  static let addressWords: [XMLWord] = [.pobox, .ext, .street, .locality, .region, .code, .country]
  private static let genderWords: [XMLWord] = [.sex, .identity]
  private static let mapWords: [XMLWord] = [.sourceid, .uri]

  /// Reads a structure: usually its components stand in their order.
  private mutating func readComponents(
    _ id: PropertyID, _ node: Int, _ words: [XMLWord], from first: Int
  ) {
    let firstPart = builder.parts.count
    var current = -1
    var count: Int?
    for child in tape.children(node) {
      if tape.info(child).space == .own, tape.word(child) == .components {
        count = view(tape.text(child)).decimal
        continue
      }
      guard let number = componentNumber(child, words) else { continue }
      guard number >= current, number < Self.maximalComponentCount else {
        return readUnordered(id, node, words, firstPart, from: first)
      }
      let text = content(child)
      let part = isLayout(text) ? Slice.none : text
      if number == current {
        builder.parts.append(part.continuing)
      } else {
        while current + 1 < number {
          builder.parts.append(.none)
          current += 1
        }
        builder.parts.append(part)
        current = number
      }
    }
    if current < 0, case let text = tape.text(node), !isBlank(text) { builder.parts.append(text) }
    if let count, count > 0 { dropEmptyComponents(to: count, from: firstPart) }
    addParts(id, from: firstPart, firstParameter: first)
  }

  /// Drops empty components at the end that only make an element complete.
  private mutating func dropEmptyComponents(to count: Int, from firstPart: Int) {
    var components = builder.parts[firstPart...].count { !$0.continuesComponent }
    while components > count, let last = builder.parts.last, last.isEmpty, !last.continuesComponent
    {
      builder.parts.removeLast()
      components -= 1
    }
  }

  private mutating func readUnordered(
    _ id: PropertyID, _ node: Int, _ words: [XMLWord], _ firstPart: Int, from first: Int
  ) {
    builder.parts.removeLast(builder.parts.count - firstPart)
    var components: [[Slice]] = []
    for child in tape.children(node) {
      guard let number = componentNumber(child, words), number < Self.maximalComponentCount else {
        continue
      }
      while components.count <= number { components.append([]) }
      components[number].append(content(child))
    }
    for values in components {
      if values.isEmpty { builder.parts.append(.none) }
      for (index, value) in values.enumerated() {
        builder.parts.append(index == 0 ? value : value.continuing)
      }
    }
    addParts(id, from: firstPart, firstParameter: first)
  }

  private func componentNumber(_ child: Int, _ words: [XMLWord]) -> Int? {
    let info = tape.info(child)
    if let number = words.firstIndex(of: info.word) { return number }
    guard info.space == .own, info.word == .component, let index = tape.attribute(.index, of: child)
    else { return nil }
    return view(index).decimal
  }

  /// An address: one that is only formatted has a label and no component.
  private mutating func readAddress(_ node: Int, from first: Int) {
    let isFormatted = builder.parameters[first...].contains { $0.id == .label }
    let firstPart = builder.parts.count
    guard isFormatted else { return readComponents(.adr, node, Self.addressWords, from: first) }
    let parameters = Array(builder.parameters[first...])
    let count = builder.properties.count
    readComponents(.adr, node, Self.addressWords, from: first)
    guard builder.properties.count == count else { return }
    builder.parameters += parameters
    for _ in 0..<7 { builder.parts.append(.none) }
    add(.adr, Slice(block: firstPart, count: 7), form: .structured, from: first)
  }

  /// Reads a list, or an organisation with its units: an element for each.
  private mutating func readList(_ id: PropertyID, _ node: Int, from first: Int) {
    let firstPart = builder.parts.count
    var hasElements = false
    for child in tape.children(node)
    where tape.word(child) != .parameters && tape.info(child).space != .other {
      hasElements = true
      let text = content(child)
      if id == .org || !isBlank(text) { builder.parts.append(text) }
    }
    if !hasElements { builder.parts.append(tape.text(node)) }
    addParts(id, from: firstPart, firstParameter: first)
  }

  // MARK: Single values

  private mutating func readValues(
    _ id: PropertyID, _ node: Int, _ stated: ValueType, from first: Int
  ) {
    var parameterEnd = nextParameter
    var first = first
    var isLater = false
    for child in tape.children(node)
    where tape.word(child) != .parameters && tape.info(child).space != .other {
      if isLater {
        // A further value is a property of its own, with the same parameters.
        let copy = Array(builder.parameters[first..<parameterEnd])
        first = nextParameter
        builder.parameters += copy
        parameterEnd = nextParameter
      }
      isLater = true
      let type = tape.info(child).valueType
      readValue(id, content(child), stated == .unstated ? type : stated, from: first)
    }
    if !isLater { readValue(id, tape.text(node), stated, from: first) }
  }

  private mutating func readValue(
    _ id: PropertyID, _ value: Slice, _ type: ValueType, from first: Int
  ) {
    if id.isDate { return addDate(id, value, isText: type == .text, from: first) }
    if id.isMedia, type != .text { return addMedia(id, uri: value, from: first) }
    switch id {
    case .fn where isDerived(from: first):
      hasFullName = true
      builder.parameters.removeLast(builder.parameters.count - first)
    case .uid: addText(id, trimmed(value), from: first)
    case .email:
      let text = trimmed(value)
      addText(
        id, view(text).startsIgnoringCase("MAILTO:") ? text.piece(7..<text.count) : text,
        from: first)
    default:
      let isToken = type != .text && type != .unstated && type != .unknown
      let kept = type == id.usualType || type == .unknown ? .unstated : type
      addText(id, isToken ? trimmed(value) : value, valueType: kept, from: first)
    }
  }

  /// Whether a full name was made from other fields: it is no datum.
  private func isDerived(from first: Int) -> Bool {
    builder.parameters[first...].contains {
      $0.id == .derived && view($0.value).equalsIgnoringCase("TRUE")
    }
  }

  // MARK: Extensions

  /// A property that the vocabulary has no name for: its value keeps its form.
  private mutating func readExtension(_ node: Int, _ stated: ValueType, from first: Int) {
    let local = tape.local(node)
    let values = tape.children(node).filter {
      tape.word($0) != .parameters && tape.info($0).space != .other
    }
    if local.lowercased() == "x-custom", values.count == 2, tape.word(values[0]) == .identifier,
      tape.word(values[1]) == .value, let name = token(values[0])
    {
      // How Kolab writes any property of its own.
      return addForeign(name, content(values[1]), from: first)
    }
    let name = builder.store(local.uppercased())
    if !local.lowercased().hasPrefix("x-"), !local.lowercased().hasPrefix("vnd-") {
      report(.unknownProperty, "\(local) is a property that no standard has")
    }
    var type = stated
    let isTyped = values.allSatisfy { tape.info($0).valueType != .unstated }
    var text = ByteBuffer(capacity: 128)
    if values.isEmpty { TextEscapes.encode(view(tape.text(node)), into: &text) }
    for (index, child) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: isTyped ? "," : ";")) }
      let own = tape.info(child).valueType
      if type == .unstated, own != .unknown { type = own }
      let value = view(content(child))
      if own == .text || !isTyped {
        TextEscapes.encode(value, into: &text)
      } else {
        text.append(value)
      }
    }
    if !isTyped {
      for child in values {
        addParameter(
          .unknown, builder.store(tape.local(child)), name: builder.store("X-XCARD-ELEMENT"))
      }
    }
    let value = builder.store(text.view)
    guard !isBlank(value) else {
      return builder.parameters.removeLast(builder.parameters.count - first)
    }
    add(
      .unknown, value, form: .unparsed, valueType: type == .unknown ? .unstated : type, from: first,
      name: name)
  }

  /// What the writer had no element for: a content line.
  private mutating func readOwn(_ node: Int, _ info: NameInfo) {
    guard info.word == .line else { return readForeignElement(node) }
    var line = ByteBuffer(capacity: 256)
    line.append(view(content(node)))
    let first = builder.properties.count
    guard ContentLineReader().read(line.view, into: &builder), builder.properties.count > first
    else {
      return readForeignElement(node)
    }
    // The writer puts the group around the line.
    if builder.properties[first].group.isEmpty { builder.properties[first].group = group }
    note(builder.properties[first])
  }

  /// An element of another namespace is the property XML.
  private mutating func readForeignElement(_ node: Int) {
    var text = ByteBuffer(capacity: 256)
    ForeignElement(tape).append(node, to: &text) { builder.view($0) }
    add(.xml, builder.store(text.view), form: .text, from: nextParameter)
  }

  // MARK: Parameters

  /// Reads parameters; gives the type of the value if one of them states it.
  private mutating func readParameters(_ node: Int) -> ValueType {
    var type = ValueType.unstated
    for parameter in tape.children(node) {
      let info = tape.info(parameter)
      var hasValues = false
      for value in tape.children(parameter) {
        hasValues = true
        readParameter(parameter, info, content(value), &type)
      }
      if !hasValues { readParameter(parameter, info, tape.text(parameter), &type) }
    }
    return type
  }

  private mutating func readParameter(
    _ node: Int, _ info: NameInfo, _ text: Slice, _ type: inout ValueType
  ) {
    switch info.parameter {
    case .type:
      let word = trimmed(text)
      if !word.isEmpty { addType(word, word: TypeWord(view(word))) }
    case .value: type = ValueType(view(trimmed(text)))
    case .label, .userLabel, .sortAs:
      if view(text).isEmpty || !isBlank(text) { addParameter(info.parameter, text) }
    case .unknown, .encoding, .charset:
      addParameter(.unknown, text, name: builder.store(tape.local(node).uppercased()))
    default:
      let value = trimmed(text)
      if !value.isEmpty { addParameter(info.parameter, value) }
    }
  }
}

extension PropertyID {
  /// The type that a value has when none is stated (RFC 6350, 6).
  var usualType: ValueType {
    switch self {
    case .rev, .created: .timestamp
    case .lang, .language: .languageTag
    default: isURI ? .uri : .text
    }
  }
}
