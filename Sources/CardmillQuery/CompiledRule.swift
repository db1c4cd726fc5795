import Cardmill

/// A rule made ready, for one thread.
protocol CompiledRule: AnyObject {
  /// Whether the rule picks the record at which `row` is.
  func picks(_ row: ContactRow) throws(SourceError) -> Bool
  /// Whether it asks for the names of the group cards that list a contact.
  var readsCategories: Bool { get }
  /// The properties that it looks at; nil when that may be any.
  var properties: PropertySet? { get }
}

extension CompiledRule {
  var readsCategories: Bool { false }
  var properties: PropertySet? { nil }
}

// `empty`
final class EmptyRule: CompiledRule {
  func picks(_ row: ContactRow) -> Bool { row.storage.holdsNothing(row.record) }
}

// `missing FIELD`
final class MissingRule: CompiledRule {
  private let field: FieldPath

  init(_ field: String) throws(SourceError) { self.field = try FieldPath(field) }

  var readsCategories: Bool { field.readsCategories }
  func picks(_ row: ContactRow) -> Bool { field.isMissing(in: row.record, of: row.storage) }
}

// `category NAME`
final class CategoryRule: CompiledRule {
  private let name: FoldedText

  init(_ name: String) throws(SourceError) {
    if name.isEmpty { throw SourceError(.usage, Diagnostic(.usage, "the category has no name")) }
    self.name = FoldedText(name)
  }

  var readsCategories: Bool { true }
  var properties: PropertySet? { PropertySet([.categories]) }
  func picks(_ row: ContactRow) -> Bool { row.storage.hasCategory(name, row.record) }
}

// `match TEXT`
final class MatchRule: CompiledRule {
  private let text: FoldedText

  init(_ text: String) throws(SourceError) {
    if text.isEmpty {
      throw SourceError(.usage, Diagnostic(.usage, "the text to look for is empty"))
    }
    self.text = FoldedText(text)
  }

  func picks(_ row: ContactRow) -> Bool { row.storage.contains(text, row.record) }
}

// `not-updated-since DATE`
final class AgeRule: CompiledRule {
  private let time: Int
  /// How many records do not say when they were changed.
  private(set) var undatedCount = 0

  init(_ date: String) throws(SourceError) {
    guard let time = date.withView({ UTCTime.seconds($0) }) else {
      throw SourceError(
        .usage,
        Diagnostic(
          .usage, "\"\(date)\" is no date; write it as 2020-01-31 or 2020-01-31T12:00:00Z"))
    }
    self.time = time
  }

  var properties: PropertySet? { PropertySet([.rev]) }

  func picks(_ row: ContactRow) -> Bool {
    guard let updated = row.storage.updated(row.record) else {
      if row.record.kind != .empty { undatedCount += 1 }
      return false
    }
    return updated < time
  }
}

// `pending`
final class PendingRule: CompiledRule {
  /// The latest time of a mark that is old enough; nil when the age does not matter.
  private let latest: Int?

  init(grace: Int, now: Int) {
    // The age of a mark in the future is 0, and 0 is old enough only without a grace.
    latest = grace == 0 ? nil : now.subtractingReportingOverflow(grace).partialValue
  }

  var properties: PropertySet? { PropertySet([.xPendingDeletion]) }

  func picks(_ row: ContactRow) -> Bool {
    guard let mark = row.storage.first(.xPendingDeletion, in: row.record) else { return false }
    guard let latest else { return true }
    guard let since = UTCTime.seconds(row.storage.view(mark.value)) else { return false }
    return since <= latest
  }
}
