import Cardmill

/// Bytes in memory as an input, given in pieces of any size.
package final class MemoryInput: InputBytes {
  package let name: String
  private let bytes: [UInt8]
  private let pieces: Pieces

  /// How many bytes a call gets at most.
  package enum Pieces: Sendable {
    /// As many as it asks for.
    case whole
    /// No more than a number.
    case ofSize(Int)
    /// None beyond a place as long as those before it were not asked for.
    case cutAt(Int)
  }

  package init(_ bytes: [UInt8], name: String = "memory", pieces: Pieces = .whole) {
    self.bytes = bytes
    self.name = name
    self.pieces = pieces
  }

  package var size: Int { bytes.count }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    var count = min(buffer.count, bytes.count - offset)
    switch pieces {
    case .whole: break
    case .ofSize(let size): count = min(count, size)
    case .cutAt(let place): if offset < place { count = min(count, place - offset) }
    }
    guard count > 0 else { return 0 }
    unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
    return count
  }
}
