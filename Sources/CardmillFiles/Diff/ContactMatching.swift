import Cardmill

/// Finds the contacts of one list again in another.
struct ContactMatching {
  private(set) var differences: [Comparison.Difference] = []
  private(set) var equalCount = 0

  private var old: [ComparedContact] = []
  private var new: [ComparedContact] = []
  /// For each contact of the first list, its place in the second.
  private var partner: [Int?] = []
  private var isTaken: [Bool] = []

  init() {}

  init(_ old: [ComparedContact], _ new: [ComparedContact]) {
    self.old = old
    self.new = new
    partner = Array(repeating: nil, count: old.count)
    isTaken = Array(repeating: false, count: new.count)
    matchByUID()
    match { [$0.contact.fingerprint] }
    match(by: Self.nameWithAddresses)
    compare()
  }

  private mutating func pair(_ a: Int, _ b: Int) {
    partner[a] = b
    isTaken[b] = true
  }

  private mutating func matchByUID() {
    func unique(_ list: [ComparedContact]) -> [String: Int] {
      var places: [String: Int] = [:]
      var repeated: Set<String> = []
      for (place, contact) in list.enumerated() {
        guard let key = contact.key else { continue }
        if places.updateValue(place, forKey: key) != nil { repeated.insert(key) }
      }
      for key in repeated { places[key] = nil }
      return places
    }
    let places = unique(new)
    for (key, a) in unique(old) { if let b = places[key] { pair(a, b) } }
  }

  /// Pairs the contacts that are left and share a key, each with the first of those on the other
  /// side.
  private mutating func match(by keys: (ComparedContact) -> [String]) {
    guard partner.contains(nil), isTaken.contains(false) else { return }
    // The places are in falling order, so that the first is taken from the end.
    var places: [String: [Int]] = [:]
    for b in new.indices.reversed() where !isTaken[b] {
      for key in keys(new[b]) { places[key, default: []].append(b) }
    }
    for a in old.indices where partner[a] == nil {
      var best: Int?
      for key in keys(old[a]) {
        while let last = places[key]?.last, isTaken[last] { places[key]?.removeLast() }
        if let first = places[key]?.last { best = min(best ?? first, first) }
      }
      if let best { pair(a, best) }
    }
  }

  /// The full name with each e-mail address and telephone number.
  private static func nameWithAddresses(_ contact: ComparedContact) -> [String] {
    let name = contact.contact.name.full.lowercased()
    guard !name.isEmpty else { return [] }
    let numbers = contact.contact.phones.map { phone in
      String(phone.value.filter { $0.isASCII && $0.isNumber })
    }
    let addresses = contact.contact.emails.map { $0.value.lowercased() } + numbers
    return Set(addresses.filter { !$0.isEmpty }).map { "\(name)\n\($0)" }
  }

  private mutating func compare() {
    for (a, contact) in old.enumerated() {
      guard let b = partner[a] else {
        differences.append(Self.difference(.removed, contact, nil, []))
        continue
      }
      let changes =
        contact.contact == new[b].contact
          && contact.contact.groupNames == new[b].contact.groupNames
        ? []
        : ContactFacts.changes(
          from: ContactFacts(contact.contact), to: ContactFacts(new[b].contact))
      if changes.isEmpty {
        equalCount += 1
      } else {
        differences.append(Self.difference(.changed, contact, new[b], changes))
      }
    }
    for (b, contact) in new.enumerated() where !isTaken[b] {
      differences.append(Self.difference(.added, nil, contact, []))
    }
  }

  private static func difference(
    _ kind: Comparison.Difference.Kind, _ old: ComparedContact?, _ new: ComparedContact?,
    _ changes: [ContactFacts.Change]
  ) -> Comparison.Difference {
    let shown = new?.contact ?? old?.contact
    return Comparison.Difference(
      kind: kind, old: old?.number, new: new?.number, uid: shown?.uid,
      name: shown?.name.full ?? "", changes: changes)
  }
}
