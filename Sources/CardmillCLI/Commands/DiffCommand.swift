import Cardmill
import CardmillFiles

extension Command {
  static let diff = Command(
    name: "diff", usage: "diff A B [--json]",
    summary: "Say which contacts differ between two inputs of any formats.",
    details: """
      A contact of A is found in B by its UID, by saying the same, or by an equal full name with \
      an equal e-mail address or telephone number. + stands for a contact that only B has, - for one \
      that only A has, ~ for one that changed, with a line for each path. The order of contacts, \
      the spelling of a format, and when a card was written (REV) do not matter. Exit code 1 says \
      that there are differences, 0 that there are none.
      """,
    operand: .inputs, operandCount: 2...2,
    operandName: "two inputs: files, folders, or - for standard input",
    examples: [
      Example(purpose: "what changed", line: "diff phone.vcf phone-new.vcf", exit: 1),
      Example(purpose: "for programs", line: "diff phone.vcf phone-new.vcf --json", exit: 1),
      Example(purpose: "a table against cards", line: "diff phone.vcf people.csv"),
    ]
  ) { tool, settings, messages in
    let comparison = Comparison(
      of: settings.operands[0], with: settings.operands[1], options: settings.run,
      sources: tool.formats.sources)
    messages.holdsSummary = true
    let result = try comparison.run { messages.take($0) }
    // A strict run that found something in its inputs says nothing about them.
    if settings.run.isStrict, result.report.hasStrictFinding {
      messages.finish(exit: result.report.exit)
      return Int32(result.report.exit)
    }
    var output = OutputText()
    for difference in result.differences {
      output.add(settings.isJSON ? difference.json : difference.text)
    }
    try output.finish()
    messages.summarize(result.summary)
    messages.finish(exit: result.report.exit)
    return Int32(result.report.exit)
  }
}

extension Comparison.Difference {
  /// A line for the contact, and one for each path.
  fileprivate var text: String {
    let sign =
      switch kind {
      case .added: "+"
      case .removed: "-"
      case .changed: "~"
      }
    let title = name.isEmpty ? "(no name)" : name.visible
    let lines = changes.map { change in
      "  \(change.path.visible): \(Self.shown(change.old)) → \(Self.shown(change.new))\n"
    }
    return "\(sign) \(title)" + (uid.map { " (\($0.visible))" } ?? "") + "\n" + lines.joined()
  }

  private static let longest = 200

  /// A value in quotes, or a word for none.
  private static func shown(_ value: String?) -> String {
    guard let value else { return "nothing" }
    let short = value.count > longest ? value.prefix(longest) + "…" : value
    var text = ""
    for scalar in short.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(text.visible)\""
  }

  /// One object on one line.
  fileprivate var json: String {
    var text = JSONText()
    text.object { text in
      text.member("change", kind.rawValue)
      text.optional("a", old)
      text.optional("b", new)
      text.optional("uid", uid)
      text.member("name", name)
      text.key("changes")
      text.array { text in
        for change in changes {
          text.object {
            $0.member("path", change.path)
            $0.optional("old", change.old)
            $0.optional("new", change.new)
          }
        }
      }
    }
    return text.string + "\n"
  }
}

extension Comparison.Result {
  /// How many contacts of each kind there are.
  fileprivate var summary: String {
    func count(_ kind: Comparison.Difference.Kind) -> Int {
      differences.count { $0.kind == kind }
    }
    return "\(equalCount.grouped) the same · \(count(.changed).grouped) changed"
      + " · \(count(.removed).grouped) removed · \(count(.added).grouped) added"
  }
}

extension RunReport {
  fileprivate var hasStrictFinding: Bool {
    rejected > 0 || diagnostics.contains { $0.severity >= .warning }
  }
}
