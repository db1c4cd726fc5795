import Cardmill

/// The order of day and month in dates such as `4/5/1990`.
enum DateOrder: Sendable, Hashable {
  case dayFirst, monthFirst
}

/// A date as a cell of a table has it.
enum ReadDate: Sendable, Hashable {
  /// No date: an empty cell, or one of the ways in which programs write that there is none.
  case none
  case date(ContactDate)
  /// Day and month cannot be told apart.
  case ambiguous
  /// Words, or no date at all.
  case words
}

/// Reads the dates of tables.
enum DateReader {
  // Reads a cell.
  //
  // - Parameters:
  //   - order: the order of day and month in the file, where it is known.
  //   - isMonthFirst: whether the program always writes the month first.
  static func read(_ cell: ByteView, order: DateOrder?, isMonthFirst: Bool = false) -> ReadDate {
    let text = cell.trimmed
    if text.isEmpty || isUnset(text) { return .none }
    if let reading = ContactDate.read(text) { return .date(reading.date.withoutSpecialYear) }
    guard let parts = NumberedDate(text) else {
      return named(text).map { .date($0.withoutSpecialYear) } ?? .words
    }
    return date(parts, isMonthFirst ? .monthFirst : order)
  }

  /// What a cell says of the order of day and month in its file: nil when nothing; `isOpen` is set
  /// when it is a date that needs to know.
  static func evidence(_ cell: ByteView, isOpen: inout Bool) -> DateOrder? {
    guard let parts = NumberedDate(cell.trimmed), parts.needsOrder, parts.first > 0,
      parts.second > 0
    else { return nil }
    if parts.first > 12, parts.second <= 12 { return .dayFirst }
    if parts.second > 12, parts.first <= 12 { return .monthFirst }
    if parts.first != parts.second { isOpen = true }
    return nil
  }

  /// Whether a cell holds any date with a day, so that a file's way of writing dates is known.
  static func isDate(_ cell: ByteView) -> Bool {
    let text = cell.trimmed
    return !isUnset(text) && ContactDate.read(text)?.date.day != nil
  }

  /// `0/0/00`, `0.0.00`, `00/0/0`, `0-0-00` and their like.
  private static func isUnset(_ text: ByteView) -> Bool {
    guard text.count <= 10 else { return false }
    var separators = 0
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: "0"): continue
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"): separators += 1
      default: return false
      }
    }
    return separators == 2
  }

  private static func date(_ parts: NumberedDate, _ order: DateOrder?) -> ReadDate {
    var date = ContactDate()
    if parts.isYearFirst {
      date = ContactDate(year: parts.first, month: parts.second, day: parts.third)
    } else {
      if let year = parts.third {
        guard parts.thirdDigits == 4 else { return .words }
        date.year = year
      }
      let (a, b) = (parts.first, parts.second)
      if parts.separator == UInt8(ascii: ".") {
        (date.day, date.month) = (a, b)
      } else if a == b {
        (date.day, date.month) = (a, b)
      } else if a > 12, b <= 12 {
        (date.day, date.month) = (a, b)
      } else if b > 12, a <= 12 {
        (date.month, date.day) = (a, b)
      } else if a > 12 {
        return .words
      } else {
        switch order {
        case .dayFirst: (date.day, date.month) = (a, b)
        case .monthFirst: (date.month, date.day) = (a, b)
        case nil: return .ambiguous
        }
      }
    }
    guard date.isPossible, date.month != 0 else { return .words }
    return .date(date.withoutSpecialYear)
  }

  // MARK: Months by name

  private static let months: [StaticString] = [
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
  ]

  /// `7 Feb 1990`, `07-Feb-1990`, `Feb 7, 1990`.
  private static func named(_ text: ByteView) -> ContactDate? {
    var words: [ByteView] = []
    var at = 0
    while at < text.count {
      var end = at
      while end < text.count, text[end].isLetter || text[end].isDigit { end += 1 }
      if end > at { words.append(text[at..<end]) }
      guard end < text.count else { break }
      switch text[end] {
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: "."): at = end + 1
      default: return nil
      }
    }
    guard words.count == 3, words[2].count == 4, let year = words[2].decimal else { return nil }
    let isDayFirst = words[0][0].isDigit
    let (dayWord, monthWord) = isDayFirst ? (words[0], words[1]) : (words[1], words[0])
    guard let day = dayWord.decimal, monthWord.count >= 3,
      let month = months.firstIndex(where: { monthWord.startsIgnoringCase($0) })
    else { return nil }
    let date = ContactDate(year: year, month: month + 1, day: day)
    return date.isPossible ? date : nil
  }

  /// Puts a date together from cells of their own; empty parts are unknown.
  static func read(year: ByteView, month: ByteView, day: ByteView) -> ReadDate {
    let parts = [year, month, day].map(\.trimmed)
    if parts.allSatisfy({ $0.isEmpty || $0.decimal == 0 }) { return .none }
    var numbers: [Int?] = []
    for part in parts {
      let number = part.decimal
      if number == nil, !part.isEmpty { return .words }
      numbers.append(number == 0 ? nil : number)
    }
    let date = ContactDate(year: numbers[0], month: numbers[1], day: numbers[2])
    guard date.isPossible, date.year ?? 1 < 10_000, date.month != nil || date.day == nil else {
      return .words
    }
    return .date(date.withoutSpecialYear)
  }
}

/// Two or three numbers with one kind of separator between them.
private struct NumberedDate {
  var first = 0
  var second = 0
  var third: Int?
  var thirdDigits = 0
  var isYearFirst = false
  var separator: UInt8 = 0

  /// Whether only the order of the file can tell day and month apart.
  var needsOrder: Bool { !isYearFirst && separator != UInt8(ascii: ".") }

  init?(_ whole: ByteView) {
    // A time behind the date is left alone.
    let text = whole.upTo(whole.first(UInt8(ascii: " ")))
    var numbers: [(value: Int, digits: Int)] = []
    var at = 0
    while true {
      var end = at
      while end < text.count, text[end].isDigit { end += 1 }
      guard end > at, end - at <= 4, let value = text[at..<end].decimal else { return nil }
      numbers.append((value, end - at))
      guard end < text.count else { break }
      let byte = text[end]
      guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-"),
        separator == 0 || separator == byte
      else { return nil }
      separator = byte
      at = end + 1
      // German lists write `5.4.` for a day without a year.
      if at == text.count, byte == UInt8(ascii: ".") { break }
    }
    guard numbers.count == 2 || numbers.count == 3 else { return nil }
    (first, second) = (numbers[0].value, numbers[1].value)
    isYearFirst = numbers[0].digits > 2
    if isYearFirst, numbers.count == 2 { return nil }
    if numbers.count == 3 { (third, thirdDigits) = (numbers[2].value, numbers[2].digits) }
  }
}

extension ContactDate {
  /// The date without a year that only says that there is none.
  var withoutSpecialYear: ContactDate {
    guard let year, year == 1604 || year <= 1, month != nil, day != nil else { return self }
    var date = self
    date.year = nil
    return date
  }
}
