import Cardmill
import CardmillSQLite

// An expression is the one result column of a query over one table of endless rows, the records:
//
//   SELECT CASE WHEN (expression
//   ) THEN 1 ELSE 0 END FROM contacts
//
// CASE makes 0 of NULL, and SQLite works out the right side of an AND or OR there only when the
// left one leaves it open. The authorizer allows one SELECT, the columns of the table and the
// functions of `QueryFunction`, so there is no way to a second query, to another table, to a file
// or to the clock. The statement is never reset: each step is one record.

/// Compiles expressions, on one connection in memory for one thread.
final class ExpressionCompiler {
  private static let table = "contacts"
  /// How many operations a record may take: no expression of the greatest length needs as many.
  private static let greatestOperations = 1_000_000
  /// How long a text may become, unless a record has a longer one.
  private static let greatestText = 16 << 20

  private var connection: Connection
  private let row: ContactRow
  private let gate: Gate

  /// The columns that the expressions read.
  var usedColumns: Set<ContactColumn> { gate.columns }
  /// Whether the expressions may read any property by its name.
  var readsAnyName: Bool { gate.readsAnyName }

  init(_ row: ContactRow) throws(SourceError) {
    self.row = row
    gate = Gate(row)
    do throws(SQLiteError) {
      connection = try Connection()
      try connection.set(.textsInDoubleQuotes, false)
      try connection.set(.defensive, true)
      try connection.set(.trustedSchema, false)
      try connection.set(.extensions, false)
      try connection.set(.triggers, false)
      try connection.set(.views, false)
      try connection.addRowTable(
        Self.table, columns: ContactColumn.allCases.map(\.definition), provider: row)
      try QueryFunction.define(on: connection, row: row)
      limit()
    } catch {
      throw SourceError(.fault, Diagnostic(.ownFault, "\(error)"))
    }
    let gate = gate
    connection.setAuthorizer { gate.allows($0) }
    connection.setWatch(operations: Self.greatestOperations / 2) { gate.goesOn() }
    row.textLimit = Self.greatestText
    row.raiseTextLimit = { [unowned self] in connection.set(.length, $0) }
  }

  private func limit() {
    connection.set(.length, Self.greatestText)
    connection.set(.sqlLength, 4 * SQLTokens.greatestLength)
    connection.set(.columns, 100)
    connection.set(.expressionDepth, 400)
    connection.set(.compoundSelect, 1)
    connection.set(.arguments, 100)
    connection.set(.attached, 0)
    connection.set(.patternLength, 4096)
    connection.set(.variables, 0)
    connection.set(.triggerDepth, 0)
    connection.set(.workers, 0)
  }

  /// Compiles an expression.
  ///
  /// - Throws: a usage error that shows the place.
  func compile(_ expression: String) throws(SourceError) -> CompiledExpression {
    do throws(ExpressionError) {
      guard expression.utf8.count <= SQLTokens.greatestLength else {
        throw ExpressionError(
          "the expression has \(expression.utf8.count) bytes; it may have "
            + "\(SQLTokens.greatestLength)")
      }
      let tokens = try SQLTokens(expression)
      try tokens.check()
      return try compile(tokens, expression)
    } catch {
      throw error.sourceError(in: expression)
    }
  }

  private func compile(
    _ tokens: SQLTokens, _ expression: String
  ) throws(ExpressionError) -> CompiledExpression {
    let balanced = BalancedExpression(tokens)
    let head = "SELECT CASE WHEN ("
    gate.open()
    defer { gate.close() }
    do throws(SQLiteError) {
      let statement = try connection.prepare(
        head + balanced.text + "\n) THEN 1 ELSE 0 END FROM \(Self.table)")
      guard statement.columnCount == 1, statement.parameterCount == 0, statement.isReadOnly else {
        throw SQLiteError(code: 1, message: "an expression is one condition")
      }
      let compiled = CompiledExpression(statement, expression)
      // A record without any data: what is wrong with constants shows now and not in a run.
      row.leave()
      try compiled.tryOut()
      return compiled
    } catch {
      var found = error
      if let offset = error.offset {
        found.offset = balanced.original(max(0, offset - head.utf8.count))
      }
      throw ExpressionError(found, in: tokens, refused: gate.refused)
    }
  }
}

/// What statements may do while they are prepared, and how long they may run.
private final class Gate {
  private let row: ContactRow
  private var isOpen = false
  private var selects = 0
  private var watched = -1
  /// The columns that were read.
  private(set) var columns: Set<ContactColumn> = []
  /// Whether properties are looked up by names.
  private(set) var readsAnyName = false
  /// What was refused.
  private(set) var refused: StatementAction?

  init(_ row: ContactRow) { self.row = row }

  /// Lets one statement be prepared.
  func open() {
    isOpen = true
    selects = 0
    refused = nil
  }

  func close() { isOpen = false }

  func allows(_ action: StatementAction) -> Bool {
    let isAllowed =
      switch action {
      case .select: isOpen && allowsSelect()
      case .read("contacts", let column): isOpen && allowsColumn(column)
      case .read: false
      case .function(let name): isOpen && allowsFunction(name)
      case .other: false
      }
    if !isAllowed, refused == nil { refused = action }
    return isAllowed
  }

  private func allowsSelect() -> Bool {
    selects += 1
    return selects == 1
  }

  private func allowsFunction(_ name: String) -> Bool {
    if QueryFunction.looksUpNames(name) { readsAnyName = true }
    return QueryFunction.isAllowed(name)
  }

  private func allowsColumn(_ name: String) -> Bool {
    // No name: the table is read, but none of its columns.
    guard !name.isEmpty else { return true }
    guard let column = ContactColumn(name: name) else { return false }
    columns.insert(column)
    return true
  }

  /// Whether a statement may go on: not when it is still at the record of the last look.
  func goesOn() -> Bool {
    guard !isOpen else { return true }
    defer { watched = row.generation }
    return watched != row.generation
  }
}

/// An expression that is ready to be asked.
final class CompiledExpression: CompiledRule {
  private let statement: Statement
  private let expression: String

  init(_ statement: consuming Statement, _ expression: String) {
    self.statement = statement
    self.expression = expression
  }

  fileprivate func tryOut() throws(SQLiteError) {
    _ = try statement.step()
  }

  /// Whether the expression is true for the record.
  func picks(_ row: ContactRow) throws(SourceError) -> Bool {
    do throws(SQLiteError) {
      guard try statement.step() else { return false }
      return statement.integer(0) != 0
    } catch {
      let reason =
        error.isInterruption
        ? "the expression takes too long"
        : error.isTooBig ? "the expression makes texts that are too long" : error.message
      let place = "record \(row.record.number + 1), line \(row.record.line)"
      throw ExpressionError("\(reason) (at \(place))").sourceError(in: expression)
    }
  }
}
