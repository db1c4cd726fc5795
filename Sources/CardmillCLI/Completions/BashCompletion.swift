/// Completion for bash 3.2 and later.
struct BashCompletion {
  private let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  var script: String {
    """
    # Completion of cardmill for bash: source <(cardmill completions bash)

    # Offers the words that begin with what was typed. Bash itself takes words apart at colons and
    # equals signs, so what stands before the last of them must not be offered again.
    _cardmill_offer() {
      local word typed=$1 shown=$2
      local done=${shown%"${shown##*[:=]}"}
      shift 2
      for word in "$@"; do
        if [[ $word == "$typed"* ]]; then
          word=${shown%"$typed"}$word
          COMPREPLY+=("${word#"$done"}")
        fi
      done
    }

    _cardmill_files() {
      local file
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$1")
    }

    _cardmill() {
      local line=${COMP_LINE:0:COMP_POINT}
      local word=${line##*[[:space:]]}
      local before=${line%"$word"} command option= typed=$word
      local -a words
      COMPREPLY=()
      read -ra words <<<"$before"
      command=${words[1]:-}
      if [[ -z $command ]]; then
        _cardmill_offer "$word" "$word" \(words(Command.all.map(\.name) + ["--help", "--version"]))
        return
      fi
      if [[ $word == --*=* ]]; then
        option=${word%%=*}
        typed=${word#*=}
      elif [[ $word != --* ]]; then
        option=${words[${#words[@]}-1]}
      fi
      case "$command $option" in
    \(options())
      esac
      if [[ $word == -* ]]; then
        case "$command" in
    \(optionNames())
        esac
        return
      fi
      case "$command" in
    \(operands())
      esac
    }

    complete -F _cardmill cardmill

    """
  }

  private func words(_ words: [String]) -> String {
    words.map { word in
      word.allSatisfy { $0.isLetter || $0.isNumber || "-_.:=".contains($0) } ? word : "'\(word)'"
    }.joined(separator: " ")
  }

  private func action(_ offered: Vocabulary.Words) -> String {
    switch offered {
    case .nothing: ":"
    case .files: "_cardmill_files \"$typed\""
    case .words(let list): "_cardmill_offer \"$typed\" \"$word\" \(words(list))"
    case .beginnings(let list):
      "compopt -o nospace 2>/dev/null; _cardmill_offer \"$typed\" \"$word\" \(words(list))"
    case .list(let list):
      "compopt -o nospace 2>/dev/null; "
        + "_cardmill_offer \"${typed##*,}\" \"$word\" \(words(list))"
    }
  }

  private func options() -> String {
    var lines: [String] = []
    for command in Command.all {
      for option in command.options where option.valueName != nil {
        var patterns = ["\"\(command.name) --\(option.name)\""]
        if let letter = option.letter { patterns.append("\"\(command.name) -\(letter)\"") }
        lines.append(
          "    \(patterns.joined(separator: " | "))) \(action(vocabulary.words(for: option))); return ;;"
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  private func optionNames() -> String {
    Command.all.map { command in
      let names = command.options.map { "--" + $0.name }
      return "      \(command.name)) _cardmill_offer \"$word\" \"$word\" \(words(names)) ;;"
    }.joined(separator: "\n")
  }

  private func operands() -> String {
    Command.all.map { command in
      "    \(command.name)) \(action(vocabulary.words(for: command.operand))) ;;"
    }.joined(separator: "\n")
  }
}
