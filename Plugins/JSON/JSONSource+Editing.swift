package import Cardmill

/// Edits that change single members of an object.
extension JSONSource: RecordEditing {
  package func patches(
    _ edit: ContactEdit, of batch: ContactBatch, at index: Int, _ request: ReadRequest
  ) -> [RecordPatch]? {
    let storage = batch.storage
    let record = storage.contacts[index]
    guard edit.applies(to: record, in: storage) else { return [] }
    let object = ObjectEdit(storage.view(record.source), storage)
    let patches: [RecordPatch]?
    switch edit {
    case .mark(let reason, let time): patches = object?.mark(reason: reason, time: time)
    case .unmark: patches = object?.removing { $0.key == .pendingDeletion ? .whole : .nothing }
    case .removeCategories(let names):
      patches = object?.removing(from: .categories) { storage.isCategory(names, $0) }
    case .dropMembers(let keys):
      patches = object?.removing(from: .members) { text in
        keys.contains(text.isLikeURI ? GroupTable.key(text) : GroupTable.nameKey(text))
      }
    }
    guard let patches, !patches.isEmpty else { return nil }
    return patches.map { $0.moved(by: record.source.offset) }
  }
}

/// An object as members that stand somewhere in its text.
private struct ObjectEdit {
  struct Member {
    let key: JSONKey
    /// Name and value.
    let range: Range<Int>
    let value: Range<Int>
  }

  /// What goes of a member.
  enum Share {
    case nothing, whole
    /// Some elements of its array.
    case elements([RecordPatch])
  }

  private let text: ByteView
  private var members: [Member] = []

  /// Finds the members; nil when the text is no object.
  init?(_ text: ByteView, _ storage: ContactBatch.Storage) {
    self.text = text
    do throws(JSONError) {
      var json = JSONReader(text)
      guard try json.next() == .beginObject else { return nil }
      while try json.next() == .key {
        let start = json.tokenRange.lowerBound - 1
        let key = json.key
        let token = try json.next()
        let value = try json.skip(token)
        members.append(Member(key: key, range: start..<value.upperBound, value: value))
      }
    } catch {
      return nil
    }
  }

  func mark(reason: String?, time: String) -> [RecordPatch] {
    var mark = ByteBuffer(capacity: 128)
    mark.append("{\"since\":")
    mark.append(UInt8(ascii: "\""))
    mark.append(time)
    mark.append(UInt8(ascii: "\""))
    if let reason, !reason.isEmpty {
      mark.append(",\"reason\":")
      mark.appendJSON(reason)
    }
    mark.append(UInt8(ascii: "}"))
    if let empty = members.first(where: { $0.key == .pendingDeletion }) {
      return [RecordPatch(range: empty.value, replacement: mark.bytes)]
    }
    let place = members.last?.range.upperBound ?? text.first(UInt8(ascii: "{")) + 1
    var member = ByteBuffer(capacity: 128)
    if !members.isEmpty { member.append(UInt8(ascii: ",")) }
    member.append("\"pendingDeletion\":")
    member.append(mark.view)
    return [RecordPatch(range: place..<place, replacement: member.bytes)]
  }

  /// Takes members away, or some of their elements.
  func removing(_ share: (Member) -> Share) -> [RecordPatch] {
    let shares = members.map(share)
    var patches = RecordPatch.removing(from: members.map(\.range)) {
      if case .whole = shares[$0] { true } else { false }
    }
    for case .elements(let elements) in shares { patches += elements }
    return patches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Takes those strings out of the array of a member for which `isGone` is true; an array of which
  /// nothing is left goes away.
  func removing(from key: JSONKey, where isGone: (ByteView) -> Bool) -> [RecordPatch] {
    removing { member in
      guard member.key == key else { return .nothing }
      var ranges: [Range<Int>] = []
      var gone: [Bool] = []
      do throws(JSONError) {
        var json = JSONReader(text[member.value])
        guard try json.next() == .beginArray else { return .nothing }
        while true {
          let token = try json.next()
          if token == .endArray { break }
          var decoded = ByteBuffer(capacity: 64)
          if token == .string { json.appendString(to: &decoded) }
          gone.append(token == .string && decoded.withView(isGone))
          let range = try json.skip(token)
          ranges.append(
            range.lowerBound + member.value.lowerBound..<range.upperBound
              + member.value.lowerBound)
        }
      } catch {
        return .nothing
      }
      if !gone.contains(false) { return gone.isEmpty ? .nothing : .whole }
      return .elements(RecordPatch.removing(from: ranges) { gone[$0] })
    }
  }
}
