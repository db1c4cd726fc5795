import Cardmill

// Whatever the input is, the parser is fed UTF-8 without a declaration, a DOCTYPE or a bare `&`. A
// piece of input that is like that already is fed as it lies there; the search for what is not
// costs a few percent of parsing it. Pieces end behind a `>` or where no markup is cut, so that no
// reference or keyword is ever seen in halves.

/// Makes pieces of input such as the parser takes them.
struct MarkupRepair: ~Copyable {
  /// Something that was changed, or that cannot be read, by its place in the input.
  enum Finding {
    /// An `&` that begins no reference, or one that XML does not have: it was read as text.
    case ampersand
    /// A character that XML does not allow: it was left out.
    case control
    /// Bytes that are not what is declared, read as the charset of this name.
    case charset(String)
    /// A bare DOCTYPE behind the first element: it was passed over.
    case documentType
    /// A DOCTYPE with declarations of its own: nothing behind it can be read.
    case documentTypeWithSubset
  }

  private enum State { case content, section, comment, instruction }

  /// What was found since the last look.
  var findings: [(kind: Finding, place: Int)] = []
  /// Whether characters that XML does not allow are looked for: only after the parser met one.
  var dropsControls = false
  /// The charset that is not UTF-8, as it was declared.
  private let charset: String?
  private let isSingleByte: Bool
  private let decoder = CharsetDecoder()
  private var state = State.content
  private var middle = ByteBuffer(capacity: 64)

  /// - Parameter encoding: what the XML declaration or an option names.
  init(encoding: String?) {
    let declared = Self.charset(encoding)
    charset = declared
    isSingleByte = declared.map { CharsetDecoder.isSingleByte($0) } ?? false
  }

  /// The charset of a name when it is one that can be read and is not UTF-8.
  private static func charset(_ encoding: String?) -> String? {
    guard let name = encoding?.uppercased(), !isUnicode(name), CharsetDecoder().knows(name) else {
      return nil
    }
    return name
  }

  /// Text in bytes cannot be UTF-16, whatever it says.
  private static func isUnicode(_ name: String) -> Bool {
    name.hasPrefix("UTF") || name.hasPrefix("ISO-10646") || name.hasPrefix("UCS")
  }

  /// Whether a declared encoding is one that can be read.
  static func isKnown(_ encoding: String) -> Bool {
    isUnicode(encoding.uppercased()) || CharsetDecoder().knows(encoding)
  }

  /// Begins anew at the start of an element.
  mutating func reset() { state = .content }

  // Changes a piece.
  //
  // - Parameters:
  //   - place: where it begins in the input.
  //   - fed: where it will begin in what was fed.
  //   - output: gets the changed text.
  //   - map: gets where its bytes come from.
  // - Returns: false when nothing had to be changed, and nothing was put out.
  mutating func change(
    _ piece: ByteView, place: Int, fed: Int, into output: inout ByteBuffer, _ map: inout OffsetMap
  ) -> Bool {
    map.add(fed: fed, place: place)
    var first = OffsetMap()
    first.add(fed: fed, place: place)
    guard charset != nil || !piece.isValidUTF8 else {
      var second = OffsetMap()
      guard repair(piece, fed: fed, first, into: &output, &second) else { return false }
      map.add(first: first, second: second)
      return true
    }
    var text = ByteBuffer(capacity: piece.count + piece.count / 4)
    swap(&text, &middle)
    middle.removeAll()
    convert(piece, place: place, fed: fed, &first)
    swap(&text, &middle)
    defer { swap(&text, &middle) }
    var second = OffsetMap()
    if repair(text.view, fed: fed, first, into: &output, &second) {
      map.add(first: first, second: second)
    } else {
      output.append(text.view)
      second.add(fed: fed, place: fed)
      map.add(first: first, second: second)
    }
    return true
  }

  // MARK: Charsets

  /// Turns a piece into UTF-8 in `middle`, tag by tag and text by text.
  private mutating func convert(_ piece: ByteView, place: Int, fed: Int, _ map: inout OffsetMap) {
    var at = 0
    while at < piece.count {
      var end = piece.first(UInt8(ascii: "<"), UInt8(ascii: ">"), from: at + 1)
      if end < piece.count, piece[end] == UInt8(ascii: ">") { end += 1 }
      let segment = piece[at..<end]
      if segment.isASCII {
        middle.append(segment)
      } else {
        convert(segment, place: place + at)
        map.add(fed: fed + middle.count, place: place + end)
      }
      at = end
    }
  }

  private mutating func convert(_ segment: ByteView, place: Int) {
    if let charset {
      // A single-byte charset takes any bytes; text in it is hardly ever valid UTF-8 by chance.
      if isSingleByte, segment.isValidUTF8 {
        findings.append((.charset("UTF-8"), place))
        return middle.append(segment)
      }
      if decoder.decode(segment, from: charset, into: &middle) { return }
    }
    if segment.isValidUTF8 {
      if charset != nil { findings.append((.charset("UTF-8"), place)) }
      return middle.append(segment)
    }
    findings.append((.charset("Windows-1252"), place))
    CharsetDecoder.decodeWindows1252(segment, into: &middle)
  }

