#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct CannotRead: Error { var path: String }

func bytes(ofFile path: String) throws -> [UInt8] {
  guard let file = unsafe fopen(path, "rb") else { throw CannotRead(path: path) }
  defer { unsafe fclose(file) }
  var content: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&chunk, 1, chunk.count, file)
    if count == 0 { return content }
    content += chunk[..<count]
  }
}
