import Cardmill

/// A heading in the form in which headings are compared.
///
/// Case, runs of blanks and underscores, blanks at both ends, curly apostrophes, a byte order mark,
/// and the hyphen of `e-mail` make no difference, nor does the way an accent is encoded.
struct HeadingKey: ~Copyable {
  private var buffer = ByteBuffer(capacity: 256)
  private var scratch = ByteBuffer(capacity: 256)

  /// How much of the accents counts.
  enum Form {
    /// All of it.
    case exact
    /// Letters stand for their accented forms.
    case withoutAccents
    /// What is not ASCII is left out, as bad conversions do.
    case onlyASCII
  }

  init() {}

  /// The number that stands for a heading; nil when nothing is left of it that could be compared.
  mutating func number(of heading: ByteView, _ form: Form = .exact) -> UInt64? {
    fold(heading)
    switch form {
    case .exact: break
    case .withoutAccents, .onlyASCII:
      guard buffer.view.first(isAbove: 0x7F) || form == .onlyASCII else { break }
      if !strip(form) { return nil }
    }
    return buffer.count == 0 ? nil : Self.hash(buffer.view)
  }

  /// The folded heading, valid until the next call.
  mutating func folded(_ heading: ByteView) -> ByteView {
    fold(heading)
    return buffer.view
  }

