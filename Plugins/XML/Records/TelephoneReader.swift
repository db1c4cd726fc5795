import Cardmill

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
    addText(
      .tel, number, valueType: view(number).startsIgnoringCase("SIP:") ? .uri : .unstated,
      from: first)
  }

  /// What telephones call kinds of numbers.
  private mutating func addKind(_ text: Slice) {
    let word = view(text)
    if word.equalsIgnoringCase("BUSINESS") || word.equalsIgnoringCase("OFFICE")
      || word.equalsIgnoringCase("OFFICE NUMBER")
    {
      addType(.work)
    } else if word.equalsIgnoringCase("MOBILE NUMBER") {
      addType(.cell)
    } else if case let type = TypeWord(word), type != .unknown || word.equalsIgnoringCase("MOBILE")
    {
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
      if let type = tape.attribute(.type, of: node), !isBlank(type) {
        addType(type, word: TypeWord(view(type)))
      }
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
      report(
        .unresolvedGroup,
        "the document does not name the group \(view(id).excerpt); it is kept under its number")
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
          guard let number = tape.attribute(.no, of: item) ?? token(item), !isBlank(number) else {
            continue
          }
          addSnomNumber(
            trimmed(number), kind: tape.attribute(.type, of: item),
            identity: tape.attribute(.outgoingID, of: item))
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
      case .fav where view(text).isNo, .vip where view(text).isNo, .blocked where view(text).isNo:
        continue
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
