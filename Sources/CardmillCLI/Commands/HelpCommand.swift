import Cardmill
import CardmillFiles

extension Command {
  static let help = Command(
    name: "help", usage: "help [COMMAND]", summary: "Show how commands are used.",
    operandCount: 0...1, operandName: ""
  ) { tool, settings, messages in
    guard let name = settings.operands.first else {
      try Console.print(Help(tool).overview)
      return 0
    }
    guard let command = all.first(where: { $0.name == name }) else {
      let meant = Suggestion.nearest(to: name, in: all.map(\.name))
      throw Tool.usage(
        "there is no command '\(name)'"
          + (meant.map { "; did you mean \($0)?" } ?? "; `cardmill help` lists them"))
    }
    try Console.print(Help(tool).text(for: command))
    return 0
  }
}

/// The help, made of the tables of commands and options.
struct Help {
  let tool: Tool

  init(_ tool: Tool) { self.tool = tool }

  /// What there is.
  var overview: String {
    let width = Command.all.map(\.name.count).max() ?? 0
    let commands = Command.all.map { "  \($0.name.padded(to: width))  \($0.summary)\n" }
    return """
      Cardmill converts contact files, and accounts for every contact and every value.

      Usage: cardmill COMMAND …

      \(commands.joined())
      `cardmill help COMMAND` shows a command's options, `cardmill --version` the version.

      """
  }

  /// How a command is used.
  func text(for command: Command) -> String {
    var text = "Usage: cardmill \(command.usage)\n\n\(command.summary)\n"
    let options = Option.all.filter { $0.commands.contains(command.name) }
    let spellings = options.map(spelling)
    let width = spellings.map(\.count).max() ?? 0
    text += "\nOptions:\n"
    for (option, spelling) in zip(options, spellings) {
      text +=
        "  " + spelling.padded(to: width) + "  " + option.help.wrapped(at: 100, indent: width + 4)
        + "\n"
    }
    guard options.contains(where: { $0.name == "from" }) else { return text }
    text += "\nFormats:\n"
    let formats = tool.formats.all.map(\.format)
    let idWidth = formats.map { $0.id.rawValue.count }.max() ?? 0
    for format in formats {
      let note = format.writes ? (format.reads ? "" : " (only written)") : " (only read)"
      text += "  \(format.id.rawValue.padded(to: idWidth))  \(format.name)\(note)\n"
    }
    return text + formatOptions
  }

  private func spelling(_ option: Option) -> String {
    (option.letter.map { "-\($0), " } ?? "    ") + option.spelling
      + (option.valueName.map { " " + $0 } ?? "")
  }

  private var formatOptions: String {
    var text = ""
    for source in tool.formats.sources {
      let description = source.description
      let family = description.formats.first?.id.rawValue ?? ""
      for option in description.options {
        let way = option.direction == .reading ? "--in-option" : "--out-option"
        text += "  \(family): \(way) \(option.name)=\(option.value)\n      \(option.help)\n"
      }
    }
    return text.isEmpty ? "" : "\nOptions of formats:\n" + text
  }
}