  private static func hash(_ view: ByteView) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<view.count { hash = (hash ^ UInt64(view[index])) &* 0x100_0000_01B3 }
    return hash
  }

  // MARK: Folding

  private mutating func fold(_ heading: ByteView) {
    buffer.removeAll()
    var isBlankPending = false
    var at = 0
    while at < heading.count {
      let byte = heading[at]
      if byte < 0x80 {
        at += 1
        if byte.isBlank || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\n")
          || byte == UInt8(ascii: "\r")
        {
          isBlankPending = buffer.count > 0
          continue
        }
        if isBlankPending { buffer.append(UInt8(ascii: " ")) }
        isBlankPending = false
        // E-mail, e-mail and email are one word.
        if byte == UInt8(ascii: "-"), isEMail(heading, at) { continue }
        buffer.append(byte.asciiLowercased)
        continue
      }
      let (scalar, length) = Self.scalar(heading, at)
      at += length
      switch scalar {
      case 0xFEFF, 0x200B, 0x200E, 0x200F: continue
      case 0xA0, 0x2000...0x200A, 0x202F, 0x3000:
        isBlankPending = buffer.count > 0
        continue
      case 0x2018, 0x2019, 0x02BC, 0xB4:
        if isBlankPending { buffer.append(UInt8(ascii: " ")) }
        isBlankPending = false
        buffer.append(UInt8(ascii: "'"))
        continue
      case 0x300...0x36F where compose(scalar): continue
      default: break
      }
      if isBlankPending { buffer.append(UInt8(ascii: " ")) }
      isBlankPending = false
      if let lower = Unicode.Scalar(Self.lowercased(scalar)) { buffer.append(lower) }
    }
  }

  private func isEMail(_ heading: ByteView, _ place: Int) -> Bool {
    let count = buffer.count
    guard count > 0, buffer[count - 1] == UInt8(ascii: "e"),
      count == 1 || !buffer[count - 2].isLetter, place + 4 <= heading.count
    else { return false }
    return heading[place..<place + 4].equalsIgnoringCase("MAIL")
  }

  /// The character at a place, and its length; bytes that are no UTF-8 stand for themselves.
  static func scalar(_ text: ByteView, _ at: Int) -> (UInt32, Int) {
    let lead = text[at]
    let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length > 1, at + length <= text.count else { return (0xFFFD, 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for index in 1..<length { value = value << 6 | UInt32(text[at + index] & 0x3F) }
    return (value, length)
  }

  /// The small form of a capital letter of the alphabets that headings are written in.
  private static func lowercased(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0xC0...0xDE where scalar != 0xD7: scalar + 0x20
    case 0x100...0x137, 0x14A...0x177: scalar | 1
    case 0x139...0x148, 0x179...0x17E: scalar & 1 == 1 ? scalar + 1 : scalar
    case 0x386: 0x3AC
    case 0x388...0x38A: scalar + 0x25
    case 0x38C: 0x3CC
    case 0x38E, 0x38F: scalar + 0x3F
    case 0x391...0x3AB: scalar + 0x20
    case 0x400...0x40F: scalar + 0x50
    case 0x410...0x42F: scalar + 0x20
    case 0xFF21...0xFF3A: scalar + 0x20
    default: scalar
    }
  }

  // MARK: Accents

  /// The letters that have accented forms here, each with those forms in small letters.
  private static let accents: [(base: UInt8, forms: StaticString)] = [
    (UInt8(ascii: "a"), "àáâãäåāăą"), (UInt8(ascii: "c"), "çćĉċč"), (UInt8(ascii: "d"), "ďđ"),
    (UInt8(ascii: "e"), "èéêëēĕėęě"), (UInt8(ascii: "g"), "ĝğġģ"), (UInt8(ascii: "h"), "ĥħ"),
    (UInt8(ascii: "i"), "ìíîïĩīĭįı"), (UInt8(ascii: "k"), "ķ"), (UInt8(ascii: "l"), "ĺļľŀł"),
    (UInt8(ascii: "n"), "ñńņň"), (UInt8(ascii: "o"), "òóôõöøōŏő"), (UInt8(ascii: "r"), "ŕŗř"),
    (UInt8(ascii: "s"), "śŝşšß"), (UInt8(ascii: "t"), "ţťŧ"), (UInt8(ascii: "u"), "ùúûüũūŭůűų"),
    (UInt8(ascii: "w"), "ŵ"), (UInt8(ascii: "y"), "ýÿŷ"), (UInt8(ascii: "z"), "źżž"),
  ]

  private static func base(of scalar: UInt32) -> UInt8? {
    guard (0xC0..<0x180).contains(scalar) else { return nil }
    for (base, forms) in accents {
      let view = forms.view
      var at = 0
      while at < view.count {
        let (form, length) = Self.scalar(view, at)
        if form == scalar { return base }
        at += length
      }
    }
    return nil
  }

  /// Puts a combining accent and the letter before it together; false when there is no such letter.
  private mutating func compose(_ accent: UInt32) -> Bool {
    guard buffer.count > 0, let mark = Unicode.Scalar(accent) else { return false }
    let letter = buffer[buffer.count - 1]
    guard let forms = Self.accents.first(where: { $0.base == letter })?.forms else {
      return letter < 0x80
    }
    var pair = String(UnicodeScalar(letter))
    pair.unicodeScalars.append(mark)
    for form in forms.view.string where String(form) == pair {
      buffer.truncate(to: buffer.count - 1)
      buffer.append(String(form).unicodeScalars[String(form).unicodeScalars.startIndex])
      return true
    }
    return true
  }

  /// Takes the accents away, or all that is not ASCII; false when too little is left.
  private mutating func strip(_ form: Form) -> Bool {
    scratch.removeAll()
    let view = buffer.view
    var at = 0
    var dropped = 0
    while at < view.count {
      if view[at] < 0x80 {
        scratch.append(view[at])
        at += 1
        continue
      }
      let (scalar, length) = Self.scalar(view, at)
      if form == .withoutAccents, let base = Self.base(of: scalar) {
        scratch.append(base)
      } else if form == .withoutAccents {
        scratch.append(view[at..<at + length])
      } else {
        dropped += 1
      }
      at += length
    }
    var letters = 0
    for index in 0..<scratch.count where scratch[index].isLetter { letters += 1 }
    swap(&buffer, &scratch)
    return form == .withoutAccents || (letters >= 3 && letters > 2 * dropped)
  }
}

extension ByteView {
  /// Whether a byte above `limit` is there.
  func first(isAbove limit: UInt8) -> Bool {
    for index in 0..<count where self[index] > limit { return true }
    return false
  }
}
