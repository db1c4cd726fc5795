import Cardmill

/// Notes what of a contact was written, so that the rest can be told.
///
/// A writer marks each property that it wrote, and says which parameters it kept. What is not
/// marked is a loss.
struct LossLedger {
  private let storage: ContactBatch.Storage
  private(set) var record: ContactRecord
  private var isWritten: [Bool] = []
  private(set) var losses: [Loss] = []

  init(_ storage: ContactBatch.Storage) {
    self.storage = storage
    record = ContactRecord(
      firstProperty: 0, source: .none, fileOffset: 0, fileLength: 0, number: 0, line: 1)
  }

  /// Begins a contact.
  mutating func begin(_ contact: ContactRecord) {
    record = contact
    isWritten = Array(repeating: false, count: storage.properties(of: contact).count)
  }

  mutating func mark(_ place: Int) { isWritten[place - Int(record.firstProperty)] = true }

  mutating func lose(_ code: String, _ path: String, _ original: String) {
    losses.append(
      Loss(
        code, path: path, original: original, isRecoverable: false, record: record.number,
        line: record.line))
  }

  // Marks a property, and notes those of its parameters that were not kept.
  //
  // - Parameters:
  //   - kept: the parameters that the format holds.
  //   - words: the TYPE words that were written.
  mutating func write(_ place: Int, kept: Set<ParameterID> = [], words: TypeWords? = nil) {
    mark(place)
    let property = storage.properties[place]
    guard property.parameterCount > 0 else { return }
    let path = property.id.path
    for index in storage.parameters(of: property) {
      let parameter = storage.parameters[index]
      switch parameter.id {
      case .type where parameter.word != .unknown:
        if let words, words.contains(parameter.word) { continue }
        if words == nil, kept.contains(.type) { continue }
        lose("type-word-dropped", path, parameter.word.text)
      case .type:
        if !kept.contains(.type), !kept.contains(.label) {
          lose("type-word-dropped", path, storage.view(parameter.value).string)
        }
      case .mediatype where property.form == .binary: continue
      case _ where kept.contains(parameter.id): continue
      default: lose("parameter-dropped", path, parameterText(parameter))
      }
    }
  }

  private func parameterText(_ parameter: ParameterRecord) -> String {
    let name = parameter.id == .unknown ? storage.view(parameter.name).string : parameter.id.text
    return name + "=" + storage.view(parameter.value).string
  }

  /// Ends a contact: what was not marked could not be held.
  mutating func end() {
    for (index, isDone) in isWritten.enumerated() where !isDone {
      let property = storage.properties[Int(record.firstProperty) + index]
      guard storage.hasContent(property) || property.id == .adr else { continue }
      let name = property.name.isEmpty ? property.id.text : storage.view(property.name).string
      let isExtra = property.id == .unknown || property.id.path.hasPrefix("extra.")
      let path = property.id == .unknown ? "extra.\(name)" : property.id.path
      lose(isExtra ? "extra-dropped" : "field-unsupported", path, excerpt(property))
    }
  }

  /// The value, or of data only how much it is.
  private func excerpt(_ property: PropertyRecord) -> String {
    guard property.form == .binary else { return property.text(in: storage) }
    return "\(Base64.decodedCount(storage.view(property.value))) bytes"
  }

  /// Hands the losses over.
  mutating func take(into output: inout FormattedBlock) {
    output.losses += losses
    losses.removeAll(keepingCapacity: true)
  }
}

/// A value with what its TYPE, PREF and LABEL say.
struct LabeledPlace {
  var place: Int
  var typing: Typing
  var isPreferred: Bool

  var words: TypeWords { typing.words }
}

extension ContactBatch.Storage {
  /// The properties of a name that hold something, with what their types say.
  func labeled(_ id: PropertyID, in contact: ContactRecord) -> [LabeledPlace] {
    let best = bestPreference(of: id, in: contact)
    return properties(of: contact).compactMap { place in
      let property = properties[place]
      guard property.id == id,
        hasContent(property) || (id == .adr && parameter(.label, of: property) != nil)
      else { return nil }
      let typing = typing(of: property)
      return LabeledPlace(
        place: place, typing: typing, isPreferred: best != nil && typing.preference == best)
    }
  }

  /// The component of a structure, its values joined.
  func component(_ number: Int, of property: PropertyRecord, separator: UInt8 = 0x20) -> String {
    var buffer = ByteBuffer(capacity: 64)
    appendComponent(number, of: property, separator: separator, to: &buffer)
    return buffer.view.string
  }

  /// The display name, or nil when nothing gives one.
  func displayName(of contact: ContactRecord) -> String? {
    var buffer = ByteBuffer(capacity: 64)
    appendDisplayName(of: contact, to: &buffer)
    return buffer.count == 0 ? nil : buffer.view.string
  }

  /// The value of a foreign property of a name.
  func foreign(_ name: String, in contact: ContactRecord) -> (place: Int, value: String)? {
    name.uppercased().withView { wanted in
      for place in properties(of: contact) where properties[place].id == .unknown {
        if view(properties[place].name).equalsIgnoringCase(wanted) {
          return (place, TextEscapes.decoded(view(properties[place].value).string))
        }
      }
      return nil
    }
  }

  /// The value of a parameter that the vocabulary does not have.
  func foreignParameter(_ name: StaticString, of property: PropertyRecord) -> ByteView? {
    for place in parameters(of: property) where parameters[place].id == .unknown {
      if view(parameters[place].name).equalsIgnoringCase(name) {
        return view(parameters[place].value)
      }
    }
    return nil
  }
}

/// Writes elements.
struct XMLWriting: ~Copyable {
  var bytes = ByteBuffer(capacity: 1024)
  /// Whether a character was met that XML does not allow.
  var isReplaced = false

  mutating func raw(_ text: StaticString) { bytes.append(text) }

  mutating func text(_ text: String) {
    text.withView { if XMLText.append($0, to: &bytes) { isReplaced = true } }
  }

  mutating func text(_ text: ByteView) { if XMLText.append(text, to: &bytes) { isReplaced = true } }

  /// An attribute with a blank before it.
  mutating func attribute(_ name: StaticString, _ value: String) {
    bytes.append(" ")
    bytes.append(name)
    bytes.append("=\"")
    value.withView { if XMLText.appendAttribute($0, to: &bytes) { isReplaced = true } }
    bytes.append("\"")
  }

  /// An element with a text, also an empty one.
  mutating func element(_ name: StaticString, _ content: String) {
    bytes.append("<")
    bytes.append(name)
    bytes.append(">")
    text(content)
    bytes.append("</")
    bytes.append(name)
    bytes.append(">")
  }

  /// An element unless its text is empty.
  mutating func elementIfAny(_ name: StaticString, _ content: String) {
    if !content.isEmpty { element(name, content) }
  }
}
