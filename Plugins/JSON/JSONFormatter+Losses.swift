import Cardmill

// What the contact JSON cannot hold. The usual property has no parameter but TYPE, so these functions are asked only when there is one.

extension JSONFormatter {
  static func kept(_ ids: ParameterID...) -> UInt64 {
    ids.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  /// The parameters that become types, label and preference.
  static let typingIDs = kept(.type, .pref, .label)
  static let addressIDs = kept(.type, .pref, .label, .userLabel)
  static let photoIDs = kept(.type, .mediatype)

  mutating func lose(_ code: String, _ path: StaticString, _ original: String) {
    lose(code, path: path.view.string, original)
  }

  private mutating func lose(_ code: String, path: String, _ original: String) {
    losses.append(
      Loss(
        code, path: path, original: original, isRecoverable: false, record: record.number,
        line: record.line))
  }

  /// Reports the parameters of a property that are not among those that were written.
  @inline(__always)
  mutating func noteParameters(of property: PropertyRecord, _ path: StaticString, kept: UInt64) {
    guard property.parameterCount > 0 else { return }
    for place in storage.parameters(of: property)
    where kept & (1 << UInt64(storage.parameters[place].id.rawValue)) == 0 {
      lose("parameter-dropped", path, parameterText(place))
    }
  }

  mutating func noteExtraParameters(of property: PropertyRecord, _ name: ByteView) {
    guard property.parameterCount > 0 else { return }
    for place in storage.parameters(of: property) {
      if property.form == .binary, storage.parameters[place].id == .mediatype { continue }
      lose("parameter-dropped", path: "extra.\(name.string)", parameterText(place))
    }
  }

  private func parameterText(_ place: Int) -> String {
    let parameter = storage.parameters[place]
    let name = parameter.id == .unknown ? view(parameter.name).string : parameter.id.text
    return "\(name)=\(view(parameter.value).string)"
  }

  /// Reports that the values of a component were joined.
  mutating func noteFlattened(_ parts: Range<Int>, _ path: StaticString) {
    let values = parts.map { view(storage.parts[$0]).string }
    lose("structure-flattened", path, values.joined(separator: ","))
  }

  /// Reports the components from a number on, if they hold something.
  mutating func noteFurtherComponents(
    of property: PropertyRecord, from first: Int, _ path: StaticString, _ code: String
  ) {
    let parts = storage.parts(of: property)
    guard parts.count > first else { return }
    var component = -1
    var values: [String] = []
    for place in parts {
      let part = storage.parts[place]
      if !part.continuesComponent { component += 1 }
      if component >= first, !part.isEmpty { values.append(view(part).string) }
    }
    if !values.isEmpty { lose(code, path, values.joined(separator: ";")) }
  }
}
