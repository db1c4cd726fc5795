import Cardmill
import CardmillTestSupport
import Testing

/// The table of codes: what the program reports is explained, and what is explained is reported.
@Suite struct DiagnosticCodeTests {
  private static let tableFile = "Sources/Cardmill/Source/DiagnosticCode.swift"

  /// The codes that the table's file declares: the name in Swift and the code.
  private static func declared() throws -> [(name: String, code: String)] {
    let text = try PackageFolder.text(tableFile)
    return text.matches(of: /static let (\w+) = Self\("([^"]+)"\)/).map {
      (String($0.output.1), String($0.output.2))
    }
  }

  /// All other sources as one text.
  private static func sources() throws -> String {
    let files =
      PackageFolder.files(below: "Sources", ending: ".swift")
      + PackageFolder.files(below: "Plugins", ending: ".swift")
    return try files.filter { $0 != tableFile }.map { try PackageFolder.text($0) }.joined()
  }

  @Test func `every code is in the table once, in order`() throws {
    let table = Diagnostic.Code.table.map(\.code.rawValue)
    #expect(table == table.sorted())
    #expect(Set(table).count == table.count)
    #expect(Set(try Self.declared().map(\.code)) == Set(table))
  }

  @Test func `every code of the table is reported somewhere`() throws {
    let sources = try Self.sources()
    let declared = try Self.declared()
    #expect(declared.count > 40)
    for (name, code) in declared {
      let isUsed = sources.contains(try Regex("\\.\(name)\\b"))
      #expect(isUsed, "nothing reports \(code)")
    }
  }

  @Test func `no code is made outside the table`() throws {
    let sources = try Self.sources()
    #expect(!sources.contains("Code(rawValue: \""))
  }

  @Test func `every entry says what it means and what to do`() {
    for entry in Diagnostic.Code.table {
      #expect(entry.code.entry == entry)
      #expect(entry.code.severity == entry.severity)
      #expect(entry.meaning.hasSuffix(".") && entry.meaning.count > 20, "\(entry.code)")
      #expect(entry.remedy.hasSuffix(".") && entry.remedy.count > 10, "\(entry.code)")
      let isKebab = entry.code.rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil
      #expect(isKebab, "\(entry.code)")
    }
    #expect(Diagnostic.Code(rawValue: "no-such-code").entry == nil)
  }
}
