public import Cardmill
import CardmillCSV
import CardmillJSON
import CardmillVCard
import CardmillXML

/// Every data source that ships with Cardmill, most specific first.
public let builtInSources: [any DataSource] = [
  VCardSource(),
  JSONSource(),
  XMLSource(),
  CSVSource(),
]
