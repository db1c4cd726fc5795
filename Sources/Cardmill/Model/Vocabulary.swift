/// The neutral vocabulary: the names of vCard 4.0 (RFC 6350, 6473, 6474, 6715, 8605, 9554) and the
/// few extension names that Cardmill's typed views read.
///
/// A number stands for each name, so that a property needs no string. Names that are not here have
/// the number 0 and keep their spelling in the record.
@frozen @usableFromInline
package enum PropertyID: UInt16, CaseIterable, Sendable {
  case unknown = 0
  case source, kind, xml, fn, n, nickname, photo, bday, anniversary, gender
  case adr, tel, email, impp, lang, language, tz, geo, title, role
  case logo, org, member, related, categories, note, prodid, rev, sound, uid
  case clientpidmap, url, key, fburl, caladruri, caluri, birthplace, deathplace, deathdate,
    expertise
  case hobby, interest, orgDirectory, contactURI, created, gramgender, pronouns, socialprofile,
    jsprop
  // Words of vCard 3.0 that 4.0 dropped; they keep their names.
  case agent, `class`, mailer, name, capuri, sortString
  // Extensions that typed views read.
  case xABDate, xPhoneticFirstName, xPhoneticMiddleName, xPhoneticLastName, xPhoneticOrg,
    xMaidenName
  case xPendingDeletion

  /// The name as it is spelled in a content line.
  package var spelling: StaticString { Self.spellings[Int(rawValue)] }

  /// The name as text.
  package var text: String { spelling.view.string }

  package static let spellings: [StaticString] = [
    "", "SOURCE", "KIND", "XML", "FN", "N", "NICKNAME", "PHOTO", "BDAY", "ANNIVERSARY", "GENDER",
    "ADR", "TEL", "EMAIL", "IMPP", "LANG", "LANGUAGE", "TZ", "GEO", "TITLE", "ROLE",
    "LOGO", "ORG", "MEMBER", "RELATED", "CATEGORIES", "NOTE", "PRODID", "REV", "SOUND", "UID",
    "CLIENTPIDMAP", "URL", "KEY", "FBURL", "CALADRURI", "CALURI", "BIRTHPLACE", "DEATHPLACE",
    "DEATHDATE", "EXPERTISE",
    "HOBBY", "INTEREST", "ORG-DIRECTORY", "CONTACT-URI", "CREATED", "GRAMGENDER", "PRONOUNS",
    "SOCIALPROFILE", "JSPROP",
    "AGENT", "CLASS", "MAILER", "NAME", "CAPURI", "SORT-STRING",
    "X-ABDATE", "X-PHONETIC-FIRST-NAME", "X-PHONETIC-MIDDLE-NAME", "X-PHONETIC-LAST-NAME",
    "X-PHONETIC-ORG", "X-MAIDENNAME", "X-CARDMILL-PENDING-DELETION",
  ]

  /// The form that a value of this name has in the neutral model.
  @inlinable package var form: ValueForm {
    switch self {
    case .unknown: .unparsed
    case .n, .adr, .org, .gender, .clientpidmap, .agent: .structured
    case .nickname, .categories: .list
    default: .text
    }
  }

  /// Whether the value is a URI by default, so that backslashes in it are no escapes.
  @inlinable package var isURI: Bool {
    switch self {
    case .source, .photo, .impp, .geo, .logo, .member, .related, .sound, .url, .key, .fburl,
      .caladruri, .caluri, .orgDirectory, .contactURI, .socialprofile, .capuri:
      true
    default: false
    }
  }

  /// Whether the value may be binary data.
  @inlinable package var isMedia: Bool {
    switch self {
    case .photo, .logo, .sound, .key: true
    default: false
    }
  }

  /// Whether the value is a date, a time or both.
  @inlinable package var isDate: Bool {
    switch self {
    case .bday, .anniversary, .deathdate, .xABDate: true
    default: false
    }
  }

  /// Whether a contact has at most one (RFC 6350, cardinality 1 and *1).
  package var isSingle: Bool {
    switch self {
    case .kind, .n, .bday, .anniversary, .gender, .prodid, .rev, .uid, .birthplace, .deathplace,
      .deathdate, .created, .gramgender, .language:
      true
    default: false
    }
  }
}

