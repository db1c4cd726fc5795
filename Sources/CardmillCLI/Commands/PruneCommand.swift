import Cardmill
import CardmillFiles
import CardmillQuery

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Command {
  static let prune = Command(
    name: "prune", usage: "prune INPUT... [-o OUTPUT | --in-place] RULE... [--removed FILE]",
    summary: "Remove contacts by rules; everything else stays byte for byte.",
    details: """
      A contact goes when any rule hits it. Nothing is asked when the result goes to an output of \
      its own; --in-place asks once, keeps INPUT.bak, and needs --yes without a terminal. More \
      than half of the contacts are never removed without --max-delete or --force. Look first \
      with --dry-run; --removed FILE keeps what goes, and `cardmill restore` puts it back. Only \
      what the rules look at is read closely: `cardmill check` tells what is wrong with the rest.
      """,
    operand: .inputs, operandCount: 1...Int.max, operandName: Command.inputName,
    examples: [
      Example(
        purpose: "Show which contacts have neither mail nor telephone",
        line: "prune phone.vcf --where email_count=0 --dry-run"),
      Example(
        purpose: "Write a file without the contacts of a category",
        line: "prune phone.vcf --category Friends -o kept.vcf --removed gone.vcf"),
    ]
  ) { tool, settings, messages in
    var settings = settings
    try settings.checkPruning()
    let rules = try QueryRules(settings)
    var edits = settings.edits
    if settings.marks { edits.action = .mark(reason: settings.reason) }
    if settings.unmarks { edits.action = .unmark }
    let pruning = Pruning(
      settings.operands, to: settings.output ?? "-", rules: rules, edits: edits,
      options: settings.run, sources: tool.formats.sources)
    var ask: ((Removal) throws -> RemovalAnswer)?
    if settings.isInteractive {
      let prompt = try TerminalPrompt()
      ask = { try prompt.ask($0) }
    } else if let command = settings.confirmation {
      let program = ConfirmationProgram(command)
      let sources = tool.formats.sources
      ask = { try program.ask(try ContactText.json($0.contact, sources: sources)) }
    }
    let approve: ((Int, [String]) throws -> Bool)? =
      settings.isConfirmed || edits.plan != nil
      ? nil : { try TerminalPrompt.approve(count: $0, names: $1) }
    let show: (Removal) -> Void = { removal in
      let uid = removal.uid.map { " (\($0.visible))" } ?? ""
      let name = removal.name.isEmpty ? "no name" : removal.name.visible
      try? Console.print(
        "\(removal.file.visible):\(removal.line): \(name)\(uid): \(removal.rule.visible)\n")
    }
    let report = try pruning.run(
      ask: ask, approve: approve, removal: edits.isDryRun ? show : nil
    ) { messages.take($0) }
    messages.finish(exit: report.exit)
    return Int32(report.exit)
  }

  static let restore = Command(
    name: "restore", usage: "restore PRUNED --removed FILE [-o OUTPUT]",
    summary: "Put removed contacts back: the input of a pruning, byte for byte.",
    details: """
      The removed file and its journal say what stood where. Both files and the journal must be \
      as prune wrote them; otherwise nothing is written, and `cardmill convert PRUNED FILE \
      -o OUTPUT` joins the contacts.
      """,
    operand: .inputs, operandCount: 1...1, operandName: "the file that prune wrote",
    examples: [
      Example(
        purpose: "Put back what the example of prune removed",
        line: "restore kept.vcf --removed gone.vcf -o whole.vcf")
    ]
  ) { _, settings, messages in
    guard let removed = settings.edits.removed else {
      throw Tool.usage("restore needs the removed records: --removed FILE")
    }
    let restoration = Restoration(
      settings.operands[0], removed: removed, to: settings.output ?? "-", options: settings.run)
    let count = try restoration.run()
    messages.say("restored: \(count.grouped) record\(count == 1 ? "" : "s") put back")
    messages.finish(exit: 0)
    return 0
  }
}

