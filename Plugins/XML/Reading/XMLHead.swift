import Cardmill

/// What stands before the content of an XML document, and its root element, read without a parser.
///
/// The parser never sees a DOCTYPE: this is where one is found, passed over or refused. Recognising
/// a format needs no more than this either.
struct XMLHead {
  enum DocumentType {
    case none
    /// A name and perhaps identifiers: passed over.
    case bare
    /// Declarations of its own, which could define entities: refused.
    case subset
  }

  /// The encoding that the XML declaration names.
  var encoding: String?
  var documentType = DocumentType.none
  /// Where the DOCTYPE begins.
  var documentTypeStart = 0
  /// How much text stands before the first markup.
  var strayCount = 0
  /// Where the root element's tag begins; nil when the text ends before it, or is no XML.
  var rootStart: Int?
  /// The root's name without its prefix, and its namespace.
  var rootName = ""
  var rootSpace = ""
  /// Whether the text ends before the root element, so that more of it may show one.
  var isCutOff = false

  /// Reads the head of `text`, which is UTF-8 or shares ASCII with it.
  init(_ text: ByteView) {
    var at = text.startsWithMark ? 3 : 0
    at = text.passSpace(at)
    guard at < text.count else {
      isCutOff = true
      return
    }
    if text[at] != UInt8(ascii: "<") {
      // Text before the declaration, such as a mail's header.
      guard let start = text.find(("<?xml" as StaticString).view), start <= 4096 else { return }
      strayCount = start - at
      at = start
    }
    while at < text.count, text[at] == UInt8(ascii: "<") {
      let rest = text.from(at)
      if rest.startsIgnoringCase("<?") {
        guard let end = rest.find(("?>" as StaticString).view) else {
          isCutOff = true
          return
        }
        if rest.startsIgnoringCase("<?XML"), rest.count > 5, rest[5] <= 0x20 {
          encoding = rest.upTo(end).attribute("encoding")
        }
        at += end + 2
      } else if rest.startsIgnoringCase("<!--") {
        guard let end = rest.find(("-->" as StaticString).view) else {
          isCutOff = true
          return
        }
        at += end + 3
      } else if rest.startsIgnoringCase("<!DOCTYPE") {
        documentTypeStart = at
        guard let end = Self.documentTypeEnd(rest) else {
          isCutOff = true
          return
        }
        documentType = rest[end] == UInt8(ascii: "[") ? .subset : .bare
        if documentType == .subset { return }
        at += end + 1
      } else {
        readRoot(rest, at)
        return
      }
      at = text.passSpace(at)
    }
    isCutOff = at >= text.count
  }

  /// The place of the `>` that ends a DOCTYPE, or of the `[` that begins its declarations.
  static func documentTypeEnd(_ text: ByteView) -> Int? {
    var quote: UInt8?
    for index in 0..<text.count {
      let byte = text[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "[") {
        return index
      }
    }
    return nil
  }

  private mutating func readRoot(_ text: ByteView, _ start: Int) {
    var nameEnd = 1
    while nameEnd < text.count, text[nameEnd].isNameByte { nameEnd += 1 }
    guard nameEnd > 1 else { return }
    guard nameEnd < text.count else {
      isCutOff = true
      return
    }
    rootStart = start
    let name = text[1..<nameEnd]
    let colon = name.first(UInt8(ascii: ":"))
    // The tag ends at the first `>` outside quotes; a cut tag is looked at as far as it goes.
    let end = Self.documentTypeEnd(text) ?? text.count
    let tag = text.upTo(end)
    if colon < name.count {
      rootName = name.from(colon + 1).string
      rootSpace = tag.attribute("xmlns:" + name.upTo(colon).string) ?? ""
    } else {
      rootName = name.string
      rootSpace = tag.attribute("xmlns") ?? ""
    }
  }

  /// The encoding of a text in UTF-16 or UTF-32, by its mark or the zeros beside its first
  /// character; nil for others.
  static func wideEncoding(_ head: ByteView) -> String? {
    guard head.count >= 4 else { return nil }
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, 0, 0): return "UTF-32LE"
    case (0, 0, 0xFE, 0xFF): return "UTF-32BE"
    case (0xFF, 0xFE, _, _): return "UTF-16LE"
    case (0xFE, 0xFF, _, _): return "UTF-16BE"
    case (0, 0, 0, 1...): return "UTF-32BE"
    case (1..., 0, 0, 0): return "UTF-32LE"
    case (0, 1..., 0, 1...): return "UTF-16BE"
    case (1..., 0, 1..., 0): return "UTF-16LE"
    default: return nil
    }
  }
}

extension ByteView {
  /// Whether the text begins with the byte order mark of UTF-8.
  var startsWithMark: Bool { count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF }

  /// The place of the first byte from `start` on that is no white space.
  func passSpace(_ start: Int) -> Int {
    var at = start
    while at < count, self[at].isSpace { at += 1 }
    return at
  }

  /// The value of an attribute in a tag or declaration, as it stands between its quotes.
  func attribute(_ name: String) -> String? {
    name.withView { name in
      var at = 0
      while at < count {
        guard let found = from(at).find(name) else { return nil }
        let start = at + found
        at = start + name.count
        guard start > 0, self[start - 1].isSpace else { continue }
        var place = passSpace(at)
        guard place < count, self[place] == UInt8(ascii: "=") else { continue }
        place = passSpace(place + 1)
        guard place < count, self[place] == UInt8(ascii: "\"") || self[place] == UInt8(ascii: "'")
        else { continue }
        let end = first(self[place], from: place + 1)
        guard end < count else { return nil }
        return self[place + 1..<end].string
      }
      return nil
    }
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool { passSpace(0) == count }
}

extension UInt8 {
  /// White space of XML.
  @inline(__always)
  var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether the byte may stand in the name of an element.
  var isNameByte: Bool {
    isLetter || isDigit || self >= 0x80 || self == UInt8(ascii: ":") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
