import Cardmill

// A phone book holds names and numbers, some of them more. What it cannot hold is a loss; a contact
// without a number is left out, named by `no-phone`. Numbers are written as they stand, without
// `tel:`.

/// Writes the phone book of a telephone.
struct PhoneBookWriter: RecordWriter {
  let dialect: XMLDialect
  /// The title of the book.
  let name: String
  /// Whether Snom's DECT bases are to read it.
  let isDECT: Bool

  init(_ dialect: XMLDialect, _ request: WriteRequest) throws {
    self.dialect = dialect
    name = request.options["name"] ?? "Contacts"
    switch request.options["dect"] ?? "false" {
    case "true":
      guard dialect == .snom else {
        throw SourceError(
          .usage, Diagnostic(.usage, "the option dect is one of xml:snom, not of \(request.format)")
        )
      }
      isDECT = true
    case "false": isDECT = false
    case let value:
      throw SourceError(
        .usage, Diagnostic(.usage, "the option dect is true or false, not \(value)"))
    }
  }

  func head(into output: inout ByteBuffer) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    switch dialect {
    case .fritzbox:
      output.append("<phonebooks>\n<phonebook name=\"")
      name.withView { _ = XMLText.appendAttribute($0, to: &output) }
      output.append("\">\n")
    case .yealink: output.append("<YealinkIPPhoneDirectory>\n")
    case .grandstream: output.append("<AddressBook>\n")
    case .snom: output.append(isDECT ? "<IPPhoneDirectory>\n" : "<tbook version=\"2.0\">\n")
    case .cisco:
      output.append("<CiscoIPPhoneDirectory>\n<Title>")
      name.withView { _ = XMLText.append($0, to: &output) }
      output.append("</Title>\n")
    case .xCard, .windowsContact, .xmpp, .gdata: break
    }
  }

  func tail(into output: inout ByteBuffer) {
    switch dialect {
    case .fritzbox: output.append("</phonebook>\n</phonebooks>\n")
    case .yealink: output.append("</YealinkIPPhoneDirectory>\n")
    case .grandstream: output.append("</AddressBook>\n")
    case .snom: output.append(isDECT ? "</IPPhoneDirectory>\n" : "</tbook>\n")
    case .cisco: output.append("</CiscoIPPhoneDirectory>\n")
    case .xCard, .windowsContact, .xmpp, .gdata: break
    }
  }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    var entry = PhoneEntry(batch.storage, self)
    for contact in batch.storage.contacts { entry.append(contact, to: &output) }
    entry.ledger.take(into: &output)
  }
}

/// Writes the entries of one batch.
struct PhoneEntry: ~Copyable {
  let storage: ContactBatch.Storage
  let writer: PhoneBookWriter
  var ledger: LossLedger
  var xml = XMLWriting()
  private(set) var contact: ContactRecord

  init(_ storage: ContactBatch.Storage, _ writer: PhoneBookWriter) {
    self.storage = storage
    self.writer = writer
    ledger = LossLedger(storage)
    contact = ledger.record
  }

  /// A number as it is written.
  struct Number {
    var place: Int
    var text: String
    var words: TypeWords
    var label: String?
    var isPreferred: Bool
  }

  mutating func append(_ contact: ContactRecord, to output: inout FormattedBlock) {
    self.contact = contact
    ledger.begin(contact)
    guard contact.kind == .contact else {
      // A group card has nobody to call; what it says is a loss.
      if contact.kind == .group { ledger.end() }
      output.folded += 1
      return
    }
    let numbers = numbers
    guard !numbers.isEmpty else {
      output.diagnostics.append(
        Diagnostic(
          .noPhone, "the contact has no telephone number, so the phone book cannot hold it",
          record: contact.number,
          line: contact.line, column: 1, offset: contact.fileOffset))
      ledger.end()
      output.folded += 1
      return
    }
    xml.bytes.removeAll()
    xml.isReplaced = false
    switch writer.dialect {
    case .fritzbox: appendFritz(numbers)
    case .yealink: appendYealink(numbers)
    case .grandstream: appendGrandstream(numbers)
    case .snom: if writer.isDECT { appendDECT(numbers) } else { appendSnom(numbers) }
    case .cisco: output.added += appendCisco(numbers)
    case .xCard, .windowsContact, .xmpp, .gdata: break
    }
    if xml.isReplaced {
      ledger.lose("charset-replaced", "name.full", storage.displayName(of: contact) ?? "")
    }
    ledger.end()
    output.bytes.append(xml.bytes.view)
    output.endRecord()
  }

