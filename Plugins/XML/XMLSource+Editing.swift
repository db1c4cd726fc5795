package import Cardmill

// A record that is edited was read already: the values that an edit names stand in the batch, in the
// order of the elements that hold them. So elements are found by their names and counted, and no
// text has to be decoded once more. Where the counts differ, the record is left alone.

/// Edits that take elements out of a contact, or put one in.
extension XMLSource: RecordEditing {
  package func patches(
    _ edit: ContactEdit, of batch: ContactBatch, at index: Int, _ request: ReadRequest
  ) -> [RecordPatch]? {
    let storage = batch.storage
    let record = storage.contacts[index]
    guard edit.applies(to: record, in: storage) else { return [] }
    guard let dialect = XMLDialect(storage.format), !record.isRepaired, !record.source.isEmpty,
      let elements = RecordElements(storage.view(record.source))
    else { return nil }
    let ranges: [Range<Int>]?
    switch edit {
    case .mark(let reason, let time):
      guard dialect == .xCard else { return nil }
      return mark(elements, record, reason: reason, time: time)
    case .unmark:
      ranges = removals(
        elements, elements.elements.indices.filter { elements.isNamed($0, Self.mark) },
        values(record, storage) { $0.id == .xPendingDeletion }
      ) { _ in true }
    case .dropMembers(let keys):
      ranges = removals(
        elements, dialect.leaves(of: .member, in: elements),
        values(record, storage) { $0.id == .member }
      ) { $0.map { storage.isMember(of: keys, $0.property) } ?? false }
    case .removeCategories(let names):
      ranges = removals(
        elements, dialect.leaves(of: .categories, in: elements),
        values(record, storage) { dialect.holdsCategories($0, storage) }
      ) { $0.map { $0.property.id == .categories && storage.isCategory(names, $0.text) } ?? false }
    }
    return ranges?.map { range in
      RecordPatch(
        range: record.source.offset + range.lowerBound..<record.source.offset + range.upperBound,
        replacement: [])
    }
  }

  private static let mark: StaticString = "X-CARDMILL-PENDING-DELETION"

  /// A value that stands in an element of its own.
  private struct Value {
    var property: PropertyRecord
    var text: ByteView
  }

  private func values(
    _ record: ContactRecord, _ storage: ContactBatch.Storage,
    _ isWanted: (PropertyRecord) -> Bool
  ) -> [Value] {
    storage.properties(of: record).map { storage.properties[$0] }.filter(isWanted).flatMap {
      property in
      property.form == .list
        ? storage.parts(of: property).map {
          Value(property: property, text: storage.view(storage.parts[$0]))
        } : [Value(property: property, text: storage.view(property.value))]
    }
  }

  /// The pieces to take out; nil when values and elements do not fit each other.
  private func removals(
    _ elements: RecordElements, _ leaves: [Int], _ values: [Value], isGone: (Value?) -> Bool
  ) -> [Range<Int>]? {
    guard leaves.count == values.count else { return nil }
    return elements.removals(zip(leaves, values).filter { isGone($0.1) }.map(\.0))
  }

  private func mark(
    _ elements: RecordElements, _ record: ContactRecord, reason: String?, time: String
  ) -> [RecordPatch]? {
    guard let (place, layout) = elements.insertion else { return nil }
    let prefix = elements.text[elements.elements[0].prefix]
    var text = ByteBuffer(capacity: 256)
    text.append(layout)
    func tag(_ name: StaticString, isEnd: Bool = false) {
      text.append(isEnd ? "</" : "<")
      text.append(prefix)
      text.append(name)
      text.append(">")
    }
    tag("x-cardmill-pending-deletion")
    if let reason, !reason.isEmpty {
      tag("parameters")
      tag("reason")
      tag("text")
      reason.withView { XMLText.appendASCII($0, to: &text) }
      tag("text", isEnd: true)
      tag("reason", isEnd: true)
      tag("parameters", isEnd: true)
    }
    tag("text")
    text.append(time)
    tag("text", isEnd: true)
    tag("x-cardmill-pending-deletion", isEnd: true)
    let offset = record.source.offset + place
    return [RecordPatch(range: offset..<offset, replacement: text.bytes)]
  }

  // MARK: Documents without contacts

  package func emptyDocument(behind head: [UInt8], _ format: FormatID) -> [UInt8] {
    guard let dialect = XMLDialect(format) else { return [] }
    let isWide = head.withView { XMLHead.wideEncoding($0) } != nil
    let text = isWide ? head.filter { $0 != 0 && $0 < 0x80 } : head
    let isDocument = text.withView { XMLHead($0).rootStart != nil }
    return isDocument ? [] : dialect.emptyDocument.view.array
  }
}

extension XMLDialect {
  /// The elements of a record that hold one value each of a list.
  fileprivate func leaves(of id: PropertyID, in elements: RecordElements) -> [Int] {
    elements.elements.indices.dropFirst().filter { place in
      let parent = elements.elements[place].parent
      guard elements.elements[place].isLeaf, !elements.isEmpty(place) || self == .gdata else {
        return false
      }
      switch self {
      case .xCard:
        let name: StaticString = id == .member ? "MEMBER" : "CATEGORIES"
        return elements.isNamed(parent, name) || elements.isNamed(place, name)
      case .xmpp: return elements.isNamed(parent, "CATEGORIES")
      case .gdata:
        return elements.isNamed(place, "GROUPMEMBERSHIPINFO")
          && !elements.text[elements.elements[place].tag].contains(
            ("deleted=\"true\"" as StaticString).view)
      case .grandstream:
        return elements.isNamed(place, "GROUP") || elements.isNamed(place, "GROUPS")
          || elements.isNamed(parent, "GROUPS")
      case .snom: return elements.isNamed(place, "GROUP")
      case .windowsContact, .fritzbox, .yealink, .cisco: return false
      }
    }
  }

  /// Whether one of those elements became this property.
  fileprivate func holdsCategories(
    _ property: PropertyRecord, _ storage: ContactBatch.Storage
  ) -> Bool {
    property.id == .categories
      || (self == .gdata && property.id == .unknown
        && storage.view(property.name).equals("groupMembershipInfo"))
  }

  /// A document of the dialect that holds nothing.
  fileprivate var emptyDocument: StaticString {
    switch self {
    case .xCard: "<vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\"/>"
    case .windowsContact: "<c:contacts xmlns:c=\"http://schemas.microsoft.com/Contact\"/>"
    case .xmpp: "<vCards xmlns=\"vcard-temp\"/>"
    case .gdata: "<feed xmlns=\"http://www.w3.org/2005/Atom\"/>"
    case .fritzbox: "<phonebooks/>"
    case .yealink: "<YealinkIPPhoneDirectory/>"
    case .grandstream: "<AddressBook/>"
    case .snom: "<tbook/>"
    case .cisco: "<CiscoIPPhoneDirectory/>"
    }
  }
}
