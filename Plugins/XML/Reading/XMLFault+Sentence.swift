import Cardmill

extension XMLFault {
  /// Whether the fault is a character that XML does not allow.
  var isCharacter: Bool { code == 9 || code == 8 }

  /// What is wrong, for a person; the library's own words without its line numbers, which count
  /// from where reading began again.
  var sentence: String {
    switch code {
    case 9, 8: return "a character stands here that XML does not allow"
    case 76, 77: return "elements do not end in the order in which they began: \(plain)"
    // The library's own bound for what has to be in one piece.
    case _
    where message.contains("Huge input") || message.contains("too long")
      || message.contains("PARSE_HUGE"):
      return "a name, attribute or comment is longer than 10 MB, which no contact needs"
    default: return plain
    }
  }

  private var plain: String {
    var words = message.split(separator: " ").map(String.init)
    var index = 0
    while index + 1 < words.count {
      if words[index] == "line", words[index + 1].allSatisfy(\.isNumber) {
        words.removeSubrange(index...index + 1)
      } else {
        index += 1
      }
    }
    let text = words.prefix(24).joined(separator: " ")
    return text.isEmpty
      ? "the document is not well-formed" : text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension MarkupRepair.Finding {
  /// The code and the sentence for it.
  var said: (Diagnostic.Code, String) {
    switch self {
    case .ampersand: (.malformedXML, "an & begins no reference that XML has; it was read as text")
    case .control: (.malformedXML, "a character that XML does not allow was left out")
    case .charset(let name):
      (.charsetGuess, "bytes are not what the document declares; they were read as \(name)")
    case .documentType: (.doctypeIgnored, "a DOCTYPE was passed over")
    case .documentTypeWithSubset: (.doctypeRefused, "a DOCTYPE has declarations of its own")
    }
  }
}

extension XMLDialect {
  /// The name that a record usually has.
  var usualRecord: [UInt8] {
    let name =
      switch self {
      case .xCard: "vcard"
      case .xmpp: "vCard"
      case .windowsContact: "c:contact"
      case .gdata: "entry"
      case .fritzbox: "contact"
      case .yealink, .cisco: "DirectoryEntry"
      case .grandstream: "Contact"
      case .snom: "item"
      }
    return Array(name.utf8)
  }
}

extension ByteView {
  /// Whether there is nothing but a byte order mark and white space.
  var isBlankDocument: Bool { from(startsWithMark ? 3 : 0).isBlank }
}
