#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A place for an output; what lies there goes away with the value.
final class ScratchFile {
  let path: String
  private let folder: String

  struct Failure: Error {}

  /// Other files beside it that go away too.
  private var siblings: [String] = []

  init(name file: String = "output", bytes: [UInt8]? = nil) throws {
    var name = Array("/tmp/cardmill-cases-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&name) else { throw Failure() }
    folder = unsafe String(cString: made)
    path = folder + "/" + file
    guard let bytes else { return }
    guard let stream = unsafe fopen(path, "wb") else { throw Failure() }
    defer { unsafe fclose(stream) }
    _ = unsafe fwrite(bytes, 1, bytes.count, stream)
  }

  convenience init(name file: String = "output", text: String) throws {
    try self.init(name: file, bytes: Array(text.utf8))
  }

  /// The path of another file beside it.
  func sibling(_ name: String) -> String {
    siblings.append(folder + "/" + name)
    return folder + "/" + name
  }

  deinit {
    for sibling in siblings { unsafe unlink(sibling) }
    unsafe unlink(path)
    unsafe unlink(path + ".journal")
    unsafe rmdir(folder)
  }

  /// The content of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { throw Failure() }
    defer { unsafe fclose(file) }
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, file)
      if count == 0 { return content }
      content += piece[..<count]
    }
  }
}
