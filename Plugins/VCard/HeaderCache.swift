import Cardmill

/// Remembers headers that were taken apart: an address book has few different ones, such as
/// `TEL;type=CELL;type=VOICE`, and each comes thousands of times.
///
/// A header is remembered with its offsets counted from the line's start, so that the next line
/// with the same bytes only adds its own.
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
  private var count: UInt16 = 0

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
    } else if key.count >= 4 {
      let halves = UInt64(key.halfWord(0)) << 32 | UInt64(key.halfWord(key.count - 4))
      hash = (hash ^ halves) &* 0x9E37_79B9_7F4A_7C15
    } else if key.count > 0 {
      let ends =
        UInt64(key[0]) << 16 | UInt64(key[key.count >> 1]) << 8 | UInt64(key[key.count - 1])
      hash = (hash ^ ends) &* 0x9E37_79B9_7F4A_7C15
    }
    return Int(truncatingIfNeeded: (hash >> 40) & 511)
  }

  /// Fills in a remembered header for these bytes, of a line that begins at `start`, and adds its
  /// parameters to `list`; false when the bytes are new.
  @inline(__always)
  func find(
    _ key: ByteView, version: UInt8, start: Int, into header: inout Header,
    parameters list: inout [ParameterRecord]
  ) -> Bool {
    let slot = Self.slot(key, version)
    guard entries[slot].keyCount == key.count, entries[slot].version == version,
      keys.view[entries[slot].keyStart..<entries[slot].keyStart + key.count].equals(key)
    else { return false }
    header = entries[slot].header
    header.start = start
    header.lineStart = start
    header.firstParameter = Int32(truncatingIfNeeded: list.count)
    var index = entries[slot].firstParameter
    let end = index + entries[slot].parameterCount
    while index < end {
      var parameter = parameters[index]
      parameter.name.move(by: start)
      parameter.value.move(by: start)
      list.append(parameter)
      index += 1
    }
    return true
  }

  /// Remembers a header and its parameters, unless something of it had to be decoded.
  mutating func remember(
    _ key: ByteView, version: UInt8, header: Header, parameters list: ArraySlice<ParameterRecord>
  ) {
    guard key.count < 256, keys.count < 1 << 16 else { return }
    for parameter in list
    where parameter.name.isDecoded
      || (parameter.value.isDecoded && parameter.value != CardParser.one)
    { return }
    var entry = Entry()
    entry.version = version
    entry.keyStart = keys.count
    entry.keyCount = key.count
    keys.append(key)
    entry.header = header
    if count < UInt16.max {
      count += 1
      entry.header.number = count
    }
    entry.firstParameter = parameters.count
    entry.parameterCount = list.count
    for parameter in list {
      var copy = parameter
      copy.name.move(by: -header.start)
      copy.value.move(by: -header.start)
      parameters.append(copy)
    }
    entries[Self.slot(key, version)] = entry
  }
}

extension Slice {
  /// Moves a slice of the block by a distance; one of the second buffer and an empty one stay.
  @inline(__always)
  fileprivate mutating func move(by distance: Int) {
    if length != 0, !isDecoded { place = UInt32(truncatingIfNeeded: Int(place) + distance) }
  }
}
