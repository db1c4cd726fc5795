import CCardmillScan

/// Base64 in either alphabet (RFC 4648).
package enum Base64 {
  /// Appends the bytes that `text` stands for; white space in it is skipped.
  ///
  /// - Returns: how many other characters were skipped, plus one when a single character is left
  ///   over.
  @discardableResult
  package static func decode(_ text: ByteView, into buffer: inout ByteBuffer) -> Int {
    buffer.reserve(text.count / 4 * 3 + 3)
    var bad = 0
    unsafe buffer.length += cardmill_base64_decode(
      text.base, text.count, buffer.base + buffer.length, &bad)
    return bad
  }

  /// How many bytes `text` stands for.
  package static func decodedCount(_ text: ByteView) -> Int {
    unsafe cardmill_base64_decoded_size(text.base, text.count)
  }

  /// Appends `bytes` as base64 with padding and without line breaks.
  package static func encode(_ bytes: ByteView, into buffer: inout ByteBuffer) {
    buffer.reserve((bytes.count + 2) / 3 * 4)
    unsafe buffer.length += cardmill_base64_encode(
      bytes.base, bytes.count, buffer.base + buffer.length)
  }
}
