import Cardmill

/// A format made for tests.
///
/// Each line that begins with `+` is a contact of that name, `*` a group card, `-` an empty record,
/// `!` one that is rejected, `?` one with a warning, `~` one that loses a value when it is written.
/// Any other text stands outside.
struct LineSource: DataSource {
  /// Loses a record in secret, as a faulty writer would.
  var cheats = false

  var description: SourceDescription {
    SourceDescription(
      formats: [
        .init(
          id: "lines", name: "Lines", extensions: ["lines"],
          capabilities: .init(holdsGroups: true, holdsEmptyRecords: false))
      ],
      options: [.init("shout", .writing, value: "true", help: "Writes louder.")])
  }

  func identify(head: Span<UInt8>, fileName: String, isWhole: Bool) -> Identification {
    let first = head.isEmpty ? 0 : head[0]
    return Identification("lines", "+*-!?~".utf8.contains(first) ? .certain : .no)
  }

  func makeSplitter(_ request: ReadRequest) -> any RecordSplitter { LineSplitter() }

  func parse(_ records: RecordBlock, _ request: ReadRequest) -> ParsedBlock {
    var builder = ContactBatch.Builder(block: records.block, format: "lines")
    for (index, range) in records.records.enumerated() {
      let number = records.firstRecord + index
      let place = records.fileRange(index)
      let line = records.block.view[range.start..<range.end].string
      let name = line.dropFirst().split(separator: "\n").first.map(String.init) ?? ""
      builder.beginContact(
        number: number, line: number + 1, source: .none, fileOffset: place.lowerBound,
        fileLength: place.count)
      func diagnostic(_ code: Diagnostic.Code) -> Diagnostic {
        Diagnostic(code, "found \(name.count)", record: number, line: number + 1)
      }
      switch line.first {
      case "!": builder.rejectContact(diagnostic(.limitExceeded))
      case "-": builder.endContact(kind: .empty)
      default:
        if line.first == "?" { builder.diagnostics.append(diagnostic(.missingEnd)) }
        builder.append(Property("FN", .text(name)))
        if line.first == "~" { builder.append(Property("X-LOST", .text("gone"))) }
        builder.endContact(kind: line.first == "*" ? .group : .contact)
      }
    }
    return ParsedBlock(builder)
  }

  func makeWriter(_ request: WriteRequest) -> any RecordWriter { LineWriter(cheats: cheats) }
}

private final class LineSplitter: RecordSplitter {
  func split(_ bytes: Span<UInt8>, isAtEnd: Bool) -> SplitResult {
    var result = SplitResult()
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A || (isAtEnd && index == bytes.count - 1) {
      if "+*-!?~".utf8.contains(bytes[start]) {
        result.records.append(RecordRange(start: start, end: index + 1))
      } else {
        result.outside.append(
          .init(range: start..<index + 1, code: .textOutsideCard, message: "text"))
      }
      start = index + 1
      result.consumed = start
    }
    return result
  }

  func skip(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Int? {
    for index in bytes.indices where bytes[index] == 0x0A { return index + 1 }
    return isAtEnd ? bytes.count : nil
  }
}

private struct LineWriter: RecordWriter {
  let cheats: Bool

  func head(into output: inout ByteBuffer) { output.append("HEAD\n") }
  func tail(into output: inout ByteBuffer) { output.append("TAIL\n") }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    for index in 0..<batch.count {
      let contact = batch[index]
      if contact.recordKind == .empty {
        output.folded += 1
        continue
      }
      output.bytes.append("+" + contact.name.full + "\n")
      for property in contact.properties where property.name == "X-LOST" {
        output.losses.append(
          Loss(
            "no-room", path: "extra.X-LOST", original: property.value.text, isRecoverable: false,
            record: contact.source.number, line: contact.source.line))
      }
      if cheats, index == 0 { continue }
      output.endRecord()
    }
  }
}
