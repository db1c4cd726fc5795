import Cardmill

/// Contacts of documents that no dialect knows, as a mapping says.
extension TapeReader {
  /// A row of the mapping whose path leads on to an element, and how many of its steps are done.
  private typealias Lead = (row: Int, done: Int)

  mutating func readMapped(_ node: Int, _ mapped: MappedElements) {
    follow(node, mapped.paths.indices.map { ($0, 0) }, mapped, isRecord: true)
    for property in mappedRecord?.finish() ?? [] {
      let place = builder.properties.count
      builder.append(property)
      note(builder.properties[place])
    }
    for finding in mappedRecord?.takeFindings() ?? [] { report(finding.code, finding.message) }
  }

  /// Takes the values of an element and of those in it; those that no row names stay under their
  /// own names.
  private mutating func follow(
    _ node: Int, _ leads: [Lead], _ mapped: MappedElements, isRecord: Bool = false
  ) {
    let ended = leads.filter { $0.done == mapped.paths[$0.row].steps.count }
    // What a row looks at is said by it.
    var named = Set(
      leads.compactMap { $0.done > 0 ? mapped.paths[$0.row].steps[$0.done - 1].attribute : nil })
    for lead in ended {
      guard let name = mapped.paths[lead.row].attribute else { continue }
      named.insert(name)
      for place in tape.attributes(node) where tape.local(place) == name {
        take(view(tape.text(place)), lead.row)
      }
    }
    for place in tape.attributes(node)
    where !named.contains(tape.local(place)) && tape.info(place).space != .schemaInstance {
      addForeign(tape.local(place), tape.text(place))
    }
    let whole = ended.filter { mapped.paths[$0.row].attribute == nil }
    if !whole.isEmpty, !isRecord || !tape.hasChildren(node) {
      let text = content(node)
      for lead in whole { take(view(text), lead.row) }
      return
    }
    for lead in whole { take(view(tape.text(node)), lead.row) }
    var isLeaf = true
    for child in tape.children(node) {
      isLeaf = false
      let further = leads.compactMap { lead -> Lead? in
        let steps = mapped.paths[lead.row].steps
        guard lead.done < steps.count, fits(child, steps[lead.done]) else { return nil }
        return (lead.row, lead.done + 1)
      }
      if further.isEmpty { addUnknown(child) } else { follow(child, further, mapped) }
    }
    if isLeaf, whole.isEmpty, !ended.isEmpty || isRecord || leads.isEmpty {
      addForeign(tape.local(node), trimmed(tape.text(node)))
    }
  }

  private func fits(_ node: Int, _ step: ElementPath.Step) -> Bool {
    guard tape.local(node) == step.name else { return false }
    guard let attribute = step.attribute else { return true }
    return tape.attributes(node).contains { place in
      tape.local(place) == attribute
        && (step.value.map { view(tape.text(place)).trimmed.string == $0 } ?? true)
    }
  }

  private mutating func take(_ value: ByteView, _ row: Int) {
    usedRows.insert(row)
    mappedRecord?.add(value.string, row: row)
  }
}
