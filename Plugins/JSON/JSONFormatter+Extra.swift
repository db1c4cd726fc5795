import Cardmill

extension JSONFormatter {
  /// Writes what has no path of its own, each name once: at the place of its first property.
  mutating func appendExtra(_ output: inout ByteBuffer) {
    var places: [Int] = []
    for place in storage.properties(of: record) where isExtra(place) { places.append(place) }
    guard !places.isEmpty else { return }
    output.append(",\"extra\":")
    let inner = output.count
    if places.count == 1 {
      appendExtra(places[...], &output)
    } else if places.count <= 16 {
      while let first = places.first {
        let name = extraName(first)
        let same = places.filter { $0 == first || extraName($0).equalsIgnoringCase(name) }
        appendExtra(same[...], &output)
        if same.count == places.count { break }
        places.removeAll { same.contains($0) }
      }
    } else {
      appendMany(places, &output)
    }
    output[inner] = UInt8(ascii: "{")
    output.append(UInt8(ascii: "}"))
  }

  private mutating func appendMany(_ places: [Int], _ output: inout ByteBuffer) {
    var groups: [[Int]] = []
    var known: [String: Int] = [:]
    for place in places {
      let name = extraName(place).string.uppercased()
      if let number = known[name] {
        groups[number].append(place)
      } else {
        known[name] = groups.count
        groups.append([place])
      }
    }
    for group in groups { appendExtra(group[...], &output) }
  }

  private func isExtra(_ place: Int) -> Bool {
    let id = storage.properties[place].id
    let number = Int(id.rawValue)
    let bit: UInt64 = 1 << UInt64(number)
    if Self.listIDs & bit != 0 { return false }
    if Self.pathIDs & bit != 0 {
      if Int(carried[number]) == place { return false }
      if case .bday = id, Int(carriedText) == place { return false }
      if case .member = id, record.kind == .group { return false }
    }
    return storage.hasContent(storage.properties[place])
  }

  /// The name as it was written.
  private func extraName(_ place: Int) -> ByteView {
    let property = storage.properties[place]
    return property.name.isEmpty ? property.id.spelling.view : view(property.name)
  }

  /// Writes the properties of one name: a string, or an array of them.
  private mutating func appendExtra(_ places: ArraySlice<Int>, _ output: inout ByteBuffer) {
    guard let first = places.first else { return }
    output.append(UInt8(ascii: ","))
    appendString(extraName(first), &output)
    output.append(places.count == 1 ? ":" : ":[")
    for place in places {
      if place != first { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      appendValue(storage.properties[place], &output)
      output.append(UInt8(ascii: "\""))
      noteExtraParameters(of: storage.properties[place], extraName(place))
    }
    if places.count > 1 { output.append(UInt8(ascii: "]")) }
  }
}
