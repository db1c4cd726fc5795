import Cardmill
import CardmillFiles
import CardmillPlugins
import CardmillTestSupport
import Testing

/// The documentation's examples compile, run, and are what the articles show.
@Suite struct DocumentationTests {
  private static let folder = "Sources/Cardmill/Cardmill.docc"
  private static let articles = PackageFolder.names(in: folder).filter { $0.hasSuffix(".md") }

  @Test(arguments: articles) func `every example is compiled`(_ article: String) throws {
    let examples = Self.lines(
      try PackageFolder.text("Tests/CardmillPluginsTests/DocumentationExamples.swift"))
    var blocks = 0
    for part in try PackageFolder.text(Self.folder + "/" + article).split(separator: "```swift\n")
      .dropFirst()
    {
      let block = Self.lines(String(part.split(separator: "```").first ?? ""))
      #expect(examples.contains(block), "\(article):\n\(block)")
      blocks += 1
    }
    #expect(blocks > 0, "\(article) has no example")
  }

  /// The lines without blanks at their starts and without empty ones.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private func sample(_ name: String) -> String { PackageFolder.path + "/SampleData/vcard/" + name }

  @Test func `reading examples run`() throws {
    let numbers = try telephoneNumbers(at: sample("apple-group-3.0.vcf"))
    #expect(numbers["Ngozi Okafor"] == ["+1 202-555-0111"])
    let contacts = try ContactReader(sources: builtInSources).contacts(
      at: sample("apple-group-3.0.vcf"))
    let all = firstContacts(10, of: contacts)
    #expect(members(of: all)["Saturday market"]?.count == 2)
    let tidied = tidy(all[0])
    #expect(tidied.phones.count == 2 && tidied.birthday?.description == "--04-12")
    #expect(shoeSize(of: tidied) == nil)
    #expect(changed(all, all + [tidied]) == [tidied])
    #expect(describe(all[0]).hasPrefix("record 0, line 1, "))
    #expect(throws: SourceError.self) { try printContacts() }
  }

  @Test func `converting examples run`() throws {
    let scratch = try ScratchFile()
    let report = try convert(sample("android-2.1.vcf"), scratch.path)
    #expect(isBalanced(report) && report.read == 2)
    #expect(
      try lostPaths(from: sample("thunderbird-4.0.vcf"), to: scratch.path).contains("addresses"))
    #expect(try convertAll([sample("minimal.vcf")], to: scratch.path).exit == 0)
    #expect(try convertAll([sample("damaged.vcf")], to: scratch.path).exit == 1)
    let google = try ContactReader(sources: builtInSources).contacts(at: sample("outlook-2.1.vcf"))
    #expect(google.contains { foreignNames(of: $0).contains { $0.hasPrefix("X-MS-") } })
  }

  @Test func `the example of a format reads and writes`() throws {
    let text = "Ana Ruiz <ana@example.com>\nno address\nBo <bo@example.com>"
    for blockSize in [8, BlockReader.blockSize] {
      var plan = ReadingPlan("mail")
      plan.blockSize = blockSize
      let reading = try MailSource().read(text, plan)
      #expect(reading.contacts.map(\.name.full) == ["Ana Ruiz", "Bo"])
      #expect(reading.contacts.map(\.source.line) == [1, 3])
      #expect(reading.rejected.map(\.fileOffset) == [27])
      #expect(reading.codes == ["malformed-line"])
      #expect(reading.recordCount == 3)
      let written = try MailSource().write(reading.batches, as: "mail")
      #expect(written.text == "Ana Ruiz <ana@example.com>\nBo <bo@example.com>\n")
    }
    let scratch = try ScratchFile()
    let mail = try ScratchFile(name: "people.mail", text: text)
    let report = try convertMail(mail.path, scratch.path)
    #expect(report.read == 3 && report.written == 2 && report.rejected == 1)
  }
}
