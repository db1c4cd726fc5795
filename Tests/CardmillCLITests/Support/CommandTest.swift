import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One block of the command tests: commands, their inputs, and what must come of them.
///
/// CONTRIBUTING.md explains the form.
struct CommandTest: CustomTestStringConvertible, Sendable {
  /// File and line of the block.
  let place: String
  private(set) var steps: [Step]

  var testDescription: String { place + " " + (steps.first?.words.joined(separator: " ") ?? "") }

  /// One command.
  struct Step: Sendable {
    let words: [String]
    var input = ""
    var output: [Expectation] = []
    var errors: [Expectation] = []
    var exit: Int32?
  }

  /// What a line must be.
  enum Expectation: Sendable {
    case exactly(String)
    case matching(String)
    case anyLines
  }

  /// All blocks of all files.
  static func all() throws -> [CommandTest] {
    let folder = PackageFolder.path + "/Tests/CardmillCLITests/Commands"
    return try Folder.names(in: folder).filter { $0.hasSuffix(".md") }.flatMap { name in
      try read(try Folder.text(folder + "/" + name), name: name)
    }
  }

  private static func read(_ text: String, name: String) throws -> [CommandTest] {
    var tests: [CommandTest] = []
    var current: CommandTest?
    var isInput = false
    var isBlock = false
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        if let test = current { tests.append(test) }
        current = nil
        isBlock.toggle()
        continue
      }
      guard isBlock else { continue }
      if line.hasPrefix("% "), current == nil || current?.steps.last?.exit != nil {
        let step = Step(words: words(line.dropFirst(2)))
        if current == nil {
          current = CommandTest(place: "\(name):\(number + 1)", steps: [step])
        } else {
          current?.steps.append(step)
        }
        isInput = true
      } else if isInput, let last = current?.steps.indices.last {
        if line == "^D" { isInput = false } else { current?.steps[last].input += line + "\n" }
      } else if let last = current?.steps.indices.last {
        current?.steps[last].expect(String(line))
      }
    }
    return tests
  }

  /// The words of a command; blanks between single quotes part nothing, and a backslash outside of
  /// them takes the next character as it is.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in line {
      switch character {
      case _ where isEscaped:
        word = (word ?? "") + String(character)
        isEscaped = false
      case "\\" where !isQuoted: isEscaped = true
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// Runs the commands in order; gives what was wrong, or nothing.
  func run() throws -> [String] {
    let folder = try ScratchFolder()
    for step in steps {
      let problems = try step.run(in: folder)
      if !problems.isEmpty { return [step.words.joined(separator: " ")] + problems }
    }
    return []
  }
}

extension CommandTest.Step {
  fileprivate mutating func expect(_ line: String) {
    switch line {
    case "...": output.append(.anyLines)
    case "2...": errors.append(.anyLines)
    case _ where line.hasPrefix("=> "): exit = Int32(line.dropFirst(3))
    case _ where line.hasPrefix("2> "): errors.append(.exactly(String(line.dropFirst(3))))
    case _ where line.hasPrefix("2~ "): errors.append(.matching(String(line.dropFirst(3))))
    case _ where line.hasPrefix("~ "): output.append(.matching(String(line.dropFirst(2))))
    default: output.append(.exactly(line))
    }
  }

  /// Runs the command; gives what was wrong, or nothing.
  fileprivate func run(in folder: ScratchFolder) throws -> [String] {
    let words = words.map { folder.named($0) }
    let program = words[0] == "cardmill" ? CommandUnderTest.path : words[0]
    let child = try Child(program, Array(words.dropFirst()), input: input)
    var problems: [String] = []
    if let exit, child.exit != exit { problems.append("exit \(child.exit), not \(exit)") }
    if exit == nil { problems.append("the block does not say the exit code") }
    if let problem = try Self.compare(folder.hidden(child.output), output) {
      problems.append("standard output: \(problem)\n\(child.output)")
    }
    if let problem = try Self.compare(folder.hidden(child.errors), errors) {
      problems.append("standard error: \(problem)\n\(child.errors)")
    }
    return problems
  }

  private static func compare(_ text: String, _ wanted: [CommandTest.Expectation]) throws -> String?
  {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    return try match(lines[...], wanted[...])
  }

  /// Compares; where any lines may stand, every number of them is tried.
  private static func match(
    _ lines: ArraySlice<String>, _ wanted: ArraySlice<CommandTest.Expectation>
  ) throws -> String? {
    var lines = lines
    var wanted = wanted
    while let expectation = wanted.popFirst() {
      let line = lines.first
      switch expectation {
      case .exactly(let text):
        if line != text { return "wanted “\(text)”, got \(line.map { "“\($0)”" } ?? "nothing")" }
      case .matching(let pattern):
        guard let line, try line.wholeMatch(of: Regex(pattern)) != nil else {
          return "wanted /\(pattern)/, got \(line.map { "“\($0)”" } ?? "nothing")"
        }
      case .anyLines:
        var problem: String?
        for start in lines.startIndex...lines.endIndex {
          problem = try match(lines[start...], wanted)
          if problem == nil { return nil }
        }
        return problem
      }
      lines.removeFirst()
    }
    return lines.first.map { "“\($0)” is one line too many" }
  }
}

/// A folder for the files of one block, which calls it `$DIR`; it goes away with the value.
final class ScratchFolder {
  private let path: String

  init() throws {
    var name = Array("/tmp/cardmill-test-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&name) else {
      throw Child.CannotRun(description: "no temporary folder")
    }
    path = unsafe String(cString: made)
  }

  deinit { _ = try? Child("rm", ["-r", path]) }

  func named(_ word: String) -> String { word.replacing("$DIR", with: path) }

  func hidden(_ text: String) -> String { text.replacing(path, with: "$DIR") }
}

/// Reading what lies in the package.
enum Folder {
  static func names(in path: String) throws -> [String] {
    guard let stream = unsafe opendir(path) else {
      throw Child.CannotRun(description: "\(path) cannot be opened")
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  static func text(_ path: String) throws -> String {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Child.CannotRun(description: "\(path) cannot be opened") }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let got = unsafe read(descriptor, &bytes, bytes.count)
      if got <= 0 { break }
      all += bytes[..<got]
    }
    return String(decoding: all, as: UTF8.self)
  }
}
