import Cardmill
import CardmillCSV

/// An input in memory.
final class MemoryInput: InputBytes {
  let name = "table.csv"
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var size: Int { bytes.count }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
    return count
  }
}

/// What was read from a table.
struct ReadTable {
  var contacts: [Contact] = []
  var diagnostics: [Diagnostic] = []
  var rejected: [RejectedRecord] = []

  var codes: [String] { diagnostics.map(\.code.rawValue) }
}

func readTable(_ bytes: [UInt8], limits: Limits = Limits()) throws -> ReadTable {
  let source = CSVSource()
  let input = MemoryInput(bytes)
  var request = ReadRequest(format: "csv", limits: limits)
  request.survey = try source.survey(input, request)
  let reader = try BlockReader(input, source: source, request: request)
  var result = ReadTable()
  result.diagnostics = request.survey?.diagnostics ?? []
  while let work = try reader.next() {
    switch work {
    case .records(let records):
      let parsed = source.parse(records, request)
      result.contacts += (0..<parsed.batch.count).map { parsed.batch[$0].detached() }
      result.diagnostics += parsed.diagnostics
      result.rejected += parsed.rejected
    case .parsed: break
    case .rejected(let record):
      result.rejected.append(record)
      result.diagnostics.append(record.reason)
    }
    result.diagnostics += reader.takeDiagnostics()
  }
  result.diagnostics += reader.takeDiagnostics()
  return result
}

func readTable(_ text: String, limits: Limits = Limits()) throws -> ReadTable {
  try readTable(Array(text.utf8), limits: limits)
}

func writeTable(
  _ contacts: [Contact], options: [String: String] = [:]
) throws -> (text: String, diagnostics: [Diagnostic]) {
  let writer = try CSVSource().makeWriter(WriteRequest(format: "csv", options: options))
  var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
  for (number, contact) in contacts.enumerated() { builder.append(contact, number: number) }
  var output = FormattedBlock()
  writer.head(into: &output.bytes)
  writer.format(ContactBatch(builder), into: &output)
  writer.tail(into: &output.bytes)
  return (output.bytes.view.string, output.diagnostics)
}

/// The flat headings, without `properties`.
let flatHeader = """
  kind,full_name,prefix,given_name,additional_name,family_name,suffix,nickname,organization,\
  unit,title,role,email_1,email_2,email_3,phone_1,phone_2,phone_3,address_street,\
  address_locality,address_region,address_postcode,address_country,url,birthday,anniversary,\
  categories,note,uid
  """

/// A repeatable source of numbers (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

func ana(_ more: [Property] = []) -> Contact {
  Contact(
    properties: [
      Property("FN", .text("Ana Ruiz")),
      Property("N", .structured([["Ruiz"], ["Ana"], [], [], []])),
      Property(
        "EMAIL", .text("ana@example.com"),
        parameters: [Property.Parameter("TYPE", "home"), Property.Parameter("PREF", "1")]),
      Property(
        "EMAIL", .text("ana@work.example.com"),
        parameters: [Property.Parameter("LABEL", "Front, \"desk\"")]),
      Property(
        "TEL", .text("tel:+1-202-555-0101;ext=12"),
        parameters: [Property.Parameter("TYPE", "cell")]),
    ] + more)
}
