import Cardmill

/// Looks at an input before it is read: at its header, and for group cards when somebody wants to
/// know the members of groups.
struct TableSurvey {
  private static let pieceSize = 64 << 10
  private let input: any InputBytes
  private let request: ReadRequest

  init(_ input: any InputBytes, _ request: ReadRequest) {
    self.input = input
    self.request = request
  }

  func run() throws -> Survey {
    var survey = try readHeader()
    if request.wantsMembership { survey.mayHoldGroups = try findsGroups() }
    return survey
  }

  private func readHeader() throws -> Survey {
    var head: [UInt8] = []
    var isWhole = false
    while !isWhole, head.count < request.limits.record {
      isWhole = try read(Self.pieceSize, at: head.count, into: &head) == 0
      let found = head.withView { survey(head: $0, isWhole: isWhole) }
      if let found { return found }
    }
    return Survey(value: Table.own)
  }

  /// What the header says, or nil when it goes on behind these bytes.
  private func survey(head: ByteView, isWhole: Bool) -> Survey? {
    let comma = UInt8(ascii: ",")
    guard let row = Table.header(in: head, delimiter: comma, isWhole: isWhole) else { return nil }
    let table = Table(header: head[row], delimiter: comma, limit: request.limits.columns)
    let line = 1 + head.upTo(row.lowerBound).lineBreaks
    var survey = Survey(
      value: table,
      diagnostics: table.findings.map {
        Diagnostic(
          $0.code, $0.message, file: input.name, line: line, column: 1, offset: row.lowerBound)
      })
    survey.delimiter = ","
    survey.columns = table.headings
    return survey
  }

  /// Whether a word `group` stands anywhere as a whole cell or value: a cheap look that may be
  /// wrong in one direction only.
  private func findsGroups() throws -> Bool {
    var piece: [UInt8] = []
    var offset = 0
    while true {
      // A word may lie across the border of two pieces.
      let kept = Array(piece.suffix(8))
      piece = kept
      let got = try read(Self.pieceSize * 4, at: offset, into: &piece)
      guard got > 0 else { return false }
      offset += got
      if piece.withView({ $0.holdsGroupWord }) { return true }
    }
  }

  private func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws -> Int {
    let old = bytes.count
    bytes += [UInt8](repeating: 0, count: count)
    let got = try unsafe bytes.withUnsafeMutableBytes { buffer in
      try unsafe input.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[old...]), at: offset)
    }
    bytes.removeLast(count - got)
    return got
  }
}

extension ByteView {
  /// Whether `group`, `Group` or `GROUP` stands behind a colon, comma, quote or line break.
  fileprivate var holdsGroupWord: Bool { holds("roup") || holds("ROUP") }

  private func holds(_ rest: StaticString) -> Bool {
    var start = 0
    while let found = from(start).find(rest.view) {
      let at = start + found
      start = at + 1
      guard at >= 2, self[at - 1] | 0x20 == UInt8(ascii: "g") else { continue }
      switch self[at - 2] {
      case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"),
        UInt8(ascii: "\r"):
        return true
      default: break
      }
    }
    return false
  }
}
