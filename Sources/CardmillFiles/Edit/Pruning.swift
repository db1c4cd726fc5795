public import Cardmill

/// What a pruning does with the contacts that its rules hit, and what else it edits.
public struct PruneOptions: Sendable {
  /// What happens to a contact that a rule hits.
  public enum Action: Sendable, Hashable {
    case remove
    /// It is marked for deletion.
    case mark(reason: String?)
    /// A mark for deletion is taken away.
    case unmark
  }
  public var action = Action.remove
  /// Categories to take off, and group cards of these names to take away.
  public var removedCategories: [String] = []
  /// Whether removed contacts are taken out of the group cards that list them.
  public var dropsFromGroups = false
  /// Whether the inputs themselves are replaced; a backup stays.
  public var isInPlace = false
  /// Where the removed records go; the journal lies beside it.
  public var removed: String?
  /// Whether nothing is written: only what would happen is told.
  public var isDryRun = false
  /// How many removals are allowed; half of the contacts when nil.
  public var limit: Limit?
  /// Whether there is no limit.
  public var isForced = false
  /// A report of a dry run: exactly its contacts are removed.
  public var plan: String?

  /// How many removals are allowed.
  public enum Limit: Sendable, Hashable {
    case count(Int)
    case percent(Int)
  }

  public init() {}
}

/// A contact that is to be removed, as a person is asked.
public struct Removal: Sendable {
  /// The input's name.
  public var file: String
  /// The record's number in its input, from 0.
  public var record: Int
  /// Its first line, from 1.
  public var line: Int
  public var uid: String?
  /// The display name.
  public var name: String
  /// The rule that hit it.
  public var rule: String
  /// The contact itself.
  public var contact: Contact
}

/// What somebody answers who is asked about a contact.
public enum RemovalAnswer: Sendable {
  case remove
  case keep
}

/// Removes contacts from files by rules, marks them, or takes labels off: the rest of each file
/// stays byte for byte.
public struct Pruning: Sendable {
  public var inputs: [String]
  /// A file, a folder whose name ends in a slash, or `-`; not used when the inputs are replaced.
  public var output: String
  public var options: RunOptions
  public var edits: PruneOptions
  let sources: [any DataSource]
  package let rules: any ContactRules

  package init(
    _ inputs: [String], to output: String, rules: any ContactRules, edits: PruneOptions,
    options: RunOptions, sources: [any DataSource]
  ) {
    self.inputs = inputs
    self.output = output
    self.rules = rules
    self.edits = edits
    self.options = options
    self.sources = sources
  }

  /// Prunes.
  ///
  /// - Parameters:
  ///   - ask: is asked about each contact that a rule hits, in order; nil removes them all.
  ///   - approve: is asked once, before inputs are replaced, with the number of removals and the
  ///     first names.
  ///   - removal: is told each contact that is removed.
  ///   - listener: is told what is found and how far the run has come.
  /// - Returns: what happened.
  /// - Throws: `SourceError`; then nothing was written.
  @discardableResult
  public func run(
    ask: ((Removal) throws -> RemovalAnswer)? = nil,
    approve: ((Int, [String]) throws -> Bool)? = nil,
    removal: ((Removal) -> Void)? = nil,
    _ listener: @escaping (RunEvent) -> Void = { _ in }
  ) throws -> RunReport {
    try PruneRun(self, ask: ask, approve: approve, removal: removal, listener).run()
  }
}
