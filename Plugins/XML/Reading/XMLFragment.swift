import Cardmill

/// Looks whether a text is an element that may stand in a card.
enum XMLFragment {
  /// Whether the text is one whole element of another namespace that says which, as the property
  /// XML wants it (RFC 6350, 6.1.5), and just as it would be written after being read.
  static func isForeignElement(_ text: ByteView) -> Bool {
    guard text.count > 8, text[0] == UInt8(ascii: "<"), text[text.count - 1] == UInt8(ascii: ">")
    else { return false }
    let head = XMLHead(text)
    guard head.rootStart == 0, !head.rootSpace.isEmpty, head.documentType == .none else {
      return false
    }
    let space = head.rootSpace.withView { XMLSpace($0) }
    guard space != .xCard, space != .own else { return false }
    // Read in a card, and written again.
    var document = ByteBuffer(capacity: text.count + 64)
    document.append("<vcard xmlns=\"")
    document.append(XMLSpace.xCardURI)
    document.append("\">")
    document.append(text)
    document.append("</vcard>")
    guard let batch = try? read(document.bytes), batch.count == 1 else { return false }
    let properties = batch.storage.properties
    return properties.count == 1 && properties[0].id == .xml
      && batch.storage.view(properties[0].value).equals(text)
  }

  private static func read(_ bytes: [UInt8]) throws -> ContactBatch? {
    let reader = try XMLReader(Fragment(bytes), ReadRequest(format: XMLDialect.xCard.id))
    let parsed = try reader.next()
    let isFine =
      parsed?.diagnostics.allSatisfy { $0.code == .missingFN || $0.code == .missingName } ?? false
    return try reader.next() == nil && isFine ? parsed?.batch : nil
  }

  private final class Fragment: InputBytes {
    let name = ""
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var size: Int { bytes.count }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
      let count = max(0, min(buffer.count, bytes.count - offset))
      unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
      return count
    }
  }
}