/// The names of parameters in the neutral vocabulary.
@frozen @usableFromInline
package enum ParameterID: UInt16, CaseIterable, Sendable {
  case unknown = 0
  case type, pref, value, language, altid, pid, mediatype, calscale, sortAs, geo, tz, label
  case level, index, cc, author, authorName, created, derived, phonetic, propID, script
  case serviceType, username, jsptr, jscomps
  // Read and used up by the vCard reader; never in a frozen batch.
  case encoding, charset
  /// The user's own label of an address, whose `LABEL` is the formatted address (RFC 6350, 6.3.1).
  case userLabel
  /// Why a contact is marked for deletion.
  case reason

  package var spelling: StaticString { Self.spellings[Int(rawValue)] }
  /// Whether several values stand in one list (RFC 6350, 5).
  package var isList: Bool { self == .type || self == .pid || self == .sortAs }
  package var text: String { spelling.view.string }

  package static let spellings: [StaticString] = [
    "", "TYPE", "PREF", "VALUE", "LANGUAGE", "ALTID", "PID", "MEDIATYPE", "CALSCALE", "SORT-AS",
    "GEO", "TZ", "LABEL", "LEVEL", "INDEX", "CC", "AUTHOR", "AUTHOR-NAME", "CREATED", "DERIVED",
    "PHONETIC", "PROP-ID", "SCRIPT", "SERVICE-TYPE", "USERNAME", "JSPTR", "JSCOMPS",
    "ENCODING", "CHARSET", "X-ABLABEL", "REASON",
  ]
}

/// The standard words of a `TYPE` parameter, in alphabetical order: a set of them is the bits of
/// one number, and its order is sorted.
@frozen @usableFromInline
package enum TypeWord: UInt16, CaseIterable, Sendable {
  case unknown = 0
  case acquaintance, agent, aol, applelink, attmail, bbs, billing, car, cell, child, cis, coResident
  case coWorker, colleague, contact, crush, date, delivery, dom, emergency, eworld, fax, friend,
    home
  case ibmmail, internet, intl, isdn, kin, mainNumber, mcimail, me, met, modem, msg, muse
  case neighbor, pager, parcel, parent, pcs, postal, powershare, pref, prodigy, sibling, spouse
  case sweetheart, text, textphone, tlx, video, voice, work, x400

  package var spelling: StaticString { Self.spellings[Int(rawValue)] }
  package var text: String { spelling.view.string }

  package static let spellings: [StaticString] = [
    "", "acquaintance", "agent", "aol", "applelink", "attmail", "bbs", "billing", "car", "cell",
    "child", "cis", "co-resident", "co-worker", "colleague", "contact", "crush", "date", "delivery",
    "dom", "emergency", "eworld", "fax", "friend", "home", "ibmmail", "internet", "intl", "isdn",
    "kin", "main-number", "mcimail", "me", "met", "modem", "msg", "muse", "neighbor", "pager",
    "parcel", "parent", "pcs", "postal", "powershare", "pref", "prodigy", "sibling", "spouse",
    "sweetheart", "text", "textphone", "tlx", "video", "voice", "work", "x400",
  ]
}

/// A set of standard type words; its iteration order is alphabetical.
package struct TypeWords: Sendable, Hashable {
  package var bits: UInt64 = 0
  package init() {}
  package init(_ words: TypeWord...) { for word in words { insert(word) } }
  package mutating func insert(_ word: TypeWord) { bits |= 1 << UInt64(word.rawValue) }
  package mutating func remove(_ word: TypeWord) { bits &= ~(1 << UInt64(word.rawValue)) }
  package func contains(_ word: TypeWord) -> Bool { bits & (1 << UInt64(word.rawValue)) != 0 }
  package var isEmpty: Bool { bits == 0 }

  /// Takes out the first word in alphabetical order.
  package mutating func popFirst() -> TypeWord? {
    guard bits != 0 else { return nil }
    let bit = bits.trailingZeroBitCount
    bits &= bits - 1
    return TypeWord(rawValue: UInt16(bit))
  }
}

/// How a property's value is held.
@frozen @usableFromInline
package enum ValueForm: UInt8, Sendable {
  /// One decoded text.
  case text
  /// Decoded texts.
  case list
  /// Components, each a list of decoded texts.
  case structured
  /// Data in its transfer form, base64.
  case binary
  /// Text whose backslash escapes are still there: an unknown property is never split, so that it
  /// can be written as it was.
  case unparsed
}

/// The type of a value, where a source states one (RFC 6350, 4).
@frozen @usableFromInline
package enum ValueType: UInt8, CaseIterable, Sendable {
  case unstated
  case text, uri, date, time, dateTime, dateAndOrTime, timestamp, boolean, integer, float
  case utcOffset, languageTag, vcard, unknown

  package var spelling: StaticString { Self.spellings[Int(rawValue)] }

  package static let spellings: [StaticString] = [
    "", "text", "uri", "date", "time", "date-time", "date-and-or-time", "timestamp", "boolean",
    "integer", "float", "utc-offset", "language-tag", "vcard", "unknown",
  ]
}

// The vocabulary's words are compared in every module, millions of times a second: an inlined
// comparison of their one byte instead of a call through a witness table made reading vCard 1.3
// times faster. A word has one byte because there are fewer than 256 of each.

