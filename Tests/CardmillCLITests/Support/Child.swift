#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that was run to its end.
struct Child {
  let exit: Int32
  let output: String
  let errors: String

  struct CannotRun: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program in the package's folder; standard input and both outputs are files, so nothing
  /// can block.
  init(_ program: String, _ arguments: [String], input: String = "") throws {
    let files = (try ScratchFile(input), try ScratchFile(""), try ScratchFile(""))
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // The headers hide POSIX_SPAWN_SETSID, which is this in glibc and musl.
      let newSession: Int16 = 0x80
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    // A session of its own has no terminal to ask on.
    unsafe posix_spawnattr_setflags(&attributes, newSession)
    unsafe posix_spawn_file_actions_adddup2(&actions, files.0.descriptor, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, files.1.descriptor, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, files.2.descriptor, 2)
    // The shell goes into the folder, since not every system lets posix_spawn do it.
    let shell = ["sh", "-c", "cd \"$0\" && exec \"$@\"", PackageFolder.path, program]
    var words = unsafe (shell + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe posix_spawnp(&process, "sh", &actions, &attributes, words, environ)
    guard code == 0 else { throw CannotRun(description: "\(program) cannot be run: error \(code)") }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw CannotRun(description: "\(program) is gone") }
    }
    exit = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    output = files.1.content
    errors = files.2.content
  }
}

/// A file without a name.
final class ScratchFile {
  let descriptor: Int32

  init(_ content: String) throws {
    var name = Array("/tmp/cardmill-test-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw Child.CannotRun(description: "no temporary file") }
    unsafe unlink(name)
    let bytes = Array(content.utf8)
    var done = 0
    while done < bytes.count {
      let wrote = unsafe bytes[done...].withUnsafeBytes { raw in
        unsafe write(descriptor, raw.baseAddress, raw.count)
      }
      guard wrote > 0 else { throw Child.CannotRun(description: "no room for a temporary file") }
      done += wrote
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  var content: String {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    var all: [UInt8] = []
    while true {
      let got = unsafe pread(descriptor, &bytes, bytes.count, off_t(all.count))
      if got <= 0 { break }
      all += bytes[..<got]
    }
    return String(decoding: all, as: UTF8.self)
  }
}

/// Where the package lies.
enum PackageFolder {
  static let path: String = {
    let parts = #filePath.split(separator: "/")
    return "/" + parts.dropLast(4).joined(separator: "/")
  }()
}

/// The command under test: `CARDMILL_COMMAND`, or the one that was built beside the tests.
enum CommandUnderTest {
  static let path: String = {
    if let named = unsafe getenv("CARDMILL_COMMAND") { return unsafe String(cString: named) }
    let own = CommandLine.arguments.first ?? ""
    let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let beside = (folder + ["cardmill"]).joined(separator: "/")
    return unsafe access(beside, X_OK) == 0 ? beside : PackageFolder.path + "/.build/debug/cardmill"
  }()

  /// Runs the command.
  static func run(_ arguments: [String], input: String = "") throws -> Child {
    try Child(path, arguments, input: input)
  }
}
