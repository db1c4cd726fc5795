import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whoever read standard output has gone; that is no error.
struct ClosedPipe: Error {}

/// Standard output and standard error.
enum Console {
  /// Writes text to standard output.
  ///
  /// - Throws: `ClosedPipe`, or `SourceError` when there is no room.
  static func print(_ text: String) throws {
    let code = text.withView { write($0, to: 1) }
    if code == 0 { return }
    if code == EPIPE { throw ClosedPipe() }
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    throw SourceError(
      .unusable,
      Diagnostic(.cannotWrite, "standard output cannot be written: \(reason)", file: "-"))
  }

  /// Writes text to standard error; that it cannot be written is nothing that could be told.
  static func printError(_ text: String) { _ = text.withView { write($0, to: 2) } }

  /// Gives 0, or the number of the error.
  private static func write(_ bytes: ByteView, to descriptor: Int32) -> Int32 {
    var done = 0
    while done < bytes.count {
      let wrote = unsafe systemWrite(descriptor, bytes.base + done, bytes.count - done)
      if wrote > 0 {
        done += wrote
      } else if wrote == 0 {
        return EIO
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Whether standard error is a terminal.
  static var errorIsTerminal: Bool { isatty(2) == 1 }

  /// Whether standard output is a terminal.
  static var outputIsTerminal: Bool { isatty(1) == 1 }

  /// How many cells a line of the terminal has.
  static var outputWidth: Int {
    var size = winsize()
    if unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Whether colour is welcome on standard error.
  static var errorHasColor: Bool {
    guard errorIsTerminal, unsafe getenv("NO_COLOR") == nil else { return false }
    guard let terminal = unsafe getenv("TERM") else { return false }
    return unsafe String(cString: terminal) != "dumb"
  }

  /// Milliseconds of a clock that only goes forward.
  static var milliseconds: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// A variable of the environment.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}

// A free function whose name the type's own method would hide.
private func systemWrite(_ number: Int32, _ base: UnsafePointer<UInt8>, _ count: Int) -> Int {
  unsafe write(number, base, count)
}
