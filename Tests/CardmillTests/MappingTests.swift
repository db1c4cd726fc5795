import Testing

@testable import Cardmill

@Suite struct MappingTests {
  private static let sample = """
    # the customers of our shop
    format: csv
    delimiter: ;
    encoding: windows-1252
    record: book/person

    Vorname          -> name.given      # a comment
    "Tel. ""Büro"" #" -> phones types=work,pref label="Front desk"
    Schlagworte → categories split:","
    Geb.             -> birthday date:"DD. MM. YYYY"
    [7]              -> extra.X-NUMBER
    Mail             -> emails lower
    Bild             -> photo base64
    """

  @Test func `reads every kind of line`() throws {
    let mapping = try Mapping(Self.sample)
    #expect(mapping.format == "csv" && mapping.delimiter == ";")
    #expect(mapping.encoding == "windows-1252" && mapping.record == "book/person")
    #expect(
      mapping.rows == [
        .init(.name("Vorname"), to: "name.given", line: 7),
        .init(
          .name("Tel. \"Büro\" #"), to: "phones", types: ["work", "pref"], label: "Front desk",
          line: 8),
        .init(.name("Schlagworte"), to: "categories", transform: .split(","), line: 9),
        .init(.name("Geb."), to: "birthday", transform: .date("DD. MM. YYYY"), line: 10),
        .init(.column(7), to: "extra.X-NUMBER", line: 11),
        .init(.name("Mail"), to: "emails", transform: .lower, line: 12),
        .init(.name("Bild"), to: "photo", transform: .base64, line: 13),
      ])
  }

  @Test func `writes what it reads`() throws {
    let mapping = try Mapping(Self.sample)
    var again = try Mapping(mapping.text)
    #expect(again.text == mapping.text)
    for index in again.rows.indices { again.rows[index].line = mapping.rows[index].line }
    #expect(again == mapping)
  }

  @Test(arguments: [
    ("Mail -> emials", 9, "did you mean emails?"), ("Mail emails", 12, "an arrow is missing"),
    ("-> emails", 1, "a heading is missing"), ("Mail ->", 8, "a path is missing"),
    ("Mail -> emails[0]", 9, "paths have no index here; write emails"),
    ("City -> addresses.town", 9, "there is no path"), ("N -> name", 6, "name needs a part"),
    ("N -> extra.", 6, "extra needs a part"),
    ("Mail -> emails types=hme", 22, "did you mean home?"),
    ("Mail -> emails types=home,wrk", 27, "did you mean work?"),
    ("Name -> name.full types=home", 25, "has no types"),
    ("Title -> title split:;", 16, "has only one value"),
    ("Tags -> categories split:", 20, "split: needs"), ("Mail -> emails upper", 16, "says nothing"),
    ("Mail -> emails lowr", 16, "did you mean lower?"),
    ("Mail -> emails date:DD.MM.", 16, "date: is for"),
    ("B -> birthday date:DDMMJJJJ", 15, "is no form of a date"),
    ("B -> birthday date:YYYY", 15, "needs a month"),
    ("P -> emails base64", 13, "base64 is for photo"),
    ("\"Mail -> emails", 1, "closing double quote"), ("formt: csv", 1, "did you mean format?"),
    ("delimiter: ;;", 12, "one character"), ("format:", 8, "needs a value"),
    ("[0] -> emails", 1, "columns count from 1"),
    ("Mail -> emails tipes=home", 16, "did you mean types=?"),
    ("A -> notes lower lower", 18, "one transform"),
  ])
  func `names mistakes`(_ line: String, _ column: Int, _ message: String) {
    let mistakes = Mapping.read("# first line\n" + line).mistakes
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.line == 2 && mistakes.first?.column == column, "\(mistakes)")
    #expect(mistakes.first?.message.contains(message) == true, "\(mistakes)")
  }

  @Test func `names all mistakes`() {
    #expect(Mapping.read("a\r\nb -> c\r\nd -> emails\r\n").mistakes.map(\.line) == [1, 2])
    #expect(throws: SourceError.self) { try Mapping("a") }
  }

  // MARK: Values

  private func contact(_ lines: String, _ values: [(String, Int)]) throws -> Contact {
    var record = MappedRecord(try Mapping(lines))
    for (value, row) in values { record.add(value, row: row) }
    return Contact(properties: record.finish())
  }

  @Test func `makes names, values and addresses`() throws {
    let contact = try contact(
      """
      a -> name.family
      b -> name.given
      c -> phones types=home,mobile,pref label=Cottage
      d -> addresses.street types=home
      e -> addresses.street types=home
      f -> addresses.locality types=work
      g -> addresses.locality types=home
      h -> categories split:;
      i -> organization.units
      j -> organization
      k -> emails lower
      l -> extra.X-SHOE
      """,
      [
        ("Ruiz", 0), (" Ana ", 1), ("555-0101", 2), ("1 Oak St", 3), ("Flat 2", 4), ("Reno", 5),
        ("Villar", 6), ("x; y;;z", 7), ("Sales", 8), ("Cole", 9), ("A@EXAMPLE.com", 10), ("39", 11),
        ("", 11),
      ])
    #expect(contact.name.full == "Ana Ruiz")
    let phone = try #require(contact.phones.first)
    #expect(phone.types == ["cell", "home"] && phone.label == "Cottage" && phone.isPreferred)
    #expect(contact.addresses.map(\.street) == ["1 Oak St\nFlat 2", ""])
    #expect(contact.addresses.map(\.locality) == ["Villar", "Reno"])
    #expect(contact.addresses.map(\.types) == [["home"], ["work"]])
    #expect(contact.categories == ["x", "y", "z"])
    #expect(contact.organization == Organization(name: "Cole", units: ["Sales"]))
    #expect(contact.emails.map(\.value) == ["a@example.com"])
    #expect(contact.properties.last?.name == "X-SHOE")
  }

  @Test func `begins another address when a part comes again`() throws {
    let contact = try contact(
      "a -> addresses.street\nb -> addresses.locality",
      [("1 Oak St", 0), ("Reno", 1), ("2 Elm St", 0), ("Villar", 1)])
    #expect(contact.addresses.map(\.locality) == ["Reno", "Villar"])
    #expect(contact.addresses.map(\.street) == ["1 Oak St", "2 Elm St"])
  }

  @Test(arguments: [
    ("DD.MM.YYYY", "01.02.1980", "1980-02-01"), ("D.M.YY", "1.2.80", "1980-02-01"),
    ("D.M.YY", "1.2.29", "2029-02-01"), ("MM/DD", "12/31", "--12-31"),
    ("D MMM YYYY", "7 Feb 2022", "2022-02-07"), ("MMMM D, YYYY", "February 7, 2022", "2022-02-07"),
    ("YYYYMMDD", "20220207", "2022-02-07"), ("DD.MM.YYYY", "01.02.1980 00:00", "1980-02-01"),
  ])
  func `reads dates in their form`(_ form: String, _ text: String, _ date: String) throws {
    let contact = try contact("a -> birthday date:\"\(form)\"", [(text, 0)])
    #expect(contact.birthday?.description == date)
  }

  @Test func `keeps a date that it cannot read`() throws {
    var record = MappedRecord(try Mapping("a -> birthday date:DD.MM.YYYY"))
    record.add("31.02", row: 0)
    #expect(record.finish().map(\.value) == [.text("31.02")])
    #expect(record.takeFindings().map(\.code) == [.badDate])
    #expect(record.findings.isEmpty)
  }

  // MARK: Tables

  @Test func `fits a table`() throws {
    let mapping = try Mapping(
      "Name -> name.full\nMail -> emails\nmail -> emails types=work\n[4] -> notes\nX -> notes\n[9] -> notes"
    )
    let table = MappedTable(mapping, headings: ["NAME ", "Mail", "Mail", "Title", "Title", ""])
    #expect(table.missing.map(\.line) == [5, 6])
    var record = table.makeRecord()
    let properties = table.properties(
      of: ["Ana", "a@example.com", "b@example.com", "n", "t", "u", "over"], &record)
    let contact = Contact(properties: properties)
    #expect(contact.name.full == "Ana" && contact.notes == ["n"] && contact.title == nil)
    #expect(contact.emails.map(\.types) == [[], ["work"]])
    #expect(contact.properties.suffix(3).map(\.name) == ["Title", "Column 6", "X-CSV-OVERFLOW"])
    #expect(contact.properties.suffix(3).allSatisfy { $0.isForeign })
  }

  @Test(arguments: [
    ("Vorname", "name.given"), ("E-Mail privat", "emails types=home"),
    ("workPhone", "phones types=work"),
    ("Handy", "phones types=cell"), ("Fax (Büro)", "phones types=fax,work"),
    ("PLZ", "addresses.postcode"),
    ("Home City", "addresses.locality types=home"), ("Straße", "addresses.street"),
    ("Date of birth", "birthday"), ("Tags", "categories split:;"), ("Company", "organization.name"),
    ("Company Name", "organization.name"), ("Job Title", "title"),
    ("Kundennummer", "extra.Kundennummer"),
    ("E-mail Address", "emails"), ("Website", "urls"), ("phone/number", "phones"),
    ("Shoe size", "\"extra.Shoe size\""),
  ])
  func `suggests by words`(_ heading: String, _ target: String) {
    let text = Mapping.suggestion(for: [heading]).text
    #expect(text == heading + " -> " + target + "\n")
  }

  @Test func `suggests what can be read again`() throws {
    let mapping = Mapping.suggestion(
      for: ["a -> b", "#x", " ", "say \"hi\"", "a: b", "[2]", "two\nlines", "→"], delimiter: "\t")
    #expect(try Mapping(mapping.text).rows.count == 8)
    #expect(try Mapping(mapping.text).delimiter == "\t")
  }
}
