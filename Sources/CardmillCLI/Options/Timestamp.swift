/// Times on the command line.
enum Timestamp {
  /// Seconds since 1970 of a date (`2026-01-31`), a time (`2026-01-31T12:00:00Z`, `…+01:00`) or a
  /// number of seconds.
  static func seconds(_ text: String) -> Int? {
    if let number = Int(text), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), text.count != 8 {
      return number
    }
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = parts.first.flatMap({ days(String($0)) }) else { return nil }
    guard parts.count == 2 else { return day * 86_400 }
    guard let time = timeOfDay(String(parts[1])) else { return nil }
    return day * 86_400 + time
  }

  private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  private static func days(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = number(parts[0], 1...9999),
      let month = number(parts[1], 1...12), let day = number(parts[2], 1...31)
    else { return nil }
    let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    // Days of the proleptic calendar, years counted from March.
    let y = month <= 2 ? year - 1 : year
    let m = (month + 9) % 12
    return 365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719_468
  }

  private static func timeOfDay(_ text: String) -> Int? {
    var clock = Substring(text)
    var offset = 0
    if clock.last == "Z" || clock.last == "z" {
      clock.removeLast()
    } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let zone = clock[clock.index(after: sign)...].split(separator: ":")
      guard zone.count == 2, let hours = number(zone[0], 0...23),
        let minutes = number(zone[1], 0...59)
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (clock[sign] == "-" ? -1 : 1)
      clock = clock[..<sign]
    }
    let whole = clock.split(separator: ".", maxSplits: 1)
    if whole.count == 2, !whole[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return nil }
    let parts = (whole.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hours = number(parts[0], 0...23),
      let minutes = number(parts[1], 0...59)
    else { return nil }
    var seconds = 0
    if parts.count == 3 {
      guard let given = number(parts[2], 0...60) else { return nil }
      seconds = given
    }
    return hours * 3600 + minutes * 60 + seconds - offset
  }
}
