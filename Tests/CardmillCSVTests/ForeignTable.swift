import Cardmill
import CardmillTestSupport

@testable import CardmillCSV

extension CSVSource {
  /// Reads a table as it is recognised.
  func readForeign(_ bytes: [UInt8], _ options: [String: String] = [:], name: String = "a.csv")
    throws -> Reading
  {
    let found = identify(head: bytes.span, fileName: name, isWhole: true)
    var plan = ReadingPlan(found.certainty == .no ? "csv" : found.format)
    plan.options = options
    return try read(bytes, plan)
  }

  func readForeign(_ text: String, _ options: [String: String] = [:]) throws -> Reading {
    try readForeign(Array(text.utf8), options)
  }
}

extension Reading {
  /// The values of a contact's foreign properties of a name.
  func extra(_ name: String, of number: Int = 0) -> [String] {
    contacts[number].properties.filter { $0.isForeign && $0.name == name }.map(\.value.text)
  }
}
