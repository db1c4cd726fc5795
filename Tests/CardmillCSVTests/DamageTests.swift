import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillCSV

@Suite struct DamageTests {
  @Test func `an open quote is reported and its cell kept to the end`() throws {
    let read = try readTable(
      flatHeader + ",properties\n" + String(repeating: ",", count: 27)
        + "\"a note,\nwithout end\n,,\n")
    #expect(read.codes.contains("malformed-line"))
    try #require(read.contacts.count == 1)
    #expect(read.contacts[0].notes == ["a note,\nwithout end\n,,\n"])
  }

  @Test func `lines that are no properties are kept`() throws {
    let read = try readTable("full_name,properties\nAna,\"FN:Ana\n\nno property\r\nNOTE:x\"\n")
    #expect(read.codes.contains("malformed-line"))
    #expect(read.contacts[0].notes == ["x"])
    #expect(
      read.contacts[0].properties[1] == Property("X-MALFORMED-LINE", .unparsed("no property")))
  }

  @Test func `rows over a limit are rejected and reading goes on`() throws {
    let wide = String(repeating: "x,", count: 4_999) + "x"
    let read = try readTable(flatHeader + ",properties\n\(wide)\n,Ana\n")
    #expect(read.rejected.map(\.number) == [0])
    #expect(read.contacts.map(\.name.full) == ["Ana"])
    #expect(read.contacts[0].source.number == 1)

    let header = (0..<5_000).map { "h\($0)" }.joined(separator: ",")
    let table = try readTable("\(header)\n\(wide)\na,b\n")
    #expect(table.codes.contains("limit-exceeded"))
    #expect(table.rejected.map(\.number) == [0])
    #expect(table.contacts.count == 1)

    var limits = Limits()
    limits.properties = 2
    let lines = "full_name,properties\nA,\"FN:A\nNOTE:1\nNOTE:2\"\nB,FN:B\n"
    let few = try readTable(lines, limits: limits)
    #expect(few.rejected.count == 1 && few.contacts.count == 1)

    limits.record = 1_000
    let long = "full_name,properties\nA,\"\(String(repeating: "x", count: 600_000))\"\nB,FN:B\n"
    let rest = try readTable(long, limits: limits)
    #expect(rest.rejected.count == 1 && rest.contacts.map(\.name.full) == ["B"])
  }

  @Test func `a row that is not UTF-8 is read as Windows-1252`() throws {
    var bytes = Array("full_name,note\nAna,x\nBj".utf8)
    bytes += [0xF6]
    bytes += Array("rn,y\n".utf8)
    let read = try readTable(bytes)
    #expect(read.contacts.map(\.name.full) == ["Ana", "Björn"])
    #expect(read.codes.contains("charset-guess"))
  }

  @Test func `places are those of the file`() throws {
    let read = try readTable("full_name,note\r\n\r\nAna,\"a\r\nb\"\r\n,\r\n")
    #expect(read.contacts.map(\.source.line) == [3, 5])
    #expect(read.contacts.map(\.source.range) == [18..<30, 30..<33])
    #expect(read.contacts[0].source.originalBytes == Array("Ana,\"a\r\nb\"\r\n".utf8))
    #expect(read.diagnostics.map(\.line) == [5] && read.diagnostics.map(\.offset) == [30])
  }

  @Test(arguments: ["", "\u{FEFF}", "\n\r\n", "\"", "full_name", "full_name,properties\r\n"])
  func `a table without rows has no contacts`(_ text: String) throws {
    #expect(try readTable(text).contacts.isEmpty)
  }

  /// A table of the round-trip zoo.
  private func sample() throws -> [UInt8] {
    Array(try writeTable(RoundTripTests.zoo.map { Contact(properties: $0) }).text.utf8)
  }

  @Test func `survives truncation`() throws {
    let bytes = try sample()
    for count in stride(from: 0, to: bytes.count, by: 3) {
      _ = try readTable(Array(bytes[..<count]))
    }
  }

  @Test func `random mutations never crash and lose no row`() throws {
    let bytes = try sample()
    var random = Seeded(state: 7)
    let interesting = Array("\"\",;:\\\r\n=^.x".utf8) + [0, 0xFF, 0xC3, 0xEF]
    for _ in 0..<200 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let at = Int.random(in: 0..<mutated.count, using: &random)
        let byte = interesting[Int.random(in: 0..<interesting.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: mutated[at] = byte
        case 1: mutated.insert(byte, at: at)
        default: mutated.remove(at: at)
        }
      }
      let read = try readTable(mutated)
      // What was read can be written and read again, and is then stable.
      let again = try readTable(try writeTable(read.contacts).text)
      #expect(again.contacts.count == read.contacts.count)
    }
  }
}

