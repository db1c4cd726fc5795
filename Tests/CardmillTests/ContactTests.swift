import Cardmill
import CardmillTestSupport
import Testing

/// Contacts as values: views, comparisons, copies.
@Suite struct ContactTests {
  private static func ana() -> Contact {
    Contact(properties: [
      Property("FN", .text("Ana Ruiz")),
      Property("N", .structured([["Ruiz"], ["Ana"], [], ["Dr."], []])),
      Property(
        "TEL", .text("+1 202-555-0101"),
        parameters: [Property.Parameter("TYPE", "cell"), Property.Parameter("X-OWN", "kept")]),
      Property("EMAIL", .text("ana@example.com"), parameters: [Property.Parameter("PREF", "1")]),
      Property("TEL", .text("+1 202-555-0102")),
      Property(
        "ADR", .structured([[], [], ["1 Oak St", "Rear"], ["Reno"], ["NV"], ["89501"], ["US"]]),
        parameters: [Property.Parameter("CC", "US"), Property.Parameter("TYPE", "home")]),
      Property("ORG", .structured([["Cole & Co"], ["Sales"]])),
      Property("CATEGORIES", .list(["Friends", "Work"])),
      Property("X-FOO", .unparsed("a\\,b")),
    ])
  }

  /// The contact with one thing changed.
  private static func ana(_ change: (inout Contact) -> Void) -> Contact {
    var contact = ana()
    change(&contact)
    return contact
  }

  private static func names(_ contact: Contact) -> [String] { contact.properties.map(\.name) }

  @Test func `views read`() {
    let ana = Self.ana()
    #expect(ana.name.full == "Ana Ruiz" && !ana.name.fullIsDerived)
    #expect(ana.name.given == "Ana" && ana.name.family == "Ruiz" && ana.name.prefix == "Dr.")
    #expect(ana.phones.map(\.value) == ["+1 202-555-0101", "+1 202-555-0102"])
    #expect(ana.phones[0].types == ["cell"] && ana.phones[1].types.isEmpty)
    #expect(ana.emails[0].isPreferred)
    #expect(ana.addresses[0].street == "1 Oak St\nRear" && ana.addresses[0].country == "US")
    #expect(ana.organization == Organization(name: "Cole & Co", units: ["Sales"]))
    #expect(ana.categories == ["Friends", "Work"])
    #expect(ana.uid == nil && ana.birthday == nil && ana.notes.isEmpty && ana.kind == nil)
  }

  @Test func `setting a view changes only its own properties`() {
    let before = Self.ana()
    let after = Self.ana { $0.phones[1].value = "+1 202-555-0199" }
    #expect(Self.names(after) == Self.names(before))
    #expect(after.properties[2] == before.properties[2])
    #expect(after.properties[4].value == .text("+1 202-555-0199"))
    #expect(zip(after.properties, before.properties).count { $0 != $1 } == 1)
  }

