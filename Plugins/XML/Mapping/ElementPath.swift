import Cardmill

/// A path of elements below a record, as a mapping file has it: `phone/number`,
/// `phone[@type='home']`, `email/@address`, or `.` for the record's own text.
struct ElementPath: Sendable, Hashable {
  struct Step: Sendable, Hashable {
    /// The element's name without a prefix.
    var name: String
    /// An attribute that the element must have, and its value if that counts.
    var attribute: String?
    var value: String?
  }

  /// Why a path cannot be read, and the byte of it that says so, from 0.
  struct Problem: Error {
    var message: String
    var place: Int
  }

  var steps: [Step] = []
  /// The attribute of the last element whose value is meant.
  var attribute: String?

  init(_ text: String) throws(Problem) {
    guard text != "." else { return }
    var rest = Array(text.utf8)[...]
    if rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
    while true {
      if rest.first == UInt8(ascii: "@") {
        attribute = try Self.name(&rest, after: 1)
        guard rest.isEmpty else {
          throw Problem(message: "an attribute is the end of a path", place: rest.startIndex)
        }
        return
      }
      var step = Step(name: try Self.name(&rest, after: 0))
      if rest.starts(with: "[@".utf8) { try Self.readCondition(&rest, into: &step) }
      steps.append(step)
      guard let next = rest.first else { return }
      guard next == UInt8(ascii: "/") else {
        throw Problem(
          message: "here may stand / and an element, /@attribute, or [@attribute='value']",
          place: rest.startIndex)
      }
      rest = rest.dropFirst()
    }
  }

  /// A name without its prefix.
  private static func name(_ rest: inout ArraySlice<UInt8>, after count: Int) throws(Problem)
    -> String
  {
    rest = rest.dropFirst(count)
    let name = rest.prefix { $0.isNameByte }
    guard !name.isEmpty else {
      throw Problem(message: "a name is missing", place: rest.startIndex)
    }
    rest = rest.dropFirst(name.count)
    let local = name.split(separator: UInt8(ascii: ":")).last ?? name
    return String(decoding: local, as: UTF8.self)
  }

  private static func readCondition(_ rest: inout ArraySlice<UInt8>, into step: inout Step)
    throws(Problem)
  {
    step.attribute = try name(&rest, after: 2)
    if rest.first == UInt8(ascii: "=") {
      let place = rest.startIndex + 1
      let quote = rest.dropFirst().first
      let value = rest.dropFirst(2)
      guard let quote, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
        let end = value.firstIndex(of: quote)
      else { throw Problem(message: "a value in quotes is missing", place: place) }
      step.value = String(decoding: value[..<end], as: UTF8.self)
      rest = value[end...].dropFirst()
    }
    guard rest.first == UInt8(ascii: "]") else {
      throw Problem(message: "the closing ] is missing", place: rest.startIndex)
    }
    rest = rest.dropFirst()
  }
}

/// A mapping for documents: which element is a contact, and what is below it.
struct MappedElements: Sendable {
  let mapping: Mapping
  /// The names of the elements from outside to the record, or only the last of them.
  let record: [String]
  /// One for each row.
  let paths: [ElementPath]

  /// Reads the text of a mapping file.
  ///
  /// - Throws: `SourceError` that names the line and column of a mistake.
  init(_ text: String) throws(SourceError) {
    mapping = try Mapping(text)
    guard let record = mapping.record else {
      throw Self.mistake(
        "the mapping does not say which element is a contact; add a line such as record: people/person"
      )
    }
    self.record = record.split(separator: "/").map {
      String($0.split(separator: ":").last ?? $0)
    }
    guard !self.record.isEmpty else { throw Self.mistake("record: names no element") }
    var paths: [ElementPath] = []
    for row in mapping.rows {
      guard case .name(let name) = row.source else {
        throw Self.mistake(
          "line \(row.line), column 1 of the mapping: a document has no columns; write an element's path"
        )
      }
      do throws(ElementPath.Problem) { paths.append(try ElementPath(name)) } catch {
        throw Self.mistake(
          "line \(row.line), column \(error.place + 1) of the mapping: \(error.message)")
      }
    }
    self.paths = paths
  }

  private static func mistake(_ message: String) -> SourceError {
    SourceError(.usage, Diagnostic(.badMapping, message))
  }

  /// Whether an element inside of others is a contact.
  func isRecord(_ name: String, in outer: [String]) -> Bool {
    guard name == record.last else { return false }
    return outer.suffix(record.count - 1).elementsEqual(record.dropLast())
  }
}
