public import Cardmill

/// Rules that were checked; any of them picks.
///
/// It is made once, before any input is opened, so that a wrong rule costs nothing. Each worker
/// then makes an evaluator of its own:
///
/// ```swift
/// let rules = try RuleSet([.where("email IS NULL"), .empty], now: 1_800_000_000)
/// let evaluator = try rules.makeEvaluator()
/// evaluator.source = "contacts.vcf"
/// for index in 0..<batch.count {
///   if let number = try evaluator.matches(batch, index) {
///     print(batch[index].name.full, "is picked by", rules[number])
///   }
/// }
/// ```
public struct RuleSet: Sendable {
  /// The rules in the order in which they are asked.
  public let rules: [ContactRule]
  /// Whether a rule asks for the names of the group cards that list a contact, so that the input
  /// has to be read with `ReadRequest.wantsMembership`.
  public let needsMembership: Bool
  /// The SQL columns that the expressions read, in the order of `columns`.
  public let usedColumns: [String]

  /// The properties that the rules look at; nil when that may be any.
  package let properties: PropertySet?

  let now: Int

  /// Checks rules.
  ///
  /// - Parameters:
  ///   - rules: the rules; without any nothing is picked.
  ///   - now: the time that ages count back from, in seconds since 1970.
  /// - Throws: a usage error for an expression, field or date that is wrong; the message of an
  ///   expression's error has several lines and shows the place.
  public init(_ rules: [ContactRule], now: Int) throws(SourceError) {
    self.rules = rules
    self.now = now
    let evaluator = try RuleEvaluator(rules, now: now)
    needsMembership = evaluator.needsMembership
    usedColumns = evaluator.usedColumns
    properties = evaluator.properties
  }

  /// A rule by the number that an evaluator gave.
  public subscript(number: Int) -> ContactRule { rules[number] }

  /// Whether there are no rules.
  public var isEmpty: Bool { rules.isEmpty }

  /// Compiles the rules for one thread.
  ///
  /// - Complexity: some hundred microseconds when there are expressions.
  public func makeEvaluator() throws(SourceError) -> RuleEvaluator {
    try RuleEvaluator(rules, now: now)
  }

  /// The names of the columns that an expression may read.
  public static var columns: [String] { ContactColumn.allCases.map(\.name) }

  /// The names of the functions that an expression may call.
  public static var functions: [String] { QueryFunction.names.sorted() }
}
