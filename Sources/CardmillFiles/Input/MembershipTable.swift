import Cardmill

/// Makes the table of who belongs to which group card, in two passes over the inputs: the groups,
/// then the names of their members.
struct MembershipTable {
  private let inputs: [OpenedInput]
  private let pipeline: Pipeline

  init(_ inputs: [OpenedInput], pipeline: Pipeline) {
    self.inputs = inputs
    self.pipeline = pipeline
  }

  /// The table, or nil when no group lists anybody.
  ///
  /// - Parameter report: gets the members that no input holds.
  /// - Returns: the table, or nil.
  /// - Throws: `SourceError` when an input cannot be read.
  func make(report: (Diagnostic) -> Void) throws -> GroupTable? {
    var groups: [String: [String]] = [:]
    var mentions: [Mention] = []
    for input in inputs where input.request.survey?.mayHoldGroups == true {
      try pass(over: input, collecting: Self.findGroups) { found in
        for mention in found.mentions {
          if groups[mention.member]?.contains(mention.name) != true {
            groups[mention.member, default: []].append(mention.name)
          }
          mentions.append(mention)
        }
      }
    }
    guard !groups.isEmpty else { return nil }
    let names = try names(of: Set(groups.keys))
    for mention in mentions where names[mention.member] == nil {
      report(
        Diagnostic(
          .unresolvedGroup, "the group lists a member that no card here is", file: mention.file,
          record: mention.record, line: mention.line, column: 1))
    }
    return GroupTable(groups: groups, names: names)
  }

  private static func findGroups(_ parsed: ParsedBlock, _ found: inout FoundMentions) {
    let storage = parsed.batch.storage
    for contact in storage.contacts where contact.kind == .group {
      var name = ByteBuffer(capacity: 64)
      storage.appendDisplayName(of: contact, to: &name)
      let shown = name.view.string
      for place in storage.properties(of: contact) where storage.properties[place].id == .member {
        found.mentions.append(
          Mention(
            member: GroupTable.key(storage.view(storage.properties[place].value)), name: shown,
            file: found.inputName, record: contact.number, line: contact.line))
      }
    }
  }

  /// The display names of those contacts that a group names.
  private func names(of keys: Set<String>) throws -> [String: String] {
    // A number for each wanted key: most contacts are passed over without making a string.
    let wanted = Set(keys.map { $0.withView(Self.hash) })
    var names: [String: String] = [:]
    for input in inputs {
      try pass(over: input) { (parsed, found: inout FoundMentions) in
        let storage = parsed.batch.storage
        for contact in storage.contacts {
          guard let property = storage.first(.uid, in: contact) else { continue }
          let uid = storage.view(property.value)
          guard wanted.contains(Self.hash(uid)) else { continue }
          let key = GroupTable.key(uid)
          guard keys.contains(key) else { continue }
          var name = ByteBuffer(capacity: 64)
          storage.appendDisplayName(of: contact, to: &name)
          found.mentions.append(
            Mention(
              member: key, name: name.view.string, file: found.inputName, record: contact.number,
              line: contact.line))
        }
      } consume: { found in
        for mention in found.mentions where names[mention.member] == nil {
          names[mention.member] = mention.name
        }
      }
    }
    return names
  }

  private func pass(
    over input: OpenedInput,
    collecting transform: @escaping @Sendable (ParsedBlock, inout FoundMentions) -> Void,
    consume: @escaping (borrowing FoundMentions) -> Void
  ) throws {
    let reader = try BlockReader(input.file, source: input.source, request: input.request)
    try pipeline.fitting(input).run(reader, transform: transform) { result in
      try Interruption.check()
      consume(result.output)
    }
  }

  /// A number for a UID: without `urn:uuid:` and without regard to case, as `GroupTable.key`
  /// compares.
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

/// A member of a group, or a contact that is one: its key with a name and a place.
struct Mention: Sendable {
  let member: String
  let name: String
  let file: String
  let record: Int
  let line: Int
}

/// What a pass found in a block.
struct FoundMentions: ~Copyable, BlockOutput {
  var mentions: [Mention] = []
  var inputName = ""
  mutating func removeAll() { mentions.removeAll(keepingCapacity: true) }
}
