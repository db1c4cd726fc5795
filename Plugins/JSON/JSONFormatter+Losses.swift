import Cardmill

// What the contact JSON cannot hold. The usual property has no parameter but TYPE, so these
// functions are asked only when there is one.

extension JSONFormatter {
  static func kept(_ ids: ParameterID...) -> UInt64 {
    ids.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  /// The parameters that become types, label and preference.
  static let typingIDs = kept(.type, .pref, .label)
  static let addressIDs = kept(.type, .pref, .label, .userLabel)
  static let photoIDs = kept(.type, .mediatype)

  mutating func lose(_ code: String, _ path: String, _ original: String) {
    losses.append(
      Loss(
        code, path: path, original: original, isRecoverable: false, record: record.number,
        line: record.line))
  }

  /// Reports the parameters of a property that are not among those that were written.
  @inline(__always)
  mutating func noteParameters(of property: PropertyRecord, _ path: String, kept: UInt64) {
    if property.parameterCount > 0 { noteDropped(of: property, path, kept) }
  }

  private mutating func noteDropped(of property: PropertyRecord, _ path: String, _ kept: UInt64) {
    for place in storage.parameters(of: property) {
      let parameter = storage.parameters[place]
      guard kept & (1 << UInt64(parameter.id.rawValue)) == 0 else { continue }
      // To be preferred among one is nothing.
      if parameter.id == .pref || parameter.word == .pref, next(head(property.id)) < 0 { continue }
      lose("parameter-dropped", path, parameterText(place))
    }
  }

  mutating func noteExtraParameters(of property: PropertyRecord, _ name: ByteView) {
    guard property.parameterCount > 0 else { return }
    for place in storage.parameters(of: property) {
      if property.form == .binary, storage.parameters[place].id == .mediatype { continue }
      lose("parameter-dropped", "extra.\(name.string)", parameterText(place))
    }
  }

  private mutating func parameterText(_ place: Int) -> String {
    let parameter = storage.parameters[place]
    scratch.removeAll()
    scratch.append(parameter.id == .unknown ? view(parameter.name) : parameter.id.spelling.view)
    scratch.append(UInt8(ascii: "="))
    scratch.append(view(parameter.value))
    return scratch.view.string
  }

  /// Reports that the values of a component were joined.
  mutating func noteFlattened(_ parts: Range<Int>, _ path: String) {
    let values = parts.map { view(storage.parts[$0]).string }
    lose("structure-flattened", path, values.joined(separator: ","))
  }

  /// Reports the components from a number on, if they hold something.
  mutating func noteFurtherComponents(
    of property: PropertyRecord, from first: Int, _ path: String, _ code: String
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