extension Settings {
  /// Makes the rule of `--pending`, to which `--grace` belongs.
  mutating func completeRules() throws {
    if grace != nil, !picksPending { throw Tool.usage("--grace goes with --pending") }
    if picksPending { rules.append(.pending(grace: grace ?? 0)) }
  }

  /// Refuses what makes no sense together.
  fileprivate mutating func checkPruning() throws {
    if edits.isInPlace, output != nil { throw Tool.usage("--in-place and -o exclude each other") }
    if marks, unmarks { throw Tool.usage("--mark and --unmark exclude each other") }
    if reason != nil, !marks { throw Tool.usage("--reason goes with --mark") }
    try completeRules()
    if isInteractive, confirmation != nil {
      throw Tool.usage("--interactive and --confirm-command exclude each other")
    }
    if edits.isDryRun, output != nil || edits.isInPlace || edits.removed != nil {
      throw Tool.usage("--dry-run writes nothing: leave -o, --in-place and --removed away")
    }
    if edits.isDryRun, isInteractive || confirmation != nil {
      throw Tool.usage("--dry-run asks nobody: leave --interactive and --confirm-command away")
    }
    if edits.dropsFromGroups, marks || unmarks {
      throw Tool.usage("--drop-from-groups goes with removing, not with marks")
    }
    if unmarks, rules.isEmpty { rules.append(.pending()) }
    if edits.plan != nil {
      guard rules.isEmpty else {
        throw Tool.usage("--apply removes what the plan lists: leave the rules away")
      }
    } else if rules.isEmpty, edits.removedCategories.isEmpty {
      throw Tool.usage(
        "prune needs a rule: --where, --empty, --missing, --category, --match, --not-updated-since, --pending or --remove-category"
      )
    }
    edits.isForced = run.mayOverwrite
  }
}

/// The rules of the command line, as an edit asks them.
struct QueryRules: ContactRules {
  private let set: RuleSet
  let names: [String]
  let wantsMembership: Bool
  let properties: PropertySet?
  private let looksAtGroups: Bool

  init(_ settings: Settings) throws {
    set = try RuleSet(settings.rules, now: settings.run.now ?? Int(time(nil)))
    names = settings.rules.map(\.description)
    wantsMembership = set.needsMembership
    properties = set.properties
    // A group card is nobody: only an expression that speaks of kinds picks it.
    looksAtGroups = set.usedColumns.contains("kind")
  }

  func makeEvaluator(file: String) throws -> any ContactRuleEvaluator {
    let evaluator = try set.makeEvaluator()
    evaluator.source = file
    return Evaluator(evaluator, looksAtGroups: looksAtGroups)
  }

  private final class Evaluator: ContactRuleEvaluator {
    private let evaluator: RuleEvaluator
    private let looksAtGroups: Bool
    private var counted = 0

    init(_ evaluator: RuleEvaluator, looksAtGroups: Bool) {
      self.evaluator = evaluator
      self.looksAtGroups = looksAtGroups
    }

    func match(_ batch: ContactBatch, _ index: Int) throws -> Int? {
      if !looksAtGroups, batch.storage.contacts[index].kind == .group { return nil }
      return try evaluator.matches(batch, index)
    }

    func takeNotComparable() -> Int {
      defer { counted = evaluator.undatedCount }
      return evaluator.undatedCount - counted
    }
  }
}

/// A contact as text for programs.
enum ContactText {
  /// The contact JSON of a contact, one line.
  static func json(_ contact: Contact, sources: [any DataSource]) throws -> [UInt8] {
    guard
      let source = sources.first(where: { $0.description.format("json")?.writes == true })
    else { throw Tool.usage("there is no contact JSON") }
    var output = FormattedBlock()
    try source.makeWriter(WriteRequest(format: "json")).format(ContactBatch(contact), into: &output)
    return output.bytes.bytes
  }
}
