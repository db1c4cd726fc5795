public import Cardmill

/// Reads the contacts of a file, one after the other.
///
///     let contacts = try ContactReader(sources: builtInSources).contacts(at: "export.vcf")
///     for contact in contacts where contact.emails.isEmpty { print(contact.name.full) }
public struct ContactReader: Sendable {
  let sources: [any DataSource]
  /// Options of the input's format, such as `encoding`.
  public var options: [String: String] = [:]
  /// What is refused, so that no input can exhaust the machine.
  public var limits = Limits()
  /// Whether the members of group cards list the groups' names as categories; the input is then
  /// read more than once.
  public var joinsGroups = true

  /// Makes a reader of the formats that `sources` know.
  public init(sources: [any DataSource]) { self.sources = sources }

  /// Opens a file and reads its contacts and group cards while they are asked for.
  ///
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - format: its format; recognised when nil.
  /// - Returns: a sequence that can be gone through once.
  /// - Throws: `SourceError` when the file cannot be opened or is no contact file.
  public func contacts(at path: String, as format: FormatID? = nil) throws -> ContactSequence {
    let opener = try InputOpener(
      sources: sources, from: format, readingOptions: options, limits: limits)
    let file = try InputFile(path)
    guard var input = try opener.identify(file, isNamed: true) else {
      throw SourceError(.unusable, Diagnostic(.notAContactFile, "no contact file", file: path))
    }
    var found: [Diagnostic] = []
    try input.survey(wantsMembership: joinsGroups) { found.append($0) }
    if joinsGroups, input.request.survey?.mayHoldGroups == true {
      let table = MembershipTable([input], pipeline: Pipeline(threads: 1))
      input.request.groups = try table.make { found.append($0) }
    }
    file.endRecording()
    let reader = try BlockReader(file, source: input.source, request: input.request)
    return ContactSequence(reader, format: input.request.format, diagnostics: found)
  }
}

/// The contacts and group cards of an input, read while they are asked for; records without any
/// datum are left out.
///
/// It can be gone through once, on one thread. A contact shares the memory of the block that it was
/// read from; keep `contact.detached()` instead when it has to stay for long. Look at `failure`
/// when there are no more contacts.
public final class ContactSequence: Sequence, IteratorProtocol {
  private let reader: BlockReader
  private var batch: ContactBatch?
  private var place = 0
  private var isDone = false
  private var ledger = Ledger()

  /// The input's format, as it was named or recognised.
  public let format: FormatID
  /// Why reading stopped before the end, if it did.
  public private(set) var failure: SourceError?
  /// What was found so far: all of it up to 100 of each code.
  public var diagnostics: [Diagnostic] { ledger.report.diagnostics.flatMap(\.examples) }
  /// How often each code was reported so far.
  public var findings: [RunReport.Finding] { ledger.report.diagnostics }
  /// The number of records that were read so far, also empty and rejected ones.
  public private(set) var recordCount = 0

  init(_ reader: BlockReader, format: FormatID, diagnostics: [Diagnostic]) {
    self.reader = reader
    self.format = format
    for diagnostic in diagnostics { ledger.note(diagnostic) }
  }

  /// The next contact or group card, or nil at the end.
  public func next() -> Contact? {
    while true {
      while let batch, place < batch.count {
        place += 1
        recordCount += 1
        let contact = batch[place - 1]
        if contact.recordKind != .empty { return contact }
      }
      guard !isDone else { return nil }
      do { try readBlock() } catch {
        failure =
          error as? SourceError
          ?? SourceError(.fault, Diagnostic(.ownFault, "\(error)", file: reader.input.name))
        isDone = true
        batch = nil
      }
    }
  }

  private func readBlock() throws {
    batch = nil
    place = 0
    let work = try reader.next()
    for diagnostic in reader.takeDiagnostics() { ledger.note(diagnostic) }
    switch work {
    case .records(let records): take(reader.source.parse(records, reader.request))
    case .parsed(let parsed): take(parsed)
    case .rejected(let record):
      recordCount += 1
      ledger.note(record.reason)
    case nil: isDone = true
    }
  }

  private func take(_ parsed: ParsedBlock) {
    batch = parsed.batch
    recordCount += parsed.rejected.count
    for var diagnostic in parsed.diagnostics {
      diagnostic.file = diagnostic.file ?? reader.input.name
      ledger.note(diagnostic)
    }
  }
}

@available(*, unavailable)
extension ContactSequence: Sendable {}
