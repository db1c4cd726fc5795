import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The owner of a file descriptor.
final class Descriptor: Sendable {
  let number: Int32
  private let isOwned: Bool
  private let isPipe: Bool

  /// Takes a descriptor over; it is closed with its owner unless it belongs to the process, such as
  /// standard output.
  init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
    var record = stat()
    isPipe = unsafe fstat(number, &record) == 0 && record.st_mode & S_IFMT == S_IFIFO
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Opens a file; a child process does not get it.
  static func open(_ path: SystemPath, _ flags: Int32, mode: mode_t = 0) throws(SystemError)
    -> Descriptor
  {
    let number: Int32 = try call {
      unsafe path.withCString { unsafe openFile($0, flags | O_CLOEXEC, mode) }
    }
    return Descriptor(number)
  }

  /// Reads at a place; gives the number of bytes, 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
    var done = 0
    while done < buffer.count {
      let got = try call {
        unsafe pread(number, base + done, buffer.count - done, off_t(offset + done))
      }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// Writes everything, however many calls that takes.
  func write(_ bytes: ByteView, at offset: Int? = nil) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let wrote = try call {
        if let offset {
          unsafe pwrite(number, bytes.base + done, bytes.count - done, off_t(offset + done))
        } else {
          unsafe writeOnce(bytes.base + done, bytes.count - done)
        }
      }
      // A call that writes nothing and names no error would repeat for ever.
      if wrote == 0 { throw SystemError(EIO) }
      done += wrote
    }
  }

  private func writeOnce(_ base: UnsafePointer<UInt8>, _ count: Int) -> Int {
    if isPipe {
      // As much as fits without waiting: a signal must end the run also while nobody reads.
      guard hasRoom() else {
        errno = EINTR
        return -1
      }
      return unsafe systemWrite(number, base, min(count, Self.pipePiece))
    }
    let wrote = unsafe systemWrite(number, base, count)
    guard wrote < 0, errno == EAGAIN else { return wrote }
    // Somebody made the descriptor non-blocking.
    _ = hasRoom()
    errno = EINTR
    return -1
  }

  /// Waits a moment until there is room; says whether there is, or something that a write will
  /// tell.
  private func hasRoom() -> Bool {
    var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&waiting, 1, 250) > 0
  }

  /// POSIX: a pipe that has room at all has room for this much.
  private static let pipePiece = 4096

  /// Makes sure that what was written is on the disk; a pipe or device need not be able to.
  func synchronize() throws(SystemError) {
    do { _ = try call { fsync(number) } } catch {
      if error.code != EINVAL, error.code != ENOTSUP, error.code != EROFS { throw error }
    }
  }

  /// What is known of the file.
  func information() throws(SystemError) -> FileInformation {
    var record = stat()
    _ = try call { unsafe fstat(number, &record) }
    return FileInformation(record)
  }
}

// Free functions whose names `Descriptor`'s own methods would hide.
private func systemWrite(_ number: Int32, _ base: UnsafePointer<UInt8>, _ count: Int) -> Int {
  unsafe write(number, base, count)
}

private func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}
