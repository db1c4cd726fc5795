#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures the conversions of an address book; README.md has the options.
@main struct Main {
  private var contacts = 100_000
  private var threads = 1
  private var runs = 3
  private var only = ""
  private var input: String?
  private var output: String?
  private var job: Job?

  static func main() {
    do { try Main().run() } catch {
      let message = Array("benchmarks: \(error)\n".utf8)
      _ = write(2, message, message.count)
      exit(1)
    }
  }

  private init() throws {
    var rest = CommandLine.arguments.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else {
        throw Failure(description: "\(option) needs a value")
      }
      switch option {
      case "--contacts": contacts = try Self.number(value, option)
      case "--threads": threads = try Self.number(value, option)
      case "--runs": runs = try Self.number(value, option)
      case "--only": only = value
      case "--input": input = value
      case "--write": output = value
      case "--job": job = Job(rawValue: value)
      default: throw Failure(description: "there is no option \(option)")
      }
    }
  }

  private static func number(_ text: String, _ option: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw Failure(description: "\(option) needs a number above 0")
    }
    return number
  }

  private func run() throws {
    if let job, let input { return try job.run(input, threads: threads) }
    if let output { return try Self.writeBook(contacts, to: output) }
    if let input { return try measure(input) }
    var name = Array("/tmp/cardmill-benchmarks-XXXXXX".utf8CString)
    guard let folder = mkdtemp(&name).map({ String(cString: $0) }) else {
      throw Failure(description: "no folder can be made in /tmp")
    }
    let path = folder + "/book.vcf"
    defer {
      unlink(path)
      rmdir(folder)
    }
    try Self.writeBook(contacts, to: path)
    print("\(contacts) contacts, vCard 3.0")
    try measure(path)
  }

  private static func writeBook(_ count: Int, to path: String) throws {
    guard let file = fopen(path, "wb") else {
      throw Failure(description: "\(path) cannot be written")
    }
    var book = AddressBook()
    for index in 0..<count {
      let card = book.next(index)
      guard fwrite(card, 1, card.count, file) == card.count else {
        throw Failure(description: "\(path) cannot be written")
      }
    }
    guard fclose(file) == 0 else { throw Failure(description: "\(path) cannot be written") }
  }

  private func measure(_ path: String) throws {
    var information = stat()
    guard stat(path, &information) == 0 else { throw Failure(description: "\(path) is missing") }
    let size = Double(information.st_size) / 1e6
    print("\(Self.text(size, 0)) MB, threads: \(threads)\n")
    print("job            MB/s of CPU   CPU s   clock s   peak MB   part of lines")
    var reference: Double?
    for job in Job.allCases where job == .lines || only.isEmpty || job.rawValue.contains(only) {
      var best = try Measure.of(job, path, threads: threads)
      for _ in 1..<max(runs, 1) {
        let next = try Measure.of(job, path, threads: threads)
        best.cpu = min(best.cpu, next.cpu)
        best.clock = min(best.clock, next.clock)
        best.megabytes = max(best.megabytes, next.megabytes)
      }
      let speed = size / max(best.cpu, 1e-6)
      if job == .lines { reference = speed }
      let part = reference.map { Self.text(speed / $0, 3) } ?? ""
      print(
        Self.padded(job.rawValue, -14), Self.padded(Self.text(speed, 0), 11),
        Self.padded(Self.text(best.cpu, 2), 7), Self.padded(Self.text(best.clock, 2), 9),
        Self.padded(Self.text(best.megabytes, 1), 9), Self.padded(part, 15))
    }
  }

  /// A number with a number of decimals.
  private static func text(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int((value * scale).rounded())
    guard decimals > 0 else { return String(whole) }
    let digits =
      String(repeating: "0", count: max(0, decimals + 1 - String(whole).count)) + String(whole)
    return digits.dropLast(decimals) + "." + digits.suffix(decimals)
  }

  /// A text filled up with blanks: at its start, or at its end for a negative width.
  private static func padded(_ text: String, _ width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + blanks : blanks + text
  }
}
