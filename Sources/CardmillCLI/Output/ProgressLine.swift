import Cardmill
import CardmillFiles

/// One line on a terminal that says how far a run has come; renewed at most ten times a second.
final class ProgressLine {
  private let start = Console.milliseconds
  private var last = 0
  private var isShown = false

  private static let interval = 100

  func show(_ state: RunProgress) {
    let now = Console.milliseconds
    guard now - last >= Self.interval else { return }
    last = now
    let elapsed = max(1, now - start)
    let speed = state.bytes / elapsed / 1000
    var line = "\(state.records.grouped) records, \(speed) MB/s"
    if let total = state.totalBytes, total > 0 {
      line = "\(min(100, state.bytes * 100 / total)) %  " + line
    }
    Console.printError("\r\u{1B}[K" + line)
    isShown = true
  }

  /// Takes the line away.
  func erase() {
    guard isShown else { return }
    Console.printError("\r\u{1B}[K")
    isShown = false
  }
}
