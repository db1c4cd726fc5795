import Cardmill
import Testing

@testable import CardmillFiles

@Suite struct ListingTests {
  @Test(arguments: [
    ("abc", 3), ("äöü", 3), ("張三", 4), ("e\u{301}", 1), ("😀", 2), ("👩‍👩‍👧", 2), ("ｱ", 1), ("Ａ", 2),
    ("한글", 4), ("", 0), ("❤️", 2), ("a\u{200B}b", 2),
  ])
  func `counts the cells of a screen`(_ text: String, _ cells: Int) {
    #expect(text.displayCells == cells)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("張三李", 6, "張三李"), ("張三李", 5, "張三…"),
    ("張三李", 4, "張…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("äbc", 1, "…"), ("ä", 0, ""),
  ])
  func `cuts to a width`(_ text: String, _ width: Int, _ cut: String) {
    let result = text.cut(to: width)
    #expect(result.text == cut && result.cells == cut.displayCells && result.cells <= width)
  }

  @Test func `takes from the widest columns`() {
    #expect(ColumnWidths.shrink([10, 20, 5], to: 80) == [10, 20, 5])
    #expect(ColumnWidths.shrink([10, 40, 40], to: 64) == [10, 25, 25])
    #expect(ColumnWidths.shrink([10, 40, 40], to: 63).reduce(0, +) == 59)
    #expect(ColumnWidths.shrink([30, 30], to: 1) == [6, 6])
  }

  @Test func `aligns columns`() throws {
    let folder = try ScratchFolder()
    try folder.write("+a\n+longer name\n-\n+張\n", to: "in.lines")
    let report = try Listing(
      of: [folder["in.lines"]], columns: [.line, .name, .kind, .email], as: .aligned(width: 24),
      to: folder["out"], sources: [LineSource()]
    ).run()
    #expect(report.read == 4 && report.written == 3 && report.folded == 1)
    #expect(
      try folder.text("out") == """
        line  name    kind  email
           1  a
           2  longe…
           4  張

        """)
  }

  @Test func `lists the same on any number of threads`() throws {
    let folder = try ScratchFolder()
    try folder.write((0..<200_000).map { "+name \($0)\n" }.joined(), to: "in.lines")
    var outputs: [String] = []
    for threads in [1, 3] {
      var options = RunOptions()
      options.threads = threads
      try Listing(
        of: [folder["in.lines"]], columns: [.name, .line], to: folder["out\(threads)"],
        options: options, sources: [LineSource()]
      ).run()
      outputs.append(try folder.text("out\(threads)"))
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].hasSuffix("name 199999\t200000\n"))
  }

  @Test func `finds numbers that stand twice`() {
    var table = UIDTable()
    for number in 1...50_000 { table.add(UInt64(number) &* 0x9E37_79B9_7F4A_7C15) }
    #expect(table.repeated.isEmpty)
    table.add(0)
    table.add(0)
    table.add(40_000 &* 0x9E37_79B9_7F4A_7C15)
    #expect(table.repeated == [40_000 &* 0x9E37_79B9_7F4A_7C15])
  }
}
