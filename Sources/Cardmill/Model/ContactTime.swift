/// Points in time as contacts write them, such as that of `REV`: basic or extended, with or without a zone.
package enum ContactTime {
  /// Seconds since 1970 of a time or date, or nil when it is none.
  ///
  /// A time without a zone counts as UTC, a date as its midnight; fractions of a second are dropped.
  package static func seconds(_ text: ByteView) -> Int? {
    guard let reading = ContactDate.read(text.trimmed) else { return nil }
    let text = text.trimmed
    guard let year = reading.date.year else { return nil }
    let month = reading.date.month ?? 1
    let day = reading.date.day ?? 1
    guard day <= daysIn(month, year) else { return nil }
    let midnight = days(year, month, day) * 86_400
    guard reading.timeStart < text.count else { return midnight }
    guard let time = secondsOfDay(text.from(reading.timeStart + 1)) else { return nil }
    return midnight + time
  }

  /// Appends a time as `YYYY-MM-DDTHH:MM:SSZ`; gives false, and appends nothing, when the text is no time.
  package static func appendUTC(_ text: ByteView, to buffer: inout ByteBuffer) -> Bool {
    guard let seconds = seconds(text) else { return false }
    appendUTC(seconds, to: &buffer)
    return true
  }

  /// Appends seconds since 1970 as `YYYY-MM-DDTHH:MM:SSZ`.
  package static func appendUTC(_ seconds: Int, to buffer: inout ByteBuffer) {
    var day = seconds / 86_400
    var rest = seconds % 86_400
    if rest < 0 {
      rest += 86_400
      day -= 1
    }
    ContactDate(calendarDay: day).append(to: &buffer, isExtended: true)
    for (mark, number) in [
      (UInt8(ascii: "T"), rest / 3600), (UInt8(ascii: ":"), rest / 60 % 60),
      (UInt8(ascii: ":"), rest % 60),
    ] {
      buffer.append(mark)
      buffer.append(UInt8(ascii: "0") + UInt8(number / 10))
      buffer.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
    buffer.append(UInt8(ascii: "Z"))
  }

  /// Reads `HHMMSS`, `HH:MM:SS`, `HH:MM`, `HH`, each with fractions and with a zone.
  private static func secondsOfDay(_ text: ByteView) -> Int? {
    var at = 0
    func number(_ most: Int) -> Int? {
      guard at + 2 <= text.count, let value = text[at..<at + 2].decimal, value <= most else {
        return nil
      }
      at += 2
      return value
    }
    func skip(_ mark: UInt8) {
      if at < text.count, text[at] == mark { at += 1 }
    }
    let colon = UInt8(ascii: ":")
    guard let hours = number(24) else { return nil }
    var seconds = hours * 3600
    for (unit, most) in [(60, 59), (1, 60)] {
      skip(colon)
      guard at < text.count, text[at].isDigit else { break }
      guard let value = number(most) else { return nil }
      seconds += value * unit
    }
    if at < text.count, text[at] == UInt8(ascii: ".") || text[at] == UInt8(ascii: ",") {
      at += 1
      while at < text.count, text[at].isDigit { at += 1 }
    }
    guard at < text.count else { return seconds }
    let sign = text[at]
    at += 1
    if sign | 0x20 == UInt8(ascii: "z") { return at == text.count ? seconds : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let zoneHours = number(23) else {
      return nil
    }
    skip(colon)
    let zoneMinutes = at < text.count ? number(59) : 0
    guard let zoneMinutes, at == text.count else { return nil }
    let offset = zoneHours * 3600 + zoneMinutes * 60
    return sign == UInt8(ascii: "-") ? seconds + offset : seconds - offset
  }

  private static func daysIn(_ month: Int, _ year: Int) -> Int {
    let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since 1970 of the proleptic calendar; years are counted from March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let m = (month + 9) % 12
    return 365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719_468
  }
}

extension ContactDate {
  /// The date of a day, counted from 1970.
  fileprivate init(calendarDay: Int) {
    // Days since 1 March of the year 0, in eras of 400 years.
    let shifted = calendarDay + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
