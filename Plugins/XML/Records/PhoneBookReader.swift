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
    "telefonbuch", "phonebook", "phone book", "telephone book", "annuaire", "rubrica", "telefoonboek", "agenda", "książka telefoniczna",
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
    addText(.tel, number, valueType: view(number).startsIgnoringCase("SIP:") ? .uri : .unstated, from: first)
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
    if let classifier = tape.attribute(.classifier, of: node), !view(classifier).equalsIgnoringCase("OTHER") {
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
    guard let seconds = view(text).decimal, seconds > 0, seconds < 253_402_300_800 else { return addForeign("mod_time", text) }
    addText(.rev, builder.store(UnixTime.timestamp(seconds)))
  }
}

/// The phone books of telephones.
extension TapeReader {
  // MARK: Entries of a name and numbers

  /// `DirectoryEntry`: a name and its numbers, which Snom's bases tell apart by their elements.
  mutating func readDirectoryEntry(_ node: Int) {
    for child in tape.children(node) {
      switch tape.word(child) {
      case .name: addText(.fn, trimmed(content(child)))
      case .telephone: readPhone(child, .unknown)
      case .office: readPhone(child, .work)
      case .mobile: readPhone(child, .cell)
      default: addUnknown(child)
      }
    }
    readMenuName()
  }

  private mutating func readMenuName() {
    if let container, !container.isEmpty { addParts(.categories, [builder.store(container)]) }
  }

  private mutating func readPhone(_ node: Int, _ type: TypeWord) {
    guard let number = token(node) else { return }
    let first = nextParameter
    if type != .unknown { addType(type) }
    if let label = tape.attribute(.label, of: node), !isBlank(label) { addKind(label) }
    addNumber(number, from: first)
  }

  private mutating func addNumber(_ number: Slice, from first: Int) {
    addText(.tel, number, valueType: view(number).startsIgnoringCase("SIP:") ? .uri : .unstated, from: first)
  }

  /// What telephones call kinds of numbers.
  private mutating func addKind(_ text: Slice) {
    let word = view(text)
    if word.equalsIgnoringCase("BUSINESS") || word.equalsIgnoringCase("OFFICE") || word.equalsIgnoringCase("OFFICE NUMBER") {
      addType(.work)
    } else if word.equalsIgnoringCase("MOBILE NUMBER") {
      addType(.cell)
    } else if case let type = TypeWord(word), type != .unknown || word.equalsIgnoringCase("MOBILE") {
      addType(text, word: type)
    } else {
      addLabel(text, of: .tel)
    }
  }

  // MARK: Yealink

  mutating func readYealink(_ node: Int) {
    switch tape.word(node) {
    case .directoryEntry: readDirectoryEntry(node)
    case .unit: readUnit(node)
    default: readLocalContact(node)
    }
  }

  private mutating func readUnit(_ node: Int) {
    for place in tape.attributes(node) {
      let text = tape.text(place)
      switch tape.word(place) {
      case .name: addText(.fn, trimmed(text))
      case .phone1, .phone2, .phone3: addNumber(trimmed(text), from: nextParameter)
      default: addForeign(tape.local(place), text)
      }
    }
    readMenuName()
  }

  /// A contact of the telephone's own directory: everything is an attribute.
  private mutating func readLocalContact(_ node: Int) {
    for place in tape.attributes(node) {
      let text = trimmed(tape.text(place))
      guard !isBlank(text) else { continue }
      let first = nextParameter
      switch tape.word(place) {
      case .displayNameUnderscore, .sDisplayName, .displayName: addText(.fn, text)
      case .officeNumber, .sOfficeNumber:
        addType(.work)
        addNumber(text, from: first)
      case .mobileNumber, .sMobilNumber, .sMobileNumber:
        addType(.cell)
        addNumber(text, from: first)
      case .otherNumber, .sOtherNumber: addNumber(text, from: first)
      case .groupIDName, .group:
        if !view(text).equalsIgnoringCase("ALL CONTACTS") { addParts(.categories, [text]) }
      // Line 0 or -1 and the automatic tone say nothing.
      case .line where view(text).equals("0") || view(text).equals("-1"): continue
      case .sLine where view(text).equals("0") || view(text).equals("-1"): continue
      case .ring where view(text).equalsIgnoringCase("AUTO"): continue
      case .sRing where view(text).equalsIgnoringCase("AUTO"): continue
      default: addForeign(tape.local(place), text)
      }
    }
    for child in tape.children(node) { addUnknown(child) }
  }

  // MARK: Grandstream

