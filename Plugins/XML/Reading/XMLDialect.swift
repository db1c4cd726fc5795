import Cardmill

/// A kind of XML document that holds contacts.
enum XMLDialect: String, CaseIterable {
  case xCard = "xcard"
  case windowsContact = "windows-contact"
  case xmpp, gdata, fritzbox, yealink, grandstream, snom, cisco

  /// The format's id, such as `xml:xcard`.
  var id: FormatID { FormatID("xml:\(rawValue)") }

  init?(_ id: FormatID) {
    guard id.family == "xml", let dialect = id.dialect else { return nil }
    self.init(rawValue: dialect)
  }

  /// The dialect of a document with such a root element; nil when no dialect has it.
  init?(root name: String, space: XMLSpace) {
    let lower = name.lowercased()
    switch space {
    case .xCard:
      guard lower == "vcards" || lower == "vcard" else { return nil }
      self = .xCard
    case .vcardTemp:
      guard lower == "vcard" || lower == "vcards" else { return nil }
      self = .xmpp
    case .windowsContact:
      // The plural is what is left of a file whose only contact was removed.
      guard lower == "contact" || lower == "contacts" else { return nil }
      self = .windowsContact
    case .atom:
      guard lower == "feed" || lower == "entry" else { return nil }
      self = .gdata
    case .none, .other:
      guard let found = Self.withoutSpace(name, lower) else { return nil }
      self = found
    case .own, .gd, .gContact, .schemaInstance: return nil
    }
  }

  /// Dialects whose documents have no namespace; what people write by hand may have lost the one it
  /// should have.
  private static func withoutSpace(_ name: String, _ lower: String) -> XMLDialect? {
    switch lower {
    case "vcards": name == "vCards" ? .xmpp : .xCard
    case "vcard": name == "vCard" ? .xmpp : .xCard
    case "phonebooks": .fritzbox
    case "addressbook": .grandstream
    case "tbook", "phone-book", "snomipphonedirectory", "ipphonedirectory": .snom
    case "ciscoipphonedirectory": .cisco
    case "root_group", "root_contact", "contactdata": .yealink
    case _ where lower.hasSuffix("ipphonedirectory") || lower.hasSuffix("ipphonebook"): .yealink
    default: nil
    }
  }

  /// What an element outside of records is.
  enum Part {
    case record
    /// Tells of the records behind it, such as the name of a group.
    case context
    /// Holds records; the attribute's value says which.
    case container(XMLWord)
    case other
  }

  /// What an element is, by its name and the name of the element around it.
  func part(_ name: NameInfo, in parent: NameInfo) -> Part {
    switch (self, name.word) {
    case (.xCard, .vcard): return name.space == .xCard || name.space == .none ? .record : .other
    case (.xmpp, .vcard): return name.space == .vcardTemp || name.space == .none ? .record : .other
    case (.windowsContact, .contact): return .record
    case (.gdata, .entry): return .record
    case (.fritzbox, .contact): return .record
    case (.fritzbox, .phonebook): return .container(.name)
    case (.yealink, .directoryEntry), (.yealink, .unit): return .record
    case (.yealink, .contact): return .record
    case (.yealink, .menu): return .container(.name)
    case (.grandstream, .contact): return .record
    case (.grandstream, .pbgroup): return .context
    case (.snom, .item), (.snom, .contact), (.snom, .directoryEntry): return .record
    case (.cisco, .directoryEntry): return .record
    default: return .other
    }
  }
}
