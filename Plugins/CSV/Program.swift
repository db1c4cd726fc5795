import Cardmill

/// The programs whose tables are known, and the forms of their tables.
enum Program: String, CaseIterable, Sendable {
  case google
  case googleOld = "google-old"
  case outlook
  case outlookCom = "outlook.com"
  case thunderbird
  case yahoo
  case linkedIn = "linkedin"
  case kaddressbook
  case evolution
  case abook
  case mailchimp
  case hubspot
  case salesforce
  case salesforceAPI = "salesforce-api"
  case zoho
  case windows
  /// No program in particular: headings that mean the same everywhere.
  case generic

  /// The id of the format.
  var format: FormatID {
    switch self {
    case .googleOld: "csv:google"
    case .salesforceAPI: "csv:salesforce"
    default: FormatID("csv:" + rawValue)
    }
  }

  /// The program of a format; nil for Cardmill's own and any other.
  init?(_ format: FormatID) {
    guard format.family == "csv", let dialect = format.dialect else { return nil }
    self.init(rawValue: dialect)
  }

  /// The name for a person.
  var name: String {
    switch self {
    case .google, .googleOld: "Google Contacts CSV"
    case .outlook: "Outlook CSV"
    case .outlookCom: "Outlook.com CSV"
    case .thunderbird: "Thunderbird CSV"
    case .yahoo: "Yahoo CSV"
    case .linkedIn: "LinkedIn connections"
    case .kaddressbook: "KAddressBook CSV"
    case .evolution: "Evolution CSV"
    case .abook: "abook CSV"
    case .mailchimp: "Mailchimp CSV"
    case .hubspot: "HubSpot CSV"
    case .salesforce, .salesforceAPI: "Salesforce CSV"
    case .zoho: "Zoho CRM CSV"
    case .windows: "Windows Contacts CSV"
    case .generic: "any other CSV"
    }
  }

  /// Whether Cardmill writes its tables.
  var isWritten: Bool {
    switch self {
    case .google, .outlook, .outlookCom, .thunderbird: true
    default: false
    }
  }

  /// How line breaks stand in its cells: as the characters `\n`.
  var escapesLineBreaks: Bool { self == .kaddressbook || self == .evolution }

  /// Programs that can be told by their headings, with the headings that tell them: each inner list
  /// is one way, and all of its headings have to be there.
  ///
  /// The headings are folded.
  static let signs: [(program: Program, signs: [[String]])] = [
    (.google, [["labels", "organization name"]]),
    (.googleOld, [["group membership", "given name"], ["yomi name", "given name"]]),
    (
      .outlookCom,
      [["given yomi", "surname yomi", "imaddress"], ["imaddress", "schools"]]
    ),
    (
      .yahoo,
      [["messenger id"], ["yahoo! id"], ["alternate email 1"]]
    ),
    (.linkedIn, [["connected on", "first name"], ["connected on", "url"]]),
    (.kaddressbook, [["honorific prefixes", "email (preferred)"]]),
    (.evolution, [["name title", "wants html"]]),
    (
      .mailchimp, [["member rating", "leid"], ["leid", "euid"], ["member rating", "optin time"]]
    ),
    (.hubspot, [["record id", "contact owner"], ["record id", "lifecycle stage"]]),
    (.salesforceAPI, [["mailingstreet", "lastname", "accountid"]]),
    (.salesforce, [["mailing street", "account name", "salutation"]]),
    (
      .thunderbird,
      [["primary email", "screen name"], ["primary email", "home zipcode"]]
    ),
    (
      .outlook,
      [
        ["email type", "business street"], ["home address", "home street", "private"],
        ["first name", "tty/tdd phone", "radio phone"],
      ]
    ),
  ]
}
