import Cardmill

/// Finds what is known of a table's headings.
///
/// The known headings lie in one text of the program, which is read from start to end: only the lines
/// that the header needs are kept.
enum HeadingTable {
  /// A known heading; its views point into the program's own text.
  struct Entry {
    var program: Program
    /// The language, such as `de`.
    var language: String
    /// The column's place from 0, or nil when it may stand anywhere.
    var place: Int?
    /// What the column holds, in the words of `ColumnMeaning`.
    var meaning: ByteView
    /// The English heading of what Outlook keeps to itself.
    var english: ByteView?
  }

  /// The known headings for each of `headings`, in the order of the text.
  ///
  /// - Parameter isExact: whether lost accents are not made up for.
  /// - Complexity: O(*n*) in the number of known headings.
  static func entries(for headings: [String], isExact: Bool = false) -> [[Entry]] {
    var found = look(for: headings, .exact, wanted: headings.map { _ in true })
    if isExact { return found }
    // Accents get lost in bad conversions.
    for form in [HeadingKey.Form.withoutAccents, .onlyASCII] {
      let wanted = zip(headings, found).map { $1.isEmpty && !$0.isEmpty }
      guard wanted.contains(true) else { break }
      for (place, entries) in look(for: headings, form, wanted: wanted).enumerated()
      where wanted[place] {
        found[place] = entries
      }
    }
    return found
  }

  private static func look(
    for headings: [String], _ form: HeadingKey.Form, wanted: [Bool]
  ) -> [[Entry]] {
    var key = HeadingKey()
    var places: [UInt64: [Int]] = [:]
    for (place, heading) in headings.enumerated() where wanted[place] {
      guard let number = heading.withView({ key.number(of: $0, form) }) else { continue }
      places[number, default: []].append(place)
    }
    var found = [[Entry]](repeating: [], count: headings.count)
    guard !places.isEmpty else { return found }
    each { entry, heading in
      if form == .onlyASCII, !heading.first(isAbove: 0x7F) { return }
      guard let number = key.number(of: heading, form), let here = places[number] else { return }
      for place in here { found[place].append(entry) }
    }
    return found
  }

  /// Calls `body` with every known heading.
  static func each(_ body: (Entry, _ heading: ByteView) -> Void) {
    let text = Self.text.view
    var program = Program.generic
    var language = ""
    var at = 0
    while at < text.count {
      let end = text.first(UInt8(ascii: "\n"), from: at)
      let line = text[at..<end]
      at = end + 1
      guard !line.isEmpty else { continue }
      if line[0] == UInt8(ascii: "@") {
        let blank = line.first(UInt8(ascii: " "))
        program = Program(rawValue: line[1..<blank].string) ?? .generic
        language = line.from(min(blank + 1, line.count)).string
        continue
      }
      let tab = UInt8(ascii: "\t")
      let first = line.first(tab)
      let second = line.first(tab, from: min(first + 1, line.count))
      let third = line.first(tab, from: min(second + 1, line.count))
      guard second < line.count else { continue }
      let place = line.upTo(first).decimal ?? 0
      body(
        Entry(
          program: program, language: language, place: place == 0 ? nil : place - 1,
          meaning: line[second + 1..<third],
          english: third < line.count ? line.from(third + 1) : nil),
        line[first + 1..<second])
    }
  }

  /// The headings of a program in one language by their place, from 0.
  static func headings(of program: Program, _ language: String) -> [Int: (heading: ByteView, entry: Entry)] {
    var found: [Int: (heading: ByteView, entry: Entry)] = [:]
    each { entry, heading in
      guard entry.program == program, entry.language == language, let place = entry.place else {
        return
      }
      found[place] = (heading, entry)
    }
    return found
  }
}
