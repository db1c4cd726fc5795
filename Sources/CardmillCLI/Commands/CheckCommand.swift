import Cardmill
import CardmillFiles

extension Command {
  static let check = Command(
    name: "check", usage: "check INPUT... [--json]",
    summary: "Say what is wrong with contact files.",
    details: """
      The findings go to standard output, grouped by code: the first five of each, then their \
      number. `cardmill explain CODE` says what a code means. With --diagnostics json they go to \
      standard error instead, all of them. Besides what reading a file shows, check looks for text \
      that was decoded wrongly, for one UID on contacts that differ (over all inputs), for members \
      of groups that nobody is, and for contacts without a name. Exit code 1 says that there is a \
      warning or an error; infos alone give 0.
      """,
    operand: .inputs, operandCount: 1...Int.max, operandName: inputName,
    examples: [
      Example(purpose: "what is wrong with a file", line: "check damaged.vcf", exit: 1),
      Example(
        purpose: "every finding, one object a line", line: "check damaged.vcf --json", exit: 1),
      Example(purpose: "a whole folder", line: "check cards"),
    ]
  ) { tool, settings, messages in
    let findings = Findings(settings, messages)
    let check = Check(of: settings.operands, options: settings.run, sources: tool.formats.sources)
    do {
      let report = try check.run { findings.take($0) }
      try findings.finish()
      messages.finish(exit: report.exit)
      return Int32(report.exit)
    } catch {
      // What was found before is worth seeing.
      try findings.finish()
      throw error
    }
  }
}

/// What a check finds, as it goes to standard output.
final class Findings {
  private enum Way { case text, json, messages }

  /// The findings of one code in one input.
  private struct Group {
    var code: Diagnostic.Code
    var severity: Diagnostic.Severity
    var count = 0
    var lines: [String] = []
  }

  private let way: Way
  private let messages: Messages
  private var groups: [String: [Group]] = [:]
  private var output = OutputText()

  private static let shownOfEach = 5

  init(_ settings: Settings, _ messages: Messages) {
    way = settings.style == .json ? .messages : settings.isJSON ? .json : .text
    self.messages = messages
    messages.tellsInfos = true
  }

  func take(_ event: RunEvent) {
    switch (event, way) {
    case (.diagnostic(let diagnostic), .json): print(diagnostic.jsonLine)
    case (.diagnostic(let diagnostic), .text): add(diagnostic)
    case (.endOfInput(let file), .text): end(file)
    case (.end, .text):
      for file in groups.keys.sorted() { end(file) }
      messages.take(event)
    default: messages.take(event)
    }
  }

  private func print(_ text: String) {
    messages.eraseProgress()
    output.add(text)
  }

  private func add(_ diagnostic: Diagnostic) {
    let file = diagnostic.file ?? ""
    var list = groups[file] ?? []
    let place =
      list.firstIndex { $0.code == diagnostic.code && $0.severity == diagnostic.severity }
      ?? list.count
    if place == list.count {
      list.append(Group(code: diagnostic.code, severity: diagnostic.severity))
    }
    list[place].count += 1
    if list[place].count <= Self.shownOfEach { list[place].lines.append(diagnostic.textLine()) }
    groups[file] = list
  }

  /// Prints the groups of an input, the worst first.
  private func end(_ file: String) {
    guard let list = groups.removeValue(forKey: file) else { return }
    var text = ""
    for severity in [Diagnostic.Severity.error, .warning, .info] {
      for group in list where group.severity == severity {
        text += group.lines.joined()
        guard group.count > Self.shownOfEach else { continue }
        let more = (group.count - Self.shownOfEach).grouped
        text += "\(file.visible): … and \(more) more \(severity.rawValue)[\(group.code)]\n"
      }
    }
    print(text)
  }

  /// Brings everything out.
  ///
  /// - Throws: `ClosedPipe`, or `SourceError` when there is no room.
  func finish() throws { try output.finish() }
}
