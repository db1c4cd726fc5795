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
    /// Where the parameters lie in the batch's table, if any line may share them; else -1.
    var shared: Int32 = -1
    /// The slot of the header that came next the last time.
    var next: UInt16 = 0
  }

  private var entries = [Entry](repeating: Entry(), count: 512)
  private var keys = ByteBuffer(capacity: 4096)
  private var parameters: [ParameterRecord] = []
  private var count: UInt16 = 0
  /// The slot of the last header.
  private var last = 0

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

  /// Fills in the header of the line at `start` when it is the one that followed the last header
  /// before; gives where its colon is, or nil.
  @inline(__always)
  mutating func findNext(
    _ bytes: ByteView, start: Int, end: Int, version: UInt8, into header: inout Header,
    parameters list: inout [ParameterRecord]
  ) -> Int? {
    let slot = Int(entries[last].next)
    let count = entries[slot].keyCount
    let colon = start &+ count
    guard count > 0, colon < end, bytes[colon] == UInt8(ascii: ":"),
      entries[slot].version == version,
      keys.view.piece(at: entries[slot].keyStart, count: count).equals(
        bytes.piece(at: start, count: count))
    else { return nil }
    last = slot
    take(slot, start: start, into: &header, parameters: &list)
    return colon
  }

  /// Fills in a remembered header for these bytes, of a line that begins at `start`, and adds its
  /// parameters to `list`; false when the bytes are new.
  @inline(__always)
  mutating func find(
    _ key: ByteView, version: UInt8, start: Int, into header: inout Header,
    parameters list: inout [ParameterRecord]
  ) -> Bool {
    let slot = Self.slot(key, version)
    guard entries[slot].keyCount == key.count, entries[slot].version == version,
      keys.view.piece(at: entries[slot].keyStart, count: key.count).equals(key)
    else { return false }
    entries[last].next = UInt16(truncatingIfNeeded: slot)
    last = slot
    take(slot, start: start, into: &header, parameters: &list)
    return true
  }

  /// Fills in a header; parameters that no line's own bytes are part of are shared with the first
  /// line that had them.
  @inline(__always)
  private func take(
    _ slot: Int, start: Int, into header: inout Header, parameters list: inout [ParameterRecord]
  ) {
    header = entries[slot].header
    header.start = start
    header.lineStart = start
    if entries[slot].shared >= 0 {
      header.firstParameter = entries[slot].shared
      header.sharedCount = Int32(truncatingIfNeeded: entries[slot].parameterCount)
      return
    }
    header.firstParameter = Int32(truncatingIfNeeded: list.count)
    var index = entries[slot].firstParameter
    let end = index &+ entries[slot].parameterCount
    while index < end {
      var parameter = parameters[index]
      parameter.name.move(by: start)
      parameter.value.move(by: start)
      list.append(parameter)
      index &+= 1
    }
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
    let isShared = list.allSatisfy {
      $0.id != .unknown && ($0.word != .unknown || $0.value == CardParser.one)
    }
    if isShared { entry.shared = Int32(truncatingIfNeeded: list.startIndex) }
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
