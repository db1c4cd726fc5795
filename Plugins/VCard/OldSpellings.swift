import Cardmill

extension PropertyID {
  /// The name in 2.1 and 3.0, where 4.0's own is not known: the form that programs use, which the
  /// reader takes back.
  func oldSpelling(_ version: UInt8, isText: Bool, value: ByteView) -> StaticString {
    switch self {
    case .kind:
      if value.equalsIgnoringCase("GROUP") { return "X-ADDRESSBOOKSERVER-KIND" }
      return "X-KIND"
    case .member: return "X-ADDRESSBOOKSERVER-MEMBER"
    case .related: return isText ? "X-ABRELATEDNAMES" : "X-RELATED"
    case .anniversary: return "X-ANNIVERSARY"
    case .gender: return "X-GENDER"
    case .lang: return "X-LANG"
    case .language: return "X-LANGUAGE"
    case .xml: return "X-XML"
    case .birthplace: return "X-BIRTHPLACE"
    case .deathplace: return "X-DEATHPLACE"
    case .deathdate: return "X-DEATHDATE"
    case .expertise: return "X-EXPERTISE"
    case .hobby: return "X-HOBBY"
    case .interest: return "X-INTEREST"
    case .orgDirectory: return "X-ORG-DIRECTORY"
    case .contactURI: return "X-CONTACT-URI"
    case .created: return "X-CREATED"
    case .gramgender: return "X-GRAMGENDER"
    case .pronouns: return "X-PRONOUNS"
    case .jsprop: return "X-JSPROP"
    case .clientpidmap: return "X-CLIENTPIDMAP"
    case .socialprofile: return "X-SOCIALPROFILE"
    case .nickname: return version == 21 ? "X-NICKNAME" : "NICKNAME"
    case .prodid: return version == 21 ? "X-PRODID" : "PRODID"
    case .sortString: return version == 21 ? "X-SORT-STRING" : "SORT-STRING"
    default: return spelling
    }
  }
}

extension VCardWord {
  /// Apple's label for a TYPE of RELATED.
  static func appleLabel(_ word: TypeWord) -> StaticString? {
    switch word {
    case .spouse: "Spouse"
    case .child: "Child"
    case .parent: "Parent"
    case .friend: "Friend"
    default: nil
    }
  }
}

extension ByteView {
  /// Whether there are only letters, digits and hyphens.
  var isPlainWord: Bool {
    for index in 0..<count
    where !(self[index].isLetter || self[index].isDigit || self[index] == UInt8(ascii: "-")) {
      return false
    }
    return count > 0
  }
}

extension ByteBuffer {
  /// The TYPE word of a media type: `image/jpeg` is `JPEG`.
  mutating func appendMediaWord(_ type: ByteView) {
    if type.equals("application/pkix-cert") { return append("X509") }
    if type.equals("application/pgp-keys") { return append("PGP") }
    let slash = type.first(UInt8(ascii: "/"))
    let word = slash < type.count ? type.from(slash + 1) : type
    for index in 0..<word.count { append(word[index].asciiUppercased) }
  }
}
