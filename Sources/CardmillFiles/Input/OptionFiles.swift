import Cardmill

/// Reads the files that options of a format name: sources touch no files, they get the text.
struct OptionFiles {
  /// A mapping is written by hand; nothing larger is one.
  private static let largest = 1 << 20

  /// Puts the text of a file in the place of its name, for each option whose value is a file
  /// (`value` is `FILE`).
  ///
  /// - Throws: `SourceError` of kind usage when a mapping has mistakes, or when the file cannot be
  ///   read.
  static func resolve(
    _ options: [String: String], of source: any DataSource, report: (Diagnostic) -> Void
  ) throws -> [String: String] {
    var resolved = options
    for option in source.description.options
    where option.direction == .reading && option.value == "FILE" {
      guard let name = options[option.name] else { continue }
      let text = try read(name, option: option.name)
      if option.name == "mapping" {
        let mistakes = Mapping.read(text).mistakes.map { $0.diagnostic(file: name) }
        for mistake in mistakes.dropLast() { report(mistake) }
        if let last = mistakes.last { throw SourceError(.usage, last) }
      }
      resolved[option.name] = text
    }
    return resolved
  }

  /// The family of formats that a mapping file is for, if it says it and can be read; mistakes in
  /// it are told when it is used.
  static func format(ofMapping name: String) -> FormatID? {
    guard let text = try? read(name, option: "mapping") else { return nil }
    return Mapping.read(text).mapping.format
  }

  private static func read(_ name: String, option: String) throws -> String {
    guard name != "-" else {
      throw SourceError(
        .usage, Diagnostic(.usage, "--in-option \(option): give the name of a file"))
    }
    let file = try InputFile(name)
    var bytes = [UInt8](repeating: 0, count: largest + 1)
    var count = 0
    while count < bytes.count {
      let got = try unsafe bytes.withUnsafeMutableBytes { buffer in
        try unsafe file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), at: count)
      }
      if got == 0 { break }
      count += got
    }
    guard count <= largest else {
      throw SourceError(
        .usage, Diagnostic(.usage, "it is too large for a mapping: over 1 MB", file: name))
    }
    bytes.removeLast(bytes.count - count)
    guard bytes.withView(\.isValidUTF8) else {
      throw SourceError(.usage, Diagnostic(.usage, "it is not UTF-8; save it as UTF-8", file: name))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
