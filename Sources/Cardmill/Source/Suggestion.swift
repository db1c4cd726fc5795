/// Finds the word that somebody may have meant.
package enum Suggestion {
  /// The candidate that is nearest to a word, if one is near enough to have been meant.
  package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased().utf8.prefix(64))
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(wanted, Array(candidate.lowercased().utf8))
      let limit = max(1, min(3, candidate.utf8.count / 3))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.word }
    guard word.utf8.count >= 3 else { return nil }
    return candidates.first { $0.hasPrefix(word.lowercased()) }
  }

  /// How many letters must be put in, taken out, replaced or swapped with their neighbour.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var value = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          value = min(value, beforeLast[j - 1] + 1)
        }
        row.append(value)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
