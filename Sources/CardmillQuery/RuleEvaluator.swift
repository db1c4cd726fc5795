public import Cardmill

/// Compiled rules, for one thread.
///
/// It keeps the batch whose record it was last asked about, up to that batch's last record.
public final class RuleEvaluator {
  private let rules: [CompiledRule]
  private let row = ContactRow()
  private let expressions: ExpressionCompiler?

  /// How many records no `notUpdatedSince` rule could judge, because they do not say when they were
  /// changed.
  public private(set) var undatedCount = 0

  /// The input's name: the column `source`.
  public var source: String {
    get { row.source }
    set { row.source = newValue }
  }

  let needsMembership: Bool
  let usedColumns: [String]

  init(_ rules: [ContactRule], now: Int) throws(SourceError) {
    var compiled: [CompiledRule] = []
    var compiler: ExpressionCompiler?
    for rule in rules {
      switch rule.kind {
      case .expression(let text):
        let used: ExpressionCompiler
        if let compiler { used = compiler } else { used = try ExpressionCompiler(row) }
        compiler = used
        compiled.append(.expression(try used.compile(text)))
      default: compiled.append(try CompiledRule(rule, now: now))
      }
    }
    self.rules = compiled
    expressions = compiler
    let columns = compiler?.usedColumns ?? []
    usedColumns = ContactColumn.allCases.filter(columns.contains).map(\.name)
    needsMembership = columns.contains(.categories) || compiled.contains(where: \.readsCategories)
  }

  /// Asks the rules about a record of a batch.
  ///
  /// - Returns: the number of the first rule that picks it, or nil.
  /// - Throws: a usage error when an expression cannot be worked out for the record, such as a
  ///   pattern that takes too many steps.
  public func matches(_ batch: ContactBatch, _ index: Int) throws(SourceError) -> Int? {
    try matches(batch.storage, index)
  }

  /// Asks the rules about a contact.
  ///
  /// - Returns: the number of the first rule that picks it, or nil.
  /// - Throws: a usage error when an expression cannot be worked out for the contact.
  public func matches(_ contact: Contact) throws(SourceError) -> Int? {
    try matches(contact.storage, contact.index)
  }

  private func matches(_ storage: ContactBatch.Storage, _ index: Int) throws(SourceError) -> Int? {
    row.move(to: storage, index)
    // The last record: the batch may go.
    defer { if index + 1 == storage.contacts.count { row.leave() } }
    for place in rules.indices where try picks(rules[place]) { return place }
    return nil
  }

  private func picks(_ rule: CompiledRule) throws(SourceError) -> Bool {
    let (storage, record) = (row.storage, row.record)
    switch rule {
    case .expression(let expression): return try expression.isTrue(for: row)
    case .empty: return storage.holdsNothing(record)
    case .missing(let field): return field.isMissing(in: record, of: storage)
    case .category(let name): return storage.hasCategory(name, record)
    case .text(let text): return storage.contains(text, record)
    case .notUpdatedSince(let time):
      guard let updated = storage.updated(record) else {
        if record.kind != .empty { undatedCount += 1 }
        return false
      }
      return updated < time
    case .pending(let latest):
      guard let mark = storage.first(.xPendingDeletion, in: record) else { return false }
      guard let latest else { return true }
      guard let since = UTCTime.seconds(storage.view(mark.value)) else { return false }
      return since <= latest
    }
  }
}

@available(*, unavailable)
extension RuleEvaluator: Sendable {}

/// A rule made ready.
enum CompiledRule {
  case expression(CompiledExpression)
  case empty
  case missing(FieldPath)
  case category(FoldedText)
  case text(FoldedText)
  case notUpdatedSince(Int)
  /// The latest time of a mark that is old enough; nil when the age does not matter.
  case pending(latest: Int?)

  /// Makes any rule but an expression ready.
  init(_ rule: ContactRule, now: Int) throws(SourceError) {
    switch rule.kind {
    case .expression, .empty: self = .empty
    case .missing(let field): self = .missing(try FieldPath(field))
    case .category(let name):
      if name.isEmpty { throw SourceError(.usage, Diagnostic(.usage, "the category has no name")) }
      self = .category(FoldedText(name))
    case .text(let text):
      if text.isEmpty {
        throw SourceError(.usage, Diagnostic(.usage, "the text to look for is empty"))
      }
      self = .text(FoldedText(text))
    case .notUpdatedSince(let date):
      guard let time = date.withView({ UTCTime.seconds($0) }) else {
        throw SourceError(
          .usage,
          Diagnostic(
            .usage, "\"\(date)\" is no date; write it as 2020-01-31 or 2020-01-31T12:00:00Z"))
      }
      self = .notUpdatedSince(time)
    case .pending(let grace):
      // The age of a mark in the future is 0, and 0 is old enough only without a grace.
      self = .pending(latest: grace == 0 ? nil : now.subtractingReportingOverflow(grace).partialValue)
    }
  }

  var readsCategories: Bool {
    switch self {
    case .category: true
    case .missing(let field): field.readsCategories
    default: false
    }
  }
}
