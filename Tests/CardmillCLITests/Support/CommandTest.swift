import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One block of the command tests: a command, its input, and what must come of it.
///
/// CONTRIBUTING.md explains the form.
struct CommandTest: CustomTestStringConvertible, Sendable {
  /// File and line of the block.
  let place: String
  let arguments: [String]
  var input = ""
  var output: [Expectation] = []
  var errors: [Expectation] = []
  var exit: Int32?

  var testDescription: String { place + " " + arguments.joined(separator: " ") }

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
      if line.hasPrefix("% "), current == nil {
        let words = line.dropFirst(2).split(separator: " ").map(String.init)
        current = CommandTest(place: "\(name):\(number + 1)", arguments: Array(words.dropFirst()))
        isInput = true
      } else if isInput {
        if line == "^D" { isInput = false } else { current?.input += line + "\n" }
      } else {
        current?.expect(String(line))
      }
    }
    return tests
  }

  private mutating func expect(_ line: String) {
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
  func run() throws -> [String] {
    let child = try CommandUnderTest.run(arguments, input: input)
    var problems: [String] = []
    if let exit, child.exit != exit { problems.append("exit \(child.exit), not \(exit)") }
    if exit == nil { problems.append("the block does not say the exit code") }
    if let problem = try Self.compare(child.output, output) {
      problems.append("standard output: \(problem)\n\(child.output)")
    }
    if let problem = try Self.compare(child.errors, errors) {
      problems.append("standard error: \(problem)\n\(child.errors)")
    }
    return problems
  }

  private static func compare(_ text: String, _ wanted: [Expectation]) throws -> String? {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    return try match(lines[...], wanted[...])
  }

  /// Compares; where any lines may stand, every number of them is tried.
  private static func match(
    _ lines: ArraySlice<String>, _ wanted: ArraySlice<Expectation>
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
