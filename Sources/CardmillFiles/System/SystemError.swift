#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the operating system answered when a call failed.
struct SystemError: Error, Hashable {
  let code: Int32

  init(_ code: Int32 = errno) { self.code = code }

  /// The system's own words, such as "No such file or directory".
  var message: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// Calls `body` until it is not interrupted by a signal that goes on, and throws what else went
/// wrong.
///
/// - Throws: `SystemError` when the call gives a negative number.
@discardableResult
func call<Answer: FixedWidthInteger & SignedInteger>(
  _ body: () -> Answer
) throws(SystemError) -> Answer {
  while true {
    let answer = body()
    if answer >= 0 { return answer }
    let error = SystemError()
    // After a signal that ends the run there is nothing to wait for.
    if error.code != EINTR || Interruption.signal != 0 { throw error }
  }
}
