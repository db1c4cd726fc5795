import Cardmill

// The columns that an expression may read are those that `list` shows.

extension ContactColumn {
  /// The column of a name, compared without case.
  init?(name: String) { self.init(rawValue: name.lowercased()) }

  /// The column at a place in the table; nil when there is none.
  init?(place: Int) {
    guard Self.columns.indices.contains(place) else { return nil }
    self = Self.columns[place]
  }

  /// Made once: `allCases` is a new array each time.
  private static let columns = allCases

  /// The name in SQL.
  var name: String { rawValue }

  /// The definition of the column; its type decides how it is compared with numbers and texts.
  var definition: String { name + (kind == .number ? " INTEGER" : " TEXT") }
}
