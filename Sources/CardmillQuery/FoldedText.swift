import Cardmill

// Texts are compared as Unicode's full case folding would: both are turned into lower, upper and
// again lower case, which makes one of ẞ, ß and SS, of σ and ς. Accents count. Two spellings of one
// character (é, and e with a combining accent) are equal, as Swift's strings compare them.

/// A text that others are compared with, without regard to case.
struct FoldedText {
  /// The folded text.
  let folded: String
  private let bytes: [UInt8]
  /// A piece of ASCII that any text with this one in it holds, unless folding makes it.
  private let key: [UInt8]
  private let isASCII: Bool
  private let hasMarks: Bool

  init(_ text: String) {
    folded = Self.fold(text)
    bytes = Array(folded.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    hasMarks = !isASCII && Self.hasMarks(folded)
    key = isASCII ? bytes : Self.key(of: bytes)
  }

  static func fold(_ text: String) -> String { text.lowercased().uppercased().lowercased() }

  /// Whether a text has characters that join the one before them.
  private static func hasMarks(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.value >= 0x300
        && ($0.properties.canonicalCombiningClass != .notReordered
          || (0x1160...0x11FF).contains($0.value))
    }
  }

  /// The longest piece of ASCII, without a last letter that a mark may have joined.
  private static func key(of bytes: [UInt8]) -> [UInt8] {
    var best: ArraySlice<UInt8> = []
    for piece in bytes.split(whereSeparator: { $0 >= 0x80 }) {
      let safe = piece.endIndex == bytes.endIndex ? piece : piece.dropLast()
      if safe.count > best.count { best = safe }
    }
    return Array(best)
  }

  /// Whether a text is this one.
  func equals(_ text: ByteView) -> Bool {
    if text.isASCII {
      return isASCII && text.count == bytes.count && text.startsFolded(bytes, at: 0)
    }
    if isASCII, !text.mayFoldToASCII { return false }
    return Self.fold(text.string) == folded
  }

  /// Whether this text stands in another one.
  func isContained(in text: ByteView) -> Bool {
    if text.isASCII { return isASCII && text.place(ofFolded: bytes) != nil }
    // Folding is slow: most texts are told apart without it.
    if !key.isEmpty {
      let place = text.place(ofFolded: key)
      if let place, isASCII {
        let end = place + key.count
        if end == text.count || text[end] < 0x80 { return true }
      }
      if place == nil, !text.mayFoldToASCII { return false }
    }
    let other = Self.fold(text.string)
    if hasMarks || Self.hasMarks(other) { return other.contains(folded) }
    return other.withView { other in bytes.withView { other.contains($0) } }
  }
}

extension ByteView {
  /// Whether folded ASCII bytes stand at a place, the case of letters ignored.
  @inline(__always)
  fileprivate func startsFolded(_ bytes: [UInt8], at place: Int) -> Bool {
    var length = 0
    while length < bytes.count {
      if self[place + length].asciiLowercased != bytes[length] { return false }
      length += 1
    }
    return true
  }

  /// The first place of folded ASCII bytes, the case of letters ignored.
  fileprivate func place(ofFolded bytes: [UInt8]) -> Int? {
    guard let letter = bytes.first else { return 0 }
    var place = 0
    while place + bytes.count <= count {
      place = first(letter, letter.asciiUppercased, from: place)
      guard place + bytes.count <= count else { return nil }
      if startsFolded(bytes, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// Whether a text that is not ASCII holds a character of which folding makes an ASCII letter: ß,
  /// İ, ı, ŉ, ſ, ǰ, ẖ to ẚ, ẞ, the Kelvin sign, ﬀ to ﬆ.
  ///
  /// It may also be true for some others.
  fileprivate var mayFoldToASCII: Bool {
    for place in 0..<max(0, count - 1) where self[place] >= 0xC3 {
      switch (self[place], self[place + 1]) {
      case (0xC3, 0x9F), (0xC4, 0xB0...0xB1), (0xC5, 0x89), (0xC5, 0xBF), (0xC7, 0xB0),
        (0xE1, 0xBA), (0xE2, 0x84), (0xEF, 0xAC):
        return true
      default: continue
      }
    }
    return false
  }
}
