import Cardmill

/// A JSON text as a tree, for what tests look up in it.
package indirect enum JSONValue: Sendable, Equatable, CustomStringConvertible {
  case object([(key: String, value: JSONValue)])
  case array([JSONValue])
  case text(String)
  case number(String)
  case flag(Bool)
  case null

  package struct Broken: Error {}

  /// Reads a whole text.
  package init(_ text: String) throws {
    self = try text.withView { view in
      var reader = JSONReader(view)
      let token = try reader.next()
      let value = try Self.read(token, &reader)
      guard try reader.next() == .end else { throw Broken() }
      return value
    }
  }

  /// Reads a text of one value a line.
  package static func lines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(String($0)) }
  }

  private static func string(_ reader: JSONReader) -> String {
    var buffer = ByteBuffer()
    reader.appendString(to: &buffer)
    return buffer.view.string
  }

  private static func read(_ token: JSONReader.Token, _ reader: inout JSONReader) throws
    -> JSONValue
  {
    switch token {
    case .beginObject:
      var members: [(String, JSONValue)] = []
      while try reader.next() == .key {
        let key = string(reader)
        members.append((key, try read(try reader.next(), &reader)))
      }
      return .object(members)
    case .beginArray:
      var items: [JSONValue] = []
      while true {
        let next = try reader.next()
        if next == .endArray { return .array(items) }
        items.append(try read(next, &reader))
      }
    case .string: return .text(string(reader))
    case .number: return .number(reader.text.string)
    case .yes: return .flag(true)
    case .no: return .flag(false)
    case .null: return .null
    default: throw Broken()
    }
  }

  package static func == (a: JSONValue, b: JSONValue) -> Bool { a.description == b.description }

  /// The value as compact JSON, members in their order.
  package var description: String {
    switch self {
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.description }.joined(separator: ",")
        + "}"
    case .array(let items): "[" + items.map(\.description).joined(separator: ",") + "]"
    case .text(let text): Self.quoted(text)
    case .number(let digits): digits
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    var buffer = ByteBuffer()
    buffer.appendJSON(text)
    return buffer.view.string
  }

  /// The text of a string, or nil.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// A number that is whole, or nil.
  package var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
  /// The items of an array; none for others.
  package var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
  /// The members of an object; none for others.
  package var members: [(key: String, value: JSONValue)] {
    if case .object(let members) = self { members } else { [] }
  }
  /// How many characters, items or members there are.
  package var count: Int { text?.count ?? (items.count + members.count) }
  /// Whether it says nothing.
  package var isNothing: Bool {
    switch self {
    case .object(let members): members.isEmpty
    case .array(let items): items.isEmpty
    case .text(let text): text.isEmpty
    case .null: true
    default: false
    }
  }

  /// The member of a name.
  package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// The value at a path such as `phones[0].value`, `addresses[type=home].street` or `extra.X-FOO`.
  package func value(at path: String) -> JSONValue? {
    if path.hasPrefix("extra.") {
      let name = path.dropFirst(6).lowercased()
      return self["extra"]?.members.first { $0.key.lowercased() == name }?.value
    }
    var here = self
    for part in path.split(separator: ".") {
      let pieces = part.split(separator: "[")
      guard let member = here[String(pieces[0])] else { return nil }
      here = member
      guard pieces.count > 1 else { continue }
      let index = pieces[1].dropLast()
      let found: JSONValue?
      if index.hasPrefix("type=") {
        let wanted = JSONValue.text(String(index.dropFirst(5)))
        found = here.items.first { ($0["types"]?.items ?? []).contains(wanted) }
      } else {
        let items = here.items
        found = Int(index).flatMap { items.indices.contains($0) ? items[$0] : nil }
      }
      guard let found else { return nil }
      here = found
    }
    return here
  }
}
