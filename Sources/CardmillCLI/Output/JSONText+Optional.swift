import CardmillFiles

extension JSONText {
  /// A member that is null when there is nothing.
  mutating func optional(_ name: String, _ text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  /// A member that is null when there is nothing.
  mutating func optional(_ name: String, _ number: Int?) {
    key(name)
    if let number { value(number) } else { null() }
  }
}
