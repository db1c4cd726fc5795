import Cardmill
import Testing

@Suite struct JSONWriterTests {
  private func json(_ bytes: [UInt8], _ lineBreaks: JSONLineBreaks = .kept) -> String {
    var buffer = ByteBuffer()
    bytes.withView { buffer.appendJSON($0, lineBreaks: lineBreaks) }
    return buffer.view.string
  }

  @Test func `what JSON does not allow is escaped`() {
    #expect(json(Array("plain é \u{1F600}".utf8)) == "\"plain é \u{1F600}\"")
    #expect(json(Array("\"\\/\u{0}\u{1F}\t\r\n".utf8)) == #""\"\\/\u0000\u001f\t\r\n""#)
    #expect(json(Array("a\u{2028}b\u{2029}c\u{2030}".utf8)) == "\"a\\u2028b\\u2029c\u{2030}\"")
    #expect(json([]) == "\"\"")
  }

  @Test func `line breaks become line feeds when that is wanted`() {
    #expect(json(Array("a\r\nb\rc\nd\r".utf8), .lineFeeds) == #""a\nb\nc\nd\n""#)
    #expect(json(Array("é\r\n\u{2028}\r".utf8), .lineFeeds) == #""é\n\u2028\n""#)
  }

  @Test func `what is not UTF-8 is replaced`() {
    #expect(json([0x61, 0xFF, 0x62]) == "\"a\u{FFFD}b\"")
    #expect(json([0xE2, 0x80]) == "\"\u{FFFD}\"")
    #expect(json([0xE2, 0x80, 0xA8, 0xC3]) == "\"\\u2028\u{FFFD}\"")
  }

  @Test func `pieces of valid text are told from pieces that cut a character`() {
    func isWhole(_ bytes: [UInt8]) -> Bool { bytes.withView { $0.isCutBetweenCharacters } }
    #expect(isWhole([]))
    #expect(isWhole(Array("aé\u{1F600}".utf8)))
    #expect(!isWhole([0xA9, 0x61]))
    #expect(!isWhole([0x61, 0xC3]))
    #expect(!isWhole([0xF0, 0x9F, 0x98]))
  }

  @Test func `digests, base64 and picture types are right`() {
    var buffer = ByteBuffer()
    buffer.append(hexadecimal: Array("abc".utf8).withView { SHA256.digest(of: $0) })
    #expect(
      buffer.view.string == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    buffer.removeAll()
    Array("any carnal pleas".utf8).withView { Base64.encode($0, into: &buffer) }
    #expect(buffer.view.string == "YW55IGNhcm5hbCBwbGVhcw==")
    var decoded = ByteBuffer()
    #expect(Base64.decode(buffer.view, into: &decoded) == 0)
    #expect(decoded.view.string == "any carnal pleas")
    func type(_ bytes: [UInt8]) -> String? { bytes.withView { PictureType.sniff($0)?.view.string } }
    #expect(type([0xFF, 0xD8, 0xFF, 0xE0]) == "image/jpeg")
    #expect(type(Array("<?xml version='1.0'?><svg/>".utf8)) == "image/svg+xml")
    #expect(type(Array("RIFF0000WEBPVP8 ".utf8)) == "image/webp")
    #expect(type(Array("0000ftypheic0000".utf8)) == "image/heic")
    #expect(type(Array("hello".utf8)) == nil)
    #expect(type([]) == nil)
  }
}
