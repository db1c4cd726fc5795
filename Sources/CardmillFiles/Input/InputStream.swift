import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes that come only once, made readable again.
///
/// The first bytes stay in memory. While it is recording, whatever is read behind them is copied
/// into a temporary file.
struct InputStream {
  private let descriptor: Descriptor
  private let name: String
  private var head: [UInt8] = []
  private var spool: Descriptor?
  /// The number of bytes that the spool holds from the start on.
  private var spooled = 0
  /// The number of bytes that were taken from the descriptor.
  private(set) var position = 0
  private(set) var isAtEnd = false
  var isRecording = true

  private static let headSize = InputFile.headSize + 1

  init(_ descriptor: Descriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The number of bytes; reads to the end if they can be kept.
  var wholeSize: Int {
    mutating get {
      if isRecording { try? advance(to: .max) }
      return position
    }
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(InputFailure) -> Int
  {
    guard buffer.count > 0 else { return 0 }
    if offset < head.count {
      let count = min(buffer.count, head.count - offset)
      unsafe head.withUnsafeBytes { bytes in
        unsafe buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
      }
      return count
    }
    if offset > position { try advance(to: offset) }
    if offset < position {
      guard let spool, offset < spooled else {
        throw .source(
          SourceError(.fault, Diagnostic(.ownFault, "a pipe was read twice", file: name)))
      }
      let count = min(buffer.count, spooled - offset)
      do {
        return unsafe try spool.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
      } catch { throw .system(error) }
    }
    guard offset == position else { return 0 }
    return unsafe try take(into: buffer)
  }

  /// Reads on until a place or the end.
  private mutating func advance(to place: Int) throws(InputFailure) {
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
    defer { unsafe scratch.deallocate() }
    while position < place, !isAtEnd {
      let count = min(scratch.count, place - position)
      _ = unsafe try take(into: UnsafeMutableRawBufferPointer(rebasing: scratch[..<count]))
    }
  }

  /// Takes the next bytes, as many as are wanted unless the input ends, and keeps them if need be.
  ///
  /// The pieces that a pipe hands out depend on timing; what is made of them must not.
  private mutating func take(into buffer: UnsafeMutableRawBufferPointer) throws(InputFailure) -> Int
  {
    guard !isAtEnd, let base = buffer.baseAddress else { return 0 }
    // The head must hold whole what a source may see, whatever pieces it comes in.
    let wanted =
      isRecording && head.count < Self.headSize
      ? min(buffer.count, Self.headSize - head.count) : buffer.count
    var count = 0
    while count < wanted {
      while !hasMore(waiting: 250) { try checkInterruption() }
      let got: Int
      do {
        got = try call { unsafe systemRead(descriptor.number, base + count, wanted - count) }
      } catch {
        if error.code == EAGAIN { continue }
        throw .system(error)
      }
      if got == 0 {
        isAtEnd = true
        break
      }
      count += got
    }
    let taken = unsafe ByteView(
      base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count)
    if isRecording { try keep(taken) }
    position += count
    return count
  }

  private mutating func keep(_ bytes: ByteView) throws(InputFailure) {
    if head.count == position, head.count < Self.headSize {
      head.append(contentsOf: bytes.array)
      return
    }
    do {
      if spool == nil {
        let new = try TemporaryFile.makeUnlinked()
        try head.withView { try new.write($0, at: 0) }
        spool = new
        spooled = head.count
      }
      try spool?.write(bytes, at: spooled)
      spooled += bytes.count
    } catch let error as SystemError {
      throw .source(TemporaryFile.failure(error, keeping: "the input", name))
    } catch let error as SourceError {
      throw .source(error)
    } catch {
      throw .system(SystemError(EIO))
    }
  }

  /// Whether a read would not have to wait, or waited long enough.
  private func hasMore(waiting milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&waiting, 1, milliseconds)
    // What poll cannot tell, read will.
    return ready > 0 || (ready < 0 && errno != EINTR)
  }

  private func checkInterruption() throws(InputFailure) {
    do { try Interruption.check() } catch let error as SourceError {
      throw .source(error)
    } catch {
      throw .system(SystemError(EINTR))
    }
  }
}

// A free function whose name the type's own method would hide.
private func systemRead(_ number: Int32, _ base: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(number, base, count)
}
