import Cardmill
import CardmillFiles

extension Command {
  static let help = Command(
    name: "help", usage: "help [COMMAND]", summary: "Show how commands are used.",
    operand: .command, operandCount: 0...1,
    examples: [
      Example(purpose: "how to convert", line: "help convert"),
      Example(purpose: "the manual page: pipe it into man -l -", line: "help --format man"),
    ]
  ) { tool, settings, messages in
    if settings.wantsManual {
      if let name = settings.operands.first {
        throw Tool.usage("the manual page has all commands; leave '\(name)' away")
      }
      try Console.print(Manual(tool).page)
      return 0
    }
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
    if !command.details.isEmpty {
      text += "\n" + command.details.wrapped(at: 100, indent: 0) + "\n"
    }
    text += "\nExamples:\n"
    for example in command.examples {
      text += "  # \(example.purpose)\n  cardmill \(example.line)\n"
    }
    let options = command.options
    let spellings = options.map(spelling)
    let width = spellings.map(\.count).max() ?? 0
    text += "\nOptions:\n"
    for (option, spelling) in zip(options, spellings) {
      text +=
        "  " + spelling.padded(to: width) + "  " + option.help.wrapped(at: 100, indent: width + 4)
        + "\n"
    }
    if options.contains(where: { $0.name == "columns" || $0.name == "where" }) { text += columns }
    if options.contains(where: { $0.name == "suggest" }) {
      text += "\nPaths:\n  "
      text += (Mapping.paths + ["extra.NAME"]).joined(separator: ", ").wrapped(at: 100, indent: 2)
      text += "\n"
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

  private var columns: String {
    let width = ContactColumn.allCases.map(\.rawValue.count).max() ?? 0
    return "\nColumns:\n"
      + ContactColumn.allCases.map {
        "  \($0.rawValue.padded(to: width))  \($0.meaning)\n"
      }.joined()
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
