import CSQLite
package import Cardmill

/// The owner of one prepared statement.
///
/// It stands at a row; going on changes nothing in the value itself, only what it owns.
@safe
package struct Statement: ~Copyable {
  private let pointer: OpaquePointer
  private let connection: OpaquePointer

  init(_ connection: OpaquePointer, _ sql: String) throws(SQLiteError) {
    var prepared: OpaquePointer?
    var rest = 0
    let code = sql.withView { text in
      // The length tells SQLite where to stop; a zero byte in the text would end it earlier.
      var tail: UnsafePointer<CChar>?
      return unsafe text.base.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
        let code = unsafe sqlite3_prepare_v3(
          connection, start, Int32(clamping: text.count), 0, &prepared, &tail)
        if let tail = unsafe tail { rest = unsafe text.count - (tail - start) }
        return code
      }
    }
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code, on: connection) }
    guard let statement = unsafe prepared else {
      throw SQLiteError(code: SQLITE_ERROR, message: "there is no statement")
    }
    guard rest == 0 else {
      unsafe sqlite3_finalize(statement)
      throw SQLiteError(
        code: SQLITE_ERROR, message: "text after the statement", offset: sql.utf8.count - rest)
    }
    unsafe pointer = statement
    unsafe self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(pointer) }

  /// The number of columns of each row.
  package var columnCount: Int { Int(unsafe sqlite3_column_count(pointer)) }
  /// The number of parameters.
  package var parameterCount: Int { Int(unsafe sqlite3_bind_parameter_count(pointer)) }
  /// Whether the statement writes nothing.
  package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(pointer) != 0 }

  // MARK: Parameters, counted from 1

  package borrowing func bind(_ value: Int, at number: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(pointer, Int32(number), Int64(value)))
  }

  package borrowing func bindNull(at number: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(pointer, Int32(number)))
  }

  /// Binds a copy of a text.
  package borrowing func bind(_ value: String, at number: Int) throws(SQLiteError) {
    let code = value.withView { unsafe bind($0, at: number, cardmill_sqlite_transient()) }
    try check(code)
  }

  /// Binds text that the caller keeps until `clearBindings` or the next binding of the parameter.
  package borrowing func bind(keeping text: ByteView, at number: Int) throws(SQLiteError) {
    try check(unsafe bind(text, at: number, nil))
  }

  private func bind(
    _ text: ByteView, at number: Int, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    unsafe text.base.withMemoryRebound(to: CChar.self, capacity: text.count) {
      unsafe sqlite3_bind_text64(
        pointer, Int32(number), $0, UInt64(text.count), destructor, UInt8(SQLITE_UTF8))
    }
  }

  /// Binds a copy of an argument of a function.
  package borrowing func bind(
    argument place: Int, of call: borrowing FunctionCall, at number: Int
  ) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_value(pointer, Int32(number), call.value(place)))
  }

  /// Makes every parameter NULL.
  package borrowing func clearBindings() { unsafe sqlite3_clear_bindings(pointer) }

  // MARK: Rows

  /// Goes on to the next row; false at the end.
  package borrowing func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else {
      let error = unsafe SQLiteError(code, on: connection)
      unsafe sqlite3_reset(pointer)
      throw error
    }
    return false
  }

  /// Goes back before the first row.
  package borrowing func reset() { unsafe sqlite3_reset(pointer) }

  /// A column of the row as a number, 0 when it is none.
  package borrowing func integer(_ column: Int) -> Int {
    Int(unsafe sqlite3_column_int64(pointer, Int32(column)))
  }

  /// Whether a column of the row is NULL.
  package borrowing func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL
  }

  /// A column of the row as text; nil for NULL.
  package borrowing func text(_ column: Int) -> String? {
    guard let bytes = unsafe sqlite3_column_text(pointer, Int32(column)) else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(pointer, Int32(column)))
    return unsafe ByteView(base: bytes, count: count).string
  }

  /// Makes a column of the row the result of a function.
  package borrowing func giveColumn(_ column: Int, to call: borrowing FunctionCall) {
    unsafe sqlite3_result_value(call.context, sqlite3_column_value(pointer, Int32(column)))
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code, on: connection) }
  }
}

@available(*, unavailable)
extension Statement: Sendable {}
