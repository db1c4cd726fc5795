import Cardmill

/// Counts names without making a string for each occurrence.
struct NameCounter: ~Copyable {
  private var names = ByteBuffer(capacity: 256)
  private var entries: [Entry] = []
  /// Occurrences of names that were too many.
  private var others = 0
  private var slots = [Int32](repeating: -1, count: 64)

  private struct Entry {
    var start: Int
    var length: Int
    var hash: UInt64
    var count: Int
  }

  /// Hostile input can have endless names: further ones are counted together.
  static let mostNames = 10_000

  mutating func add(_ name: ByteView, count: Int = 1) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<name.count {
      hash = (hash ^ UInt64(name[index].asciiUppercased)) &* 0x100_0000_01B3
    }
    var slot = Int(truncatingIfNeeded: hash >> 20) & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      let entry = entries[place]
      if entry.hash == hash, view(entry).equalsIgnoringCase(name) {
        entries[place].count += count
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    if entries.count < Self.mostNames {
      insert(name, hash, count)
    } else {
      others += count
    }
  }

  private mutating func insert(_ name: ByteView, _ hash: UInt64, _ count: Int) {
    entries.append(Entry(start: names.count, length: name.count, hash: hash, count: count))
    names.append(name)
    if entries.count * 2 > slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 4)
      for place in entries.indices { link(place) }
    } else {
      link(entries.count - 1)
    }
  }

  private mutating func link(_ place: Int) {
    var slot = Int(truncatingIfNeeded: entries[place].hash >> 20) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(place)
  }

  private func view(_ entry: Entry) -> ByteView {
    names.view[entry.start..<entry.start + entry.length]
  }

  /// Adds what another counter counted.
  mutating func add(_ other: borrowing NameCounter) {
    for entry in other.entries where entry.count > 0 { add(other.view(entry), count: entry.count) }
    others += other.others
  }

  /// Sets all counts to zero and keeps the names.
  mutating func reset() {
    for place in entries.indices { entries[place].count = 0 }
    others = 0
  }

  /// The counts by name as it was first written.
  var counts: [String: Int] {
    var counts: [String: Int] = [:]
    for entry in entries where entry.count > 0 {
      counts[view(entry).string, default: 0] += entry.count
    }
    if others > 0 { counts["…"] = others }
    return counts
  }
}
