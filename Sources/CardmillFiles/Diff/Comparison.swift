public import Cardmill

/// Compares the contacts of two inputs of any formats; their order does not matter.
///
///     let result = try Comparison(of: "a.vcf", with: "b.csv", sources: builtInSources).run()
///     for difference in result.differences { print(difference.kind, difference.name) }
///
/// A contact is found again by a UID that is the only one of its kind on both sides; then by saying
/// the same, the first such one with the first on the other side; then by an equal full name
/// together with an equal e-mail address or telephone number. It keeps all contacts of both sides
/// in memory.
public struct Comparison: Sendable {
  /// A file, a folder of files, or `-` for standard input.
  public var old: String
  /// What it is compared with.
  public var new: String
  public var options: RunOptions
  let sources: [any DataSource]

  /// Plans a comparison.
  public init(
    of old: String, with new: String, options: RunOptions = RunOptions(),
    sources: [any DataSource]
  ) {
    self.old = old
    self.new = new
    self.options = options
    self.sources = sources
  }

  /// One contact that is not the same on both sides.
  public struct Difference: Sendable, Hashable {
    /// What became of it.
    public enum Kind: String, Sendable, Hashable { case added, removed, changed }
    public var kind: Kind
    /// The record's number on the first side, from 0, all its inputs counted on.
    public var old: Int?
    /// The record's number on the second side.
    public var new: Int?
    public var uid: String?
    public var name: String
    /// What changed; of an added or removed contact nothing.
    public var changes: [ContactFacts.Change]
  }

  /// What a comparison found.
  public struct Result: Sendable {
    /// Removed and changed contacts in the first side's order, then the added ones in the second's.
    public var differences: [Difference]
    /// How many contacts say the same on both sides.
    public var equalCount: Int
    /// The account; its `exit` is 1 when there are differences.
    public var report: RunReport
  }

  /// Reads both sides and compares them.
  ///
  /// - Parameter listener: is told what is found while reading.
  /// - Returns: the differences.
  /// - Throws: `SourceError` when an input cannot be used.
  public func run(_ listener: @escaping (RunEvent) -> Void = { _ in }) throws -> Result {
    let reading = ReadingRun(options, sources: sources, listener)
    var matching = ContactMatching()
    let report = try reading.run([[old], [new]], .init(membership: true)) { sides in
      var contacts: [[ComparedContact]] = []
      for side in sides { contacts.append(try read(side, reading)) }
      matching = ContactMatching(contacts[0], contacts[1])
      if !matching.differences.isEmpty { reading.setExit(1) }
    }
    return Result(
      differences: matching.differences, equalCount: matching.equalCount, report: report)
  }

  private func read(_ inputs: [OpenedInput], _ reading: ReadingRun) throws -> [ComparedContact] {
    var contacts: [ComparedContact] = []
    var first = 0
    for input in inputs {
      let account = try reading.read(input) { (_, _: inout NoOutput) in
      } consume: { result in
        guard let batch = result.batch else { return }
        for index in 0..<batch.count where batch[index].recordKind != .empty {
          contacts.append(ComparedContact(batch[index], first + batch[index].source.number))
        }
      }
      first += account.records
      reading.end(input)
    }
    return contacts
  }
}

/// Nothing: the contacts themselves are what is wanted.
private struct NoOutput: ~Copyable, BlockOutput {
  mutating func removeAll() {}
}

/// A contact with its place.
struct ComparedContact {
  let contact: Contact
  let number: Int
  /// The UID as it is compared, or nil.
  let key: String?

  init(_ contact: Contact, _ number: Int) {
    self.contact = contact
    self.number = number
    let key = contact.uid.map { $0.withView(GroupTable.key) } ?? ""
    self.key = key.isEmpty ? nil : key
  }
}
