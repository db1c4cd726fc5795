import Cardmill
import CardmillPlugins
import CardmillTestSupport
import Testing

/// Samples that are taken apart and put together in other ways, for `CARDMILL_FUZZ_SECONDS`.
///
/// Each round has a number that it can be repeated with: `CARDMILL_FUZZ_ROUND`.
@Suite struct FuzzTests {
  @Test(
    .timeLimit(.minutes(60)),
    arguments: builtInSources.map { $0.description.formats[0].id.family })
  func `Fuzz: no input stops the program or unbalances the account`(_ family: String) throws {
    let samples = Sample.all.filter { $0.family == family }
    let only = environmentNumber("CARDMILL_FUZZ_ROUND", default: -1)
    if only >= 0 { return try Self.round(only, samples) }
    let seconds = Double(environmentNumber("CARDMILL_FUZZ_SECONDS", default: 1))
    let end = monotonicSeconds() + seconds / Double(builtInSources.count)
    var round = 0
    while monotonicSeconds() < end {
      try Self.round(round, samples)
      round += 1
    }
    print("fuzz: \(round) rounds of \(family)")
  }

  /// So many rounds look at the values too, so that the result of a run does not hang on the speed of
  /// the machine.
  private static let comparedRounds = 1_000

  /// One input: read, written in every format, and read again.
  private static func round(_ number: Int, _ samples: [Sample]) throws {
    var mutator = Mutator(samples, seed: number)
    let bytes = mutator.make()
    let source = samples[0].source
    _ = source.identify(head: Array(bytes.prefix(64 << 10)).span, fileName: "", isWhole: true)
    var plan = ReadingPlan(source.description.formats[0].id)
    plan.joinsGroups = true
    plan.limits.record = 64 << 10
    plan.limits.properties = 2_000
    plan.blockSize = number % 3 == 0 ? 200 : BlockReader.blockSize
    let reading: Reading
    do { reading = try source.read(bytes, plan) } catch let error as SourceError
      where !source.description.worksInPieces && error.kind == .unusable
    { return }  // A document without a beginning is refused as a whole.
    let place = "round \(number)"
    #expect(reading.recordCount == reading.contacts.count + reading.rejected.count, "\(place)")
    #expect(reading.ranges.allSatisfy { $0.upperBound <= bytes.count }, "\(place)")
    for contact in reading.contacts {
      let copy = contact.detached()
      let isEqual = copy == contact
      #expect(isEqual, "\(place)")
      _ = Contact(properties: contact.properties).fingerprint
    }
    for target in Target.all {
      let written = try source.convert(bytes, plan, to: target.format.id, of: target.source)
      #expect(
        written.isBalanced, "\(place), \(target): \(written.read) read, \(written.written) written")
      let back: Reading
      do { back = try target.source.read(written.bytes, ReadingPlan(target.format.id)) } catch let
        error as SourceError
        where error.kind == .unusable && !target.format.isLossless && written.written == 0
      { continue }  // Nothing in a document is no document for some programs.
      // Columns and elements of other programs are recognised by what stands in them.
      if target.format.isLossless || ["vcard", "json"].contains(target.format.id.family) {
        #expect(back.rejected.isEmpty, "\(place), \(target)")
        #expect(back.recordCount == written.written + written.added, "\(place), \(target)")
      }
      let isText = written.bytes.withView { $0.isValidUTF8 }
      #expect(isText, "\(place), \(target): \(Self.badLine(written.bytes))")
      // Lines of vCard 4.0 are read leniently: what no card ever held, such as names with blanks or
      // numbers with blanks around them from other formats, is not promised to come back from it.
      let isComparable = target.format.id.family == "csv" || reading.format.family == "vcard"
      if target.format.isLossless, isComparable, written.added == 0, number < comparedRounds {
        compare(reading, back, "\(place), \(target)")
      }
    }
  }

  /// What a lossless format gives back.
  private static func compare(_ reading: Reading, _ back: Reading, _ place: String) {
    let contacts = reading.contacts.filter { $0.recordKind != .empty }
    let others = back.contacts.filter { $0.recordKind != .empty }
    #expect(contacts.count == others.count, "\(place)")
    for (contact, other) in zip(contacts, others) {
      // Line ends inside a value are LF in the model; not every reader of tables knows that.
      if reading.format.family == "csv", contact.properties.contains(where: \.holdsCR) { continue }
      // XML has no control characters; the ledger says where U+FFFD stands for one.
      if back.format.family == "xml", other.properties.contains(where: \.holdsReplacement) {
        continue
      }
      let isEqual = contact == other
      #expect(isEqual, "\(place): \(difference(contact, other))")
    }
  }

  /// The first properties in which two contacts differ.
  private static func difference(_ a: Contact, _ b: Contact) -> String {
    let (left, right) = (a.properties, b.properties)
    guard
      let (old, new) = zip(left, right).first(where: {
        Contact(properties: [$0]) != Contact(properties: [$1])
      })
    else { return "\(left.count) and \(right.count) properties" }
    return "\(old)\nbecame\n\(new)"
  }

  /// The first line that is not UTF-8.
  private static func badLine(_ bytes: [UInt8]) -> String {
    let line = bytes.split(separator: 0x0A).first { line in !Array(line).withView { $0.isValidUTF8 }
    }
    return String(decoding: line ?? [], as: UTF8.self)
  }
}

