import Cardmill

/// Tells contact JSON from other JSON by the first bytes of an input.
enum JSONIdentifier {
  /// How much of the head is looked at.
  private static let headSize = 4096

  /// The encoding when it is not UTF-8: by its mark, or by the zeros beside the first character,
  /// which is ASCII in any JSON.
  static func encoding(of head: ByteView) -> String? {
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

  static func certainty(_ head: ByteView, _ fileName: String) -> Identification.Certainty {
    var start = 0
    while start < head.count, isSkippable(head[start], at: start) { start += 1 }
    let name = fileName.lowercased()
    let isNamed = [".json", ".jsonl", ".ndjson"].contains { name.hasSuffix($0) }
    guard start < head.count else { return isNamed ? .possible : .no }
    guard head[start] == UInt8(ascii: "{") || head[start] == UInt8(ascii: "[") else { return .no }
    return look(head[start..<min(head.count, start + headSize)], isNamed)
  }

  /// White space, the mark of UTF-8, or the record separator of RFC 7464.
  private static func isSkippable(_ byte: UInt8, at place: Int) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, 0x1E: true
    case 0xEF, 0xBB, 0xBF: place < 3
    default: false
    }
  }

  /// Looks at the members of the first object.
  private static func look(_ head: ByteView, _ isNamed: Bool) -> Identification.Certainty {
    var json = JSONReader(head)
    var seen: Identification.Certainty?
    do {
      var token = try json.next()
      if token == .beginArray {
        token = try json.next()
        // An empty array holds no contacts, and says nothing.
        if token == .endArray { return isNamed ? .possible : .no }
      }
      guard token == .beginObject else { return .no }
      seen = .possible
      while true {
        guard try json.next() == .key else { return seen ?? .no }
        // JSContact (RFC 9553).
        if json.tokenEquals("@type") || json.tokenEquals("@context") { return .no }
        let key = json.key
        token = try json.next()
        if isTelling(key, token) { seen = .certain }
        try json.skip(token)
      }
    } catch {
      // Where the head ends, or where the JSON is wrong: what was seen before it counts.
      return seen ?? .no
    }
  }

  /// Whether hardly any other JSON has such a member.
  private static func isTelling(_ key: JSONKey, _ token: JSONReader.Token) -> Bool {
    switch key {
    case .name, .organization, .pendingDeletion: token == .beginObject
    case .nicknames, .emails, .phones, .urls, .impp, .addresses, .related, .notes:
      token == .beginArray
    case .uid, .birthday, .birthdayText, .anniversary: token == .string
    default: false
    }
  }
}
