import Cardmill
import CardmillFiles

/// One option: the parser, the help, the completions, the manual and the tests read nothing else.
struct Option: Sendable {
  /// What a shell offers for the value.
  enum Completion: Sendable {
    case nothing, file, readFormat, writtenFormat, limit, readingOption, writingOption, column
    case words([String])
  }

  /// The name without its dashes.
  let name: String
  /// The one-letter name.
  var letter: Character?
  /// What the value is called in the help; nil for a switch.
  var valueName: String?
  /// What it does, one line.
  let help: String
  /// The commands that know it.
  let commands: Set<String>
  /// Whether it may be given several times.
  var isRepeatable = false
  /// What a shell offers for the value.
  var completion = Completion.nothing
  /// Puts the value into the settings; gives why it cannot, or nil.
  let apply: @Sendable (_ settings: inout Settings, _ value: String) -> String?

  /// How it is written, such as `--to FORMAT`.
  var spelling: String { "--\(name)" }
}

extension Option {
  private static let running: Set<String> = [
    "convert", "check", "inspect", "list", "diff", "prune",
  ]
  private static let reading = running.union(["map"])
  private static let every = reading.union([
    "restore", "formats", "explain", "completions", "help",
  ])

  /// Every option of every command, in the order of the help.
  static let all: [Option] = base + rules + pruning + general

  private static let base: [Option] = [
    Option(
      name: "output", letter: "o", valueName: "OUTPUT",
      help: "Write to a file, or into a folder whose name ends in / (default: standard output).",
      commands: ["convert", "prune", "restore"], completion: .file
    ) {
      $0.output = $1
      return nil
    },
    Option(
      name: "from", valueName: "FORMAT", help: "Read the inputs as FORMAT (default: detected).",
      commands: reading, completion: .readFormat
    ) {
      $0.run.from = FormatID($1)
      return nil
    },
    Option(
      name: "to", valueName: "FORMAT",
      help: "Write FORMAT (default: what the output's name says).", commands: ["convert"],
      completion: .writtenFormat
    ) {
      $0.run.to = FormatID($1)
      return nil
    },
    Option(
      name: "in-option", valueName: "KEY=VALUE", help: "Set an option of the inputs' format.",
      commands: reading, isRepeatable: true, completion: .readingOption
    ) { add($1, to: &$0.run.readingOptions) },
    Option(
      name: "out-option", valueName: "KEY=VALUE", help: "Set an option of the output's format.",
      commands: ["convert"], isRepeatable: true, completion: .writingOption
    ) { add($1, to: &$0.run.writingOptions) },
    Option(
      name: "columns", valueName: "A,B,C",
      help: "List these columns (default: full_name,organization,email,phone).",
      commands: ["list"], completion: .column
    ) {
      switch ContactColumn.parse($1) {
      case .success(let columns):
        $0.columns = columns
        return nil
      case .failure(let problem): return problem.text
      }
    },
    Option(
      name: "suggest", valueName: "FILE",
      help: "Write a mapping for FILE, to be corrected by hand.", commands: ["map"],
      completion: .file
    ) {
      $0.suggest = $1
      return nil
    },
    Option(
      name: "split-every", valueName: "N",
      help: "Write parts of N records: out-001.vcf, out-002.vcf and so on.", commands: ["convert"]
    ) {
      $0.run.splitEvery = Int($1)
      return positive($0.run.splitEvery)
    },
    Option(
      name: "force", help: "Overwrite files in an output folder; prune: remove any number.",
      commands: ["convert", "prune"]
    ) { settings, _ in
      settings.run.mayOverwrite = true
      return nil
    },
    Option(
      name: "json", help: "Print JSON instead of text.",
      commands: ["check", "inspect", "list", "diff", "formats"]
    ) { settings, _ in
      settings.isJSON = true
      return nil
    },
  ]

