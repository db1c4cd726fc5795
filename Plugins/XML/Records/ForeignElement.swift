import Cardmill

/// Writes an element of another namespace as the XML property wants it: one element, each namespace
/// declared where it begins.
struct ForeignElement {
  private let tape: XMLTape

  init(_ tape: XMLTape) { self.tape = tape }

  func append(
    _ node: Int, in uri: String? = nil, to buffer: inout ByteBuffer, _ view: (Slice) -> ByteView
  ) {
    let number = Int(tape.nodes[node].name)
    buffer.append(UInt8(ascii: "<"))
    buffer.append(tape.names.locals[number])
    if uri != tape.names.uris[number] {
      buffer.append(" xmlns=\"")
      tape.names.uris[number].withView { _ = XMLText.appendAttribute($0, to: &buffer) }
      buffer.append("\"")
    }
    var declared: [String] = []
    for place in tape.attributes(node) { appendAttribute(place, &declared, to: &buffer, view) }
    let start = tape.attributes(node).upperBound
    let text = tape.text(node)
    guard tape.end(node) > start || !text.isEmpty else { return buffer.append("/>") }
    buffer.append(">")
    XMLText.append(view(text), to: &buffer)
    var at = start
    while at < tape.end(node) {
      if tape.nodes[at].kind == .text {
        XMLText.append(view(tape.text(at)), to: &buffer)
      } else {
        append(at, in: tape.names.uris[number], to: &buffer, view)
      }
      at = tape.end(at)
    }
    buffer.append("</")
    buffer.append(tape.names.locals[number])
    buffer.append(">")
  }

  private func appendAttribute(
    _ place: Int, _ declared: inout [String], to buffer: inout ByteBuffer,
    _ view: (Slice) -> ByteView
  ) {
    let number = Int(tape.nodes[place].name)
    let (uri, prefix) = (tape.names.uris[number], tape.names.prefixes[number])
    buffer.append(" ")
    if !prefix.isEmpty {
      if !uri.isEmpty, prefix != "xml", !declared.contains(prefix) {
        declared.append(prefix)
        buffer.append("xmlns:")
        buffer.append(prefix)
        buffer.append("=\"")
        uri.withView { _ = XMLText.appendAttribute($0, to: &buffer) }
        buffer.append("\" ")
      }
      buffer.append(prefix)
      buffer.append(":")
    }
    buffer.append(tape.names.locals[number])
    buffer.append("=\"")
    XMLText.appendAttribute(view(tape.text(place)), to: &buffer)
    buffer.append("\"")
  }
}
