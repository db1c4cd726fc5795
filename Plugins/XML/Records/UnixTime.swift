import Cardmill

/// Seconds since 1970 in UTC.
enum UnixTime {
  /// The time as vCard 4.0 writes it, such as `20240408T101747Z`.
  static func timestamp(_ seconds: Int) -> String {
    let days = seconds / 86_400
    let rest = seconds % 86_400
    // Days from 1 March of year 0, in eras of 400 years.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let realMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (realMonth <= 2 ? 1 : 0)
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return padded(year, 4) + padded(realMonth, 2) + padded(day, 2) + "T" + padded(rest / 3600, 2)
      + padded(rest / 60 % 60, 2) + padded(rest % 60, 2) + "Z"
  }

  /// Reads `20240408T101747Z`; nil for a time that is none in UTC.
  static func seconds(_ text: ByteView) -> Int? {
    guard text.count == 16, text[8] == UInt8(ascii: "T"), text[15] == UInt8(ascii: "Z"),
      let year = text.upTo(4).decimal, let month = text[4..<6].decimal,
      let day = text[6..<8].decimal,
      let hour = text[9..<11].decimal, let minute = text[11..<13].decimal,
      let second = text[13..<15].decimal,
      (1...12).contains(month), year >= 1970
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * 86_400 + hour * 3600 + minute * 60 + second
  }
}
