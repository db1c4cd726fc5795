// UTF-8 that somebody once read as Windows-1252 and saved as text: `Müller` stands as `MÃ¼ller`.
// Such a text holds characters whose bytes in Windows-1252 are UTF-8 again. That alone proves
// nothing: `Spaß“` or `« CAFÉ »` hold such pairs as well. So each pair is weighed. Ã and Â before a
// symbol are hardly ever meant, nor is â before two symbols; other letters must be inside a word,
// and stand twice in a text. Punctuation that typesetters put behind a word (quotes, dashes,
// guillemets, no-break spaces) counts less.

/// A place where text seems to have been decoded wrongly.
package struct Mojibake: Hashable, Sendable {
  /// What stands there, such as `Ã¼`.
  package var written: String
  /// What it may have been, such as `ü`.
  package var meant: String

  /// Finds the first place in a text, or nil when there is none.
  ///
  /// - Complexity: O(*n*); text in ASCII is passed over quickly.
  package static func first(in text: ByteView) -> Mojibake? {
    guard !text.isASCII else { return nil }
    // The lead characters À to ô are C3 80 to C3 B4, and Â is C3 82: without C3 there is nothing.
    guard text.first(0xC3) < text.count else { return nil }
    var weak: Mojibake?
    var scalars = ScalarReader(text)
    var at = text.first(0xC3)
    while at < text.count {
      if let found = sequence(at, &scalars) {
        if found.isStrong { return found.mojibake }
        if weak != nil { return weak }
        weak = found.mojibake
        at += found.mojibake.written.utf8.count
      } else {
        at += 1
      }
      at = at < text.count ? text.first(0xC3, from: at) : text.count
    }
    return nil
  }

  private static func sequence(
    _ start: Int, _ scalars: inout ScalarReader
  ) -> (mojibake: Mojibake, isStrong: Bool)? {
    var at = start
    guard let lead = scalars.next(&at).flatMap(byte), lead >= 0xC2, lead <= 0xF4 else {
      return nil
    }
    let count = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    var bytes = [lead]
    var isPunctuation = true
    while bytes.count < count {
      guard let scalar = scalars.next(&at), let next = byte(scalar), next & 0xC0 == 0x80 else {
        return nil
      }
      if !punctuation.contains(scalar) { isPunctuation = false }
      bytes.append(next)
    }
    guard bytes.withView({ $0.isValidUTF8 }) else { return nil }
    let found = Mojibake(
      written: scalars.text[start..<at].string, meant: String(decoding: bytes, as: UTF8.self))
    var behind = at
    let isInWord = scalars.next(&behind)?.properties.isAlphabetic == true
    switch lead {
    case 0xC2, 0xC3:
      // “Â ” and “Ã ” with a no-break space are the usual sight; “NÃ”” is not.
      let last = bytes[1]
      return (found, last >= 0xA0 || isInWord || !isPunctuation)
    case 0xC4, 0xC5: return (found, isInWord || !isPunctuation)
    case 0xE2, 0xF0...0xF4: return (found, true)
    default: return isPunctuation && !isInWord ? nil : (found, false)
    }
  }

  /// The byte of a character in Windows-1252, or nil when it has none.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) { return UInt8(scalar.value) }
    return high[scalar]
  }

  private static let high: [Unicode.Scalar: UInt8] = {
    var table: [Unicode.Scalar: UInt8] = [:]
    for byte in UInt8(0x80)...0x9F {
      var buffer = ByteBuffer(capacity: 64)
      [byte].withView { CharsetDecoder.decodeWindows1252($0, into: &buffer) }
      if let scalar = buffer.view.string.unicodeScalars.first { table[scalar] = byte }
    }
    return table
  }()

  /// What stands behind words in text that nobody has spoiled.
  private static let punctuation = Set("\u{A0}«»·‚„…‹›‘’“”•–—".unicodeScalars)
}

/// Reads characters of UTF-8 at any place.
private struct ScalarReader {
  let text: ByteView

  init(_ text: ByteView) { self.text = text }

  /// The character at a place, which is moved behind it; nil at the end or where there is none.
  func next(_ at: inout Int) -> Unicode.Scalar? {
    guard at < text.count else { return nil }
    let first = text[at]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard at + count <= text.count else { return nil }
    let scalar = text[at..<at + count].string.unicodeScalars.first
    at += count
    return scalar
  }
}
