import Cardmill

/// The services of instant messengers: what programs call them, and the scheme of their addresses
/// (RFC 6350, 6.4.3).
enum Messengers {
  struct Service {
    var name: StaticString
    var scheme: StaticString
    /// The fragment of GData's protocol.
    var gdata: StaticString
  }

  static let services: [Service] = [
    Service(name: "Jabber", scheme: "xmpp", gdata: "JABBER"),
    Service(name: "XMPP", scheme: "xmpp", gdata: "XMPP"),
    Service(name: "GoogleTalk", scheme: "gtalk", gdata: "GOOGLE_TALK"),
    Service(name: "Skype", scheme: "skype", gdata: "SKYPE"),
    Service(name: "ICQ", scheme: "icq", gdata: "ICQ"),
    Service(name: "AIM", scheme: "aim", gdata: "AIM"),
    Service(name: "MSN", scheme: "msnim", gdata: "MSN"),
    Service(name: "Yahoo", scheme: "ymsgr", gdata: "YAHOO"),
    Service(name: "QQ", scheme: "qq", gdata: "QQ"),
    Service(name: "SIP", scheme: "sip", gdata: "SIP"),
    Service(name: "IRC", scheme: "irc", gdata: "IRC"),
    Service(name: "GaduGadu", scheme: "gg", gdata: "GADUGADU"),
    Service(name: "NetMeeting", scheme: "netmeeting", gdata: "NETMEETING"),
  ]

  /// The service of a name as any program writes it: compared by letters and digits only.
  static func service(_ name: String) -> Service? {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return services.first { service in
      "\(service.name)".lowercased() == plain
        || "\(service.gdata)".lowercased().filter { $0 != "_" } == plain
    }
  }

  /// The service whose addresses have a scheme.
  static func service(scheme: String) -> Service? {
    services.first { "\($0.scheme)" == scheme.lowercased() }
  }
}

extension TapeReader {
  /// Adds an address of a messenger: a bare one gets the scheme of its service.
  mutating func addMessenger(_ address: Slice, service name: Slice?, from first: Int) {
    let service = name.flatMap { Messengers.service(view($0).string) }
    let address = trimmed(address)
    guard !address.isEmpty else {
      return builder.parameters.removeLast(builder.parameters.count - first)
    }
    if let service {
      let scheme = "\(service.scheme)"
      let has = view(address).string.lowercased().hasPrefix(scheme + ":")
      let value = has ? address : builder.store(scheme + ":" + view(address).string)
      return add(.impp, value, form: .text, from: first)
    }
    if let name, !isBlank(name) { addParameter(.serviceType, trimmed(name)) }
    let isURI = view(address).looksLikeURI
    add(.impp, address, form: .text, valueType: isURI ? .unstated : .text, from: first)
  }
}
