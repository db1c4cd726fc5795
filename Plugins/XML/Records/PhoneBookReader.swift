import Cardmill

/// FRITZ!Box phone books.
extension TapeReader {
  mutating func readFritzContact(_ node: Int) {
    for child in tape.children(node) {
      switch tape.word(child) {
      case .person: readFritzPerson(child)
      case .telephony, .services: readFritzValues(child)
      case .category: readFritzCategory(child)
      case .setup: for item in tape.children(child) { addUnknown(item) }
      case .features:
        for place in tape.attributes(child) where !view(tape.text(place)).equals("0") {
          addForeign(tape.local(place), tape.text(place))
        }
      case .modTime: readModificationTime(child)
      default: addUnknown(child)
      }
    }
    if let container, !Self.plainBooks.contains(container.lowercased()), !container.isEmpty {
      addParts(.categories, [builder.store(container)])
    }
  }

  /// Names that phone books have when nobody gave them one.
  private static let plainBooks: Set<String> = [
    "contacts", "telefonbuch", "phonebook", "phone book", "telephone book", "annuaire", "rubrica",
    "telefoonboek", "agenda",
    "książka telefoniczna",
  ]

  private mutating func readFritzPerson(_ node: Int) {
    for child in tape.children(node) {
      switch tape.word(child) {
      case .realName:
        guard let name = token(child) else { continue }
        addText(.fn, name)
        splitName(name)
      case .imageURL: if let link = token(child) { addMedia(.photo, uri: link) }
      default: addUnknown(child)
      }
    }
  }

  /// `Surname, Given` with exactly one comma is a name in two parts.
  private mutating func splitName(_ name: Slice) {
    let comma = view(name).first(UInt8(ascii: ","))
    guard comma < name.count, view(name).countOf(UInt8(ascii: ",")) == 1 else { return }
    let family = trimmed(name.piece(0..<comma))
    let given = trimmed(name.piece(comma + 1..<name.count))
    guard !family.isEmpty, !given.isEmpty else { return }
    addParts(.n, [family, given, .none, .none, .none])
  }

  /// Numbers and addresses; some writers put one element into the other.
  private mutating func readFritzValues(_ node: Int) {
    for child in tape.children(node) {
      switch tape.word(child) {
      case .number: readFritzNumber(child)
      case .services: readFritzValues(child)
      case .service: readFritzMail(child)
      default:
        if tape.info(child).property == .email { readFritzMail(child) } else { addUnknown(child) }
      }
    }
  }

  private mutating func readFritzNumber(_ node: Int) {
    guard let number = token(node) else { return }
    let first = nextParameter
    for place in tape.attributes(node) {
      let text = tape.text(place)
      switch tape.word(place) {
      case .type: addFritzType(text, of: .tel)
      case .prio: if view(text).equals("1") { addPreference() }
      case .quickdial, .vanity:
        if !isBlank(text) {
          addParameter(.unknown, text, name: builder.store("X-" + tape.local(place).uppercased()))
        }
      default: continue
      }
    }
    addText(
      .tel, number, valueType: view(number).startsIgnoringCase("SIP:") ? .uri : .unstated,
      from: first)
  }

  private mutating func addFritzType(_ text: Slice, of id: PropertyID) {
    let word = view(text)
    if word.startsIgnoringCase("LABEL:") {
      addLabel(text.piece(6..<text.count), of: id)
    } else if word.equalsIgnoringCase("FAX_WORK") {
      addTypes(.fax, .work)
    } else if word.equalsIgnoringCase("FAX_HOME") {
      addTypes(.fax, .home)
    } else if word.equalsIgnoringCase("PRIVATE") {
      addType(.home)
    } else if word.equalsIgnoringCase("BUSINESS") {
      addType(.work)
    } else if !word.isEmpty {
      addType(text, word: TypeWord(word))
    }
  }

  private mutating func readFritzMail(_ node: Int) {
    guard let address = token(node) else { return }
    let first = nextParameter
    if let classifier = tape.attribute(.classifier, of: node),
      !view(classifier).equalsIgnoringCase("OTHER")
    {
      addFritzType(classifier, of: .email)
    }
    addText(.email, address, from: first)
  }

  private mutating func readFritzCategory(_ node: Int) {
    guard let text = token(node), !view(text).equals("0") else { return }
    addForeign("category", text)
  }

  /// Seconds since 1970.
  private mutating func readModificationTime(_ node: Int) {
    guard let text = token(node) else { return }
    guard let seconds = view(text).decimal, seconds > 0, seconds < 253_402_300_800 else {
      return addForeign("mod_time", text)
    }
    addText(.rev, builder.store(UnixTime.timestamp(seconds)))
  }
}
