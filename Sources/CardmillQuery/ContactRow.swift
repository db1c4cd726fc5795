import Cardmill
import CardmillSQLite

/// The record that expressions are worked out for: it computes the columns that they read.
///
/// Text that stands in the batch goes to SQLite as it is, without a copy; only what has to be put
/// together first is copied.
final class ContactRow: RowProvider {
  private(set) var storage = ContactRow.nothing
  private(set) var record = ContactRow.nothing.contacts[0]
  /// The input's name.
  var source = "" { didSet { sourceBytes = Array(source.utf8) } }
  private var sourceBytes: [UInt8] = []
  /// How many records there were: tells one from the next.
  private(set) var generation = 0
  private var scratch = ByteBuffer(capacity: 1024)
  /// The length of the longest text that SQLite takes, and what raises it for a longer one.
  var textLimit = 0
  var raiseTextLimit: (Int) -> Void = { _ in }

  private static let nothing = Contact(kind: .empty).storage

  /// Goes to a record.
  func move(to storage: ContactBatch.Storage, _ index: Int) {
    if self.storage !== storage { self.storage = storage }
    record = storage.contacts[index]
    generation += 1
  }

  /// Lets the batch go.
  func leave() {
    storage = Self.nothing
    record = Self.nothing.contacts[0]
  }

  func column(_ number: Int, to result: borrowing FunctionCall) {
    guard let column = ContactColumn(place: number) else { return }
    scratch.removeAll()
    switch storage.value(of: column, in: record, scratch: &scratch) {
    case .null: break
    case .integer(let value): result.give(value)
    case .slice(let view): give(view, to: result)
    case .scratch: giveCopy(scratch.view, to: result)
    case .source: sourceBytes.withView { giveCopy($0, to: result) }
    }
  }

  /// Gives a text of the batch; line breaks are LF.
  private func give(_ view: ByteView, to result: borrowing FunctionCall) {
    guard view.first(UInt8(ascii: "\r")) < view.count else {
      if view.count >= textLimit { makeRoom(for: view.count) }
      return result.give(keeping: view)
    }
    scratch.removeAll()
    scratch.appendWithLineFeeds(view)
    giveCopy(scratch.view, to: result)
  }

  private func giveCopy(_ view: ByteView, to result: borrowing FunctionCall) {
    if view.count >= textLimit { makeRoom(for: view.count) }
    result.give(copying: view)
  }

  private func makeRoom(for count: Int) {
    textLimit = count * 2
    raiseTextLimit(textLimit)
  }

  // MARK: The functions x and xs

  /// Gives the first value of the properties of a name.
  func giveValue(named name: ByteView, to result: borrowing FunctionCall) {
    let id = PropertyID(name)
    for place in storage.properties(of: record)
    where storage.isNamed(name, id, storage.properties[place]) {
      let property = storage.properties[place]
      guard storage.hasContent(property) else { continue }
      if property.form == .text || property.form == .binary {
        return give(storage.view(property.value), to: result)
      }
      scratch.removeAll()
      storage.appendText(of: property, to: &scratch)
      return giveCopy(scratch.view, to: result)
    }
  }

  /// Gives all values of the properties of a name as a JSON array.
  func giveValues(named name: ByteView, to result: borrowing FunctionCall) {
    let id = PropertyID(name)
    var list = ByteBuffer(capacity: 256)
    list.append(UInt8(ascii: "["))
    for place in storage.properties(of: record)
    where storage.isNamed(name, id, storage.properties[place]) {
      let property = storage.properties[place]
      guard storage.hasContent(property) else { continue }
      if list.count > 1 { list.append(UInt8(ascii: ",")) }
      scratch.removeAll()
      storage.appendText(of: property, to: &scratch)
      list.appendJSON(scratch.view, lineBreaks: .lineFeeds)
    }
    list.append(UInt8(ascii: "]"))
    giveCopy(list.view, to: result)
  }
}

extension ByteBuffer {
  /// Appends text; CR LF and a lone CR become LF.
  mutating func appendWithLineFeeds(_ text: ByteView) {
    var start = 0
    while start < text.count {
      let at = text.first(UInt8(ascii: "\r"), from: start)
      append(text[start..<at])
      guard at < text.count else { return }
      append(UInt8(ascii: "\n"))
      start = at + 1
      if start < text.count, text[start] == UInt8(ascii: "\n") { start += 1 }
    }
  }
}
