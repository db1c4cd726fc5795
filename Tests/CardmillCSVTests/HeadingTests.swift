import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillCSV

@Suite struct HeadingTests {
  private func number(_ heading: String, _ form: HeadingKey.Form = .exact) -> UInt64? {
    var key = HeadingKey()
    return heading.withView { key.number(of: $0, form) }
  }

  @Test(arguments: [
    ("E-mail Address", "email  address"), ("Société ", "SOCIÉTÉ"),
    ("Assistant’s Phone", "assistant's phone"),
    ("name_title", "Name Title"), ("\u{FEFF}First Name", "First\u{A0}Name"),
    ("E-Mail: Adresse", "email: adresse"),
    ("Prive\u{301}", "Privé"), ("ФАМИЛИЯ", "Фамилия"), ("ΌΝΟΜΑ", "όνομα"), ("IMIĘ", "imię"),
  ])
  func `compares headings as people read them`(_ pair: (String, String)) {
    #expect(number(pair.0) == number(pair.1))
  }

  @Test func `makes up for lost accents`() {
    #expect(number("Categorien", .onlyASCII) == number("Categorieën", .onlyASCII))
    #expect(
      number("Stra\u{FFFD}e gesch\u{FFFD}ftlich", .onlyASCII)
        == number("Straße geschäftlich", .onlyASCII))
    #expect(number("Prenom", .withoutAccents) == number("Prénom", .withoutAccents))
    #expect(number("Фамилия", .onlyASCII) == nil)
    #expect(number("Home") != number("House"))
  }

  @Test func `every known heading has a meaning`() {
    var count = 0
    HeadingTable.each { entry, heading in
      count += 1
      #expect(
        ColumnMeaning(entry.meaning.string) != nil, "\(heading.string): \(entry.meaning.string)")
      #expect(!heading.isEmpty)
    }
    #expect(count > 2_000)
  }

  @Test(arguments: [Program.outlook, .outlookCom, .thunderbird, .google])
  func `every column that is written is known`(_ program: Program) {
    let layout = TableLayout(program)
    let wanted: [Program: Int] = [.outlook: 92, .outlookCom: 61, .thunderbird: 37]
    if let count = wanted[program] { #expect(layout.headings.count == count) }
    var table = SniffedTable()
    HeaderReader(headings: layout.headings, program: nil, rows: []).read(into: &table)
    #expect(table.program == program)
    #expect(table.isCertain)
    #expect(table.knownCount == layout.headings.count)
  }

  @Test(arguments: ["de", "fr", "it", "ja", "nl", "pl", "ru", "zh-CN"])
  func `knows Outlook in every language by its headings`(_ language: String) {
    let found = HeadingTable.headings(of: .outlook, language)
    let headings = found.keys.sorted().map { found[$0]?.heading.string ?? "" }
    #expect(headings.count >= 92)
    var table = SniffedTable()
    HeaderReader(headings: headings, program: nil, rows: []).read(into: &table)
    #expect(table.program == .outlook)
    #expect(table.isCertain)
    #expect(table.language == language)
    #expect(table.knownCount == headings.count)
    for (place, meaning) in table.meanings.enumerated() {
      #expect(
        meaning == found[place].flatMap { ColumnMeaning($0.entry.meaning.string) },
        "\(headings[place])")
    }
  }

  @Test func `takes positions where no heading is known`() throws {
    let unknown = (1...92).map { "Ünbekannt \($0)" }
    var row = [String](repeating: "", count: 92)
    (row[1], row[3], row[40], row[60], row[61], row[62]) = (
      "Ana", "Ruiz", "+1 202-555-0101", "ana@example.com", "SMTP", "Ana"
    )
    let text = unknown.joined(separator: ",") + "\n" + row.joined(separator: ",") + "\n"
    let read = try CSVSource().readForeign(text)
    #expect(read.contacts[0].name.given == "Ana")
    #expect(read.contacts[0].name.family == "Ruiz")
    #expect(read.contacts[0].phones.map(\.types) == [["cell"]])
    #expect(read.contacts[0].emails.map(\.value) == ["ana@example.com"])
  }
}