  mutating func readGrandstream(_ node: Int) {
    let first = builder.parts.count
    builder.parts.append(value(.lastName, of: node) ?? .none)
    builder.parts.append(value(.firstName, of: node) ?? .none)
    for _ in 0..<3 { builder.parts.append(.none) }
    addParts(.n, from: first)
    var company: Slice?
    var department: Slice?
    for child in tape.children(node) {
      switch tape.word(child) {
      case .firstName, .lastName: continue
      case .phone: readGrandstreamPhone(child)
      case .mail:
        guard let address = token(child) else { continue }
        let first = nextParameter
        if let type = tape.attribute(.type, of: child) { addType(type, word: TypeWord(view(type))) }
        addText(.email, address, from: first)
      case .group, .groups: readGrandstreamGroups(child)
      case .company: company = token(child)
      case .department: department = token(child)
      case .job: addText(.title, trimmed(content(child)))
      case .photoURL: if let link = token(child) { addMedia(.photo, uri: link) }
      case .frequent, .primary:
        if let text = token(child), !view(text).equals("0") { addForeign(tape.local(child), text) }
      case .id: continue
      default: addUnknown(child)
      }
    }
    if company != nil || department != nil {
      addParts(.org, [company ?? .none, department ?? .none].dropLastEmpty)
    }
  }

  private mutating func readGrandstreamPhone(_ node: Int) {
    for child in tape.children(node) where tape.info(child).word != .accountIndex {
      guard let number = token(child) else { continue }
      let first = nextParameter
      if let type = tape.attribute(.type, of: node), !isBlank(type) { addType(type, word: TypeWord(view(type))) }
      if let account = value(.accountIndex, of: node), !view(account).equals("0") {
        addParameter(.unknown, account, name: builder.store("X-ACCOUNTINDEX"))
      }
      addNumber(number, from: first)
    }
  }

  private mutating func readGrandstreamGroups(_ node: Int) {
    if tape.hasChildren(node) {
      for child in tape.children(node) { readGrandstreamGroups(child) }
      return
    }
    guard let id = token(node) else { return }
    if let name = groups.names[view(id).string] {
      addParts(.categories, [builder.store(name)])
    } else if !view(id).equals("0") {
      report(.unresolvedGroup, "the document does not name the group \(view(id).excerpt); it is kept under its number")
      addParts(.categories, [id])
    }
  }

  // MARK: Snom

  mutating func readSnom(_ node: Int) {
    if tape.word(node) == .directoryEntry { return readDirectoryEntry(node) }
    let given = value(.firstNameUnderscore, of: node)
    let family = value(.lastNameUnderscore, of: node)
    let name = value(.name, of: node)
    if given != nil || family != nil {
      // The name is the surname unless there is one.
      addParts(.n, [family ?? name ?? .none, given ?? .none, .none, .none, .none])
    } else if let name {
      addText(.fn, name)
    }
    let kind = value(.numberType, of: node)
    for child in tape.children(node) {
      switch tape.word(child) {
      case .name, .firstNameUnderscore, .lastNameUnderscore, .numberType: continue
      case .number: if let number = token(child) { addSnomNumber(number, kind: kind) }
      case .numbers:
        for item in tape.children(child) {
          guard let number = tape.attribute(.no, of: item) ?? token(item), !isBlank(number) else { continue }
          addSnomNumber(trimmed(number), kind: tape.attribute(.type, of: item), identity: tape.attribute(.outgoingID, of: item))
        }
      case .group: if let text = token(child) { addParts(.categories, [text]) }
      case .organization: if let text = token(child) { addParts(.org, [text]) }
      default: readSnomElement(child)
      }
    }
    for place in tape.attributes(node) {
      let text = tape.text(place)
      switch tape.word(place) {
      case .context, .index: continue
      case .type where view(text).equalsIgnoringCase("NONE"): continue
      case .fav where view(text).isNo, .vip where view(text).isNo, .blocked where view(text).isNo: continue
      default: addForeign(tape.local(place), text)
      }
    }
  }

  private mutating func readSnomElement(_ node: Int) {
    switch tape.info(node).property {
    case .title: addText(.title, trimmed(content(node)))
    case .email: addText(.email, trimmed(content(node)))
    case .note: addText(.note, content(node))
    case .photo: addData(.photo, content(node))
    default: addUnknown(node)
    }
  }

  private mutating func addSnomNumber(_ number: Slice, kind: Slice?, identity: Slice? = nil) {
    let first = nextParameter
    if let kind, !isBlank(kind) { addKind(trimmed(kind)) }
    if let identity, !isBlank(identity), !view(identity).equals("0") {
      addParameter(.unknown, identity, name: builder.store("X-OUTGOING-ID"))
    }
    addNumber(number, from: first)
  }
}

extension ByteView {
  /// Whether a switch is off.
  var isNo: Bool { equals("0") || equalsIgnoringCase("FALSE") || isEmpty }
}

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
      let year = text.upTo(4).decimal, let month = text[4..<6].decimal, let day = text[6..<8].decimal,
      let hour = text[9..<11].decimal, let minute = text[11..<13].decimal, let second = text[13..<15].decimal,
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
