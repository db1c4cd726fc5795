import Cardmill
import CardmillPlugins
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// xCard is vCard 4.0 in other clothes: going from one to the other and back loses nothing.
@Suite struct XCardConversionTests {
  private final class Memory: InputBytes {
    let name = "contacts"
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var size: Int { bytes.count }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
      let count = max(0, min(buffer.count, bytes.count - offset))
      if count > 0 { unsafe buffer.copyBytes(from: bytes[offset..<offset + count]) }
      return count
    }
  }

  private func source(_ family: String) throws -> any DataSource {
    try #require(builtInSources.first { $0.description.formats[0].id.family == family })
  }

  private func read(_ bytes: [UInt8], _ format: FormatID) throws -> [ContactBatch] {
    let source = try source(format.family)
    let input = Memory(bytes)
    var request = ReadRequest(format: format)
    request.survey = try source.survey(input, request)
    let reader = try BlockReader(input, source: source, request: request)
    var batches: [ContactBatch] = []
    while let work = try reader.next() {
      switch work {
      case .records(let records): batches.append(source.parse(records, request).batch)
      case .parsed(let parsed): batches.append(parsed.batch)
      case .rejected: Issue.record("a record was rejected")
      }
    }
    return batches
  }

  private func write(_ batches: [ContactBatch], _ format: FormatID) throws -> (
    bytes: [UInt8], losses: [Loss]
  ) {
    let writer = try source(format.family).makeWriter(
      WriteRequest(format: format, options: format.family == "vcard" ? ["rewrite": "true"] : [:]))
    var output = FormattedBlock()
    writer.head(into: &output.bytes)
    for batch in batches { writer.format(batch, into: &output) }
    writer.tail(into: &output.bytes)
    return (output.bytes.bytes, output.losses)
  }

  private func sample(_ path: String) -> [UInt8] {
    let folder = "/" + "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    guard let file = unsafe fopen(folder + "/SampleData/" + path, "rb") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let got = unsafe fread(&piece, 1, piece.count, file), got > 0 {
      bytes += piece[..<got]
    }
    return bytes
  }

  @Test func `xCard to vCard 4_0 and back keeps everything`() throws {
    let contacts = try read(sample("xml/xcard.xml"), "xml:xcard")
    let direct = try write(contacts, "xml:xcard")
    let vCard = try write(contacts, "vcard:4.0")
    let back = try write(read(vCard.bytes, "vcard:4.0"), "xml:xcard")
    #expect(direct.losses.isEmpty && vCard.losses.isEmpty && back.losses.isEmpty)
    #expect(
      String(decoding: back.bytes, as: UTF8.self) == String(decoding: direct.bytes, as: UTF8.self))
  }

  /// What a value became on its way to vCard 4.0 and back, property by property, and what the ledger
  /// says of it.
  private func wayAndBack(_ properties: String) throws -> (
    before: [Property], after: [Property], losses: [String]
  ) {
    let text =
      "<vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\"><vcard><fn><text>A</text></fn>"
      + properties + "</vcard></vcards>"
    let contacts = try read(Array(text.utf8), "xml:xcard")
    let vCard = try write(contacts, "vcard:4.0")
    let again = try read(vCard.bytes, "vcard:4.0")
    let back = try write(again, "xml:xcard")
    let last = try read(back.bytes, "xml:xcard")
    return (
      Array(contacts[0][0].properties.dropFirst()), Array(last[0][0].properties.dropFirst()),
      (vCard.losses + back.losses).map(\.code)
    )
  }

  @Test(arguments: [
    "<n><surname>B</surname><given>A</given><additional/><prefix/><suffix>x</suffix><suffix>y</suffix></n>",
    "<org><parameters><type><text>work</text></type></parameters><text>A, B; C</text><text>D</text></org>",
    "<tel><parameters><type><text>work</text><text>cell</text></type></parameters><uri>tel:+1-555</uri></tel>",
    "<adr><parameters><label><text>a\nb</text></label></parameters><pobox/><ext/><street>S</street>"
      + "<street>T</street><locality/><region/><code/><country/></adr>",
    "<categories><text>a,b</text><text>c;d</text></categories>",
    "<group name=\"g\"><note><text> two\nlines </text></note><title><text>T</text></title></group>",
    "<berth xmlns=\"urn:example:boats\"><x a=\"1\">7</x></berth>",
    "<x-any><unknown>a\\,b;c</unknown></x-any>", "<x-number><integer>7</integer></x-number>",
    "<anniversary><date-time>20090808T143000-0500</date-time></anniversary>",
    "<related><parameters><type><text>friend</text></type></parameters><text>F</text></related>",
    "<x-custom><identifier>X-PROFESSION</identifier><value>P</value></x-custom>",
    "<x-cardmill-pending-deletion><parameters><reason><text>a, \"b\"</text></reason></parameters>"
      + "<text>2027-01-15T08:00:00Z</text></x-cardmill-pending-deletion>",
  ])
  func `a property of xCard comes back from vCard 4_0`(_ property: String) throws {
    let (before, after, losses) = try wayAndBack(property)
    #expect(!before.isEmpty)
    #expect(after == before)
    #expect(losses.isEmpty)
  }

  @Test func `the case of a name is all that is lost`() throws {
    let (before, after, losses) = try wayAndBack(
      "<x-custom><identifier>X-Job</identifier>"
        + "<value>P</value></x-custom>")
    #expect(before.map(\.name) == ["X-Job"] && after.map(\.name) == ["X-JOB"])
    #expect(Contact(properties: after).isEquivalent(to: Contact(properties: before)))
    // Names are compared without case (RFC 6350, 3.3), so this is no loss.
    #expect(losses.isEmpty)
  }

  @Test(
    arguments: [
      "vcard/apple-iphone-3.0.vcf", "vcard/apple-group-3.0.vcf", "vcard/rfc9554-4.0.vcf",
      "vcard/nextcloud-4.0.vcf",
      "vcard/outlook-2.1.vcf", "vcard/thunderbird-4.0.vcf", "vcard/google-takeout-3.0.vcf",
    ])
  func `vCard to xCard and back gives equal contacts`(_ path: String) throws {
    let contacts = try read(sample(path), "vcard")
    let written = try write(contacts, "xml:xcard")
    #expect(written.losses.isEmpty)
    let back = try read(written.bytes, "xml:xcard")
    let before = contacts.flatMap { batch in (0..<batch.count).map { batch[$0] } }
    let after = back.flatMap { batch in (0..<batch.count).map { batch[$0] } }
    #expect(before.count == after.count)
    for (a, b) in zip(before, after) { #expect(a.isEquivalent(to: b)) }
  }
}
