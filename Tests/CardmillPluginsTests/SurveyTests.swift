import Cardmill
import CardmillPlugins
import CardmillTestSupport
import Testing

/// A writer that looks at some properties before it writes asks for all that it needs.
@Suite struct SurveyTests {
  /// Every property of the vocabulary, and some of other names.
  private var card: [UInt8] {
    var lines = ["BEGIN:VCARD", "VERSION:4.0", "FN:Ana Ruiz", "N:Ruiz;Ana;;;"]
    for id in PropertyID.allCases
    where ![.unknown, .fn, .n, .kind, .member, .agent, .xml].contains(id) {
      lines.append("\(id.text):https://example.com/\(id.rawValue)")
      lines.append("item\(id.rawValue).\(id.text):https://example.com/again/\(id.rawValue)")
      lines.append("item\(id.rawValue).X-ABLabel:Own label")
    }
    lines += ["X-SHOE-SIZE:39", "X-JABBER:ana@example.com", "END:VCARD", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private func batches(_ properties: PropertySet?) throws -> [ContactBatch] {
    let source = try #require(
      builtInSources.first { $0.description.formats[0].id.family == "vcard" })
    let input = MemoryInput(card)
    var request = ReadRequest(format: "vcard")
    request.survey = try source.survey(input, request)
    request.properties = properties
    let reader = try BlockReader(input, source: source, request: request)
    var batches: [ContactBatch] = []
    while let work = try reader.next() {
      if case .records(let records) = work {
        batches.append(source.parse(records, reader.request).batch)
      }
    }
    return batches
  }

  @Test(arguments: builtInSources.flatMap { source in source.description.formats.map(\.id) })
  func `a survey counts the same with the properties that it asks for`(_ format: FormatID) throws {
    let source = try #require(
      builtInSources.first { $0.description.formats.contains { $0.id == format } })
    guard source.description.format(format)?.writes == true,
      let writer = try source.makeWriter(WriteRequest(format: format)) as? any SelectiveSurvey
    else { return }
    let whole = try batches(nil).map { writer.survey($0) }
    let partial = try batches(writer.surveyedProperties).map { writer.survey($0) }
    #expect(whole.contains { $0.contains { $0 > 1 } })
    #expect(whole == partial)
  }
}
