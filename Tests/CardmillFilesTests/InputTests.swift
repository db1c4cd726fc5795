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

@Suite struct InputTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func read(_ file: InputFile, at offset: Int, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(into: $0, at: offset) }
    return Array(bytes[..<got])
  }

  /// Makes a pipe that a child process fills.
  private func withPipe<R>(of name: String, _ body: (InputFile) throws -> R) throws -> R {
    guard let stream = unsafe popen("cat '\(folder[name])'", "r") else {
      throw ScratchFolder.Failure(description: "no pipe")
    }
    defer { unsafe pclose(stream) }
    let path = "/dev/fd/\(unsafe fileno(stream))"
    return try body(try InputFile(path))
  }

  private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
  }

  @Test func `reads files at any place`() throws {
    let bytes = pattern(300_000)
    let file = try InputFile(try folder.write(bytes, to: "file"))
    #expect(file.isSeekable && file.size == 300_000)
    #expect(try read(file, at: 299_990, 100) == Array(bytes[299_990...]))
    #expect(try read(file, at: 300_000, 10) == [])
    file.rest()
    #expect(try read(file, at: 5, 10) == Array(bytes[5..<15]))
    let head = try file.head()
    #expect(head.bytes == Array(bytes[..<InputFile.headSize]) && !head.isWhole)
  }

  @Test func `notices a file that was exchanged`() throws {
    let file = try InputFile(try folder.write("one", to: "file"))
    file.rest()
    unsafe rename(folder["file"], folder["moved"])
    try folder.write("two", to: "file")
    #expect(throws: SourceError.self) { try read(file, at: 0, 10) }
  }

  @Test(arguments: [0, 10, 64 << 10, (64 << 10) + 1, 400_000])
  func `reads a pipe again as long as it is kept`(_ count: Int) throws {
    let bytes = pattern(count)
    try folder.write(bytes, to: "data")
    try withPipe(of: "data") { file in
      #expect(!file.isSeekable)
      let head = try file.head()
      #expect(head.bytes == Array(bytes.prefix(InputFile.headSize)))
      #expect(head.isWhole == (count <= InputFile.headSize))
      #expect(file.size == count)
      #expect(try read(file, at: count / 2, count + 1) == Array(bytes[(count / 2)...]) || count > 0)
      var all: [UInt8] = []
      while case let piece = try read(file, at: all.count, 7000), !piece.isEmpty { all += piece }
      #expect(all == bytes)
    }
  }

  @Test func `passes a pipe on without keeping it`() throws {
    let bytes = pattern(500_000)
    try folder.write(bytes, to: "data")
    try withPipe(of: "data") { file in
      _ = try file.head()
      file.endRecording()
      var all: [UInt8] = []
      while case let piece = try read(file, at: all.count, 30_000), !piece.isEmpty { all += piece }
      #expect(all == bytes)
      #expect(file.size == 500_000)
      let error = #expect(throws: SourceError.self) { try read(file, at: 100_000, 10) }
      #expect(error?.kind == .fault)
    }
  }

  @Test func `cannot open folders and what is missing`() throws {
    for path in [folder.path, folder["none"]] {
      let error = #expect(throws: SourceError.self) { try InputFile(path) }
      #expect(error?.kind == .unusable && error?.diagnostic.code == .cannotOpen)
    }
  }

  @Test func `opens names that are not UTF-8`() throws {
    let path = SystemPath(bytes: Array(folder["a"].utf8) + [0xFF, 0x62])
    try folder.write("+x\n", to: "plain")
    let code = unsafe path.withCString { new in unsafe rename(folder["plain"], new) }
    try #require(code == 0)
    #expect(SystemPath(path.text) == path)
    #expect(try InputFile(path.text).size == 3)
    // A name that holds the marks themselves comes back as it is.
    let marks = SystemPath(bytes: Array("\u{10FFFF}x".utf8))
    #expect(SystemPath(marks.text) == marks)
  }

  @Test func `streams contacts`() throws {
    try folder.write("+Ana\n!no\n-\n?Bo\n*Choir\n", to: "in")
    let contacts = try ContactReader(sources: [LineSource()]).contacts(at: folder["in"])
    #expect(contacts.map(\.name.full) == ["Ana", "Bo", "Choir"])
    #expect(contacts.failure == nil)
    #expect(contacts.recordCount == 5)
    #expect(contacts.diagnostics.map(\.code) == [.limitExceeded, .missingEnd])
    #expect(contacts.diagnostics.allSatisfy { $0.file == folder["in"] })
  }

  @Test func `finds what was meant`() {
    let words = ["convert", "inspect", "vcard:3.0", "vcard", "--strict"]
    #expect(Suggestion.nearest(to: "convrt", in: words) == "convert")
    #expect(Suggestion.nearest(to: "vcrad", in: words) == "vcard")
    #expect(Suggestion.nearest(to: "insp", in: words) == "inspect")
    #expect(Suggestion.nearest(to: "zebra", in: words) == nil)
  }
}
