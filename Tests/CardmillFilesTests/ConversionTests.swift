import Cardmill
import Testing

@testable import CardmillFiles

@Suite struct ConversionTests {
  private let folder: ScratchFolder
  private let sources: [any DataSource] = [LineSource()]

  init() throws { folder = try ScratchFolder() }

  private func convert(
    _ input: String, sources: [any DataSource]? = nil,
    _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> RunReport {
    var options = RunOptions()
    options.to = "lines"
    change(&options)
    return try Conversion(
      from: [input], to: folder["out"], options: options, sources: sources ?? self.sources
    ).run()
  }

  @Test func `accounts for every record`() throws {
    try folder.write("+a\n*g\n-\n!x\n+b\n", to: "in")
    let report = try convert(folder["in"])
    #expect(report.exit == 0)
    #expect(
      [report.read, report.written, report.rejected, report.folded, report.removed]
        == [5, 3, 1, 1, 0])
    #expect(report.inputs.map(\.contacts) == [2] && report.inputs.map(\.groups) == [1])
    #expect(try folder.text("out") == "HEAD\n+a\n+g\n+b\nTAIL\n")
  }

  @Test(arguments: [1, 2, 3, 7])
  func `gives the same with any number of threads`(_ threads: Int) throws {
    let kinds = Array("+?-~")
    let many = (0..<60_000).map { "\(kinds[$0 % 4])name \($0)\n" }.joined()
    try folder.write(many, to: "in")
    var messages: [String] = []
    var options = RunOptions()
    options.to = "lines"
    options.threads = threads
    let report = try Conversion(
      from: [folder["in"]], to: folder["out"], options: options, sources: sources
    ).run { event in
      if case .diagnostic(let diagnostic) = event { messages.append("\(diagnostic.line ?? 0)") }
    }
    #expect(report.read == 60_000 && report.written == 45_000 && report.folded == 15_000)
    #expect(messages.count == 15_000)
    #expect(messages == messages.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) })
    #expect(report.lossCount == 15_000)
  }

  @Test func `finds a writer that loses a record`() throws {
    try folder.write("+a\n+b\n", to: "in")
    let error = #expect(throws: SourceError.self) {
      try convert(folder["in"], sources: [LineSource(cheats: true)])
    }
    #expect(error?.kind == .fault && error?.kind.exitCode == 70)
    #expect(folder.names == ["in"])
  }

  @Test func `keeps rejects in their original bytes`() throws {
    try folder.write("noise\n+a\n!first\n+b\n!second\n", to: "in")
    let report = try convert(folder["in"]) {
      $0.from = "lines"
      $0.rejects = folder["rejects"]
    }
    #expect(report.rejected == 2)
    #expect(try folder.text("rejects") == "noise\n!first\n!second\n")
    let reasons = try folder.text("rejects.reasons.jsonl").split(separator: "\n")
    #expect(reasons.count == 3)
    #expect(reasons[0].contains(#""offset":0,"length":6,"code":"text-outside-card""#))
    #expect(
      reasons[1].contains(#""record":1,"line":2,"offset":9,"length":7,"code":"limit-exceeded""#))
  }

  @Test func `writes nothing when every record was rejected, but keeps the rejects`() throws {
    try folder.write("!first\n!second\n", to: "in")
    let error = #expect(throws: SourceError.self) {
      try convert(folder["in"]) {
        $0.rejects = folder["rejects"]
        $0.report = folder["report"]
      }
    }
    #expect(error?.kind.exitCode == 3)
    #expect(folder.names == ["in", "rejects", "rejects.reasons.jsonl", "report"])
    #expect(try folder.text("report").contains(#""exit":3"#))
  }

  @Test(arguments: ["?a\n", "~a\n", "+a\n!b\n", "x\n+a\n"])
  func `writes nothing that strictness forbids`(_ text: String) throws {
    try folder.write(text, to: "in.lines")
    let report = try convert(folder["in.lines"]) {
      $0.isStrict = true
      $0.from = "lines"
      $0.rejects = folder["rejects"]
      $0.report = folder["report"]
    }
    #expect(report.exit == 1)
    #expect(folder.names == ["in.lines", "report"])
  }

  @Test func `writes what strictness allows`() throws {
    try folder.write("+a\n-\n", to: "in")
    #expect(try convert(folder["in"]) { $0.isStrict = true }.exit == 0)
    #expect(try folder.text("out") == "HEAD\n+a\nTAIL\n")
  }

  @Test func `rejects a record over the limit and reads on`() throws {
    let long = "+" + String(repeating: "x", count: 3_000_000) + "\n"
    try folder.write("+a\n" + long + "+b\n", to: "in")
    let report = try convert(folder["in"]) {
      $0.limits.record = 1 << 20
      $0.rejects = folder["rejects"]
    }
    #expect(report.read == 3 && report.written == 2 && report.rejected == 1)
    #expect(try folder.text("out") == "HEAD\n+a\n+b\nTAIL\n")
    #expect(try folder.text("rejects") == long)
  }

  @Test func `reads several inputs and folders in order`() throws {
    let inner = try ScratchFolder()
    try inner.write("+2\n", to: "b.lines")
    try inner.write("+1\n", to: "a.lines")
    try inner.write("PNG", to: "c.png")
    try inner.write("+hidden\n", to: ".d.lines")
    try folder.write("+0\n", to: "in")
    var options = RunOptions()
    options.to = "lines"
    var skipped: [Diagnostic] = []
    let report = try Conversion(
      from: [folder["in"], inner.path], to: folder["out"], options: options, sources: sources
    ).run { if case .diagnostic(let found) = $0 { skipped.append(found) } }
    #expect(try folder.text("out") == "HEAD\n+0\n+1\n+2\nTAIL\n")
    #expect(report.inputs.map(\.records) == [1, 1, 1])
    #expect(skipped.map(\.severity) == [.info])
    #expect(skipped.first?.file == inner["c.png"])
  }

  @Test func `refuses what is no contact file before anything is written`() throws {
    try folder.write("+a\n", to: "in")
    try folder.write("PNG", to: "x.png")
    var options = RunOptions()
    options.to = "lines"
    for wrong in [folder["x.png"], folder["missing"]] {
      let error = #expect(throws: SourceError.self) {
        try Conversion(
          from: [folder["in"], wrong], to: folder["out"], options: options, sources: sources
        ).run()
      }
      #expect(error?.kind.exitCode == 3)
    }
    #expect(folder.names == ["in", "x.png"])
  }

  @Test func `tells an empty file by its name only`() throws {
    try folder.write([0xEF, 0xBB, 0xBF, 0x0A], to: "empty.lines")
    try folder.write("", to: "empty")
    #expect(try convert(folder["empty.lines"]).read == 0)
    #expect(try folder.text("out") == "HEAD\nTAIL\n")
    #expect(throws: SourceError.self) { try convert(folder["empty"]) }
    #expect(try convert(folder["empty"]) { $0.from = "lines" }.read == 0)
  }

  @Test func `refuses formats and options that do not exist`() throws {
    try folder.write("+a\n", to: "in")
    for change: (inout RunOptions) -> Void in [
      { $0.to = "linse" }, { $0.from = "vcard" }, { $0.readingOptions = ["shout": "true"] },
      { $0.writingOptions = ["shuot": "true"] },
    ] {
      let error = #expect(throws: SourceError.self) { try convert(folder["in"], change) }
      #expect(error?.kind == .usage)
    }
    let error = #expect(throws: SourceError.self) { try convert(folder["in"]) { $0.to = "linse" } }
    #expect(error?.diagnostic.message.contains("did you mean lines?") == true)
  }
}
