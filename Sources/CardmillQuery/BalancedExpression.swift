import Cardmill

// SQLite reads `a OR b OR c …` as a tree that is as deep as there are terms, and refuses trees that
// are too deep. Generated expressions have thousands of terms. Parentheses around halves, quarters
// and so on change nothing but the depth.

/// An expression whose long chains of OR and AND have parentheses, so that they are not deep.
struct BalancedExpression {
  /// The expression with the parentheses.
  private(set) var text: String
  /// Where a parenthesis was put in, in the expression as it was given; in order.
  private var insertions: [(place: Int, sign: UInt8)] = []

  /// Chains up to this length stay as they are.
  private static let longest = 32

  init(_ tokens: SQLTokens) {
    text = ""
    var chains = Chains(tokens)
    chains.collect()
    // At one place, closing parentheses come before opening ones.
    insertions = chains.insertions.enumerated().sorted {
      ($0.element.place, $0.element.sign == UInt8(ascii: "(") ? 1 : 0, $0.offset)
        < ($1.element.place, $1.element.sign == UInt8(ascii: "(") ? 1 : 0, $1.offset)
    }.map(\.element)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tokens.bytes.count + insertions.count)
    var start = 0
    for (place, sign) in insertions {
      bytes += tokens.bytes[start..<place]
      bytes.append(sign)
      start = place
    }
    bytes += tokens.bytes[start...]
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The place in the expression as it was given.
  func original(_ place: Int) -> Int {
    var shift = 0
    for insertion in insertions {
      if insertion.place + shift >= place { break }
      shift += 1
    }
    return place - shift
  }

  /// Finds the chains, group by group: what stands between parentheses, or between CASE and END.
  private struct Chains {
    let tokens: SQLTokens
    var insertions: [(place: Int, sign: UInt8)] = []

    init(_ tokens: SQLTokens) { self.tokens = tokens }

    /// A group that is open.
    private struct Group {
      /// The first token.
      var start: Int
      /// The places of the OR and AND tokens.
      var ors: [Int] = []
      var ands: [Int] = []
      /// How many BETWEEN wait for their AND.
      var betweens = 0
      /// An OR between BETWEEN and its AND: better left alone.
      var isOdd = false
      /// Commas, WHEN and the like part a group: its pieces are chains of their own.
      mutating func restart(at place: Int) { self = Group(start: place) }
    }

    mutating func collect() {
      var groups = [Group(start: 0)]
      func isOpening(_ place: Int) -> Bool {
        tokens.isSign(place, UInt8(ascii: "(")) || tokens.keyword(place) == "CASE"
      }
      func isClosing(_ place: Int) -> Bool {
        tokens.isSign(place, UInt8(ascii: ")")) || tokens.keyword(place) == "END"
      }
      for place in tokens.all.indices {
        let last = groups.count - 1
        if isOpening(place) {
          groups.append(Group(start: place + 1))
        } else if isClosing(place) {
          finish(groups[last], at: place)
          if last > 0 { groups.removeLast() }
        } else if tokens.isSign(place, UInt8(ascii: ",")) {
          finish(groups[last], at: place)
          groups[last].restart(at: place + 1)
        } else {
          switch tokens.keyword(place) {
          case "WHEN", "THEN", "ELSE", "AS":
            finish(groups[last], at: place)
            groups[last].restart(at: place + 1)
          case "OR":
            groups[last].ors.append(place)
            if groups[last].betweens > 0 { groups[last].isOdd = true }
          case "BETWEEN": groups[last].betweens += 1
          case "AND":
            if groups[last].betweens > 0 {
              groups[last].betweens -= 1
            } else {
              groups[last].ands.append(place)
            }
          default: break
          }
        }
      }
      if let group = groups.last { finish(group, at: tokens.all.count) }
    }

    /// Puts parentheses into a group that ends before a token.
    private mutating func finish(_ group: Group, at end: Int) {
      guard !group.isOdd else { return }
      put(group.ors, group.start, end)
      // The ANDs between two ORs are a chain.
      guard group.ands.count >= BalancedExpression.longest else { return }
      var start = group.start
      var rest = group.ands[...]
      for next in group.ors + [end] {
        let chain = rest.prefix { $0 < next }
        put(Array(chain), start, next)
        rest = rest.dropFirst(chain.count)
        start = next + 1
      }
    }

    private mutating func put(_ operators: [Int], _ start: Int, _ end: Int) {
      guard operators.count >= BalancedExpression.longest else { return }
      let starts = [start] + operators.map { $0 + 1 }
      let ends = operators + [end]
      // A term without a token is an error that SQLite shall find.
      guard zip(starts, ends).allSatisfy({ $0 < $1 }) else { return }
      halve(0..<starts.count, starts, ends)
    }

    private mutating func halve(_ terms: Range<Int>, _ starts: [Int], _ ends: [Int]) {
      guard terms.count > 4 else { return }
      let middle = terms.lowerBound + terms.count / 2
      for half in [terms.lowerBound..<middle, middle..<terms.upperBound] {
        insertions.append(
          (tokens.all[starts[half.lowerBound]].range.lowerBound, UInt8(ascii: "(")))
        insertions.append(
          (tokens.all[ends[half.upperBound - 1] - 1].range.upperBound, UInt8(ascii: ")")))
        halve(half, starts, ends)
      }
    }
  }
}
