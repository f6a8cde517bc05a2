package import RecordSQL
package import RecordStore

// A backup is encrypted, so it also has the keys that seal the audit trail. Another machine needs
// them to check the trail.

extension SQLRecords where Connection == SQLiteConnection {
    /// Writes keys into a complete copy of the records.
    package static func put(_ lines: [String], into copy: String) throws(RecordError) {
        let connection = try SQLiteConnection(copy)
        defer { connection.close() }
        try connection.changes { () throws(RecordError) in
            try connection.run("CREATE TABLE sealKey (line TEXT NOT NULL) STRICT")
            for line in lines {
                try connection.run("INSERT INTO sealKey VALUES (?1)", [.text(line)])
            }
        }
    }

    /// Takes the keys out of a backup; none if an older version made it.
    package static func takeKeys(from copy: String) throws(RecordError) -> [String] {
        let connection = try SQLiteConnection(copy)
        defer { connection.close() }
        let hasKeys = try connection.row(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sealKey'"
        ) { _ in true }
        guard hasKeys == true else { return [] }
        let lines = try connection.rows("SELECT line FROM sealKey") { $0.text(0) ?? "" }
        try connection.changes { () throws(RecordError) in
            try connection.run("DROP TABLE sealKey")
        }
        return lines
    }
}
