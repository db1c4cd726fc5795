import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One file for each contact in a folder.
///
/// The files are made in a hidden folder inside it and get their names at the end. Nothing that is
/// there is removed, and nothing is overwritten unless that was asked for.
final class FolderOutput: RecordOutput {
  private let name: String
  private let folder: SystemPath
  private let isNew: Bool
  private let mayOverwrite: Bool
  private let writer: any RecordWriter
  private let separator: [UInt8]
  private let inputs: Set<FileIdentity>
  private let heldKinds: Set<RecordKind>
  private var names: FileNameTable
  private var scratch: (path: SystemPath, name: TemporaryName)
  private var files: [(final: String, temporary: TemporaryName)] = []
  private var isDone = false

  private static let mostSingly = 100

  let wantsEnds = true
  let isClosedByReader = false
  var parts: [OutputPart] { [OutputPart(file: name, records: files.count)] }

  /// Makes the folder if it is missing.
  ///
  /// - Throws: `SourceError` when nothing can be written there.
  init(
    _ target: OutputTarget, _ writer: any RecordWriter, format: SourceDescription.Format,
    mayOverwrite: Bool, inputs: [InputFile]
  ) throws {
    guard case .folder(let path, let existing) = target.kind else {
      throw OutputTarget.failure(SystemError(ENOTDIR), target.name)
    }
    name = target.name
    folder = path
    isNew = existing == nil
    self.mayOverwrite = mayOverwrite
    self.writer = writer
    self.inputs = Set(inputs.map(\.identity))
    separator = writer.separator
    var kinds: Set<RecordKind> = [.contact]
    if format.capabilities.holdsGroups { kinds.insert(.group) }
    if format.capabilities.holdsEmptyRecords { kinds.insert(.empty) }
    heldKinds = kinds
    names = FileNameTable(fileExtension: format.extensions.first ?? "")
    do throws(SystemError) {
      if existing == nil {
        _ = try call { unsafe path.withCString { unsafe mkdir($0, 0o700) } }
      }
      let made = try TemporaryFile.makeFolder(in: path, prefix: ".cardmill-")
      scratch = (made, TemporaryName(made, isFolder: true))
    } catch {
      throw OutputTarget.failure(error, target.name)
    }
  }

  deinit { discard() }

  func write(_ block: borrowing FormattedBlock, of batch: ContactBatch) throws {
    let storage = batch.storage
    let written = storage.contacts.filter { heldKinds.contains($0.kind) }
    var shown = ByteBuffer(capacity: 256)
    var start = 0
    for (place, end) in block.ends.enumerated() {
      shown.removeAll()
      if place < written.count { storage.appendDisplayName(of: written[place], to: &shown) }
      let bytes = block.bytes.view[start..<end]
      try add(start == 0 ? bytes : bytes.without(separator), named: shown.view.string)
      start = end
    }
  }

  private func add(_ bytes: ByteView, named displayName: String) throws {
    let fileName = names.name(for: displayName)
    let final = folder.appending(SystemPath(fileName))
    if FileInformation.exists(final) {
      guard mayOverwrite else { throw refusal(fileName) }
      if let old = try? FileInformation(of: final), inputs.contains(old.identity) {
        throw SourceError(
          .usage,
          Diagnostic(
            .sameFile, "this output is the same file as an input; choose another folder",
            file: name + fileName))
      }
    }
    let path = scratch.path.appending(SystemPath(fileName))
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, mode: 0o600)
      files.append((fileName, TemporaryName(path)))
      var whole = ByteBuffer(capacity: bytes.count + 4096)
      writer.head(into: &whole)
      whole.append(bytes)
      writer.tail(into: &whole)
      try file.write(whole.view)
    } catch {
      throw OutputTarget.failure(error, name + fileName)
    }
  }

  private func refusal(_ fileName: String) -> SourceError {
    SourceError(
      .refused,
      Diagnostic(
        .refused, "exists already; give --force to overwrite it, or choose another folder",
        file: name + fileName))
  }

  func prepare() throws {
    do throws(SystemError) {
      if files.count > Self.mostSingly {
        // One call for all files: a call for each would take minutes for a large address book.
        sync()
        return
      }
      for file in files {
        let path = scratch.path.appending(SystemPath(file.final))
        try Descriptor.open(path, O_RDONLY).synchronize()
      }
    } catch {
      throw OutputTarget.failure(error, name)
    }
  }

  func commit() throws {
    for file in files {
      let temporary = scratch.path.appending(SystemPath(file.final))
      let final = folder.appending(SystemPath(file.final))
      do throws(SystemError) {
        try temporary.move(to: final, mayOverwrite: mayOverwrite)
      } catch {
        if error.code == EEXIST { throw refusal(file.final) }
        throw OutputTarget.failure(error, name + file.final)
      }
      file.temporary.release()
    }
    removeScratch()
    try? Descriptor.open(folder, O_RDONLY).synchronize()
    isDone = true
  }

  private func removeScratch() {
    unsafe scratch.path.withCString { _ = unsafe rmdir($0) }
    scratch.name.release()
  }

  func discard() {
    guard !isDone else { return }
    isDone = true
    for file in files {
      let path = scratch.path.appending(SystemPath(file.final))
      unsafe path.withCString { _ = unsafe unlink($0) }
      file.temporary.release()
    }
    removeScratch()
    if isNew { unsafe folder.withCString { _ = unsafe rmdir($0) } }
  }
}
