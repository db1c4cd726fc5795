#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder of the package's manifest, and what lies in it.
package enum PackageFolder {
  /// Something that is not there.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  /// The folder's path.
  package static let path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// The bytes of a file, by its path in the package.
  package static func bytes(_ name: String) throws -> [UInt8] {
    let full = path + "/" + name
    guard let file = unsafe fopen(full, "rb") else {
      throw Missing(description: "\(full) is missing")
    }
    defer { unsafe fclose(file) }
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, file)
      if count == 0 { return content }
      content += piece[..<count]
    }
  }

  /// The text of a file, by its path in the package.
  package static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The names in a folder, without hidden ones, sorted; none when the folder is missing.
  package static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(path + "/" + folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The paths of all files below a folder that have an ending, sorted.
  package static func files(below folder: String, ending: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      let inner = folder + "/" + name
      return name.hasSuffix(ending) ? [inner] : files(below: inner, ending: ending)
    }
  }
}

/// The value of an environment variable as a number, or a default.
package func environmentNumber(_ name: String, default value: Int) -> Int {
  guard let text = unsafe getenv(name) else { return value }
  return unsafe Int(String(cString: text)) ?? value
}

/// Seconds of a clock that only goes forward.
package func monotonicSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
