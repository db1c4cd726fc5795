import Cardmill

/// The columns of a table that Cardmill writes for another program.
///
/// Which column holds what is known from `HeadingTable`, so that reading and writing cannot
/// disagree. Google's table has, behind its fixed columns, as many columns as the contact with the
/// most values needs.
struct TableLayout: Sendable {
  let program: Program
  private(set) var headings: [String] = []
  /// The column of each kind of value of which there is one, -1 when there is none.
  private var columns = [Int](repeating: -1, count: 128)
  private(set) var mails: [Slot] = []
  private(set) var mailTypes: [Int] = []
  private(set) var mailNames: [Int] = []
  private(set) var phones: [Slot] = []
  private(set) var urls: [Slot] = []
  private(set) var relations: [Slot] = []
  /// Addresses at home, at work and elsewhere.
  private(set) var addresses: [AddressSlot] = []
  /// What a program keeps to itself, by English heading.
  private(set) var others: [(heading: String, column: Int)] = []
  /// Google's families.
  private(set) var families: [FamilyColumns] = []

  /// A column for values of certain types.
  struct Slot: Sendable {
    var types: TypeWords
    var label: String?
    var isPreferred: Bool
    var column: Int
  }

  /// The columns of an address.
  struct AddressSlot: Sendable {
    var types = TypeWords()
    var label: String?
    /// In the order of `ColumnMeaning.addressParts`, -1 for a part that has no column.
    var parts = [Int](repeating: -1, count: 10)
  }

  /// The columns of one of Google's families.
  struct FamilyColumns: Sendable {
    var first: Int
    var width: Int
    var count: Int
  }

  /// Google's families in the order of their columns.
  enum Family: Int, CaseIterable, Sendable {
    case mail, phone, address, relation, url, event, custom

    var name: String {
      switch self {
      case .mail: "E-mail"
      case .phone: "Phone"
      case .address: "Address"
      case .relation: "Relation"
      case .url: "Website"
      case .event: "Event"
      case .custom: "Custom Field"
      }
    }

    var parts: [String] {
      self == .address
        ? [
          "Label", "Formatted", "Street", "City", "PO Box", "Region", "Postal Code", "Country",
          "Extended Address",
        ] : ["Label", "Value"]
    }
  }

  /// How many of each family there are when nobody has counted.
  static let usualFamilies = [3, 4, 2, 1, 1, 1, 2]

  /// Makes the layout of a program's table; `families` are the sizes of Google's families.
  init(_ program: Program, families: [Int]? = nil) {
    self.program = program
    let found = HeadingTable.headings(of: program, "en")
    for place in 0..<(found.keys.max() ?? -1) + 1 {
      guard let (heading, entry) = found[place] else { break }
      headings.append(heading.string)
      if let meaning = ColumnMeaning(entry.meaning.string) { add(meaning, place, heading.string) }
    }
    guard program == .google else { return }
    for family in Family.allCases {
      // A survey of nothing counts nothing.
      let count =
        families.map { family.rawValue < $0.count ? $0[family.rawValue] : 0 }
        ?? Self.usualFamilies[family.rawValue]
      self.families.append(
        FamilyColumns(first: headings.count, width: family.parts.count, count: count))
      for number in 0..<count {
        for part in family.parts { headings.append("\(family.name) \(number + 1) - \(part)") }
      }
    }
  }

  private mutating func add(_ meaning: ColumnMeaning, _ column: Int, _ heading: String) {
    let slot = Slot(
      types: meaning.types, label: meaning.label, isPreferred: meaning.isPreferred, column: column)
    switch meaning.kind {
    case .mail: mails.append(slot)
    case .mailType: mailTypes.append(column)
    case .mailName: mailNames.append(column)
    case .phone: phones.append(slot)
    case .url: urls.append(slot)
    case .relation: relations.append(slot)
    case .address:
      while addresses.count < 3 { addresses.append(AddressSlot()) }
      let number = max(meaning.number, 1) - 1
      addresses[number].types = meaning.types
      addresses[number].label = meaning.label
      addresses[number].parts[meaning.part] = column
    case .other, .priority, .initials: others.append((heading, column))
    default: columns[Int(meaning.kind.rawValue)] = column
    }
  }

  /// The column of a kind of value, -1 when there is none.
  @inline(__always)
  subscript(kind: ColumnMeaning.Kind) -> Int { columns[Int(kind.rawValue)] }

  /// The columns of a family's entry number `number`, from 0; nil when there are not so many.
  func column(_ family: Family, _ number: Int) -> Int? {
    let columns = families[family.rawValue]
    return number < columns.count ? columns.first + number * columns.width : nil
  }

  /// The column that keeps a property of this name, -1 when there is none; headings of any language
  /// count.
  func column(ofOther name: ByteView) -> Int {
    if let found = others.first(where: { heading, _ in
      heading.withView { name.equalsIgnoringCase($0) }
    }) {
      return found.column
    }
    guard program == .outlook else { return -1 }
    for entry in HeadingTable.entries(for: [name.string], isExact: true)[0]
    where entry.program == .outlook {
      guard let english = entry.english?.string,
        let found = others.first(where: { $0.heading == english })
      else { continue }
      return found.column
    }
    return -1
  }

  // MARK: How the program writes

  var lineEnd: StaticString { program == .google ? "\n" : "\r\n" }
  /// Whether every cell that holds something has quotes.
  var quotesAll: Bool { program == .outlook }
  /// Whether a byte order mark is written unless somebody says otherwise: without it Outlook takes
  /// the code page of the machine.
  var hasByteOrderMark: Bool { program == .outlook }
  /// What stands between two categories.
  var categorySeparator: StaticString { program == .google ? " ::: " : ";" }
}
