import Cardmill

/// The part of an input that is being read: bytes that can be looked at again, and where they lie
/// in the file.
///
/// Text in UTF-16 and UTF-32 is turned into UTF-8 as it comes in. A *place* counts the bytes of the
/// text as it is read; `fileOffset(of:)` says which byte of the file that is.
struct InputWindow: ~Copyable {
  private let input: any InputBytes
  private var buffer = ByteBuffer(capacity: 1 << 17)
  private var transcoder: BlockTranscoder?
  private var readOffset = 0
  /// The place of the first byte that is kept.
  private(set) var start = 0
  /// The line of that byte, from 1.
  private var line = 1
  private(set) var isAtEnd = false
  /// Where that line begins.
  private var lineStart = 0
  // A place whose line and offset in the file are known, so that each byte is counted once.
  private var known = (place: 0, line: 1, offset: 0, lineStart: 0)

  init(_ input: any InputBytes, encoding: String?) throws {
    self.input = input
    if let encoding { transcoder = try BlockTranscoder(encoding, file: input.name) }
  }

  /// Whether the bytes are not the file's own.
  var isTranscoded: Bool { transcoder != nil }

  /// The place behind the last byte.
  var end: Int { start + buffer.count }

  /// The bytes between two places; valid until the window is changed.
  func view(_ range: Range<Int>) -> ByteView {
    buffer.view[range.lowerBound - start..<range.upperBound - start]
  }

  /// The bytes from a place on.
  func view(from place: Int) -> ByteView { buffer.view.from(place - start) }

  /// Reads more.
  mutating func fill(_ wanted: Int) throws {
    guard !isAtEnd else { return }
    if transcoder != nil {
      isAtEnd = try transcoder?.fill(&buffer, from: input, at: &readOffset, wanted: wanted) ?? true
      return
    }
    buffer.reserve(wanted)
    let got = try unsafe input.readAll(
      into: UnsafeMutableRawBufferPointer(start: buffer.base + buffer.length, count: wanted),
      at: readOffset)
    precondition(got <= wanted)
    buffer.length += got
    readOffset += got
    isAtEnd = got == 0
  }

  /// Forgets everything before a place.
  mutating func drop(to place: Int) {
    guard place > start else { return }
    let dropped = view(start..<place)
    let breaks = dropped.lineBreaks
    if breaks > 0 {
      line += breaks
      lineStart = start + dropped.lastLineEnd
    }
    transcoder?.consume(dropped)
    buffer.removeFirst(place - start)
    start = place
    if known.place < start { known = (start, line, transcoder?.position ?? start, lineStart) }
  }

  /// The line and column of a place, from 1, and its offset in the file; cheap for places in their
  /// order.
  mutating func location(of place: Int) -> (line: Int, column: Int, offset: Int) {
    let place = min(max(place, start), end)
    if place < known.place { known = (start, line, transcoder?.position ?? start, lineStart) }
    let between = view(known.place..<place)
    let breaks = between.lineBreaks
    if breaks > 0 {
      known.line += breaks
      known.lineStart = known.place + between.lastLineEnd
    }
    known.offset += transcoder?.length(between) ?? between.count
    known.place = place
    return (known.line, place - known.lineStart + 1, known.offset)
  }
}

extension ByteView {
  /// The place behind the last line break, or 0.
  fileprivate var lastLineEnd: Int {
    var at = count
    while at > 0, self[at - 1] != 0x0A, self[at - 1] != 0x0D { at -= 1 }
    return at
  }
}
