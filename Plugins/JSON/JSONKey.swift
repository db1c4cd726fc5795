import Cardmill

/// The names of members that a contact object has, on any level.
enum JSONKey: UInt16, CaseIterable {
  case unknown = 0
  case uid, kind, rev, tz, gender, geo, name, nicknames, emails, phones, urls, impp, related, dates
  case addresses, organization, title, role, notes, note, birthday, birthdayText, anniversary, photo
  case categories, members, pendingDeletion, extra, source
  // In `name`, `organization`, a value, an address, a photo and a mark for deletion.
  case full, given, family, additional, prefix, suffix, phonetic, fullAlternatives, units
  case value, types, label, pref, `extension`
  case pobox, extended, street, locality, region, postcode, country, formatted
  case sha256, mediaType, bytes, data, uri, since, reason

  static let spellings: [StaticString] = [
    "", "uid", "kind", "rev", "tz", "gender", "geo", "name", "nicknames", "emails", "phones",
    "urls",
    "impp", "related", "dates", "addresses", "organization", "title", "role", "notes", "note",
    "birthday", "birthdayText", "anniversary", "photo", "categories", "members", "pendingDeletion",
    "extra", "source", "full", "given", "family", "additional", "prefix", "suffix", "phonetic",
    "fullAlternatives", "units", "value", "types", "label", "pref", "extension", "pobox",
    "extended",
    "street", "locality", "region", "postcode", "country", "formatted", "sha256", "mediaType",
    "bytes", "data", "uri", "since", "reason",
  ]

  private static let table = NameTable(spellings)

  /// The name's number; names of JSON have a case.
  init(_ name: ByteView) {
    let number = Self.table.number(of: name)
    guard number != 0, name.equals(Self.spellings[Int(number)]) else {
      self = .unknown
      return
    }
    self = JSONKey(rawValue: number) ?? .unknown
  }

  var text: String { Self.spellings[Int(rawValue)].view.string }

  /// Whether a contact object itself may have it.
  var isTopLevel: Bool { self != .unknown && rawValue <= JSONKey.source.rawValue }
}

extension JSONReader {
  /// The last token's number among the names of members.
  var key: JSONKey {
    if !hasEscapes { return JSONKey(text) }
    var buffer = ByteBuffer(capacity: 64)
    appendString(to: &buffer)
    return JSONKey(buffer.view)
  }
}