  private var numbers: [Number] {
    storage.labeled(.tel, in: contact).compactMap { value in
      let property = storage.properties[value.place]
      guard property.form == .text else { return nil }
      let number = TelephoneNumber(storage.view(property.value))
      guard !number.number.isEmpty else { return nil }
      return Number(
        place: value.place, text: number.number.string, words: value.words,
        label: value.typing.label?.string,
        isPreferred: value.isPreferred)
    }
  }

  /// Marks a number, with the words that were written of it.
  mutating func write(
    _ number: Number, words: TypeWords, keepsLabel: Bool = false, keepsPreference: Bool = false
  ) {
    var kept: Set<ParameterID> = []
    if keepsLabel { kept.insert(.label) }
    if keepsPreference, number.isPreferred { kept.insert(.pref) }
    let property = storage.properties[number.place]
    if writer.dialect == .fritzbox || writer.dialect == .grandstream || writer.dialect == .snom {
      kept.insert(.unknown)
    }
    ledger.write(number.place, kept: kept, words: words)
    if let ext = TelephoneNumber(storage.view(property.value)).ext {
      ledger.lose("field-unsupported", "phones.extension", ext.string)
    }
  }

  /// The display name; the full name that gave it is written, and a structure is not.
  mutating func takeDisplayName() -> String {
    if let place = storage.shownFullName(in: contact) {
      ledger.write(place, kept: [.pref])
      for place in storage.properties(of: contact) where storage.properties[place].id == .n {
        flatten(place)
      }
    } else {
      // The name stands in for what it was made of.
      for place in storage.properties(of: contact) where storage.properties[place].id == .n {
        flatten(place)
        break
      }
    }
    return storage.displayName(of: contact) ?? numbers.first?.text ?? ""
  }

  private mutating func flatten(_ place: Int) {
    guard storage.hasContent(storage.properties[place]) else { return }
    ledger.write(place)
    ledger.lose("structure-flattened", "name", storage.properties[place].text(in: storage))
  }

  /// First and last name; a full name alone is the last one.
  mutating func takeNames() -> (given: String, family: String) {
    let name = storage.properties(of: contact).first {
      storage.properties[$0].id == .n && storage.hasContent(storage.properties[$0])
    }
    let full = storage.shownFullName(in: contact)
    guard let name else {
      if let full { ledger.write(full, kept: [.pref]) }
      return ("", storage.displayName(of: contact) ?? "")
    }
    let property = storage.properties[name]
    let parts = (0..<5).map { storage.component($0, of: property) }
    ledger.write(name)
    for (number, path) in [(2, "name.additional"), (3, "name.prefix"), (4, "name.suffix")]
    where !parts[number].isEmpty {
      ledger.lose("field-unsupported", path, parts[number])
    }
    if let full,
      storage.view(storage.properties[full].value).string
        == [parts[1], parts[0]].filter({ !$0.isEmpty }).joined(separator: " ")
    {
      ledger.write(full, kept: [.pref])
    }
    return (parts[1], parts[0])
  }

  /// Takes the first value of a name as text; further ones are losses.
  mutating func takeText(_ id: PropertyID) -> String {
    for place in storage.properties(of: contact) where storage.properties[place].id == id {
      let property = storage.properties[place]
      guard storage.hasContent(property), property.form == .text else { continue }
      ledger.write(place)
      return storage.view(property.value).string
    }
    return ""
  }

  /// Takes a property that was read from such a phone book.
  mutating func takeForeign(_ name: String) -> String? {
    guard let found = storage.foreign(name, in: contact) else { return nil }
    ledger.mark(found.place)
    return found.value
  }
}
