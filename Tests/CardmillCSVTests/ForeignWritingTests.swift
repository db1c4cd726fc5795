import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillCSV

@Suite struct ForeignWritingTests {
  private static let targets: [FormatID] = [
    "csv:google", "csv:outlook", "csv:outlook.com", "csv:thunderbird",
  ]

  private func write(_ properties: [Property], _ format: FormatID) throws -> Writing {
    try CSVSource().write([Contact(properties: properties)], as: format)
  }

  private func sample(_ name: String) throws -> Reading {
    let sample = try Sample.named("csv/" + name)
    return try CSVSource().readForeign(sample.bytes, name: sample.name)
  }

  @Test func `Google's own table comes back whole`() throws {
    let read = try sample("google-2024.csv")
    let written = try CSVSource().write(read.batches, as: "csv:google")
    #expect(written.losses.isEmpty)
    let again = try CSVSource().readForeign(written.bytes)
    #expect(again.contacts == read.contacts)
    let second = try CSVSource().write(again.batches, as: "csv:google")
    #expect(second.text == written.text)
    #expect(!written.text.contains(":::" + " * myContacts"))
  }

  @Test func `Outlook's own table comes back whole`() throws {
    let read = try sample("outlook-en.csv")
    let written = try CSVSource().write(read.batches, as: "csv:outlook")
    #expect(written.losses.isEmpty)
    let again = try CSVSource().readForeign(written.bytes)
    // Its second street column holds what is a second line of the first here.
    #expect(again.contacts[0].isEquivalent(to: read.contacts[0]))
    #expect(again.contacts[1].isEquivalent(to: read.contacts[1]))
    #expect(written.text.hasPrefix("\u{FEFF}\"Title\",\"First Name\""))
  }

  @Test func `what Outlook keeps to itself finds its column in any language`() throws {
    let read = try sample("outlook-de-1252.csv")
    let written = try CSVSource().write(read.batches, as: "csv:outlook")
    #expect(written.losses.isEmpty)
    let again = try CSVSource().readForeign(written.bytes)
    #expect(again.extra("Location") == ["Haus am See"])
    #expect(again.extra("Account") == ["K-1"])
  }

  @Test func `Thunderbird's own table comes back whole`() throws {
    let read = try sample("thunderbird-en.csv")
    let written = try CSVSource().write(read.batches, as: "csv:thunderbird")
    #expect(written.losses.isEmpty)
    let again = try CSVSource().readForeign(written.bytes)
    #expect(again.contacts == read.contacts)
  }

  // MARK: The ledger

  /// One thing that a contact says: a value, or a type, label or preference of a value that is
  /// there.
  private struct Fact: Hashable, Comparable, CustomStringConvertible {
    var path: String
    var text: String
    /// For what is said of a value: the value.
    var value = ""
    var description: String { "\(path) \(text)" + (value.isEmpty ? "" : " of \(value)") }
    static func < (a: Fact, b: Fact) -> Bool { a.description < b.description }
  }

  private static func facts(_ contact: Contact) -> [Fact] {
    var facts: [Fact] = []
    for property in contact.properties {
      let path = property.isForeign ? "extra." + property.name : property.id.path
      var value = property.value.text
      switch property.value {
      case .structured(let components)
      where property.id == .n || property.id == .adr || property.id == .org:
        let names =
          property.id == .n
          ? ["family", "given", "additional", "prefix", "suffix"]
          : property.id == .org
            ? ["name", "units"]
            : ["pobox", "extended", "street", "locality", "region", "postcode", "country"]
        for (name, values) in zip(names, components) {
          for text in values where !text.isEmpty {
            facts.append(Fact(path: path + "." + name, text: text))
          }
        }
        value = components.last?.first ?? ""
      case .list(let items): for item in items { facts.append(Fact(path: path, text: item)) }
      default: facts.append(Fact(path: path, text: value))
      }
      let isAlone = contact.properties.count { $0.id == property.id } == 1
      for parameter in property.parameters {
        switch parameter.name {
        case "TYPE": facts.append(Fact(path: path, text: "TYPE=" + parameter.value, value: value))
        case "PREF": if !isAlone { facts.append(Fact(path: path, text: "PREF=1", value: value)) }
        case "LABEL" where property.id == .adr:
          facts.append(Fact(path: path + ".formatted", text: parameter.value))
        default: facts.append(Fact(path: path, text: parameter.value, value: value))
        }
      }
    }
    return facts
  }

