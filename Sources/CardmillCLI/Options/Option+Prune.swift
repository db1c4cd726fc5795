import Cardmill
import CardmillFiles
import CardmillQuery

extension Option {
  private static let prune: Set<String> = ["prune"]

  /// The rules that pick contacts.
  static let rules: [Option] = [
    Option(
      name: "where", valueName: "SQL", help: "Pick contacts for which an SQL expression is true.",
      commands: ruleCommands, isRepeatable: true
    ) {
      $0.rules.append(.where($1))
      return nil
    },
    Option(
      name: "empty", help: "Pick contacts that hold nothing but uid, kind, rev and prodid.",
      commands: ruleCommands
    ) { settings, _ in
      settings.rules.append(.empty)
      return nil
    },
    Option(
      name: "missing", valueName: "FIELD", help: "Pick contacts without FIELD, such as phones.",
      commands: ruleCommands, isRepeatable: true
    ) {
      $0.rules.append(.missing($1))
      return nil
    },
    Option(
      name: "category", valueName: "NAME", help: "Pick contacts of a category or group.",
      commands: ruleCommands, isRepeatable: true
    ) {
      $0.rules.append(.category($1))
      return nil
    },
    Option(
      name: "match", valueName: "TEXT", help: "Pick contacts in which TEXT stands.",
      commands: ruleCommands, isRepeatable: true
    ) {
      $0.rules.append(.match($1))
      return nil
    },
    Option(
      name: "not-updated-since", valueName: "DATE",
      help: "Pick contacts that were last changed before DATE.", commands: ruleCommands
    ) {
      $0.rules.append(.notUpdatedSince($1))
      return nil
    },
    Option(
      name: "pending", help: "Pick contacts that are marked for deletion.", commands: ruleCommands
    ) { settings, _ in
      settings.picksPending = true
      return nil
    },
    Option(
      name: "grace", valueName: "7d", help: "With --pending: marked for at least this long.",
      commands: ruleCommands
    ) {
      $0.grace = Duration.seconds($1)
      return $0.grace == nil ? "give a duration such as 7d, 12h or 30m" : nil
    },
  ]

  /// What prune does with them.
  static let pruning: [Option] = [
    Option(
      name: "in-place", help: "Replace the inputs; INPUT.bak stays.", commands: prune
    ) { settings, _ in
      settings.edits.isInPlace = true
      return nil
    },
    Option(
      name: "removed", valueName: "FILE",
      help: "Keep the removed records in FILE and how to put them back in FILE.journal.",
      commands: ["prune", "restore"]
    ) {
      $0.edits.removed = $1
      return nil
    },
    Option(
      name: "remove-category", valueName: "NAME",
      help: "Take a category off all contacts, and its group card away; removes nobody.",
      commands: prune, isRepeatable: true
    ) {
      $0.edits.removedCategories.append($1)
      return nil
    },
    Option(
      name: "drop-from-groups", help: "Take removed contacts out of the group cards.",
      commands: prune
    ) { settings, _ in
      settings.edits.dropsFromGroups = true
      return nil
    },
    Option(
      name: "mark", help: "Mark the contacts for deletion instead of removing them.",
      commands: prune
    ) { settings, _ in
      settings.marks = true
      return nil
    },
    Option(
      name: "reason", valueName: "TEXT", help: "With --mark: why.", commands: prune
    ) {
      $0.reason = $1
      return nil
    },
    Option(
      name: "unmark", help: "Take marks for deletion away instead of removing.", commands: prune
    ) { settings, _ in
      settings.unmarks = true
      return nil
    },
    Option(
      name: "dry-run", help: "Only show each contact and the rule that hits it.", commands: prune
    ) { settings, _ in
      settings.edits.isDryRun = true
      return nil
    },
    Option(
      name: "apply", valueName: "PLAN",
      help: "Remove exactly what a reviewed --dry-run --report PLAN lists.", commands: prune
    ) {
      $0.edits.plan = $1
      return nil
    },
    Option(
      name: "interactive", help: "Ask contact by contact on the terminal.", commands: prune
    ) { settings, _ in
      settings.isInteractive = true
      return nil
    },
    Option(
      name: "confirm-command", valueName: "CMD",
      help: "Ask a program: contact JSON on its input, exit 0 removes, 1 keeps.", commands: prune
    ) {
      $0.confirmation = $1
      return nil
    },
    Option(
      name: "max-delete", valueName: "N|P%",
      help: "Allow at most N or P% of the contacts to be removed (default: 50%).", commands: prune
    ) {
      let digits = $1.hasSuffix("%") ? $1.dropLast() : $1[...]
      guard let number = Int(digits), number >= 0 else { return "give a number or a percentage" }
      if $1.hasSuffix("%"), number > 100 { return "give at most 100%" }
      $0.edits.limit = $1.hasSuffix("%") ? .percent(number) : .count(number)
      return nil
    },
    Option(name: "yes", help: "Do not ask before inputs are replaced.", commands: prune) {
      settings, _ in
      settings.isConfirmed = true
      return nil
    },
  ]

  /// The commands that take rules.
  static let ruleCommands: Set<String> = ["prune", "list"]
}

/// Durations on the command line.
enum Duration {
  /// Seconds of `7d`, `12h`, `30m`, `90s`.
  static func seconds(_ text: String) -> Int? {
    guard let unit = text.last, let number = Int(text.dropLast()), number >= 0 else { return nil }
    let length: Int
    switch unit {
    case "w": length = 7 * 86_400
    case "d": length = 86_400
    case "h": length = 3_600
    case "m": length = 60
    case "s": length = 1
    default: return nil
    }
    let (seconds, isTooLong) = number.multipliedReportingOverflow(by: length)
    return isTooLong ? nil : seconds
  }
}
