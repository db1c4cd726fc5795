/// Bytes that grow at the end: what writers fill.
///
/// The capacity doubles, and `removeAll()` keeps it, so one buffer serves a whole run.
@safe
public struct ByteBuffer: ~Copyable, @unchecked Sendable {  // it owns its memory alone
  @usableFromInline package var base: UnsafeMutablePointer<UInt8>
  /// The number of bytes held.
  @inlinable public var count: Int { length }
  @usableFromInline package var length = 0
  @usableFromInline package var capacity: Int

  /// Makes an empty buffer with room for `capacity` bytes.
  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  /// Makes room for `more` bytes.
  @inlinable @inline(__always)
  package mutating func reserve(_ more: Int) {
    if length &+ more > capacity { grow(more) }
  }

  @usableFromInline @inline(never)
  package mutating func grow(_ more: Int) {
    let wanted = max(capacity * 2, length + more)
    let bigger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
    unsafe bigger.update(from: base, count: length)
    unsafe base.deallocate()
    unsafe base = bigger
    capacity = wanted
  }

  /// Forgets the content and keeps the memory.
  public mutating func removeAll() { length = 0 }

  /// Cuts the content down to `newCount` bytes.
  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= length)
    length = newCount
  }

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[length] = byte
    length &+= 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: ByteView) {
    let count = bytes.count
    reserve(count)
    let target = unsafe UnsafeMutableRawPointer(base + length)
    let source = unsafe UnsafeRawPointer(bytes.base)
    // Most pieces are short: two overlapping words cost less than a call.
    if count > 64 {
      unsafe target.copyMemory(from: source, byteCount: count)
    } else if count > 32 {
      let last = unsafe (source + (count &- 32)).loadUnaligned(as: SIMD4<UInt64>.self)
      unsafe target.storeBytes(
        of: source.loadUnaligned(as: SIMD4<UInt64>.self), as: SIMD4<UInt64>.self)
      unsafe (target + (count &- 32)).storeBytes(of: last, as: SIMD4<UInt64>.self)
    } else if count > 16 {
      let last = unsafe (source + (count - 16)).loadUnaligned(as: SIMD2<UInt64>.self)
      unsafe target.storeBytes(
        of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
      unsafe (target + (count - 16)).storeBytes(of: last, as: SIMD2<UInt64>.self)
    } else if count >= 8 {
      let last = unsafe (source + (count - 8)).loadUnaligned(as: UInt64.self)
      unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe (target + (count - 8)).storeBytes(of: last, as: UInt64.self)
    } else if count >= 4 {
      let last = unsafe (source + (count - 4)).loadUnaligned(as: UInt32.self)
      unsafe target.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
      unsafe (target + (count - 4)).storeBytes(of: last, as: UInt32.self)
    } else if count > 0 {
      let (first, middle, last) = unsafe (
        bytes.base[0], bytes.base[count >> 1], bytes.base[count - 1]
      )
      unsafe base[length] = first
      unsafe base[length + (count >> 1)] = middle
      unsafe base[length + count - 1] = last
    }
    length &+= count
  }

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(text.view)
  }

  /// Appends bytes.
  public mutating func append(contentsOf bytes: Span<UInt8>) {
    bytes.withView { append($0) }
  }

  /// Appends text as UTF-8.
  @_disfavoredOverload  // A literal is a StaticString: no String is made of it.
  public mutating func append(_ text: String) {
    text.withView { append($0) }
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withView { append($0) }
  }

  /// Appends an integer in decimal.
  public mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    if rest < 10 { return append(UInt8(ascii: "0") + UInt8(rest)) }
    reserve(20)
    let start = length
    while rest > 0 {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    var low = start
    var high = length - 1
    while low < high {
      let byte = self[low]
      self[low] = self[high]
      self[high] = byte
      low += 1
      high -= 1
    }
  }

  @inlinable
  package subscript(index: Int) -> UInt8 {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: length))
      return unsafe base[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: length))
      unsafe base[index] = newValue
    }
  }

  /// Calls `body` with the content from `start` on.
  package func withView<R>(from start: Int = 0, _ body: (ByteView) throws -> R) rethrows -> R {
    precondition(start >= 0 && start <= length)
    return try unsafe body(ByteView(base: UnsafePointer(base + start), count: length - start))
  }

  /// A view of the content, valid until the buffer is changed or gone.
  @inlinable
  package var view: ByteView { unsafe ByteView(base: UnsafePointer(base), count: length) }

  /// A copy of the content.
  public var bytes: [UInt8] { view.array }
}
