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
    if length + more > capacity { grow(more) }
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
    length += 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: ByteView) {
    reserve(bytes.count)
    unsafe (base + length).update(from: bytes.base, count: bytes.count)
    length += bytes.count
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
