import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The name of a temporary file that exists, known to the handler of signals.
///
/// A list of C memory that only grows: its handler may run at any moment on any thread, so no name
/// is ever freed. It is kept only by programs that called `Interruption.install()`.
@safe
struct TemporaryName {
  @unsafe private struct Node {
    var path: UnsafeMutablePointer<CChar>
    var isFolder: Bool
    var exists: Bool
    var next: UnsafeMutablePointer<Node>?
  }

  /// The address of the newest node, or 0.
  private static let head = Atomic<UInt>(0)
  private let node: UnsafeMutablePointer<Node>?

  /// Notes a name; call `release()` when it is gone.
  init(_ path: SystemPath, isFolder: Bool = false) {
    guard Interruption.keepsNames, let copy = unsafe path.withCString({ unsafe strdup($0) }) else {
      unsafe node = nil
      return
    }
    let new = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    var first = Self.head.load(ordering: .acquiring)
    while true {
      unsafe new.initialize(
        to: Node(
          path: copy, isFolder: isFolder, exists: true,
          next: UnsafeMutablePointer<Node>(bitPattern: first)))
      let (exchanged, original) = Self.head.compareExchange(
        expected: first, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing)
      if exchanged { break }
      first = original
    }
    unsafe node = new
  }

  /// Forgets the name: the file was renamed or removed.
  func release() { unsafe node?.pointee.exists = false }

  /// Makes the list, so that a handler need not.
  static func prepare() { _ = head.load(ordering: .relaxed) }

  /// Removes every file that is left, the newest first; safe to call from a signal's handler.
  static func removeAll() {
    var place = unsafe UnsafeMutablePointer<Node>(bitPattern: head.load(ordering: .acquiring))
    while let node = unsafe place {
      if unsafe node.pointee.exists {
        if unsafe node.pointee.isFolder {
          unsafe rmdir(node.pointee.path)
        } else {
          unsafe unlink(node.pointee.path)
        }
      }
      unsafe place = node.pointee.next
    }
  }
}
