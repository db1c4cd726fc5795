/// Writes content lines of one batch and remembers their headers: an address book has few different
/// ones.
///
/// The lines are those of `ContentLineWriter`.
package struct ContentLineMemo: ~Copyable {
  private let writer = ContentLineWriter()
  private var texts = ByteBuffer(capacity: 4096)
  /// Where the header of a number lies in `texts`; of length 0 when it was not met yet.
  private var places: [Slice] = []

  package init() {}

  /// Appends the line without a line break.
  @inline(__always)
  package mutating func append(
    _ property: PropertyRecord, of storage: ContactBatch.Storage, to buffer: inout ByteBuffer
  ) {
    let number = Int(property.headerNumber)
    guard number > 0, property.form != .binary else {
      return writer.append(property, of: storage, to: &buffer)
    }
    if number < places.count, !places[number].isEmpty {
      let place = places[number]
      buffer.append(texts.view[place.offset..<place.offset + place.count])
    } else {
      let start = buffer.count
      writer.appendHeader(property, of: storage, to: &buffer)
      while places.count <= number { places.append(.none) }
      places[number] = Slice(block: texts.count, count: buffer.count - start)
      buffer.withView(from: start) { texts.append($0) }
    }
    if property.flags.contains(.plain) {
      buffer.append(storage.plainValue(of: property))
    } else {
      writer.appendValue(property, of: storage, to: &buffer)
    }
  }
}
