import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// A file is never changed where it lies. Its new content goes into a hidden file of the same
// folder; `prepare()` brings that to the disk, `commit()` gives it the name. Whatever happens
// before the renaming leaves the old file, and whatever happens after it the new.

/// One output, written whole or not at all.
final class OutputFile {
  let name: String
  private let target: OutputTarget
  private var descriptor: Descriptor?
  private var temporary: (path: SystemPath, name: TemporaryName)?
  private var pending = ByteBuffer(capacity: 64)
  private var isDone = false
  private let isAlwaysNew: Bool
  /// Whether whoever read the pipe has closed it: nothing more can be written, and that is no
  /// error.
  private(set) var isClosedByReader = false

  private static let pendingSize = 64 << 10

  private enum Way {
    /// A new file, renamed at the end.
    case replacing(SystemPath, FileInformation?)
    /// Straight to its place.
    case straight
    /// Kept in a file without a name, and copied at the end.
    case heldBack(Descriptor)
  }
  private let way: Way

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - target: what the output's name stands for.
  ///   - isHeldBack: whether something may still forbid the output; then nothing is written
  ///   straight before `commit()`.
  ///   - isAlwaysNew: whether it may not take the place of a file, not even of one that came into
  ///   being since `target` was looked at.
  /// - Throws: `SourceError` when it cannot be written.
  init(_ target: OutputTarget, isHeldBack: Bool = false, isAlwaysNew: Bool = false) throws {
    self.target = target
    self.isAlwaysNew = isAlwaysNew
    name = target.name
    do {
      switch target.kind {
      case .file(let path, let existing):
        let made = try TemporaryFile.make(
          in: path.folder, prefix: ".cardmill-")
        descriptor = made.0
        temporary = (made.1, TemporaryName(made.1))
        way = .replacing(path, existing)
      case .standardOutput, .straight:
        let straight =
          if case .standardOutput = target.kind { Descriptor(1, isOwned: false) } else {
            try Descriptor.open(SystemPath(target.name), O_WRONLY | O_NOCTTY)
          }
        if isHeldBack {
          descriptor = try TemporaryFile.makeUnlinked()
          way = .heldBack(straight)
        } else {
          descriptor = straight
          way = .straight
        }
      case .folder: throw SystemError(EISDIR)
      }
    } catch let error as SystemError {
      throw OutputTarget.failure(error, name)
    }
  }

  deinit { discard() }

  /// Adds bytes.
  ///
  /// - Throws: `SourceError` when there is no room.
  func write(_ bytes: ByteView) throws {
    if bytes.count + pending.count < Self.pendingSize {
      pending.append(bytes)
      return
    }
    try flush()
    if bytes.count < Self.pendingSize / 4 {
      pending.append(bytes)
    } else {
      try put(bytes, to: descriptor)
    }
  }

  func write(_ buffer: borrowing ByteBuffer) throws { try write(buffer.view) }

  private func flush() throws {
    guard pending.count > 0 else { return }
    try put(pending.view, to: descriptor)
    pending.removeAll()
  }

  private func put(_ bytes: ByteView, to descriptor: Descriptor?) throws {
    guard !isClosedByReader, let descriptor else { return }
    do throws(SystemError) { try descriptor.write(bytes) } catch {
      if error.code == EPIPE {
        isClosedByReader = true
        return
      }
      if case .heldBack(let straight) = way, descriptor !== straight {
        throw TemporaryFile.failure(error, keeping: "the output", name)
      }
      throw OutputTarget.failure(error, name)
    }
  }

  /// Brings everything to the disk, so that `commit()` can hardly fail.
  func prepare() throws {
    try flush()
    guard case .replacing(_, let existing) = way, let descriptor else { return }
    do throws(SystemError) {
      if let existing {
        if existing.owner != geteuid() || existing.group != getegid() {
          // Only root can give files away; who cannot keeps them.
          _ = fchown(descriptor.number, existing.owner, existing.group)
        }
        _ = try call { fchmod(descriptor.number, existing.mode) }
      }
      try descriptor.synchronize()
    } catch {
      throw OutputTarget.failure(error, name)
    }
    // A run may have very many parts.
    self.descriptor = nil
    pending = ByteBuffer(capacity: 64)
  }

  /// Gives the file its name, or copies what was held back.
  ///
  /// - Throws: `SourceError` when the name cannot be given, or may not.
  func commit() throws {
    switch way {
    case .straight: break
    case .heldBack(let straight): try copy(to: straight)
    case .replacing(let path, _):
      guard let temporary else { break }
      do throws(SystemError) {
        try temporary.path.move(to: path, mayOverwrite: !isAlwaysNew)
        temporary.name.release()
        self.temporary = nil
        // The name is only safe when the folder is on the disk; not every file system can say so.
        try? Descriptor.open(path.folder, O_RDONLY).synchronize()
      } catch {
        if error.code == EEXIST { throw OutputTarget.exists(name) }
        throw OutputTarget.failure(error, name)
      }
    }
    isDone = true
  }

  private func copy(to straight: Descriptor) throws {
    guard let descriptor else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    while true {
      let count: Int
      do throws(SystemError) { count = unsafe try descriptor.read(into: buffer, at: offset) } catch
      {
        throw OutputTarget.failure(error, name)
      }
      guard count > 0, let base = buffer.baseAddress else { return }
      let view = unsafe ByteView(
        base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count)
      try put(view, to: straight)
      offset += count
    }
  }

  /// Removes a new file that was committed.
  func takeBack() {
    guard isAlwaysNew, temporary == nil, case .replacing(let path, _) = way else { return }
    path.unlinkFile()
  }

  /// Takes back what was not committed.
  func discard() {
    guard !isDone else { return }
    isDone = true
    if let temporary {
      temporary.path.unlinkFile()
      temporary.name.release()
      self.temporary = nil
    }
  }
}
