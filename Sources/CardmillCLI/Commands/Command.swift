import Cardmill
import CardmillFiles

/// One command: the parser, the help, the completions and the manual read nothing else.
struct Command: Sendable {
  /// What the words are that are no options.
  enum Operand: Sendable {
    case nothing, inputs, code, command, shell
  }

  /// A line that shows how a command is used; the tests run all of them.
  struct Example: Sendable {
    /// What it does, one line.
    let purpose: String
    /// The words behind `cardmill`, separated by blanks.
    let line: String
    /// The exit code.
    var exit: Int32 = 0
  }

  let name: String
  /// How it is called.
  let usage: String
  /// What it does, one line.
  let summary: String
  /// More about it, if there is more to say.
  var details = ""
  var operand = Operand.nothing
  /// What must and may stand beside options.
  var operandCount = 0...0
  /// What is missing when there is too little.
  var operandName = ""
  let examples: [Example]
  let run: @Sendable (Tool, Settings, Messages) throws -> Int32

  /// Every command, in the order of the help.
  static let all: [Command] = [
    .convert, .prune, .restore, .check, .inspect, .list, .diff, .map, .formats, .explain,
    .completions,
    .help,
  ]

  static let inputName = "an input: a file, a folder, or - for standard input"
}
