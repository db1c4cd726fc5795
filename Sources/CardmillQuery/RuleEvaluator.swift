public import Cardmill

/// Compiled rules, for one thread.
///
/// It keeps the batch whose record it was last asked about, up to that batch's last record.
public final class RuleEvaluator {
  private let rules: [any CompiledRule]
  private let ages: [AgeRule]
  private let row = ContactRow()
  private let expressions: ExpressionCompiler?

  /// How many records no `notUpdatedSince` rule could judge, because they do not say when they were
  /// changed.
  public var undatedCount: Int { ages.reduce(0) { $0 + $1.undatedCount } }

  /// The input's name: the column `source`.
  public var source: String {
    get { row.source }
    set { row.source = newValue }
  }

  let needsMembership: Bool
  let usedColumns: [String]
  /// The properties that the rules look at; nil when that may be any.
  let properties: PropertySet?

  init(_ rules: [ContactRule], now: Int) throws(SourceError) {
    var compiled: [any CompiledRule] = []
    var compiler: ExpressionCompiler?
    for rule in rules {
      let made: any CompiledRule
      switch rule.kind {
      case .expression(let text):
        let used: ExpressionCompiler
        if let compiler { used = compiler } else { used = try ExpressionCompiler(row) }
        compiler = used
        made = try used.compile(text)
      case .empty: made = EmptyRule()
      case .missing(let field): made = try MissingRule(field)
      case .category(let name): made = try CategoryRule(name)
      case .text(let text): made = try MatchRule(text)
      case .notUpdatedSince(let date): made = try AgeRule(date)
      case .pending(let grace): made = PendingRule(grace: grace, now: now)
      }
      compiled.append(made)
    }
    ages = compiled.compactMap { $0 as? AgeRule }
    self.rules = compiled
    expressions = compiler
    let columns = compiler?.usedColumns ?? []
    usedColumns = ContactColumn.allCases.filter(columns.contains).map(\.name)
    properties =
      compiler?.readsAnyName == true ? nil : Self.properties(of: compiled, columns: columns)
    needsMembership = columns.contains(.categories) || compiled.contains(where: \.readsCategories)
  }

  private static func properties(
    of rules: [any CompiledRule], columns: Set<ContactColumn>
  ) -> PropertySet? {
    var all = PropertySet([])
    for column in columns { all.formUnion(column.properties) }
    for rule in rules where !(rule is CompiledExpression) {
      guard let properties = rule.properties else { return nil }
      all.formUnion(properties)
    }
    return all
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
    for place in rules.indices where try rules[place].picks(row) { return place }
    return nil
  }
}

@available(*, unavailable)
extension RuleEvaluator: Sendable {}
