import Cardmill

extension JSONFormatter {
  mutating func appendName(_ output: inout ByteBuffer) {
    let start = output.count
    output.append(",\"name\":")
    let inner = output.count
    let shown = appendFullName(&output)
    if has(.n), let name = single(.n) { appendComponents(name, &output) }
    if has(.xPhoneticFirstName) || has(.xPhoneticLastName) { appendPhonetic(&output) }
    if has(.fn), next(head(.fn)) >= 0 { appendAlternatives(shown, &output) }
    guard output.count > inner else { return output.truncate(to: start) }
    output[inner] = UInt8(ascii: "{")
    output.append(UInt8(ascii: "}"))
  }

  /// Writes FN, or the name that stands in for it; gives the place of the FN that was written, or
  /// -1.
  private mutating func appendFullName(_ output: inout ByteBuffer) -> Int {
    var place = head(.fn)
    if place >= 0, next(place) >= 0 {
      place = storage.shownFullName(in: record) ?? place
      if storage.properties[place].value.isEmpty { place = head(.fn) }
    }
    while place >= 0, storage.properties[place].value.isEmpty { place = next(place) }
    if place >= 0 {
      output.append(",\"full\":\"")
      appendValue(storage.properties[place], &output)
      output.append(UInt8(ascii: "\""))
      noteParameters(of: storage.properties[place], "name.full", kept: Self.kept(.pref))
      return place
    }
    scratch.removeAll()
    storage.appendDerivedName(of: record, to: &scratch)
    guard scratch.count > 0 else { return -1 }
    output.append(",\"full\":")
    output.appendJSON(scratch.view, lineBreaks: .lineFeeds)
    return -1
  }

  private mutating func appendComponents(_ name: PropertyRecord, _ output: inout ByteBuffer) {
    appendComponent(1, of: name, ",\"given\":\"", "name.given", &output)
    appendComponent(0, of: name, ",\"family\":\"", "name.family", &output)
    appendComponent(2, of: name, ",\"additional\":\"", "name.additional", &output)
    appendComponent(3, of: name, ",\"prefix\":\"", "name.prefix", &output)
    appendComponent(4, of: name, ",\"suffix\":\"", "name.suffix", &output)
    noteParameters(of: name, "name", kept: 0)
    noteFurtherComponents(of: name, from: 5, "name", "structure-flattened")
  }

  /// Writes a component, its values joined with a blank.
  private mutating func appendComponent(
    _ number: Int, of property: PropertyRecord, _ key: StaticString, _ path: String,
    _ output: inout ByteBuffer
  ) {
    let parts = component(number, of: property)
    if parts.count == 1 {
      let part = storage.parts[parts.lowerBound]
      guard !part.isEmpty else { return }
      output.append(key)
      appendContent(view(part), &output)
      return output.append(UInt8(ascii: "\""))
    }
    var count = 0
    for place in parts where !storage.parts[place].isEmpty {
      if count == 0 { output.append(key) } else { output.append(UInt8(ascii: " ")) }
      appendContent(view(storage.parts[place]), &output)
      count += 1
    }
    guard count > 0 else { return }
    output.append(UInt8(ascii: "\""))
    if count > 1 { noteFlattened(parts, path) }
  }

  /// The places of a component's values.
  private func component(_ number: Int, of property: PropertyRecord) -> Range<Int> {
    let parts = storage.parts(of: property)
    var start = parts.lowerBound
    var count = -1
    var place = parts.lowerBound
    while place < parts.upperBound {
      if !storage.parts[place].continuesComponent {
        if count == number { return start..<place }
        count += 1
        start = place
      }
      place += 1
    }
    return count == number ? start..<place : place..<place
  }

  private mutating func appendPhonetic(_ output: inout ByteBuffer) {
    let start = output.count
    output.append(",\"phonetic\":")
    let inner = output.count
    if let given = single(.xPhoneticFirstName) {
      output.append(",\"given\":\"")
      appendValue(given, &output)
      output.append(UInt8(ascii: "\""))
      noteParameters(of: given, "name.phonetic.given", kept: 0)
    }
    if let family = single(.xPhoneticLastName) {
      output.append(",\"family\":\"")
      appendValue(family, &output)
      output.append(UInt8(ascii: "\""))
      noteParameters(of: family, "name.phonetic.family", kept: 0)
    }
    guard output.count > inner else { return output.truncate(to: start) }
    output[inner] = UInt8(ascii: "{")
    output.append(UInt8(ascii: "}"))
  }

  private mutating func appendAlternatives(_ shown: Int, _ output: inout ByteBuffer) {
    let start = output.count
    output.append(",\"fullAlternatives\":")
    let inner = output.count
    var place = head(.fn)
    while place >= 0 {
      let property = storage.properties[place]
      if place != shown, !property.value.isEmpty {
        output.append(",\"")
        appendValue(property, &output)
        output.append(UInt8(ascii: "\""))
        noteParameters(of: property, "name.fullAlternatives", kept: Self.kept(.pref))
      }
      place = next(place)
    }
    endArray(from: start, inner, &output)
  }

  /// Ends an array whose elements have a comma before them, or takes its key back when it is empty.
  func endArray(from start: Int, _ inner: Int, _ output: inout ByteBuffer) {
    guard output.count > inner else { return output.truncate(to: start) }
    output[inner] = UInt8(ascii: "[")
    output.append(UInt8(ascii: "]"))
  }
}
