import Cardmill
import CardmillFiles

extension Command {
  static let list = Command(
    name: "list", usage: "list INPUT... [RULE...] [--columns a,b,c] [--json]",
    summary: "List contacts, one a line: all, or those that rules pick.",
    details: """
      On a terminal the columns stand below each other and long values are cut; elsewhere there \
      are tabs between them, and tabs and line breaks inside a value are shown as \\t and \\n. Lists \
      are JSON arrays there. --json prints one object a line, in which null stands for what a contact \
      does not have. Group cards are listed too, and have kind "group". With rules there is a line \
      for each contact that any of them picks.
      """,
    operand: .inputs, operandCount: 1...Int.max, operandName: inputName,
    examples: [
      Example(purpose: "names, organizations, e-mail and telephone", line: "list phone.vcf"),
      Example(
        purpose: "other columns", line: "list phone.vcf --columns name,birthday,categories,line"),
      Example(
        purpose: "who has neither mail nor telephone",
        line: "list phone.vcf --where email_count+phone_count=0"),
      Example(
        purpose: "for programs", line: "list phone.vcf --json --columns uid,full_name,emails"),
    ]
  ) { tool, settings, messages in
    var settings = settings
    try settings.completeRules()
    let style: Listing.Style =
      settings.isJSON
      ? .json : Console.outputIsTerminal ? .aligned(width: Console.outputWidth) : .tabs
    var listing = Listing(
      of: settings.operands, columns: settings.columns, as: style, options: settings.run,
      sources: tool.formats.sources)
    if !settings.rules.isEmpty { listing.rules = try QueryRules(settings) }
    let report = try listing.run { messages.take($0) }
    messages.finish(exit: report.exit)
    return Int32(report.exit)
  }
}

extension ContactColumn {
  /// Reads names with commas between them; gives why it cannot.
  static func parse(_ text: String) -> Result<[ContactColumn], ColumnProblem> {
    var columns: [ContactColumn] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(name)
      guard let column = ContactColumn(rawValue: name) else {
        let all = allCases.map(\.rawValue)
        let meant = Suggestion.nearest(to: name, in: all).map { "did you mean \($0)?" }
        return .failure(
          ColumnProblem(
            text: name.isEmpty
              ? "a column's name is empty; give names as full_name,email"
              : "there is no column '\(name)'; "
                + (meant ?? "there are \(all.joined(separator: ", "))")))
      }
      columns.append(column)
    }
    return .success(columns)
  }
}

/// Why a list of columns cannot be read.
struct ColumnProblem: Error {
  let text: String
}
