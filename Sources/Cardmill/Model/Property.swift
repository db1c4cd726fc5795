/// One property of a contact: a name of the neutral vocabulary, parameters and a decoded value.
public struct Property: Sendable, Hashable {
  /// A value; text is unfolded, transfer-decoded, UTF-8 and without escapes.
  public enum Value: Sendable, Hashable {
    /// One text.
    case text(String)
    /// Several texts, such as the nicknames of one `NICKNAME`.
    case list([String])
    /// Components, each a list, such as those of `N` (RFC 6350, 6.2.2).
    case structured([[String]])
    /// Data as base64 without white space.
    case binary(base64: String)
    /// A value of unknown structure, with its backslash escapes.
    case unparsed(String)

    var form: ValueForm {
      switch self {
      case .text: .text
      case .list: .list
      case .structured: .structured
      case .binary: .binary
      case .unparsed: .unparsed
      }
    }

    /// The value in a form that properties of a name have: the text of a name is its first
    /// component, and what is unknown keeps its escapes.
    package func normalized(for id: PropertyID) -> Value {
      switch (id.form, self) {
      case (.text, .text), (.unparsed, .unparsed), (.unparsed, .binary): return self
      case (.text, .binary) where id.isMedia: return self
      case (.list, .list(let items)): return items.isEmpty ? .list([""]) : self
      case (.structured, .structured(let components)):
        return components.isEmpty ? .structured([[]]) : self
      case (.list, _): return .list([text])
      case (.structured, _): return .structured([[text]])
      case (.unparsed, .list(let items)):
        return .unparsed(items.map(TextEscapes.encoded).joined(separator: ","))
      case (.unparsed, .structured(let components)):
        return .unparsed(
          components.map { $0.map(TextEscapes.encoded).joined(separator: ",") }.joined(
            separator: ";"))
      case (.unparsed, .text(let text)): return .unparsed(TextEscapes.encoded(text))
      case (.text, _), (.binary, _): return .text(text)
      }
    }

    /// The value as one readable text: components by semicolons, list values by commas, escapes
    /// decoded.
    public var text: String {
      switch self {
      case .text(let text): text
      case .list(let items): items.joined(separator: ",")
      case .structured(let components):
        components.map { $0.joined(separator: ",") }.joined(separator: ";")
      case .binary(let base64): base64
      case .unparsed(let raw): TextEscapes.decoded(raw)
      }
    }
  }

  /// One value of a parameter; a parameter with several values stands several times.
  public struct Parameter: Sendable, Hashable {
    /// The name in upper case, such as `TYPE`.
    public var name: String
    /// The decoded value.
    public var value: String

    /// Makes a parameter.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name as it was written, such as `TEL`; compared without case.
  public var name: String
  /// The group that binds properties of one card, such as `item1` (RFC 6350, 3.3).
  public var group: String?
  /// The parameters, each value on its own, in their order.
  public var parameters: [Parameter]
  /// The decoded value.
  public var value: Value
  /// Whether the name has no translation into the neutral vocabulary.
  public var isForeign: Bool
  package var valueType: ValueType
  package var id: PropertyID

  /// Makes a property of the neutral vocabulary.
  public init(
    _ name: String, _ value: Value, parameters: [Parameter] = [], group: String? = nil
  ) {
    self.name = name
    self.value = value
    self.parameters = parameters
    self.group = group
    id = name.withView { PropertyID($0) }
    isForeign = id == .unknown
    valueType = .unstated
  }

  package init(
    _ id: PropertyID, _ value: Value, parameters: [Parameter] = [], group: String? = nil,
    valueType: ValueType = .unstated
  ) {
    self.init(id.text, value, parameters: parameters, group: group)
    self.valueType = valueType
  }

  package init(_ storage: ContactBatch.Storage, _ record: PropertyRecord) {
    name = storage.view(record.name).string
    if name.isEmpty { name = record.id.text }
    group = record.group.isEmpty ? nil : storage.view(record.group).string
    isForeign = record.flags.contains(.foreign)
    valueType = record.valueType
    id = record.id
    parameters = storage.parameters(of: record).map { place in
      let parameter = storage.parameters[place]
      let name =
        parameter.id == .unknown
        ? storage.view(parameter.name).string.uppercased() : parameter.id.text
      let value =
        parameter.word == .unknown ? storage.view(parameter.value).string : parameter.word.text
      return Parameter(name, value)
    }
    switch record.form {
    case .text: value = .text(storage.view(record.value).string)
    case .unparsed: value = .unparsed(storage.view(record.value).string)
    case .binary: value = .binary(base64: storage.view(record.value).string)
    case .list:
      value = .list(storage.parts(of: record).map { storage.view(storage.parts[$0]).string })
    case .structured:
      var components: [[String]] = []
      for place in storage.parts(of: record) {
        let part = storage.parts[place]
        let text = storage.view(part).string
        if part.continuesComponent, !components.isEmpty {
          components[components.count - 1].append(text)
        } else {
          components.append([text])
        }
      }
      value = .structured(components)
    }
  }

  /// The values of a parameter, such as `home` and `cell` of `TYPE`.
  public func values(of parameter: String) -> [String] {
    let wanted = parameter.uppercased()
    return parameters.filter { $0.name == wanted }.map(\.value)
  }
}
