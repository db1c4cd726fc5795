import Cardmill
import Synchronization

/// The rules of a listing: which records get a row.
final class RowFilter: Sendable {
  private struct State {
    var pools: [String: EvaluatorPool] = [:]
    var failure: (any Error)?
    var notComparable = 0
  }

  private let rules: any ContactRules
  private let state = Mutex(State())

  init(_ rules: any ContactRules) { self.rules = rules }

  /// The places of the records of a batch that the rules pick; none once a rule has failed.
  func picked(_ batch: ContactBatch, source: String) -> [Int] {
    do {
      let pool = try state.withLock { state -> EvaluatorPool? in
        guard state.failure == nil else { return nil }
        if let pool = state.pools[source] { return pool }
        let pool = try EvaluatorPool(rules, file: source)
        state.pools[source] = pool
        return pool
      }
      guard let pool else { return [] }
      let (places, notComparable) = try pool.use { evaluator in
        let places = try batch.storage.contacts.indices.filter { place in
          try evaluator.match(batch, place) != nil
        }
        return (places, evaluator.takeNotComparable())
      }
      state.withLock { $0.notComparable += notComparable }
      return places
    } catch {
      state.withLock { if $0.failure == nil { $0.failure = error } }
      return []
    }
  }

  /// What there is to say at the end.
  ///
  /// - Throws: why a rule failed.
  func finish() throws -> [Diagnostic] {
    let (failure, count) = state.withLock { ($0.failure, $0.notComparable) }
    if let failure { throw failure }
    return count > 0 ? [.notComparable(count)] : []
  }
}
