import Cardmill
import CardmillFiles
import CardmillPlugins
import Testing

/// The snippet that README begins with; that it compiles is the test.
private func readmeSnippet() throws {
  let contacts = try ContactReader(sources: builtInSources).contacts(at: "export.vcf")
  for contact in contacts where contact.emails.isEmpty { print(contact.name.full) }
  let report = try Conversion(from: "a.vcf", to: "b.csv", as: "csv", sources: builtInSources).run()
  _ = report
}

@Suite struct ReadmeTests {
  @Test func `shows lines that compile`() {
    #expect(throws: SourceError.self) { try readmeSnippet() }
  }
}
