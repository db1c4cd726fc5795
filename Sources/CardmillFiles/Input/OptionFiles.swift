import Cardmill

/// The files that options of a format name: sources touch no files, they get the text.
///
/// Each is read once, before the inputs: it may be a pipe.
struct OptionFiles {
  /// A mapping is written by hand; nothing larger is one.
  private static let largest = 1 << 20

  /// The text of each file by the option that names it.
  private let texts: [String: String]
  private let names: [String: String]

  /// Reads the files of all options whose value is one (`value` is `FILE`).
  ///
  /// - Throws: `SourceError` when a file cannot be read.
  init(_ options: [String: String], of sources: [any DataSource]) throws {
    names = options
    var texts: [String: String] = [:]
    for option in sources.flatMap(\.description.options)
    where option.direction == .reading && option.value == "FILE" && texts[option.name] == nil {
      texts[option.name] = try options[option.name].map { try Self.read($0, option: option.name) }
    }
    self.texts = texts
  }

  /// The options with the text of a file in the place of its name.
  var resolved: [String: String] { names.merging(texts) { _, text in text } }

  /// The family of formats that the mapping is for, if there is one that says it.
  var mappedFormat: FormatID? { texts["mapping"].flatMap { Mapping.read($0).mapping.format } }

  /// Tells all mistakes of the mapping, if there is one.
  ///
  /// - Throws: `SourceError` of kind usage with the last mistake.
  func check(report: (Diagnostic) -> Void) throws {
    guard let text = texts["mapping"] else { return }
    let mistakes = Mapping.read(text).mistakes.map { $0.diagnostic(file: names["mapping"]) }
    for mistake in mistakes.dropLast() { report(mistake) }
    if let last = mistakes.last { throw SourceError(.usage, last) }
  }

  private static func read(_ name: String, option: String) throws -> String {
    guard name != "-", !name.isEmpty else {
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
