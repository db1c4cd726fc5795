import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that nobody else sees.
enum TemporaryFile {
  /// Opens a file that has no name: it goes away with its descriptor.
  ///
  /// - Throws: `SourceError` when the folder for temporary files cannot be used.
  static func makeUnlinked() throws -> Descriptor {
    let folder = SystemPath(Self.folder)
    do throws(SystemError) {
      let (descriptor, path) = try make(in: folder, prefix: ".cardmill-")
      unsafe path.withCString { _ = unsafe unlink($0) }
      return descriptor
    } catch {
      throw SourceError(
        .unusable,
        Diagnostic(
          .cannotWrite,
          "no temporary file can be made in \(Self.folder): \(error.message); set TMPDIR to a folder that can be written",
          file: Self.folder))
    }
  }

  /// What to say when there is no room for a file that nobody sees.
  static func failure(_ error: SystemError, keeping what: String, _ name: String) -> SourceError {
    if error.code == EINTR { return Interruption.failure }
    return SourceError(
      .unusable,
      Diagnostic(
        .cannotWrite,
        "\(what) cannot be kept in a temporary file: \(error.message); set TMPDIR to a folder with more room",
        file: name))
  }

  private static var folder: String {
    guard let value = unsafe getenv("TMPDIR"), unsafe value.pointee != 0 else { return "/tmp" }
    let length = unsafe strlen(value)
    return SystemPath(bytes: (0..<length).map { unsafe UInt8(bitPattern: value[$0]) }).text
  }

  /// Makes a new file with a hidden name that only its owner may read.
  static func make(in folder: SystemPath, prefix: String) throws(SystemError) -> (
    Descriptor, SystemPath
  ) {
    for attempt in 0..<100 {
      let path = folder.appending(SystemPath(prefix + suffix(attempt) + ".tmp"))
      do throws(SystemError) {
        let flags = O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR
        return (try Descriptor.open(path, flags, mode: 0o600), path)
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    throw SystemError(EEXIST)
  }

  /// Makes a new hidden folder that only its owner may look into.
  static func makeFolder(in folder: SystemPath, prefix: String) throws(SystemError) -> SystemPath {
    for attempt in 0..<100 {
      let path = folder.appending(SystemPath(prefix + suffix(attempt) + ".tmp"))
      do throws(SystemError) {
        _ = try call { unsafe path.withCString { unsafe mkdir($0, 0o700) } }
        return path
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    throw SystemError(EEXIST)
  }

  /// Letters that no other process is likely to choose; the output does not depend on them.
  private static func suffix(_ attempt: Int) -> String {
    String(UInt64(getpid()), radix: 36) + String(UInt32.random(in: .min ... .max), radix: 36)
  }
}
