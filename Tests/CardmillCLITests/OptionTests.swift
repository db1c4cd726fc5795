import Cardmill
import CardmillFiles
import Testing

@testable import CardmillCLI

@Suite struct OptionTests {
  @Test func `has no name twice`() {
    for command in Command.all {
      let options = Option.all.filter { $0.commands.contains(command.name) }
      #expect(Set(options.map(\.name)).count == options.count)
    }
  }

  @Test func `names only commands that exist`() {
    let names = Set(Command.all.map(\.name))
    for option in Option.all { #expect(option.commands.isSubset(of: names)) }
  }

  @Test func `has every option that the README names`() throws {
    let readme = try Folder.text(PackageFolder.path + "/README.md")
    var found: Set<String> = []
    for match in readme.matches(of: /--([a-z]+(-[a-z]+)*)/) { found.insert(String(match.output.1)) }
    let known = Set(Option.all.map(\.name))
    #expect(found.subtracting(known).isEmpty)
    // README has -o for --output.
    #expect(known.subtracting(found) == ["output"])
  }

  @Test func `refuses what it does not know`() {
    #expect(problem(["convert", "a", "--to=json", "--frm", "x"]).contains("did you mean --from"))
    #expect(problem(["convert", "a", "--json"]).contains("it belongs to check, inspect"))
    #expect(problem(["convert", "a", "--strict=yes"]).contains("takes no value"))
    #expect(problem(["convert", "a", "--to"]).contains("needs a value"))
    #expect(problem(["convert", "a", "--to", "--strict"]).contains("needs a value"))
    #expect(problem(["convert", "a", "--to", "json", "--to", "csv"]).contains("twice"))
    #expect(problem(["convert", "a", "--threads", "0"]).contains("above 0"))
    #expect(problem(["convert", "a", "--limit", "recrd=3"]).contains("did you mean record"))
    #expect(problem(["convert", "a", "--limit", "record=many"]).contains("is no size"))
    #expect(problem(["convert", "a", "--now", "yesterday"]).contains("give a time"))
    #expect(problem(["convert", "a", "--for", "fritzbox"]).contains("there is no option --for"))
  }

  @Test func `reads values in both forms and ends options at two dashes`() throws {
    let settings = try ArgumentParser(.convert).parse([
      "convert", "--to=json", "-o", "x", "--limit", "record=2k", "--", "--strict", "-",
    ])
    #expect(settings.run.to == "json")
    #expect(settings.output == "x")
    #expect(settings.run.limits.record == 2048)
    #expect(settings.operands == ["--strict", "-"])
    #expect(!settings.run.isStrict)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("2000-02-29T12:00:00Z", 951_825_600), ("1700000000", 1_700_000_000),
    ("2026-01-31T12:30:15.5+01:30", 1_769_857_215), ("1969-12-31T23:59Z", -60),
  ])
  func `reads times`(_ text: String, _ seconds: Int) {
    #expect(Timestamp.seconds(text) == seconds)
  }

  @Test(arguments: ["2026-02-30", "2026-13-01", "12:00", "2026-01-31T25:00", "now", ""])
  func `refuses what is no time`(_ text: String) {
    #expect(Timestamp.seconds(text) == nil)
  }

  @Test func `groups digits`() {
    #expect(
      [0, 999, 1000, 1_234_567, -1000].map(\.grouped) == [
        "0", "999", "1,000", "1,234,567", "-1,000",
      ])
  }

  @Test func `shows characters that would change the display`() {
    #expect("a\u{1B}[2Jb\u{202E}c\u{85}\n".visible == "a\\u{1B}[2Jb\\u{202E}c\\u{85}\\u{A}")
    #expect(SystemPath(bytes: [0x61, 0xFF, 0x62]).text.visible == "a\\u{FF}b")
  }

  private func problem(_ arguments: [String]) -> String {
    do {
      _ = try ArgumentParser(.convert).parse(arguments)
      return ""
    } catch { return "\(error)" }
  }
}
