/// Completion for fish.
struct FishCompletion {
  private let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  var script: String {
    var lines = [
      "# Completion of cardmill for fish: ~/.config/fish/completions/cardmill.fish",
      "complete -c cardmill -f",
      "complete -c cardmill -n __fish_use_subcommand -l version -d 'Print the version.'",
      "complete -c cardmill -n __fish_use_subcommand -l help -d 'List the commands.'",
    ]
    for command in Command.all {
      lines.append(
        "complete -c cardmill -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
      )
    }
    for command in Command.all {
      let start = "complete -c cardmill -n '__fish_seen_subcommand_from \(command.name)'"
      let operands = arguments(vocabulary.words(for: command.operand))
      if !operands.isEmpty { lines.append("\(start) \(operands)") }
      for option in command.options {
        var line = "\(start) -l \(option.name)"
        if let letter = option.letter { line += " -s \(letter)" }
        if option.valueName != nil {
          let words = arguments(vocabulary.words(for: option))
          line += " -r" + (words.isEmpty ? " -f" : " \(words)")
        }
        lines.append("\(line) -d \(quoted(option.help))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func arguments(_ offered: Vocabulary.Words) -> String {
    switch offered {
    case .nothing: ""
    case .files: "-F"
    case .words(let list), .beginnings(let list):
      "-f -a \(quoted(list.joined(separator: " ")))"
    case .list(let list):
      "-f -a \"(__fish_append , \(list.joined(separator: " ")))\""
    }
  }

  private func quoted(_ text: String) -> String {
    "'"
      + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
