import Cardmill

/// Makes file names of display names: safe on every system, no two alike.
struct FileNameTable {
  private let suffix: String
  private var used: Set<String> = []
  private var next: [String: Int] = [:]

  private static let longest = 100

  /// Makes names that end in a dot and `fileExtension`.
  init(fileExtension: String) {
    suffix = fileExtension.isEmpty ? "" : "." + fileExtension
  }

  /// A name for a contact that is shown as `displayName`.
  mutating func name(for displayName: String) -> String {
    let base = Self.safe(displayName)
    // Names that differ only in case are one file on some systems.
    let key = base.lowercased()
    if used.insert(key).inserted { return base + suffix }
    var number = next[key] ?? 2
    while !used.insert("\(key)-\(number)").inserted { number += 1 }
    next[key] = number + 1
    return "\(base)-\(number)\(suffix)"
  }

  /// The part of a file name that stands for a display name.
  ///
  /// Letters, digits, `.`, `_` and `-` stay and everything else becomes one `-`; never a leading
  /// dot, at most 100 bytes.
  static func safe(_ displayName: String) -> String {
    var name = ""
    for scalar in displayName.unicodeScalars {
      let isKept =
        scalar.isASCII
        ? scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "." || scalar == "_"
        : scalar.isPartOfWord
      let new: Unicode.Scalar = isKept ? scalar : "-"
      if new == "-", name.isEmpty || name.hasSuffix("-") { continue }
      if new == ".", name.isEmpty { continue }
      if name.utf8.count + String(new).utf8.count > longest { break }
      name.unicodeScalars.append(new)
    }
    while let last = name.unicodeScalars.last, last == "-" || last == "." {
      name.unicodeScalars.removeLast()
    }
    return name.isEmpty ? "contact" : isReserved(name) ? "contact-" + name : name
  }

  /// Names that Windows keeps for its devices.
  private static func isReserved(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.lowercased()
    if ["con", "prn", "aux", "nul"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt"))
      && stem.last?.isNumber == true
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a mark on one, or a digit of any script.
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    default: false
    }
  }
}
