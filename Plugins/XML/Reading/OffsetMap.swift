/// Says where a byte that was fed to the parser lies in the input, when text was changed on its
/// way.
struct OffsetMap {
  /// From `fed` on, bytes lie as far behind `place` in the input as they are behind `fed`.
  private struct Step {
    var fed: Int
    var place: Int
  }

  private var steps: [Step] = []

  /// Whether each byte lies as far in the output as in the input.
  var isEmpty: Bool { steps.isEmpty }

  /// Notes that the output from `fed` on comes from `place`; in the order of the output.
  mutating func add(fed: Int, place: Int) {
    if let last = steps.last, last.place - last.fed == place - fed { return }
    steps.append(Step(fed: fed, place: place))
  }

  /// Forgets what is only needed before an output place.
  mutating func drop(before fed: Int) {
    guard let keep = steps.lastIndex(where: { $0.fed <= fed }), keep > 0 else { return }
    steps.removeFirst(keep)
  }

  /// Where the byte lies in the input.
  func place(of fed: Int) -> Int {
    guard let step = steps.last(where: { $0.fed <= fed }) else { return fed }
    return step.place + fed - step.fed
  }

  /// Whether the bytes between two output places are the input's own.
  func isUnchanged(_ fed: Range<Int>) -> Bool {
    !steps.contains { $0.fed > fed.lowerBound && $0.fed <= fed.upperBound }
  }

  /// Adds the steps of a piece that went through two changes: first into a middle text, then into
  /// what was fed.
  mutating func add(first: OffsetMap, second: OffsetMap) {
    var all: [Step] = second.steps.map { Step(fed: $0.fed, place: first.place(of: $0.place)) }
    for step in first.steps {
      // The output place of a step of the first change.
      let before = second.steps.last { $0.place <= step.fed }
      let fed = before.map { $0.fed + step.fed - $0.place } ?? step.fed
      all.append(Step(fed: fed, place: step.place))
    }
    for step in all.sorted(by: { ($0.fed, $0.place) < ($1.fed, $1.place) }) {
      add(fed: step.fed, place: step.place)
    }
  }
}
