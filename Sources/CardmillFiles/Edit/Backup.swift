import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The copy of an input that stays when it is replaced: `INPUT.bak`, numbered if there is one.
struct Backup {
  private let input: InputFile
  private let path: SystemPath
  private let backup: SystemPath

  /// Makes the backup of an input.
  ///
  /// - Throws: `SourceError` when the input was changed since it was opened, or cannot be kept.
  init(of input: InputFile, at path: SystemPath) throws {
    self.input = input
    self.path = path
    try input.checkUnchanged(at: path)
    do throws(SystemError) { backup = try Self.link(path) } catch {
      guard error.code != EEXIST else { throw OutputTarget.failure(error, input.name) }
      // Some file systems have no links.
      backup = try Self.copy(input, path)
    }
  }

  /// Makes sure, right before the input is replaced, that it is still what was read.
  func check(isFirst: Bool) throws {
    try input.checkUnchanged(
      at: path,
      isFirst ? "nothing was written" : "it stays as it is, but inputs before it were replaced")
  }

  /// Removes the backup: the input was not replaced.
  func discard() { backup.unlinkFile() }

  /// A second name costs nothing and keeps mode and owner.
  private static func link(_ path: SystemPath) throws(SystemError) -> SystemPath {
    for number in 1..<100_000 {
      let name = Self.name(of: path, number)
      do throws(SystemError) {
        try path.link(as: name)
        return name
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    throw SystemError(EEXIST)
  }

  private static func copy(_ input: InputFile, _ path: SystemPath) throws -> SystemPath {
    var number = 1
    while FileInformation.exists(name(of: path, number)) { number += 1 }
    let name = name(of: path, number)
    let file = try OutputFile(
      OutputTarget(name.text, .file(name, input.information)), isAlwaysNew: true)
    try FileDigest.read(input, 0..<Int.max) { try file.write($0) }
    try file.prepare()
    try file.commit()
    return name
  }

  private static func name(of path: SystemPath, _ number: Int) -> SystemPath {
    SystemPath(bytes: path.bytes + Array((number == 1 ? ".bak" : ".bak.\(number)").utf8))
  }
}
