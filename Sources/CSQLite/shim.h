// What Swift cannot import of SQLite: variadic functions, cast macros, structures that begin with
// another one.
#ifndef CARDMILL_CSQLITE_SHIM_H
#define CARDMILL_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Switches an option of a connection (sqlite3_db_config is variadic).
static inline int cardmill_sqlite_switch(sqlite3 *connection, int option, int value) {
  int now = 0;
  return sqlite3_db_config(connection, option, value, &now);
}

/// The destructor that makes SQLite copy a value (the macro is a cast).
static inline sqlite3_destructor_type cardmill_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

/// Where the last error of a connection lies in its statement, or -1.
static inline int cardmill_sqlite_error_offset(sqlite3 *connection) {
#if SQLITE_VERSION_NUMBER >= 3038000
  return sqlite3_error_offset(connection);
#else
  (void)connection;
  return -1;
#endif
}

/// A virtual table that knows who computes its columns.
struct cardmill_row_table {
  sqlite3_vtab base;
  void *context;
};

#endif
