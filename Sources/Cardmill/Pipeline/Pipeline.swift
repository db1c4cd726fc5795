import CCardmillScan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs blocks of an input through parsing and formatting on several threads and hands the results
/// on in the input's order.
///
/// The threads are a turnstile: each takes the lock, reads and splits the next block, gives the
/// lock back, parses and formats, waits for its turn, and lets the caller consume the result. So no
/// more blocks are in memory than there are threads, and any number of threads gives the same
/// results in the same order.
package struct Pipeline {
  /// What became of a block.
  package struct Result<Output: BlockOutput & ~Copyable>: ~Copyable {
    package var batch: ContactBatch?
    package var diagnostics: [Diagnostic] = []
    package var rejected: [RejectedRecord] = []
    /// Text that belongs to no record, as ranges of the file.
    package var outside: [Range<Int>] = []
    package var output = Output()

    init() {}
  }

  package var threads: Int

  package init(threads: Int) { self.threads = max(1, min(threads, 64)) }

  /// Runs an input to its end.
  ///
  /// - Parameters:
  ///   - reader: the input, at its start.
  ///   - transform: called on any thread with each parsed block, may format it.
  ///   - consume: called on one thread at a time, in the input's order.
  /// - Throws: what reading the input or `consume` throws; the threads have then ended.
  package func run<Output: BlockOutput & ~Copyable>(
    _ reader: BlockReader,
    transform: @escaping @Sendable (ParsedBlock, inout Output) -> Void,
    consume: @escaping (inout Result<Output>) throws -> Void
  ) throws {
    if threads == 1 {
      var result = Result<Output>()
      while let work = try reader.next() {
        result.reset(reader)
        result.perform(work, reader, transform)
        try consume(&result)
      }
      result.reset(reader)
      if !result.diagnostics.isEmpty || !result.outside.isEmpty { try consume(&result) }
      return
    }
    let turnstile = Turnstile(reader, transform: transform, consume: consume)
    var handles: [pthread_t] = []
    for _ in 1..<threads {
      let box = unsafe Unmanaged<PipelineThread>.passRetained(turnstile)
      #if canImport(Darwin)
        var handle: pthread_t?
      #else
        var handle = pthread_t()
      #endif
      let code = unsafe pthread_create(
        &handle, nil,
        { argument in
          #if canImport(Darwin)
            let raw = argument
          #else
            guard let raw = unsafe argument else { return nil }
          #endif
          unsafe Unmanaged<PipelineThread>.fromOpaque(raw).takeRetainedValue().work()
          return nil
        }, box.toOpaque())
      if code != 0 {
        unsafe box.release()
        break
      }
      #if canImport(Darwin)
        if let handle { handles.append(handle) }
      #else
        handles.append(handle)
      #endif
    }
    turnstile.work()
    for handle in handles { pthread_join(handle, nil) }
    try turnstile.finish()
  }

  /// The number of processors this process may use.
  package static var availableProcessors: Int {
    Int(cardmill_usable_processors())
  }
}

/// What a pipeline's threads make of a block; one value serves many blocks.
package protocol BlockOutput: ~Copyable {
  init()
  /// Forgets the content and keeps the memory.
  mutating func removeAll()
  /// The name of the input that the block comes from.
  var inputName: String { get set }
}

extension BlockOutput where Self: ~Copyable {
  package var inputName: String {
    get { "" }
    set {}
  }
}

extension FormattedBlock: BlockOutput {}

extension Pipeline.Result where Output: ~Copyable {
  /// Makes ready for the next block, and takes what the reader found before it.
  mutating func reset(_ reader: BlockReader) {
    batch = nil
    diagnostics = reader.takeDiagnostics()
    outside = reader.takeOutside()
    rejected = []
    output.removeAll()
  }

  mutating func perform(
    _ work: BlockReader.Work, _ reader: BlockReader,
    _ transform: (ParsedBlock, inout Output) -> Void
  ) {
    let parsed: ParsedBlock
    switch work {
    case .records(let records): parsed = reader.source.parse(records, reader.request)
    case .parsed(let done): parsed = done
    case .rejected(let record):
      rejected = [record]
      diagnostics.append(record.reason)
      return
    }
    batch = parsed.batch
    rejected = parsed.rejected
    var found = parsed.diagnostics
    for index in found.indices where found[index].file == nil {
      found[index].file = reader.input.name
    }
    diagnostics += found
    output.inputName = reader.input.name
    transform(parsed, &output)
  }
}

/// What a thread does, for C's sake without generic parameters.
private class PipelineThread {
  func work() {}
}

/// The lock and the turns of a pipeline's threads.
///
/// `reader` is used under `reading`, `consume` and the rest under `turn`.
private final class Turnstile<Output: BlockOutput & ~Copyable>: PipelineThread, @unchecked Sendable
{
  private let reader: BlockReader
  private let transform: @Sendable (ParsedBlock, inout Output) -> Void
  private let consume: (inout Pipeline.Result<Output>) throws -> Void
  private var nextTicket = 0
  private var nextTurn = 0
  private var isStopped = false
  private var failure: (any Error)?
  private let reading = Lock()
  private let turn = Lock()

  init(
    _ reader: BlockReader, transform: @escaping @Sendable (ParsedBlock, inout Output) -> Void,
    consume: @escaping (inout Pipeline.Result<Output>) throws -> Void
  ) {
    self.reader = reader
    self.transform = transform
    self.consume = consume
  }

  /// What each thread does.
  override func work() {
    var result = Pipeline.Result<Output>()
    while true {
      reading.lock()
      let ticket = nextTicket
      var work: BlockReader.Work?
      var readError: (any Error)?
      if !turn.locked({ isStopped }) {
        do { work = try reader.next() } catch { readError = error }
      }
      result.reset(reader)
      nextTicket += 1
      reading.unlock()

      if let work { result.perform(work, reader, transform) }
      turn.lock()
      while nextTurn != ticket { turn.wait() }
      if failure == nil {
        if let readError {
          failure = readError
          isStopped = true
        } else if work != nil || !result.diagnostics.isEmpty || !result.outside.isEmpty {
          do { try consume(&result) } catch {
            failure = error
            isStopped = true
          }
        }
      }
      if work == nil { isStopped = true }
      nextTurn += 1
      turn.wakeAll()
      turn.unlock()
      if work == nil { return }
    }
  }

  func finish() throws {
    if let failure { throw failure }
  }
}

/// A mutex with a condition.
@safe
private final class Lock {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(condition)
    unsafe mutex.deallocate()
    unsafe condition.deallocate()
  }

  func lock() { unsafe pthread_mutex_lock(mutex) }
  func unlock() { unsafe pthread_mutex_unlock(mutex) }
  func wait() { unsafe pthread_cond_wait(condition, mutex) }
  func wakeAll() { unsafe pthread_cond_broadcast(condition) }
  func locked<R>(_ body: () -> R) -> R {
    lock()
    defer { unlock() }
    return body()
  }
}