  @Test(arguments: ["csv:outlook", "csv:outlook.com", "csv:thunderbird"] as [FormatID])
  func `keeps and loses exactly what the ledger says`(_ middle: FormatID) throws {
    let google = try sample("google-2024.csv")
    let there = try CSVSource().write(google.batches, as: middle)
    let between = try CSVSource().readForeign(there.bytes)
    let back = try CSVSource().write(between.batches, as: "csv:google")
    let again = try CSVSource().readForeign(back.bytes)
    #expect(again.contacts.count == google.contacts.count)
    for (number, (before, after)) in zip(google.contacts, again.contacts).enumerated() {
      var rest = Self.facts(after)
      var lost: [Fact] = []
      for fact in Self.facts(before) {
        if let place = rest.firstIndex(of: fact) {
          rest.remove(at: place)
        } else {
          lost.append(fact)
        }
      }
      // What was said of a value went with the value.
      let values = Set(lost.filter(\.value.isEmpty).map(\.text))
      let found = lost.filter { $0.value.isEmpty || !values.contains($0.value) }
        .map { Fact(path: $0.path, text: $0.text) }
      // On the way back something may get lost that the table in between has added.
      let known = Set(Self.facts(before).map { Fact(path: $0.path, text: $0.text) })
      let losses =
        there.losses + back.losses.filter { known.contains(Fact(path: $0.path, text: $0.original)) }
      let told = losses.filter { $0.record == number && !$0.isRecoverable }
        .map { Fact(path: $0.path, text: $0.original) }
      #expect(found.sorted() == told.sorted(), "contact \(number)")
    }
  }

  @Test(arguments: targets) func `every property is written or reported`(_ format: FormatID) throws
  {
    // Each property of the vocabulary beside a name: what is not in the output must be in the
    // ledger.
    for id in PropertyID.allCases where id != .unknown && id != .n && id != .fn && id != .agent {
      let value: Property.Value = id.isDate ? .text("19900506") : .text("Value-of-it")
      let written = try write(
        [Property("N", .structured([["Ruiz"], ["Ana"]])), Property(id, value)], format)
      let isWritten = written.text.contains("Value-of-it") || written.text.contains("1990")
      #expect(isWritten || !written.losses.isEmpty, "\(id)")
    }
    let foreign = try write(
      [Property("X-FOO", .unparsed("Value\\, of it")), Property("FN", .text("A"))], format)
    #expect(foreign.text.contains("Value, of it") || foreign.losses.map(\.path) == ["extra.X-FOO"])
  }

  @Test(arguments: targets) func `folds group cards and empty records`(_ format: FormatID) throws {
    let group = Contact(properties: [
      Property("KIND", .text("group")), Property("FN", .text("Crew")),
    ])
    let empty = Contact(properties: [], kind: .empty)
    let written = try CSVSource().write([group, empty, ana()], as: format)
    #expect(written.written == 1)
    #expect(written.folded == 2)
    #expect(written.losses.contains { $0.code == "group-expanded" && $0.original == "Crew" })
  }

  @Test func `counts the columns that Google's table needs`() throws {
    let many = Contact(
      properties: [Property("FN", .text("Many"))]
        + (1...5).map { Property("EMAIL", .text("m\($0)@example.com")) })
    let written = try CSVSource().write([ana(), many], as: "csv:google")
    #expect(written.losses.allSatisfy { $0.code != "value-limit" })
    #expect(written.text.contains("E-mail 5 - Value"))
    #expect(!written.text.contains("E-mail 6") && !written.text.contains("Website 1"))
    let again = try CSVSource().readForeign(written.bytes)
    #expect(again.contacts[1].emails.count == 5)
  }

  @Test func `puts what has no column of its own into another, and says so`() throws {
    let phones = (1...3).map { number in
      Property("TEL", .text("555-010\(number)"), parameters: [Property.Parameter("TYPE", "cell")])
    }
    let written = try write([Property("FN", .text("A"))] + phones, "csv:outlook")
    for number in 1...3 { #expect(written.text.contains("555-010\(number)")) }
    #expect(written.losses.filter { $0.original == "TYPE=cell" }.count == 2)
    let fax = try write(
      [Property("FN", .text("A"))]
        + (1...4).map {
          Property("TEL", .text("555-011\($0)"), parameters: [Property.Parameter("TYPE", "fax")])
        },
      "csv:thunderbird")
    #expect(fax.losses.map(\.code) == ["value-limit", "value-limit", "value-limit"])
  }

  @Test func `a date without a year is one again when it is read back`() throws {
    let written = try write(
      [Property("FN", .text("A")), Property("BDAY", .text("--0506"))], "csv:outlook")
    #expect(written.losses.map(\.code) == ["date-year-invented1604"])
    #expect(written.losses.map(\.isRecoverable) == [true])
    let again = try CSVSource().readForeign(written.bytes)
    #expect(again.contacts[0].birthday == ContactDate(month: 5, day: 6))
  }

  @Test func `reports cells that start like formulas`() throws {
    let written = try write([Property("FN", .text("=1+1"))], "csv:google")
    #expect(written.writerDiagnostics.map(\.code.rawValue) == ["formula-cell"])
    #expect(written.text.contains("=1+1"))
  }

  @Test func `writes a byte order mark when asked`() throws {
    for (format, option, isThere) in [
      ("csv:google", "true", true), ("csv:google", nil, false), ("csv:outlook", nil, true),
      ("csv:outlook", "false", false),
    ] as [(FormatID, String?, Bool)] {
      let written = try CSVSource().write(
        [ana()], as: format, options: option.map { ["bom": $0] } ?? [:])
      #expect(written.bytes.starts(with: [0xEF, 0xBB, 0xBF]) == isThere)
    }
  }
}
