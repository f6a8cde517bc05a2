internal import RecordSQL
internal import RecordStore

/// The tables of a file of records, and the steps from older ones.
///
/// Times are milliseconds since 1970 in UTC, with the minutes by which the clock of the place
/// differs. The columns `eye` to `high` repeat parts of `record`, for other programs that read the
/// file.
enum SQLiteSchema {
    /// "Alou": other programs know the file by it.
    static let application = 0x416C_6F75

    /// The steps: number n leads from schema n - 1 to n.
    static let steps = [first, second, third, fourth, fifth]

    /// The schema from which on entries of the audit trail are sealed.
    static let sealed = 5

    /// The schema that this version writes.
    static var current: Int { steps.count }

    private static let first = """
        CREATE TABLE person (
            key TEXT PRIMARY KEY NOT NULL, id TEXT UNIQUE, name TEXT, birthDate TEXT,
            foldedID TEXT, foldedName TEXT NOT NULL, version INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX personByName ON person (foldedName, id, key);
        CREATE INDEX personByID ON person (foldedID);
        CREATE TABLE test (
            id TEXT PRIMARY KEY NOT NULL, person TEXT REFERENCES person, sitting TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'voided')),
            began INTEGER NOT NULL, beganOffset INTEGER NOT NULL,
            ended INTEGER, endedOffset INTEGER,
            eye TEXT NOT NULL, procedure TEXT NOT NULL, correction TEXT,
            logMAR REAL, estimate REAL, low REAL, high REAL,
            circumstances TEXT NOT NULL, record TEXT NOT NULL, version INTEGER NOT NULL,
            CHECK (state = 'running' OR ended IS NOT NULL)
        ) STRICT;
        CREATE INDEX testOfPerson ON test (person, began DESC, id DESC);
        CREATE INDEX testByTime ON test (began DESC, id DESC);
        CREATE INDEX testOfSitting ON test (sitting);
        CREATE INDEX testRunning ON test (state) WHERE state = 'running';
        CREATE TABLE event (
            test TEXT NOT NULL REFERENCES test, number INTEGER NOT NULL,
            at INTEGER NOT NULL, atOffset INTEGER NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (test, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE former (
            test TEXT NOT NULL REFERENCES test, version INTEGER NOT NULL,
            changed INTEGER NOT NULL, changedOffset INTEGER NOT NULL,
            author TEXT NOT NULL, reason TEXT, body TEXT NOT NULL,
            PRIMARY KEY (test, version)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE trail (
            number INTEGER PRIMARY KEY NOT NULL, at INTEGER NOT NULL, atOffset INTEGER NOT NULL,
            author TEXT NOT NULL, reason TEXT, action TEXT NOT NULL, object TEXT, contents TEXT,
            previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TRIGGER trailIsNotChanged BEFORE UPDATE ON trail
            BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
        CREATE TRIGGER trailIsNotCut BEFORE DELETE ON trail
            BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
        """

    private static let second = """
        CREATE TABLE account (
            id TEXT PRIMARY KEY NOT NULL, login TEXT UNIQUE NOT NULL, version INTEGER NOT NULL,
            body TEXT NOT NULL
        ) STRICT;
        CREATE TABLE access (
            id TEXT PRIMARY KEY NOT NULL, digest TEXT UNIQUE NOT NULL,
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            used INTEGER NOT NULL, usedOffset INTEGER NOT NULL, body TEXT NOT NULL
        ) STRICT;
        CREATE INDEX accessOfAccount ON access (account);
        """

    /// The salt makes the digest of a person in the audit trail worthless once the person is erased.
    private static let third = """
        ALTER TABLE person ADD COLUMN salt TEXT;
        CREATE TABLE sound (
            test TEXT PRIMARY KEY NOT NULL REFERENCES test, body BLOB NOT NULL
        ) STRICT;
        """

    private static let fourth = """
        CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL) STRICT;
        """

    /// The numbers of tests within their persons, as REDCap's instances: those of former exports, which
    /// counted from the earliest test. Seals of the audit trail, and the trails that came with an
    /// import.
    private static let fifth = """
        CREATE TABLE instance (
            test TEXT NOT NULL, record TEXT NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (test, record), UNIQUE (record, number)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO instance SELECT id, coalesce(person, id),
            row_number() OVER (PARTITION BY coalesce(person, id) ORDER BY began, id) FROM test;
        ALTER TABLE trail ADD COLUMN seal TEXT;
        CREATE INDEX trailOfObject ON trail (object);
        CREATE TABLE importedTrail (
            trail TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (trail, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// Brings a file to the current schema, each step in a transaction of its own.
    ///
    /// - Parameter keepFormer: called before the first step that changes an older file, with its
    ///   schema.
    /// - Returns: the schema that the file had; 0 for a new one.
    /// - Throws: `RecordError.newer`, `.notRecords` for a file of another program.
    static func migrate(
        _ connection: SQLiteConnection, path: String,
        keepFormer: (Int) throws(RecordError) -> Void
    ) throws(RecordError) -> Int {
        func number(_ pragma: String) throws(RecordError) -> Int {
            Int(try connection.row("PRAGMA \(pragma)") { $0.integer(0) ?? 0 } ?? 0)
        }
        let version = try number("user_version")
        let isOurs = try number("application_id") == application
        if !isOurs {
            let tables = try connection.row("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
            guard version == 0, tables == 0 else { throw .notRecords(path) }
        }
        guard version <= current else { throw .newer(path, schema: version) }
        if isOurs, version > 0, version < current { try keepFormer(version) }
        for (index, step) in steps.enumerated().dropFirst(version) {
            try connection.changes { () throws(RecordError) in
                try connection.run(script: step)
                if index == 4 { try connection.foldPeople() }
                try connection.run(script: "PRAGMA application_id = \(application)")
                try connection.run(script: "PRAGMA user_version = \(index + 1)")
            }
        }
        return version
    }
}
