/// A repeatable source of numbers (SplitMix64).
package struct Seeded: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below `limit`.
  package mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<max(limit, 1), using: &self)
  }

  /// Whether something with a probability of one in `count` happens.
  package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of some things.
  package mutating func pick<C: RandomAccessCollection>(_ things: C) -> C.Element
  where C.Index == Int {
    things[things.startIndex + below(things.count)]
  }
}
