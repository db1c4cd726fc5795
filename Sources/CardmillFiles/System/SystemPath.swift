import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A path as the operating system sees it: bytes that need not be UTF-8.
///
/// Everywhere else a path is a `String`. A byte that is not UTF-8 is then a mark, the character
/// U+10FF00 plus the byte, and becomes that byte again here; so every file can be opened under the
/// name that a person gave.
package struct SystemPath: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Takes a path as text, marks turned back into bytes.
  package init(_ text: String) {
    bytes = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let byte = Self.byte(of: scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: Array(String(scalar).utf8))
      }
    }
  }

  /// The byte that a character stands for, if it is a mark.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= 0x10FF80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// The path as text, with marks for bytes that are not UTF-8.
  package var text: String {
    var text = ""
    var start = 0
    bytes.withView { view in
      while start < view.count {
        let rest = view.from(start)
        let whole = rest.upTo(rest.validUTF8Prefix).string
        for scalar in whole.unicodeScalars {
          // A name that really holds such a character is kept as its bytes.
          if Self.byte(of: scalar) == nil {
            text.unicodeScalars.append(scalar)
          } else {
            for byte in String(scalar).utf8 { text.unicodeScalars.append(Self.mark(byte)) }
          }
        }
        start += rest.validUTF8Prefix
        if start < view.count {
          text.unicodeScalars.append(Self.mark(view[start]))
          start += 1
        }
      }
    }
    return text
  }

  private static func mark(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10FF00 + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// Calls `body` with the path as C wants it.
  func withCString<R>(_ body: (UnsafePointer<CChar>) throws -> R) rethrows -> R {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return try unsafe terminated.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array of at least one") }
      return try unsafe body(base)
    }
  }

  /// The folder that holds what the path names.
  var folder: SystemPath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return SystemPath(".") }
    return slash == 0 ? SystemPath("/") : SystemPath(bytes: Array(bytes[..<slash]))
  }

  /// The name behind the last slash.
  var lastName: SystemPath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return SystemPath(bytes: Array(bytes[(slash + 1)...]))
  }

  var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The path of something in this folder.
  func appending(_ name: SystemPath) -> SystemPath {
    if bytes.last == UInt8(ascii: "/") { return SystemPath(bytes: bytes + name.bytes) }
    return SystemPath(bytes: bytes + [UInt8(ascii: "/")] + name.bytes)
  }

  /// The ending of the name without its dot, in lower case; empty when there is none.
  var fileExtension: String {
    let name = lastName.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}

extension SystemPath {
  /// The words of the command line, without the program's name, as text with marks.
  package static var commandLine: [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      let length = unsafe strlen(word)
      let bytes = (0..<length).map { unsafe UInt8(bitPattern: word[$0]) }
      words.append(SystemPath(bytes: bytes).text)
    }
    return words
  }
}
