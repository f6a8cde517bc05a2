internal import RecordSQL
internal import RecordStore

/// The tables of a file of records.
///
/// Times are milliseconds since 1970 in UTC, with the offset of the local clock in minutes. The
/// columns `eye` to `high` of a test repeat parts of `record`, for other programs that read the
/// file. The salt makes the digest of a person in the audit trail worthless once the person is
/// erased. `instance` has the numbers of the tests of each person, which REDCap uses as instances.
enum SQLiteSchema {
    /// The application identifier, "Alou": it identifies the file to other programs.
    static let application = 0x416C_6F75

    /// The schema that this version reads and writes. The numbers before `first` were used in
    /// development.
    static let current = 7
    /// The schema of 0.2.0, the first release.
    private static let first = 5

    /// The deliveries of results to peers, new in schema 6.
    private static let deliveries = """
        CREATE TABLE delivery (
            number INTEGER PRIMARY KEY NOT NULL, peer TEXT NOT NULL, test TEXT NOT NULL,
            version INTEGER NOT NULL, person TEXT, state TEXT NOT NULL, tries INTEGER NOT NULL,
            due INTEGER NOT NULL, answer TEXT, at INTEGER NOT NULL, atOffset INTEGER NOT NULL,
            UNIQUE (peer, test, version)
        ) STRICT;
        CREATE INDEX deliveryOfTest ON delivery (test);
        CREATE INDEX deliveryOpen ON delivery (number) WHERE state IN ('waiting', 'refused');
        """

    /// The signatures of tests, days and studies, new in schema 7.
    private static let signatures = """
        CREATE TABLE signature (
            id TEXT PRIMARY KEY NOT NULL, object TEXT NOT NULL, body TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER signatureIsNotChanged BEFORE UPDATE ON signature
            BEGIN SELECT RAISE(ABORT, 'a signature is never changed'); END;
        CREATE TRIGGER signatureIsNotRemoved BEFORE DELETE ON signature
            BEGIN SELECT RAISE(ABORT, 'a signature is never changed'); END;
        """

    private static let tables = """
        CREATE TABLE person (
            key TEXT PRIMARY KEY NOT NULL, id TEXT UNIQUE, name TEXT, birthDate TEXT,
            foldedID TEXT, foldedName TEXT NOT NULL, version INTEGER NOT NULL, salt TEXT,
            followUp TEXT
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
            previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, seal TEXT
        ) STRICT;
        CREATE INDEX trailOfObject ON trail (object);
        CREATE TRIGGER trailIsNotChanged BEFORE UPDATE ON trail
            BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
        CREATE TRIGGER trailIsNotCut BEFORE DELETE ON trail
            BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
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
        CREATE TABLE sound (
            test TEXT PRIMARY KEY NOT NULL REFERENCES test, body BLOB NOT NULL
        ) STRICT;
        CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL) STRICT;
        CREATE TABLE instance (
            test TEXT NOT NULL, record TEXT NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (test, record), UNIQUE (record, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE importedTrail (
            trail TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (trail, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// Makes the tables in a new file, in one transaction, or makes sure that a file has them; a file
    /// of an earlier schema gets the new ones.
    ///
    /// - Throws: `RecordError.newer`, `.older`, `.notRecords` for a file of another program.
    static func prepare(_ connection: SQLiteConnection, path: String) throws(RecordError) {
        func number(_ pragma: String) throws(RecordError) -> Int {
            Int(try connection.row("PRAGMA \(pragma)") { $0.integer(0) ?? 0 } ?? 0)
        }
        let version = try number("user_version")
        if try number("application_id") == application {
            guard version <= current else { throw .newer(path, schema: version) }
            guard version >= first else { throw .older(path, schema: version) }
            guard version < current else { return }
            return try connection.changes { () throws(RecordError) in
                if version < 6 { try connection.run(script: deliveries) }
                if version < 7 { try connection.run(script: signatures) }
                try connection.run(script: "PRAGMA user_version = \(current)")
            }
        }
        let count = try connection.row("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
        guard version == 0, count == 0 else { throw .notRecords(path) }
        try connection.changes { () throws(RecordError) in
            try connection.run(script: tables)
            try connection.run(script: deliveries)
            try connection.run(script: signatures)
            try connection.run(script: "PRAGMA application_id = \(application)")
            try connection.run(script: "PRAGMA user_version = \(current)")
        }
    }
}