  /// What most commands have.
  private static let general: [Option] = [
    Option(
      name: "strict", help: "Any warning, loss or reject: exit 1 and no output.",
      commands: running
    ) { settings, _ in
      settings.run.isStrict = true
      return nil
    },
    Option(
      name: "report", valueName: "FILE", help: "Write everything that happened as one JSON object.",
      commands: running, completion: .file
    ) {
      $0.run.report = $1
      return nil
    },
    Option(
      name: "rejects", valueName: "FILE",
      help: "Keep what could not be read, and the reasons in FILE.reasons.jsonl.",
      commands: running, completion: .file
    ) {
      $0.run.rejects = $1
      return nil
    },
    Option(
      name: "losses", valueName: "FILE",
      help: "Keep the contacts of which the target cannot hold everything, as vCards.",
      commands: running, completion: .file
    ) {
      $0.run.losses = $1
      return nil
    },
    Option(
      name: "format", valueName: "text|man",
      help: "Show the help as text, or all of it as a manual page.", commands: ["help"],
      completion: .words(["text", "man"])
    ) {
      $0.wantsManual = $1 == "man"
      return $1 == "text" || $1 == "man" ? nil : "give text or man"
    },
    Option(
      name: "diagnostics", valueName: "text|json", help: "How messages look on standard error.",
      commands: every, completion: .words(["text", "json"])
    ) {
      guard let style = Messages.Style(rawValue: $1) else { return "give text or json" }
      $0.style = style
      return nil
    },
    Option(name: "quiet", help: "Only errors on standard error.", commands: every) { settings, _ in
      settings.isQuiet = true
      return nil
    },
    Option(name: "no-progress", help: "No progress on a terminal.", commands: every) {
      settings, _ in
      settings.showsProgress = false
      return nil
    },
    Option(
      name: "color", valueName: "auto|never", help: "Colour on a terminal.", commands: every,
      completion: .words(["auto", "never"])
    ) {
      $0.mayColor = $1 == "auto"
      return $1 == "auto" || $1 == "never" ? nil : "give auto or never"
    },
    Option(
      name: "threads", valueName: "N",
      help: "Use N threads (default: as many as there are processors).", commands: running
    ) {
      $0.run.threads = Int($1)
      return positive($0.run.threads)
    },
    Option(
      name: "limit", valueName: "NAME=SIZE",
      help: "Change a limit: \(Limits.names.joined(separator: ", ")).", commands: reading,
      isRepeatable: true, completion: .limit
    ) { limit($1, &$0.run.limits) },
    Option(
      name: "now", valueName: "TIME",
      help: "Work with TIME, as 2026-01-31T12:00:00Z, instead of a clock.", commands: running
    ) {
      $0.run.now = Timestamp.seconds($1)
      return $0.run.now == nil ? "give a time as 2026-01-31T12:00:00Z" : nil
    },
    Option(name: "help", letter: "h", help: "Show this help.", commands: every) { settings, _ in
      settings.wantsHelp = true
      return nil
    },
  ]

  private static func positive(_ number: Int?) -> String? {
    (number ?? 0) > 0 ? nil : "give a whole number above 0"
  }

  private static func add(_ pair: String, to options: inout [String: String]) -> String? {
    guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
      return "give it as KEY=VALUE"
    }
    let key = String(pair[..<equals])
    if options[key] != nil { return "'\(key)' is given twice" }
    options[key] = String(pair[pair.index(after: equals)...])
    return nil
  }

  private static func limit(_ pair: String, _ limits: inout Limits) -> String? {
    guard let equals = pair.firstIndex(of: "=") else { return "give it as NAME=SIZE" }
    let name = String(pair[..<equals])
    guard Limits.names.contains(name) else {
      let meant = Suggestion.nearest(to: name, in: Limits.names)
      return "there is no limit '\(name)'; "
        + (meant.map { "did you mean \($0)?" }
          ?? "there are \(Limits.names.joined(separator: ", "))")
    }
    let size = String(pair[pair.index(after: equals)...])
    return limits.set(name, to: size) ? nil : "'\(size)' is no size; give one such as 64M"
  }
}
