/// Reads dates that are written like `DD.MM.YYYY`.
enum MappingDate {
  private enum Piece: Equatable {
    case year, shortYear, month, monthName, day
    case text(Character)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// Why a form cannot be used, or nil.
  static func problem(with form: String) -> String? {
    guard let pieces = pieces(form) else {
      return "'\(form)' is no form of a date; write it as date:DD.MM.YYYY"
    }
    let hasMonth = pieces.contains(.month) || pieces.contains(.monthName)
    let hasYear = pieces.contains(.year) || pieces.contains(.shortYear)
    if hasMonth, hasYear || pieces.contains(.day) { return nil }
    return "a date needs a month with a day or a year, as date:DD.MM.YYYY"
  }

  private static func pieces(_ form: String) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = form[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      switch (first, run.count) {
      case ("Y", 4): pieces.append(.year)
      case ("Y", 2): pieces.append(.shortYear)
      case ("M", 1), ("M", 2): pieces.append(.month)
      case ("M", 3), ("M", 4): pieces.append(.monthName)
      case ("D", 1), ("D", 2): pieces.append(.day)
      case (_, _) where first.isLetter || first.isNumber: return nil
      default: pieces += run.map { .text($0) }
      }
      rest = rest.dropFirst(run.count)
    }
    return pieces.isEmpty ? nil : pieces
  }

  /// Reads a date; nil when it is written in another way.
  static func read(_ text: String, as form: String) -> ContactDate? {
    guard let pieces = pieces(form) else { return nil }
    var date = ContactDate()
    var rest = text[...]
    func number(_ most: Int, _ least: Int = 1) -> Int? {
      let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
      guard digits.count >= least else { return nil }
      rest = rest.dropFirst(digits.count)
      return Int(digits)
    }
    for piece in pieces {
      switch piece {
      case .text(let mark):
        guard rest.first == mark else { return nil }
        rest = rest.dropFirst()
      case .year:
        guard let year = number(4, 4) else { return nil }
        date.year = year
      case .shortYear:
        guard let year = number(2, 2) else { return nil }
        date.year = year < 30 ? 2000 + year : 1900 + year
      case .month:
        guard let month = number(2) else { return nil }
        date.month = month
      case .day:
        guard let day = number(2) else { return nil }
        date.day = day
      case .monthName:
        let name = rest.prefix { $0.isLetter }
        guard name.count >= 3,
          let place = months.firstIndex(where: { $0.hasPrefix(name.lowercased()) })
        else { return nil }
        date.month = place + 1
        rest = rest.dropFirst(name.count)
        if rest.first == "." { rest = rest.dropFirst() }
      }
    }
    // A time behind the date does not count.
    guard rest.isEmpty || rest.first == " " || rest.first == "T", date.isPossible else {
      return nil
    }
    return date
  }
}
