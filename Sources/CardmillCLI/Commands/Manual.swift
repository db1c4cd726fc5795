import Cardmill
import CardmillFiles

/// The manual page, made of the tables of commands, options, formats and columns.
struct Manual {
  private let tool: Tool

  init(_ tool: Tool) { self.tool = tool }

  /// The page for `man`.
  var page: String {
    var roff = Roff()
    roff.line(".TH CARDMILL 1 \"\" \"cardmill \(Tool.version)\" \"User Commands\"")
    roff.section("NAME")
    roff.text("cardmill - convert, check, list and compare contact files")
    roff.section("SYNOPSIS")
    for command in Command.all {
      roff.line(".br")
      roff.bold("cardmill \(command.usage)")
    }
    roff.section("DESCRIPTION")
    roff.text(
      """
      Cardmill reads contact files from any program, accounts for every contact and every value, \
      and writes them for any other program. Data go to standard output and nothing else does; \
      standard error has a line for each thing worth knowing and a summary.
      """)
    roff.section("COMMANDS")
    for command in Command.all { append(command, &roff) }
    roff.section("OPTIONS")
    for option in Option.all {
      roff.item(
        (option.letter.map { "-\($0), " } ?? "") + option.spelling
          + (option.valueName.map { " " + $0 } ?? ""))
      let commands = Command.all.map(\.name).filter { option.commands.contains($0) }
      let isEverywhere = commands.count == Command.all.count
      roff.text(option.help + (isEverywhere ? "" : " (\(commands.joined(separator: ", ")))"))
    }
    roff.section("FORMATS")
    for (_, format) in tool.formats.all {
      roff.item(format.id.rawValue)
      let way = format.writes ? (format.reads ? "" : " (only written)") : " (only read)"
      roff.text(format.name + way)
    }
    appendFormatOptions(&roff)
    roff.section("COLUMNS")
    for column in ContactColumn.allCases {
      roff.item(column.rawValue)
      roff.text(column.meaning)
    }
    roff.section("EXIT STATUS")
    for (code, meaning) in ExitStatus.all {
      roff.item(String(code))
      roff.text(meaning)
    }
    roff.section("ENVIRONMENT")
    roff.item("SOURCE_DATE_EPOCH")
    roff.text("the time to work with, in seconds since 1970, unless --now gives one")
    roff.item("NO_COLOR")
    roff.text("no colour on a terminal")
    return roff.page
  }

  private func append(_ command: Command, _ roff: inout Roff) {
    roff.subsection("cardmill \(command.usage)")
    roff.text(command.summary)
    if !command.details.isEmpty {
      roff.line(".PP")
      roff.text(command.details)
    }
    for example in command.examples {
      roff.line(".PP")
      roff.text(example.purpose + ":")
      roff.line(".RS 4")
      roff.line(".nf")
      roff.text("cardmill " + example.line)
      roff.line(".fi")
      roff.line(".RE")
    }
  }

  private func appendFormatOptions(_ roff: inout Roff) {
    for source in tool.formats.sources {
      let family = source.description.formats.first?.id.rawValue ?? ""
      for option in source.description.options {
        let way = option.direction == .reading ? "--in-option" : "--out-option"
        roff.item("\(way) \(option.name)=\(option.value) (\(family))")
        roff.text(option.help)
      }
    }
  }
}

/// What the exit codes say.
enum ExitStatus {
  static let all: [(code: Int, meaning: String)] = [
    (0, "done; also for a damaged file that still gave contacts"),
    (
      1,
      "findings: a warning or an error (check), differences (diff), or --strict forbade the output"
    ),
    (2, "wrong usage"),
    (3, "an input or output cannot be used; nothing was written"),
    (4, "refused, so that nothing is overwritten or lost"),
    (70, "a fault of Cardmill itself"),
    (130, "interrupted"),
  ]
}

/// Text in the language of `man`.
private struct Roff {
  private(set) var page = ""

  mutating func line(_ request: String) { page += request + "\n" }
  mutating func section(_ title: String) { line(".SH \(title)") }
  mutating func subsection(_ title: String) { line(".SS \"\(Self.escaped(title))\"") }
  mutating func bold(_ text: String) { line(".B \"\(Self.escaped(text))\"") }

  /// A tagged paragraph's tag.
  mutating func item(_ tag: String) {
    line(".TP")
    bold(tag)
  }

  mutating func text(_ text: String) {
    let escaped = Self.escaped(text)
    // A period or quote at a line's start would be a request.
    line((escaped.first == "." || escaped.first == "'" ? "\\&" : "") + escaped)
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default: escaped += "\\[u" + Self.hex(scalar.value) + "]"
      }
    }
    return escaped
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
