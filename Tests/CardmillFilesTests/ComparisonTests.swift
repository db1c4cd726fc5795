import Cardmill
import Testing

@testable import CardmillFiles

@Suite struct ComparisonTests {
  private func contact(_ name: String, uid: String? = nil, email: String? = nil) -> Contact {
    var properties = [Property("FN", .text(name))]
    if let uid { properties.append(Property("UID", .text(uid))) }
    if let email { properties.append(Property("EMAIL", .text(email))) }
    return Contact(properties: properties)
  }

  private func compare(_ old: [Contact], _ new: [Contact]) -> [String] {
    func compared(_ list: [Contact]) -> [ComparedContact] {
      list.enumerated().map { ComparedContact($0.element, $0.offset) }
    }
    return ContactMatching(compared(old), compared(new)).differences.map { difference in
      let changes = difference.changes.map { "\($0.path) \($0.old ?? "-") \($0.new ?? "-")" }
      return "\(difference.kind) \(difference.old ?? -1) \(difference.new ?? -1) "
        + changes.joined(separator: ", ")
    }
  }

  @Test func `matches by a UID that is the only one`() {
    #expect(
      compare([contact("A", uid: "urn:uuid:X")], [contact("B"), contact("C", uid: "x")])
        == ["changed 0 1 name.full A C", "added -1 0 "])
    #expect(
      compare([contact("A", uid: "x"), contact("B", uid: "x")], [contact("C", uid: "x")])
        == ["removed 0 -1 ", "removed 1 -1 ", "added -1 0 "])
  }

  @Test func `matches what says the same, one by one`() {
    #expect(
      compare([contact("A"), contact("A")], [contact("A"), contact("A"), contact("A")])
        == ["added -1 2 "])
    #expect(compare([contact("A"), contact("B")], [contact("B"), contact("A")]).isEmpty)
  }

  @Test func `matches by name and address`() {
    #expect(
      compare(
        [contact("Ana", email: "a@example.com")],
        [contact("Ana", email: "b@example.com"), contact("ANA", uid: "u", email: "A@example.com")])
        == [
          "changed 0 1 name.full Ana ANA, emails a@example.com A@example.com, uid - u",
          "added -1 0 ",
        ]
    )
  }

  @Test func `compares many contacts of one name quickly`() {
    let many = (0..<5_000).map { contact("Ana", email: "a\($0)@example.com") }
    let other = many.map { old in
      var new = old
      new.title = "Boss"
      return new
    }
    #expect(compare(many, other.reversed()).count == 5_000)
  }

  @Test func `shows parts of an address, types and many values`() {
    var old = Contact(properties: [Property("FN", .text("A"))])
    old.addresses = [PostalAddress(street: "1 Oak St", locality: "Reno", types: ["home"])]
    old.phones = [LabeledValue("1", types: ["cell"]), LabeledValue("2")]
    var new = old
    new.addresses = [PostalAddress(street: "1 Oak St", locality: "Villar", types: ["home"])]
    new.phones = [LabeledValue("3"), LabeledValue("1", types: ["work"]), LabeledValue("4")]
    let changes = ContactFacts.changes(from: ContactFacts(old), to: ContactFacts(new))
    #expect(
      changes.map { "\($0.path): \($0.old ?? "-") \($0.new ?? "-")" } == [
        "phones.types: cell work", "phones: 2 3", "phones: - 4", "addresses.locality: Reno Villar",
      ])
  }
}
