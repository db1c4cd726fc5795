package import Cardmill
import Synchronization

/// Lends each thread an evaluator of the rules.
final class EvaluatorPool: @unchecked Sendable {  // `idle` is used under `lock`
  private let rules: any ContactRules
  private let lock = Mutex(())
  private var idle: [any ContactRuleEvaluator] = []

  private let file: String

  init(_ rules: any ContactRules, file: String) throws {
    self.rules = rules
    self.file = file
    // A rule that cannot be compiled shows itself before anything is read.
    idle = [try rules.makeEvaluator(file: file)]
  }

  /// Calls `body` with an evaluator that nobody else uses meanwhile.
  func use<R>(_ body: (any ContactRuleEvaluator) throws -> R) throws -> R {
    let free = lock.withLock { _ in idle.popLast() }
    let evaluator = try free ?? rules.makeEvaluator(file: file)
    defer { lock.withLock { _ in idle.append(evaluator) } }
    return try body(evaluator)
  }
}

/// Rules that hit the records of a reviewed plan.
struct PlannedRules: ContactRules {
  let names = ["plan"]
  let wantsMembership = false
  let numbers: Set<Int>

  func makeEvaluator(file: String) -> any ContactRuleEvaluator { Evaluator(numbers: numbers) }

  private final class Evaluator: ContactRuleEvaluator {
    let numbers: Set<Int>
    init(numbers: Set<Int>) { self.numbers = numbers }
    func match(_ batch: ContactBatch, _ index: Int) -> Int? {
      numbers.contains(batch.storage.contacts[index].number) ? 0 : nil
    }
  }
}

/// Rules that hit nothing: for edits that need none.
package struct NoRules: ContactRules {
  package let names: [String] = []
  package let wantsMembership = false
  package init() {}

  package func makeEvaluator(file: String) -> any ContactRuleEvaluator { Evaluator() }

  private final class Evaluator: ContactRuleEvaluator {
    func match(_ batch: ContactBatch, _ index: Int) -> Int? { nil }
  }
}

extension Diagnostic {
  /// Says how many contacts a rule about the last change could not judge.
  static func notComparable(_ count: Int) -> Diagnostic {
    Diagnostic(
      .missingRev,
      count == 1
        ? "1 contact says nothing of when it was changed; --not-updated-since never hits it"
        : "\(count) contacts say nothing of when they were changed; --not-updated-since never hits them"
    )
  }
}
