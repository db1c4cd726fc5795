import Cardmill

/// Writes tables for other programs.
struct ForeignWriter: SelectiveSurvey {
  let layout: TableLayout
  private let writesBOM: Bool
  private let isSurveyed: Bool

  init(_ program: Program, writesBOM: Bool?, survey: [Int]?) {
    layout = TableLayout(program, families: survey)
    self.writesBOM = writesBOM ?? layout.hasByteOrderMark
    isSurveyed = survey != nil
  }

  func head(into output: inout ByteBuffer) {
    if writesBOM { output.append("\u{FEFF}") }
    for (place, heading) in layout.headings.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      if layout.quotesAll { output.append(UInt8(ascii: "\"")) }
      output.append(heading)
      if layout.quotesAll { output.append(UInt8(ascii: "\"")) }
    }
    output.append(layout.lineEnd)
  }

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    let storage = batch.storage
    var formatter = TableFormatter(storage, layout)
    for contact in storage.contacts {
      switch contact.kind {
      case .contact:
        formatter.append(contact, to: &output.bytes)
        output.endRecord()
      case .group:
        formatter.lose(group: contact)
        output.folded += 1
      case .empty: output.folded += 1
      }
    }
    formatter.moveLosses(to: &output)
    for (column, place) in formatter.formulas.sorted(by: { $0.key < $1.key }) {
      output.diagnostics.append(
        Diagnostic(
          .formulaCell, "a cell of column \(layout.headings[column]) starts like a formula",
          record: place.record, line: place.line))
    }
  }

  // MARK: Columns

  var wantsSurvey: Bool { layout.program == .google && !isSurveyed }

  /// The families take none of these.
  var surveyedProperties: PropertySet {
    PropertySet(allBut: [
      .fn, .n, .nickname, .bday, .title, .org, .categories, .note, .prodid, .rev, .uid,
    ])
  }

  /// How many entries of each of Google's families the contact with the most has.
  func survey(_ batch: ContactBatch) -> [Int] {
    var largest = [Int](repeating: 0, count: TableLayout.Family.allCases.count)
    var counts = largest
    let storage = batch.storage
    for contact in storage.contacts where contact.kind == .contact {
      for place in counts.indices { counts[place] = 0 }
      for place in storage.properties(of: contact) {
        guard let family = family(of: storage.properties[place], storage) else { continue }
        counts[family.rawValue] += 1
      }
      for place in counts.indices where counts[place] > largest[place] {
        largest[place] = counts[place]
      }
    }
    return largest
  }

  /// The family that may take a property.
  @inline(__always)
  private func family(_ id: PropertyID) -> TableLayout.Family? {
    switch id {
    case .email: .mail
    case .tel: .phone
    case .adr: .address
    case .related, .agent: .relation
    case .url: .url
    case .anniversary, .xABDate: .event
    default: nil
    }
  }

  private func family(
    of property: PropertyRecord, _ storage: ContactBatch.Storage
  ) -> TableLayout.Family? {
    if let family = family(property.id) {
      return storage.hasContent(property) || property.parameterCount > 0 ? family : nil
    }
    guard property.isCustomField, storage.hasContent(property) else { return nil }
    if property.id == .unknown {
      // These have a column of their own, or become a group.
      let name = storage.view(property.name)
      if name.equalsIgnoringCase("X-FAVORITE") || name.equalsIgnoringCase("X-GOOGLE-GROUP")
        || name.equalsIgnoringCase("FILE AS")
      {
        return nil
      }
    }
    return .custom
  }
}
