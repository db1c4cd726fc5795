import Cardmill

/// What a dialect is called and can hold.
extension XMLDialect {
  /// The name for a person.
  var title: String {
    switch self {
    case .xCard: "xCard: vCard 4.0 in XML (RFC 6351)"
    case .windowsContact: "Windows contact file"
    case .xmpp: "XMPP vcard-temp (XEP-0054)"
    case .gdata: "Google contacts feed (GData)"
    case .fritzbox: "FRITZ!Box phone book"
    case .yealink: "Yealink phone book"
    case .grandstream: "Grandstream phone book"
    case .snom: "Snom phone book"
    case .cisco: "Cisco phone book"
    }
  }

  var fileExtensions: [String] {
    switch self {
    case .xCard: ["xml", "xcard"]
    case .windowsContact: ["contact"]
    default: ["xml"]
    }
  }

  var mediaTypes: [String] {
    switch self {
    case .xCard: ["application/vcard+xml"]
    case .windowsContact: ["text/x-ms-contact"]
    case .gdata: ["application/atom+xml"]
    default: ["text/xml"]
    }
  }

  var isWritten: Bool { self != .gdata }

  /// Whether it is a telephone's phone book: names and numbers.
  var isPhoneBook: Bool {
    switch self {
    case .fritzbox, .yealink, .grandstream, .snom, .cisco: true
    case .xCard, .windowsContact, .xmpp, .gdata: false
    }
  }

  var capabilities: SourceDescription.Capabilities {
    var held = held
    held.holdsOneRecord = self == .windowsContact
    return held
  }

  private var held: SourceDescription.Capabilities {
    switch self {
    case .xCard:
      SourceDescription.Capabilities(holdsEmptyRecords: true)
    case .windowsContact, .xmpp, .gdata:
      SourceDescription.Capabilities(
        holdsGroups: false, holdsDeletionMarks: false, wantsMembership: self == .xmpp)
    case .snom:
      SourceDescription.Capabilities(
        holdsGroups: false, holdsPhotos: false, holdsDeletionMarks: false, wantsMembership: true)
    case .fritzbox, .yealink, .grandstream, .cisco:
      SourceDescription.Capabilities(
        holdsGroups: false, holdsPhotos: false, holdsDeletionMarks: false)
    }
  }
}
