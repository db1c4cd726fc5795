extension Mapping {
  /// Suggests what columns or elements mean, by the words of their names; what no word tells goes
  /// to `extra`.
  public static func suggestion(
    for names: [String], format: FormatID? = nil, delimiter: String? = nil,
    encoding: String? = nil, record: String? = nil
  ) -> Mapping {
    let rows = names.enumerated().compactMap { place, name -> Row? in
      let isBlank = name.allSatisfy(\.isWhitespace)
      if isBlank { return Row(.column(place + 1), to: "extra.Column \(place + 1)") }
      // Of several columns with one name, a number tells which is meant.
      let source = Source.name(name)
      return Self.words(of: name).lazy.compactMap { NameWords($0).row(source) }.first
        ?? Row(source, to: "extra." + name.filter { !$0.isNewline })
    }
    return Mapping(
      format: format, delimiter: delimiter, encoding: encoding, record: record, rows: rows)
  }

  private static let valueAttributes: Set<String> = [
    "@address", "@value", "@number", "@no", "@href", "@uri", "@url", "@content", "@text", "@name",
  ]

  /// What may tell the meaning: all of a name, then of a path its last element, or the one around
  /// that when it is only called a name.
  private static func words(of name: String) -> [String] {
    let elements = name.split(separator: "/").map(String.init)
    guard elements.count > 1, let last = elements.last else { return [name] }
    // Attributes say something of their element; only these are its value.
    if last.first == "@", !valueAttributes.contains(last.lowercased()) { return [last] }
    if ["type", "kind"].contains(last.lowercased()) { return [last] }
    let isPlain = ["name", "content", "text", "value"].contains(last.lowercased())
    return isPlain ? [name, elements[elements.count - 2], last] : [name, last]
  }
}

