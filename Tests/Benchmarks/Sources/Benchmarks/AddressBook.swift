/// Invented contacts as vCard 3.0, in the manner of a phone's export: the same for the same number.
struct AddressBook {
  private var numbers: UInt64
  private var bytes: [UInt8] = []

  init(seed: UInt64 = 1) { numbers = seed }

  private static let given = [
    "Ana", "Bo", "Chidi", "Daiyu", "Émile", "Fatima", "Giada", "Hanna", "Ivo", "Jörg", "Kofi",
    "Lucía", "Mei", "Nadia",
    "Olu", "Priya", "Quim", "Rosa", "Søren", "Tomás", "Ulla", "Vera", "Wren", "Xiu", "Yara", "Zoë",
    "太郎", "Анна",
  ]
  private static let family = [
    "Abel", "Birch", "Costa", "Dunn", "Eriksen", "Fischer", "García", "Hoffmann", "Ivanova",
    "Jansen", "Kowalski", "Lund",
    "Müller", "Nair", "Okafor", "Petrova", "Quist", "Ruiz", "Sand", "Tanaka", "Ueda", "Vega",
    "Weiß", "Xu", "Yıldız", "Zając",
  ]
  private static let places = [
    "Reno", "Bergen", "Borgo", "Zürich", "Kraków", "Villar", "Saint-Malo", "東京", "Тула", "Leeds",
  ]
  private static let words = [
    "met", "at", "the", "spring", "fair", "likes", "coffee", "black", "calls", "late", "owns", "a",
    "boat", "knows", "Bo",
    "café", "über", "naïve", "garden", "behind", "station",
  ]

  /// SplitMix64.
  private mutating func number(_ limit: Int) -> Int {
    numbers &+= 0x9E37_79B9_7F4A_7C15
    var z = numbers
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }

  private mutating func pick(_ list: [String]) -> String { list[number(list.count)] }

  /// Appends a line, folded at 75 octets.
  private mutating func line(_ text: String) {
    let line = Array(text.utf8)
    var start = 0
    var limit = 75
    while line.count - start > limit {
      var end = start + limit
      while line[end] & 0xC0 == 0x80 || line[end - 1] == UInt8(ascii: "\\") { end -= 1 }
      bytes += line[start..<end]
      bytes += Array("\r\n ".utf8)
      start = end
      limit = 74
    }
    bytes += line[start...]
    bytes += [0x0D, 0x0A]
  }

  private mutating func digits(_ count: Int) -> String {
    (0..<count).map { _ in String(number(10)) }.joined()
  }

  private mutating func sentence(_ count: Int) -> String {
    (0..<count).map { _ in pick(Self.words) }.joined(separator: " ")
  }

  /// The next card.
  mutating func next(_ index: Int) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    let (given, family) = (pick(Self.given), pick(Self.family))
    line("BEGIN:VCARD")
    line("VERSION:3.0")
    line("N:\(family);\(given);;;")
    line("FN:\(given) \(family)")
    line("UID:b6a7c0de-0000-4000-8000-\(String(String(1_000_000_000_000 + index).dropFirst(1)))")
    for place in 0..<1 + number(3) {
      line(
        "EMAIL;type=INTERNET;type=\(place == 0 ? "HOME" : "WORK"):user\(index).\(place)@example.com"
      )
    }
    for place in 0..<1 + number(3) {
      line(
        "TEL;type=\(["CELL", "HOME", "WORK"][place]);type=VOICE\(place == 0 ? ";type=pref" : ""):+1 \(digits(3))-555-\(digits(4))"
      )
    }
    if number(2) == 0 {
      line(
        "item1.ADR;type=HOME:;;\(number(200)) \(pick(Self.family)) Street\\nFlat \(number(30));\(pick(Self.places));;\(digits(5));US"
      )
      line("item1.X-ABADR:us")
    }
    if number(2) == 0 {
      line("ORG:\(pick(Self.family)) \\& \(pick(Self.family));Department \(number(9))")
    }
    if number(3) == 0 { line("TITLE:Head of \(pick(Self.words))") }
    if number(3) == 0 {
      line("BDAY;value=date:19\(10 + number(90))-0\(1 + number(9))-1\(number(10))")
    }
    if number(4) == 0 {
      line("item2.URL:https\\://example.com/\(given.lowercased())/\(index)")
      line("item2.X-ABLabel:_$!<HomePage>!$_")
    }
    if number(3) == 0 { line("NOTE:\(sentence(5 + number(40)))\\, \(sentence(3))\\nsecond line") }
    if number(4) == 0 { line("CATEGORIES:Friends,\(pick(Self.words))") }
    if number(50) == 0 {
      line(
        "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg"
          + (0..<200).map { _ in "AbCdEf1\(number(10))" }.joined())
    }
    line("REV:2024-0\(1 + number(9))-1\(number(10))T0\(number(10)):00:00Z")
    line("END:VCARD")
    return bytes
  }
}
