import Cardmill

/// Text for standard output, written in large pieces; what goes wrong is told at the end.
struct OutputText {
  private var pending = ""
  private var failure: (any Error)?

  private static let pieceSize = 64 << 10

  mutating func add(_ text: String) {
    guard failure == nil else { return }
    pending += text
    if pending.utf8.count >= Self.pieceSize { flush() }
  }

  private mutating func flush() {
    guard failure == nil, !pending.isEmpty else { return }
    do { try Console.print(pending) } catch { failure = error }
    pending = ""
  }

  /// Writes what is left.
  ///
  /// - Throws: `ClosedPipe`, or `SourceError` when there is no room.
  mutating func finish() throws {
    flush()
    if let failure { throw failure }
  }
}
