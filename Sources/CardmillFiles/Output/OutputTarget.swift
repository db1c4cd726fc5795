import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What an output's name stands for, looked at before anything is made.
struct OutputTarget: Sendable {
  enum Kind: Sendable {
    /// Standard output.
    case standardOutput
    /// A device or pipe, which is written straight.
    case straight
    /// A file, links followed; the existing one, if any.
    case file(SystemPath, FileInformation?)
    /// A folder for one file a contact; the existing one, if any.
    case folder(SystemPath, FileInformation?)
  }

  /// The name as it was given.
  let name: String
  let kind: Kind

  /// An output that was looked at already.
  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Looks at an output's name.
  ///
  /// - Parameters:
  ///   - name: a file's path, or `-` for standard output.
  ///   - mayBeFolder: whether a name that ends in a slash means a folder.
  /// - Throws: `SourceError` when nothing can be written there.
  init(_ name: String, mayBeFolder: Bool = false) throws {
    self.name = name
    if name == "-" {
      kind = .standardOutput
      return
    }
    if mayBeFolder, name.hasSuffix("/") {
      kind = try Self.folder(name)
      return
    }
    let path = SystemPath(name)
    if Self.isDescriptor(name) {
      kind = .straight
      return
    }
    do throws(SystemError) {
      let final = try Self.following(path)
      guard let existing = try Self.information(of: final) else {
        // What cannot be there shows itself now, not after the work.
        let folder = try FileInformation(of: final.folder)
        if folder.kind != .folder { throw SystemError(ENOTDIR) }
        kind = .file(final, nil)
        return
      }
      switch existing.kind {
      case .regular:
        _ = try call { unsafe final.withCString { unsafe access($0, W_OK) } }
        kind = .file(final, existing)
      case .folder: throw SystemError(EISDIR)
      case .other: kind = .straight
      }
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// The files of a process' own descriptors cannot be replaced by a new file.
  private static func isDescriptor(_ name: String) -> Bool {
    ["/dev/std", "/dev/fd/", "/proc/self/fd/"].contains { name.hasPrefix($0) }
  }

  private static func folder(_ name: String) throws -> Kind {
    var path = SystemPath(name)
    while path.bytes.count > 1, path.bytes.last == UInt8(ascii: "/") { path.bytes.removeLast() }
    do throws(SystemError) {
      guard let existing = try information(of: path) else {
        let parent = try FileInformation(of: path.folder)
        if parent.kind != .folder { throw SystemError(ENOTDIR) }
        return .folder(path, nil)
      }
      if existing.kind != .folder { throw SystemError(ENOTDIR) }
      return .folder(path, existing)
    } catch {
      throw failure(error, name)
    }
  }

  private static func information(of path: SystemPath) throws(SystemError) -> FileInformation? {
    do throws(SystemError) { return try FileInformation(of: path) } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// The path behind links; the last one may lead to nothing.
  private static func following(_ start: SystemPath) throws(SystemError) -> SystemPath {
    var path = start
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = unsafe path.withCString { unsafe readlink($0, &buffer, buffer.count) }
      guard count >= 0 else { return path }
      let link = SystemPath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
      path = link.isAbsolute ? link : path.folder.appending(link)
    }
    throw SystemError(ELOOP)
  }

  /// Says that a file which may not be written over is there.
  static func exists(_ name: String) -> SourceError {
    SourceError(
      .refused,
      Diagnostic(
        .refused, "it exists already and is not written over; give it another name", file: name))
  }

  static func failure(_ error: SystemError, _ name: String) -> SourceError {
    if error.code == EINTR { return Interruption.failure }
    let advice =
      switch error.code {
      case ENOSPC, EDQUOT: "make room"
      case EISDIR: "it is a folder; end its name with / to get one file for each contact"
      case ENOENT, ENOTDIR: "make its folder first"
      case EACCES, EPERM, EROFS: "choose a place where you may write"
      default: "choose another place"
      }
    return SourceError(
      .unusable,
      Diagnostic(.cannotWrite, "cannot be written: \(error.message); \(advice)", file: name))
  }

  /// Which file it is, as far as that can be told: an existing one, or a name in a folder.
  var identity: Identity? {
    switch kind {
    case .standardOutput:
      guard let information = try? Descriptor(1, isOwned: false).information() else {
        return .standardOutput
      }
      return information.kind == .regular ? .existing(information.identity) : .standardOutput
    case .straight: return nil
    case .file(let path, let existing):
      if let existing { return .existing(existing.identity) }
      guard let folder = try? FileInformation(of: path.folder) else { return nil }
      return .new(folder.identity, path.lastName)
    case .folder(_, let existing): return existing.map { .existing($0.identity) }
    }
  }

  enum Identity: Hashable {
    case standardOutput
    case existing(FileIdentity)
    case new(FileIdentity, SystemPath)
  }

  /// Refuses outputs that are the same file as an input or another output.
  static func checkDistinct(_ outputs: [OutputTarget], inputs: [InputFile]) throws {
    var seen: [Identity: String] = [:]
    for input in inputs { seen[.existing(input.identity)] = "the input \(input.name)" }
    for output in outputs {
      guard let identity = output.identity else { continue }
      if let other = seen[identity] {
        throw SourceError(
          .usage,
          Diagnostic(
            .sameFile,
            "this output is the same file as \(other); give it another name",
            file: output.name))
      }
      seen[identity] = "the output \(output.name)"
    }
  }
}
