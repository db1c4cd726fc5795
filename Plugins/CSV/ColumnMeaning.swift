import Cardmill

/// What a column holds.
struct ColumnMeaning: Sendable, Hashable {
  enum Kind: UInt8, Sendable {
    case fullName, given, family, middle, prefix, suffix, nickname
    case phoneticGiven, phoneticMiddle, phoneticFamily, maidenName
    case organization, unit, phoneticOrganization, title, role
    case mail, mailType, mailName, phone, address, url, messenger, relation
    case birthday, birthYear, birthMonth, birthDay, anniversary
    case note, uid, priority, initials, categories, gender, hobby, language, freeBusy, calendar,
      photo, isPrivate
    case sensitivity
    /// Something that the model has no field for; the heading is its name.
    case other
    // A part of one of Google's numbered families; `number` says which one, `part` which part.
    case googleMail, googlePhone, googleAddress, googleOrganization, googleRelation, googleURL
    case googleEvent, googleCustom, googleMessenger
  }

  var kind: Kind
  var types = TypeWords()
  var label: String?
  var isPreferred = false
  /// Which e-mail address, which kind of address, or which of a family, from 1.
  var number = 0
  /// The part of an address or of a family's entry.
  var part = 0
  /// A messenger's scheme, a date's form, or what stands between several values.
  var detail = ""

  init(_ kind: Kind) { self.kind = kind }

  /// The parts of an address, in the order of `part`.
  static let addressParts = [
    "pobox", "extended", "street", "street2", "street3", "city", "region", "code", "country",
    "full",
  ]
  /// The kinds of addresses, in the order of `number`.
  static let addressKinds = ["any", "home", "work", "other"]

  private static let words: [String: Kind] = [
    "full": .fullName, "given": .given, "family": .family, "middle": .middle, "prefix": .prefix,
    "suffix": .suffix, "nick": .nickname, "pgiven": .phoneticGiven, "pmiddle": .phoneticMiddle,
    "pfamily": .phoneticFamily, "maiden": .maidenName, "org": .organization, "unit": .unit,
    "porg": .phoneticOrganization, "title": .title, "role": .role, "mail": .mail,
    "mailtype": .mailType, "mailname": .mailName, "tel": .phone, "adr": .address, "url": .url,
    "im": .messenger, "rel": .relation, "bday": .birthday, "byear": .birthYear,
    "bmonth": .birthMonth, "bday.day": .birthDay, "anniv": .anniversary, "note": .note,
    "cat": .categories, "sex": .gender, "hobby": .hobby, "lang": .language, "free": .freeBusy,
    "calendar": .calendar, "photo": .photo, "private": .isPrivate, "sensitivity": .sensitivity,
    "uid": .uid, "priority": .priority, "initials": .initials, "x": .other,
  ]

  /// Reads a meaning as the table of headings writes it, such as `tel:fax,work`, `tel=Callback`,
  /// `mail!.1`, `adr.home.street`, `im:skype`, `bday/mdy` or `cat,`.
  init?(_ text: String) {
    var rest = Substring(text)
    if let kind = Self.words[text] {
      self.init(kind)
      return
    }
    let end = rest.firstIndex { ":=!./,".contains($0) } ?? rest.endIndex
    guard let kind = Self.words[String(rest[..<end])] else { return nil }
    self.init(kind)
    rest = rest[end...]
    if rest.first == "!" {
      isPreferred = true
      rest.removeFirst()
    }
    if kind == .address {
      let parts = rest.split(separator: ".")
      guard parts.count == 2, let number = Self.addressKinds.firstIndex(of: String(parts[0])),
        let part = Self.addressParts.firstIndex(of: String(parts[1]))
      else { return nil }
      self.number = number
      self.part = part
      switch number {
      case 1: types.insert(.home)
      case 2: types.insert(.work)
      case 3: label = "Other"
      default: break
      }
      return
    }
    if rest.first == ".", let number = Int(rest.dropFirst()) {
      self.number = number
      return
    }
    if rest == "," {
      detail = ","
      return
    }
    if rest.first == "/" {
      detail = String(rest.dropFirst())
      return
    }
    if rest.first == ":", kind == .messenger {
      detail = String(rest.dropFirst())
      return
    }
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if let words = parts.first, words.first == ":" {
      for word in words.dropFirst().split(separator: ",") {
        types.insert(String(word).withView { TypeWord($0) })
      }
    }
    if parts.count == 2 { label = String(parts[1]) }
  }

  // MARK: Google's families

  private static let families: [(name: StaticString, kind: Kind, parts: [(StaticString, Int)])] = [
    ("EMAIL ", .googleMail, labelled),
    ("PHONE ", .googlePhone, labelled),
    ("WEBSITE ", .googleURL, labelled),
    ("RELATION ", .googleRelation, labelled),
    ("EVENT ", .googleEvent, labelled),
    ("CUSTOM FIELD ", .googleCustom, labelled),
    ("IM ", .googleMessenger, labelled + [("SERVICE", 2)]),
    (
      "ORGANIZATION ", .googleOrganization,
      [
        ("TYPE", 0), ("LABEL", 0), ("NAME", 1), ("YOMI NAME", 2), ("TITLE", 3), ("DEPARTMENT", 4),
        ("SYMBOL", 5), ("LOCATION", 6), ("JOB DESCRIPTION", 7),
      ]
    ),
    (
      "ADDRESS ", .googleAddress,
      [
        ("TYPE", 10), ("LABEL", 10), ("FORMATTED", 9), ("STREET", 2), ("CITY", 5), ("PO BOX", 0),
        ("REGION", 6), ("STATE", 6), ("POSTAL CODE", 7), ("COUNTRY", 8), ("EXTENDED ADDRESS", 1),
      ]
    ),
  ]
  private static let labelled: [(StaticString, Int)] = [("LABEL", 0), ("TYPE", 0), ("VALUE", 1)]

  /// Reads a heading of one of Google's families, such as `E-mail 1 - Value`, already folded.
  init?(google folded: ByteView) {
    for (name, kind, parts) in Self.families where folded.startsIgnoringCase(name) {
      let rest = folded.from(name.utf8CodeUnitCount)
      var end = 0
      while end < rest.count, rest[end].isDigit { end += 1 }
      guard let number = rest.upTo(end).decimal, number > 0,
        rest.from(end).startsIgnoringCase(" - ")
      else { continue }
      let word = rest.from(end + 3)
      guard let part = parts.first(where: { word.equalsIgnoringCase($0.0) }) else { continue }
      self.init(kind)
      self.number = number
      self.part = part.1
      return
    }
    return nil
  }

  /// Whether a heading of Google's families is one of the form before 2024.
  static func isOldGoogle(_ folded: ByteView) -> Bool {
    folded.count > 7 && folded.from(folded.count - 7).equals(" - type")
  }
}
