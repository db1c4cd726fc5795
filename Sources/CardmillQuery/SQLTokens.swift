import Cardmill

// An expression is looked at before SQLite sees it, so that errors point at their place and say
// what to write instead. SQLite's own parser, the authorizer and the limits are what safety rests
// on; nothing here has to be complete.

/// The words and signs of an expression.
struct SQLTokens {
  enum Kind {
    case word
    /// A name in double quotes, brackets or backquotes.
    case quotedName
    /// A text in single quotes.
    case text
    case number, blob, sign
  }

  struct Token {
    var kind: Kind
    /// The bytes in the expression.
    var range: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var all: [Token] = []

  /// Takes an expression apart.
  init(_ expression: String) throws(ExpressionError) {
    bytes = Array(expression.utf8)
    var place = 0
    while place < bytes.count {
      guard let token = try token(at: &place) else { continue }
      all.append(token)
    }
  }

  /// A token's text as it is written.
  func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  /// A word in upper case; nothing for any other token.
  func keyword(_ place: Int) -> String {
    guard all.indices.contains(place), all[place].kind == .word else { return "" }
    return text(all[place]).uppercased()
  }

  /// Whether a token is a sign.
  func isSign(_ place: Int, _ sign: UInt8) -> Bool {
    all.indices.contains(place) && all[place].kind == .sign
      && bytes[all[place].range.lowerBound] == sign
  }

  /// Whether a token is a name before a parenthesis: a function's, or a keyword like `IN`.
  func isCall(_ place: Int) -> Bool {
    all[place].kind == .word && isSign(place + 1, UInt8(ascii: "("))
  }

  /// A text's or name's content, without its quotes; doubled ones stand for one.
  func content(_ token: Token) -> [UInt8] {
    let quote = bytes[token.range.lowerBound]
    var content: [UInt8] = []
    var place = token.range.lowerBound + 1
    while place < token.range.upperBound - 1 {
      content.append(bytes[place])
      place += bytes[place] == quote ? 2 : 1
    }
    return content
  }

  /// The place behind the parenthesis that closes the one at `open`.
  func end(of open: Int) -> Int {
    var depth = 0
    for place in open..<all.count {
      if isSign(place, UInt8(ascii: "(")) { depth += 1 }
      if isSign(place, UInt8(ascii: ")")) {
        depth -= 1
        if depth == 0 { return place + 1 }
      }
    }
    return all.count
  }

  // MARK: Taking apart

  private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  /// The token at a place, nil for blanks and comments; moves behind it.
  private func token(at place: inout Int) throws(ExpressionError) -> Token? {
    let start = place
    let first = bytes[place]
    switch first {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      place += 1
      return nil
    case UInt8(ascii: "-") where byte(place + 1) == first:
      while place < bytes.count, bytes[place] != 0x0A { place += 1 }
      return nil
    case UInt8(ascii: "/") where byte(place + 1) == UInt8(ascii: "*"):
      place += 2
      while byte(place) != UInt8(ascii: "*") || byte(place + 1) != UInt8(ascii: "/") {
        place += 1
        if place >= bytes.count {
          throw ExpressionError("the comment has no end", start..<start + 2)
        }
      }
      place += 2
      return nil
    case UInt8(ascii: "'"): return Token(kind: .text, range: try quoted(&place, first))
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return Token(kind: .quotedName, range: try quoted(&place, first))
    case UInt8(ascii: "["):
      return Token(kind: .quotedName, range: try quoted(&place, UInt8(ascii: "]")))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while Self.isWordByte(byte(place)) || byte(place) == UInt8(ascii: ".") { place += 1 }
      return Token(kind: .number, range: start..<place)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard byte(place + 1) == UInt8(ascii: "'") else { break }
      place += 1
      let content = try quoted(&place, UInt8(ascii: "'"))
      return Token(kind: .blob, range: start..<content.upperBound)
    case 0: throw ExpressionError("a zero byte cannot stand in an expression", start..<start + 1)
    default: break
    }
    guard Self.isWordByte(first), first != UInt8(ascii: "$") else {
      place += 1
      return Token(kind: .sign, range: start..<place)
    }
    while Self.isWordByte(byte(place)) { place += 1 }
    return Token(kind: .word, range: start..<place)
  }

  private func quoted(
    _ place: inout Int, _ end: UInt8
  ) throws(ExpressionError) -> Range<Int> {
    let start = place
    place += 1
    while place < bytes.count {
      if bytes[place] == end {
        guard byte(place + 1) == end, end != UInt8(ascii: "]") else {
          place += 1
          return start..<place
        }
        place += 1
      }
      place += 1
    }
    throw ExpressionError("the quote has no end", start..<start + 1)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }
}
