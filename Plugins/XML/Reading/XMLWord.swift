import Cardmill

/// The names of elements and attributes that a dialect gives a meaning, beside the names of the
/// neutral vocabulary.
///
/// Names are compared without case: people write phone books by hand.
enum XMLWord: UInt16, CaseIterable {
  case unknown = 0
  // xCard (RFC 6351), and its extension of ours.
  case vcards, vcard, group, name, parameters, surname, given, additional, prefix, suffix
  case pobox, ext, street, locality, region, code, country, sex, identity, sourceid
  case identifier, value, line, component, index
  // vcard-temp (XEP-0054).
  case family, middle, type, binval, extval, extadd, extadr, pcode, ctry, number, userid, jabberid
  case lat, lon, orgname, orgunit, keyword, phonetic, cred, desc, label
  case `public`, `private`, confidential
  // Windows Contacts.
  case contact, creationDate, contactIDCollection, contactID, notes, progID, nameCollection
  case formattedName, givenName, middleName, familyName, generation
  case emailAddressCollection, emailAddress, address, labelCollection, phoneNumberCollection
  case phoneNumber, alternate, physicalAddressCollection, physicalAddress, addressLabel
  case extendedAddress, postalCode, positionCollection, position, company, department, office
  case jobTitle, organization, profession, dateCollection, date, urlCollection
  case imAddressCollection, imAddress, `protocol`, personCollection, person, personID
  case photoCollection, contentType, certificateCollection, certificate, thumbPrint
  case hobbyCollection, extended, `nil`, elementID, version
  // GData.
  case feed, entry, id, updated, content, category, scheme, term, fullName, yomi, additionalName
  case namePrefix, nameSuffix, fileAs, displayName, primary, rel, uri, structuredPostalAddress
  case postalAddress, agent, housename, neighborhood, city, subregion, postcode, formattedAddress
  case im, orgTitle, orgDepartment, orgJobDescription, orgSymbol, `where`, birthday, when
  case event, startTime, relation, website, href, groupMembershipInfo, deleted, userDefinedField
  case occupation, maidenName, initials, shortName, systemGroup, link
  // FRITZ!Box.
  case phonebooks, phonebook, owner, realName, imageURL, telephony, quickdial, vanity, prio
  case services, service, classifier, setup, ringTone, ringVolume, features, doorphone, modTime
  case uniqueID, nid
  // Yealink.
  case directoryEntry, telephone, menu, unit, phone1, phone2, phone3, defaultPhoto, rootContact
  case rootGroup, officeNumber, mobileNumber, otherNumber, ring, groupIDName, autoDivert
  case contactData, groupInfo, sDisplayName, sOfficeNumber, sMobilNumber, sMobileNumber
  case sOtherNumber, sLine, sRing, displayNameUnderscore
  // Grandstream.
  case addressBook, pbgroup, ringtones, firstName, lastName, phone, accountIndex, groups, groupID
  case frequent, mail, photoURL, job, icon
  // Snom, Cisco.
  case tbook, phoneBookHyphen, item, firstNameUnderscore, lastNameUnderscore, numberType, fav, vip
  case blocked, numbers, no, outgoingID, sourceID, mobile, prompt, context