/// Makes inputs of samples.
struct Mutator {
  private let samples: [Sample]
  private var numbers: Seeded

  init(_ samples: [Sample], seed: Int) {
    self.samples = samples
    numbers = Seeded(seed)
  }

  /// Pieces that mean something in one of the formats.
  private static let fragments: [String] = [
    "BEGIN:VCARD\r\n", "END:VCARD\r\n", "VERSION:2.1\r\n", "VERSION:3.0\r\n", "VERSION:4.0\r\n",
    "AGENT:\r\n",
    "AGENT:BEGIN:VCARD\\nFN:x\\nEND:VCARD\\n\r\n", "BEGIN:VLIST\r\n",
    "item1.X-ABLabel:_$!<Home>!$_\r\n",
    "NOTE;ENCODING=QUOTED-PRINTABLE:=C3=\r\n=A9=\r\n",
    "NOTE;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=95=5C;\r\n",
    "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n  SkZJRg==\r\n\r\n",
    "PHOTO:data:image/png;base64,iVBORw0KGgo=\r\n",
    "TEL;TYPE=\"a,b", ";CHARSET=ISO-8859-1", ";CHARSET=UTF-16", ";ENCODING=BASE64",
    ";ENCODING=QUOTED-PRINTABLE",
    "UID:1\r\nMEMBER:urn:uuid:1\r\nKIND:group\r\n", "\r\n ", "\r\n\t", "=\r\n", "\\n", "\\", "\"",
    "\"\"", ",", ";", ":",
    "\u{FEFF}", "\0", "\r", "\n", "\r\r\n", "{", "}", "[", "]", "\"extra\":{\"X-A\":[\"b\"]},",
    "\\u0000", "\\ud800",
    "null", "1e999", "properties\n", "\"FN:x\nTEL;TYPE=cell:1\"", "=1+1",
    String(repeating: "x", count: 100),
  ]

  mutating func make() -> [UInt8] {
    var bytes = numbers.pick(samples).bytes
    for _ in 0..<1 + numbers.below(6) {
      switch numbers.below(9) {
      case 0, 1: splice(&bytes)
      case 2: repeatPiece(&bytes)
      case 3: deletePiece(&bytes)
      case 4: flip(&bytes)
      case 5, 6, 7: insert(Array(numbers.pick(Self.fragments).utf8), &bytes)
      default: bytes += numbers.pick(samples).bytes
      }
    }
    return Array(bytes.prefix(20_000))
  }

  private mutating func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  /// A line of another sample in the place of a line.
  private mutating func splice(_ bytes: inout [UInt8]) {
    var all = lines(bytes)
    let other = lines(numbers.pick(samples).bytes)
    for _ in 0..<1 + numbers.below(5) {
      let line = numbers.pick(other)
      let place = numbers.below(all.count)
      if numbers.oneIn(2) { all[place] = line } else { all.insert(line, at: place) }
    }
    bytes = Array(all.joined(separator: [0x0A]))
  }

  private mutating func piece(_ count: Int) -> Range<Int> {
    let start = numbers.below(count + 1)
    return start..<min(count, start + numbers.below(numbers.oneIn(3) ? 400 : 20))
  }

  private mutating func repeatPiece(_ bytes: inout [UInt8]) {
    let range = piece(bytes.count)
    let part = Array(bytes[range])
    for _ in 0..<1 + numbers.below(numbers.oneIn(5) ? 40 : 3) {
      bytes.insert(contentsOf: part, at: range.upperBound)
    }
  }

  private mutating func deletePiece(_ bytes: inout [UInt8]) {
    bytes.removeSubrange(piece(bytes.count))
  }

  private mutating func flip(_ bytes: inout [UInt8]) {
    for _ in 0..<1 + numbers.below(10) where !bytes.isEmpty {
      bytes[numbers.below(bytes.count)] = UInt8(numbers.below(256))
    }
  }

  /// Puts a piece at the start of a line or anywhere.
  private mutating func insert(_ fragment: [UInt8], _ bytes: inout [UInt8]) {
    var place = numbers.below(bytes.count + 1)
    if numbers.oneIn(2) { while place > 0, bytes[place - 1] != 0x0A { place -= 1 } }
    bytes.insert(contentsOf: fragment, at: place)
  }
}

extension Property {
  fileprivate var holdsCR: Bool { "\(value)\(parameters)".contains("\\r") }
  fileprivate var holdsReplacement: Bool { "\(self)".contains("\u{FFFD}") }
}