extension PropertyID {
  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool {
    unsafe unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (a: Self, b: Self) -> Bool { !(a == b) }
}
extension ParameterID {
  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool {
    unsafe unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (a: Self, b: Self) -> Bool { !(a == b) }
}
extension TypeWord {
  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool {
    unsafe unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (a: Self, b: Self) -> Bool { !(a == b) }
}
extension ValueForm {
  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool {
    unsafe unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (a: Self, b: Self) -> Bool { !(a == b) }
}
extension ValueType {
  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool {
    unsafe unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
  @inlinable @inline(__always)
  package static func != (a: Self, b: Self) -> Bool { !(a == b) }
}

/// Finds a name's number without making a string: open addressing over length and the first eight
/// bytes in upper case.
@frozen @usableFromInline
package struct NameTable: Sendable {
  @usableFromInline let keys: [UInt64]
  @usableFromInline let lengths: [UInt8]
  @usableFromInline let values: [UInt16]
  @usableFromInline let places: [UInt16]
  @usableFromInline let names: [StaticString]
  @usableFromInline let mask: Int

  /// Makes a table of `names`; the number of each is its place, 0 is not found.
  package init(_ names: [StaticString], aliases: [(name: StaticString, number: UInt16)] = []) {
    var size = 64
    while size < names.count * 4 { size *= 2 }
    var keys = [UInt64](repeating: 0, count: size)
    var lengths = [UInt8](repeating: 0, count: size)
    var values = [UInt16](repeating: 0, count: size)
    var places = [UInt16](repeating: 0, count: size)
    let numbered =
      names.enumerated().map { (name: $0.element, number: UInt16($0.offset)) } + aliases
    var spellings: [StaticString] = [""]
    for (name, number) in numbered where name.utf8CodeUnitCount > 0 {
      let key = Self.key(name.view)
      var slot = Self.slot(key, name.utf8CodeUnitCount) & (size - 1)
      while lengths[slot] != 0 { slot = (slot + 1) & (size - 1) }
      keys[slot] = key
      lengths[slot] = UInt8(name.utf8CodeUnitCount)
      values[slot] = number
      places[slot] = UInt16(spellings.count)
      spellings.append(name)
    }
    self.keys = keys
    self.lengths = lengths
    self.values = values
    self.places = places
    self.names = spellings
    mask = size - 1
  }

  /// The number of `name`, compared without case; 0 when it is not in the table.
  @inlinable
  package func number(of name: ByteView) -> UInt16 {
    guard name.count > 0, name.count < 64 else { return 0 }
    let key = Self.key(name)
    var slot = Self.slot(key, name.count) & mask
    while lengths[slot] != 0 {
      if keys[slot] == key, Int(lengths[slot]) == name.count {
        if name.count <= 8 || name.equalsIgnoringCase(names[Int(places[slot])].view) {
          return values[slot]
        }
      }
      slot = (slot + 1) & mask
    }
    return 0
  }

  @inlinable @inline(__always)
  static func key(_ name: ByteView) -> UInt64 {
    // Bit 5 is the case of a letter; two overlapping halves hold every byte of a short name.
    let key: UInt64
    if name.count >= 8 {
      key = name.word(0) & 0xDFDF_DFDF_DFDF_DFDF
    } else if name.count >= 4 {
      key =
        UInt64(name.halfWord(0) & 0xDFDF_DFDF) << 32
        | UInt64(name.halfWord(name.count - 4) & 0xDFDF_DFDF)
    } else {
      let last = UInt64(name[name.count - 1] & 0xDF)
      key = UInt64(name[0] & 0xDF) << 16 | UInt64(name[name.count / 2] & 0xDF) << 8 | last
    }
    return key
  }

  @inlinable @inline(__always)
  static func slot(_ key: UInt64, _ length: Int) -> Int {
    Int(truncatingIfNeeded: ((key &+ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  /// Property names.
  package static let properties = NameTable(
    PropertyID.spellings,
    aliases: [("X-SOCIALPROFILE", PropertyID.socialprofile.rawValue)])
  /// Parameter names.
  package static let parameters = NameTable(ParameterID.spellings)
  /// Type words.
  package static let typeWords = NameTable(TypeWord.spellings)
  /// Value types.
  package static let valueTypes = NameTable(ValueType.spellings)
}

extension PropertyID {
  /// The name's number, compared without case; `.unknown` for any other name.
  package init(_ name: ByteView) {
    self = PropertyID(rawValue: NameTable.properties.number(of: name)) ?? .unknown
  }
}
extension ParameterID {
  package init(_ name: ByteView) {
    self = ParameterID(rawValue: NameTable.parameters.number(of: name)) ?? .unknown
  }
}
extension TypeWord {
  package init(_ word: ByteView) {
    self = TypeWord(rawValue: NameTable.typeWords.number(of: word)) ?? .unknown
  }
}
extension ValueType {
  package init(_ word: ByteView) {
    self = ValueType(rawValue: UInt8(NameTable.valueTypes.number(of: word))) ?? .unknown
  }
}
