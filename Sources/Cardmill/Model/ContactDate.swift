/// A date of which parts may be unknown, such as a birthday without a year (RFC 6350, 4.3.1).
public struct ContactDate: Sendable, Hashable, CustomStringConvertible {
  public var year: Int?
  public var month: Int?
  public var day: Int?

  /// Makes a date of the parts that are known.
  public init(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// `YYYY-MM-DD`, `--MM-DD`, `YYYY-MM`, `YYYY`, `--MM` or `---DD`.
  public var description: String {
    var buffer = ByteBuffer(capacity: 64)
    append(to: &buffer, isExtended: true)
    return buffer.view.string
  }

  /// Appends the extended form (`1985-04-12`) or the basic form of vCard 4.0 (`19850412`).
  package func append(to buffer: inout ByteBuffer, isExtended: Bool) {
    func digits(_ value: Int, _ width: Int, _ buffer: inout ByteBuffer) {
      var divisor = width == 4 ? 1000 : 10
      while divisor > 0 {
        buffer.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
        divisor /= 10
      }
    }
    if let year {
      digits(year, 4, &buffer)
      if let month {
        if isExtended || day == nil { buffer.append(UInt8(ascii: "-")) }
        digits(month, 2, &buffer)
      }
      if let day {
        if isExtended { buffer.append(UInt8(ascii: "-")) }
        digits(day, 2, &buffer)
      }
    } else if let month {
      buffer.append("--")
      digits(month, 2, &buffer)
      if let day {
        if isExtended { buffer.append(UInt8(ascii: "-")) }
        digits(day, 2, &buffer)
      }
    } else if let day {
      buffer.append("---")
      digits(day, 2, &buffer)
    }
  }

  /// Reads a date in one of the standard forms, basic or extended, whole or truncated; a time
  /// behind it is left alone: the written date counts and is never moved by a zone.
  public init?(_ text: String) {
    guard let reading = text.withView({ ContactDate.read($0) }) else { return nil }
    self = reading.date
  }

  /// A date that was read, and where a time behind it begins.
  package struct Reading {
    package var date: ContactDate
    /// Where the time begins (at its `T`), or the text's end.
    package var timeStart: Int
  }

  /// Reads `YYYYMMDD`, `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, `--MMDD`, `--MM-DD`, `--MM`, `---DD`, each
  /// with or without a time.
  package static func read(_ text: ByteView) -> Reading? {
    var end = 0
    while end < text.count, text[end] != UInt8(ascii: "T"), text[end] != UInt8(ascii: "t"),
      text[end] != UInt8(ascii: " ")
    { end += 1 }
    let part = text.upTo(end)
    func number(_ start: Int, _ length: Int) -> Int? {
      guard start + length <= part.count else { return nil }
      return part[start..<start + length].decimal
    }
    var date = ContactDate()
    let isDash = { (at: Int) in at < part.count && part[at] == UInt8(ascii: "-") }
    if isDash(0) {
      guard isDash(1) else { return nil }
      if isDash(2) {
        guard part.count == 5, let day = number(3, 2) else { return nil }
        date.day = day
      } else {
        guard let month = number(2, 2) else { return nil }
        date.month = month
        let rest = isDash(4) ? 5 : 4
        if part.count > 4 {
          guard part.count == rest + 2, let day = number(rest, 2) else { return nil }
          date.day = day
        }
      }
    } else {
      guard let year = number(0, 4) else { return nil }
      date.year = year
      if part.count > 4 {
        let isExtended = isDash(4)
        let monthAt = isExtended ? 5 : 4
        guard let month = number(monthAt, 2) else { return nil }
        date.month = month
        if part.count > monthAt + 2 {
          let dayAt = isExtended ? 8 : 6
          if isExtended, !isDash(7) { return nil }
          guard part.count == dayAt + 2, let day = number(dayAt, 2) else { return nil }
          date.day = day
        } else if !isExtended {
          return nil
        }
      }
    }
    guard date.isPossible else { return nil }
    if date.year == 0 {
      // 0000-04-15: no year.
      guard date.month != nil else { return nil }
      date.year = nil
    }
    return Reading(date: date, timeStart: end)
  }

  /// Whether month and day are in range; 29 February stands in any year here.
  package var isPossible: Bool {
    if let month, !(1...12).contains(month) { return false }
    guard let day else { return true }
    let longest = month.map { [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][$0 - 1] } ?? 31
    return day >= 1 && day <= longest
  }
}
