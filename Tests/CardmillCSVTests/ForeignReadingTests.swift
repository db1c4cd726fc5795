import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillCSV

/// The tables of other programs, in the manner of each.
@Suite struct ForeignReadingTests {
  private func sample(_ name: String) throws -> Reading {
    let sample = try Sample.named("csv/" + name)
    return try CSVSource().readForeign(sample.bytes, name: sample.name)
  }

  @Test func `reads Google's table of 2024`() throws {
    let read = try sample("google-2024.csv")
    #expect(read.format == "csv:google")
    let lea = read.contacts[0]
    #expect(lea.name.full == "Dr. Lea Marie Voss Jr.")
    #expect(lea.name.phoneticGiven == "LAY-ah")
    #expect(
      lea.emails == [
        LabeledValue("lea@example.com", types: ["home"], isPreferred: true),
        LabeledValue("lea@voss.example.com", types: ["work"]),
        LabeledValue("desk@voss.example.com", types: ["work"]),
      ])
    #expect(lea.phones.map(\.types) == [["cell"], [], ["fax", "work"]])
    #expect(lea.phones[1].label == "Boat house")
    #expect(lea.addresses[0].street == "1 Oak St\nApt 2")
    #expect(lea.addresses[0].pobox == "PB 7")
    #expect(lea.addresses[0].formatted == "1 Oak St\nReno, NV 89501")
    #expect(lea.categories == ["Friends", "Sailing, slow"])
    #expect(read.extra("X-FAVORITE") == ["true"])
    #expect(read.extra("Shoe size") == ["38"])
    #expect(lea.related == [LabeledValue("Ned Voss", types: ["spouse"])])
    #expect(lea.anniversary == ContactDate(year: 2015, month: 6, day: 7))
    #expect(lea.notes == ["Line one\nLine \"two\""])
    #expect(read.contacts[2].birthday == ContactDate(month: 2, day: 29))
    #expect(read.contacts[2].emails[0].isPreferred)
    #expect(read.codes == ["external-reference", "missing-name"])
  }

  @Test func `reads Google's old table in UTF-16`() throws {
    let read = try sample("google-old-utf16.csv")
    #expect(read.format == "csv:google")
    let nikos = read.contacts[0]
    #expect(nikos.name.given == "Νίκος")
    #expect(nikos.phones.map(\.value) == ["+30 21 0555 0101", "+30 21 0555 0102"])
    #expect(nikos.addresses.map(\.street) == ["Odos 1", "Odos 2"])
    #expect(nikos.addresses.map(\.locality) == ["Athina", "Patra"])
    #expect(nikos.impp.map(\.value) == ["skype:nikos.bakes"])
    #expect(nikos.organization == Organization(name: "Bread & Co", units: ["Ovens"]))
    #expect(nikos.role == "Baker")
    #expect(nikos.related[0].label == "Brother")
    #expect(nikos.related[0].types == ["sibling"])
    #expect(read.codes == ["charset-guess"])
  }

  @Test func `reads Outlook's table and drops what it only repeats`() throws {
    let read = try sample("outlook-en.csv")
    #expect(read.format == "csv:outlook")
    let ora = read.contacts[0]
    #expect(ora.name.full == "Ms. Ora B. Lane III")
    #expect(ora.addresses.map(\.types) == [["work"], ["home"], []])
    #expect(ora.addresses[0].street == "9 Bay St\nFloor 2")
    #expect(ora.addresses[1].street == "1 Dock\nPier 2")
    #expect(ora.addresses[1].pobox == "77")
    #expect(ora.addresses[2].label == "Other")
    #expect(ora.birthday == ContactDate(year: 1990, month: 5, day: 16))
    #expect(ora.anniversary == ContactDate(year: 2015, month: 6, day: 7))
    #expect(ora.categories == ["Friends", "Key customers"])
    #expect(ora.related.map(\.value) == ["Kim", "Ada, Bo", "Max", "Pim Bos"])
    #expect(read.extra("E-mail 2 Display Name") == ["Front desk"])
    #expect(read.extra("E-mail Display Name").isEmpty)
    #expect(read.extra("Initials").isEmpty)
    #expect(read.extra("Account") == ["A-17"])
    let phones = Dictionary(uniqueKeysWithValues: ora.phones.map { ($0.value.suffix(4), $0) })
    #expect(phones["0117"]?.isPreferred == true)
    #expect(phones["0118"]?.label == "Assistant")
    #expect(phones["0114"]?.types == ["fax", "work"])
    let pim = read.contacts[1]
    #expect(pim.birthday == nil && pim.anniversary == nil)
    #expect(pim.properties.filter { $0.name == "CLASS" }.map(\.value.text) == ["PRIVATE"])
    #expect(read.extra("Priority", of: 1) == ["High"])
    #expect(read.codes.isEmpty)
  }

  @Test func `reads Outlook in other languages and code pages`() throws {
    let german = try sample("outlook-de-1252.csv")
    #expect(german.contacts[0].name.full == "Frau Jördis Weiß")
    #expect(german.contacts[0].addresses[0].locality == "Köln")
    #expect(german.contacts[0].addresses[0].region == "NRW")
    #expect(german.contacts[0].birthday == ContactDate(year: 1972, month: 1, day: 31))
    #expect(german.extra("Ort") == ["Haus am See"])
    #expect(german.codes == ["charset-guess"])
    let french = try sample("outlook-fr.csv")
    #expect(french.contacts[0].name.prefix == "Mme")
    #expect(french.contacts[0].title == "Voilière")
    #expect(french.contacts[0].birthday == ContactDate(year: 1985, month: 4, day: 7))
    #expect(french.codes.isEmpty)
    let russian = try sample("outlook-ru-1251.csv")
    #expect(russian.contacts[0].name.full == "Анна Петровна Крылова")
    #expect(russian.contacts[0].notes == ["Печёт по субботам"])
  }

  @Test func `reads the tables of mail programs`() throws {
    let english = try sample("thunderbird-en.csv")
    #expect(english.contacts.count == 2)
    let max = english.contacts[0]
    #expect(max.name.full == "Max \"Mo\" Reed")
    #expect(max.addresses[0].extended == "Pier 2")
    #expect(max.impp.map(\.value) == ["aim:moreed"])
    #expect(max.birthday == ContactDate(year: 1988, month: 2, day: 29))
    #expect(english.contacts[1].birthday == ContactDate(month: 12, day: 24))
    let german = try sample("thunderbird-de-1252.csv")
    #expect(german.contacts[0].organization?.units == ["Öle"])
    let kontact = try sample("kaddressbook.csv")
    #expect(kontact.contacts[0].notes == ["first\nsecond"])
    #expect(kontact.contacts[0].addresses[0].formatted == "Kai Storm\nMole 3\nKiel")
    let evolution = try sample("evolution.csv")
    #expect(evolution.format == "csv:evolution")
    #expect(evolution.contacts[0].birthday == ContactDate(year: 1975, month: 5, day: 6))
    #expect(evolution.contacts[0].notes == ["likes\nroses \\ tulips"])
    let abook = try sample("abook.csv")
    #expect(abook.contacts[0].name.full == "Al \"Ace\" Moss")
    #expect(abook.contacts[0].emails.map(\.value) == ["al@example.com", "ace@example.com"])
    #expect(abook.contacts[0].categories == ["band", "friends"])
  }

  @Test func `reads the tables of services`() throws {
    let yahoo = try sample("yahoo.csv")
    #expect(yahoo.format == "csv:yahoo")
    #expect(yahoo.contacts[0].birthday == ContactDate(year: 1979, month: 4, day: 5))
    #expect(yahoo.contacts[0].impp.map(\.value) == ["ymsgr:ivystone", "skype:ivy.s"])
    let linkedIn = try sample("linkedin.csv")
    #expect(linkedIn.contacts.map(\.name.full) == ["Ora Lane", "Pim Bos"])
    #expect(linkedIn.extra("Connected On") == ["26 Aug 2023"])
    #expect(linkedIn.contacts[0].birthday == nil)
    #expect(linkedIn.codes == ["text-outside-card", "text-outside-card"])
    let mailchimp = try sample("mailchimp.csv")
    #expect(mailchimp.contacts[0].categories == ["fair", "spring, early"])
    #expect(mailchimp.contacts[0].birthday == ContactDate(month: 5, day: 6))
    let hubSpot = try sample("hubspot.csv")
    #expect(hubSpot.contacts[0].organization?.name == "Park Ltd")
    let salesforce = try sample("salesforce.csv")
    #expect(salesforce.contacts[0].addresses[0].types == ["work"])
    let excel = try sample("outlook-excel.csv")
    #expect(excel.contacts[0].birthday == ContactDate(year: 1990, month: 5, day: 13))
    #expect(excel.extra("X-CSV-OVERFLOW") == ["surplus"])
    #expect(excel.codes.sorted() == ["extra-cells", "number-mangled"])
  }

  // MARK: Tables of nobody in particular

  @Test func `reads headings that mean the same everywhere`() throws {
    let read = try CSVSource().readForeign(
      "Name;Vorname;Telefon;Lieblingsfarbe\r\nMuster;Max;0221 5550101;blau\r\n")
    #expect(read.format == "csv:generic")
    #expect(read.contacts[0].name.given == "Max")
    #expect(read.contacts[0].name.family == "Muster")
    #expect(read.extra("Lieblingsfarbe") == ["blau"])
    #expect(read.codes == ["unknown-header"])
  }

  @Test func `finds delimiters, quotes and line ends`() throws {
    for (text, count) in [
      ("Name\tEmail\tPhone\nAna\tana@example.com\t1\nBo\tbo@example.com\t2\n", 2),
      ("Name|Email\rAna|ana@example.com\r", 1),
      ("Name, \"Email\"\n \"Ruiz, Ana\", \"a\"\"na@example.com\"\n", 1),
      ("\n\nName,Email\n\"Ana\nRuiz\",ana@example.com", 1),
    ] {
      let read = try CSVSource().readForeign(text)
      #expect(read.contacts.count == count, "\(text)")
      #expect(read.contacts.allSatisfy { $0.emails.count == 1 && !$0.name.full.isEmpty }, "\(text)")
    }
  }

  @Test func `guesses columns without headings`() throws {
    let list = try CSVSource().readForeign("ann@example.com\n\"Bo Reed\" <bo@example.com>\n")
    #expect(list.codes.contains("no-header"))
    #expect(
      list.contacts.flatMap { $0.emails.map(\.value) } == ["ann@example.com", "bo@example.com"])
    #expect(list.contacts[1].name.full == "Bo Reed")
    let table = try CSVSource().readForeign("Ann Lee,ann@example.com,+1 202-555-0101\n")
    #expect(table.contacts[0].name.full == "Ann Lee")
    #expect(table.contacts[0].phones.count == 1)
  }

  @Test func `takes the encoding that a person names`() throws {
    let bytes = Array("Name,Email\nJ".utf8) + [0x9A] + Array("rg,j@example.com\n".utf8)
    let guessed = try CSVSource().readForeign(bytes)
    #expect(guessed.codes == ["charset-guess"])
    #expect(guessed.contacts[0].name.full == "Jšrg")
    let named = try CSVSource().readForeign(bytes, ["encoding": "macintosh"])
    #expect(named.codes.isEmpty)
    #expect(named.contacts[0].name.full == "Jörg")
    #expect(throws: SourceError.self) {
      try CSVSource().readForeign(bytes, ["encoding": "klingon"])
    }
  }

  @Test func `a few broken bytes do not change the whole file's encoding`() throws {
    let row = "Zoë Müller,zoë@example.com\n"
    let bytes =
      Array(("Name,Email\n" + String(repeating: row, count: 20)).utf8) + Array("B".utf8) + [0xE9]
      + Array("a,b@example.com\n".utf8)
    let read = try CSVSource().readForeign(bytes)
    #expect(read.contacts[0].name.full == "Zoë Müller")
    #expect(read.contacts[20].name.full == "Béa")
    #expect(read.codes == ["charset-guess"])
  }

  @Test func `reports dates that cannot be told apart`() throws {
    let read = try CSVSource().readForeign("Name,Email,Birthday\nAna,a@example.com,4/5/1990\n")
    #expect(read.codes == ["bad-date"])
    #expect(read.contacts[0].birthday == nil)
    let settled = try CSVSource().readForeign(
      "Name,Email,Birthday\nAna,a@example.com,4/5/1990\nBo,b@example.com,24/5/1990\n")
    #expect(settled.codes.isEmpty)
    #expect(settled.contacts[0].birthday == ContactDate(year: 1990, month: 5, day: 4))
  }

  @Test(arguments: [
    "BEGIN:VCARD\nVERSION:3.0\nFN:Name,Email\nEND:VCARD\n", "{\"name\":1,\"email\":2}\n",
    "<?xml version=\"1.0\"?><a/>", "dn: cn=Ana\nmail: ana@example.com\n", "Dear Name, hello\n",
    "int main(void) { return 0; }\n", "", "\n\n", "a,b,c\n1,2,3\n",
  ])
  func `claims nothing else`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(
      CSVSource().identify(head: bytes.span, fileName: "a.txt", isWhole: true).certainty == .no)
  }

  @Test func `refuses rows and headers that are too wide`() throws {
    let wide = String(repeating: "x,", count: 5_000)
    let read = try CSVSource().readForeign("Name,Email\nAna,a@example.com\n" + wide + "\n")
    #expect(read.contacts.count == 1)
    #expect(read.rejected.count == 1)
    let header = try CSVSource().readForeign("Name,Email," + wide + "\nAna,a@example.com\n")
    #expect(header.codes.contains("limit-exceeded"))
    #expect(header.contacts[0].name.full == "Ana")
  }
}
