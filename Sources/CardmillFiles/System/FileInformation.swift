#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which file it is, whatever name it was opened by.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}

/// What the operating system says of a file.
struct FileInformation: Sendable {
  enum Kind: Sendable { case regular, folder, other }

  let kind: Kind
  let size: Int
  let identity: FileIdentity
  /// The permission bits.
  let mode: mode_t
  let owner: uid_t
  let group: gid_t
  /// When it was changed last: seconds and nanoseconds.
  let changed: [Int]

  init(_ record: stat) {
    switch record.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    size = Int(record.st_size)
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: record.st_dev),
      number: UInt64(truncatingIfNeeded: record.st_ino))
    mode = record.st_mode & 0o7777
    owner = record.st_uid
    group = record.st_gid
    #if canImport(Darwin)
      changed = [record.st_mtimespec.tv_sec, record.st_mtimespec.tv_nsec]
    #else
      changed = [record.st_mtim.tv_sec, record.st_mtim.tv_nsec]
    #endif
  }

  /// Asks about a path.
  ///
  /// - Throws: `SystemError` when there is nothing, or it may not be looked at.
  init(of path: SystemPath, followsLinks: Bool = true) throws(SystemError) {
    var record = stat()
    _ = try call {
      unsafe path.withCString {
        followsLinks ? unsafe stat($0, &record) : unsafe lstat($0, &record)
      }
    }
    self.init(record)
  }

  /// Whether the file is another one than it was, or was written since.
  func isChanged(since before: FileInformation) -> Bool {
    identity != before.identity || size != before.size || changed != before.changed
  }

  /// Whether there is something at the path, a link to nothing included.
  static func exists(_ path: SystemPath) -> Bool {
    var record = stat()
    return unsafe path.withCString { unsafe lstat($0, &record) } == 0
  }
}

/// What a folder holds.
enum FolderListing {
  /// The names in a folder, sorted by their bytes; those that begin with a dot are left out.
  static func names(in path: SystemPath) throws(SystemError) -> [SystemPath] {
    guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else { throw SystemError() }
    defer { unsafe closedir(stream) }
    var names: [SystemPath] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw SystemError() }
        break
      }
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        unsafe Array(raw.prefix { $0 != 0 })
      }
      if bytes.first != UInt8(ascii: ".") { names.append(SystemPath(bytes: bytes)) }
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
