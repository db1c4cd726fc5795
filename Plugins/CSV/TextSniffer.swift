import Cardmill

/// Finds out in which encoding a table is written, from its first bytes.
enum TextSniffer {
  // The encoding of an input by its byte order mark or its zero bytes:
  //
  // UTF-16 in either order, or nil for an encoding that shares ASCII. UTF-32 is no encoding of
  // tables.
  static func wideEncoding(_ head: ByteView) -> String? {
    guard head.count >= 2 else { return nil }
    if head[0] == 0xFF, head[1] == 0xFE { return "UTF-16LE" }
    if head[0] == 0xFE, head[1] == 0xFF { return "UTF-16BE" }
    let count = min(head.count, 4096) & ~1
    var even = 0
    var odd = 0
    for index in stride(from: 0, to: count, by: 2) {
      if head[index] == 0 { even += 1 }
      if head[index + 1] == 0 { odd += 1 }
    }
    // Delimiters, digits and line ends have a zero byte in UTF-16, whatever the language.
    let pairs = count / 2
    if odd * 8 > pairs, even * 40 < odd { return "UTF-16LE" }
    if even * 8 > pairs, odd * 40 < even { return "UTF-16BE" }
    return nil
  }

  /// Decodes the first bytes of an input; a character that is cut off at the end is left out.
  ///
  /// - Returns: false when the bytes are no text of that encoding.
  static func decode(_ head: ByteView, from encoding: String, into buffer: inout ByteBuffer) -> Bool
  {
    if encoding == "WINDOWS-1252" {
      CharsetDecoder.decodeWindows1252(head, into: &buffer)
      return true
    }
    let decoder = CharsetDecoder()
    for cut in 0..<min(8, head.count + 1) {
      if decoder.decode(head.upTo(head.count - cut), from: encoding, into: &buffer) { return true }
    }
    return false
  }

  /// The encodings that are tried on headings that are no UTF-8, likely ones first.
  static let candidates = [
    "WINDOWS-1252", "WINDOWS-1250", "WINDOWS-1251", "CP932", "GB18030", "CP949", "CP950",
    "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1255", "WINDOWS-1256", "WINDOWS-1257", "CP874",
    "WINDOWS-1258", "MACINTOSH",
  ]

  /// The code page of Windows in a language.
  static func codePage(of language: String) -> String {
    switch language {
    case "ar": "WINDOWS-1256"
    case "bg", "ru", "uk": "WINDOWS-1251"
    case "cs", "hu", "pl", "ro", "sk", "sl", "hr": "WINDOWS-1250"
    case "el": "WINDOWS-1253"
    case "he": "WINDOWS-1255"
    case "et", "lv", "lt": "WINDOWS-1257"
    case "th": "CP874"
    case "tr": "WINDOWS-1254"
    case "vi": "WINDOWS-1258"
    case "ja": "CP932"
    case "zh-CN": "GB18030"
    case "ko": "CP949"
    case "zh-TW": "CP950"
    default: "WINDOWS-1252"
    }
  }

  /// Whether bytes look like Shift_JIS rather than like a Western code page: many of them are from
  /// 0x80 to 0x9F, where Western text has next to nothing, and all of them are valid.
  static func looksLikeShiftJIS(_ bytes: ByteView) -> Bool {
    var high = 0
    var controls = 0
    for index in 0..<bytes.count where bytes[index] >= 0x80 {
      high += 1
      if bytes[index] < 0xA0 { controls += 1 }
    }
    guard controls >= 2, controls * 4 > high else { return false }
    var buffer = ByteBuffer(capacity: bytes.count * 3 + 16)
    guard decode(bytes, from: "CP932", into: &buffer) else { return false }
    // Such characters stand beside each other; in Western text a pair that happens to be one is
    // alone.
    var beside = 0
    var isWide = false
    var at = 0
    while at < buffer.count {
      let (scalar, length) = HeadingKey.scalar(buffer.view, at)
      let isKana = (0x3040...0x30FF).contains(scalar)
      let wasWide = isWide
      isWide = isKana || (0x4E00...0x9FFF).contains(scalar)
      if isWide, wasWide { beside += 1 }
      at += length
    }
    return beside * 6 >= high
  }
}

/// What is valid UTF-8 in an input, piece by piece.
struct UTF8Check {
  /// Where the first byte is that is no UTF-8.
  private(set) var firstInvalid: Int?
  private(set) var invalidCount = 0
  private(set) var validCount = 0
  private var offset = 0

  /// Whether the input is UTF-8 but for a few places, so that it is not read in another encoding.
  var isMostlyValid: Bool { invalidCount == 0 || validCount > 4 * invalidCount }

  /// Looks at a piece.
  ///
  /// - Returns: how many of its bytes are done with; the rest is the start of a character.
  mutating func add(_ piece: ByteView, isAtEnd: Bool) -> Int {
    var at = 0
    while at < piece.count {
      let valid = piece.from(at).validUTF8Prefix
      if invalidCount > 0 { countCharacters(piece[at..<at + valid]) }
      at += valid
      guard at < piece.count else { break }
      if !isAtEnd, piece.count - at < 4, piece[at] >= 0xC2 { break }
      if firstInvalid == nil {
        firstInvalid = offset + at
        countCharacters(piece.upTo(at))
      }
      invalidCount += 1
      at += 1
      if invalidCount > 4096 { at = piece.count }
    }
    offset += at
    return at
  }

  private mutating func countCharacters(_ text: ByteView) {
    for index in 0..<text.count where text[index] >= 0xC2 { validCount += 1 }
  }
}
