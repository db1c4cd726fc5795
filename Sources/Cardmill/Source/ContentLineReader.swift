/// Reads unfolded content lines in the neutral vocabulary, as `ContentLineWriter` writes them.
///
/// It knows vCard 4.0 only and is strict about nothing: a line that is no property gives false.
/// Real vCard files, with their folds, charsets and vendors' words, are the vCard source's work.
package struct ContentLineReader {
  package init() {}

  /// Adds the property of `line` to the builder's open record; gives false, and adds nothing, when
  /// it is none.
  package func read(_ text: ByteView, into builder: inout ContactBatch.Builder) -> Bool {
    var start = 0
    while start < text.count, text[start].isBlank { start += 1 }
    // No name begins with a blank: such a line would go on the one before it.
    let line = text.from(start)
    var nameEnd = 0
    var groupEnd = -1
    while nameEnd < line.count, line[nameEnd] != UInt8(ascii: ":"),
      line[nameEnd] != UInt8(ascii: ";")
    {
      if line[nameEnd] == UInt8(ascii: "."), groupEnd < 0 {
        groupEnd = nameEnd
      }
      nameEnd += 1
    }
    guard nameEnd < line.count, nameEnd > groupEnd + 1 else { return false }
    let name = line[(groupEnd + 1)..<nameEnd]
    let id = PropertyID(name)
    var record = PropertyRecord(id: id, form: id.form)
    if id == .unknown { record.flags.insert(.foreign) }
    if id == .unknown || !name.equalsIgnoringCase(id.spelling.view) {
      record.name = builder.store(name)
    }
    if groupEnd > 0 { record.group = builder.store(line.upTo(groupEnd)) }
    record.firstParameter = UInt32(builder.parameters.count)
    var at = nameEnd
    var isBase64 = false
    while at < line.count, line[at] == UInt8(ascii: ";") {
      if line.from(at).startsIgnoringCase(";ENCODING=B:"), !id.isMedia {
        isBase64 = true
        at += 11
        break
      }
      at = readParameter(line, at + 1, &record, &builder)
    }
    guard at < line.count, line[at] == UInt8(ascii: ":") else {
      builder.parameters.removeLast(builder.parameters.count - Int(record.firstParameter))
      return false
    }
    if name.equalsIgnoringCase("X-CARDMILL-FIELD"),
      let field = builder.takeFieldName(from: Int(record.firstParameter))
    {
      record.name = field
    }
    record.parameterCount = UInt16(clamping: builder.parameters.count - Int(record.firstParameter))
    if isBase64 {
      record.form = .binary
      record.value = builder.store(line.from(at + 1))
    } else {
      readValue(line.from(at + 1), &record, &builder)
    }
    builder.properties.append(record)
    return true
  }

  /// Reads `NAME=value,value`; gives where it ends.
  private func readParameter(
    _ line: ByteView, _ start: Int, _ record: inout PropertyRecord,
    _ builder: inout ContactBatch.Builder
  ) -> Int {
    var at = line.first(UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: ":"), from: start)
    let name = line[start..<at]
    guard at < line.count, line[at] == UInt8(ascii: "=") else { return at }
    var id = ParameterID(name)
    // Only other sources' lines have them; here they are words like any other.
    if id == .encoding || id == .charset { id = .unknown }
    repeat {
      at += 1
      let value: Slice
      if at < line.count, line[at] == UInt8(ascii: "\"") {
        let end = line.first(UInt8(ascii: "\""), from: at + 1)
        value = builder.storeParameter(line[at + 1..<end], id: id)
        at = min(end + 1, line.count)
      } else {
        let end = line.first(UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), from: at)
        value = builder.storeParameter(line[at..<end], id: id)
        at = end
      }
      if id == .value {
        record.valueType = ValueType(builder.view(value))
        continue
      }
      builder.parameters.append(
        ParameterRecord(
          id: id, word: id == .type ? TypeWord(builder.view(value)) : .unknown,
          name: id == .unknown ? builder.store(name) : .none, value: value))
      record.noteParameter(id)
    } while at < line.count && line[at] == UInt8(ascii: ",")
    return at
  }

  private func readValue(
    _ value: ByteView, _ record: inout PropertyRecord, _ builder: inout ContactBatch.Builder
  ) {
    switch record.form {
    case .text, .binary:
      if record.id.isMedia, let data = DataURI(value), data.isBase64 {
        record.form = .binary
        record.value = builder.store(data.payload)
        let parameters = builder.parameters[Int(record.firstParameter)...]
        if !data.mediaType.isEmpty, !parameters.contains(where: { $0.id == .mediatype }) {
          // The parameters of the record are the last ones: one more may follow.
          builder.parameters.append(
            ParameterRecord(id: .mediatype, value: builder.store(data.mediaType)))
          record.parameterCount += 1
        }
      } else {
        let start = builder.decoded.count
        TextEscapes.decode(value, into: &builder.decoded)
        record.value = Slice(decoded: start, count: builder.decoded.count - start)
      }
    case .unparsed: record.value = builder.store(value)
    case .list: builder.storeParts(value, separator: UInt8(ascii: ","), &record)
    case .structured: builder.storeParts(value, separator: UInt8(ascii: ";"), &record)
    }
  }
}

