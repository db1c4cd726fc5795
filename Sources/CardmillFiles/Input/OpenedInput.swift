package import Cardmill

/// An input that is open and whose format is known.
package struct OpenedInput: Sendable {
  /// How its format is known.
  package enum Confidence: String, Sendable {
    /// A person named it.
    case named
    case certain, possible
    /// Its name tells it, its content does not.
    case fileName = "name"
  }

  package let file: InputFile
  package let source: any DataSource
  package let confidence: Confidence
  /// Whether a person named it, so that it may not be skipped.
  package let isNamed: Bool
  package var request: ReadRequest
}

/// Opens the inputs of a run.
package struct InputOpener {
  let formats: FormatList
  let from: FormatID?
  let readingOptions: [String: String]
  private let optionFiles: OptionFiles
  let limits: Limits

  /// More files than this are closed again until they are read.
  private static let mostOpen = 100

  package init(
    sources: [any DataSource], from: FormatID?, readingOptions: [String: String], limits: Limits
  ) throws {
    formats = FormatList(sources)
    // A mapping is for what no format recognises.
    optionFiles = try OptionFiles(readingOptions, of: sources)
    let from = from ?? optionFiles.mappedFormat
    self.from = from
    self.readingOptions = readingOptions
    self.limits = limits
    if let from, try !formats.find(from, option: "--from").format.reads {
      throw SourceError(.usage, Diagnostic(.usage, "--from: \(from) can only be written"))
    }
  }

  /// Opens everything; all of it before anything is written.
  ///
  /// - Parameters:
  ///   - paths: files, folders of files, or `-` for standard input.
  ///   - report: gets what was skipped.
  /// - Returns: the inputs in the order in which they are read.
  /// - Throws: `SourceError` when an input cannot be opened or is no contact file.
  package func open(_ paths: [String], report: (Diagnostic) -> Void) throws -> [OpenedInput] {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw SourceError(.usage, Diagnostic(.usage, "standard input can be read only once"))
    }
    var inputs: [OpenedInput] = []
    func add(_ file: InputFile, isNamed: Bool) throws {
      guard let input = try identify(file, isNamed: isNamed, report: report) else {
        var skipped = Diagnostic(
          .notAContactFile, "skipped: it is no contact file", file: file.name)
        skipped.ownSeverity = .info
        report(skipped)
        return
      }
      inputs.append(input)
      if inputs.count > Self.mostOpen { file.rest() }
    }
    for path in paths {
      if path != "-", let folder = Self.folder(path) {
        let before = inputs.count
        for file in try Self.files(in: folder, name: path) {
          try add(try InputFile(path: file.path, name: file.name), isNamed: false)
        }
        if inputs.count == before {
          throw SourceError(
            .unusable,
            Diagnostic(
              .notAContactFile, "the folder holds no contact files; check its name", file: path))
        }
      } else {
        try add(try InputFile(path), isNamed: true)
      }
    }
    return inputs
  }

  /// The path, if it is a folder.
  private static func folder(_ path: String) -> SystemPath? {
    let place = SystemPath(path)
    guard let information = try? FileInformation(of: place), information.kind == .folder else {
      return nil
    }
    return place
  }

  /// The regular files of a folder and of its subfolders, sorted by name.
  private static func files(in folder: SystemPath, name: String, depth: Int = 0) throws -> [(
    path: SystemPath, name: String
  )] {
    var files: [(path: SystemPath, name: String)] = []
    let shown = name.hasSuffix("/") ? name : name + "/"
    do {
      for entry in try FolderListing.names(in: folder) {
        let path = folder.appending(entry)
        // A link to nothing is no contact.
        guard let information = try? FileInformation(of: path) else { continue }
        switch information.kind {
        case .regular: files.append((path, shown + entry.text))
        case .folder where depth == 0:
          files += try Self.files(in: path, name: shown + entry.text, depth: 1)
        default: break
        }
      }
    } catch let error as SystemError {
      throw InputFile.failure(error, name)
    }
    return files
  }

  // MARK: Recognising

  /// Says which source reads a file; nil for a file of a folder that is no contact file.
  func identify(
    _ file: InputFile, isNamed: Bool, report: (Diagnostic) -> Void = { _ in }
  ) throws -> OpenedInput? {
    let head = try file.head()
    if let from {
      return try opened(file, forced: from, head, isNamed: isNamed, report: report)
    }
    let fileExtension = SystemPath(file.name).fileExtension
    let byName = formats.all.first {
      $0.format.reads && $0.format.extensions.contains(fileExtension)
    }
    if head.isWhole, head.bytes.isBlank {
      guard let byName else {
        return try unknown(
          file, isNamed: isNamed,
          "it is empty, and nothing tells its format; name it with --from FORMAT")
      }
      return try opened(
        file, byName.source, byName.format.id, .fileName, isNamed: isNamed, report: report)
    }
    var best: (source: any DataSource, found: Identification)?
    var hint: String?
    for source in formats.sources {
      let found = source.identify(
        head: head.bytes.span, fileName: file.name, isWhole: head.isWhole)
      guard found.certainty > .no else {
        hint = hint ?? found.hint
        continue
      }
      let isBetter: Bool
      if let current = best {
        isBetter =
          found.certainty > current.found.certainty
          || (found.certainty == current.found.certainty && found.certainty == .possible
            && found.format.family == byName?.format.id.family
            && current.found.format.family != byName?.format.id.family)
      } else {
        isBetter = true
      }
      if isBetter { best = (source, found) }
    }
    guard let best else {
      return try unknown(
        file, isNamed: isNamed,
        hint
          ?? "it has no known format; name it with --from FORMAT if you know it (`cardmill formats` lists them)"
      )
    }
    return try opened(
      file, best.source, best.found.format,
      best.found.certainty == .certain ? .certain : .possible, isNamed: isNamed, report: report)
  }

  /// The format that a person named; of a family without a part, the dialect is still looked for.
  private func opened(
    _ file: InputFile, forced id: FormatID, _ head: (bytes: [UInt8], isWhole: Bool), isNamed: Bool,
    report: (Diagnostic) -> Void
  ) throws -> OpenedInput {
    let source = try formats.find(id, option: "--from").source
    var format = id
    if id.dialect == nil {
      let found = source.identify(
        head: head.bytes.span, fileName: file.name, isWhole: head.isWhole)
      if found.certainty > .no, found.format.family == id.family { format = found.format }
    }
    return try opened(file, source, format, .named, isNamed: isNamed, report: report)
  }

  private func opened(
    _ file: InputFile, _ source: any DataSource, _ format: FormatID,
    _ confidence: OpenedInput.Confidence, isNamed: Bool, report: (Diagnostic) -> Void
  ) throws -> OpenedInput {
    try formats.check(readingOptions, of: source, format: format, .reading)
    try optionFiles.check(report: report)
    return OpenedInput(
      file: file, source: source, confidence: confidence, isNamed: isNamed,
      request: ReadRequest(format: format, options: optionFiles.resolved, limits: limits))
  }

  private func unknown(_ file: InputFile, isNamed: Bool, _ message: String) throws -> OpenedInput? {
    guard isNamed else { return nil }
    throw SourceError(.unusable, Diagnostic(.notAContactFile, message, file: file.name))
  }
}

extension [UInt8] {
  /// Whether there is nothing but a byte order mark and blanks.
  var isBlank: Bool {
    allSatisfy { byte in
      // The marks of UTF-8, UTF-16 and UTF-32, and their zero bytes.
      switch byte {
      case 0, 0x09, 0x0A, 0x0D, 0x20: true
      default: false
      }
    } || Self.marks.contains { mark in starts(with: mark) && Array(dropFirst(mark.count)).isBlank }
  }

  private static var marks: [[UInt8]] { [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]] }
}

extension OpenedInput {
  /// Looks over the whole input for what has to be known before the first record.
  mutating func survey(wantsMembership: Bool, report: (Diagnostic) -> Void) throws {
    request.wantsMembership = wantsMembership
    if let found = try source.survey(file, request) {
      request.survey = found
      for var diagnostic in found.diagnostics {
        diagnostic.file = diagnostic.file ?? file.name
        report(diagnostic)
      }
    }
  }
}
