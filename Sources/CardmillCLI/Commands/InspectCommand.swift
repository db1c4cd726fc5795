import Cardmill
import CardmillFiles

extension Command {
  static let inspect = Command(
    name: "inspect", usage: "inspect INPUT... [--json]",
    summary: "Say what is in contact files: format, counts, properties, and what is wrong.",
    operand: .inputs, operandCount: 1...Int.max, operandName: inputName,
    examples: [
      Example(purpose: "what is in a file", line: "inspect phone.vcf"),
      Example(purpose: "the same for programs", line: "inspect phone.vcf old.vcf --json"),
    ]
  ) { tool, settings, messages in
    let inspection = Inspection(
      of: settings.operands, options: settings.run, sources: tool.formats.sources)
    let (findings, report) = try inspection.run { messages.take($0) }
    let texts = findings.map { settings.isJSON ? $0.json : $0.table }
    try Console.print(texts.joined(separator: settings.isJSON ? "" : "\n"))
    messages.finish(exit: report.exit)
    return Int32(report.exit)
  }
}

extension InspectedInput {
  /// One object on one line.
  var json: String {
    var text = JSONText()
    text.object { text in
      text.member("file", file)
      text.member("format", format.rawValue)
      text.optional("dialect", format.dialect)
      text.member("confidence", confidence)
      text.member("encoding", encoding)
      text.member("bom", hasByteOrderMark)
      text.optional("lineEnds", lineEnds)
      text.optional("delimiter", delimiter)
      text.member("versions", versions)
      text.optional("producer", producer)
      text.member("records", records)
      text.member("contacts", contacts)
      text.member("groups", groups)
      text.member("empty", empty)
      text.member("properties", properties)
      text.member("foreign", foreign)
      text.member("columns", columns)
      text.member("bytes", bytes)
      text.member("diagnostics", diagnostics)
    }
    return text.string + "\n"
  }

  /// The same for a person.
  var table: String {
    var rows: [(String, String)] = []
    let sure =
      confidence == "certain" ? "" : confidence == "name" ? " (by its name)" : " (\(confidence))"
    rows.append(("format", format.rawValue + sure))
    var text = [encoding]
    if let lineEnds { text.append("\(lineEnds) line ends") }
    if hasByteOrderMark { text.append("byte order mark") }
    if let delimiter { text.append("delimiter \(delimiter == "\t" ? "tab" : delimiter)") }
    rows.append(("text", text.joined(separator: ", ")))
    if let producer { rows.append(("producer", producer.visible)) }
    if !versions.isEmpty { rows.append(("versions", Self.list(versions))) }
    rows.append(
      (
        "records",
        "\(records.grouped): \(contacts.grouped) contacts, \(groups.grouped) groups, \(empty.grouped) empty"
      ))
    rows.append(("size", "\(bytes.grouped) bytes"))
    if !columns.isEmpty { rows.append(("columns", columns.map(\.visible).joined(separator: ", "))) }
    if !properties.isEmpty { rows.append(("properties", Self.list(properties))) }
    if !foreign.isEmpty { rows.append(("foreign", Self.list(foreign))) }
    if !diagnostics.isEmpty { rows.append(("found", Self.list(diagnostics))) }
    let lines = rows.map { "  " + $0.0.padded(to: 12) + $0.1.wrapped(at: 80, indent: 14) + "\n" }
    return file.visible + "\n" + lines.joined()
  }

  private static let mostListed = 60

  /// Names with their counts, the most frequent first, and no line break between the two.
  private static func list(_ counts: [String: Int]) -> String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var words = sorted.prefix(mostListed).map { "\($0.key.visible)\u{A0}\($0.value.grouped)" }
    if sorted.count > mostListed {
      words.append("… and \((sorted.count - mostListed).grouped) more")
    }
    return words.joined(separator: ", ")
  }
}

extension JSONText {
  fileprivate mutating func member(_ name: String, _ counts: [String: Int]) {
    key(name)
    object { text in
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) { text.member(name, count) }
    }
  }
}
