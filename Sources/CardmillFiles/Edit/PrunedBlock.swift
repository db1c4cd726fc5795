import Cardmill

/// What a pruning's threads find in a block.
struct PrunedBlock: ~Copyable, BlockOutput {
  /// A record that a rule hits.
  struct Hit {
    var index: Int
    /// The rule's number; beyond the list for a group card of a removed category.
    var rule: Int
    var label = ""
    var isGroup = false
    /// For marks: what changes in the record.
    var patches: [RecordPatch]?
  }

  /// Changes of a record that stays.
  struct Patch {
    var index: Int
    /// Nil when the record cannot be edited in its place.
    var patches: [RecordPatch]?

    /// These changes and those of another patch of the record, if there is one.
    func joined(with other: Patch?) -> Patch {
      guard let other else { return self }
      guard let patches, let more = other.patches else { return Patch(index: index, patches: nil) }
      return Patch(index: index, patches: patches + more)
    }
  }

  var hits: [Hit] = []
  var patches: [Patch] = []
  var contacts = 0
  var groups = 0
  var empty = 0
  var rejected = 0
  var notComparable = 0
  var failure: SourceError?

  mutating func removeAll() {
    hits.removeAll(keepingCapacity: true)
    patches.removeAll(keepingCapacity: true)
    (contacts, groups, empty, rejected, notComparable) = (0, 0, 0, 0, 0)
    failure = nil
  }

  /// Looks at each record of a batch.
  mutating func look(
    at batch: ContactBatch, _ pool: EvaluatorPool, source: any DataSource,
    request: ReadRequest, edits: [ContactEdit],
    categories: [String], action: PruneOptions.Action, time: String
  ) {
    let editing = source as? any RecordEditing
    let mark: ContactEdit? =
      switch action {
      case .remove: nil
      case .mark(let reason): .mark(reason: reason, time: time)
      case .unmark: .unmark
      }
    do {
      try pool.use { evaluator in
        for (index, record) in batch.storage.contacts.enumerated() {
          switch record.kind {
          case .contact: contacts += 1
          case .group: groups += 1
          case .empty: empty += 1
          }
          if record.kind == .group, let name = groupName(batch[index], among: categories) {
            hits.append(
              Hit(index: index, rule: .max, label: "remove-category \(name)", isGroup: true))
            continue
          }
          func patches(_ edits: [ContactEdit]) -> [RecordPatch]? {
            var all: [RecordPatch] = []
            for edit in edits {
              guard let found = editing?.patches(edit, of: batch, at: index, request) else {
                return nil
              }
              all += found
            }
            return all
          }
          if let rule = try evaluator.match(batch, index),
            mark?.applies(to: record, in: batch.storage) != false
          {
            hits.append(Hit(index: index, rule: rule, patches: patches(mark.map { [$0] } ?? [])))
          }
          let needed = edits.filter { $0.applies(to: record, in: batch.storage) }
          if !needed.isEmpty {
            self.patches.append(Patch(index: index, patches: patches(needed)))
          }
        }
        notComparable += evaluator.takeNotComparable()
      }
    } catch let error as SourceError {
      failure = error
    } catch {
      failure = SourceError(.fault, Diagnostic(.ownFault, "a rule failed: \(error)"))
    }
  }

  /// The category that a group card is named after, if it is one of these.
  private func groupName(_ group: Contact, among categories: [String]) -> String? {
    guard !categories.isEmpty else { return nil }
    let name = group.name.full
    return categories.first { $0.lowercased() == name.lowercased() }
  }
}

/// Where pieces of a record lie in the file, which may be in UTF-16 or UTF-32.
struct RecordPlace {
  private let record: ContactRecord
  private let text: ByteView
  let encoding: TextEncoding

  init(_ record: ContactRecord, _ storage: ContactBatch.Storage, encoding: String?) {
    self.record = record
    self.encoding = TextEncoding(encoding)
    text = storage.block.view
  }

  /// The range of the file for a range of the block.
  func fileRange(_ range: Range<Int>) -> Range<Int> {
    let before = text[record.source.offset..<range.lowerBound]
    let start = record.fileOffset + encoding.length(before)
    return start..<start + encoding.length(text[range])
  }
}

/// The encoding of a file that is read as UTF-8.
struct TextEncoding {
  /// The size of a unit: 2 for UTF-16, 4 for UTF-32, 1 for a file whose bytes are read as they are.
  private let unit: Int
  private let isBigEndian: Bool

  /// - Parameter name: one of UTF-16 or UTF-32 with its byte order; nil for others.
  init(_ name: String?) {
    unit = name == nil ? 1 : name?.hasPrefix("UTF-32") == true ? 4 : 2
    isBigEndian = name?.hasSuffix("BE") ?? false
  }

  /// How many bytes of the file a piece of the text was.
  func length(_ text: ByteView) -> Int {
    guard unit > 1 else { return text.count }
    var count = 0
    for index in 0..<text.count where text[index] & 0xC0 != 0x80 {
      count += unit == 4 ? 4 : text[index] >= 0xF0 ? 4 : 2
    }
    return count
  }

  /// Text in the file's encoding.
  func encoded(_ bytes: [UInt8]) -> [UInt8] {
    guard unit > 1 else { return bytes }
    var result: [UInt8] = []
    func add(_ value: UInt32) {
      for index in 0..<unit {
        let shift = UInt32(8 * (isBigEndian ? unit - 1 - index : index))
        result.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if unit == 4 {
        add(scalar.value)
      } else {
        for word in String(scalar).utf16 { add(UInt32(word)) }
      }
    }
    return result
  }
}
