import Cardmill
import CardmillPlugins
import CardmillTestSupport
import Testing

/// What every data source must do with every sample of its folder.
///
/// A new format gets these tests by its line in `BuiltInSources.swift` and its folder in
/// `SampleData`.
@Suite struct ConformanceTests {
  @Test func `every source has samples`() {
    for source in builtInSources {
      let family = source.description.formats[0].id.family
      #expect(Sample.all.contains { $0.family == family }, "SampleData/\(family) is empty")
    }
  }

  @Test(arguments: Sample.all) func `reads its samples`(_ sample: Sample) throws {
    let reading = try sample.source.read(sample.bytes, ReadingPlan(sample.format))
    #expect(reading.contacts.contains { $0.recordKind == .contact })
    #expect(reading.rejected.isEmpty)
    #expect(reading.recordCount == reading.contacts.count)
    #expect(reading.contacts.map(\.source.number) == Array(0..<reading.recordCount))
    let ranges = reading.ranges
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      #expect(range.upperBound <= next.lowerBound)
    }
    for range in ranges { #expect(!range.isEmpty && range.upperBound <= sample.bytes.count) }
    for contact in reading.contacts {
      let source = contact.source
      let before = sample.bytes[..<source.range.lowerBound]
      guard reading.codes.first != "charset-guess" || sample.bytes.starts(with: Array("BEGIN".utf8))
      else {
        continue  // Lines of wide text cannot be counted like this.
      }
      #expect(source.line == Self.lineBreaks(before) + 1)
      #expect(source.originalBytes == Array(sample.bytes[source.range]))
    }
  }

  private static func lineBreaks(_ bytes: ArraySlice<UInt8>) -> Int {
    Array(bytes).withView { $0.lineBreaks }
  }

  @Test(arguments: Sample.all) func `is recognised by its own source only`(_ sample: Sample) {
    for source in builtInSources {
      let found = source.identify(head: sample.bytes.span, fileName: sample.name, isWhole: true)
      if source.description.formats[0].id.family == sample.family {
        #expect(found.certainty == .certain)
        #expect(found.format.family == sample.family)
      } else {
        #expect(found.certainty < .certain, "\(found.format) claims it")
      }
    }
  }

