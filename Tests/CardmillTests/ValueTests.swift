import Cardmill
import CardmillTestSupport
import Testing

@testable import Cardmill

/// Dates, telephone numbers, limits, formats.
@Suite struct ValueTests {
  @Test func `a set of properties has a bit for each`() {
    #expect(PropertyID.allCases.count <= 64)
    for id in PropertyID.allCases {
      #expect(PropertyID.allCases.filter { PropertySet([id]).contains($0) } == [id])
    }
  }

  @Test(arguments: [
    ("1985-04-12", "1985-04-12"), ("19850412", "1985-04-12"), ("1985-04", "1985-04"),
    ("1985", "1985"), ("--0412", "--04-12"), ("--04-12", "--04-12"), ("--04", "--04"),
    ("---12", "---12"), ("0000-04-12", "--04-12"), ("1985-04-12T23:10:00Z", "1985-04-12"),
    ("19850412T231000-0800", "1985-04-12"), ("1985-04-12 23:10", "1985-04-12"),
    ("2000-02-29", "2000-02-29"), ("--0229", "--02-29"),
  ]) func `dates are read in every standard form`(_ text: String, _ wanted: String) {
    #expect(ContactDate(text)?.description == wanted)
    #expect(ContactDate(wanted)?.description == wanted)
  }

  @Test(arguments: [
    "", "soon", "1985-13-01", "1985-00-01", "1985-02-30", "1985-04-31", "85-04-12", "1985-4-12",
    "198504", "1985-0412", "-04-12", "--4-12", "---", "---32", "0000", "1985-04-12x", "T10:00",
  ]) func `other texts are no dates`(_ text: String) { #expect(ContactDate(text) == nil) }

  @Test func `every date comes back from both forms`() {
    for year in [nil, 1, 1604, 1985, 9999] as [Int?] {
      for month in [nil, 1, 12] as [Int?] {
        for day in [nil, 1, 31] as [Int?] where month != nil || year == nil || day == nil {
          let date = ContactDate(year: year, month: month, day: day)
          guard year != nil || month != nil || day != nil else { continue }
          #expect(ContactDate(date.description) == date)
          #expect(ContactDate(date.basic) == date)
        }
      }
    }
  }

  @Test(
    arguments: [
      ("+1 202-555-0101", "+1 202-555-0101", nil), ("tel:+1-202-555-0101", "+1-202-555-0101", nil),
      ("tel:+1-202-555-0101;ext=12", "+1-202-555-0101", "12"),
      ("TEL:555;phone-context=+1;EXT=7", "555", "7"), ("555;ext=7", "555", "7"),
      ("555;7", "555;7", nil), ("tel:", "", nil), ("", "", nil), ("555,,12p3", "555,,12p3", nil),
    ] as [(String, String, String?)])
  func `telephone numbers are taken apart`(_ text: String, _ number: String, _ ext: String?) {
    text.withView { view in
      let found = TelephoneNumber(view)
      #expect(found.number.string == number)
      #expect(found.ext?.string == ext)
    }
  }

  @Test(arguments: [
    ("64M", 64 << 20), ("64MB", 64 << 20), ("1MiB", 1 << 20), ("2k", 2048), ("3G", 3 << 30),
    ("17", 17), ("0", 0),
  ]) func `sizes are read`(_ text: String, _ size: Int) { #expect(Limits.size(text) == size) }

  @Test(arguments: [
    "", "M", "-1", "1.5M", "1T", "99999999999999999999", "9223372036854775807G", "1 M", "٣",
  ])
  func `other texts are no sizes`(_ text: String) { #expect(Limits.size(text) == nil) }

  /// The limits with one of them set, or nil when that was refused.
  private static func limits(_ name: String, _ size: String) -> Limits? {
    var limits = Limits()
    return limits.set(name, to: size) ? limits : nil
  }

  @Test func `limits are set by name`() throws {
    for name in Limits.names {
      let changed = try #require(Self.limits(name, "7"), "\(name)")
      #expect(changed != Limits(), "\(name)")
      #expect(Self.limits(name, "0") == nil)
      #expect(Self.limits(name, "much") == nil)
    }
    #expect(Self.limits("colour", "7") == nil)
    // No limit can be raised beyond what the tables hold.
    #expect(try #require(Self.limits("record", "100G")).record <= 1 << 30)
    #expect(try #require(Self.limits("nesting", "1G")).nesting <= 64)
  }

  @Test func `format ids have a family and a part`() {
    #expect(FormatID("vcard:3.0").family == "vcard" && FormatID("vcard:3.0").dialect == "3.0")
    #expect(FormatID("json").family == "json" && FormatID("json").dialect == nil)
    #expect(FormatID("csv:outlook.com").dialect == "outlook.com")
  }

  @Test func `names of the vocabulary are found without case`() {
    for id in PropertyID.allCases where id != .unknown {
      #expect(id.text.withView { PropertyID($0) } == id)
      #expect(id.text.lowercased().withView { PropertyID($0) } == id)
    }
    for id in ParameterID.allCases where id != .unknown {
      #expect(id.text.withView { ParameterID($0) } == id)
    }
    for word in TypeWord.allCases where word != .unknown {
      #expect(word.text.uppercased().withView { TypeWord($0) } == word)
    }
    for text in ["", "X", "TELL", "TE", "FNX", "X-ABDAT", "ORG-DIRECTOR\u{0}"] {
      #expect(text.withView { PropertyID($0) } == .unknown, "\(text)")
    }
    #expect(
      TypeWord.allCases.dropFirst().map(\.text)
        == TypeWord.allCases.dropFirst().map(\.text).sorted())
    // A set of type words is one number.
    #expect(TypeWord.allCases.count <= 64)
  }
}
