import Cardmill
import CardmillFiles

/// What the command says on standard error: diagnostics, losses, progress, and the summary at the
/// end.
final class Messages {
  enum Style: String, CaseIterable { case text, json }

  private var style: Style
  private var isQuiet = false
  private var hasColor = Console.errorHasColor
  private var progress: ProgressLine?
  /// How many diagnostics of a code an input had; the first ones are shown, the others counted.
  private var counts: [String: [(code: Diagnostic.Code, count: Int)]] = [:]

  /// Whether the summary counts infos too.
  var tellsInfos = false
  /// Whether the command has a summary of its own for people.
  var holdsSummary = false

  private static let shownOfEach = 5
  private static let shownLossKinds = 20

  init(style: Style) { self.style = style }

  /// Tells the style before the options are understood, so that a wrong option is reported in it.
  static func style(of arguments: [String]) -> Style {
    for (place, word) in arguments.enumerated() {
      if word == "--" { break }
      if word == "--diagnostics=json" { return .json }
      if word == "--diagnostics", arguments.dropFirst(place + 1).first == "json" { return .json }
    }
    return .text
  }

  /// Follows the options.
  func use(_ settings: Settings) {
    style = settings.style
    isQuiet = settings.isQuiet
    if !settings.mayColor { hasColor = false }
    if style == .text, !isQuiet, settings.showsProgress, Console.errorIsTerminal {
      progress = ProgressLine()
    }
  }

  // MARK: While it runs

  func take(_ event: RunEvent) {
    switch event {
    case .diagnostic(let diagnostic): show(diagnostic)
    case .losses(let losses, let file): show(losses, file)
    case .endOfInput(let file): endInput(file)
    case .progress(let state): progress?.show(state)
    case .end(let report): end(report)
    }
  }

  func show(_ diagnostic: Diagnostic) {
    if isQuiet, diagnostic.severity < .error { return }
    if style == .json { return printJSON(diagnostic) }
    let file = diagnostic.file ?? ""
    var list = counts[file] ?? []
    let place = list.firstIndex { $0.code == diagnostic.code } ?? list.count
    if place == list.count { list.append((diagnostic.code, 0)) }
    list[place].count += 1
    counts[file] = list
    if list[place].count <= Self.shownOfEach { printText(diagnostic) }
  }

  private func printText(_ diagnostic: Diagnostic) {
    printLine(diagnostic.textLine { colored($0, diagnostic.severity) })
  }

