extension String {
  /// How many cells of a terminal the text takes: two for wide characters of East Asia and emoji,
  /// none for combining ones.
  package var displayCells: Int { reduce(0) { $0 + $1.displayCells } }

  /// The text cut to a number of cells, with … at its end if it was cut, and how many cells it
  /// takes.
  package func cut(to width: Int) -> (text: String, cells: Int) {
    if utf8.count <= width, utf8.allSatisfy({ $0 < 0x80 }) { return (self, utf8.count) }
    var cells = 0
    /// The longest beginning that leaves a cell for the mark.
    var kept = (end: startIndex, cells: 0)
    for index in indices {
      let next = cells + self[index].displayCells
      if next > width {
        return width < 1 ? ("", 0) : (self[..<kept.end] + "…", kept.cells + 1)
      }
      cells = next
      if cells < width { kept = (self.index(after: index), cells) }
    }
    return (self, cells)
  }
}

extension Character {
  /// How many cells of a terminal the character takes.
  fileprivate var displayCells: Int {
    if let ascii = asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    // Joined emoji stand in the place of the widest of them.
    return unicodeScalars.reduce(0) { Swift.max($0, $1.displayCells) }
  }
}

extension Unicode.Scalar {
  fileprivate var displayCells: Int {
    switch value {
    case 0xFE0F: return 2  // Asks for the picture of the character before it.
    case 0x200B...0x200F, 0xFE00...0xFE0E: return 0
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// Wide and full-width characters (Unicode, Standard Annex 11) beside emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
