import Cardmill
import CardmillFiles

/// One command.
struct Command: Sendable {
  let name: String
  /// How it is called.
  let usage: String
  /// What it does, one line.
  let summary: String
  /// What must and may stand beside options.
  let operandCount: ClosedRange<Int>
  /// What is missing when there is too little.
  let operandName: String
  let run: @Sendable (Tool, Settings, Messages) throws -> Int32

  /// Every command, in the order of the help.
  static let all: [Command] = [
    .convert, .prune, .restore, .inspect, .formats, .explain, .help,
  ]
}
