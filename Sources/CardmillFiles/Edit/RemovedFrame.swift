import Cardmill

/// Gives the removed records what stands around them in the input, so that they make a file of
/// their own.
///
/// Of a format with a head and a tail it is all that stands outside of records: the head, the tail,
/// and between records whatever is more than layout, such as the elements of the groups that they
/// are in. So the file is nested as the input is.
struct RemovedFrame {
  private let input: InputFile
  private let removed: RemovedFile
  private let frame: SourceDescription.Frame
  /// Where what was looked at ends; nil before the first record.
  private var position: Int?
  /// The records of the batch, removed or not, and how many of them were passed.
  private var records: [Range<Int>] = []
  private var passed = 0

  /// Fewer bytes than this are only layout.
  private static let leastMarkup = 4

  init(_ input: InputFile, _ removed: RemovedFile, _ frame: SourceDescription.Frame) {
    self.input = input
    self.removed = removed
    self.frame = frame
  }

  /// Begins with a batch.
  mutating func begin(_ batch: ContactBatch, _ rejected: [RejectedRecord]) throws {
    guard frame == .headAndTail || position == nil else { return }
    records = batch.storage.contacts.map { $0.fileOffset..<$0.fileOffset + $0.fileLength }
    if !rejected.isEmpty {
      records += rejected.map { $0.fileOffset..<$0.fileOffset + $0.fileLength }
      records.sort { $0.lowerBound < $1.lowerBound }
    }
    passed = 0
    guard position == nil, let first = records.first else { return }
    switch frame {
    case .none:
      let mark = try FileDigest.mark(of: input, upTo: first.lowerBound)
      if !mark.isEmpty, removed.size == 0 { try mark.withView { try removed.write($0) } }
    case .head, .headAndTail: try write(0..<first.lowerBound)
    case .list: break
    }
    position = first.lowerBound
  }

  /// Writes what stands before a record that is removed.
  mutating func reach(_ offset: Int) throws {
    guard frame == .headAndTail else { return }
    while passed < records.count, records[passed].lowerBound <= offset {
      try pass(isLayoutWanted: records[passed].lowerBound == offset)
    }
  }

  /// Ends a batch.
  mutating func endBatch() throws {
    guard frame == .headAndTail else { return }
    while passed < records.count { try pass(isLayoutWanted: false) }
  }

  /// Writes what stands behind the last record.
  mutating func finish() throws {
    guard frame == .headAndTail else { return }
    // A file that grows is read beyond the size that it had; such a run is refused at its end.
    let start = position ?? 0
    if start < input.size { try write(start..<input.size) }
  }

  private mutating func pass(isLayoutWanted: Bool) throws {
    let record = records[passed]
    passed += 1
    let start = position ?? 0
    position = max(start, record.upperBound)
    guard record.lowerBound > start else { return }
    let isWanted = isLayoutWanted || record.lowerBound - start >= Self.leastMarkup
    guard isWanted else { return }
    guard !isLayoutWanted else { return try write(start..<record.lowerBound) }
    var isLayout = true
    try FileDigest.read(input, start..<record.lowerBound) { piece in
      for index in 0..<piece.count where isLayout && piece[index] > 0x20 { isLayout = false }
    }
    if !isLayout { try write(start..<record.lowerBound) }
  }

  private func write(_ range: Range<Int>) throws {
    try FileDigest.read(input, range) { try removed.write($0) }
  }
}
