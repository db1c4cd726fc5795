/// A rule that picks contacts: an SQL expression, or one of the named rules.
///
/// Of several rules any one picks. A rule is only a description; a `RuleSet` checks and compiles
/// it.
public struct ContactRule: Sendable, Hashable, CustomStringConvertible {
  enum Kind: Sendable, Hashable {
    case expression(String)
    case empty
    case missing(String)
    case category(String)
    case text(String)
    case notUpdatedSince(String)
    case pending(grace: Int)
  }

  let kind: Kind

  /// Picks the records for which an SQL expression is true: not those for which it is 0 or NULL.
  ///
  /// `RuleSet.columns` and `RuleSet.functions` list what an expression may use.
  public static func `where`(_ expression: String) -> ContactRule {
    ContactRule(kind: .expression(expression))
  }

  /// Picks records that hold nothing but uid, kind, rev and prodid.
  public static let empty = ContactRule(kind: .empty)

  /// Picks contacts without a field: a column of the expressions, or a path of the contact JSON
  /// such as `phones`, `addresses.locality` or `extra.X-FOO`.
  ///
  /// Group cards are never picked. A name that was made of other fields is none.
  public static func missing(_ field: String) -> ContactRule {
    ContactRule(kind: .missing(field))
  }

  /// Picks the contacts of a category, compared without regard to case; the names of group cards
  /// that list a contact are categories of it.
  public static func category(_ name: String) -> ContactRule {
    ContactRule(kind: .category(name))
  }

  /// Picks records in which a text stands, compared without regard to case: in names, e-mail
  /// addresses, telephone numbers, organizations, notes, postal addresses and the like.
  public static func match(_ text: String) -> ContactRule {
    ContactRule(kind: .text(text))
  }

  /// Picks records that were last changed before a date (`2020-01-31`) or time
  /// (`2020-01-31T12:00:00+01:00`; without a zone UTC).
  ///
  /// Records that do not say when they were changed are never picked;
  /// `RuleEvaluator.undatedCount` counts them.
  public static func notUpdatedSince(_ date: String) -> ContactRule {
    ContactRule(kind: .notUpdatedSince(date))
  }

  /// Picks records that are marked for deletion, and have been for `grace` seconds.
  ///
  /// A mark that lies in the future is no time old. A mark without a time is picked only when there
  /// is no grace.
  public static func pending(grace: Int = 0) -> ContactRule {
    ContactRule(kind: .pending(grace: max(0, grace)))
  }

  /// The rule as a report shows it, such as `where email IS NULL` or `missing phones`.
  public var description: String {
    switch kind {
    case .expression(let expression): "where " + expression
    case .empty: "empty"
    case .missing(let field): "missing " + field
    case .category(let name): "category " + name
    case .text(let text): "match " + text
    case .notUpdatedSince(let date): "not-updated-since " + date
    case .pending(grace: 0): "pending"
    case .pending(let grace): "pending, grace " + Self.duration(grace)
    }
  }

  private static func duration(_ seconds: Int) -> String {
    for (unit, length) in [("d", 86_400), ("h", 3600), ("m", 60)] where seconds % length == 0 {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds)s"
  }
}
