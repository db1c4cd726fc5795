import Cardmill

/// Finds UIDs that stand more than once: a hash table of 64-bit numbers, 8 bytes for each and half
/// of the places empty.
///
/// It grows with the number of contacts (16 to 32 MB for a million) and is the one thing in `check`
/// that does. That two UIDs have the same number by chance is as likely as that the machine fails:
/// one in a hundred million for a million contacts.
struct UIDTable {
  private var slots = [UInt64](repeating: 0, count: 1024)
  private var count = 0
  /// The numbers that were there already when they were added.
  private(set) var repeated: Set<UInt64> = []

  /// Adds the number of a UID; 0 stands for none.
  mutating func add(_ hash: UInt64) {
    guard hash != 0 else { return }
    var slot = Self.slot(hash, slots.count)
    while slots[slot] != 0 {
      if slots[slot] == hash {
        repeated.insert(hash)
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash
    count += 1
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    for hash in slots where hash != 0 {
      var slot = Self.slot(hash, larger.count)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = hash
    }
    slots = larger
  }

  private static func slot(_ hash: UInt64, _ size: Int) -> Int {
    Int(truncatingIfNeeded: hash >> 16) & (size - 1)
  }

  /// The number of a contact's UID, without `urn:uuid:` and without regard to case; 0 when it has
  /// none.
  static func hash(of record: ContactRecord, in storage: ContactBatch.Storage) -> UInt64 {
    guard record.kind != .empty, let uid = storage.first(.uid, in: record), uid.form == .text,
      !uid.value.isEmpty
    else { return 0 }
    let text = storage.view(uid.value)
    guard text.isASCII else { return GroupTable.key(text).withView(hash) }
    return hash(text.startsIgnoringCase("URN:UUID:") ? text.from(9) : text)
  }

  private static func hash(_ text: ByteView) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<text.count {
      hash = (hash ^ UInt64(text[index].asciiLowercased)) &* 0x100_0000_01B3
    }
    return hash | 1
  }
}
