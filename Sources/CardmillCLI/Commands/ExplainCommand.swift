import Cardmill
import CardmillFiles

extension Command {
  static let explain = Command(
    name: "explain", usage: "explain [CODE]",
    summary: "Say what a diagnostic code means and what to do.", operand: .code,
    operandCount: 0...1,
    examples: [
      Example(purpose: "one code", line: "explain missing-end"),
      Example(purpose: "all codes", line: "explain"),
    ]
  ) { tool, settings, messages in
    let table = Diagnostic.Code.table
    guard let code = settings.operands.first else {
      let width = table.map { $0.code.rawValue.count }.max() ?? 0
      let lines = table.map {
        $0.code.rawValue.padded(to: width) + "  " + $0.severity.rawValue.padded(to: 7) + "  "
          + $0.meaning + "\n"
      }
      try Console.print(lines.joined())
      return 0
    }
    guard let entry = table.first(where: { $0.code.rawValue == code }) else {
      let meant = Suggestion.nearest(to: code, in: table.map(\.code.rawValue))
      throw Tool.usage(
        "there is no code '\(code)'"
          + (meant.map { "; did you mean \($0)?" } ?? "; `cardmill explain` lists them all"))
    }
    try Console.print(
      """
      \(entry.code) (\(entry.severity.rawValue))
        \(entry.meaning)
        \(entry.remedy)

      """)
    return 0
  }
}
