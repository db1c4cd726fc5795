import Cardmill
import CardmillFiles

extension Command {
  static let map = Command(
    name: "map", usage: "map --suggest FILE > MAPPING",
    summary: "Suggest what the columns of a table, or the elements of a document, mean.",
    details: """
      The mapping goes to standard output: a small text file, which is corrected by hand and then \
      used with --in-option mapping=MAPPING. A line is a column's heading (or [N], its number; of \
      XML an element's path below the contact, such as phone/number, phone[@type='home'], mail/@address \
      or . for its own text), an arrow and a contact-JSON path without indexes. Behind it may \
      stand types=home,cell, label="Holiday home" and one of split:X, date:DD.MM.YYYY, base64 and lower. \
      Lines of the head are format:, delimiter:, encoding:, headings: (none for a table without) and \
      record: (of XML, the element that is a contact). # begins a comment. A column or element without a line is kept under its own name.
      """,
    operand: .inputs, operandCount: 0...1,
    examples: [
      Example(purpose: "a first mapping", line: "map --suggest customers.csv"),
      Example(purpose: "a first mapping of a document", line: "map --suggest customers.xml"),
      Example(
        purpose: "the table as it says",
        line: "convert customers.csv --in-option mapping=customers.map --to json"),
    ]
  ) { tool, settings, messages in
    if let word = settings.operands.first {
      throw Tool.usage("'\(word)' stands alone; name the table with --suggest \(word)")
    }
    guard let file = settings.suggest else {
      throw Tool.usage("map needs --suggest FILE, the table to suggest a mapping for")
    }
    let text = try MappingProposal(
      for: file, options: settings.run, sources: tool.formats.sources
    ).text { messages.show($0) }
    try Console.print(text)
    return 0
  }
}
