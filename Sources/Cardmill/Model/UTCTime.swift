/// Times as contacts write them (`REV`), in seconds since 1970.
package enum UTCTime {
  /// Reads a date or time, basic or extended; without a zone it is UTC, without a time midnight.
  ///
  /// Nil when year, month or day is missing, or it is none.
  package static func seconds(_ text: ByteView) -> Int? {
    let text = text.trimmed
    guard let reading = ContactDate.read(text), let year = reading.date.year,
      let month = reading.date.month, let day = reading.date.day,
      day <= daysIn(month, of: year)
    else { return nil }
    var clock = Clock(text: text, place: reading.timeStart)
    guard let time = clock.read() else { return nil }
    return days(year, month, day) * 86_400 + time
  }

  /// Appends a time as `2026-01-31T12:00:00Z`.
  package static func append(_ seconds: Int, to buffer: inout ByteBuffer) {
    let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let time = seconds - day * 86_400
    // The day's year, month and day in the proleptic calendar, years counted from March.
    let z = day + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let m = (5 * dayOfYear + 2) / 153
    let month = m < 10 ? m + 3 : m - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    ContactDate(year: year, month: month, day: dayOfYear - (153 * m + 2) / 5 + 1)
      .append(to: &buffer, isExtended: true)
    for (sign, value) in [("T", time / 3600), (":", time / 60 % 60), (":", time % 60)]
      as [(StaticString, Int)]
    {
      buffer.append(sign)
      buffer.append(UInt8(ascii: "0") + UInt8(value / 10))
      buffer.append(UInt8(ascii: "0") + UInt8(value % 10))
    }
    buffer.append(UInt8(ascii: "Z"))
  }

  private static func daysIn(_ month: Int, of year: Int) -> Int {
    let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let m = (month + 9) % 12
    return 365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719_468
  }

  /// Reads the time of a day behind its `T`, with a zone.
  private struct Clock {
    let text: ByteView
    var place: Int

    mutating func read() -> Int? {
      guard place < text.count else { return 0 }
      place += 1
      guard let hours = number(23) else { return nil }
      var minutes = 0
      var seconds = 0
      skip(UInt8(ascii: ":"))
      if let found = number(59) {
        minutes = found
        skip(UInt8(ascii: ":"))
        if let found = number(60) {
          seconds = found
          if place < text.count,
            text[place] == UInt8(ascii: ".") || text[place] == UInt8(ascii: ",")
          {
            place += 1
            while place < text.count, text[place].isDigit { place += 1 }
          }
        }
      }
      guard let offset = zone() else { return nil }
      return hours * 3600 + minutes * 60 + seconds - offset
    }

    /// The offset from UTC in seconds; 0 when no zone is written.
    private mutating func zone() -> Int? {
      while place < text.count, text[place].isBlank { place += 1 }
      guard place < text.count else { return 0 }
      let sign = text[place]
      place += 1
      if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") {
        return place == text.count ? 0 : nil
      }
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(23) else {
        return nil
      }
      skip(UInt8(ascii: ":"))
      let minutes = number(59) ?? 0
      guard place == text.count else { return nil }
      return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    private mutating func skip(_ byte: UInt8) {
      if place < text.count, text[place] == byte { place += 1 }
    }

    private mutating func number(_ limit: Int) -> Int? {
      guard place + 2 <= text.count, let value = text[place..<place + 2].decimal, value <= limit
      else { return nil }
      place += 2
      return value
    }
  }
}
