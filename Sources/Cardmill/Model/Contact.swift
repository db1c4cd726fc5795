/// One person, organisation or group: an ordered list of properties in the neutral vocabulary of
/// vCard 4.0, whatever it was read from.
///
/// A contact is a value. One that comes from a reader shares its batch's memory; changing it, or
/// `detached()`, gives it memory of its own. The typed views (`name`, `emails`, `phones`, …) are
/// computed from the list, and setting one changes only its own properties.
public struct Contact: Sendable {
  package var storage: ContactBatch.Storage
  package var index: Int

  package init(storage: ContactBatch.Storage, index: Int) {
    self.storage = storage
    self.index = index
  }

  /// Makes a contact of properties.
  public init(properties: [Property] = [], kind: RecordKind = .contact) {
    var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "")
    builder.beginContact(number: 0, line: 1, source: .none, fileOffset: 0, fileLength: 0)
    for property in properties { builder.append(property) }
    let isGroup = properties.contains {
      $0.id == .kind && $0.value.text.lowercased() == "group"
    }
    builder.endContact(kind: isGroup ? .group : kind)
    self.init(storage: ContactBatch(builder).storage, index: 0)
  }

  package var record: ContactRecord { storage.contacts[index] }

  /// Whether it is a contact, a group card or an empty record.
  public var recordKind: RecordKind { record.kind }

  /// The properties in their order.
  ///
  /// - Complexity: O(*n*) in their bytes; each access makes new values.
  public var properties: [Property] {
    get { propertyRecords.map { Property(storage, $0) } }
    set {
      let record = record
      var builder = ContactBatch.Builder(block: Block(copying: .empty), format: storage.format)
      builder.groups = storage.groups
      builder.beginContact(
        number: record.number, line: record.line, source: .none, fileOffset: record.fileOffset,
        fileLength: record.fileLength)
      for property in newValue { builder.append(property) }
      builder.endContact(kind: record.kind == .empty ? .contact : record.kind, isRepaired: true)
      self = Contact(storage: ContactBatch(builder).storage, index: 0)
    }
  }

  package var propertyRecords: ArraySlice<PropertyRecord> {
    storage.properties[storage.properties(of: record)]
  }

  /// Where the contact was read from.
  public var source: SourceRecord {
    let record = record
    return SourceRecord(
      format: storage.format, number: record.number,
      range: record.fileOffset..<record.fileOffset + record.fileLength, line: record.line,
      isRepaired: record.isRepaired, originalBytes: storage.view(record.source).array)
  }

  /// A copy with memory of its own, which does not keep the batch alive.
  ///
  /// - Complexity: O(*n*) in the contact's bytes.
  public func detached() -> Contact {
    let record = record
    var builder = ContactBatch.Builder(
      block: Block(copying: storage.view(record.source)), format: storage.format)
    builder.isFaithful = storage.isFaithful
    builder.groups = storage.groups
    let base = record.source.offset
    builder.beginContact(
      number: record.number, line: record.line, source: Slice(block: 0, count: record.source.count),
      fileOffset: record.fileOffset, fileLength: record.fileLength)
    let limits = base..<base + record.source.count
    for property in propertyRecords {
      builder.copy(property, from: storage, base: base, limits: limits)
    }
    builder.endContact(kind: record.kind, isRepaired: record.isRepaired, version: record.version)
    return Contact(storage: ContactBatch(builder).storage, index: 0)
  }

  /// Calls `body` with the name and the decoded bytes of each property's value, without making
  /// strings.
  ///
  /// This is the second, faster way into a contact. A list's or structure's parts come one by one,
  /// in order.
  public func forEachValue(_ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) -> Void) {
    for property in propertyRecords {
      let name = property.name.isEmpty ? property.id.spelling.view : storage.view(property.name)
      name.span { nameSpan in
        switch property.form {
        case .text, .binary, .unparsed: storage.view(property.value).span { body(nameSpan, $0) }
        case .list, .structured:
          for place in storage.parts(of: property) {
            storage.view(storage.parts[place]).span { body(nameSpan, $0) }
          }
        }
      }
    }
  }
}

