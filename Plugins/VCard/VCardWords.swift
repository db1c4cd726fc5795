import Cardmill

/// Names that only vCard files use: each is read into the neutral vocabulary in its own way.
enum VCardWord: UInt16 {
  case none = 199
  case begin = 200, end, version, label, profile
  // Apple's properties that belong to another property of their group.
  case abLabel, abAdr, abShowAs, abRelatedNames
  // Instant messaging names from before IMPP (RFC 4770); `messengers` has their schemes.
  case messenger
  // Related people; `relations` has what they are.
  case relation
  case msTel, wabGender, androidCustom

  /// The table that tells names apart: the neutral names, their other spellings, and the words
  /// above.
  static let table = NameTable(
    PropertyID.spellings,
    aliases: renames.map { ($0.0, $0.1.rawValue) } + words.map { ($0.0, $0.1.rawValue) }
      + messengers.map { ($0.name, VCardWord.messenger.rawValue) }
      + relations.map { ($0.name, VCardWord.relation.rawValue) })

  private static let words: [(StaticString, VCardWord)] = [
    ("BEGIN", .begin), ("END", .end), ("VERSION", .version), ("LABEL", .label),
    ("PROFILE", .profile),
    ("X-ABLABEL", .abLabel), ("X-ABADR", .abAdr), ("X-ABSHOWAS", .abShowAs),
    ("X-ABRELATEDNAMES", .abRelatedNames), ("X-MS-TEL", .msTel), ("X-WAB-GENDER", .wabGender),
    ("X-ANDROID-CUSTOM", .androidCustom),
  ]

  /// Other spellings of neutral names: what 4.0 standardised and older versions write with X-.
  private static let renames: [(StaticString, PropertyID)] = [
    ("X-ADDRESSBOOKSERVER-KIND", .kind), ("X-ADDRESSBOOKSERVER-MEMBER", .member), ("X-KIND", .kind),
    ("X-ANNIVERSARY", .anniversary), ("X-EVOLUTION-ANNIVERSARY", .anniversary),
    ("X-MS-ANNIVERSARY", .anniversary), ("X-KADDRESSBOOK-X-ANNIVERSARY", .anniversary),
    ("X-GENDER", .gender), ("X-NICKNAME", .nickname), ("X-CATEGORIES", .categories),
    ("X-GROUP-MEMBERSHIP", .categories), ("X-LANG", .lang), ("X-LANGUAGE", .language),
    ("X-BIRTHPLACE", .birthplace), ("X-DEATHPLACE", .deathplace), ("X-DEATHDATE", .deathdate),
    ("X-EXPERTISE", .expertise), ("X-HOBBY", .hobby), ("X-INTEREST", .interest),
    ("X-ORG-DIRECTORY", .orgDirectory), ("X-CONTACT-URI", .contactURI), ("X-CREATED", .created),
    ("X-GRAMGENDER", .gramgender), ("X-PRONOUNS", .pronouns), ("X-JSPROP", .jsprop),
    ("X-XML", .xml),
    ("X-CLIENTPIDMAP", .clientpidmap), ("X-PRODID", .prodid), ("X-RELATED", .related),
    ("X-SORT-STRING", .sortString), ("X-SOCIALPROFILE", .socialprofile),
  ]

  /// A messenger's own property, and the scheme of its addresses (RFC 6350, 6.4.3).
  struct Messenger {
    var name: StaticString
    var scheme: StaticString
    /// The service's name, where the scheme does not tell it.
    var service: StaticString
  }

  static let messengers: [Messenger] = [
    Messenger(name: "X-JABBER", scheme: "xmpp", service: "Jabber"),
    Messenger(name: "X-AIM", scheme: "aim", service: "AIM"),
    Messenger(name: "X-ICQ", scheme: "icq", service: "ICQ"),
    Messenger(name: "X-MSN", scheme: "msnim", service: "MSN"),
    Messenger(name: "X-MSN-IM", scheme: "msnim", service: "MSN"),
    Messenger(name: "X-YAHOO", scheme: "ymsgr", service: "Yahoo"),
    Messenger(name: "X-YAHOO-ID", scheme: "ymsgr", service: "Yahoo"),
    Messenger(name: "X-GADUGADU", scheme: "gg", service: "GaduGadu"),
    Messenger(name: "X-GROUPWISE", scheme: "groupwise", service: "GroupWise"),
    Messenger(name: "X-QQ", scheme: "qq", service: "QQ"),
    Messenger(name: "X-GTALK", scheme: "gtalk", service: "GoogleTalk"),
    Messenger(name: "X-GOOGLE-TALK", scheme: "gtalk", service: "GoogleTalk"),
    Messenger(name: "X-GOOGLE TALK", scheme: "gtalk", service: "GoogleTalk"),
    Messenger(name: "X-SKYPE", scheme: "skype", service: "Skype"),
    Messenger(name: "X-SKYPE-USERNAME", scheme: "skype", service: "Skype"),
    Messenger(name: "X-TWITTER", scheme: "twitter", service: "Twitter"),
    Messenger(name: "X-IRC", scheme: "irc", service: "IRC"),
    Messenger(name: "X-SIP", scheme: "sip", service: "SIP"),
    Messenger(name: "X-MATRIX", scheme: "matrix", service: "Matrix"),
    Messenger(name: "X-MEANWHILE", scheme: "meanwhile", service: "Meanwhile"),
    Messenger(name: "X-ZEPHYR", scheme: "zephyr", service: "Zephyr"),
    Messenger(name: "X-NETMEETING", scheme: "netmeeting", service: "NetMeeting"),
  ]

