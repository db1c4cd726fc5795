/// The head of a journal: what was done, and which files belong together.
package struct JournalHead: Sendable, Hashable {
  /// A file by its name, size and SHA-256 (hexadecimal).
  package struct File: Sendable, Hashable {
    package var name: String
    package var size: Int
    package var digest: String

    package init(name: String, size: Int, digest: String) {
      self.name = name
      self.size = size
      self.digest = digest
    }
  }

  /// An input and the output that was made of it.
  package struct Input: Sendable, Hashable {
    package var file: File
    package var format: String
    package var output: File

    package init(file: File, format: String, output: File) {
      self.file = file
      self.format = format
      self.output = output
    }
  }

  /// When it was done, RFC 3339.
  package var time: String
  package var command: [String]
  package var removed: File
  package var inputs: [Input]

  package init(time: String, command: [String], removed: File, inputs: [Input]) {
    self.time = time
    self.command = command
    self.removed = removed
    self.inputs = inputs
  }
}

/// A line of a journal that cannot be right.
package struct JournalError: Error, Sendable, Hashable {
  package var message: String
  package init(_ message: String) { self.message = message }
}

// MARK: Writing

extension JournalHead {
  /// Appends the head as the journal's first line.
  package func append(to buffer: inout ByteBuffer) {
    buffer.append("{\"cardmill\":\"journal\",\"version\":1,\"time\":" as StaticString)
    buffer.appendJSON(time)
    buffer.append(",\"command\":[" as StaticString)
    for (number, word) in command.enumerated() {
      if number > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.appendJSON(word)
    }
    buffer.append("],\"removed\":{\"file\":" as StaticString)
    removed.append(to: &buffer, size: "size", digest: "sha256")
    buffer.append("},\"inputs\":[" as StaticString)
    for (number, input) in inputs.enumerated() {
      if number > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append("{\"file\":" as StaticString)
      buffer.appendJSON(input.file.name)
      buffer.append(",\"format\":" as StaticString)
      buffer.appendJSON(input.format)
      buffer.append(",\"size\":" as StaticString)
      buffer.append(decimal: input.file.size)
      buffer.append(",\"sha256\":" as StaticString)
      buffer.appendJSON(input.file.digest)
      buffer.append(",\"output\":" as StaticString)
      input.output.append(to: &buffer, size: "outputSize", digest: "outputSHA256")
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append("]}\n" as StaticString)
  }
}

extension JournalHead.File {
  fileprivate func append(to buffer: inout ByteBuffer, size: StaticString, digest: StaticString) {
    buffer.appendJSON(name)
    buffer.append(",\"" as StaticString)
    buffer.append(size)
    buffer.append("\":" as StaticString)
    buffer.append(decimal: self.size)
    buffer.append(",\"" as StaticString)
    buffer.append(digest)
    buffer.append("\":" as StaticString)
    buffer.appendJSON(self.digest)
  }
}

extension Splice {
  /// Appends the splice as a line of the journal.
  package func append(to buffer: inout ByteBuffer) {
    func number(_ key: StaticString, _ value: Int, _ buffer: inout ByteBuffer) {
      buffer.append(key)
      buffer.append(decimal: value)
    }
    number("{\"input\":", input, &buffer)
    number(",\"at\":", range.lowerBound, &buffer)
    number(",\"length\":", range.count, &buffer)
    number(",\"outputAt\":", output.lowerBound, &buffer)
    number(",\"outputLength\":", output.count, &buffer)
    number(",\"contact\":", record, &buffer)
    buffer.append(",\"kind\":\"" as StaticString)
    buffer.append(kind.rawValue)
    switch origin {
    case .removedFile(let from):
      number("\",\"from\":[", from.lowerBound, &buffer)
      number(",", from.count, &buffer)
      buffer.append("]}\n" as StaticString)
    case .bytes(let bytes):
      buffer.append("\",\"bytes\":\"" as StaticString)
      bytes.withView { Base64.encode($0, into: &buffer) }
      buffer.append("\"}\n" as StaticString)
    }
  }
}

// MARK: Reading. Nothing in a journal is trusted: every number is checked before it is used, and
// its file names are only shown.

extension JournalHead {
  /// Reads the first line of a journal.
  package init(_ line: ByteView) throws(JournalError) {
    let object = try JournalValue.object(line)
    guard object["cardmill"]?.text == "journal" else { throw JournalError("it is no journal") }
    guard object["version"]?.number == 1 else {
      throw JournalError("it is a journal of a newer version of Cardmill")
    }
    guard let removed = object["removed"]?.members.flatMap({ File($0, "size", "sha256") }),
      let list = object["inputs"]?.items, !list.isEmpty
    else { throw JournalError("its first line lacks the files") }
    var inputs: [Input] = []
    for item in list {
      guard let members = item.members, let file = File(members, "size", "sha256"),
        let output = File(members, "outputSize", "outputSHA256", name: "output")
      else { throw JournalError("its first line lacks the size or digest of a file") }
      inputs.append(
        Input(file: file, format: members["format"]?.text ?? "", output: output))
    }
    self.init(
      time: object["time"]?.text ?? "",
      command: (object["command"]?.items ?? []).compactMap(\.text), removed: removed,
      inputs: inputs)
  }
}

extension JournalHead.File {
  fileprivate init?(
    _ members: [String: JournalValue], _ size: String, _ digest: String, name: String = "file"
  ) {
    guard let size = members[size]?.number, 0..<1 << 60 ~= size, let digest = members[digest]?.text
    else {
      return nil
    }
    self.init(name: members[name]?.text ?? "", size: size, digest: digest)
  }
}

extension Splice {
  /// Reads a further line of a journal.
  package init(_ line: ByteView) throws(JournalError) {
    let object = try JournalValue.object(line)
    func number(_ key: String) throws(JournalError) -> Int {
      guard let value = object[key]?.number, value >= 0, value < 1 << 60 else {
        throw JournalError("a line lacks “\(key)”, or it is no number that can be right")
      }
      return value
    }
    let at = try number("at")
    let outputAt = try number("outputAt")
    let origin: Origin
    if let from = object["from"]?.items, from.count == 2, let start = from[0].number,
      let length = from[1].number, start >= 0, length >= 0, start < 1 << 60, length < 1 << 60
    {
      origin = .removedFile(start..<start + length)
    } else if let text = object["bytes"]?.text {
      var bytes = ByteBuffer(capacity: text.utf8.count)
      guard text.withView({ Base64.decode($0, into: &bytes) }) == 0 else {
        throw JournalError("the bytes of a line are no base64")
      }
      origin = .bytes(bytes.bytes)
    } else {
      throw JournalError("a line does not say where the bytes are")
    }
    guard let kind = object["kind"]?.text.flatMap(Kind.init) else {
      throw JournalError("a line has no kind that is known")
    }
    self.init(
      input: try number("input"), range: at..<at + (try number("length")),
      output: outputAt..<outputAt + (try number("outputLength")), record: try number("contact"),
      kind: kind, origin: origin)
  }
}

/// A small JSON value of a journal's or plan's line.
package indirect enum JournalValue: Sendable {
  case number(Int)
  case text(String)
  case list([JournalValue])
  case object([String: JournalValue])
  case other

  package var number: Int? { if case .number(let value) = self { value } else { nil } }
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  package var items: [JournalValue]? { if case .list(let value) = self { value } else { nil } }
  package var members: [String: JournalValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Reads a line that has to be an object.
  package static func object(_ line: ByteView) throws(JournalError) -> [String: JournalValue] {
    var reader = JSONReader(line)
    do throws(JSONError) {
      let token = try reader.next()
      if case .object(let members) = try read(token, line, &reader) { return members }
    } catch {
      throw JournalError("a line is not JSON")
    }
    throw JournalError("a line is not a JSON object")
  }

  private static func read(
    _ token: JSONReader.Token, _ line: ByteView, _ reader: inout JSONReader
  ) throws(JSONError) -> JournalValue {
    switch token {
    case .number:
      return Int(line[reader.tokenRange].string).map { .number($0) } ?? .other
    case .string:
      var buffer = ByteBuffer(capacity: 64)
      reader.appendString(to: &buffer)
      return .text(buffer.view.string)
    case .beginArray:
      var items: [JournalValue] = []
      while true {
        let next = try reader.next()
        if next == .endArray { return .list(items) }
        items.append(try read(next, line, &reader))
      }
    case .beginObject:
      var members: [String: JournalValue] = [:]
      while true {
        let next = try reader.next()
        if next == .endObject { return .object(members) }
        var key = ByteBuffer(capacity: 32)
        reader.appendString(to: &key)
        let value = try reader.next()
        members[key.view.string] = try read(value, line, &reader)
      }
    default: return .other
    }
  }
}
