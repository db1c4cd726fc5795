import Cardmill
import Testing

@testable import CardmillCSV

@Suite struct EditTests {
  /// Writes Ana's row, changes cells of it and reads it back.
  private func edited(
    _ changes: [String: String], _ contact: Contact = ana()
  ) throws -> (contact: Contact, codes: [String]) {
    let text = try writeTable([contact]).text
    var rows: [[String]] = []
    var scanner = CellScanner()
    let bytes = Array(text.utf8)
    let split = flatHeader.utf8.count + ",properties\r\n".utf8.count
    for row in [bytes[..<split], bytes[split...]] {
      Array(row).withView { view in
        let row = view.withoutLineEnd
        _ = scanner.scan(row)
        rows.append((0..<scanner.count).map { scanner.value($0, of: row).string })
      }
    }
    for (heading, value) in changes {
      let place = try #require(rows[0].firstIndex(of: heading))
      rows[1][place] = value
    }
    let table = rows.map { row in
      row.map { cell in
        "\"" + cell.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
      }.joined(separator: ",")
    }.joined(separator: "\n")
    let read = try readTable(table)
    try #require(read.contacts.count == 1)
    return (read.contacts[0], read.codes)
  }

  @Test func `a table that was only quoted anew is unchanged`() throws {
    let read = try edited([:])
    #expect(read.contact == ana())
    #expect(read.codes.isEmpty)
    #expect(!read.contact.source.isRepaired)
  }

  @Test func `an edited cell changes its own property only`() throws {
    var expected = ana().properties
    expected[3].value = .text("new@example.com")
    let read = try edited(["email_2": "new@example.com"])
    #expect(read.contact == Contact(properties: expected))
    #expect(read.contact.source.isRepaired)
  }

  @Test func `a telephone number keeps what is around it`() throws {
    var expected = ana().properties
    expected[4].value = .text("tel:+1-303-555-0102;ext=12")
    #expect(try edited(["phone_1": "+1-303-555-0102"]).contact == Contact(properties: expected))
  }

  @Test func `an emptied cell removes its value`() throws {
    var expected = ana().properties
    expected.remove(at: 2)
    #expect(try edited(["email_1": ""]).contact == Contact(properties: expected))
  }

  @Test func `filled cells make new properties`() throws {
    let contact = try edited([
      "email_3": "c@example.com", "phone_2": "2", "organization": "Cole", "unit": "Sales",
      "address_locality": "Reno", "address_street": "1 Oak St\r\nRear", "note": "x\r\ny",
      "categories": "Friends; a\\;b;  Work", "birthday": "12.4.1985", "nickname": "Annie",
      "prefix": "Dr.", "kind": "individual",
    ]).contact
    #expect(contact.emails.map(\.value).last == "c@example.com")
    #expect(contact.phones.map(\.value) == ["+1-202-555-0101", "2"])
    #expect(contact.organization == Organization(name: "Cole", units: ["Sales"]))
    #expect(contact.addresses == [PostalAddress(street: "1 Oak St\nRear", locality: "Reno")])
    #expect(contact.notes == ["x\ny"])
    #expect(contact.categories == ["Friends", "a;b", "Work"])
    #expect(contact.birthday == ContactDate(year: 1985, month: 4, day: 12))
    #expect(contact.nicknames == ["Annie"])
    #expect(contact.name.prefix == "Dr." && contact.name.given == "Ana")
    #expect(contact.kind == "individual")
  }

  @Test func `names change by their parts`() throws {
    let contact = try edited(["given_name": "Anna", "full_name": "Anna R."]).contact
    #expect(contact.name.full == "Anna R.")
    #expect(contact.name.given == "Anna" && contact.name.family == "Ruiz")
    let moved = try edited(["given_name": "", "family_name": "Ana Ruiz"]).contact
    #expect(moved.name.given == "" && moved.name.family == "Ana Ruiz")
    let none = try edited(["given_name": "", "family_name": ""]).contact
    #expect(!none.properties.contains { $0.name == "N" })
  }

  @Test func `the same date in another form is no edit`() throws {
    let contact = ana([
      Property("BDAY", .text("19850412T101500")), Property("ANNIVERSARY", .text("circa 1990")),
    ])
    for form in ["12.04.1985", "4/12/1985", "12/4/1985", "1985/4/12", "1985-04-12"] {
      #expect(try edited(["birthday": form], contact).contact == contact)
    }
    let other = try edited(["birthday": "13/5/1985"], contact)
    #expect(other.contact.birthday == ContactDate(year: 1985, month: 5, day: 13))
    let unclear = try edited(["birthday": "5/6/1985"], contact)
    #expect(unclear.codes == ["bad-date"])
    #expect(unclear.contact.properties[5].value == .text("5/6/1985"))
  }

  @Test func `a number that a spreadsheet mangled is restored`() throws {
    let read = try edited(["phone_1": "1,20256E+10"])
    #expect(read.contact == ana())
    #expect(read.codes == ["number-mangled"])
  }

  @Test func `a table without lines is read from its flat cells`() throws {
    let read = try readTable(
      "\u{FEFF}Given_Name,note,shoe: size,email_1,family_name,,email_3\r\n"
        + "Ana,\"a\r\nb\",39,ana@example.com,Ruiz,,c@example.com\nBo\n,,,,,x,\n,,,,,,,extra,,\n")
    #expect(read.codes.filter { $0 == "unknown-header" }.count == 1)
    try #require(read.contacts.count == 4)
    let ana = read.contacts[0]
    #expect(ana.name.given == "Ana" && ana.name.family == "Ruiz" && ana.notes == ["a\nb"])
    #expect(ana.emails.map(\.value) == ["ana@example.com", "c@example.com"])
    #expect(ana.properties.contains(Property("shoe- size", .unparsed("39"))))
    #expect(read.contacts[1].name.full == "Bo")
    #expect(read.contacts[2].properties == [Property("Column 6", .unparsed("x"))])
    #expect(read.contacts[3].properties == [Property("X-CSV-OVERFLOW", .unparsed("extra"))])
    #expect(read.codes.contains("extra-cells"))
    #expect(read.contacts.allSatisfy { $0.source.isRepaired })
  }

  @Test func `cells behind the last heading are kept`() throws {
    var table = try writeTable([ana()]).text
    table.removeLast()
    let read = try readTable(table + ",,more,\r\n")
    #expect(read.codes == ["extra-cells"])
    #expect(read.contacts[0].properties.dropLast().count == ana().properties.count)
    #expect(read.contacts[0].properties.last == Property("X-CSV-OVERFLOW", .unparsed("more")))
  }
}
