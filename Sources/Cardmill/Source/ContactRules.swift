/// Rules that pick contacts, as an edit asks them: a list of named rules of which any may hit.
package protocol ContactRules: Sendable {
  /// What a report shows for each rule, in order.
  var names: [String] { get }
  /// Whether the rules look at the names of group cards that list a contact.
  var wantsMembership: Bool { get }
  /// The properties that the rules look at; nil when they may look at all of them.
  var properties: PropertySet? { get }
  /// Makes what looks at the contacts of an input: one for each thread.
  func makeEvaluator(file: String) throws -> any ContactRuleEvaluator
}

extension ContactRules {
  package var properties: PropertySet? { nil }
}

/// Looks at contacts; not for several threads at once.
package protocol ContactRuleEvaluator: AnyObject {
  /// The number of the first rule that hits a record of a batch, or nil.
  func match(_ batch: ContactBatch, _ index: Int) throws -> Int?
  /// How many contacts since the last call a rule could not judge, such as one by the time of the
  /// last change for a contact that does not say it.
  func takeNotComparable() -> Int
}

extension ContactRuleEvaluator {
  package func takeNotComparable() -> Int { 0 }
}
