package import Cardmill
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// A signal's handler may do very little: it sets a number, and the runs look at it after each
// block. The second signal ends the process at once, but takes the temporary files away first; so
// their names lie in a list of plain C memory that is only ever added to.

/// The end of a run by a signal: SIGINT, SIGTERM or SIGHUP.
public enum Interruption {
  private static let received = Atomic<Int32>(0)
  private static let isInstalled = Atomic<Bool>(false)

  /// The signal that was received, or 0.
  public static var signal: Int32 { received.load(ordering: .relaxed) }

  /// Lets the signals end runs in good order, and writing to a closed pipe fail instead of ending
  /// the process.
  ///
  /// For programs, not for libraries: signals belong to the whole process. A signal that the
  /// process was told to ignore stays ignored.
  public static func install() {
    TemporaryName.prepare()
    isInstalled.store(true, ordering: .relaxed)
    ignoreSignal(SIGPIPE)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var old = sigaction()
      unsafe sigaction(number, nil, &old)
      if Self.isIgnored(old) { continue }
      var action = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
      #elseif canImport(Musl)
        unsafe action.__sa_handler.sa_handler = handler
      #else
        unsafe action.__sigaction_handler.sa_handler = handler
      #endif
      unsafe sigemptyset(&action.sa_mask)
      action.sa_flags = 0
      unsafe sigaction(number, &action, nil)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let current = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let current = unsafe action.__sa_handler.sa_handler
    #else
      let current = unsafe action.__sigaction_handler.sa_handler
    #endif
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(current, to: Int.self) == ignored
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    let isFirst = received.compareExchange(
      expected: 0, desired: number, ordering: .relaxed
    ).exchanged
    if !isFirst {
      TemporaryName.removeAll()
      _exit(128 + number)
    }
    errno = saved
  }

  static var keepsNames: Bool { isInstalled.load(ordering: .relaxed) }

  /// Ends a run that was interrupted.
  ///
  /// - Throws: `SourceError` of kind interrupted after a signal.
  static func check() throws {
    if signal != 0 { throw failure }
  }

  package static var failure: SourceError {
    SourceError(
      .interrupted, Diagnostic(.interrupted, "interrupted before the end; no file was changed"))
  }
}

// A free function whose name the type's own property would hide.
private func ignoreSignal(_ number: Int32) {
  #if canImport(Darwin)
    _ = Darwin.signal(number, SIG_IGN)
  #elseif canImport(Musl)
    _ = Musl.signal(number, SIG_IGN)
  #else
    _ = Glibc.signal(number, SIG_IGN)
  #endif
}
