import CardmillFiles
import CardmillPlugins
import Testing

@testable import CardmillCLI

/// The examples of the help, the completions and the manual page.
@Suite struct HelpTests {
  struct ExampleTest: CustomTestStringConvertible, Sendable {
    let command: String
    let example: Command.Example
    var testDescription: String { "cardmill " + example.line }
  }

  static let examples = Command.all.flatMap { command in
    command.examples.map { ExampleTest(command: command.name, example: $0) }
  }

  /// The files that the examples name, made of the samples.
  private static let files = """
    set -e
    cd "$(mktemp -d)"
    trap 'rm -rf "$PWD"' EXIT
    samples=$1/SampleData; cardmill=$2; shift 2
    cp "$samples/vcard/minimal.vcf" phone.vcf
    sed 's/ana@example.com/ana@example.org/' phone.vcf > phone-new.vcf
    cp "$samples/vcard/nokia-2.1-sjis.vcf" old.vcf
    cp "$samples/vcard/damaged.vcf" damaged.vcf
    printf 'Vorname,Nachname,Handy,Kundennummer\\nAna,Ruiz,555-0101,7\\n' > customers.csv
    printf '<a><person><name>Ana</name></person></a>' > customers.xml
    printf 'Kundennummer -> extra.X-NUMBER\\n' > customers.map
    "$cardmill" convert phone.vcf -o people.csv --quiet
    mkdir cards; cp phone.vcf cards/
    "$cardmill" prune phone.vcf --category Friends -o kept.vcf --removed gone.vcf --quiet
    [ "$1" = restore ] || rm -f kept.vcf gone.vcf gone.vcf.journal
    "$cardmill" "$@"
    """

  @Test(arguments: examples) func `does what the help shows`(_ test: ExampleTest) throws {
    let words = test.example.line.split(separator: " ").map(String.init)
    let child = try Child(
      "sh", ["-c", Self.files, "sh", PackageFolder.path, CommandUnderTest.path] + words)
    #expect(child.exit == test.example.exit, "\(child.errors)")
  }

  @Test func `shows examples of every command`() {
    for command in Command.all { #expect(!command.examples.isEmpty, "\(command.name)") }
  }

  @Test func `has help of every command without wide lines`() {
    let help = Help(Tool(sources: builtInSources))
    for command in Command.all {
      let text = help.text(for: command)
      #expect(text.contains(command.summary))
      for option in command.options { #expect(text.contains("--\(option.name)")) }
      for line in text.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
    }
  }

  // MARK: Completions

  private static let words = Vocabulary(FormatList(builtInSources))

  @Test(arguments: [
    ("cardmill con", "convert"), ("cardmill convert --t", "--to --threads"),
    ("cardmill convert a.vcf --to vcard:", "2.1 3.0 4.0"),
    ("cardmill convert a.vcf --to=vcard:4", "4.0"), ("cardmill convert a --to=j", "json"),
    ("cardmill list a --columns name,full", "name,full_name"),
    ("cardmill convert -o SampleData/vcard/mini", "SampleData/vcard/minimal.vcf"),
    ("cardmill check SampleData/vcard/mini", "SampleData/vcard/minimal.vcf"),
    ("cardmill explain missing-e", "missing-end"), ("cardmill completions f", "fish"),
    ("cardmill convert --limit rec", "record="), ("cardmill check --color n", "never"),
    ("cardmill help form", "formats"), ("cardmill convert a --zz", ""),
  ])
  func `completes in bash`(_ line: String, _ offered: String) throws {
    let script =
      Shell.bash.script(Self.words)
      + "COMP_LINE=$1; COMP_POINT=${#1}; _cardmill; echo \"${COMPREPLY[*]}\"\n"
    let child = try Child("bash", ["-c", script, "bash", line])
    #expect(child.exit == 0 && child.errors.isEmpty, "\(child.errors)")
    #expect(child.output == offered + "\n")
  }

  @Test(arguments: Shell.allCases) func `writes scripts that shells accept`(_ shell: Shell) throws {
    let script = shell.script(Self.words)
    for command in Command.all { #expect(script.contains(command.name)) }
    for option in Option.all { #expect(script.contains(option.name)) }
    // Not every machine has every shell.
    guard try Child("sh", ["-c", "command -v \(shell.rawValue)"]).exit == 0 else { return }
    let child = try Child(shell.rawValue, shell == .fish ? ["-n"] : ["-n", "-s"], input: script)
    #expect(child.exit == 0 && child.errors.isEmpty, "\(child.errors)")
  }

  // MARK: The manual

  @Test func `writes a manual page without mistakes`() throws {
    let page = Manual(Tool(sources: builtInSources)).page
    for command in Command.all { #expect(page.contains(command.summary.split(separator: "-")[0])) }
    guard try Child("sh", ["-c", "command -v groff"]).exit == 0 else { return }
    let child = try Child("groff", ["-man", "-ww", "-Tascii", "-P-cbou"], input: page)
    #expect(child.exit == 0 && child.errors.isEmpty, "\(child.errors)")
    #expect(child.output.contains("EXIT STATUS"))
  }

  @Test func `has exit codes that the README has`() throws {
    let readme = try Folder.text(PackageFolder.path + "/README.md")
    for (code, _) in ExitStatus.all { #expect(readme.contains("| \(code) |")) }
  }
}
