package import Cardmill
import CardmillPlugins

/// A sample file of one of the built-in sources: `SampleData/<family>/<name>`.
package struct Sample: Sendable, CustomStringConvertible {
  package let source: any DataSource
  package let family: String
  package let name: String
  package let bytes: [UInt8]

  package var description: String { family + "/" + name }

  /// Every sample of every built-in source.
  package static let all: [Sample] = builtInSources.flatMap { source -> [Sample] in
    let family = source.description.formats[0].id.family
    let folder = "SampleData/" + family
    return PackageFolder.names(in: folder).compactMap { name in
      guard let bytes = try? PackageFolder.bytes(folder + "/" + name) else { return nil }
      return Sample(source: source, family: family, name: name, bytes: bytes)
    }
  }

  /// The sample of a name.
  package static func named(_ name: String) throws -> Sample {
    guard let sample = all.first(where: { $0.description == name || $0.name == name }) else {
      throw PackageFolder.Missing(description: "there is no sample \(name)")
    }
    return sample
  }

  /// The sample as it is recognised.
  package var format: FormatID {
    source.identify(head: bytes.span, fileName: name, isWhole: true).format
  }
}

/// A format that can be written, with its source.
package struct Target: Sendable, CustomStringConvertible {
  package let source: any DataSource
  package let format: SourceDescription.Format

  package var description: String { format.id.rawValue }

  /// Every format of a built-in source that can be written.
  package static let all: [Target] = builtInSources.flatMap { source in
    source.description.formats.filter(\.writes).map { Target(source: source, format: $0) }
  }
}
