#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns text of other charsets into UTF-8 with the platform's iconv; keeps the converters that it
/// has opened.
///
/// Not for several threads at once: each parse call has its own.
@safe
package final class CharsetDecoder {
  private var open: [String: iconv_t] = unsafe [:]

  package init() {}

  deinit {
    unsafe open.values.forEach { converter in unsafe iconv_close(converter) }
  }

  /// Whether iconv knows a charset.
  package func knows(_ charset: String) -> Bool { unsafe converter(charset) != nil }

  private func converter(_ charset: String) -> iconv_t? {
    let name = Self.platformName(charset)
    if let known = unsafe open[name] { return unsafe known }
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    else { return nil }
    let made = unsafe iconv_open("UTF-8", name)
    guard unsafe made != iconv_t(bitPattern: -1) else { return nil }
    unsafe open[name] = made
    return unsafe made
  }

  /// Names that programs write and iconv does not know.
  static func platformName(_ charset: String) -> String {
    let upper = charset.uppercased()
    switch upper {
    case "ANSI", "WINDOWS", "CP-1252", "LATIN1", "ISO-8859-1", "ISO8859-1", "ISO_8859-1",
      "US-ASCII", "ASCII":
      // What claims to be Latin-1 or ASCII and has bytes from 0x80 to 0x9F is Windows-1252 (WHATWG
      // Encoding).
      return "WINDOWS-1252"
    case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS", "MS_KANJI", "WINDOWS-31J": return "CP932"
    case "GB2312", "GBK", "GB_2312-80", "CP936", "WINDOWS-936": return "GB18030"
    case "BIG5": return "CP950"
    case "KS_C_5601-1987", "EUC-KR", "WINDOWS-949": return "CP949"
    case "UTF8": return "UTF-8"
    case "UNICODE": return "UTF-16"
    case "MACINTOSH", "X-MAC-ROMAN": return "MACINTOSH"
    default: return upper
    }
  }

  /// Whether a charset has one byte a character, so that text in it is hardly ever valid UTF-8 by
  /// chance.
  package static func isSingleByte(_ charset: String) -> Bool {
    let name = platformName(charset)
    return name.hasPrefix("WINDOWS-125") || name.hasPrefix("ISO-8859") || name.hasPrefix("ISO8859")
      || name.hasPrefix("CP125") || name.hasPrefix("KOI8") || name == "MACINTOSH"
      || name.hasPrefix("CP85") || name.hasPrefix("CP43")
  }

  /// Appends `text` as UTF-8.
  ///
  /// - Returns: whether the charset is known and every byte belongs to it; otherwise nothing was
  ///   appended.
  package func decode(_ text: ByteView, from charset: String, into buffer: inout ByteBuffer) -> Bool
  {
    guard let converter = unsafe converter(charset) else { return false }
    let start = buffer.count
    buffer.reserve(text.count * 4 + 16)
    unsafe iconv(converter, nil, nil, nil, nil)
    var source = unsafe UnsafeMutablePointer<CChar>(
      mutating: UnsafeRawPointer(text.base).assumingMemoryBound(to: CChar.self))
    var sourceLeft = text.count
    var room = buffer.capacity - start
    let left: Int = unsafe (buffer.base + start).withMemoryRebound(to: CChar.self, capacity: room) {
      var target = unsafe $0
      return unsafe withUnsafeMutablePointer(to: &source) { pointer in
        unsafe pointer.withMemoryRebound(to: UnsafeMutablePointer<CChar>?.self, capacity: 1) {
          rebound in
          unsafe withUnsafeMutablePointer(to: &target) { targetPointer in
            unsafe targetPointer.withMemoryRebound(
              to: UnsafeMutablePointer<CChar>?.self, capacity: 1
            ) { targetRebound in
              let result = unsafe iconv(converter, rebound, &sourceLeft, targetRebound, &room)
              return result == Self.failure ? -1 : room
            }
          }
        }
      }
    }
    guard left >= 0, sourceLeft == 0 else { return false }
    buffer.length = buffer.capacity - left
    return true
  }

  /// Appends `text` read as Windows-1252; bytes that it does not have become the control characters
  /// of the same number, so that nothing is lost.
  package static func decodeWindows1252(_ text: ByteView, into buffer: inout ByteBuffer) {
    for index in 0..<text.count {
      let byte = text[index]
      if byte < 0x80 {
        buffer.append(byte)
      } else if byte < 0xA0 {
        buffer.append(Unicode.Scalar(windows1252[Int(byte - 0x80)]) ?? "\u{FFFD}")
      } else {
        buffer.append(Unicode.Scalar(byte))
      }
    }
  }

  /// What iconv gives on an error: (size_t) -1.
  private static let failure = Int(bitPattern: UInt.max)

  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152,
    0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122,
    0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
