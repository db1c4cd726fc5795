import Cardmill

/// Finds what is known of a table's headings.
///
/// The known headings lie in one text of the program, and only the lines that a header needs are
/// read. An index finds them; it is made when the first table is looked at.
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

  // The known headings for each of `headings`, in the order of the text.
  //
  // - Parameter isExact: whether lost accents are not made up for.
  // - Complexity: O(*n*) in the number of `headings`.
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
    var found = [[Entry]](repeating: [], count: headings.count)
    let index = HeadingIndex.shared(form)
    for (place, heading) in headings.enumerated() where wanted[place] {
      guard let number = heading.withView({ key.number(of: $0, form) }) else { continue }
      found[place] = index.entries(of: number)
    }
    return found
  }

  /// Calls `body` with every known heading.
  static func each(_ body: (Entry, _ heading: ByteView) -> Void) {
    var section = Section()
    eachLine { line, newSection in
      if let newSection { section = newSection }
      let (entry, heading) = read(line, in: section)
      body(entry, heading)
    }
  }

  /// The program and the language of the lines behind a line with `@`.
  struct Section {
    var program = Program.generic
    var language = ""
  }

  /// Calls `body` with every line of a heading, and with the section that it is the first of.
  static func eachLine(_ body: (_ line: Range<Int>, _ section: Section?) -> Void) {
    let text = Self.text.view
    var section: Section?
    var at = 0
    while at < text.count {
      let end = text.first(UInt8(ascii: "\n"), from: at)
      let range = at..<end
      at = end + 1
      guard !range.isEmpty else { continue }
      guard text[range.lowerBound] == UInt8(ascii: "@") else {
        body(range, section)
        section = nil
        continue
      }
      let line = text[range]
      let blank = line.first(UInt8(ascii: " "))
      section = Section(
        program: Program(rawValue: line[1..<blank].string) ?? .generic,
        language: line.from(min(blank + 1, line.count)).string)
    }
  }

  /// Reads a line of the text.
  static func read(_ range: Range<Int>, in section: Section) -> (Entry, heading: ByteView) {
    let line = text.view[range]
    let tab = UInt8(ascii: "\t")
    let first = line.first(tab)
    let second = line.first(tab, from: min(first + 1, line.count))
    let third = line.first(tab, from: min(second + 1, line.count))
    let place = line.upTo(first).decimal ?? 0
    let entry = Entry(
      program: section.program, language: section.language, place: place == 0 ? nil : place - 1,
      meaning: line[min(second + 1, line.count)..<third],
      english: third < line.count ? line.from(third + 1) : nil)
    return (entry, line[min(first + 1, line.count)..<second])
  }

  /// The headings of a program in one language by their place, from 0.
  static func headings(of program: Program, _ language: String) -> [Int: (
    heading: ByteView, entry: Entry
  )] {
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

/// Finds the lines of the text of headings by the numbers that stand for headings.
private struct HeadingIndex: Sendable {
  private var sections: [(program: Program, language: String)] = []
  private var lines: [Line] = []
  /// For each number the lines that it stands for.
  private var places: [UInt64: [Int32]] = [:]

  private struct Line: Sendable {
    var start: Int32
    var end: Int32
    var section: Int32
  }

  static func shared(_ form: HeadingKey.Form) -> HeadingIndex {
    switch form {
    case .exact: exact
    case .withoutAccents: withoutAccents
    case .onlyASCII: onlyASCII
    }
  }

  private static let exact = HeadingIndex(.exact)
  private static let withoutAccents = HeadingIndex(.withoutAccents)
  private static let onlyASCII = HeadingIndex(.onlyASCII)

  private init(_ form: HeadingKey.Form) {
    var key = HeadingKey()
    places.reserveCapacity(2048)
    HeadingTable.eachLine { range, section in
      if let section { sections.append((section.program, section.language)) }
      let heading = HeadingTable.read(range, in: HeadingTable.Section()).heading
      // What is plain has nothing to lose.
      if form == .onlyASCII, !heading.first(isAbove: 0x7F) { return }
      guard let number = key.number(of: heading, form) else { return }
      places[number, default: []].append(Int32(lines.count))
      lines.append(
        Line(
          start: Int32(range.lowerBound), end: Int32(range.upperBound),
          section: Int32(sections.count - 1)))
    }
  }

  func entries(of number: UInt64) -> [HeadingTable.Entry] {
    guard let found = places[number] else { return [] }
    return found.map { place in
      let line = lines[Int(place)]
      let (program, language) = sections[Int(line.section)]
      let section = HeadingTable.Section(program: program, language: language)
      return HeadingTable.read(Int(line.start)..<Int(line.end), in: section).0
    }
  }

  func knows(_ number: UInt64) -> Bool { places[number] != nil }

  static func knows(_ heading: String, _ key: inout HeadingKey) -> Bool {
    guard let number = heading.withView({ key.number(of: $0) }) else { return false }
    return exact.knows(number)
  }
}

extension HeadingTable {
  /// Whether somebody is known to write a heading.
  static func knows(_ heading: String, _ key: inout HeadingKey) -> Bool {
    HeadingIndex.knows(heading, &key)
  }
}
