#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that goes away with its value.
final class ScratchFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/cardmill-files-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&name) else { throw Failure(description: "no folder") }
    path = unsafe String(cString: made)
  }

  deinit { Self.remove(path) }

  struct Failure: Error, CustomStringConvertible { let description: String }

  private static func remove(_ path: String) {
    for name in names(in: path) {
      let inner = path + "/" + name
      if unsafe unlink(inner) != 0 { remove(inner) }
    }
    unsafe rmdir(path)
  }

  /// Every name in a folder, hidden ones too, sorted.
  static func names(in path: String) -> [String] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  var names: [String] { Self.names(in: path) }

  /// The path of something in the folder.
  subscript(name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
    try write(Array(text.utf8), to: name, mode: mode)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws -> String {
    let descriptor = unsafe open(self[name], O_CREAT | O_TRUNC | O_WRONLY, mode)
    guard descriptor >= 0 else { throw Failure(description: "\(name) cannot be made") }
    defer { close(descriptor) }
    fchmod(descriptor, mode)
    var done = 0
    while done < bytes.count {
      let wrote = unsafe bytes[done...].withUnsafeBytes { raw in
        unsafe systemWrite(descriptor, raw)
      }
      guard wrote > 0 else { throw Failure(description: "\(name) cannot be written") }
      done += wrote
    }
    return self[name]
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func bytes(_ name: String) throws -> [UInt8] {
    let descriptor = unsafe open(self[name], O_RDONLY)
    guard descriptor >= 0 else { throw Failure(description: "\(name) is not there") }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let got = unsafe read(descriptor, &buffer, buffer.count)
      if got <= 0 { return all }
      all += buffer[..<got]
    }
  }

  func mode(_ name: String) -> mode_t {
    var record = stat()
    return unsafe stat(self[name], &record) == 0 ? record.st_mode & 0o7777 : 0
  }
}

private func systemWrite(_ descriptor: Int32, _ raw: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, raw.baseAddress, raw.count)
}
