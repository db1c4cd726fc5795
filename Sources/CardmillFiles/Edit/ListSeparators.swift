import Cardmill

/// What stands around and between the records of a list, such as the brackets and commas of a JSON
/// array or the line breaks of JSON Lines.
///
/// With each record that is cut out one separator goes: the one before it, or the one behind it as
/// long as no record stays before it. So what is left is a list, and so is what was cut out.
struct ListSeparators {
  private let file: InputFile
  /// The bytes of a character at least.
  private let unit: Int
  /// Where the record before ends.
  var previousEnd = 0
  /// How many records were cut out.
  private(set) var cutCount = 0
  /// A record that was cut out and whose separator is still to go: its end and its number.
  private var open: (end: Int, number: Int)?
  private static let longest = 64 << 10

  init(_ file: InputFile, encoding: String?) {
    self.file = file
    unit = encoding?.hasPrefix("UTF-32") == true ? 4 : encoding == nil ? 1 : 2
  }

  /// Cuts a record out, and the separator before it.
  mutating func cut(_ record: ContactRecord, _ writer: SpliceWriter) throws {
    let start = record.fileOffset
    let separator = try start - blank(previousEnd..<start, fromEnd: true)..<start
    if record.number > cutCount { try writer.replace(separator, with: [], record: record.number) }
    try writer.remove(
      start..<start + record.fileLength, record: record.number,
      separator: cutCount > 0 ? bytes(separator) : [])
    if record.number == cutCount { open = (start + record.fileLength, record.number) }
    cutCount += 1
  }

  /// Cuts the separator before a record if it has to go with those that were cut out before.
  mutating func close(before record: ContactRecord, _ writer: SpliceWriter) throws {
    guard let (end, number) = open else { return }
    open = nil
    let count = try blank(end..<record.fileOffset, fromEnd: false)
    try writer.replace(end..<end + count, with: [], record: number)
  }

  /// What stands before the first record and belongs to no other.
  func head(upTo end: Int) throws -> [UInt8] {
    let all = try bytes(0..<min(end, Self.longest))
    return Array(all.prefix { Self.isAround($0) || $0 == UInt8(ascii: "[") || $0 >= 0xBB })
  }

  /// What stands behind the last record and belongs to no other.
  func tail(from start: Int) throws -> [UInt8] {
    // A file that grows is read beyond the size that it had; such a run is refused at its end.
    guard start < file.size else { return [] }
    let all = try bytes(start..<min(file.size, start + Self.longest))
    return all.allSatisfy { Self.isAround($0) || $0 == UInt8(ascii: "]") } ? all : []
  }

  private func bytes(_ range: Range<Int>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try FileDigest.read(file, range) { bytes += $0.array }
    return bytes
  }

  /// How many bytes at one end of a range are nothing but blanks, line breaks and commas.
  private func blank(_ range: Range<Int>, fromEnd: Bool) throws -> Int {
    let near =
      fromEnd
      ? max(range.lowerBound, range.upperBound - Self.longest)..<range.upperBound
      : range.lowerBound..<min(range.upperBound, range.lowerBound + Self.longest)
    let text = try bytes(near)
    let end = fromEnd ? text.lastIndex { !Self.isAround($0) }.map { text.count - 1 - $0 } : nil
    let start = fromEnd ? nil : text.firstIndex { !Self.isAround($0) }
    let count = end ?? start ?? text.count
    return count - count % unit
  }

  /// Whether a byte may stand between two records; 0 is half a character of UTF-16.
  private static func isAround(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 0x09, 0x0A, 0x0D, 0x1E, 0x20, UInt8(ascii: ","): true
    default: false
    }
  }
}
