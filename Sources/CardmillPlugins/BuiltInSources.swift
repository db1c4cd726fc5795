public import Cardmill
import CardmillCSV
import CardmillJSON
import CardmillVCard

/// Every data source that ships with Cardmill, most specific first.
public let builtInSources: [any DataSource] = [
  VCardSource(),
  JSONSource(),
  CSVSource(),
]
