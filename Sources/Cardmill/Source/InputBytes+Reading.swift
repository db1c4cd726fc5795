extension InputBytes {
  /// Reads until the buffer is full or the input ends: `read(into:at:)` may give less than it is
  /// asked for.
  ///
  /// - Returns: the number of bytes read.
  /// - Throws: `SourceError` when the input cannot be read.
  public func readAll(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    var count = 0
    while count < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let got = try unsafe read(into: rest, at: offset + count)
      guard got > 0 else { break }
      count += got
    }
    return count
  }
}
