import Cardmill
import CardmillTestSupport
import Testing

/// The text form of properties: what is written is read back.
@Suite struct ContentLineTests {
  private static let texts = [
    "", "a", "Ana Ruiz", "a,b;c\\d", "line\nline\n", "\"quoted\"", "^caret^n", " blanks ", "ö€😀",
    "\\n", "\\", "x:y", "a\tb", "=1", "\u{1}", "\\,\\;\\\\",
  ]

  private static func text(_ numbers: inout Seeded) -> String {
    (0..<1 + numbers.below(3)).map { _ in numbers.pick(texts) }.joined()
  }

  private static func property(_ numbers: inout Seeded) -> Property {
    let id = numbers.pick(PropertyID.allCases)
    let isForeign = id == .unknown || numbers.oneIn(4)
    let name = isForeign ? numbers.pick(["X-FOO", "x-bar", "X-A-B-1", "VND-X"]) : id.text
    var parameters: [Property.Parameter] = []
    for _ in 0..<numbers.below(4) {
      let name = numbers.pick([
        "TYPE", "PREF", "LABEL", "X-ABLABEL", "LANGUAGE", "CC", "X-OWN", "ALTID", "SORT-AS",
      ])
      parameters.append(
        Property.Parameter(
          name, name == "TYPE" ? numbers.pick(["home", "cell", "Own", "x y"]) : text(&numbers)))
    }
    let value: Property.Value
    switch isForeign ? 4 : numbers.below(4) {
    case 0: value = .text("x" + text(&numbers))
    case 1: value = .list((0..<1 + numbers.below(3)).map { _ in text(&numbers) })
    case 2:
      value = .structured(
        (0..<1 + numbers.below(8)).map { _ in (0..<numbers.below(3)).map { _ in text(&numbers) } })
    case 3: value = .binary(base64: numbers.pick(["AAAA", "R0lG", "AA=="]))
    default:
      value =
        numbers.oneIn(5) ? .binary(base64: "R0lG") : .unparsed(TextEscapes.encoded(text(&numbers)))
    }
    let group = numbers.oneIn(3) ? numbers.pick(["item1", "work", "A-1"]) : nil
    return Property(name, value, parameters: parameters, group: group)
  }

  @Test func `random properties come back equal`() {
    for seed in 0..<3_000 {
      var numbers = Seeded(seed)
      let contact = Contact(
        properties: (0..<1 + numbers.below(4)).map { _ in Self.property(&numbers) })
      var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
      builder.beginContact(number: 0, line: 1, source: .none, fileOffset: 0, fileLength: 0)
      var lines: [String] = []
      for property in contact.propertyRecords {
        var buffer = ByteBuffer()
        ContentLineWriter().append(property, of: contact.storage, to: &buffer)
        lines.append(buffer.view.string)
        #expect(!lines[lines.count - 1].utf8.contains(0x0A), "\(seed)")
        let isRead = ContentLineReader().read(buffer.view, into: &builder)
        #expect(isRead, "seed \(seed): \(lines)")
      }
      builder.endContact(kind: .contact)
      let back = ContactBatch.make(builder)[0]
      let isEqual = back == contact
      #expect(isEqual, "seed \(seed): \(lines)")
      #expect(back.fingerprint == contact.fingerprint, "seed \(seed)")
    }
  }

  @Test func `lines that are no properties add nothing`() {
    for line in [
      "", "no colon", ":x", ";:x", "a.:x", "TEL;TYPE=home", "TEL;TYPE=\"home:1", "item1.TEL",
    ] {
      var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
      let isRead = line.withView { ContentLineReader().read($0, into: &builder) }
      #expect(!isRead, "\(line)")
      #expect(builder.properties.isEmpty && builder.parameters.isEmpty, "\(line)")
    }
  }

  @Test func `any bytes are read without harm`() {
    for seed in 0..<2_000 {
      var numbers = Seeded(seed)
      let pieces = Array(
        "TEL;TYPE=\"a,b\":;:.\\n^=,X-FOO;PREF=1;VALUE=uri:data:;base64,ENCODING=b:".utf8)
      let line = (0..<numbers.below(60)).map { _ in
        numbers.oneIn(10) ? UInt8(numbers.below(256)) : numbers.pick(pieces)
      }
      var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
      builder.beginContact(number: 0, line: 1, source: .none, fileOffset: 0, fileLength: 0)
      _ = line.withView { ContentLineReader().read($0, into: &builder) }
      builder.endContact(kind: .contact)
      let contact = ContactBatch.make(builder)[0]
      _ = contact.properties
      _ = contact.fingerprint
    }
  }

  @Test func `escapes are decoded once`() {
    for (text, decoded) in [
      (#"a\,b\;c\\d\ne\Nf"#, "a,b;c\\d\ne\nf"), (#"\:\""#, ":\""), (#"a\r\nb\rc"#, "a\nb\nc"),
      ("\\", "\\"),
      (#"\\n"#, #"\n"#),
    ] {
      #expect(TextEscapes.decoded(text) == decoded)
    }
    for text in Self.texts { #expect(TextEscapes.decoded(TextEscapes.encoded(text)) == text) }
  }
}
