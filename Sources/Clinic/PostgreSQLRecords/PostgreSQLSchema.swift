internal import RecordSQL
internal import RecordStore

/// The tables of the records in PostgreSQL, and the steps from older ones. Times are as in SQLite.
enum PostgreSQLSchema {
    /// The steps: number n leads from schema n - 1 to n.
    static let steps = [first, second, third, fourth, fifth]

    private static let first = """
        CREATE TABLE person (
            key TEXT PRIMARY KEY, id TEXT UNIQUE, name TEXT, "birthDate" TEXT,
            "foldedID" TEXT, "foldedName" TEXT NOT NULL, version BIGINT NOT NULL
        );
        CREATE INDEX "personByName" ON person ("foldedName", id, key);
        CREATE TABLE test (
            id TEXT PRIMARY KEY, person TEXT REFERENCES person, sitting TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'voided')),
            began BIGINT NOT NULL, "beganOffset" BIGINT NOT NULL,
            ended BIGINT, "endedOffset" BIGINT, eye TEXT NOT NULL, procedure TEXT NOT NULL,
            correction TEXT, "logMAR" DOUBLE PRECISION, estimate DOUBLE PRECISION,
            low DOUBLE PRECISION, high DOUBLE PRECISION,
            circumstances TEXT NOT NULL, record TEXT NOT NULL, version BIGINT NOT NULL,
            CHECK (state = 'running' OR ended IS NOT NULL)
        );
        CREATE INDEX "testOfPerson" ON test (person, began DESC, id DESC);
        CREATE INDEX "testByTime" ON test (began DESC, id DESC);
        CREATE INDEX "testOfSitting" ON test (sitting);
        CREATE INDEX "testRunning" ON test (state) WHERE state = 'running';
        CREATE TABLE event (
            test TEXT NOT NULL REFERENCES test, number BIGINT NOT NULL,
            at BIGINT NOT NULL, "atOffset" BIGINT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (test, number)
        );
        CREATE TABLE former (
            test TEXT NOT NULL REFERENCES test, version BIGINT NOT NULL,
            changed BIGINT NOT NULL, "changedOffset" BIGINT NOT NULL,
            author TEXT NOT NULL, reason TEXT, body TEXT NOT NULL,
            PRIMARY KEY (test, version)
        );
        CREATE TABLE trail (
            number BIGINT PRIMARY KEY, at BIGINT NOT NULL, "atOffset" BIGINT NOT NULL,
            author TEXT NOT NULL, reason TEXT, action TEXT NOT NULL, object TEXT, contents TEXT,
            previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE
        );
        CREATE FUNCTION "keepTrail"() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'the audit trail is never changed'; END $$;
        CREATE TRIGGER "trailIsKept" BEFORE UPDATE OR DELETE OR TRUNCATE ON trail
            FOR EACH STATEMENT EXECUTE FUNCTION "keepTrail"();
        """

    private static let second = """
        CREATE TABLE account (
            id TEXT PRIMARY KEY, login TEXT UNIQUE NOT NULL, version BIGINT NOT NULL,
            body TEXT NOT NULL
        );
        CREATE TABLE access (
            id TEXT PRIMARY KEY, digest TEXT UNIQUE NOT NULL,
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            used BIGINT NOT NULL, "usedOffset" BIGINT NOT NULL, body TEXT NOT NULL
        );
        CREATE INDEX "accessOfAccount" ON access (account);
        """

    /// See the same step of SQLite.
    private static let third = """
        ALTER TABLE person ADD COLUMN salt TEXT;
        CREATE TABLE sound (test TEXT PRIMARY KEY REFERENCES test, body BYTEA NOT NULL);
        """

    private static let fourth = """
        CREATE TABLE setting (name TEXT PRIMARY KEY, body TEXT NOT NULL);
        """

    /// See the same step of SQLite.
    private static let fifth = """
        CREATE TABLE instance (
            test TEXT NOT NULL, record TEXT NOT NULL, number BIGINT NOT NULL,
            PRIMARY KEY (test, record), UNIQUE (record, number)
        );
        INSERT INTO instance SELECT id, coalesce(person, id),
            row_number() OVER (PARTITION BY coalesce(person, id) ORDER BY began, id) FROM test;
        ALTER TABLE trail ADD COLUMN seal TEXT;
        CREATE INDEX "trailOfObject" ON trail (object);
        CREATE TABLE "importedTrail" (
            trail TEXT NOT NULL, number BIGINT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (trail, number)
        );
        """

    /// The schema from which on entries of the audit trail are sealed.
    private static let sealed = 5

    /// Brings the database to the current schema; one program at a time does so.
    ///
    /// A database that has the current one is not written to: it may be a standby.
    ///
    /// - Parameter seal: called in the same transaction if the database is of a version without seals.
    /// - Throws: `RecordError.newer`, `.refused`.
    static func migrate(
        _ connection: PostgreSQLConnection, seal: (PostgreSQLConnection) throws(RecordError) -> Void
    ) throws(RecordError) {
        if try version(connection) == steps.count { return }
        try checkEncoding(connection)
        try connection.changes { () throws(RecordError) in
            try connection.run(script: "SELECT pg_advisory_xact_lock(1097822069)")
            try connection.run(
                script: "CREATE TABLE IF NOT EXISTS \"aloudSchema\" (version BIGINT NOT NULL)")
            let version = try version(connection)
            for step in steps.dropFirst(version ?? 0) { try connection.run(script: step) }
            if version ?? 0 < 5 { try connection.foldPeople() }
            if version == nil {
                try connection.run(
                    "INSERT INTO \"aloudSchema\" VALUES (?1)", [SQLValue(steps.count)])
            } else if version != steps.count {
                try connection.run(
                    "UPDATE \"aloudSchema\" SET version = ?1", [SQLValue(steps.count)])
            }
            if let version, (1..<sealed).contains(version) { try seal(connection) }
        }
    }

    /// The schema of the database; nil without one.
    ///
    /// - Throws: `RecordError.newer`.
    private static func version(_ connection: PostgreSQLConnection) throws(RecordError) -> Int? {
        let isThere = try connection.row("SELECT to_regclass('\"aloudSchema\"') IS NOT NULL") {
            $0.text(0) == "t"
        }
        guard isThere == true else { return nil }
        let version = try connection.row("SELECT version FROM \"aloudSchema\"") {
            Int($0.integer(0) ?? 0)
        }
        guard version ?? 0 <= steps.count else {
            throw .newer("the database", schema: version ?? 0)
        }
        return version
    }

    /// Makes sure that the database has every letter of every name. SQL_ASCII keeps bytes as they
    /// are.
    ///
    /// - Throws: `RecordError.refused`.
    static func checkEncoding(_ connection: PostgreSQLConnection) throws(RecordError) {
        let encoding = try connection.row("SHOW server_encoding") { $0.text(0) ?? "" } ?? ""
        guard ["UTF8", "SQL_ASCII"].contains(encoding) else {
            throw .refused(
                "the database has the encoding \(encoding), which lacks letters of many names. Make"
                    + " one with 'createdb --encoding UTF8 --template template0 NAME'.")
        }
    }
}
