import Cardmill
import CardmillFiles

extension Command {
  static let convert = Command(
    name: "convert", usage: "convert INPUT... [-o OUTPUT] [--from FORMAT] [--to FORMAT]",
    summary: "Read contact files and write them in another format.",
    details: """
      Every record and every value is accounted for: what the output cannot hold is named, and \
      kept with --losses FILE. The output appears whole or not at all.
      """,
    operand: .inputs, operandCount: 1...Int.max, operandName: inputName,
    examples: [
      Example(
        purpose: "a phone's cards for a spreadsheet", line: "convert phone.vcf -o people.csv"),
      Example(purpose: "cards as contact JSON, for jq", line: "convert phone.vcf --to json"),
      Example(
        purpose: "old cards in today's form, one file each",
        line: "convert old.vcf --to vcard:4.0 -o cards/"),
      Example(
        purpose: "several files into one, with a report",
        line: "convert phone.vcf old.vcf -o all.vcf --report report.json"),
    ]
  ) { tool, settings, messages in
    let output = settings.output ?? "-"
    do { _ = try tool.formats.target(settings.run.to, output: output) } catch {
      guard settings.run.to == nil, settings.style == .text, let error = error as? SourceError
      else { throw error }
      messages.end(error)
      messages.list(tool.formats.all.map(\.format).filter(\.writes))
      return Int32(error.kind.exitCode)
    }
    let conversion = Conversion(
      from: settings.operands, to: output, options: settings.run, sources: tool.formats.sources)
    let report = try conversion.run { messages.take($0) }
    messages.finish(exit: report.exit)
    return Int32(report.exit)
  }
}

extension Messages {
  /// Lists the formats that could have been named.
  func list(_ formats: [SourceDescription.Format]) {
    let width = formats.map { $0.id.rawValue.count }.max() ?? 0
    let lines = formats.map { "  \($0.id.rawValue.padded(to: width))  \($0.name)\n" }
    Console.printError("Formats that can be written:\n" + lines.joined())
  }
}
