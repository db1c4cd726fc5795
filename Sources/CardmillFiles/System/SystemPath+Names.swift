#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SystemPath {
  /// Gives a file another name in place of this one.
  ///
  /// - Throws: `SystemError`; its code is EEXIST when there is a file that may not be overwritten.
  func move(to final: SystemPath, mayOverwrite: Bool) throws(SystemError) {
    if !mayOverwrite {
      do throws(SystemError) {
        try link(as: final)
        return unlinkFile()
      } catch {
        // Some file systems have no links.
        if error.code == EEXIST || FileInformation.exists(final) { throw SystemError(EEXIST) }
      }
    }
    _ = try call {
      unsafe withCString { old in unsafe final.withCString { unsafe rename(old, $0) } }
    }
  }

  /// Gives a file a second name, which never takes the place of a file, even if that has come into
  /// being this moment.
  func link(as second: SystemPath) throws(SystemError) {
    _ = try call {
      unsafe withCString { old in unsafe second.withCString { unsafe makeLink(old, $0) } }
    }
  }

  /// Removes a file if it is there.
  func unlinkFile() {
    unsafe withCString { _ = unsafe unlink($0) }
  }
}

// A free function whose name the method would hide.
private func makeLink(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  unsafe link(old, new)
}
