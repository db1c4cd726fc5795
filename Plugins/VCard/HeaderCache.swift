import Cardmill

/// Remembers headers that were taken apart: an address book has few different ones, such as `TEL;type=CELL;type=VOICE`, and each comes
/// thousands of times.
///
/// A header is remembered with its offsets counted from the line's start, so that the next line with the same bytes only adds its own.
struct HeaderCache: ~Copyable {
  private struct Entry {
    var version: UInt8 = 0
    var keyStart = 0
    var keyCount = 0
    var header = Header()
    var firstParameter = 0
    var parameterCount = 0
  }

  private var entries = [Entry](repeating: Entry(), count: 512)
  private var keys = ByteBuffer(capacity: 4096)
  private var parameters: [ParameterRecord] = []

  /// The place in the table for a header's bytes.
  @inline(__always)
  private static func slot(_ key: ByteView, _ version: UInt8) -> Int {
    var hash = UInt64(key.count) &* 31 &+ UInt64(version)
    var at = 0
    while at + 8 <= key.count {
      hash = (hash ^ key.word(at)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      at += 8
    }
    if key.count >= 8 {
      hash = (hash ^ key.word(key.count - 8)) &* 0x9E37_79B9_7F4A_7C15
    } else {
      while at < key.count {
        hash = (hash ^ UInt64(key[at])) &* 0x9E37_79B9_7F4A_7C15
        at += 1
      }
    }
    return Int(truncatingIfNeeded: (hash >> 40) & 511)
  }

  /// Gives a remembered header for these bytes, moved to a line that begins at `start`, with its parameters added to `list`.
  @inline(__always)
  func find(
    _ key: ByteView, version: UInt8, start: Int, line: Int, parameters list: inout [ParameterRecord]
  ) -> Header? {
    let slot = Self.slot(key, version)
    let entry = entries[slot]
    guard entry.keyCount == key.count, entry.version == version,
      keys.view[entry.keyStart..<entry.keyStart + entry.keyCount].equals(key)
    else { return nil }
    var header = entry.header
    header.start = start
    header.line = line
    header.name = header.name.moved(by: start)
    if !header.group.isEmpty { header.group = header.group.moved(by: start) }
    header.charset = header.charset?.moved(by: start)
    header.firstParameter = list.count
    var index = entry.firstParameter
    let end = index + entry.parameterCount
    while index < end {
      var parameter = parameters[index]
      if !parameter.name.isEmpty { parameter.name = parameter.name.moved(by: start) }
      if !parameter.value.isDecoded { parameter.value = parameter.value.moved(by: start) }
      list.append(parameter)
      index += 1
    }
    return header
  }

  /// Remembers a header and its parameters, unless something of it had to be decoded.
  mutating func remember(_ key: ByteView, version: UInt8, header: Header, parameters list: ArraySlice<ParameterRecord>) {
    guard key.count < 256, keys.count < 1 << 16 else { return }
    for parameter in list
    where parameter.name.isDecoded || (parameter.value.isDecoded && parameter.value != CardParser.one) { return }
    var entry = Entry()
    entry.version = version
    entry.keyStart = keys.count
    entry.keyCount = key.count
    keys.append(key)
    entry.header = header
    entry.header.name = header.name.moved(by: -header.start)
    if !header.group.isEmpty { entry.header.group = header.group.moved(by: -header.start) }
    entry.header.charset = header.charset?.moved(by: -header.start)
    entry.firstParameter = parameters.count
    entry.parameterCount = list.count
    for parameter in list {
      var copy = parameter
      if !copy.name.isEmpty { copy.name = copy.name.moved(by: -header.start) }
      if !copy.value.isDecoded { copy.value = copy.value.moved(by: -header.start) }
      parameters.append(copy)
    }
    entries[Self.slot(key, version)] = entry
  }
}

extension Slice {
  /// The slice, in a block, moved by a distance.
  @inline(__always)
  func moved(by distance: Int) -> Slice { Slice(block: offset + distance, count: count) }
}
