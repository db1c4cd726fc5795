import Cardmill

/// The removals of a report, kept outside the memory until the report is written.
final class RemovalLog {
  private let file: Descriptor
  private var size = 0
  private var pending = ByteBuffer(capacity: 1 << 16)
  private var isFirst = true

  init() throws { file = try TemporaryFile.makeUnlinked() }

  /// Adds a removal as an object of the report's array.
  func add(_ removal: Removal) throws {
    if !isFirst { pending.append(UInt8(ascii: ",")) }
    isFirst = false
    var text = JSONText()
    text.object {
      $0.member("file", removal.file)
      $0.member("contact", removal.record)
      $0.member("line", removal.line)
      $0.member("uid", removal.uid)
      $0.member("name", removal.name)
      $0.member("rule", removal.rule)
    }
    pending.append(text.bytes.view)
    if pending.count > 1 << 16 { try flush() }
  }

  private func flush() throws {
    do throws(SystemError) { try file.write(pending.view, at: size) } catch {
      throw TemporaryFile.failure(error, keeping: "the report", "the report")
    }
    size += pending.count
    pending.removeAll()
  }

  /// Hands on everything that was added.
  func copy(_ body: (ByteView) throws -> Void) throws {
    try flush()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    while true {
      let count: Int
      do throws(SystemError) { count = unsafe try file.read(into: buffer, at: offset) } catch {
        throw TemporaryFile.failure(error, keeping: "the report", "the report")
      }
      guard count > 0, let base = buffer.baseAddress else { return }
      try unsafe body(
        ByteView(base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count))
      offset += count
    }
  }
}

/// Digests and pieces of inputs.
enum FileDigest {
  /// The SHA-256 of a whole input, hexadecimal.
  static func of(_ file: InputFile) throws -> String {
    var digest = SHA256()
    var size = 0
    try read(file, 0..<Int.max) {
      digest.update($0)
      size += $0.count
    }
    return digest.hexadecimal
  }

  /// Hands on a piece of an input, up to its end at most.
  static func read(_ file: InputFile, _ range: Range<Int>, _ body: (ByteView) throws -> Void) throws
  {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var at = range.lowerBound
    while at < range.upperBound {
      let limit = min(buffer.count, range.upperBound - at)
      let count = try unsafe file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<limit]), at: at)
      guard count > 0, let base = buffer.baseAddress else { return }
      try unsafe body(
        ByteView(base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count))
      at += count
    }
  }

  /// The byte order mark that an input begins with, if its first record begins behind it.
  static func mark(of file: InputFile, upTo end: Int) throws -> [UInt8] {
    var head: [UInt8] = []
    try read(file, 0..<min(end, 4)) { head += $0.array }
    for mark: [UInt8] in [
      [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF],
    ] where head.starts(with: mark) { return mark }
    return []
  }
}

/// A reviewed report of a dry run.
struct PrunePlan {
  private struct Input {
    var file: String
    var size: Int
    var digest: String
  }
  private let name: String
  private var inputs: [Input] = []
  private var numbers: [String: Set<Int>] = [:]

  /// Reads a plan.
  ///
  /// - Throws: `SourceError` when the file is no report of a dry run.
  init(_ name: String) throws {
    self.name = name
    let file = try InputFile(name)
    var text = ByteBuffer(capacity: 1 << 16)
    try FileDigest.read(file, 0..<(1 << 30)) { text.append($0) }
    do throws(JournalError) {
      let object = try JournalValue.object(text.view)
      guard object["cardmill"]?.text == "report", let list = object["removals"]?.items,
        let inputs = object["inputs"]?.items
      else { throw JournalError("it is not the report of a dry run") }
      for item in inputs {
        guard let members = item.members, let digest = members["sha256"]?.text else {
          throw JournalError("it has no digests of the inputs")
        }
        self.inputs.append(
          Input(
            file: members["file"]?.text ?? "", size: members["bytes"]?.number ?? -1,
            digest: digest))
      }
      for item in list {
        guard let members = item.members, let number = members["contact"]?.number else {
          throw JournalError("a removal does not say which contact it is")
        }
        numbers[members["file"]?.text ?? self.inputs.first?.file ?? "", default: []].insert(number)
      }
    } catch {
      throw SourceError(
        .unusable,
        Diagnostic(
          .notAContactFile,
          "it is no plan: \(error.message); make a plan with --dry-run --report FILE", file: name)
      )
    }
  }

  /// The records to remove from an input, which must be as it was.
  func numbers(of file: InputFile, place: Int, count: Int) throws -> Set<Int> {
    let digest = try FileDigest.of(file)
    guard inputs.count == count, inputs[place].digest == digest else {
      throw SourceError(
        .refused,
        Diagnostic(
          .refused,
          "the file is not the one that \(name) was made of; nothing was written; make the plan anew",
          file: file.name))
    }
    return numbers[inputs[place].file] ?? []
  }
}
