import Cardmill

/// Writes contact JSON: one object a line.
struct JSONContactWriter: RecordWriter {
  /// Whether the data of photos are written too.
  var writesPhotos: Bool
  /// Whether each object says where it comes from.
  var writesSource: Bool

  func format(_ batch: ContactBatch, into output: inout FormattedBlock) {
    var formatter = JSONFormatter(batch.storage, self)
    if writesSource { formatter.file = output.inputName }
    for index in batch.storage.contacts.indices {
      if formatter.append(index, to: &output.bytes) {
        output.endRecord()
      } else {
        output.folded += 1
      }
    }
    if !formatter.losses.isEmpty { output.losses += formatter.losses }
  }
}

// The formatter first links the properties of a record by name, so that each path finds its own in
// one step, and then writes the paths in their fixed order. Every member is written with a comma
// before it; the first comma of an object becomes its brace. Keys and values are copied straight
// into the output, no text is made for them.

/// Writes the records of one batch.
struct JSONFormatter: ~Copyable {
  let storage: ContactBatch.Storage
  let options: JSONContactWriter
  /// The input's name, for `source`.
  var file = ""
  var losses: [Loss] = []
  var scratch = ByteBuffer(capacity: 256)

  private let block: ByteView
  private let decoded: ByteView
  /// Whether all text of the batch is UTF-8 that needs no search for U+2028.
  private let isPlain: Bool

  /// The first property of each name, or -1.
  private var heads = [Int32](repeating: -1, count: 64)
  /// The property of the same name behind each property of the record, or -1.
  private var links: [Int32] = []
  /// The names that the record has, a bit each.
  private var present: UInt64 = 0
  private var index = 0
  private var first = 0

  /// For names of which one property is written under a path of its own: which one.
  var carried = [Int32](repeating: -1, count: 64)
  /// A birthday in words.
  var carriedText: Int32 = -1
  /// Whether a name with a path of its own has properties that belong under `extra`.
  var hasMore = false

  init(_ storage: ContactBatch.Storage, _ options: JSONContactWriter) {
    self.storage = storage
    self.options = options
    block = storage.block.view
    decoded = storage.decoded.view
    isPlain = block.isPlainJSONText && decoded.isPlainJSONText
  }

  /// The record that is being written.
  var record: ContactRecord { storage.contacts[index] }

  /// Appends the object of the batch's record `index` and a line feed; gives false when there is
  /// nothing to write.
  mutating func append(_ index: Int, to output: inout ByteBuffer) -> Bool {
    self.index = index
    guard record.kind != .empty else { return false }
    link()
    let start = output.count
    appendMembers(&output)
    guard output.count > start else { return false }
    if options.writesSource { appendSource(&output) }
    output[start] = UInt8(ascii: "{")
    output.append("}\n")
    return true
  }

  private mutating func appendMembers(_ output: inout ByteBuffer) {
    appendSingle(.uid, ",\"uid\":\"", "uid", &output)
    appendSingle(.kind, ",\"kind\":\"", "kind", &output)
    appendSingle(.rev, ",\"rev\":\"", "rev", &output)
    appendSingle(.tz, ",\"tz\":\"", "tz", &output)
    if has(.gender) { appendGender(&output) }
    if has(.geo) { appendGeo(&output) }
    appendName(&output)
    if has(.nickname) { appendNicknames(&output) }
    appendLabeled(.email, ",\"emails\":", "emails", &output)
    appendLabeled(.tel, ",\"phones\":", "phones", &output)
    appendLabeled(.url, ",\"urls\":", "urls", &output)
    appendLabeled(.impp, ",\"impp\":", "impp", &output)
    if has(.related) || has(.agent) { appendRelated(&output) }
    appendLabeled(.xABDate, ",\"dates\":", "dates", &output)
    if has(.adr) { appendAddresses(&output) }
    if has(.org) { appendOrganization(&output) }
    appendSingle(.title, ",\"title\":\"", "title", &output)
    appendSingle(.role, ",\"role\":\"", "role", &output)
    if has(.note) { appendNotes(&output) }
    if has(.bday) { appendBirthday(&output) }
    if has(.anniversary) { appendAnniversary(&output) }
    if has(.photo) { appendPhoto(&output) }
    if has(.categories) || storage.groups != nil { appendCategories(&output) }
    if record.kind == .group, has(.member) { appendMembersOfGroup(&output) }
    if has(.xPendingDeletion) { appendDeletionMark(&output) }
    if hasMore || present & ~Self.pathIDs != 0 || (record.kind != .group && has(.member)) {
      appendExtra(&output)
    }
  }

  private func appendSource(_ output: inout ByteBuffer) {
    output.append(",\"source\":{\"file\":")
    output.appendJSON(file)
    output.append(",\"index\":")
    output.append(decimal: record.number)
    output.append(",\"line\":")
    output.append(decimal: record.line)
    output.append("}")
  }

  // MARK: Properties by name

