import Cardmill
import CardmillTestSupport
import Testing

@testable import Cardmill

/// Other charsets: values, and whole files in wide text.
@Suite struct CharsetTests {
  private func decoded(_ bytes: [UInt8], _ charset: String) -> String? {
    var buffer = ByteBuffer()
    let isKnown = bytes.withView { CharsetDecoder().decode($0, from: charset, into: &buffer) }
    if !isKnown { #expect(buffer.count == 0) }
    return isKnown ? buffer.view.string : nil
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0x4A, 0xF6, 0x80], "Jö€"), ("iso-8859-15", [0xA4], "€"),
      ("windows-1252", [0x80], "€"),
      ("cp1251", [0xCF], "П"), ("KOI8-R", [0xF0], "П"),
      ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"),
      ("sjis", [0x95, 0x5C], "表"), ("EUC-JP", [0xC6, 0xFC], "日"), ("GB2312", [0xD6, 0xD0], "中"),
      ("Big5", [0xA4, 0xA4], "中"), ("EUC-KR", [0xC7, 0xD1], "한"), ("UTF-8", [0xC3, 0xB6], "ö"),
      ("macintosh", [0x9A], "ö"),
      ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
    ] as [(String, [UInt8], String)])
  func `are decoded`(_ charset: String, _ bytes: [UInt8], _ text: String) {
    #expect(decoded(bytes, charset) == text)
  }

  @Test func `unknown ones and foreign bytes are refused`() {
    for name in ["", "X-NONE", "UTF-8/IGNORE", "../x", "UTF-8//TRANSLIT", "a b"] {
      #expect(decoded([0x41], name) == nil, "\(name)")
    }
    #expect(decoded([0xC3], "UTF-8") == nil)
    #expect(decoded([0x81, 0x20], "Shift_JIS") == nil)
  }

  @Test func `a decoder can be used again after a failure`() {
    let decoder = CharsetDecoder()
    var buffer = ByteBuffer()
    for _ in 0..<3 {
      let half: [UInt8] = [0xC3]
      let day: [UInt8] = [0x93, 0xFA]
      let isBad = half.withView { decoder.decode($0, from: "UTF-8", into: &buffer) }
      let isGood = day.withView { decoder.decode($0, from: "Shift_JIS", into: &buffer) }
      #expect(!isBad && isGood)
    }
    #expect(buffer.view.string == "日日日")
  }

  @Test func `every byte of Windows-1252 becomes a character`() {
    let all = (0...255).map { UInt8($0) }
    var buffer = ByteBuffer()
    all.withView { CharsetDecoder.decodeWindows1252($0, into: &buffer) }
    let text = buffer.view.string
    #expect(text.unicodeScalars.count == 256)
    #expect(!text.contains("\u{FFFD}"))
  }

  private static func wide(_ text: String, unit: Int, isBigEndian: Bool) -> [UInt8] {
    let units = unit == 2 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
    return units.flatMap { value -> [UInt8] in
      let bytes = (0..<unit).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(arguments: [(2, false), (2, true), (4, false), (4, true)])
  func `records of wide text know their place in the file`(_ unit: Int, _ isBigEndian: Bool) throws
  {
    let source = try Sample.named("vcard/minimal.vcf").source
    let cards = (0..<9).map { number in
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë 😀 \(String(repeating: "日", count: number * 7))\r\nEND:VCARD\r\n"
    }
    let text = "\u{FEFF}" + cards.joined(separator: "between 😀\r\n")
    let bytes = Self.wide(text, unit: unit, isBigEndian: isBigEndian)
    for blockSize in [64, 333, BlockReader.blockSize] {
      var plan = ReadingPlan("vcard")
      plan.blockSize = blockSize
      let reading = try source.read(bytes, plan)
      let names = (0..<9).map { "Zoë 😀 " + String(repeating: "日", count: $0 * 7) }
      #expect(reading.contacts.map(\.name.full) == names)
      try #require(reading.contacts.count == 9)
      for (contact, card) in zip(reading.contacts, cards) {
        #expect(
          Array(bytes[contact.source.range])
            == Self.wide(card, unit: unit, isBigEndian: isBigEndian))
      }
      for range in reading.outside {
        let wanted = Self.wide("between 😀\r\n", unit: unit, isBigEndian: isBigEndian)
        #expect(Array(bytes[range]) == wanted)
      }
      #expect(reading.outside.count == 8)
    }
  }

  @Test func `half a character at the end is inside the file`() throws {
    let source = try Sample.named("vcard/minimal.vcf").source
    let bytes = Self.wide(
      "\u{FEFF}BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana😀", unit: 2, isBigEndian: false)
    for cut in 1...3 {
      let reading = try source.read(Array(bytes.dropLast(cut)), ReadingPlan("vcard"))
      #expect(reading.ranges == [2..<bytes.count - cut])
    }
  }
}
