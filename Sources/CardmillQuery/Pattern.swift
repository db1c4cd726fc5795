import CPCRE2
import Cardmill

/// A regular expression that is wrong, or that cannot be matched within its limits.
struct PatternError: Error {
  /// A sentence without a full stop.
  var message: String
  /// Where a wrong expression is wrong, in bytes.
  var offset: Int?
}

/// A compiled regular expression (PCRE2: UTF-8, Unicode classes), with limits on the steps and the
/// memory of a match.
///
/// It belongs to one thread.
@safe
final class Pattern {
  /// How many steps a match may take: far more than any sensible one does.
  private static let greatestSteps: UInt32 = 1_000_000
  /// Memory of a match in kilobytes.
  private static let greatestHeap: UInt32 = 16_384

  /// The expression's bytes.
  let text: [UInt8]
  private let code: OpaquePointer
  private let match: OpaquePointer
  private let limits: OpaquePointer

  /// Compiles an expression.
  init(_ pattern: ByteView) throws(PatternError) {
    text = pattern.array
    var number: Int32 = 0
    var offset = 0
    guard
      let code = unsafe pcre2_compile_8(
        pattern.base, pattern.count, cardmill_pcre2_options(), &number, &offset, nil)
    else {
      throw PatternError(message: Self.message(number), offset: offset)
    }
    // Without it a match takes the slower way; some systems forbid it.
    unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
    guard let match = unsafe pcre2_match_data_create_8(1, nil),
      let limits = unsafe pcre2_match_context_create_8(nil)
    else {
      unsafe pcre2_code_free_8(code)
      throw PatternError(message: "there is not enough memory for the pattern")
    }
    unsafe pcre2_set_match_limit_8(limits, Self.greatestSteps)
    unsafe pcre2_set_heap_limit_8(limits, Self.greatestHeap)
    unsafe self.code = code
    unsafe self.match = match
    unsafe self.limits = limits
  }

  deinit {
    unsafe pcre2_match_context_free_8(limits)
    unsafe pcre2_match_data_free_8(match)
    unsafe pcre2_code_free_8(code)
  }

  /// Whether the expression matches somewhere in a text.
  func matches(_ subject: ByteView) throws(PatternError) -> Bool {
    var result = unsafe pcre2_match_8(code, subject.base, subject.count, 0, 0, match, limits)
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      result = unsafe pcre2_match_8(
        code, subject.base, subject.count, 0, PCRE2_NO_JIT, match, limits)
    }
    switch result {
    case 0...: return true
    case PCRE2_ERROR_NOMATCH: return false
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT:
      throw PatternError(message: "the pattern takes too many steps")
    default: throw PatternError(message: Self.message(result))
    }
  }

  private static func message(_ number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe pcre2_get_error_message_8(number, $0.baseAddress, $0.count)
    }
    return count > 0 ? String(decoding: buffer[..<Int(count)], as: UTF8.self) : "error \(number)"
  }
}
