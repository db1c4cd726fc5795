import Cardmill
import CardmillFiles

extension Command {
  static let completions = Command(
    name: "completions", usage: "completions bash|zsh|fish",
    summary: "Print what a shell needs to complete commands, options and formats.",
    details: """
      For bash, put `source <(cardmill completions bash)` into ~/.bashrc. For zsh, write the \
      output to a file _cardmill in a folder of $fpath. For fish, write it to \
      ~/.config/fish/completions/cardmill.fish.
      """,
    operand: .shell, operandCount: 1...1, operandName: "a shell: bash, zsh or fish",
    examples: [
      Example(purpose: "for bash", line: "completions bash"),
      Example(purpose: "for fish", line: "completions fish"),
    ]
  ) { tool, settings, messages in
    let name = settings.operands[0]
    guard let shell = Shell(rawValue: name) else {
      let all = Shell.allCases.map(\.rawValue)
      let meant = Suggestion.nearest(to: name, in: all)
      throw Tool.usage(
        "there are no completions for '\(name)'; "
          + (meant.map { "did you mean \($0)?" } ?? "there are \(all.joined(separator: ", "))"))
    }
    try Console.print(shell.script(Vocabulary(tool.formats)))
    return 0
  }
}

/// A shell that can complete words.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  func script(_ vocabulary: Vocabulary) -> String {
    switch self {
    case .bash: BashCompletion(vocabulary).script
    case .zsh: ZshCompletion(vocabulary).script
    case .fish: FishCompletion(vocabulary).script
    }
  }
}

/// The words that a shell can offer, from the tables of commands, options, formats and codes.
struct Vocabulary {
  private let formats: FormatList

  init(_ formats: FormatList) { self.formats = formats }

  /// What stands for a value or operand.
  enum Words {
    /// Names of files.
    case files
    /// These words.
    case words([String])
    /// These words, followed by more in the same word.
    case beginnings([String])
    /// These words with commas between them.
    case list([String])
    case nothing
  }

  func words(for option: Option) -> Words {
    switch option.completion {
    case .nothing: .nothing
    case .file: .files
    case .words(let words): .words(words)
    case .readFormat: .words(formats.all.filter(\.format.reads).map(\.format.id.rawValue))
    case .writtenFormat: .words(formats.all.filter(\.format.writes).map(\.format.id.rawValue))
    case .limit: .beginnings(Limits.names.map { $0 + "=" })
    case .column: .list(ContactColumn.allCases.map(\.rawValue))
    case .readingOption: .beginnings(formatOptions(.reading))
    case .writingOption: .beginnings(formatOptions(.writing))
    }
  }

  func words(for operand: Command.Operand) -> Words {
    switch operand {
    case .nothing: .nothing
    case .inputs: .files
    case .code: .words(Diagnostic.Code.table.map(\.code.rawValue))
    case .command: .words(Command.all.map(\.name))
    case .shell: .words(Shell.allCases.map(\.rawValue))
    }
  }

  private func formatOptions(_ direction: SourceDescription.Option.Direction) -> [String] {
    var names: [String] = []
    for source in formats.sources {
      for option in source.description.options where option.direction == direction {
        if !names.contains(option.name + "=") { names.append(option.name + "=") }
      }
    }
    return names
  }
}

extension Command {
  /// The options that the command knows, in the order of the help.
  var options: [Option] { Option.all.filter { $0.commands.contains(name) } }
}
