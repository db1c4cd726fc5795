#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input, output and error of the process.
package enum StandardStreams {
  /// Takes the numbers of those that are closed, so that no file of ours gets one and is written
  /// into as if it were standard output or error.
  ///
  /// Using such a stream stays an error.
  package static func reserve() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
