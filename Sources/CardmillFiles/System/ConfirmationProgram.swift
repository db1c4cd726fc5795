import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that says of one contact after the other whether it is to be removed.
///
/// It runs as `/bin/sh -c CMD`, gets the contact as contact JSON on standard input and nothing
/// else, and answers with its exit code: 0 removes, 1 keeps. What it prints is not looked at.
package struct ConfirmationProgram: Sendable {
  private let command: String
  /// How long one contact may take, in seconds.
  private let limit: Int

  package init(_ command: String, limit: Int = 60) {
    self.command = command
    self.limit = limit
  }

  /// Asks about a contact.
  ///
  /// - Throws: `SourceError` of kind program when the program answers anything else, is ended by a
  ///   signal, or takes too long.
  package func ask(_ json: [UInt8]) throws -> RemovalAnswer {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw failure("no pipe can be made") }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(writing) }
    let child = try spawn(input: reading)
    close(reading)
    // A program that does not read must not stop us.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let deadline = seconds() + Double(limit)
    var sent = 0
    var isWriting = true
    while true {
      if isWriting {
        let count = unsafe json.withUnsafeBytes { buffer in
          unsafe write(writing, buffer.baseAddress.map { unsafe $0 + sent }, json.count - sent)
        }
        if count > 0 { sent += count }
        if sent == json.count || (count < 0 && errno != EAGAIN && errno != EINTR) {
          isWriting = false
          // The end of the input tells the program that this was all; the descriptor stays ours.
          shutdownWriting(writing)
        }
      }
      var status: Int32 = 0
      let ended = unsafe waitpid(child, &status, WNOHANG)
      if ended == child { return try answer(status) }
      if Interruption.signal != 0 {
        end(child)
        throw Interruption.failure
      }
      if seconds() > deadline {
        end(child)
        throw failure("it took more than \(limit) second\(limit == 1 ? "" : "s") and was ended")
      }
      usleep(isWriting ? 200 : 1_000)
    }
  }

  /// Closes the pipe by putting /dev/null in its place, so that the number stays taken.
  private func shutdownWriting(_ descriptor: Int32) {
    let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { return }
    dup2(null, descriptor)
    close(null)
  }

  private func spawn(input: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // A group of its own, so that what it starts ends with it; signals as usual.
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var child: pid_t = 0
    let texts: [String] = ["/bin/sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { text in unsafe strdup(text) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { word in unsafe free(word) } }
    let code = unsafe posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ)
    guard code == 0 else { throw failure("it cannot be started") }
    return child
  }

  private func answer(_ status: Int32) throws -> RemovalAnswer {
    if status & 0x7F != 0 { throw failure("it was ended by signal \(status & 0x7F)") }
    switch (status >> 8) & 0xFF {
    case 0: return .remove
    case 1: return .keep
    case let code: throw failure("it ended with exit code \(code); 0 removes and 1 keeps")
    }
  }

  private func end(_ child: pid_t) {
    kill(-child, SIGKILL)
    kill(child, SIGKILL)
    var status: Int32 = 0
    _ = unsafe waitpid(child, &status, 0)
  }

  private func seconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func failure(_ message: String) -> SourceError {
    SourceError(
      .program,
      Diagnostic(
        .confirmationFailed, "the confirmation program failed: \(message); nothing was written"))
  }
}
