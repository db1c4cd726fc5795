public import Cardmill
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, pipe or standard input as bytes that a source can read.
///
/// A file is read wherever and as often as wanted. A pipe can be read only once: until
/// `endRecording()` everything behind the first 64 KB is kept in a temporary file without a name,
/// so that it can be read again; afterwards it is passed on and forgotten.
public final class InputFile: InputBytes {
  public let name: String
  let path: SystemPath
  private let isStandardInput: Bool
  private let state: Mutex<State>
  /// Which file it is.
  package var identity: FileIdentity { information.identity }
  /// What it was when it was opened.
  let information: FileInformation
  /// Whether it is a file that can be read at any place.
  package let isSeekable: Bool

  /// The bytes that a source may look at to recognise its format.
  package static let headSize = 64 << 10

  private enum State {
    case file(Descriptor?, size: Int)
    case stream(InputStream)
  }

  /// Opens an input.
  ///
  /// - Parameter path: a file's path, or `-` for standard input.
  /// - Throws: `SourceError` when it cannot be opened.
  public convenience init(_ path: String) throws {
    try self.init(path: SystemPath(path), name: path, isStandardInput: path == "-")
  }

  package init(path: SystemPath, name: String, isStandardInput: Bool = false) throws {
    self.name = name
    self.path = path
    self.isStandardInput = isStandardInput
    do {
      let descriptor =
        isStandardInput ? Descriptor(0, isOwned: false) : try Descriptor.open(path, O_RDONLY)
      information = try descriptor.information()
      if information.kind == .folder { throw SystemError(EISDIR) }
      // Standard input may be a file of which somebody has read a part already.
      isSeekable =
        information.kind == .regular
        && (!isStandardInput || lseek(descriptor.number, 0, SEEK_CUR) == 0)
      state = Mutex(
        isSeekable
          ? .file(descriptor, size: information.size)
          : .stream(InputStream(descriptor, name: name)))
    } catch let error as SystemError {
      throw Self.failure(error, name)
    }
  }

  static func failure(_ error: SystemError, _ name: String) -> SourceError {
    if error.code == EINTR { return Interruption.failure }
    let advice =
      switch error.code {
      case ENOENT: "check the name"
      case EACCES, EPERM: "check that you may read it"
      default: "check the file"
      }
    return SourceError(
      .unusable,
      Diagnostic(.cannotOpen, "cannot be read: \(error.message); \(advice)", file: name))
  }

  public var size: Int {
    state.withLock { state in
      switch state {
      case .file(_, let size): return size
      case .stream(var stream):
        defer { state = .stream(stream) }
        return stream.wholeSize
      }
    }
  }

  /// The number of bytes if that can be told without reading.
  package var knownSize: Int? {
    state.withLock { state in
      switch state {
      case .file(_, let size): size
      case .stream(let stream): stream.isAtEnd ? stream.position : nil
      }
    }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    // The buffer is used only within this call.
    nonisolated(unsafe) let buffer = unsafe buffer
    do throws(InputFailure) {
      return try state.withLock { state throws(InputFailure) in
        switch state {
        case .file(let open, let size):
          do throws(SystemError) {
            let descriptor: Descriptor
            if let open {
              descriptor = open
            } else {
              descriptor = try reopen()
              state = .file(descriptor, size: size)
            }
            return unsafe try descriptor.read(into: buffer, at: offset)
          } catch { throw .system(error) }
        case .stream(var stream):
          defer { state = .stream(stream) }
          return unsafe try stream.read(into: buffer, at: offset)
        }
      }
    } catch {
      switch error {
      case .system(let error): throw Self.failure(error, name)
      case .source(let error): throw error
      }
    }
  }

  /// The first bytes, and whether they are all.
  package func head() throws -> (bytes: [UInt8], isWhole: Bool) {
    // One byte more than a source may see tells whether there is more.
    var bytes = [UInt8](repeating: 0, count: Self.headSize + 1)
    var count = 0
    while count < bytes.count {
      let got = try unsafe bytes.withUnsafeMutableBytes { buffer in
        try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), at: count)
      }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - min(count, Self.headSize))
    return (bytes, count <= Self.headSize)
  }

  /// Says that from now on the input is read once from start to end.
  package func endRecording() {
    state.withLock { state in
      guard case .stream(var stream) = state else { return }
      stream.isRecording = false
      state = .stream(stream)
    }
  }

  /// Makes sure that a file is still what it was when it was opened.
  ///
  /// - Parameters:
  ///   - place: where it lies, links followed; nil asks of the file that is open.
  ///   - result: what the message says of the run.
  /// - Throws: `SourceError` of kind refused when it was changed, is another one, or is gone.
  func checkUnchanged(at place: SystemPath? = nil, _ result: String = "nothing was written") throws
  {
    guard isSeekable else { return }
    let now = try? state.withLock { state throws(SystemError) -> FileInformation in
      if place == nil, case .file(let open?, _) = state { return try open.information() }
      return try FileInformation(of: place ?? path, followsLinks: place == nil)
    }
    guard let now, !now.isChanged(since: information) else { throw changed(result) }
  }

  /// Says that the file is not what it was.
  func changed(_ result: String = "nothing was written") -> SourceError {
    SourceError(
      .refused,
      Diagnostic(
        .refused, "the file was changed while it was read; \(result); run it again", file: name))
  }

  /// Closes the file until it is read again, so that very many inputs can be open at once.
  package func rest() {
    guard !isStandardInput else { return }
    state.withLock { state in
      if case .file(_, let size) = state { state = .file(nil, size: size) }
    }
  }

  private func reopen() throws(SystemError) -> Descriptor {
    let descriptor = try Descriptor.open(path, O_RDONLY)
    // Another file of the same name is not the input that was looked at.
    guard try descriptor.information().identity == identity else { throw SystemError(ESTALE) }
    return descriptor
  }
}

/// What went wrong while reading an input.
enum InputFailure: Error {
  case system(SystemError)
  case source(SourceError)
}
