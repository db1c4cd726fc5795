import CCardmillScan

extension ByteView {
  /// Whether the text is base64 without white space and foreign characters.
  package var isCleanBase64: Bool {
    var length = count
    while length > 0, length > count - 2, self[length - 1] == UInt8(ascii: "=") { length -= 1 }
    return Base64.decodedCount(self) == length * 3 / 4 && length % 4 != 1
  }

  /// The media type of a picture given as base64 without white space: only its first bytes are
  /// decoded.
  package var pictureTypeOfBase64: StaticString? {
    var head = ByteBuffer(capacity: 1024)
    Base64.decode(upTo(min(count, 1200)), into: &head)
    return PictureType.sniff(head.view)
  }
}

extension ByteBuffer {
  /// Appends text without spaces, tabs and line breaks.
  package mutating func appendWithoutWhiteSpace(_ text: ByteView) {
    reserve(text.count)
    unsafe length += cardmill_copy_without_white_space(text.base, text.count, base + length)
  }
}