@Suite struct HostileTableTests {
  private static let head = "First Name,Last Name,E-mail Address,Notes\r\n"

  private func read(_ text: String, _ change: (inout Limits) -> Void = { _ in }) throws -> Reading {
    var plan = ReadingPlan("csv:outlook")
    plan.blockSize = 512
    change(&plan.limits)
    return try CSVSource().read(text, plan)
  }

  @Test func `an open quote over the limit is named`() throws {
    let text =
      Self.head + "Ana,Ruiz,,\r\nBo,Ek,,\"open\r\n" + String(repeating: "x,y\r\n", count: 900)
    let read = try read(text) { $0.record = 1024 }
    #expect(read.contacts.map(\.name.full) == ["Ana Ruiz"])
    try #require(read.rejected.count == 1)
    #expect(read.rejected[0].reason.line == 3)
    #expect(read.rejected[0].reason.message.contains("closing quote"))
  }

  @Test func `a row without an end is rejected and reading goes on`() throws {
    let read = try read(Self.head + String(repeating: "x", count: 5000) + "\r\nBo,Ek,,\r\n") {
      $0.record = 1024
    }
    #expect(read.rejected.map(\.number) == [0])
    #expect(read.contacts.map(\.name.full) == ["Bo Ek"])
  }

  @Test func `more columns than the limit are reported, and rows of more rejected`() throws {
    let wide = (0..<40).map { ",C\($0)" }.joined()
    let text = "First Name,Last Name\(wide)\r\nAna,Ruiz\(wide)\r\nBo,Ek\r\n"
    let read = try read(text) { $0.columns = 20 }
    #expect(read.rejected.map(\.reason.code) == [.limitExceeded])
    #expect(read.contacts.map(\.name.full) == ["Bo Ek"])
    #expect(read.codes.contains("limit-exceeded"))
  }

  @Test func `zero bytes in a cell do not hide a table`() throws {
    let text = Self.head + "An\0a,Ruiz,ana@example.com,\r\nBo,Ek,bo@example.com,\r\n"
    let bytes = Array(text.utf8)
    #expect(
      CSVSource().identify(head: bytes.span, fileName: "a.csv", isWhole: true).certainty > .no)
    let zeros = [UInt8](repeating: 0, count: 4096)
    #expect(
      CSVSource().identify(head: zeros.span, fileName: "a.csv", isWhole: true).certainty == .no)
    #expect(try read(text).contacts.count == 2)
  }

  @Test func `a header alone, empty lines and rows of nothing are no contacts`() throws {
    #expect(try read(Self.head).recordCount == 0)
    #expect(try read(Self.head + String(repeating: "\r\n", count: 1000)).recordCount == 0)
    let read = try read(Self.head + String(repeating: ",,,\r\n", count: 10) + "Ana,Ruiz,,\r\n")
    #expect(read.recordCount == 11)
    #expect(read.contacts.count { $0.recordKind == .contact } == 1)
  }

  @Test func `rows of any length keep what they hold`() throws {
    let read = try read(Self.head + "Ana\r\nBo,Ek\r\nLi,Wu,li@example.com,n,more,still\r\n")
    #expect(read.contacts.map(\.name.full) == ["Ana", "Bo Ek", "Li Wu"])
    #expect(read.extra("X-CSV-OVERFLOW", of: 2) == ["more", "still"])
  }

  @Test func `a heading may hold line breaks`() throws {
    let read = try read(
      "\"First\r\nName\",\"Last Name\",E-mail Address\r\nAna,Ruiz,ana@example.com\r\n")
    #expect(read.contacts.map(\.name.full) == ["Ana Ruiz"])
    #expect(read.contacts[0].source.line == 3)
  }
}
