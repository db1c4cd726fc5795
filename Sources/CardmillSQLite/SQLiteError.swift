import CSQLite

/// What SQLite says when it cannot do something.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code, such as 1 (`SQLITE_ERROR`).
  package var code: Int32
  /// SQLite's own message, a sentence without a full stop.
  package var message: String
  /// Where the statement is wrong, in bytes, if SQLite knows.
  package var offset: Int?

  package init(code: Int32, message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  /// The last error of a connection.
  init(_ code: Int32, on connection: OpaquePointer?) {
    self.code = code
    guard let connection = unsafe connection else {
      message = unsafe String(cString: sqlite3_errstr(code))
      return
    }
    message = unsafe String(cString: sqlite3_errmsg(connection))
    let place = unsafe cardmill_sqlite_error_offset(connection)
    offset = place < 0 ? nil : Int(place)
  }

  /// Whether the progress handler stopped a statement.
  package var isInterruption: Bool { code & 0xFF == SQLITE_INTERRUPT }

  /// Whether a text or a number of bytes was larger than the connection's limit.
  package var isTooBig: Bool { code & 0xFF == SQLITE_TOOBIG }

  package var description: String { "SQLite \(code): \(message)" }
}
