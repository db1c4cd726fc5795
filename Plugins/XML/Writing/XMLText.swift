import Cardmill

/// Text as XML has it.
enum XMLText {
  /// What a byte of text becomes.
  private enum Action: UInt8 {
    case keep, ampersand, less, greater, quote, newline, tab, carriageReturn, illegal, lead
  }

  private static let actions: [UInt8] = {
    var table = [UInt8](repeating: Action.keep.rawValue, count: 256)
    for byte in 0..<32 { table[byte] = Action.illegal.rawValue }
    table[0x09] = Action.tab.rawValue
    table[0x0A] = Action.newline.rawValue
    table[0x0D] = Action.carriageReturn.rawValue
    table[Int(UInt8(ascii: "&"))] = Action.ampersand.rawValue
    table[Int(UInt8(ascii: "<"))] = Action.less.rawValue
    table[Int(UInt8(ascii: ">"))] = Action.greater.rawValue
    table[Int(UInt8(ascii: "\""))] = Action.quote.rawValue
    // U+FFFE and U+FFFF, which XML does not allow, begin with this byte.
    table[0xEF] = Action.lead.rawValue
    return table
  }()

  /// Appends text as the content of an element.
  ///
  /// - Returns: whether it holds characters that XML does not allow; U+FFFD stands for them.
  @discardableResult
  static func append(_ text: ByteView, to buffer: inout ByteBuffer) -> Bool {
    append(text, isAttribute: false, to: &buffer)
  }

  /// Appends text as the value of an attribute in double quotes.
  @discardableResult
  static func appendAttribute(_ text: ByteView, to buffer: inout ByteBuffer) -> Bool {
    append(text, isAttribute: true, to: &buffer)
  }

  /// Appends text as the content of an element in a document of any encoding.
  static func appendASCII(_ text: ByteView, to buffer: inout ByteBuffer) {
    var escaped = ByteBuffer(capacity: text.count + 16)
    append(text, to: &escaped)
    for scalar in escaped.view.string.unicodeScalars {
      if scalar.isASCII {
        buffer.append(UInt8(scalar.value))
      } else {
        buffer.append("&#")
        buffer.append(decimal: Int(scalar.value))
        buffer.append(";")
      }
    }
  }

  private static func append(_ text: ByteView, isAttribute: Bool, to buffer: inout ByteBuffer)
    -> Bool
  {
    var isReplaced = false
    var start = 0
    buffer.reserve(text.count)
    for index in 0..<text.count {
      let action = actions[Int(text[index])]
      guard action != Action.keep.rawValue, index >= start else { continue }
      var next = index + 1
      let replacement: StaticString
      switch Action(rawValue: action) ?? .keep {
      case .ampersand: replacement = "&amp;"
      case .less: replacement = "&lt;"
      // Only needed behind `]]`, but usual.
      case .greater: replacement = "&gt;"
      case .quote:
        guard isAttribute else { continue }
        replacement = "&quot;"
      case .newline:
        guard isAttribute else { continue }
        replacement = "&#10;"
      case .tab:
        guard isAttribute else { continue }
        replacement = "&#9;"
      case .carriageReturn:
        // One line break, however it was written.
        let isPair = next < text.count && text[next] == 0x0A
        replacement = isPair ? "" : isAttribute ? "&#10;" : "\n"
      case .illegal:
        isReplaced = true
        replacement = "\u{FFFD}"
      case .lead:
        guard index + 2 < text.count, text[index + 1] == 0xBF, text[index + 2] >= 0xBE else {
          continue
        }
        isReplaced = true
        replacement = "\u{FFFD}"
        next = index + 3
      case .keep: continue
      }
      buffer.append(text[start..<index])
      buffer.append(replacement)
      start = next
    }
    if start < text.count { buffer.append(text.from(start)) }
    return isReplaced
  }
}