  // MARK: Markup

  /// Looks for what the parser does not take; gives false when there is nothing.
  private mutating func repair(
    _ text: ByteView, fed: Int, _ places: OffsetMap, into output: inout ByteBuffer,
    _ map: inout OffsetMap
  ) -> Bool {
    let start = output.count
    var copied = 0
    var at = 0
    var lastAmpersand = -1
    /// Puts out what stands before a change, and goes on behind it.
    func cut(_ from: Int, _ to: Int, with replacement: StaticString, _ output: inout ByteBuffer) {
      output.append(text[copied..<from])
      output.append(replacement)
      copied = to
      map.add(fed: fed + output.count - start, place: fed + to)
    }
    while at < text.count {
      switch state {
      case .section: at = pass(text, at, until: "]]>")
      case .comment: at = pass(text, at, until: "-->")
      case .instruction: at = pass(text, at, until: "?>")
      case .content:
        let found = nextMark(text, at)
        guard found < text.count else {
          at = found
          continue
        }
        at = found + 1
        switch text[found] {
        case UInt8(ascii: "&"):
          if let end = text.referenceEnd(from: found) {
            at = end
          } else {
            // One finding for each piece of text.
            if lastAmpersand < 0
              || text[lastAmpersand..<found].first(UInt8(ascii: "<")) < found - lastAmpersand
            {
              findings.append((.ampersand, places.place(of: fed + found)))
            }
            lastAmpersand = found
            cut(found, found + 1, with: "&amp;", &output)
          }
        case UInt8(ascii: "!") where found > 0 && text[found - 1] == UInt8(ascii: "<"):
          let rest = text.from(found - 1)
          if rest.startsIgnoringCase("<![CDATA[") {
            state = .section
            at = found + 8
          } else if rest.startsIgnoringCase("<!--") {
            state = .comment
            at = found + 3
          } else if rest.startsIgnoringCase("<!DOCTYPE") {
            let place = places.place(of: fed + found - 1)
            if let end = XMLHead.documentTypeEnd(rest), rest[end] == UInt8(ascii: ">") {
              findings.append((.documentType, place))
              cut(found - 1, found + end, with: "", &output)
              at = found + end
            } else {
              findings.append((.documentTypeWithSubset, place))
            }
          }
        case UInt8(ascii: "?") where found > 0 && text[found - 1] == UInt8(ascii: "<"):
          let rest = text.from(found - 1)
          let isDeclaration = rest.startsIgnoringCase("<?XML") && rest.count > 5 && rest[5].isSpace
          if isDeclaration, let end = rest.find(("?>" as StaticString).view) {
            // Documents one after the other: each may have its declaration.
            cut(found - 1, found + 1 + end, with: "", &output)
            at = found + 1 + end
          } else {
            state = .instruction
          }
        case let byte where byte < 0x20 && !byte.isSpace:
          findings.append((.control, places.place(of: fed + found)))
          cut(found, found + 1, with: "", &output)
        default: break
        }
      }
    }
    guard copied > 0 || output.count > start else { return false }
    output.append(text.from(copied))
    return true
  }

  /// The next byte that may need a change.
  private func nextMark(_ text: ByteView, _ start: Int) -> Int {
    guard dropsControls else {
      return text.first(UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "?"), from: start)
    }
    var at = start
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "?"): return at
      case let byte where byte < 0x20 && !byte.isSpace: return at
      default: at += 1
      }
    }
    return at
  }

  private mutating func pass(_ text: ByteView, _ start: Int, until mark: StaticString) -> Int {
    guard let found = text.from(start).find(mark.view) else { return text.count }
    state = .content
    return start + found + mark.utf8CodeUnitCount
  }
}

extension ByteView {
  /// Where the reference ends that begins at an `&`; nil when it is none of XML's own.
  func referenceEnd(from start: Int) -> Int? {
    let rest = self[start + 1..<Swift.min(count, start + 12)]
    let end = rest.first(UInt8(ascii: ";"))
    guard end < rest.count, end > 1 else { return nil }
    let name = rest.upTo(end)
    if name[0] == UInt8(ascii: "#") {
      guard let value = name.from(1).characterNumber, Self.isAllowed(value) else { return nil }
    } else {
      let isKnown =
        name.equals("amp") || name.equals("lt") || name.equals("gt") || name.equals("quot")
        || name.equals("apos")
      guard isKnown else { return nil }
    }
    return start + 1 + end + 1
  }

  /// The number of a character reference: decimal, or hexadecimal behind an `x`.
  private var characterNumber: UInt32? {
    guard count > 0 else { return nil }
    var value: UInt32 = 0
    let isHexadecimal = self[0] == UInt8(ascii: "x")
    let digits = isHexadecimal ? from(1) : self
    guard !digits.isEmpty, digits.count < 9 else { return nil }
    for index in 0..<digits.count {
      guard let digit = digits[index].hexDigit, isHexadecimal || digit < 10 else { return nil }
      value = value &* (isHexadecimal ? 16 : 10) &+ UInt32(digit)
    }
    return value
  }

  /// Whether XML 1.0 allows a character.
  static func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