  /// A property that names a related person.
  struct Relation {
    var name: StaticString
    /// The TYPE of RELATED, or none.
    var type: TypeWord
    /// The exact word where 4.0 has no type for it.
    var label: StaticString
  }

  static let relations: [Relation] = [
    Relation(name: "X-SPOUSE", type: .spouse, label: ""),
    Relation(name: "X-EVOLUTION-SPOUSE", type: .spouse, label: ""),
    Relation(name: "X-KADDRESSBOOK-X-SPOUSESNAME", type: .spouse, label: ""),
    Relation(name: "X-MS-SPOUSE", type: .spouse, label: ""),
    Relation(name: "X-MS-CHILD", type: .child, label: ""),
    Relation(name: "X-MANAGER", type: .unknown, label: "Manager"),
    Relation(name: "X-EVOLUTION-MANAGER", type: .unknown, label: "Manager"),
    Relation(name: "X-MS-MANAGER", type: .unknown, label: "Manager"),
    Relation(name: "X-KADDRESSBOOK-X-MANAGERSNAME", type: .unknown, label: "Manager"),
    Relation(name: "X-MANAGERSNAME", type: .unknown, label: "Manager"),
    Relation(name: "X-ASSISTANT", type: .unknown, label: "Assistant"),
    Relation(name: "X-EVOLUTION-ASSISTANT", type: .unknown, label: "Assistant"),
    Relation(name: "X-MS-ASSISTANT", type: .unknown, label: "Assistant"),
    Relation(name: "X-KADDRESSBOOK-X-ASSISTANTSNAME", type: .unknown, label: "Assistant"),
  ]

  /// Finds the entry of a name in `messengers` or `relations`.
  static func messenger(_ name: ByteView) -> Messenger? {
    messengers.first { name.equalsIgnoringCase($0.name.view) }
  }
  static func relation(_ name: ByteView) -> Relation? {
    relations.first { name.equalsIgnoringCase($0.name.view) }
  }

  /// The labels that Apple wraps in `_$!<` and `>!$_` to show them translated.
  static let appleLabels: [StaticString] = [
    "Home", "Work", "Other", "Mobile", "Main", "HomeFAX", "WorkFAX", "OtherFAX", "Pager", "iPhone",
    "AppleWatch", "School", "HomePage", "Anniversary", "AssistantPhone", "Assistant", "Manager",
    "Spouse",
    "Partner", "Father", "Mother", "Parent", "Brother", "Sister", "Child", "Friend", "Son",
    "Daughter",
    "Nickname",
  ]

  /// The TYPE of RELATED for one of Apple's words, where 4.0 has one.
  static func relationType(_ label: ByteView) -> TypeWord {
    if label.equalsIgnoringCase("MOTHER") || label.equalsIgnoringCase("FATHER")
      || label.equalsIgnoringCase("PARENT")
    {
      return .parent
    }
    if label.equalsIgnoringCase("BROTHER") || label.equalsIgnoringCase("SISTER") { return .sibling }
    if label.equalsIgnoringCase("CHILD") || label.equalsIgnoringCase("SON")
      || label.equalsIgnoringCase("DAUGHTER")
    {
      return .child
    }
    if label.equalsIgnoringCase("SPOUSE") { return .spouse }
    if label.equalsIgnoringCase("FRIEND") { return .friend }
    return .unknown
  }

  /// Names without X- that no standard has but programs are known to write.
  static func isVendorName(_ name: ByteView) -> Bool {
    (name.count > 2 && name.startsIgnoringCase("X-"))
      || name.equalsIgnoringCase("CLOUD") || name.equalsIgnoringCase("RELATIONSHIP")
      || name.startsIgnoringCase("VND-")
  }
}

/// The words that may stand as parameters without a name (vCard 2.1), beside the types.
enum BareWord: UInt16 {
  case quotedPrintable = 100, base64, b, eightBit, sevenBit
  case url, inline, cid, contentID
  // Words that stand for types.
  case mobile = 120, homeFax, workFax, tty, main

  /// Type words and the words above.
  static let table = NameTable(
    TypeWord.spellings,
    aliases: [
      ("QUOTED-PRINTABLE", BareWord.quotedPrintable.rawValue), ("BASE64", BareWord.base64.rawValue),
      ("B", BareWord.b.rawValue), ("8BIT", BareWord.eightBit.rawValue),
      ("7BIT", BareWord.sevenBit.rawValue),
      ("URL", BareWord.url.rawValue), ("INLINE", BareWord.inline.rawValue),
      ("CID", BareWord.cid.rawValue),
      ("CONTENT-ID", BareWord.contentID.rawValue),
      ("MOBILE", BareWord.mobile.rawValue), ("HOMEFAX", BareWord.homeFax.rawValue),
      ("WORKFAX", BareWord.workFax.rawValue), ("TTY", BareWord.tty.rawValue),
      ("TTY-TDD", BareWord.tty.rawValue), ("MAIN", BareWord.main.rawValue),
    ])
}
