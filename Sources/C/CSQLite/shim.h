#include <sqlite3.h>

// Swift cannot call variadic functions, and does not see the macro SQLITE_TRANSIENT.

/// Binds text that SQLite copies.
static inline int aloud_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
    return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/// Binds bytes that SQLite copies.
static inline int aloud_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Refuses statements that could damage the file, and double-quoted strings.
static inline int aloud_defend(sqlite3 *database) {
    int status = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
    if (status == SQLITE_OK) status = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, 0);
    if (status == SQLITE_OK) status = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, 0);
    return status;
}

// Swift does not see macros that are computed.

/// The status of a second row with the same unique value.
static const int aloud_unique = SQLITE_CONSTRAINT_UNIQUE;