  private func colored(_ text: String, _ severity: Diagnostic.Severity) -> String {
    guard hasColor else { return text }
    let code =
      switch severity {
      case .info: "36"
      case .warning: "33"
      case .error: "31"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private func printJSON(_ diagnostic: Diagnostic) { printLine(diagnostic.jsonLine) }

  private func show(_ losses: [Loss], _ file: String) {
    guard style == .json, !isQuiet else { return }
    for loss in losses { show(loss, file) }
  }

  private func show(_ loss: Loss, _ file: String) {
    var text = JSONText()
    text.object {
      $0.member("severity", "loss")
      $0.member("code", loss.code)
      $0.member("path", loss.path)
      $0.member("original", loss.original)
      $0.member("recoverable", loss.isRecoverable)
      $0.member("file", file)
      $0.member("contact", loss.record)
      $0.member("line", loss.line)
    }
    printLine(text.string + "\n")
  }

  private func endInput(_ file: String) {
    guard style == .text, let list = counts.removeValue(forKey: file) else { return }
    for (code, count) in list where count > Self.shownOfEach {
      let more = (count - Self.shownOfEach).grouped
      let place = file.isEmpty ? "cardmill" : file.visible
      printLine("\(place): … and \(more) more [\(code)]\n")
    }
  }

  /// Says one line about what was done.
  func say(_ line: String) {
    guard !isQuiet, style == .text else { return }
    printLine(line + "\n")
  }

  /// Takes the progress away before something else is shown.
  func eraseProgress() { progress?.erase() }

  private func printLine(_ line: String) {
    progress?.erase()
    Console.printError(line)
  }

  // MARK: At the end

  private func end(_ report: RunReport) {
    for file in counts.keys.sorted() { endInput(file) }
    progress?.erase()
    progress = nil
    guard !isQuiet else { return }
    if style == .json { return pending = report }
    guard report.exit <= 1, !holdsSummary else { return }
    for kind in report.losses.prefix(Self.shownLossKinds) {
      let values = kind.count == 1 ? "1 value" : "\(kind.count.grouped) values"
      let back = kind.isRecoverable ? ", restored when it is read back" : ""
      Console.printError("loss[\(kind.code)]: \(kind.path.visible): \(values)\(back)\n")
    }
    if report.losses.count > Self.shownLossKinds {
      let more = report.losses.count - Self.shownLossKinds
      Console.printError("… and \(more.grouped) more kinds of loss\n")
    }
    Console.printError(report.summary(tellsInfos: tellsInfos) + "\n")
  }

  /// Prints a command's own summary.
  func summarize(_ text: String) {
    guard style == .text, !isQuiet else { return }
    Console.printError(text + "\n")
  }

  /// The summary that JSON has in its last line, behind whatever went wrong.
  private var pending: RunReport?

  /// Says why a run failed.
  func end(_ error: SourceError) {
    for file in counts.keys.sorted() { endInput(file) }
    progress?.erase()
    if style == .text { printText(error.diagnostic) } else { printJSON(error.diagnostic) }
    if pending == nil {
      var report = RunReport()
      report.diagnostics = [
        RunReport.Finding(code: error.diagnostic.code, severity: .error, count: 1)
      ]
      pending = report
    }
    finish(exit: error.kind.exitCode)
  }

  /// Prints what comes last.
  func finish(exit: Int) {
    guard style == .json, !isQuiet else { return }
    var text = JSONText()
    let report = pending ?? RunReport()
    text.object { text in
      text.key("summary")
      text.object { report.appendSummary(to: &$0, exit: exit) }
    }
    Console.printError(text.string + "\n")
  }
}

extension RunReport {
  /// The account in one line: `read 1,000 · written 998 · rejected 2 · 3 warnings`.
  func summary(tellsInfos: Bool) -> String {
    func counted(_ count: Int, _ word: String) -> String? {
      count == 0 ? nil : "\(count.grouped) \(word)\(count == 1 ? "" : "s")"
    }
    func named(_ word: String, _ count: Int) -> String? {
      count == 0 ? nil : "\(word) \(count.grouped)"
    }
    let losses: String? =
      switch lossCount {
      case 0: nil
      case 1: "1 value the target cannot hold"
      default: "\(lossCount.grouped) values the target cannot hold"
      }
    let isWritten = outputFormat != nil
    let parts = [
      "read \(read.grouped)",
      isWritten ? "written \(written.grouped)" : folded > 0 ? "listed \(written.grouped)" : nil,
      named("removed", removed), named("edited", edited), named("merged", merged),
      isWritten ? named("folded", folded) : nil,
      "rejected \(rejected.grouped)", named("added", added), counted(count(.error), "error"),
      counted(count(.warning), "warning"), tellsInfos ? counted(count(.info), "info") : nil, losses,
      tellsInfos && diagnostics.isEmpty ? "nothing found" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// The members of `{"summary":{…}}`.
  func appendSummary(to text: inout JSONText, exit: Int) {
    text.member("read", read)
    text.member("written", written)
    text.member("removed", removed)
    text.member("merged", merged)
    text.member("rejected", rejected)
    text.member("folded", folded)
    text.member("added", added)
    text.member("errors", count(.error))
    text.member("warnings", count(.warning))
    text.member("infos", count(.info))
    text.member("losses", lossCount)
    text.member("exit", exit)
  }
}

extension Diagnostic {
  /// `file:line:col: severity[code]: message` and a line break.
  func textLine(severity color: (String) -> String = { $0 }) -> String {
    var line = file.map(\.visible) ?? "cardmill"
    if let number = self.line { line += ":\(number):\(column ?? 1)" }
    // The place in an expression is shown below it; every other message is one line.
    let lines = code == .usage ? message.split(separator: "\n") : [Substring(message)]
    let text = lines.map { String($0).visible }.joined(separator: "\n")
    return line + ": \(color(severity.rawValue))[\(code)]: \(text)\n"
  }

  /// One object and a line break.
  var jsonLine: String {
    var text = JSONText()
    text.object {
      $0.member("severity", severity.rawValue)
      $0.member("code", code.rawValue)
      appendMembers(to: &$0)
    }
    return text.string + "\n"
  }
}

extension Int {
  /// The number with a comma between thousands, in every locale.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}