  /// The names that have a path of their own.
  static let pathIDs: UInt64 = bits(of: [
    .uid, .kind, .rev, .tz, .gender, .geo, .fn, .n, .xPhoneticFirstName, .xPhoneticLastName,
    .nickname, .email, .tel, .url, .impp, .related, .agent, .xABDate, .adr, .org, .title, .role,
    .note, .bday, .anniversary, .photo, .categories, .member, .xPendingDeletion,
  ])

  /// Those of them that hold every property of the name.
  static let listIDs: UInt64 = bits(of: [
    .fn, .nickname, .email, .tel, .url, .impp, .related, .agent, .xABDate, .adr, .note, .categories,
  ])

  private static func bits(of ids: [PropertyID]) -> UInt64 {
    ids.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  private mutating func link() {
    while present != 0 {
      let bit = present.trailingZeroBitCount
      heads[bit] = -1
      carried[bit] = -1
      present &= present - 1
    }
    carriedText = -1
    hasMore = false
    let range = storage.properties(of: record)
    first = range.lowerBound
    while links.count < range.count { links.append(-1) }
    var place = range.upperBound
    while place > first {
      place -= 1
      let id = Int(storage.properties[place].id.rawValue) & 63
      links[place - first] = heads[id]
      heads[id] = Int32(truncatingIfNeeded: place)
      present |= 1 << UInt64(id)
    }
  }

  @inline(__always)
  func has(_ id: PropertyID) -> Bool { present & (1 << UInt64(id.rawValue)) != 0 }

  /// The place of the first property of a name, or -1.
  @inline(__always)
  func head(_ id: PropertyID) -> Int { Int(heads[Int(id.rawValue)]) }

  /// The place of the next property of the same name, or -1.
  @inline(__always)
  func next(_ place: Int) -> Int { Int(links[place - first]) }

  /// The first property of a name that holds something; the others are left for `extra`.
  mutating func single(_ id: PropertyID) -> PropertyRecord? {
    var place = head(id)
    guard place >= 0 else { return nil }
    while place >= 0, !storage.hasContent(storage.properties[place]) { place = next(place) }
    carried[Int(id.rawValue)] = Int32(truncatingIfNeeded: place)
    guard place >= 0 else { return nil }
    if next(place) >= 0 { hasMore = true }
    return storage.properties[place]
  }

  @inline(__always)
  func view(_ slice: Slice) -> ByteView {
    (slice.isDecoded ? decoded : block)[slice.offset..<slice.offset + slice.count]
  }

  // MARK: Text

  /// Appends a value as the content of a string.
  @inline(__always)
  func appendContent(_ text: ByteView, _ output: inout ByteBuffer) {
    if isPlain, text.isCutBetweenCharacters {
      output.appendPlainJSONContent(text, lineBreaks: .lineFeeds)
    } else {
      output.appendJSONContent(text, lineBreaks: .lineFeeds)
    }
  }

  /// Appends a value as a string.
  @inline(__always)
  func appendString(_ text: ByteView, _ output: inout ByteBuffer) {
    output.append(UInt8(ascii: "\""))
    appendContent(text, &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends the value of a property of any form as the content of a string: escapes decoded,
  /// components by semicolons.
  mutating func appendValue(_ property: PropertyRecord, _ output: inout ByteBuffer) {
    switch property.form {
    case .text: appendContent(view(property.value), &output)
    case .unparsed:
      let text = view(property.value)
      if text.first(UInt8(ascii: "\\")) == text.count { return appendContent(text, &output) }
      scratch.removeAll()
      TextEscapes.decode(text, into: &scratch)
      output.appendJSONContent(scratch.view, lineBreaks: .lineFeeds)
    case .binary:
      output.append("data:")
      if let type = storage.parameter(.mediatype, of: property) { appendContent(type, &output) }
      output.append(";base64,")
      appendContent(view(property.value), &output)
    case .list, .structured:
      var isFirst = true
      for place in storage.parts(of: property) {
        let part = storage.parts[place]
        if !isFirst {
          let isComma = property.form == .list || part.continuesComponent
          output.append(isComma ? UInt8(ascii: ",") : UInt8(ascii: ";"))
        }
        isFirst = false
        appendContent(view(part), &output)
      }
    }
  }

  /// Writes the first property of a name under a key, which is given with its quotes, colon and the
  /// value's quote.
  @inline(__always)
  private mutating func appendSingle(
    _ id: PropertyID, _ key: StaticString, _ path: String, _ output: inout ByteBuffer
  ) {
    if has(id) { appendPresent(id, key, path, &output) }
  }

  private mutating func appendPresent(
    _ id: PropertyID, _ key: StaticString, _ path: String, _ output: inout ByteBuffer
  ) {
    guard let property = single(id) else { return }
    output.append(key)
    appendValue(property, &output)
    output.append(UInt8(ascii: "\""))
    if property.parameterCount > 0 { noteParameters(of: property, path, kept: 0) }
  }
}
