import Cardmill

/// Gives each name of a document a number.
///
/// The parser keeps one copy of every name, so names are told apart by where that lies.
struct NameInterner: ~Copyable {
  private struct Entry {
    var local: UInt
    var uri: UInt
    var number: UInt32
  }

  private(set) var names = XMLNames()
  private var table: [Entry] = Array(repeating: Entry(local: 0, uri: 0, number: 0), count: 1024)
  private var count = 0

  /// Whether the document has more names than any contacts need.
  var isFull: Bool { count >= 1 << 16 }

  /// The number of a name that was met before.
  @inline(__always)
  func number(_ local: UInt, _ uri: UInt) -> UInt32? {
    var slot = Self.slot(local, uri) & (table.count - 1)
    while table[slot].local != 0 {
      if table[slot].local == local, table[slot].uri == uri { return table[slot].number }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  /// Adds a name that was not met before.
  mutating func add(
    _ local: UInt, _ uri: UInt, name: ByteView, space: ByteView, prefix: ByteView
  ) -> UInt32 {
    if count * 2 >= table.count { grow() }
    let number = UInt32(names.infos.count)
    names.infos.append(NameInfo(local: name, uri: space))
    names.locals.append(name.string)
    names.uris.append(space.string)
    names.prefixes.append(prefix.string)
    insert(Entry(local: local, uri: uri, number: number))
    return number
  }

  /// Forgets where the names lie: another parser has its own copies.
  mutating func forgetPlaces() {
    table = Array(repeating: Entry(local: 0, uri: 0, number: 0), count: 1024)
    count = 0
  }

  /// Forgets all names when they are many; nothing may hold a number of theirs.
  mutating func forgetIfMany() {
    guard names.infos.count > 1 << 14 else { return }
    forgetPlaces()
    names = XMLNames()
  }

  private mutating func insert(_ entry: Entry) {
    var slot = Self.slot(entry.local, entry.uri) & (table.count - 1)
    while table[slot].local != 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = entry
    count += 1
  }

  private mutating func grow() {
    let old = table
    table = Array(repeating: Entry(local: 0, uri: 0, number: 0), count: old.count * 2)
    count = 0
    for entry in old where entry.local != 0 { insert(entry) }
  }

  @inline(__always)
  private static func slot(_ local: UInt, _ uri: UInt) -> Int {
    Int(truncatingIfNeeded: ((local &+ uri &* 31) &* 0x9E37_79B9_7F4A_7C15) >> 33)
  }
}