/// The words of a column's name, in English, German, French and Spanish.
private struct NameWords {
  private let words: Set<String>
  private let whole: String

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var wasLower = false
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in name {
      // homePhone: a capital letter begins a word.
      if character.isUppercase, wasLower { end() }
      wasLower = character.isLowercase
      guard character.isLetter else {
        end()
        continue
      }
      word += Self.plain[character.lowercased()] ?? character.lowercased()
    }
    end()
    self.words = Set(words)
    whole = words.joined()
  }

  func row(_ source: Mapping.Source) -> Mapping.Row? {
    if let path = Self.wholes[whole] {
      let transform: Mapping.Transform = path == "categories" ? .split(";") : .none
      return Mapping.Row(source, to: path, transform: transform)
    }
    if has(Self.mail) {
      return Mapping.Row(source, to: "emails", types: types(["home", "work"]))
    }
    if has(Self.fax) || has(Self.phone) {
      return Mapping.Row(
        source, to: "phones", types: types(["cell", "fax", "home", "pager", "work"]))
    }
    if has(Self.web) {
      return Mapping.Row(source, to: "urls", types: types(["home", "work"]))
    }
    for (path, known) in Self.addressParts where has(known) {
      return Mapping.Row(source, to: path, types: types(["home", "work"]))
    }
    for (path, known) in Self.singles where has(known) {
      return Mapping.Row(
        source, to: path, transform: path == "categories" ? .split(";") : .none)
    }
    return nil
  }

  private func has(_ known: Set<String>) -> Bool { !words.isDisjoint(with: known) }

  private func types(_ wanted: [String]) -> [String] {
    wanted.filter { Self.typeWords[$0].map(has) == true }
  }

  private static let plain: [String: String] = [
    "ä": "a", "à": "a", "á": "a", "â": "a", "ã": "a", "ç": "c", "é": "e", "è": "e", "ê": "e",
    "ë": "e", "í": "i", "î": "i", "ñ": "n", "ö": "o", "ó": "o", "ô": "o", "ü": "u", "ú": "u",
    "ß": "ss",
  ]

  private static let mail: Set<String> = ["email", "mail", "emails", "correo", "courriel"]
  private static let address: Set<String> = ["address", "adresse", "anschrift", "direccion"]
  private static let fax: Set<String> = ["fax", "telefax"]
  private static let phone: Set<String> = [
    "phone", "phones", "telephone", "telephony", "tel", "telefon", "telefono", "telefonnummer",
    "mobile",
    "mobil", "mobiltelefon", "cell", "cellphone", "handy", "handynummer", "portable", "movil",
    "pager", "rufnummer", "festnetz",
  ]
  private static let web: Set<String> = [
    "url", "website", "web", "homepage", "webpage", "webseite", "internet", "site",
  ]

  private static let typeWords: [String: Set<String>] = [
    "home": ["home", "private", "privat", "personal", "domicile", "casa", "prive"],
    "work": [
      "work", "business", "office", "geschaftlich", "dienstlich", "buro", "firma", "bureau",
      "trabajo", "professionnel", "company",
    ],
    "cell": [
      "mobile", "mobil", "mobiltelefon", "cell", "cellphone", "handy", "handynummer", "portable",
      "movil",
    ],
    "fax": fax, "pager": ["pager"],
  ]

  private static let addressParts: [(String, Set<String>)] = [
    ("addresses.pobox", ["postfach", "pobox"]),
    (
      "addresses.postcode",
      ["zip", "zipcode", "postal", "postcode", "postalcode", "plz", "postleitzahl", "cp"]
    ),
    (
      "addresses.locality",
      ["city", "town", "locality", "ort", "stadt", "ville", "ciudad", "wohnort"]
    ),
    ("addresses.region", ["state", "region", "province", "county", "bundesland", "provincia"]),
    ("addresses.country", ["country", "land", "pays", "pais"]),
    ("addresses.street", ["street", "strasse", "road", "rue", "calle", "hausnummer"]),
    ("addresses.formatted", address),
  ]

  private static let singles: [(String, Set<String>)] = [
    (
      "birthday",
      [
        "birthday", "birthdate", "birth", "born", "dob", "bday", "geburtstag", "geburtsdatum",
        "geb", "geboren", "naissance", "nacimiento",
      ]
    ),
    ("anniversary", ["anniversary", "jahrestag", "hochzeitstag", "wedding"]),
    (
      "categories",
      [
        "categories", "category", "tags", "tag", "labels", "groups", "group", "keywords",
        "kategorie", "kategorien", "schlagworte", "gruppe", "gruppen",
      ]
    ),
    ("photo", ["photo", "picture", "image", "foto", "bild", "avatar"]),
    (
      "organization.units",
      ["department", "dept", "abteilung", "division", "departamento", "service"]
    ),
    (
      "notes",
      [
        "notes", "note", "notiz", "notizen", "comment", "comments", "bemerkung", "bemerkungen",
        "remarks", "kommentar",
      ]
    ),
    ("nicknames", ["nickname", "nick", "spitzname"]),
    ("impp", ["skype", "jabber", "xmpp", "icq", "messenger"]),
    ("name.full", ["displayname", "fullname", "anzeigename"]),
  ]

  private static let wholes: [String: String] = {
    var table: [String: String] = [:]
    for (path, names) in [
      (
        "name.given",
        ["firstname", "givenname", "given", "first", "vorname", "prenom", "nombre", "forename"]
      ),
      (
        "name.family",
        [
          "lastname", "surname", "familyname", "family", "last", "nachname", "familienname", "nom",
          "apellido", "apellidos",
        ]
      ),
      (
        "name.full",
        [
          "name", "fullname", "displayname", "contactname", "contact", "person", "kontakt",
          "nomcomplet", "nombrecompleto", "realname", "formattedname",
        ]
      ),
      (
        "name.additional",
        ["middlename", "middle", "additionalname", "zweitervorname", "middleinitial"]
      ),
      ("name.prefix", ["prefix", "salutation", "anrede", "titel", "nameprefix", "honorific"]),
      ("name.suffix", ["suffix", "namesuffix"]),
      (
        "organization.name",
        [
          "company", "companyname", "organization", "organisation", "firma", "firmenname",
          "unternehmen", "societe", "entreprise", "empresa", "employer", "account", "accountname",
          "business",
        ]
      ),
      ("title", ["title", "jobtitle", "position", "funktion", "function", "fonction", "cargo"]),
      ("role", ["role", "rolle", "beruf", "profession", "occupation"]),
      ("uid", ["uid", "guid", "uuid"]),
      ("rev", ["modified", "updated", "lastmodified", "lastupdated", "geandert"]),
      ("gender", ["gender", "sex", "geschlecht"]), ("notes", ["info", "description"]),
    ] { for name in names { table[name] = path } }
    return table
  }()
}
