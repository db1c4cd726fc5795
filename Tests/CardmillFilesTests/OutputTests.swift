import Cardmill
import Testing

@testable import CardmillFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct OutputTests {
  private let folder: ScratchFolder
  private let sources: [any DataSource] = [LineSource()]

  init() throws { folder = try ScratchFolder() }

  private func convert(
    _ text: String, to output: String, _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> RunReport {
    try folder.write(text, to: "in")
    var options = RunOptions()
    options.to = "lines"
    change(&options)
    return try Conversion(from: [folder["in"]], to: output, options: options, sources: sources)
      .run()
  }

  @Test func `makes files that others cannot read, and keeps the mode of old ones`() throws {
    _ = try convert("+a\n", to: folder["new"])
    #expect(folder.mode("new") == 0o600)
    try folder.write("old", to: "old", mode: 0o640)
    _ = try convert("+a\n", to: folder["old"])
    #expect(folder.mode("old") == 0o640)
    #expect(try folder.text("old") == "HEAD\n+a\nTAIL\n")
    #expect(folder.names == ["in", "new", "old"])
  }

  @Test func `follows links`() throws {
    try folder.write("old", to: "old")
    unsafe symlink("old", folder["link"])
    unsafe symlink("new", folder["dangling"])
    _ = try convert("+a\n", to: folder["link"])
    _ = try convert("+b\n", to: folder["dangling"])
    #expect(try folder.text("old") == "HEAD\n+a\nTAIL\n")
    #expect(try folder.text("new") == "HEAD\n+b\nTAIL\n")
    #expect(folder.names == ["dangling", "in", "link", "new", "old"])
  }

  @Test func `leaves the old file when the run fails`() throws {
    try folder.write("old", to: "out")
    #expect(throws: SourceError.self) { try convert("!a\n", to: folder["out"]) }
    #expect(try folder.text("out") == "old")
    #expect(folder.names == ["in", "out"])
  }

  @Test func `refuses an output that is an input or another output`() throws {
    try folder.write("+a\n", to: "in")
    unsafe symlink("in", folder["link"])
    unsafe link(folder["in"], folder["hard"])
    for output in ["in", "link", "hard"] {
      let error = #expect(throws: SourceError.self) { try convert("+a\n", to: folder[output]) }
      #expect(error?.kind == .usage && error?.diagnostic.code == .sameFile)
    }
    let changes: [(inout RunOptions) -> Void] = [
      { $0.report = folder["out"] }, { $0.rejects = folder["out"] }, { $0.losses = folder["in"] },
      {
        $0.report = folder["x"]
        $0.rejects = folder["x"]
      },
      {
        $0.report = folder["x.reasons.jsonl"]
        $0.rejects = folder["x"]
      },
    ]
    for change in changes {
      let error = #expect(throws: SourceError.self) {
        try convert("+a\n", to: folder["out"], change)
      }
      #expect(error?.diagnostic.code == .sameFile)
    }
    #expect(try folder.text("in") == "+a\n")
    #expect(folder.names == ["hard", "in", "link"])
  }

  @Test func `cannot write where there is no folder`() throws {
    try folder.write("x", to: "file")
    for output in [folder["none/out"], folder["file/out"], folder.path, folder["file/"]] {
      let error = #expect(throws: SourceError.self) { try convert("+a\n", to: output) }
      #expect(error?.kind == .unusable && error?.diagnostic.code == .cannotWrite)
    }
    #expect(folder.names == ["file", "in"])
  }

  @Test func `writes devices straight`() throws {
    #expect(try convert("+a\n", to: "/dev/null").written == 1)
    if unsafe access("/dev/full", W_OK) == 0 {
      let error = #expect(throws: SourceError.self) { try convert("+a\n", to: "/dev/full") }
      #expect(error?.diagnostic.code == .cannotWrite)
    }
  }

  @Test func `leaves nothing on a full disk`() throws {
    let small = folder["small"]
    #if os(Linux)
      unsafe mkdir(small, 0o700)
      guard unsafe mount("none", small, "tmpfs", 0, "size=64k") == 0 else { return }
      defer { unsafe umount(small) }
      try folder.write("old", to: "small/out")
      let large = String(repeating: "+somebody\n", count: 20_000)
      let error = #expect(throws: SourceError.self) { try convert(large, to: small + "/out") }
      #expect(error?.kind == .unusable && error?.diagnostic.code == .cannotWrite)
      #expect(ScratchFolder.names(in: small) == ["out"])
      #expect(try folder.text("small/out") == "old")
    #endif
  }

  // MARK: Folders and parts

  @Test func `writes one file a contact`() throws {
    let report = try convert(
      "+Ana Ruiz\n+ana ruiz\n+../etc/pass\u{202E}wd\n+.hidden\n+Jörg Müller\n+\n+con\n",
      to: folder["people/"])
    #expect(
      ScratchFolder.names(in: folder["people"]) == [
        "Ana-Ruiz.lines", "Jörg-Müller.lines", "ana-ruiz-2.lines", "contact-con.lines",
        "contact.lines", "etc-pass-wd.lines", "hidden.lines",
      ])
    #expect(try folder.text("people/Ana-Ruiz.lines") == "HEAD\n+Ana Ruiz\nTAIL\n")
    #expect(folder.mode("people/Ana-Ruiz.lines") == 0o600)
    #expect(report.outputs == [OutputPart(file: folder["people/"], records: 7)])
  }

  @Test func `overwrites nothing in a folder unless it is forced`() throws {
    unsafe mkdir(folder["people"], 0o700)
    try folder.write("old", to: "people/b.lines")
    try folder.write("other", to: "people/other")
    let error = #expect(throws: SourceError.self) {
      try convert("+a\n+b\n", to: folder["people/"])
    }
    #expect(error?.kind.exitCode == 4)
    #expect(ScratchFolder.names(in: folder["people"]) == ["b.lines", "other"])
    #expect(try folder.text("people/b.lines") == "old")
    _ = try convert("+a\n+b\n", to: folder["people/"]) { $0.mayOverwrite = true }
    #expect(ScratchFolder.names(in: folder["people"]) == ["a.lines", "b.lines", "other"])
    #expect(try folder.text("people/b.lines") == "HEAD\n+b\nTAIL\n")
  }

  @Test func `leaves no folder behind when the run fails`() throws {
    #expect(throws: SourceError.self) { try convert("!a\n", to: folder["people/"]) }
    #expect(folder.names == ["in"])
  }

  @Test func `makes short names of long ones`() {
    var table = FileNameTable(fileExtension: "vcf")
    let long = String(repeating: "ж", count: 200)
    let first = table.name(for: long)
    let second = table.name(for: long)
    #expect(first == String(repeating: "ж", count: 50) + ".vcf")
    #expect(second == String(repeating: "ж", count: 50) + "-2.vcf")
    #expect(FileNameTable.safe("a/b\\c:d*e?f") == "a-b-c-d-e-f")
    #expect(FileNameTable.safe("...") == "contact")
  }

  @Test func `writes numbered parts`() throws {
    let many = (1...7).map { "+\($0)\n" }.joined()
    let report = try convert(many, to: folder["out.lines"]) { $0.splitEvery = 3 }
    #expect(folder.names == ["in", "out-001.lines", "out-002.lines", "out-003.lines"])
    #expect(try folder.text("out-003.lines") == "HEAD\n+7\nTAIL\n")
    #expect(report.outputs.map(\.records) == [3, 3, 1])
    for output in ["-", folder["people/"]] {
      let error = #expect(throws: SourceError.self) {
        try convert(many, to: output) { $0.splitEvery = 3 }
      }
      #expect(error?.kind == .usage)
    }
  }
}
