import Cardmill
import Testing

@testable import CardmillCSV

@Suite struct RowScannerTests {
  /// The records of a table that is shown to the splitter in pieces, as a reader shows it.
  private func records(_ bytes: [UInt8], piece: Int) -> [[UInt8]] {
    let splitter = TableSplitter()
    var records: [[UInt8]] = []
    var pending: [UInt8] = []
    var at = 0
    while true {
      let isAtEnd = at == bytes.count
      let result = splitter.split(pending.span, isAtEnd: isAtEnd)
      for record in result.records { records.append(Array(pending[record.start..<record.end])) }
      pending.removeFirst(result.consumed)
      if isAtEnd { return records }
      let next = min(at + piece, bytes.count)
      pending += bytes[at..<next]
      at = next
    }
  }

  private func cells(_ row: String) -> [String] {
    var scanner = CellScanner()
    return row.withView { view in
      _ = scanner.scan(view)
      return (0..<scanner.count).map { scanner.value($0, of: view).string }
    }
  }

  @Test func `every cut of a table gives the same records`() {
    let table =
      "\u{FEFF}a,b\r\n1,\"x\r\ny\"\r\n\r\n\"\"\"q\"\"\",2\r3,st\"ray\n\"a\"b\",c\n\"o,\"\"\r\n"
    let bytes = Array(table.utf8)
    let whole = records(bytes, piece: bytes.count)
    #expect(
      whole.map { String(decoding: $0, as: UTF8.self) } == [
        "1,\"x\r\ny\"\r\n", "\"\"\"q\"\"\",2\r", "3,st\"ray\n", "\"a\"b\",c\n", "\"o,\"\"\r\n",
      ])
    for piece in 1..<bytes.count { #expect(records(bytes, piece: piece) == whole) }
  }

  @Test(arguments: ["a\n1\n2", "a\r\n1\r\n2\r\n", "a\r1\r2\r", "a\n\n1\n\r\n\n2\n\n"])
  func `rows end at any line end and empty lines are none`(_ table: String) {
    let bytes = Array(table.utf8)
    for piece in 1...bytes.count { #expect(records(bytes, piece: piece).count == 2) }
  }

  @Test func `finds the end of a record that is passed over in pieces`() {
    let splitter = TableSplitter()
    let head = Array("a,b\n\"xx\r\nyy".utf8)
    let result = splitter.split(head.span, isAtEnd: false)
    #expect(result.records.isEmpty && result.consumed == 4)
    #expect(splitter.skip(Array(head[4...]).span, isAtEnd: false) == nil)
    #expect(splitter.skip(Array("\"".utf8).span, isAtEnd: false) == nil)
    #expect(splitter.skip(Array("\"\n".utf8).span, isAtEnd: false) == nil)
    #expect(splitter.skip(Array("\",1\r".utf8).span, isAtEnd: false) == nil)
    #expect(splitter.skip(Array("\nnext,2\n".utf8).span, isAtEnd: false) == 1)
    #expect(splitter.split(Array("next,2\n".utf8).span, isAtEnd: false).records.count == 1)
  }

  @Test func `takes a row apart into cells`() {
    #expect(cells("a,b,c") == ["a", "b", "c"])
    #expect(cells(",,") == ["", "", ""])
    #expect(cells("") == [""])
    #expect(cells("\"\",\"a,b\",\"\"\"\"") == ["", "a,b", "\""])
    #expect(cells("\"a\r\nb\",x") == ["a\r\nb", "x"])
    #expect(cells("a\"b,\"c\"d\"e,f") == ["a\"b", "cd\"e", "f"])
    #expect(cells("x,\"open,\"\"y") == ["x", "open,\"y"])
    #expect(cells("x,\"") == ["x", ""])
  }

  @Test func `categories survive their separator`() {
    let names = ["Friends", "a;b", "c\\;d\\", "\\\\", "x, y"]
    var buffer = ByteBuffer()
    var isFirst = true
    for name in names { name.withView { CategoryCell.append($0, isFirst: &isFirst, to: &buffer) } }
    #expect(CategoryCell.names(in: buffer.view.string) == names)
    #expect(CategoryCell.names(in: " Work ;;Chess\\club; ") == ["Work", "Chess\\club"])
  }
}
