import Cardmill
import CardmillXML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An input in memory.
final class MemoryInput: InputBytes {
  let name: String
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], name: String = "contacts.xml") {
    self.bytes = bytes
    self.name = name
  }

  var size: Int { bytes.count }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { unsafe buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }
}

/// What was read from a document.
struct ReadDocument {
  var format: FormatID = "xml"
  var contacts: [Contact] = []
  var diagnostics: [Diagnostic] = []
  var rejected: [RejectedRecord] = []
  var isFaithful = true

  var codes: [String] { diagnostics.map(\.code.rawValue) }
  /// Records of every kind.
  var count: Int { contacts.count + rejected.count }
}

/// Reads a document; its dialect is recognised unless it is given.
func read(
  _ bytes: [UInt8], as format: FormatID? = nil, name: String = "contacts.xml",
  limits: Limits = Limits(),
  options: [String: String] = [:]
) throws -> ReadDocument {
  let source = XMLSource()
  let input = MemoryInput(bytes, name: name)
  let found = source.identify(head: bytes.span, fileName: name, isWhole: true)
  var result = ReadDocument()
  result.format = format ?? found.format
  var request = ReadRequest(format: result.format, options: options, limits: limits)
  request.survey = try source.survey(input, request)
  result.diagnostics = request.survey?.diagnostics ?? []
  let reader = try source.makeSerialReader(input, request)
  while let parsed = try reader.next() {
    result.contacts += (0..<parsed.batch.count).map { parsed.batch[$0].detached() }
    result.diagnostics += parsed.diagnostics
    result.rejected += parsed.rejected
    result.isFaithful = result.isFaithful && parsed.batch.storage.isFaithful
  }
  return result
}

func read(_ text: String, as format: FormatID? = nil, limits: Limits = Limits()) throws
  -> ReadDocument
{
  try read(Array(text.utf8), as: format, limits: limits)
}

/// What was written.
struct Written {
  var text: String
  var losses: [Loss] = []
  var diagnostics: [Diagnostic] = []
  var written = 0
  var folded = 0
}

func write(_ contacts: [Contact], as format: FormatID, options: [String: String] = [:]) throws
  -> Written
{
  let writer = try XMLSource().makeWriter(WriteRequest(format: format, options: options))
  var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
  for (number, contact) in contacts.enumerated() { builder.append(contact, number: number) }
  var output = FormattedBlock()
  writer.head(into: &output.bytes)
  writer.format(ContactBatch(builder), into: &output)
  writer.tail(into: &output.bytes)
  return Written(
    text: output.bytes.view.string, losses: output.losses, diagnostics: output.diagnostics,
    written: output.written,
    folded: output.folded)
}

/// A card of xCard in its document.
func xCard(_ properties: String) -> String {
  "<vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\"><vcard>\(properties)</vcard></vcards>"
}

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

/// The sample files of a folder, found beside the tests.
enum Samples {
  static func all(_ folder: String = "xml") -> [(name: String, bytes: [UInt8])] {
    let names = [
      "xml": [
        "xcard.xml", "windows-vista.contact", "xmpp.xml", "gdata.xml", "fritzbox.xml",
        "yealink-local.xml",
        "yealink-remote.xml", "grandstream.xml", "snom.xml", "snom-old.xml", "cisco.xml",
      ]
    ]
    return (names[folder] ?? []).map { ($0, bytes(folder + "/" + $0)) }
  }

  static func bytes(_ path: String) -> [UInt8] {
    let here = "\(#filePath)".split(separator: "/").dropLast(3)
    let full = "/" + here.joined(separator: "/") + "/SampleData/" + path
    guard let file = unsafe fopen(full, "rb") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let got = unsafe fread(&piece, 1, piece.count, file), got > 0 {
      bytes += piece[..<got]
    }
    return bytes
  }

  static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }
}
