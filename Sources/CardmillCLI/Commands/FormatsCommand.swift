import Cardmill
import CardmillFiles

extension Command {
  static let formats = Command(
    name: "formats", usage: "formats [--json]",
    summary: "List the formats that can be read and written.",
    examples: [
      Example(purpose: "a table", line: "formats"),
      Example(purpose: "with options, capabilities and limits", line: "formats --json"),
    ]
  ) { tool, settings, messages in
    try Console.print(settings.isJSON ? tool.formats.json : tool.formats.table)
    return 0
  }
}

extension FormatList {
  /// One line a format.
  var table: String {
    let head = ["format", "name", "reads", "writes", "files"]
    let rows = all.map { _, format in
      [
        format.id.rawValue, format.name, format.reads ? "yes" : "no", format.writes ? "yes" : "no",
        format.extensions.map { "*." + $0 }.joined(separator: " "),
      ]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    let lines = ([head] + rows).map { row in
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      return cells.joined(separator: "  ").trimmedAtEnd + "\n"
    }
    return lines.joined()
  }

  /// An array with everything that the sources say of themselves.
  var json: String {
    var text = JSONText()
    text.array { text in
      for (source, format) in all {
        text.object { source.describe(format, to: &$0) }
      }
    }
    return text.string + "\n"
  }
}

extension DataSource {
  fileprivate func describe(_ format: SourceDescription.Format, to text: inout JSONText) {
    text.member("id", format.id.rawValue)
    text.member("name", format.name)
    text.member("extensions", format.extensions)
    text.member("mediaTypes", format.mediaTypes)
    text.member("read", format.reads)
    text.member("write", format.writes)
    text.member("lossless", format.isLossless)
    text.key("options")
    text.array { text in
      for option in description.options {
        text.object {
          $0.member("name", option.name)
          $0.member("direction", option.direction.rawValue)
          $0.member("value", option.value)
          $0.member("help", option.help)
        }
      }
    }
    let capabilities = format.capabilities
    text.key("capabilities")
    text.object {
      $0.member("groups", capabilities.holdsGroups)
      $0.member("emptyRecords", capabilities.holdsEmptyRecords)
      $0.member("photos", capabilities.holdsPhotos)
      $0.member("deletionMarks", capabilities.holdsDeletionMarks)
      $0.member("concatenation", format.canBeConcatenated)
    }
    text.key("limits")
    text.object {
      let limits = Limits()
      $0.member("record", limits.record)
      $0.member("line", limits.line)
      $0.member("properties", limits.properties)
      $0.member("nesting", limits.nesting)
      $0.member("columns", limits.columns)
    }
    // A source of the package is no plugin program.
    text.key("plugin")
    text.null()
  }
}
