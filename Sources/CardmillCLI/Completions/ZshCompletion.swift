/// Completion for zsh.
struct ZshCompletion {
  private let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  var script: String {
    let commands = Command.all.map { "      '\($0.name):\(Self.escaped($0.summary, ""))'" }
    return """
      #compdef cardmill
      # Completion of cardmill for zsh: cardmill completions zsh > _cardmill, in a folder of $fpath

      _cardmill() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe -t commands 'command' commands
          return
        fi
        case "$words[2]" in
      \(Command.all.map(block).joined(separator: "\n"))
        esac
      }

      _cardmill "$@"

      """
  }

  private func block(_ command: Command) -> String {
    var specs = command.options.map { spec($0) }
    let operands = action(vocabulary.words(for: command.operand))
    if !operands.isEmpty {
      specs.append(
        command.operandCount.upperBound > 2
          ? "'*:\(command.name):\(operands)'"
          : (1...max(1, command.operandCount.upperBound)).map {
            "'\($0):\(command.name):\(operands)'"
          }.joined(separator: " \\\n        "))
    }
    return """
          \(command.name))
            shift words; (( CURRENT-- ))
            _arguments \\
              \(specs.joined(separator: " \\\n        "))
            ;;
      """
  }

  private func spec(_ option: Option) -> String {
    let repeats = option.isRepeatable ? "*" : ""
    let text = "[\(Self.escaped(option.help, "[]"))]"
    let value =
      option.valueName.map {
        ":\(Self.escaped($0, "")):\(action(vocabulary.words(for: option)))"
      } ?? ""
    let equals = option.valueName == nil ? "" : "="
    guard let letter = option.letter else {
      return "'\(repeats)--\(option.name)\(equals)\(text)\(value)'"
    }
    let excluded = option.isRepeatable ? "*" : "(-\(letter) --\(option.name))"
    let plus = option.valueName == nil ? "" : "+"
    return "'\(excluded)'{-\(letter)\(plus),--\(option.name)\(equals)}'\(text)\(value)'"
  }

  private func action(_ offered: Vocabulary.Words) -> String {
    switch offered {
    case .nothing: ""
    case .files: "_files"
    case .words(let list): "(\(list.map { Self.escaped($0, "") }.joined(separator: " ")))"
    case .beginnings(let list): "{compadd -S \"\" -- \(list.joined(separator: " "))}"
    case .list(let list): "_sequence compadd - \(list.joined(separator: " "))"
    }
  }

  /// Text inside single quotes, with a backslash before colons and the characters of `more`.
  private static func escaped(_ text: String, _ more: String) -> String {
    text.map { character in
      switch character {
      case "'": "'\\''"
      case ":", "\\": "\\\(character)"
      default: more.contains(character) ? "\\\(character)" : String(character)
      }
    }.joined()
  }
}
