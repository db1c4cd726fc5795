import Cardmill

/// Finds out which program wrote a header, and what its columns hold.
struct HeaderReader {
  let headings: [String]
  /// The program that a person named.
  let program: Program?
  /// The first rows behind the header.
  let rows: [[String]]

  func read(into table: inout SniffedTable) {
    let entries = HeadingTable.entries(for: headings)
    var key = HeadingKey()
    let folded = headings.map { heading in heading.withView { key.folded($0).string } }
    let families = folded.map { $0.withView { ColumnMeaning(google: $0) } }
    let (found, isCertain) = choose(entries, folded, families)
    table.headings = headings
    table.program = found
    table.isCertain = isCertain
    table.language = language(of: found, entries)
    table.meanings = meanings(of: table, entries, families)
    if program == nil || program == found { takePositions(&table) }
    settleNames(&table)
  }

  // MARK: The program

  private func choose(
    _ entries: [[HeadingTable.Entry]], _ folded: [String], _ families: [ColumnMeaning?]
  ) -> (Program, isCertain: Bool) {
    let present = Set(folded)
    let isOldGoogle = folded.contains { $0.withView { ColumnMeaning.isOldGoogle($0) } }
    let hasFamilies = families.contains { $0 != nil }
    if let program {
      if program == .google, isOldGoogle || !present.contains("first name") {
        return (.googleOld, true)
      }
      if program == .salesforce, present.contains("lastname") { return (.salesforceAPI, true) }
      return (program, true)
    }
    if hasFamilies {
      let isNew = !isOldGoogle && (present.contains("first name") || present.contains("labels"))
      return (isNew ? .google : .googleOld, true)
    }
    let titled = max(1, headings.count { !$0.isEmpty })
    func score(_ program: Program) -> Int {
      entries.count { $0.contains { $0.program == program } }
    }
    for (program, signs) in Program.signs
    where signs.contains(where: { $0.allSatisfy(present.contains) }) && score(program) * 3 > titled
    {
      return (program, true)
    }
    // Other languages have no words in common; what the columns hold tells the program.
    func has(_ program: Program, _ meaning: StaticString) -> Bool {
      entries.contains { $0.contains { $0.program == program && $0.meaning.equals(meaning) } }
    }
    if has(.thunderbird, "mail!.1"), score(.thunderbird) >= 5,
      has(.thunderbird, "mail.2") || has(.thunderbird, "byear")
    {
      return (.thunderbird, true)
    }
    if score(.outlook) >= 15, score(.outlook) * 10 > titled * 6 { return (.outlook, true) }
    var best = (program: Program.generic, count: 0)
    for program in Program.allCases where program != .generic {
      let count = score(program)
      if count >= 6, count * 10 > titled * 6, count > best.count { best = (program, count) }
    }
    return (best.program, false)
  }

  private func language(of program: Program, _ entries: [[HeadingTable.Entry]]) -> String {
    var counts: [String: Int] = [:]
    for column in entries {
      for language in Set(column.filter { $0.program == program }.map(\.language)) {
        counts[language, default: 0] += 1
      }
    }
    // Of two languages that say the same the first by name, English before all.
    let best = counts.max { a, b in
      (a.value, a.key == "en" ? 1 : 0, b.key) < (b.value, b.key == "en" ? 1 : 0, a.key)
    }
    return best?.key ?? "en"
  }

  // MARK: The columns

  private func meanings(
    of table: SniffedTable, _ entries: [[HeadingTable.Entry]], _ families: [ColumnMeaning?]
  ) -> [ColumnMeaning?] {
    var used: [String: Int] = [:]
    return headings.indices.map { place in
      if let family = families[place], table.program == .google || table.program == .googleOld {
        return family
      }
      func rank(_ entry: HeadingTable.Entry) -> Int {
        var rank = 0
        if entry.program == table.program { rank += 16 }
        if entry.language == table.language { rank += 4 }
        if entry.program == .generic { rank += 2 }
        if entry.language == "en" { rank += 1 }
        if let wanted = entry.place, wanted == place { rank += 8 }
        // French Outlook has two headings `Titre`: they are told apart by where they stand.
        if used[entry.meaning.string] != nil { rank -= 12 }
        return rank
      }
      guard let best = entries[place].max(by: { rank($0) < rank($1) }) else {
        return headings[place].isEmpty ? ColumnMeaning(.other) : nil
      }
      let text = best.meaning.string
      used[text, default: 0] += 1
      return ColumnMeaning(text)
    }
  }

  /// Programs write their columns in one order, whatever the language of the headings.
  private func takePositions(_ table: inout SniffedTable) {
    let known = table.knownCount
    let count = headings.count
    if count == 92 || count == 95, known < 48,
      rows.contains(where: { $0.contains("SMTP") || $0.contains("EX") })
    {
      for (place, found) in HeadingTable.headings(of: .outlook, "en") where place < 48 {
        table.meanings[place] = ColumnMeaning(found.entry.meaning.string)
      }
      takeAddressColumns(&table)
      table.program = .outlook
    } else if count == 37 || count == 36, known < 12,
      rows.contains(where: { $0.count > 4 && AddressCell.isAddress($0[4]) })
    {
      for (place, found) in HeadingTable.headings(of: .thunderbird, "en") where place < count {
        table.meanings[place] = ColumnMeaning(found.entry.meaning.string)
      }
      table.program = .thunderbird
    }
  }

  /// In the part of an Outlook table that is sorted by heading, a type has its address on the left
  /// and its display name on the right.
  private func takeAddressColumns(_ table: inout SniffedTable) {
    var number = 0
    for place in 49..<headings.count - 1 where number < 3 {
      guard rows.contains(where: { place < $0.count && ($0[place] == "SMTP" || $0[place] == "EX") })
      else { continue }
      number += 1
      for (offset, kind) in [(-1, ColumnMeaning.Kind.mail), (0, .mailType), (1, .mailName)] {
        var meaning = ColumnMeaning(kind)
        meaning.number = number
        table.meanings[place + offset] = meaning
      }
    }
  }

  /// In a table with given names and no family names `Name` is the family name.
  private func settleNames(_ table: inout SniffedTable) {
    guard table.program == .generic else { return }
    let kinds = table.meanings.map { $0?.kind }
    var key = HeadingKey()
    func places(_ kind: ColumnMeaning.Kind, _ heading: StaticString) -> [Int] {
      headings.indices.filter { place in
        kinds[place] == kind && headings[place].withView { key.folded($0).equals(heading) }
      }
    }
    if kinds.contains(.given), !kinds.contains(.family) {
      for place in places(.fullName, "name") { table.meanings[place] = ColumnMeaning(.family) }
    }
    // A salutation is a prefix only where nothing else is.
    if kinds.count(where: { $0 == .prefix }) > 1 {
      for heading in ["salutation", "anrede"] as [StaticString] {
        for place in places(.prefix, heading) { table.meanings[place] = ColumnMeaning(.other) }
      }
    }
    // Where the job has a column of its own, a title stands before the name.
    if kinds.count(where: { $0 == .title }) > 1 {
      for place in places(.title, "title") { table.meanings[place] = ColumnMeaning(.prefix) }
    }
  }
}