extension ContactBatch.Builder {
  /// Copies a property of another batch; slices of the record's own bytes move with them.
  mutating func copy(
    _ property: PropertyRecord, from storage: ContactBatch.Storage, base: Int, limits: Range<Int>
  ) {
    func isInside(_ slice: Slice) -> Bool {
      !slice.isDecoded && slice.offset >= limits.lowerBound
        && slice.offset + slice.count <= limits.upperBound
    }
    var record = property
    func move(_ slice: Slice, _ builder: inout ContactBatch.Builder) -> Slice {
      var moved =
        isInside(slice)
        ? Slice(block: slice.offset - base, count: slice.count)
        : builder.store(storage.view(slice))
      if slice.continuesComponent { moved = moved.continuing }
      return moved
    }
    record.headerNumber = 0
    record.name = property.name.isEmpty ? .none : move(property.name, &self)
    record.group = property.group.isEmpty ? .none : move(property.group, &self)
    record.source = isInside(property.source) ? move(property.source, &self) : .none
    record.firstParameter = UInt32(parameters.count)
    for place in storage.parameters(of: property) {
      var parameter = storage.parameters[place]
      parameter.name = move(parameter.name, &self)
      parameter.value = move(parameter.value, &self)
      parameters.append(parameter)
    }
    switch property.form {
    case .text, .binary, .unparsed: record.value = move(property.value, &self)
    case .list, .structured:
      record.flags.remove(.plain)  // The parts may come apart.
      let first = parts.count
      for place in storage.parts(of: property) {
        let moved = move(storage.parts[place], &self)
        parts.append(moved)
      }
      record.value = Slice(block: first, count: parts.count - first)
    }
    properties.append(record)
  }
}

/// Where a contact stands in its source.
public struct SourceRecord: Sendable, Hashable {
  /// The format it was read from.
  public var format: FormatID
  /// The record's number, all records of the input counted from 0.
  public var number: Int
  /// The bytes in the original file.
  public var range: Range<Int>
  /// The first line, from 1.
  public var line: Int
  /// Whether something had to be repaired to read it.
  public var isRepaired: Bool
  /// The record's bytes as the reader saw them; the file's own unless the file had to be
  /// transcoded.
  public var originalBytes: [UInt8]
}

extension Contact: Equatable {
  /// Whether two contacts have the same properties in the same order.
  ///
  /// Group names that only number a card's labels (`item1`) are not compared.
  public static func == (a: Contact, b: Contact) -> Bool {
    let left = a.propertyRecords
    let right = b.propertyRecords
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { a.storage.isEqual($0, b.storage, $1) }
  }
}

extension ContactBatch.Storage {
  func isEqual(_ a: PropertyRecord, _ other: ContactBatch.Storage, _ b: PropertyRecord) -> Bool {
    guard a.id == b.id, a.form == b.form, a.parameterCount == b.parameterCount else { return false }
    if a.id == .unknown, !view(a.name).equalsIgnoringCase(other.view(b.name)) { return false }
    let groups = (view(a.group), other.view(b.group))
    if !groups.0.equalsIgnoringCase(groups.1), !(groups.0.isLabelGroup && groups.1.isLabelGroup) {
      return false
    }
    for (left, right) in zip(parameters(of: a), other.parameters(of: b)) {
      let (p, q) = (parameters[left], other.parameters[right])
      guard p.id == q.id, p.word == q.word else { return false }
      if p.id == .unknown, !view(p.name).equalsIgnoringCase(other.view(q.name)) { return false }
      if p.word == .unknown, !view(p.value).equals(other.view(q.value)) { return false }
    }
    switch a.form {
    case .text where a.id == .rev || a.id == .created:
      return view(a.value).equalsWithoutPunctuation(other.view(b.value))
    case .text, .binary, .unparsed: return view(a.value).equals(other.view(b.value))
    case .list, .structured:
      let (left, right) = (parts(of: a), other.parts(of: b))
      guard left.count == right.count else { return false }
      return zip(left, right).allSatisfy {
        parts[$0].continuesComponent == other.parts[$1].continuesComponent
          && view(parts[$0]).equals(other.view(other.parts[$1]))
      }
    }
  }
}

extension ByteView {
  /// Compares two times without the hyphens and colons that only the extended form has.
  func equalsWithoutPunctuation(_ other: ByteView) -> Bool {
    func bare(_ view: ByteView) -> [UInt8] {
      view.array.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
    }
    return equals(other) || bare(self) == bare(other)
  }

  /// Whether a group name only numbers a card's labels, or there is none.
  package var isLabelGroup: Bool {
    if isEmpty { return true }
    guard count > 4, startsIgnoringCase("ITEM") else { return false }
    return from(4).decimal != nil
  }
}