  @Test(arguments: Sample.all) func `survives every truncation`(_ sample: Sample) throws {
    for count in Self.cuts(sample.bytes.count, seed: 1) {
      let bytes = Array(sample.bytes[..<count])
      _ = sample.source.identify(head: bytes.span, fileName: sample.name, isWhole: true)
      // What is left may be no file of the format any more.
      guard let reading = try Self.read(bytes, sample) else { continue }
      #expect(
        reading.recordCount == reading.contacts.count + reading.rejected.count, "cut at \(count)")
      #expect(
        reading.contacts.allSatisfy { $0.source.range.upperBound <= count }, "cut at \(count)")
    }
  }

  /// Reads damaged bytes; nil when the source says that they cannot be used at all.
  private static func read(_ bytes: [UInt8], _ sample: Sample) throws -> Reading? {
    do { return try sample.source.read(bytes, ReadingPlan(sample.format)) } catch let error
      as SourceError
      where !sample.source.description.worksInPieces
    {
      // A document that has no beginning yet is refused as a whole.
      #expect(error.kind == .unusable)
      return nil
    }
  }

  /// Every place up to 4 KB and 500 others.
  ///
  /// An unoptimized build is too slow for all of them: it gets 60, unless `CARDMILL_EVERY_CUT` is 1.
  /// `Scripts/fuzz.sh` tries them all.
  private static func cuts(_ count: Int, seed: Int) -> [Int] {
    var numbers = Seeded(seed)
    if !isOptimized, environmentNumber("CARDMILL_EVERY_CUT", default: 0) == 0, count > 60 {
      return Array(0...20) + (0..<40).map { _ in numbers.below(count) }
    }
    guard count > 4096 else { return Array(0...count) }
    return Array(0...4096) + (0..<500).map { _ in 4096 + numbers.below(count - 4096) }
  }

  private static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  @Test(arguments: Sample.all) func `survives mutated bytes`(_ sample: Sample) throws {
    let rounds = environmentNumber("CARDMILL_MUTATIONS", default: Self.isOptimized ? 300 : 20)
    for round in 0..<rounds {
      let bytes = Self.mutated(sample.bytes, seed: round)
      guard let reading = try Self.read(bytes, sample) else { continue }
      #expect(
        reading.recordCount == reading.contacts.count + reading.rejected.count, "seed \(round)")
      for contact in reading.contacts { _ = contact.fingerprint }
      guard round % 20 == 0 else { continue }
      for target in Target.all {
        let written = try target.source.write(reading.batches, as: target.format.id)
        #expect(
          written.written + written.folded == reading.contacts.count,
          "\(target), seed \(round)")
      }
    }
  }

  /// Some bytes set to others: any, or such that mean something.
  private static func mutated(_ bytes: [UInt8], seed: Int) -> [UInt8] {
    var numbers = Seeded(seed)
    var bytes = bytes
    for _ in 0..<1 + numbers.below(8) where !bytes.isEmpty {
      let place = numbers.below(bytes.count)
      switch numbers.below(4) {
      case 0: bytes[place] = UInt8(numbers.below(256))
      case 1: bytes[place] = numbers.pick(Array("\r\n\t :;,=\\\"^.{}[]0Bb\0".utf8))
      case 2: bytes.remove(at: place)
      default:
        bytes.insert(numbers.pick(Array("\r\n :;,=\\\"".utf8) + [0x80, 0xC3, 0xFF]), at: place)
      }
    }
    return bytes
  }

  @Test(arguments: Sample.all)
  func `finds the same records however the bytes arrive`(_ sample: Sample) throws {
    var plan = ReadingPlan(sample.format)
    let whole = try sample.source.read(sample.bytes, plan)
    plan.blockSize = 64
    for cut in Self.cuts(sample.bytes.count, seed: 2) {
      plan.pieces = .cutAt(cut)
      // Blocks of 64 bytes are slow; a few cuts get them.
      plan.blockSize = cut % 16 == 0 ? 64 : BlockReader.blockSize
      let parts = try sample.source.read(sample.bytes, plan)
      #expect(parts.ranges == whole.ranges, "cut at \(cut)")
      #expect(parts.diagnostics.sorted == whole.diagnostics.sorted, "cut at \(cut)")
      #expect(parts.outside == whole.outside, "cut at \(cut)")
    }
  }

  @Test(arguments: Sample.all)
  func `gives the same bytes with any threads and blocks`(_ sample: Sample) throws {
    for target in Target.all {
      var plan = ReadingPlan(sample.format)
      func run() throws -> Writing {
        try sample.source.convert(
          sample.bytes, plan, to: target.format.id, of: target.source, options: [:])
      }
      let one = try run()
      #expect(one.isBalanced)
      for (threads, blockSize) in [(2, BlockReader.blockSize), (1, 64), (2, 64), (4, 200)] {
        plan.threads = threads
        plan.blockSize = blockSize
        let other = try run()
        #expect(other.bytes == one.bytes, "\(target), \(threads) threads, blocks of \(blockSize)")
        #expect(other.diagnostics.sorted == one.diagnostics.sorted, "\(target)")
        #expect(other.losses == one.losses, "\(target)")
        #expect(other.isBalanced)
      }
    }
  }

  @Test(arguments: Sample.all) func `comes back equal from lossless formats`(_ sample: Sample)
    throws
  {
    let reading = try sample.source.read(sample.bytes, ReadingPlan(sample.format))
    let contacts = reading.contacts.filter { $0.recordKind != .empty }
    for target in Target.all where target.format.isLossless {
      let written = try target.source.write(reading.batches, as: target.format.id)
      let again = try target.source.read(written.bytes, ReadingPlan(target.format.id))
      let back = again.contacts.filter { $0.recordKind != .empty }
      #expect(again.rejected.isEmpty)
      // A card in a card (AGENT) becomes a card of its own in vCard 4.0, behind the one that it was
      // in.
      let hasAgents = written.added > 0
      #expect(back.count == contacts.count + written.added, "\(target)")
      #expect(written.losses.isEmpty, "\(target)")
      guard !hasAgents else { continue }
      for (contact, other) in zip(contacts, back) {
        let isEqual = other == contact
        #expect(isEqual, "\(target):\n\(Self.difference(contact, other))")
        #expect(other.fingerprint == contact.fingerprint, "\(target)")
        #expect(other.recordKind == contact.recordKind)
      }
    }
  }

  /// The properties in which two contacts differ.
  private static func difference(_ a: Contact, _ b: Contact) -> String {
    let (left, right) = (a.properties.map { "\($0)" }, b.properties.map { "\($0)" })
    return "- " + left.filter { !right.contains($0) }.joined(separator: "\n- ") + "\n+ "
      + right.filter { !left.contains($0) }.joined(separator: "\n+ ")
  }

  @Test(arguments: Sample.all) func `comes back the same from each version`(_ sample: Sample) throws
  {
    // What was read back from a format goes to it and back again without any change.
    let reading = try sample.source.read(sample.bytes, ReadingPlan(sample.format))
    for target in Target.all where target.format.isLossless || target.format.id.family == "vcard" {
      let first = try target.source.write(reading.batches, as: target.format.id)
      let once = try target.source.read(first.bytes, ReadingPlan(target.format.id))
      let second = try target.source.write(once.batches, as: target.format.id)
      let twice = try target.source.read(second.bytes, ReadingPlan(target.format.id))
      if first.losses.isEmpty { #expect(second.text == first.text, "\(target)") }
      for (contact, other) in zip(once.contacts, twice.contacts) {
        let isEqual = contact == other
        #expect(isEqual, "\(target):\n\(Self.difference(contact, other))")
      }
    }
  }

  @Test(arguments: Target.all)
  func `an input without records can be written in every format`(_ target: Target) throws {
    for source in builtInSources {
      let format = source.description.formats[0].id
      let written = try source.convert(
        [], ReadingPlan(format), to: target.format.id, of: target.source)
      #expect(written.written == 0 && written.isBalanced)
    }
    #expect(try target.source.write([ContactBatch](), as: target.format.id).written == 0)
  }
}

extension [Diagnostic] {
  /// By place: between two blocks what the splitter found comes before what the parser found, as it
  /// is met.
  fileprivate var sorted: [Diagnostic] {
    sorted {
      ($0.line ?? 0, $0.code.rawValue, $0.message) < ($1.line ?? 0, $1.code.rawValue, $1.message)
    }
  }
}
