import Cardmill

/// Looks at a document that no dialect knows: which element is repeated, and what is in it.
struct DocumentOutline {
  /// No more of a document is looked at.
  private static let size = 1 << 20
  /// Attributes that tell elements of one name apart.
  private static let telling: Set<String> = ["type", "kind", "label", "rel", "class", "role"]
  /// More values than this tell nothing apart.
  private static let mostValues = 8

  /// What the element of a contact is called.
  private static let people: Set<String> = [
    "contact", "person", "customer", "client", "member", "employee", "user", "entry", "card",
    "vcard", "kontakt", "kunde", "mitarbeiter", "mitglied", "contacto", "personne",
  ]
  /// Elements that contacts have several of.
  private static let values: Set<String> = [
    "phone", "telephone", "number", "email", "mail", "address", "url", "im", "date", "field",
    "category", "group",
  ]

  private let elements: RecordElements
  /// The bytes that the elements lie in.
  private let block: Block
  private var paths: [String] = []

  init?(_ input: any InputBytes) throws {
    var head = [UInt8](repeating: 0, count: 4)
    let got = try unsafe head.withUnsafeMutableBytes { try unsafe input.readAll(into: $0, at: 0) }
    var window = try InputWindow(
      input, encoding: head.withView { XMLHead.wideEncoding($0.upTo(got)) })
    while !window.isAtEnd, window.end < Self.size { try window.fill(64 << 10) }
    guard let start = XMLHead(window.view(from: 0)).rootStart else { return nil }
    block = Block(copying: window.view(from: start))
    guard let elements = RecordElements(block.view, isCutOff: true) else { return nil }
    self.elements = elements
    for place in elements.elements.indices {
      let parent = elements.elements[place].parent
      paths.append((parent < 0 ? "" : paths[parent] + "/") + elements.local(place))
    }
  }

  /// The record's path and the paths below it.
  func outline() -> SourceOutline? {
    guard let record = recordPath else { return nil }
    var names: [String] = []
    var known: Set<String> = []
    func add(_ name: String) {
      if known.insert(name).inserted { names.append(name) }
    }
    let tellers = tellers(below: record)
    var inner: [String?] = Array(repeating: nil, count: paths.count)
    for place in elements.elements.indices {
      let parent = elements.elements[place].parent
      if paths[place] == record {
        inner[place] = ""
      } else if parent >= 0, let outer = inner[parent] {
        inner[place] = (outer.isEmpty ? "" : outer + "/") + elements.local(place)
      }
      guard var name = inner[place] else { continue }
      for attribute in elements.attributes(place) where !attribute.name.hasPrefix("xmlns") {
        if tellers[paths[place]] == attribute.name, !name.isEmpty {
          name += "[@\(attribute.name)='\(attribute.value)']"
          inner[place] = name
        }
      }
      let isTold = tellers[paths[place]]
      for attribute in elements.attributes(place)
      where !attribute.name.hasPrefix("xmlns") && !attribute.name.hasPrefix("xsi:")
        && isTold != attribute.name
      {
        let local = attribute.name.split(separator: ":").last ?? ""
        add((name.isEmpty ? "" : name + "/") + "@" + local)
      }
      if elements.elements[place].isLeaf, !elements.isEmpty(place) {
        add(name.isEmpty ? "." : name)
      }
    }
    return SourceOutline(record: record, names: names)
  }

  /// The outermost element that is repeated and holds something; else the innermost that holds
  /// everything.
  private var recordPath: String? {
    var counts: [String: Int] = [:]
    var weights: [String: Int] = [:]
    for place in paths.indices {
      counts[paths[place], default: 0] += 1
      if elements.elements[place].parent >= 0 {
        weights[paths[elements.elements[place].parent], default: 0] += 1
      }
      let attributes = elements.attributes(place).count { !$0.name.hasPrefix("xmlns") }
      if attributes > 0, elements.elements[place].parent >= 0 {
        weights[paths[place], default: 0] += attributes
      }
    }
    func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    func isNamed(_ path: String, _ words: Set<String>) -> Bool {
      words.contains(path.split(separator: "/").last?.lowercased() ?? "")
    }
    let filled = counts.keys.filter { weights[$0, default: 0] >= counts[$0, default: 0] }
    let named = filled.filter { isNamed($0, Self.people) }
    let repeated = filled.filter { counts[$0, default: 0] > 1 && !isNamed($0, Self.values) }
    let best = (named.isEmpty ? repeated : named).min { a, b in
      (depth(a), -counts[a, default: 0], a) < (depth(b), -counts[b, default: 0], b)
    }
    if let best { return best }
    // One contact only: the first element with a text in it.
    let leaf = paths.indices.first { elements.elements[$0].isLeaf && !elements.isEmpty($0) }
    guard let leaf, elements.elements[leaf].parent >= 0 else { return nil }
    return paths[elements.elements[leaf].parent]
  }

  /// For each path below the record the attribute that tells its elements apart.
  private func tellers(below record: String) -> [String: String] {
    var values: [String: [String: Set<String>]] = [:]
    for place in paths.indices where paths[place].hasPrefix(record + "/") {
      for attribute in elements.attributes(place)
      where Self.telling.contains(attribute.name.lowercased()) && !attribute.value.contains("'")
        && !attribute.value.contains("&")
      { values[paths[place], default: [:]][attribute.name, default: []].insert(attribute.value) }
    }
    return values.compactMapValues { found in
      found.filter { $0.value.count <= Self.mostValues }.keys.sorted().first
    }
  }
}
