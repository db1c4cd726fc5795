import Cardmill

// Texts are compared as Unicode's full case folding would: both are turned into upper and then into
// lower case, which makes one of ß and SS, of σ and ς. Accents count. Two spellings of one character
// (é, and e with a combining accent) are equal, as Swift's strings compare them.

/// A text that others are compared with, without regard to case.
struct FoldedText {
  /// The folded text.
  let folded: String
  private let bytes: [UInt8]
  private let isASCII: Bool
  private let hasMarks: Bool

  init(_ text: String) {
    folded = Self.fold(text)
    bytes = Array(folded.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    hasMarks = !isASCII && Self.hasMarks(folded)
  }

  static func fold(_ text: String) -> String { text.uppercased().lowercased() }

  /// Whether a text has characters that join the one before them.
  private static func hasMarks(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.value >= 0x300
        && ($0.properties.canonicalCombiningClass != .notReordered
          || (0x1160...0x11FF).contains($0.value))
    }
  }

  /// Whether a text is this one.
  func equals(_ text: ByteView) -> Bool {
    if text.isASCII {
      guard isASCII, text.count == bytes.count else { return false }
      for place in 0..<text.count where text[place].asciiLowercased != bytes[place] {
        return false
      }
      return true
    }
    return Self.fold(text.string) == folded
  }

  /// Whether this text stands in another one.
  func isContained(in text: ByteView) -> Bool {
    guard !text.isEmpty else { return bytes.isEmpty }
    if text.isASCII { return isASCII && isContained(inASCII: text) }
    let other = Self.fold(text.string)
    if hasMarks || Self.hasMarks(other) { return other.contains(folded) }
    return other.withView { other in bytes.withView { other.contains($0) } }
  }

  private func isContained(inASCII text: ByteView) -> Bool {
    guard let first = bytes.first else { return true }
    var place = 0
    while place + bytes.count <= text.count {
      place = text.first(first, first.asciiUppercased, from: place)
      guard place + bytes.count <= text.count else { return false }
      var length = 1
      while length < bytes.count, text[place + length].asciiLowercased == bytes[length] {
        length += 1
      }
      if length == bytes.count { return true }
      place += 1
    }
    return false
  }
}
