import Cardmill

/// Google's labels: words for a value's types, or the user's own text.
enum GoogleLabel {
  /// A label's words and what they mean; the label behind them is kept beside the types.
  struct Word {
    var text: StaticString
    var types: TypeWords
    var label: StaticString?

    init(_ text: StaticString, _ types: TypeWord..., label: StaticString? = nil) {
      self.text = text
      var words = TypeWords()
      for word in types { words.insert(word) }
      self.types = words
      self.label = label
    }
  }

  /// The labels of e-mail addresses, addresses and web pages.
  static let places = [Word("Home", .home), Word("Work", .work)]

  static let phones = [
    Word("Home", .home), Word("Work", .work), Word("Mobile", .cell), Word("Main", .mainNumber),
    Word("Work Fax", .fax, .work), Word("Home Fax", .fax, .home),
    Word("Other Fax", .fax, label: "Other"), Word("Fax", .fax), Word("Pager", .pager),
    Word("Work Mobile", .cell, .work), Word("Home Mobile", .cell, .home),
    Word("Work Pager", .pager, .work), Word("Company Main", .mainNumber, .work),
    Word("Car", .car), Word("ISDN", .isdn), Word("TTY TDD", .textphone),
  ]

  static let relations = [
    Word("Spouse", .spouse), Word("Child", .child), Word("Mother", .parent, label: "Mother"),
    Word("Father", .parent, label: "Father"), Word("Parent", .parent),
    Word("Brother", .sibling, label: "Brother"), Word("Sister", .sibling, label: "Sister"),
    Word("Sibling", .sibling), Word("Friend", .friend),
    Word("Relative", .kin, label: "Relative"),
  ]

  static func words(for id: PropertyID) -> [Word] {
    switch id {
    case .tel: phones
    case .related: relations
    case .xABDate, .impp: []
    default: places
    }
  }

  /// What a label of the file means.
  static func read(_ label: ByteView, for id: PropertyID) -> (
    types: TypeWords, label: String?, isPreferred: Bool
  ) {
    var rest = label
    var isPreferred = false
    // A star and a blank before the label of the preferred value.
    if rest.count > 0, rest[0] == UInt8(ascii: "*"), rest.count == 1 || rest[1] == UInt8(ascii: " ")
    {
      isPreferred = true
      rest = rest.from(min(2, rest.count))
    }
    rest = rest.trimmed
    if rest.isEmpty { return (TypeWords(), nil, isPreferred) }
    if let word = words(for: id).first(where: { rest.equalsIgnoringCase(literal: $0.text) }) {
      return (word.types, word.label?.view.string, isPreferred)
    }
    return (TypeWords(), rest.string, isPreferred)
  }

  /// Whether a name of a group is one that Google makes itself, such as `* myContacts`.
  static func isSystemGroup(_ name: ByteView) -> Bool {
    name.count > 1 && name[0] == UInt8(ascii: "*") && name[1] == UInt8(ascii: " ")
  }
}

extension ByteView {
  /// Compares with a literal in any case, ignoring the case of ASCII letters.
  func equalsIgnoringCase(literal text: StaticString) -> Bool { equalsIgnoringCase(text.view) }
}

extension ByteView {
  /// Compares with a label, ignoring the case of ASCII letters.
  func isLabel(_ label: String) -> Bool { label.withView { equalsIgnoringCase($0) } }
}
