import CSQLite
import Cardmill

/// The owner of one connection to a database.
///
/// It belongs to one thread at a time; each worker opens its own. Statements may outlive it: SQLite
/// then closes it with the last of them.
@safe
package struct Connection: ~Copyable {
  let handle: OpaquePointer
  /// What SQLite calls back, kept as long as the connection.
  private var authorizer: AuthorizerBox?
  private var watch: WatchBox?

  /// Opens a database in memory.
  package init() throws(SQLiteError) {
    try self.init(path: ":memory:", flags: SQLITE_OPEN_MEMORY)
  }

  private init(path: String, flags: Int32) throws(SQLiteError) {
    var opened: OpaquePointer?
    let all = flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(path, &opened, all, nil)
    guard code == SQLITE_OK, let connection = unsafe opened else {
      // SQLite gives a handle also when opening failed; it knows the message.
      let error = unsafe SQLiteError(code, on: opened)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = connection
    unsafe sqlite3_extended_result_codes(handle, 1)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// The version of SQLite that is linked, such as 3040001.
  package static var version: Int { Int(sqlite3_libversion_number()) }

  // MARK: Running

  /// Prepares the one statement that `sql` holds.
  ///
  /// - Throws: SQLite's error, with its place in `sql`; also when text follows the statement.
  package borrowing func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try unsafe Statement(handle, sql)
  }

  /// Runs a statement that gives no rows.
  package borrowing func run(_ sql: String) throws(SQLiteError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  // MARK: Settings

  /// An option of a connection.
  package enum Option: Sendable {
    /// A mistyped `"column"` becomes a text.
    case textsInDoubleQuotes
    /// Nothing may damage the database's own pages or schema.
    case defensive
    /// Functions that are not known to be safe may be called from the schema.
    case trustedSchema
    /// Libraries may be loaded.
    case extensions
    case triggers
    case views

    var codes: [Int32] {
      switch self {
      case .textsInDoubleQuotes: [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL]
      case .defensive: [SQLITE_DBCONFIG_DEFENSIVE]
      case .trustedSchema: [SQLITE_DBCONFIG_TRUSTED_SCHEMA]
      case .extensions: [SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION]
      case .triggers: [SQLITE_DBCONFIG_ENABLE_TRIGGER]
      case .views: [SQLITE_DBCONFIG_ENABLE_VIEW]
      }
    }
  }

  /// Switches an option.
  package borrowing func set(_ option: Option, _ isOn: Bool) throws(SQLiteError) {
    for code in option.codes {
      try check(unsafe cardmill_sqlite_switch(handle, code, isOn ? 1 : 0))
    }
  }

  /// What may be limited (sqlite.org/c3ref/c_limit_attached.html).
  package enum Limit: Int32, Sendable, CaseIterable {
    case length = 0, sqlLength, columns, expressionDepth, compoundSelect, operations, arguments
    case attached, patternLength, variables, triggerDepth, workers
  }

  /// Sets a limit; SQLite's own upper bound stays.
  package borrowing func set(_ limit: Limit, _ value: Int) {
    unsafe sqlite3_limit(handle, limit.rawValue, Int32(clamping: max(0, value)))
  }

  /// A limit's value.
  package borrowing func value(of limit: Limit) -> Int {
    Int(unsafe sqlite3_limit(handle, limit.rawValue, -1))
  }

  // MARK: Callbacks

  /// Lets `allows` decide, while a statement is prepared, what it may do.
  package mutating func setAuthorizer(_ allows: @escaping (StatementAction) -> Bool) {
    let box = AuthorizerBox(allows)
    authorizer = box
    unsafe sqlite3_set_authorizer(
      handle,
      { context, code, first, second, _, _ in
        guard let context = unsafe context else { return SQLITE_DENY }
        let action = unsafe StatementAction(code, first, second)
        let box = unsafe Unmanaged<AuthorizerBox>.fromOpaque(context).takeUnretainedValue()
        return box.allows(action) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(box).toOpaque())
  }

  /// Asks `goesOn` after every `operations` operations whether a statement may go on.
  package mutating func setWatch(operations: Int, _ goesOn: @escaping () -> Bool) {
    let box = WatchBox(goesOn)
    watch = box
    unsafe sqlite3_progress_handler(
      handle, Int32(clamping: operations),
      { context in
        guard let context = unsafe context else { return 1 }
        let box = unsafe Unmanaged<WatchBox>.fromOpaque(context).takeUnretainedValue()
        return box.goesOn() ? 0 : 1
      }, Unmanaged.passUnretained(box).toOpaque())
  }

  // Defines an SQL function.
  //
  // - Parameters:
  //   - name: its name.
  //   - arguments: how many it takes; any number when nil.
  //   - isPure: whether the same arguments always give the same result.
  //   - body: computes it; a call without a result gives NULL.
  package borrowing func define(
    _ name: String, arguments: Int?, isPure: Bool = true,
    _ body: @escaping (borrowing FunctionCall) -> Void
  ) throws(SQLiteError) {
    let flags = SQLITE_UTF8 | (isPure ? SQLITE_DETERMINISTIC : 0)
    try check(
      unsafe sqlite3_create_function_v2(
        handle, name, Int32(arguments ?? -1), flags,
        Unmanaged.passRetained(FunctionBox(body)).toOpaque(),
        { context, count, values in
          guard let context = unsafe context, let data = unsafe sqlite3_user_data(context) else {
            return
          }
          let box = unsafe Unmanaged<FunctionBox>.fromOpaque(data)
          unsafe box._withUnsafeGuaranteedRef {
            unsafe $0.body(FunctionCall(context, count: Int(count), values))
          }
        }, nil, nil,
        { data in
          guard let data = unsafe data else { return }
          unsafe Unmanaged<FunctionBox>.fromOpaque(data).release()
        }))
  }

  borrowing func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code, on: handle) }
  }
}

@available(*, unavailable)
extension Connection: Sendable {}

private final class AuthorizerBox {
  let allows: (StatementAction) -> Bool
  init(_ allows: @escaping (StatementAction) -> Bool) { self.allows = allows }
}

private final class WatchBox {
  let goesOn: () -> Bool
  init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
}

private final class FunctionBox {
  let body: (borrowing FunctionCall) -> Void
  init(_ body: @escaping (borrowing FunctionCall) -> Void) { self.body = body }
}

/// What a statement wants to do, as the authorizer sees it.
package enum StatementAction: Sendable, Hashable {
  case select
  case read(table: String, column: String)
  case function(String)
  /// Anything else, by SQLite's number.
  case other(Int)

  init(_ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      guard let pointer = unsafe pointer else { return "" }
      return unsafe String(cString: pointer)
    }
    switch code {
    case SQLITE_SELECT: self = .select
    case SQLITE_READ: self = unsafe .read(table: text(first), column: text(second))
    case SQLITE_FUNCTION: self = unsafe .function(text(second))
    default: self = .other(Int(code))
    }
  }
}
