import Cardmill
import CardmillFiles

/// The command line tool: picks the command, runs it, and turns what went wrong into messages and
/// exit codes.
struct Tool {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  let formats: FormatList

  init(sources: [any DataSource]) { formats = FormatList(sources) }

  /// Runs a command line.
  ///
  /// - Parameter arguments: the words behind the program's name.
  /// - Returns: the exit code.
  func run(_ arguments: [String]) -> Int32 {
    let messages = Messages(style: Messages.style(of: arguments))
    do {
      guard let name = arguments.first else {
        throw Self.usage("there is no command; `cardmill help` lists them")
      }
      switch name {
      case "--version":
        try Console.print("cardmill \(Self.version)\n")
        return 0
      case "--help", "-h":
        try Console.print(Help(self).overview)
        return 0
      default: break
      }
      guard let command = Command.all.first(where: { $0.name == name }) else {
        throw Self.usage(unknownCommand(name))
      }
      let settings = try ArgumentParser(command).parse(arguments)
      if settings.wantsHelp {
        try Console.print(Help(self).text(for: command))
        return 0
      }
      messages.use(settings)
      return try command.run(self, settings, messages)
    } catch let error as SourceError {
      messages.end(error)
      return Int32(error.kind.exitCode)
    } catch is ClosedPipe {
      return 0
    } catch {
      messages.end(
        SourceError(.fault, Diagnostic(.ownFault, "a fault of the program: \(error)")))
      return 70
    }
  }

  private func unknownCommand(_ name: String) -> String {
    if name.hasPrefix("-") {
      return "'\(name)' stands before the command; `cardmill help` lists the commands"
    }
    let meant = Suggestion.nearest(to: name, in: Command.all.map(\.name))
    return "there is no command '\(name)'"
      + (meant.map { "; did you mean \($0)?" } ?? "; `cardmill help` lists them")
  }

  static func usage(_ message: String) -> SourceError {
    SourceError(.usage, Diagnostic(.usage, message))
  }
}