  static let spellings: [StaticString] = [
    "", "vcards", "vcard", "group", "name", "parameters", "surname", "given", "additional",
    "prefix",
    "suffix", "pobox", "ext", "street", "locality", "region", "code", "country", "sex", "identity",
    "sourceid", "identifier", "value", "line", "component", "index",
    "family", "middle", "type", "binval", "extval", "extadd", "extadr", "pcode", "ctry", "number",
    "userid", "jabberid", "lat", "lon", "orgname", "orgunit", "keyword", "phonetic", "cred", "desc",
    "label", "public", "private", "confidential",
    "contact", "CreationDate", "ContactIDCollection", "ContactID", "Notes", "ProgID",
    "NameCollection", "FormattedName", "GivenName", "MiddleName", "FamilyName", "Generation",
    "EmailAddressCollection", "EmailAddress", "Address", "LabelCollection",
    "PhoneNumberCollection", "PhoneNumber", "Alternate", "PhysicalAddressCollection",
    "PhysicalAddress", "AddressLabel", "ExtendedAddress", "PostalCode", "PositionCollection",
    "Position", "Company", "Department", "Office", "JobTitle", "Organization", "Profession",
    "DateCollection", "Date", "UrlCollection", "IMAddressCollection", "IMAddress", "Protocol",
    "PersonCollection", "Person", "PersonID", "PhotoCollection", "ContentType",
    "CertificateCollection", "Certificate", "ThumbPrint", "HobbyCollection", "Extended", "nil",
    "ElementID", "Version",
    "feed", "entry", "id", "updated", "content", "category", "scheme", "term", "fullName", "yomi",
    "additionalName", "namePrefix", "nameSuffix", "fileAs", "displayName", "primary", "rel", "uri",
    "structuredPostalAddress", "postalAddress", "agent", "housename", "neighborhood", "city",
    "subregion", "postcode", "formattedAddress", "im", "orgTitle", "orgDepartment",
    "orgJobDescription", "orgSymbol", "where", "birthday", "when", "event", "startTime", "relation",
    "website", "href", "groupMembershipInfo", "deleted", "userDefinedField", "occupation",
    "maidenName", "initials", "shortName", "systemGroup", "link",
    "phonebooks", "phonebook", "owner", "realName", "imageURL", "telephony", "quickdial", "vanity",
    "prio", "services", "service", "classifier", "setup", "ringTone", "ringVolume", "features",
    "doorphone", "mod_time", "uniqueid", "nid",
    "DirectoryEntry", "Telephone", "Menu", "Unit", "Phone1", "Phone2", "Phone3", "default_photo",
    "root_contact", "root_group", "office_number", "mobile_number", "other_number", "ring",
    "group_id_name", "auto_divert", "contactData", "groupinfo", "sDisplayName", "sOfficeNumber",
    "sMobilNumber", "sMobileNumber", "sOtherNumber", "sLine", "sRing", "display_name",
    "AddressBook", "pbgroup", "ringtones", "FirstName", "LastName", "Phone", "accountindex",
    "Groups", "groupid", "Frequent", "Mail", "PhotoUrl", "Job", "Icon",
    "tbook", "phone-book", "item", "first_name", "last_name", "number_type", "fav", "vip",
    "blocked", "numbers", "no", "outgoing_id", "source_id", "Mobile", "Prompt", "context",
  ]

  private static let table = NameTable(spellings)

  init(_ name: ByteView) { self = XMLWord(rawValue: Self.table.number(of: name)) ?? .unknown }
}

/// The namespaces that a dialect gives a meaning.
enum XMLSpace: UInt8 {
  case none, other
  case xCard, own, vcardTemp, windowsContact, atom, gd, gContact, schemaInstance

  static let xCardURI: StaticString = "urn:ietf:params:xml:ns:vcard-4.0"
  /// Of what xCard has no element for: RFC 9554's components, names that no element can have.
  static let ownURI: StaticString = "urn:x-cardmill:xcard"
  static let windowsContactURI: StaticString = "http://schemas.microsoft.com/Contact"

  init(_ uri: ByteView) {
    if uri.isEmpty {
      self = .none
    } else if uri.equals(Self.xCardURI) {
      self = .xCard
    } else if uri.equals(Self.ownURI) {
      self = .own
    } else if uri.equals("vcard-temp") {
      self = .vcardTemp
    } else if uri.equals(Self.windowsContactURI) {
      self = .windowsContact
    } else if uri.equals("http://www.w3.org/2005/Atom") {
      self = .atom
    } else if uri.equals("http://schemas.google.com/g/2005") {
      self = .gd
    } else if uri.equals("http://schemas.google.com/contact/2008") {
      self = .gContact
    } else if uri.equals("http://www.w3.org/2001/XMLSchema-instance") {
      self = .schemaInstance
    } else {
      self = .other
    }
  }
}
