// A table of endless rows that the program computes. A statement over it never has to be reset:
// each step asks for the next row, and only for those columns that its expressions really read. So
// what is constant in a statement (a list behind IN, a pattern) is worked out once and not once a
// row, and text goes in without a copy.

import CSQLite
import Cardmill

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Computes the columns of the row that a statement is at.
package protocol RowProvider: AnyObject {
  /// Gives a column's value; none is NULL.
  func column(_ number: Int, to result: borrowing FunctionCall)
}

extension Connection {
  // Adds a table whose every row `provider` computes; it has no end.
  //
  // - Parameters:
  //   - name: the table's name.
  //   - columns: the definitions of the columns, such as `line INTEGER`.
  //   - provider: computes the columns; kept as long as the connection.
  package borrowing func addRowTable(
    _ name: String, columns: [String], provider: any RowProvider
  ) throws(SQLiteError) {
    let context = RowTableContext(
      provider, declaration: "CREATE TABLE t(\(columns.joined(separator: ", ")))")
    try check(
      unsafe sqlite3_create_module_v2(
        handle, name, RowTable.module, Unmanaged.passRetained(context).toOpaque(),
        { context in
          guard let context = unsafe context else { return }
          unsafe Unmanaged<RowTableContext>.fromOpaque(context).release()
        }))
    // The table comes into being with its first statement; later ones then only read it.
    _ = try prepare("SELECT * FROM \(name)")
  }
}

private final class RowTableContext {
  let provider: any RowProvider
  let declaration: String

  init(_ provider: any RowProvider, declaration: String) {
    self.provider = provider
    self.declaration = declaration
  }
}

/// The functions that SQLite calls.
private enum RowTable {
  // Written once, before anybody reads it, and never freed: SQLite keeps the pointer.
  nonisolated(unsafe) static let module: UnsafeMutablePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    var functions = sqlite3_module()
    unsafe functions.xConnect = { connection, context, _, _, table, _ in
      unsafe RowTable.connect(connection, context, table)
    }
    unsafe functions.xBestIndex = { _, plan in
      unsafe plan?.pointee.estimatedCost = 1
      return SQLITE_OK
    }
    unsafe functions.xDisconnect = { table in
      unsafe sqlite3_free(table)
      return SQLITE_OK
    }
    unsafe functions.xOpen = { _, cursor in
      let size = unsafe UInt64(MemoryLayout<sqlite3_vtab_cursor>.size)
      guard let memory = unsafe sqlite3_malloc64(size) else { return SQLITE_NOMEM }
      unsafe memset(memory, 0, Int(size))
      unsafe cursor?.pointee = memory.assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    unsafe functions.xClose = { cursor in
      unsafe sqlite3_free(cursor)
      return SQLITE_OK
    }
    unsafe functions.xFilter = { _, _, _, _, _ in SQLITE_OK }
    unsafe functions.xNext = { _ in SQLITE_OK }
    unsafe functions.xEof = { _ in 0 }
    unsafe functions.xColumn = { cursor, result, number in
      unsafe column(cursor, result, number)
    }
    unsafe functions.xRowid = { _, row in
      unsafe row?.pointee = 0
      return SQLITE_OK
    }
    unsafe module.initialize(to: functions)
    return unsafe module
  }()

  private static func connect(
    _ connection: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    guard let context = unsafe context else { return SQLITE_ERROR }
    let owner = unsafe Unmanaged<RowTableContext>.fromOpaque(context).takeUnretainedValue()
    let code = unsafe sqlite3_declare_vtab(connection, owner.declaration)
    guard code == SQLITE_OK else { return code }
    let size = unsafe UInt64(MemoryLayout<cardmill_row_table>.size)
    guard let memory = unsafe sqlite3_malloc64(size) else { return SQLITE_NOMEM }
    unsafe memset(memory, 0, Int(size))
    unsafe memory.assumingMemoryBound(to: cardmill_row_table.self).pointee.context = context
    // The table's structure begins with SQLite's own.
    unsafe table?.pointee = memory.assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  private static func column(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ result: OpaquePointer?, _ number: Int32
  ) -> Int32 {
    guard let result = unsafe result, let base = unsafe cursor?.pointee.pVtab else {
      return SQLITE_ERROR
    }
    let table = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(
      to: cardmill_row_table.self)
    guard let context = unsafe table.pointee.context else { return SQLITE_ERROR }
    unsafe Unmanaged<RowTableContext>.fromOpaque(context)._withUnsafeGuaranteedRef {
      unsafe $0.provider.column(Int(number), to: FunctionCall(result, count: 0, nil))
    }
    return SQLITE_OK
  }
}
