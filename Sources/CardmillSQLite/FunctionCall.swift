import CSQLite
package import Cardmill

/// One call of an SQL function: its arguments, and where its result goes.
///
/// It is valid only while the function's body runs.
@safe
package struct FunctionCall: ~Copyable {
  let context: OpaquePointer
  /// The number of arguments.
  package let count: Int
  private let values: UnsafeMutablePointer<OpaquePointer?>?

  init(_ context: OpaquePointer, count: Int, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    unsafe self.context = context
    self.count = count
    unsafe self.values = values
  }

  // MARK: Arguments, counted from 0

  borrowing func value(_ place: Int) -> OpaquePointer? {
    precondition(place >= 0 && place < count)
    return unsafe values?[place]
  }

  package borrowing func isNull(_ place: Int) -> Bool {
    unsafe sqlite3_value_type(value(place)) == SQLITE_NULL
  }

  /// An argument as text, followed by a zero byte that is not counted; nil for NULL.
  ///
  /// The view is valid until the body returns.
  package borrowing func text(_ place: Int) -> ByteView? {
    let value = unsafe value(place)
    guard let bytes = unsafe sqlite3_value_text(value) else { return nil }
    return unsafe ByteView(base: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  // MARK: The result

  package borrowing func give(_ value: Int) {
    unsafe sqlite3_result_int64(context, Int64(value))
  }

  package borrowing func give(_ value: Bool) {
    unsafe sqlite3_result_int(context, value ? 1 : 0)
  }

  package borrowing func giveNull() { unsafe sqlite3_result_null(context) }

  /// Gives a copy of a text.
  package borrowing func give(copying text: ByteView) {
    unsafe give(text, cardmill_sqlite_transient())
  }

  /// Gives text that the caller keeps until the statement has made its next row or is reset.
  package borrowing func give(keeping text: ByteView) {
    unsafe give(text, nil)
  }

  private borrowing func give(_ text: ByteView, _ destructor: sqlite3_destructor_type?) {
    unsafe text.base.withMemoryRebound(to: CChar.self, capacity: text.count) {
      unsafe sqlite3_result_text64(
        context, $0, UInt64(text.count), destructor, UInt8(SQLITE_UTF8))
    }
  }

  /// Ends the statement with an error.
  package borrowing func fail(_ message: String) {
    unsafe sqlite3_result_error(context, message, -1)
  }
}

/// Functions of SQLite that need no connection.
package enum SQLiteText {
  /// Whether `text` is like `pattern`, as SQL's LIKE without ESCAPE compares; both are followed by
  /// a zero byte.
  package static func isLike(zeroEnded text: ByteView, pattern: ByteView) -> Bool {
    unsafe text.base.withMemoryRebound(to: CChar.self, capacity: text.count + 1) { text in
      unsafe pattern.base.withMemoryRebound(to: CChar.self, capacity: pattern.count + 1) {
        unsafe sqlite3_strlike($0, text, 0) == 0
      }
    }
  }
}