extension ContactBatch.Builder {
  /// Takes the name of a foreign property out of its parameters, the last ones of the table from
  /// `first` on; nil when it has none.
  package mutating func takeFieldName(from first: Int) -> Slice? {
    guard
      let place = parameters[first...].firstIndex(where: {
        $0.id == .unknown && view($0.name).equalsIgnoringCase("X-NAME")
      })
    else { return nil }
    return parameters.remove(at: place).value
  }

  /// Stores a parameter value without the escapes of RFC 6868 and RFC 6350, 6.3.1 (`\n` in LABEL).
  package mutating func storeParameter(_ value: ByteView, id: ParameterID) -> Slice {
    let start = decoded.count
    var index = 0
    while index < value.count {
      let plain = value.first(UInt8(ascii: "^"), UInt8(ascii: "\\"), from: index)
      if plain > index {
        decoded.append(value[index..<plain])
        index = plain
        continue
      }
      let byte = value[index]
      let next = index + 1 < value.count ? value[index + 1] : 0
      index += 2
      switch (byte, next) {
      case (UInt8(ascii: "^"), UInt8(ascii: "n")): decoded.append(UInt8(ascii: "\n"))
      case (UInt8(ascii: "^"), UInt8(ascii: "^")): decoded.append(UInt8(ascii: "^"))
      case (UInt8(ascii: "^"), UInt8(ascii: "'")): decoded.append(UInt8(ascii: "\""))
      case (UInt8(ascii: "\\"), UInt8(ascii: "r")):
        // A carriage return goes with the line feed behind it.
        if index + 1 >= value.count || value[index] != UInt8(ascii: "\\") {
          decoded.append(UInt8(ascii: "\n"))
        }
      case (UInt8(ascii: "\\"), UInt8(ascii: "n")), (UInt8(ascii: "\\"), UInt8(ascii: "N")):
        decoded.append(UInt8(ascii: "\n"))
      case (UInt8(ascii: "\\"), UInt8(ascii: "\\")), (UInt8(ascii: "\\"), UInt8(ascii: ",")),
        (UInt8(ascii: "\\"), UInt8(ascii: ";")):
        decoded.append(next)
      default:
        decoded.append(byte)
        index -= 1
      }
    }
    return Slice(decoded: start, count: decoded.count - start)
  }

  /// Splits a list (by commas) or a structure (by semicolons, its components by commas) and stores
  /// the decoded parts.
  package mutating func storeParts(
    _ value: ByteView, separator: UInt8, _ record: inout PropertyRecord
  ) {
    let first = parts.count
    var start = 0
    var continues = false
    while true {
      var end = start
      while end < value.count, value[end] != UInt8(ascii: ","), value[end] != separator {
        end += value[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end = min(end, value.count)
      let place = decoded.count
      TextEscapes.decode(value[start..<end], into: &decoded)
      let slice = Slice(decoded: place, count: decoded.count - place)
      parts.append(continues ? slice.continuing : slice)
      guard end < value.count else { break }
      continues = separator == UInt8(ascii: ";") && value[end] == UInt8(ascii: ",")
      start = end + 1
    }
    record.value = Slice(block: first, count: parts.count - first)
  }
}

/// A `data:` URI taken apart (RFC 2397); lenient about case and a missing media type.
package struct DataURI {
  package var mediaType: ByteView
  package var isBase64: Bool
  package var payload: ByteView

  package init?(_ value: ByteView) {
    guard value.startsIgnoringCase("DATA:") else { return nil }
    let comma = value.first(UInt8(ascii: ","))
    guard comma < value.count else { return nil }
    var head = value[5..<comma]
    payload = value.from(comma + 1)
    isBase64 = false
    let semicolon = head.first(UInt8(ascii: ";"))
    if semicolon < head.count {
      let parameters = head.from(semicolon)
      if parameters.count >= 7, parameters.from(parameters.count - 7).equalsIgnoringCase(";BASE64")
      {
        isBase64 = true
        head = head.upTo(head.count - 7)
      }
    }
    mediaType = head
  }
}
