// What the typed views do when they are set: only the properties of the view change, those whose
// value stays keep their parameters and place, and nothing changes when the same is set again.

extension Contact {
  /// Sets the first property of a name.
  mutating func replace(_ id: PropertyID, _ value: String?) {
    guard value != firstText(id) else { return }
    var list = properties
    list.replaceFirst(id, with: value.map { Property(id, .text($0)) })
    properties = list
  }

  /// Sets the values of a name whose properties are lists.
  mutating func replaceList(_ id: PropertyID, _ values: [String]) {
    guard values != listValues(id) else { return }
    var list = properties
    list.replace(id, with: values.isEmpty ? [] : [Property(id, .list(values))])
    properties = list
  }

  /// Sets the values of a name, one for each property.
  mutating func replaceLabeled(_ id: PropertyID, _ values: [LabeledValue]) {
    replaceEach(id, old: labeled(id), new: values) { value in
      var parameters = value.types.map { Property.Parameter("TYPE", $0) }
      if value.isPreferred { parameters.append(Property.Parameter("PREF", "1")) }
      if let label = value.label { parameters.append(Property.Parameter("LABEL", label)) }
      guard let ext = value.phoneExtension else {
        return Property(id, .text(value.value), parameters: parameters)
      }
      return Property(
        id, .text("tel:\(value.value);ext=\(ext)"), parameters: parameters, valueType: .uri)
    }
  }

  /// Sets the properties of a name; a value that was there before keeps its property.
  mutating func replaceEach<Value: Equatable>(
    _ id: PropertyID, old: [Value], new: [Value], make: (Value) -> Property
  ) {
    guard new != old else { return }
    var rest = Array(zip(old, properties.filter { $0.id == id }))
    var list = properties
    list.replace(
      id,
      with: new.map { value in
        guard let place = rest.firstIndex(where: { $0.0 == value }) else { return make(value) }
        return rest.remove(at: place).1
      })
    properties = list
  }
}

extension Property {
  static func texts(_ id: PropertyID, _ value: String) -> [Property] {
    value.isEmpty ? [] : [Property(id, .text(value))]
  }
}

extension Array where Element == Property {
  /// Puts `new` where the properties of a name stood, further ones behind the last, and takes away
  /// those that are too many.
  mutating func replace(_ id: PropertyID, with new: [Property]) {
    let places = indices.filter { self[$0].id == id }
    let end = places.last.map { $0 + 1 } ?? count
    insert(contentsOf: new.dropFirst(places.count), at: end)
    for (place, property) in zip(places, new) { self[place] = property }
    for place in places.dropFirst(new.count).reversed() { remove(at: place) }
  }

  /// Puts `new` where the first property of a name stood and leaves the others.
  mutating func replaceFirst(_ id: PropertyID, with new: Property?) {
    guard let place = firstIndex(where: { $0.id == id }) else {
      if let new { append(new) }
      return
    }
    if let new { self[place] = new } else { remove(at: place) }
  }
}
