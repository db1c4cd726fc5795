/// Turns an input in UTF-16 or UTF-32 into UTF-8 before it is split, and knows where each byte came
/// from: the original bytes stay the file's.
package struct BlockTranscoder {
  private let unit: Int
  private let isBigEndian: Bool
  private var raw: [UInt8] = []
  /// The file's offset of the first byte that is not consumed.
  package private(set) var position = 0
  /// The file's size, once its end was met: half a character at the end has fewer bytes than the
  /// one that stands for it.
  private var size = Int.max

  package init(_ encoding: String, file: String) throws {
    switch encoding.uppercased() {
    case "UTF-16LE": (unit, isBigEndian) = (2, false)
    case "UTF-16BE": (unit, isBigEndian) = (2, true)
    case "UTF-32LE": (unit, isBigEndian) = (4, false)
    case "UTF-32BE": (unit, isBigEndian) = (4, true)
    default:
      throw SourceError(
        .unusable,
        Diagnostic(.notAContactFile, "the encoding \(encoding) cannot be read", file: file))
    }
  }

  /// Reads and decodes; gives whether the end of the input was reached.
  package mutating func fill(
    _ output: inout ByteBuffer, from input: any InputBytes, at offset: inout Int, wanted: Int
  ) throws -> Bool {
    let old = raw.count
    var got = 0
    raw += [UInt8](repeating: 0, count: wanted)
    try unsafe raw.withUnsafeMutableBytes { buffer in
      got = try unsafe input.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[old..<old + wanted]), at: offset)
    }
    raw.removeLast(wanted - got)
    offset += got
    if got == 0 { size = offset }
    let used = decode(into: &output, isAtEnd: got == 0)
    raw.removeFirst(used)
    return got == 0
  }

  private func scalarUnit(_ at: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<unit {
      let byte = UInt32(raw[at + index])
      value |= byte << UInt32(8 * (isBigEndian ? unit - 1 - index : index))
    }
    return value
  }

  private func decode(into output: inout ByteBuffer, isAtEnd: Bool) -> Int {
    var at = 0
    while at + unit <= raw.count {
      var value = scalarUnit(at)
      var length = unit
      if unit == 2, value & 0xFC00 == 0xD800 {
        if at + 4 > raw.count, !isAtEnd { break }
        if at + 4 <= raw.count {
          let low = scalarUnit(at + 2)
          if low & 0xFC00 == 0xDC00 {
            value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
            length = 4
          }
        }
      }
      output.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      at += length
    }
    if isAtEnd, at < raw.count {
      // Half a character at the end: one replacement for what is left.
      output.append("\u{FFFD}" as Unicode.Scalar)
      at = raw.count
    }
    return at
  }

  /// How many bytes of the file a piece of the decoded text was.
  package func length(_ text: ByteView) -> Int {
    if unit == 4 {
      var count = 0
      for index in 0..<text.count where text[index] & 0xC0 != 0x80 { count += 4 }
      return count
    }
    var count = 0
    for index in 0..<text.count {
      let byte = text[index]
      if byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 4 : 2 }
    }
    return count
  }

  package func offset(of index: Int, in text: ByteView) -> Int {
    min(size, position + length(text.upTo(index)))
  }

  func ranges(of records: [RecordRange], in text: ByteView) -> [Range<Int>] {
    var at = 0
    var offset = position
    return records.map { record in
      offset += length(text[at..<record.start])
      let start = offset
      offset += length(text[record.start..<record.end])
      at = record.end
      return min(size, start)..<min(size, offset)
    }
  }

  package mutating func consume(_ text: ByteView) { position = min(size, position + length(text)) }
}

extension ByteBuffer {
  /// Appends a character as UTF-8.
  @_disfavoredOverload  // A literal is a StaticString.
  package mutating func append(_ scalar: Unicode.Scalar) {
    guard let encoded = UTF8.encode(scalar) else { return }
    for byte in encoded { append(byte) }
  }
}
