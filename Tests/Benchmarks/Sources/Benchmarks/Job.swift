import Cardmill
import CardmillFiles
import CardmillPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is measured.
enum Job: String, CaseIterable {
  /// Only copies the file's bytes.
  case copy
  /// Copies the file's bytes and finds the line ends: what the other jobs are compared with.
  case lines
  case inspect
  case toCSV = "-> csv"
  case toVCard4 = "-> vcard:4.0"
  case toJSON = "-> json"

  /// Does the job once.
  func run(_ path: String, threads: Int) throws {
    var options = RunOptions()
    options.threads = threads
    switch self {
    case .copy, .lines: try readThrough(path)
    case .inspect: _ = try Inspection(of: [path], options: options, sources: builtInSources).run()
    case .toCSV: try convert(path, "csv", options)
    case .toVCard4: try convert(path, "vcard:4.0", options)
    case .toJSON: try convert(path, "json", options)
    }
  }

  private func convert(_ path: String, _ format: FormatID, _ options: RunOptions) throws {
    var options = options
    options.to = format
    let report = try Conversion(
      from: [path], to: "/dev/null", options: options, sources: builtInSources
    ).run()
    guard report.written > 0 else { throw Failure(description: "nothing was written") }
  }

  private func readThrough(_ path: String) throws {
    let size = 256 << 10
    let input = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    let output = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer {
      input.deallocate()
      output.deallocate()
    }
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Failure(description: "\(path) cannot be opened") }
    defer { close(file) }
    var found = 0
    while true {
      let got = read(file, input, size)
      guard got > 0 else { break }
      memcpy(output, input, got)
      guard self == .lines else { continue }
      var at = 0
      while let next = memchr(output + at, 0x0A, got - at) {
        found += 1
        at = UnsafeRawPointer(next) - UnsafeRawPointer(output) + 1
      }
    }
    if self == .lines, found == 0 { throw Failure(description: "\(path) has no lines") }
  }
}

struct Failure: Error, CustomStringConvertible { let description: String }

/// What a run of a job took.
struct Measure {
  var cpu: Double
  var clock: Double
  var megabytes: Double

  /// Runs a job in a process of its own.
  static func of(_ job: Job, _ path: String, threads: Int) throws -> Measure {
    let program = access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : CommandLine.arguments[0]
    let words = [program, "--job", job.rawValue, "--input", path, "--threads", String(threads)]
    var arguments = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let start = seconds()
    guard posix_spawn(&child, program, nil, nil, arguments, environ) == 0 else {
      throw Failure(description: "\(program) cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status == 0 else {
      throw Failure(description: "\(job.rawValue) failed")
    }
    func time(_ value: timeval) -> Double { Double(value.tv_sec) + Double(value.tv_usec) / 1e6 }
    #if canImport(Darwin)
      let unit = 1.0 / 1_048_576
    #else
      let unit = 1.0 / 1_024
    #endif
    return Measure(
      cpu: time(usage.ru_utime) + time(usage.ru_stime), clock: seconds() - start,
      megabytes: Double(usage.ru_maxrss) * unit)
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
