import Cardmill
import CardmillFiles

/// Turns the words behind a command into settings, by the table of options.
struct ArgumentParser {
  private let command: Command
  private let options: [Option]

  /// What formats call their options, for those who write one as an option of the command.
  private let formatOptions: [SourceDescription.Option]

  init(_ command: Command, formatOptions: [SourceDescription.Option] = []) {
    self.command = command
    self.formatOptions = formatOptions
    options = Option.all.filter { $0.commands.contains(command.name) }
  }

  /// Reads all words.
  ///
  /// - Throws: `SourceError` of kind usage that says what is wrong and what was meant.
  func parse(_ arguments: [String]) throws -> Settings {
    var settings = Settings()
    settings.run.command = arguments
    var given: Set<String> = []
    var words = arguments.dropFirst()[...]
    while let word = words.popFirst() {
      if word == "--" {
        settings.operands += words
        break
      }
      if word == "-" || !word.hasPrefix("-") {
        settings.operands.append(word)
        continue
      }
      let (option, attached) = try find(word)
      if !option.isRepeatable, !given.insert(option.name).inserted {
        throw usage("\(option.spelling) is given twice; leave one away")
      }
      let value = try value(of: option, attached, &words)
      if let problem = option.apply(&settings, value) {
        throw usage("\(option.spelling): \(problem)")
      }
    }
    if settings.run.now == nil, let epoch = Console.environment("SOURCE_DATE_EPOCH") {
      guard let seconds = Int(epoch), seconds >= 0 else {
        throw usage("SOURCE_DATE_EPOCH: '\(epoch)' is no number of seconds")
      }
      settings.run.now = seconds
    }
    if !settings.wantsHelp { try check(settings.operands) }
    return settings
  }

  private func check(_ operands: [String]) throws {
    let range = command.operandCount
    if operands.count < range.lowerBound {
      throw usage("\(command.name) needs \(command.operandName)")
    }
    if operands.count > range.upperBound {
      throw usage("'\(operands[range.upperBound])' is one word too many")
    }
    if let empty = operands.firstIndex(of: "") {
      throw usage("word \(empty + 1) behind \(command.name) is empty; give a file's name")
    }
  }

  /// The option of a word, and the value that is written with it.
  private func find(_ word: String) throws -> (Option, String?) {
    if !word.hasPrefix("--") {
      let letter = word[word.index(after: word.startIndex)]
      guard let option = options.first(where: { $0.letter == letter }) else { throw unknown(word) }
      let rest = word.dropFirst(2)
      return (option, rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest))
    }
    let body = word.dropFirst(2)
    let equals = body.firstIndex(of: "=")
    let name = String(body[..<(equals ?? body.endIndex)])
    guard let option = options.first(where: { $0.name == name }) else { throw unknown("--" + name) }
    return (option, equals.map { String(body[body.index(after: $0)...]) })
  }

  private func value(
    of option: Option, _ attached: String?, _ words: inout ArraySlice<String>
  ) throws -> String {
    guard let valueName = option.valueName else {
      if attached != nil { throw usage("\(option.spelling) takes no value") }
      return ""
    }
    let value = attached ?? words.first ?? ""
    if value.isEmpty || (attached == nil && value.hasPrefix("--")) {
      throw usage("\(option.spelling) needs a value: \(option.spelling) \(valueName)")
    }
    if attached == nil { words.removeFirst() }
    return value
  }

  private func unknown(_ word: String) -> SourceError {
    let name = String(word.drop { $0 == "-" })
    if let other = Option.all.first(where: { $0.name == name }) {
      let commands = Command.all.map(\.name).filter { other.commands.contains($0) }
      return usage(
        "\(word) is no option of \(command.name); it belongs to \(commands.joined(separator: ", "))"
      )
    }
    if let option = formatOptions.first(where: { $0.name == name }) {
      let way = option.direction == .reading ? "in-option" : "out-option"
      if options.contains(where: { $0.name == way }) {
        return usage("\(word) is an option of a format: --\(way) \(name)=\(option.value)")
      }
    }
    let meant = Suggestion.nearest(to: name, in: options.map(\.name))
    return usage(
      "there is no option \(word)"
        + (meant.map { "; did you mean --\($0)?" } ?? "; see `cardmill \(command.name) --help`"))
  }

  private func usage(_ message: String) -> SourceError { Tool.usage(message) }
}
