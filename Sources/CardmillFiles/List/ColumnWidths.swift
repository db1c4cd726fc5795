import Cardmill

/// How wide the columns of a listing are.
struct ColumnWidths {
  private let columns: [ContactColumn]
  private let filter: RowFilter?
  private(set) var widths: [Int]

  /// The rows that are looked at.
  static let sampleSize = 200
  /// A column is not made narrower than this.
  private static let narrowest = 6

  init(_ columns: [ContactColumn], _ filter: RowFilter?) {
    self.columns = columns
    self.filter = filter
    widths = columns.map(\.rawValue.displayCells)
  }

  /// Looks at the first rows of the inputs.
  ///
  /// - Returns: widths that a screen holds.
  /// - Throws: `SourceError` when an input cannot be read.
  func fitting(_ inputs: [OpenedInput], width: Int) throws -> [Int] {
    var measured = self
    var rows = 0
    for input in inputs where rows < Self.sampleSize {
      let reader = try BlockReader(input.file, source: input.source, request: input.request)
      while rows < Self.sampleSize, let work = try reader.next() {
        let batch: ContactBatch
        switch work {
        case .records(let records): batch = input.source.parse(records, input.request).batch
        case .parsed(let parsed): batch = parsed.batch
        case .rejected: continue
        }
        measured.add(batch, source: input.file.name, &rows)
      }
    }
    return Self.shrink(measured.widths, to: width)
  }

  private mutating func add(_ batch: ContactBatch, source: String, _ rows: inout Int) {
    let contacts = batch.storage.contacts
    let picked =
      filter?.picked(batch, source: source)
      ?? contacts.indices.filter { contacts[$0].kind != .empty }
    for index in picked where rows < Self.sampleSize {
      rows += 1
      for (place, column) in columns.enumerated() {
        let cell = column.shown(index, of: batch.storage, source: source)
        widths[place] = max(widths[place], cell.displayCells)
      }
    }
  }

  /// Takes cells from the widest columns until all fit.
  static func shrink(_ natural: [Int], to width: Int) -> [Int] {
    var widths = natural
    let room = max(0, width - AlignedWriter.gap * (natural.count - 1))
    var excess = widths.reduce(0, +) - room
    while excess > 0, let widest = widths.max(), widest > narrowest {
      let others = widths.filter { $0 < widest }
      let wide = widths.indices.filter { widths[$0] == widest }
      let floor = max(others.max() ?? 0, narrowest)
      // All widest ones give the same, the first ones one cell less when it does not come out even.
      let give = min((widest - floor) * wide.count, excess)
      for (turn, place) in wide.reversed().enumerated() {
        widths[place] -= give / wide.count + (turn < give % wide.count ? 1 : 0)
      }
      excess -= give
    }
    return widths
  }
}
