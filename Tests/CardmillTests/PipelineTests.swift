import Cardmill
import CardmillTestSupport
import Synchronization
import Testing

@testable import Cardmill

/// The order, the account and the errors of runs on many threads.
@Suite struct PipelineTests {
  /// Each line is a record; the time that a block takes differs.
  private struct Lines: DataSource {
    var description: SourceDescription {
      SourceDescription(formats: [.init(id: "lines", name: "Lines", extensions: [])])
    }

    func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification {
      Identification("lines", .no)
    }

    func makeSplitter(_ request: ReadRequest) -> any RecordSplitter { Splitter() }

    func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock {
      var builder = ContactBatch.Builder(block: records.block, format: "lines")
      var work = 0
      for index in 0..<(records.firstRecord * 7919 % 13) * 2_000 { work &+= index }
      for index in records.records.indices {
        let place = records.fileRange(index)
        let number = records.firstRecord + index
        builder.beginContact(
          number: number, line: number + 1, source: .none, fileOffset: place.lowerBound,
          fileLength: place.count)
        if number % 10 == 9 {
          builder.diagnostics.append(
            Diagnostic(.emptyCard, "\(number)", record: number, line: number + 1))
        }
        builder.endContact(kind: work == -1 ? .empty : .contact)
      }
      return ParsedBlock(builder)
    }
  }

  private final class Splitter: RecordSplitter {
    func split(_ bytes: Span<UInt8>, isAtEnd: Bool) -> SplitResult {
      var result = SplitResult()
      for index in bytes.indices where bytes[index] == 0x0A {
        if bytes[result.consumed] == UInt8(ascii: "#") {
          result.outside.append(
            .init(range: result.consumed..<index + 1, code: .textOutsideCard, message: "comment"))
        } else {
          result.records.append(RecordRange(start: result.consumed, end: index + 1))
        }
        result.consumed = index + 1
      }
      return result
    }

    func skip(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Int? { isAtEnd ? bytes.count : nil }
  }

  private struct Stop: Error, Equatable { var number: Int }

  private static let text = (0..<2_000).map {
    $0 % 50 == 0 ? "# comment\nrecord \($0)\n" : "record \($0)\n"
  }.joined()

  private func reader(_ input: any InputBytes) throws -> BlockReader {
    try BlockReader(input, source: Lines(), request: ReadRequest(format: "lines"), blockSize: 100)
  }

  @Test(arguments: [1, 2, 3, 8, 32]) func `results come in order on any number of threads`(
    _ threads: Int
  ) throws {
    var plan = ReadingPlan("lines")
    plan.threads = threads
    plan.blockSize = 100
    let reading = try Lines().read(Self.text, plan)
    #expect(reading.contacts.map(\.source.number) == Array(0..<2_000))
    #expect(reading.recordCount == 2_000)
    #expect(reading.outside.count == 40)
    #expect(reading.outside == reading.outside.sorted { $0.lowerBound < $1.lowerBound })
    let messages = reading.diagnostics.filter { $0.code == .emptyCard }.map(\.message)
    #expect(messages == stride(from: 9, to: 2_000, by: 10).map(String.init))
    #expect(reading.diagnostics.allSatisfy { $0.file == "memory" })
  }

  @Test(arguments: [1, 2, 8]) func `an error of the consumer ends the run`(_ threads: Int) throws {
    for limit in [0, 1, 500, 1_999] {
      let reader = try reader(MemoryInput(Array(Self.text.utf8)))
      var seen = 0
      #expect(throws: Stop(number: limit)) {
        try Pipeline(threads: threads).run(reader) { (_, _: inout FormattedBlock) in
        } consume: { result in
          for place in 0..<(result.batch?.count ?? 0) {
            if result.batch?[place].source.number == limit { throw Stop(number: limit) }
            seen += 1
          }
        }
      }
      // Nothing is consumed behind the error.
      #expect(seen == limit)
    }
  }

  @Test(arguments: [1, 2, 8]) func `an error of the input ends the run after what came before it`(
    _ threads: Int
  ) throws {
    let reader = try reader(Failing(Array(Self.text.utf8), at: 10_000))
    var seen: [Int] = []
    #expect(throws: SourceError.self) {
      try Pipeline(threads: threads).run(reader) { (_, _: inout FormattedBlock) in
      } consume: { result in
        if let batch = result.batch { seen += (0..<batch.count).map { batch[$0].source.number } }
      }
    }
    #expect(seen == Array(0..<seen.count))
    #expect(seen.count > 800 && seen.count < 1_000)
  }

  @Test(arguments: [1, 2, 8]) func `no more blocks are in memory than threads`(_ threads: Int)
    throws
  {
    let counts = Mutex((now: 0, most: 0))
    let reader = try reader(MemoryInput(Array(Self.text.utf8)))
    try Pipeline(threads: threads).run(reader) { (_, _: inout FormattedBlock) in
      counts.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
    } consume: { result in
      if result.batch != nil { counts.withLock { $0.now -= 1 } }
    }
    #expect(counts.withLock { $0.now } == 0)
    #expect(counts.withLock { $0.most } <= threads)
  }

  @Test func `an empty input has no records`() throws {
    for threads in [1, 4] {
      var plan = ReadingPlan("lines")
      plan.threads = threads
      #expect(try Lines().read("", plan).recordCount == 0)
    }
  }

  /// An input that breaks off.
  private final class Failing: InputBytes {
    let name = "broken"
    private let input: MemoryInput
    private let place: Int
    init(_ bytes: [UInt8], at place: Int) {
      input = MemoryInput(bytes)
      self.place = place
    }
    var size: Int { input.size }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
      guard offset < place else {
        throw SourceError(.unusable, Diagnostic(.cannotOpen, "broken", file: name))
      }
      return unsafe try input.read(into: buffer, at: offset)
    }
  }
}
