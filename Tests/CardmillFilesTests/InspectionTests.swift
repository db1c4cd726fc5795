import Cardmill
import Testing

@testable import CardmillFiles

@Suite struct InspectionTests {
  @Test func `counts records and properties`() throws {
    let folder = try ScratchFolder()
    try folder.write("+a\r\n~b\r\n*g\r\n-\r\n!x\r\n?c\r\n", to: "in")
    for threads in [1, 3] {
      var options = RunOptions()
      options.threads = threads
      let (findings, report) = try Inspection(
        of: [folder["in"]], options: options, sources: [LineSource()]
      ).run()
      let found = try #require(findings.first)
      #expect([found.records, found.contacts, found.groups, found.empty] == [6, 3, 1, 1])
      #expect(found.properties == ["FN": 4] && found.foreign == ["X-LOST": 1])
      #expect(found.diagnostics == ["limit-exceeded": 1, "missing-end": 1])
      #expect(found.lineEnds == "CRLF" && !found.hasByteOrderMark && found.bytes == 23)
      #expect(found.confidence == "certain")
      #expect(report.read == 6 && report.rejected == 1)
    }
  }

  @Test func `counts very many names`() {
    var counter = NameCounter()
    for round in 0..<2 {
      for number in 0..<20_000 where round == 0 || number < 10 {
        "X-NAME-\(number)".withView { counter.add($0) }
      }
    }
    "x-name-3".withView { counter.add($0) }
    var sum = NameCounter()
    sum.add(counter)
    counter.reset()
    #expect(counter.counts.isEmpty)
    #expect(sum.counts["X-NAME-3"] == 3 && sum.counts["X-NAME-15"] == 1)
    #expect(sum.counts["…"] == 10_000)
    #expect(sum.counts.values.reduce(0, +) == 20_011)
  }
}