  @Test func `views grow, shrink and keep the order`() {
    let more = Self.ana { $0.phones.append(LabeledValue("3", types: ["work"], label: "Boat")) }
    #expect(
      Self.names(more) == [
        "FN", "N", "TEL", "EMAIL", "TEL", "TEL", "ADR", "ORG", "CATEGORIES", "X-FOO",
      ])
    #expect(more.phones[2] == LabeledValue("3", types: ["work"], label: "Boat"))
    let fewer = Self.ana { $0.phones.removeFirst() }
    #expect(Self.names(fewer) == ["FN", "N", "TEL", "EMAIL", "ADR", "ORG", "CATEGORIES", "X-FOO"])
    #expect(fewer.phones.map(\.value) == ["+1 202-555-0102"])
    let moved = Self.ana { $0.phones.reverse() }
    #expect(moved.properties[4].values(of: "X-OWN") == ["kept"])
    let none = Self.ana {
      $0.phones = []
      $0.emails = []
      $0.organization = nil
      $0.categories = []
      $0.addresses = []
    }
    #expect(Self.names(none) == ["FN", "N", "X-FOO"])
  }

  @Test func `an address that stays keeps what the view does not show`() {
    let after = Self.ana {
      $0.addresses.append(PostalAddress(street: "2 Oak St", locality: "Reno"))
    }
    #expect(after.addresses.count == 2)
    #expect(after.properties.first { $0.name == "ADR" }?.values(of: "CC") == ["US"])
    #expect(after.addresses[1].street == "2 Oak St")
  }

  @Test func `single values are set, changed and taken away`() {
    let after = Self.ana {
      $0.uid = "urn:uuid:1"
      $0.title = "Owner"
      $0.birthday = ContactDate(month: 4, day: 12)
      $0.notes = ["one", "two\nlines"]
      $0.nicknames = ["Annie"]
      $0.name.given = "Anna"
      $0.name.phoneticGiven = "AH-na"
    }
    #expect(after.uid == "urn:uuid:1" && after.title == "Owner")
    #expect(after.birthday == ContactDate(month: 4, day: 12))
    #expect(after.notes == ["one", "two\nlines"] && after.nicknames == ["Annie"])
    #expect(after.name.given == "Anna" && after.name.prefix == "Dr.")
    #expect(after.name.phoneticGiven == "AH-na")
    #expect(after.name.full == "Ana Ruiz")
    var back = after
    back.title = nil
    back.birthday = nil
    #expect(back.title == nil && back.birthday == nil)
    #expect(back.properties.count == after.properties.count - 2)
  }

  @Test func `telephones with an extension are URIs`() {
    let after = Self.ana { $0.phones = [LabeledValue("+1-202-555-0101", phoneExtension: "12")] }
    #expect(after.phones[0].value == "+1-202-555-0101" && after.phones[0].phoneExtension == "12")
    #expect(after.properties[2].value == .text("tel:+1-202-555-0101;ext=12"))
  }

  @Test(arguments: Sample.all) func `setting what was read changes nothing`(_ sample: Sample) throws
  {
    for contact in try sample.source.read(sample.bytes, ReadingPlan(sample.format)).contacts {
      var copy = contact
      copy.uid = copy.uid
      copy.kind = copy.kind
      copy.name = copy.name
      copy.nicknames = copy.nicknames
      copy.categories = copy.categories
      copy.emails = copy.emails
      copy.phones = copy.phones
      copy.urls = copy.urls
      copy.impp = copy.impp
      copy.related = copy.related
      copy.addresses = copy.addresses
      copy.organization = copy.organization
      copy.title = copy.title
      copy.role = copy.role
      copy.notes = copy.notes
      copy.birthday = copy.birthday
      copy.anniversary = copy.anniversary
      let isEqual = copy == contact
      #expect(isEqual)
      #expect(copy.properties == contact.properties)
    }
  }

  @Test func `names of groups do not become categories of one's own`() {
    var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
    builder.groups = GroupTable(groups: ["1": ["Choir"]], names: [:])
    builder.append(
      Contact(properties: [Property("UID", .text("1")), Property("CATEGORIES", .list(["Own"]))]),
      number: 0)
    var contact = ContactBatch.make(builder)[0]
    #expect(contact.categories == ["Own", "Choir"])
    contact.categories.append("New")
    #expect(contact.properties.last?.value == .list(["Own", "New"]))
    #expect(contact.categories == ["Own", "New", "Choir"])
  }

  @Test func `a missing name is made of other fields`() {
    func name(_ properties: Property...) -> String { Contact(properties: properties).name.full }
    let n = Property("N", .structured([["Ruiz"], ["Ana"], ["Maria", "B."], ["Dr."], ["PhD"]]))
    let nickname = Property("NICKNAME", .list(["Annie", "A"]))
    let org = Property("ORG", .structured([["Cole & Co"], ["Sales"]]))
    let email = Property("EMAIL", .text("ana@example.com"))
    let tel = Property("TEL", .text("tel:+1-202-555-0101;ext=1"))
    #expect(name(tel, email, org, nickname, n) == "Dr. Ana Maria B. Ruiz PhD")
    #expect(name(tel, email, org, nickname) == "Annie")
    #expect(name(tel, email, org) == "Cole & Co")
    #expect(name(tel, email) == "ana@example.com")
    #expect(name(tel) == "+1-202-555-0101")
    #expect(name() == "")
    #expect(Contact(properties: [n]).name.fullIsDerived)
  }

  // MARK: Comparing

  @Test func `equality is of properties in their order`() {
    #expect(Self.ana() == Self.ana())
    #expect(Self.ana() != Self.ana { $0.properties.reverse() })
    #expect(Self.ana() != Self.ana { $0.properties[0].value = .text("ana Ruiz") })
    #expect(Self.ana() != Self.ana { $0.properties[2].parameters.removeLast() })
    // The numbers of label groups are no part of it; other groups are.
    #expect(
      Self.ana { $0.properties[2].group = "item1" } == Self.ana { $0.properties[2].group = "item7" }
    )
    #expect(
      Self.ana { $0.properties[2].group = "home" } != Self.ana { $0.properties[2].group = "work" })
    #expect(Self.ana { $0.properties[8].name = "x-foo" } == Self.ana())
  }

  @Test func `equivalence ignores order and spelling`() {
    let ana = Self.ana()
    for other in [
      Self.ana { $0.properties.reverse() },
      Self.ana { $0.properties[2].parameters.append(Property.Parameter("TYPE", "voice")) },
      Self.ana { $0.properties[3].parameters = [Property.Parameter("PREF", "3")] },
      Self.ana { $0.properties.append(Property("REV", .text("20240101T000000Z"))) },
      Self.ana { $0.properties.append(Property("PRODID", .text("-//x"))) },
      Self.ana { $0.properties[7].value = .list(["Work", "Friends"]) },
    ] {
      #expect(ana.isEquivalent(to: other))
      #expect(ana.fingerprint == other.fingerprint)
      #expect(ana.madeUID == other.madeUID)
    }
    let different = Self.ana { $0.properties[3].value = .text("bo@example.com") }
    #expect(!ana.isEquivalent(to: different))
    #expect(ana.fingerprint != different.fingerprint)
    #expect(ana.fingerprint.hasPrefix("1:") && ana.fingerprint.count == 66)
    let uid = ana.madeUID.split(separator: "-").map(\.count)
    #expect(uid == [8, 4, 4, 4, 12])
    #expect(ana.madeUID.split(separator: "-")[2].first == "5")
  }

  @Test func `the fingerprint is the same from every version`() throws {
    let source = try Sample.named("vcard/minimal.vcf").source
    func print(_ version: String, _ lines: String) throws -> String {
      let card = "BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n"
      return try source.read(card, ReadingPlan("vcard")).contacts[0].fingerprint
    }
    let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    let old = try print(
      "2.1",
      """
      N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Ruiz;Zo=EB;;;
      TEL;CELL;PREF:+1 202-555-0101
      EMAIL;INTERNET:zoe@example.com
      BDAY:1985-04-12
      ADR;HOME:;;1 Oak St;Reno;NV;89501;US
      NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab, c
      ORG:Cole & Co;Sales
      GEO:1.5;-2
      PHOTO;GIF;BASE64:
       \(gif)

      REV:20240102T030405Z
      """)
    let middle = try print(
      "3.0",
      """
      N:Ruiz;Zoë;;;
      FN:Zoë Ruiz
      EMAIL;TYPE=INTERNET:zoe@example.com
      TEL;TYPE=CELL,VOICE;TYPE=pref:+1 202-555-0101
      ADR;TYPE=home:;;1 Oak St;Reno;NV;89501;US
      BDAY;VALUE=date:1985-04-12
      NOTE:a\\nb\\, c
      ORG:Cole & Co;Sales
      GEO:1.5;-2
      PHOTO;ENCODING=b;TYPE=GIF:\(gif)
      PRODID:-//Example//EN
      """)
    let new = try print(
      "4.0",
      """
      FN:Zoë Ruiz
      N:Ruiz;Zoë;;;
      KIND:individual
      TEL;TYPE="cell,voice";PREF=7;VALUE=text:+1 202-555-0101
      EMAIL:zoe@example.com
      BDAY:19850412
      ADR;TYPE=home:;;1 Oak St;Reno;NV;89501;US
      NOTE:a\\nb\\, c
      ORG:Cole & Co;Sales
      GEO:geo:1.5,-2
      PHOTO:data:image/gif;base64,\(gif)
      """)
    #expect(old == middle)
    #expect(middle == new)
  }

  // MARK: Copies

  @Test(arguments: Sample.all) func `a detached copy is equal and keeps its bytes`(_ sample: Sample)
    throws
  {
    for contact in try sample.source.read(sample.bytes, ReadingPlan(sample.format)).contacts {
      let copy = contact.detached()
      let isEqual = copy == contact
      #expect(isEqual)
      #expect(copy.source == contact.source)
      #expect(copy.properties == contact.properties)
      #expect(copy.recordKind == contact.recordKind)
      #expect(copy.fingerprint == contact.fingerprint)
      let again = copy.detached()
      #expect(again.source == contact.source)
      #expect(again.properties == contact.properties)
    }
  }

  @Test func `values come as bytes too`() {
    var seen: [String] = []
    Self.ana().forEachValue { name, value in
      seen.append(name.withView { $0.string } + "=" + value.withView { $0.string })
    }
    #expect(seen.first == "FN=Ana Ruiz")
    #expect(seen.contains("CATEGORIES=Work") && seen.contains("X-FOO=a\\,b"))
  }
}
