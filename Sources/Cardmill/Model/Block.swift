/// A piece of an input that holds whole records: the untouched bytes that a batch points into.
@safe
public final class Block: Sendable {
  @usableFromInline nonisolated(unsafe) let base: UnsafeMutablePointer<UInt8>
  /// The number of bytes.
  public let count: Int
  let capacity: Int

  /// Makes a block that owns a copy of `bytes`.
  package convenience init(copying bytes: ByteView) {
    unsafe self.init(capacity: bytes.count) { buffer in
      unsafe buffer.update(from: bytes.base, count: bytes.count)
      return bytes.count
    }
  }

  /// Makes a block and lets `fill` write into it; the memory never changes afterwards.
  package init(
    capacity: Int, fill: (UnsafeMutablePointer<UInt8>) throws -> Int
  ) rethrows {
    self.capacity = max(capacity, 1)
    unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity)
    do {
      count = try unsafe fill(base)
    } catch {
      unsafe base.deallocate()
      throw error
    }
    precondition(count <= self.capacity)
  }

  deinit { unsafe base.deallocate() }

  /// The bytes; the view is valid as long as the block.
  @inlinable package var view: ByteView { unsafe ByteView(base: UnsafePointer(base), count: count) }
}
