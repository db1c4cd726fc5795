import Cardmill
import CardmillFiles
import CardmillPlugins

// The examples of the documentation, in its order. `DocumentationTests` compares them with the
// articles: each code block there stands here, so that it is compiled and run.

// MARK: The landing page

func printContacts() throws {
  let reader = ContactReader(sources: builtInSources)
  for contact in try reader.contacts(at: "export.vcf") {
    print(contact.name.full, contact.emails.map(\.value))
  }
}

// MARK: Reading a file

func telephoneNumbers(at path: String) throws -> [String: [String]] {
  let contacts = try ContactReader(sources: builtInSources).contacts(at: path)
  var numbers: [String: [String]] = [:]
  for contact in contacts {
    numbers[contact.name.full] = contact.phones.map(\.value)
  }
  if let failure = contacts.failure { throw failure }
  for finding in contacts.findings {
    print(finding.code, finding.count, finding.examples.first?.message ?? "")
  }
  return numbers
}

func members(of contacts: some Sequence<Contact>) -> [String: [String]] {
  var groups: [String: [String]] = [:]
  for contact in contacts where contact.recordKind == .group {
    groups[contact.name.full] = contact.members
  }
  return groups
}

func firstContacts(_ count: Int, of contacts: some Sequence<Contact>) -> [Contact] {
  contacts.prefix(count).map { $0.detached() }
}

func tidy(_ contact: Contact) -> Contact {
  var contact = contact
  contact.emails.removeAll { $0.value.hasSuffix("@old.example.com") }
  contact.phones.append(LabeledValue("+1 202-555-0101", types: ["cell"], isPreferred: true))
  contact.birthday = ContactDate(month: 4, day: 12)
  return contact
}

func shoeSize(of contact: Contact) -> String? {
  contact.properties.first { $0.name == "X-SHOE-SIZE" }?.value.text
}

// MARK: Converting a file

func convert(_ input: String, _ output: String) throws -> RunReport {
  let report = try Conversion(from: input, to: output, as: "vcard:4.0", sources: builtInSources)
    .run()
  print("\(report.read) read, \(report.written) written, \(report.lossCount) values lost")
  return report
}

func isBalanced(_ report: RunReport) -> Bool {
  report.read
    == report.written + report.removed + report.merged + report.rejected + report.folded
}

func convertAll(_ inputs: [String], to output: String) throws -> RunReport {
  var options = RunOptions()
  options.to = "json"
  options.writingOptions = ["photos": "true"]
  options.isStrict = true
  options.limits.record = 1 << 20
  let conversion = Conversion(
    from: inputs, to: output, options: options, sources: builtInSources)
  return try conversion.run { event in
    switch event {
    case .diagnostic(let diagnostic): print(diagnostic.code, diagnostic.message)
    case .losses(let losses, let file): print(file, losses.map(\.path))
    default: break
    }
  }
}

// MARK: Adding a format

/// Mail addresses, one a line.
struct MailSource: DataSource {
  var description: SourceDescription {
    SourceDescription(formats: [
      SourceDescription.Format(
        id: "mail", name: "Mail addresses, one a line", extensions: ["mail"],
        capabilities: SourceDescription.Capabilities(holdsGroups: false, holdsPhotos: false))
    ])
  }

  func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification {
    Identification("mail", fileName.hasSuffix(".mail") ? .possible : .no)
  }

  func makeSplitter(_ request: ReadRequest) -> any RecordSplitter { LineSplitter() }

  func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock {
    var builder = ContactBatch.Builder(block: records.block, format: "mail")
    for index in records.records.indices {
      let line = records.text(of: index).split(whereSeparator: \.isNewline).first ?? ""
      let parts = line.split(separator: "<", maxSplits: 1)
      guard parts.count == 2, parts[1].hasSuffix(">") else {
        builder.reject(record: index, of: records, .malformedLine, "the line has no address")
        continue
      }
      var contact = Contact()
      contact.name.full = String(parts[0].reversed().drop { $0 == " " }.reversed())
      contact.emails = [LabeledValue(String(parts[1].dropLast()))]
      builder.append(contact, record: index, of: records)
    }
    return ParsedBlock(builder)
  }

  func makeWriter(_ request: WriteRequest) -> any RecordWriter { MailWriter() }
}

final class LineSplitter: RecordSplitter {
  func split(_ bytes: Span<UInt8>, isAtEnd: Bool) -> SplitResult {
    var result = SplitResult()
    for index in bytes.indices {
      let isLast = isAtEnd && index == bytes.count - 1
      guard bytes[index] == UInt8(ascii: "\n") || isLast else { continue }
      result.records.append(RecordRange(start: result.consumed, end: index + 1))
      result.consumed = index + 1
    }
    return result
  }

  func skip(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Int? {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { return index + 1 }
    return isAtEnd ? bytes.count : nil
  }
}

struct MailWriter: RecordWriter {
  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    for index in 0..<batch.count {
      let contact = batch[index]
      guard let email = contact.emails.first, contact.recordKind == .contact else {
        output.folded += 1
        continue
      }
      output.bytes.append(contact.name.full)
      output.bytes.append(" <")
      output.bytes.append(email.value)
      output.bytes.append(">\n")
      output.endRecord()
      for phone in contact.phones {
        output.losses.append(
          Loss(
            "no-room", path: "phones", original: phone.value, isRecoverable: false,
            record: contact.source.number, line: contact.source.line))
      }
    }
  }
}

func convertMail(_ input: String, _ output: String) throws -> RunReport {
  let report = try Conversion(
    from: input, to: output, as: "vcard:4.0", sources: builtInSources + [MailSource()]
  ).run()
  return report
}

// MARK: What is kept and what is lost

func foreignNames(of contact: Contact) -> [String] {
  contact.properties.filter(\.isForeign).map(\.name)
}

func describe(_ contact: Contact) -> String {
  let source = contact.source
  return "record \(source.number), line \(source.line), \(source.originalBytes.count) bytes"
    + (source.isRepaired ? ", repaired" : "")
}

func lostPaths(from input: String, to output: String) throws -> [String] {
  let report = try Conversion(from: input, to: output, as: "vcard:2.1", sources: builtInSources)
    .run()
  return report.losses.filter { !$0.isRecoverable }.map(\.path)
}

func changed(_ old: [Contact], _ new: [Contact]) -> [Contact] {
  let known = Set(old.map(\.fingerprint))
  return new.filter { !known.contains($0.fingerprint) }
}
