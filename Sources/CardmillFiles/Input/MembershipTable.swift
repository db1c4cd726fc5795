import Cardmill

/// Makes the table of who belongs to which group card, in two passes over the inputs: the groups, then the names of their members.
struct MembershipTable {
  private let inputs: [OpenedInput]
  private let pipeline: Pipeline

  init(_ inputs: [OpenedInput], pipeline: Pipeline) {
    self.inputs = inputs
    self.pipeline = pipeline
  }

  /// The table, or nil when no group lists anybody.
  func make() throws -> GroupTable? {
    var groups: [String: [String]] = [:]
    for input in inputs where input.request.survey?.mayHoldGroups == true {
      try pass(over: input) { (parsed, found: inout FoundPairs) in
        let storage = parsed.batch.storage
        for contact in storage.contacts where contact.kind == .group {
          var name = ByteBuffer(capacity: 64)
          storage.appendDisplayName(of: contact, to: &name)
          let shown = name.view.string
          for place in storage.properties(of: contact) where storage.properties[place].id == .member
          {
            let member = GroupTable.key(storage.view(storage.properties[place].value))
            found.pairs.append((member, shown))
          }
        }
      } consume: { member, group in
        if groups[member]?.contains(group) != true { groups[member, default: []].append(group) }
      }
    }
    guard !groups.isEmpty else { return nil }

    // A number for each wanted key: most contacts are passed over without making a string.
    let wanted = Set(groups.keys.map { $0.withView(Self.hash) })
    let keys = Set(groups.keys)
    var names: [String: String] = [:]
    for input in inputs {
      try pass(over: input) { (parsed, found: inout FoundPairs) in
        let storage = parsed.batch.storage
        for contact in storage.contacts {
          guard let property = storage.first(.uid, in: contact) else { continue }
          let uid = storage.view(property.value)
          guard wanted.contains(Self.hash(uid)) else { continue }
          let key = GroupTable.key(uid)
          guard keys.contains(key) else { continue }
          var name = ByteBuffer(capacity: 64)
          storage.appendDisplayName(of: contact, to: &name)
          found.pairs.append((key, name.view.string))
        }
      } consume: { key, name in
        if names[key] == nil { names[key] = name }
      }
    }
    return GroupTable(groups: groups, names: names)
  }

  private func pass(
    over input: OpenedInput,
    _ transform: @escaping @Sendable (ParsedBlock, inout FoundPairs) -> Void,
    consume: @escaping (String, String) -> Void
  ) throws {
    let reader = try BlockReader(input.file, source: input.source, request: input.request)
    try pipeline.fitting(input).run(reader, transform: transform) { result in
      try Interruption.check()
      for (key, value) in result.output.pairs { consume(key, value) }
    }
  }

  /// A number for a UID: without `urn:uuid:` and without regard to case, as `GroupTable.key` compares.
  private static func hash(_ uid: ByteView) -> UInt64 {
    let rest = uid.startsIgnoringCase("URN:UUID:") ? uid.from(9) : uid
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // Letters outside ASCII are compared in the end by the key itself, so they are left out here.
    for index in 0..<rest.count where rest[index] < 0x80 {
      hash = (hash ^ UInt64(rest[index].asciiLowercased)) &* 0x100_0000_01B3
    }
    return hash
  }
}

/// What a pass found in a block.
struct FoundPairs: ~Copyable, BlockOutput {
  var pairs: [(String, String)] = []
  mutating func removeAll() { pairs.removeAll(keepingCapacity: true) }
}
