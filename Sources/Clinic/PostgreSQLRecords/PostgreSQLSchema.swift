internal import RecordSQL
internal import RecordStore

/// The tables of the records in PostgreSQL. Times, the salt and `instance` are as in SQLite.
enum PostgreSQLSchema {
    /// The schema that this version reads and writes, with the number of the same tables in SQLite.
    static let current = 7
    /// The schema of 0.2.0, the first release.
    private static let first = 5

    /// The deliveries of results to peers, new in schema 6.
    private static let deliveries = """
        CREATE TABLE delivery (
            number BIGINT PRIMARY KEY, peer TEXT NOT NULL, test TEXT NOT NULL,
            version BIGINT NOT NULL, person TEXT, state TEXT NOT NULL, tries BIGINT NOT NULL,
            due BIGINT NOT NULL, answer TEXT, at BIGINT NOT NULL, "atOffset" BIGINT NOT NULL,
            UNIQUE (peer, test, version)
        );
        CREATE INDEX "deliveryOfTest" ON delivery (test);
        CREATE INDEX "deliveryOpen" ON delivery (number) WHERE state IN ('waiting', 'refused');
        """

    /// The signatures of tests, days and studies, new in schema 7.
    private static let signatures = """
        CREATE TABLE signature (id TEXT PRIMARY KEY, object TEXT NOT NULL, body TEXT NOT NULL);
        CREATE FUNCTION "keepSignatures"() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'a signature is never changed'; END $$;
        CREATE TRIGGER "signaturesAreKept" BEFORE UPDATE OR DELETE OR TRUNCATE ON signature
            FOR EACH STATEMENT EXECUTE FUNCTION "keepSignatures"();
        """

    private static let tables = """
        CREATE TABLE person (
            key TEXT PRIMARY KEY, id TEXT UNIQUE, name TEXT, "birthDate" TEXT,
            "foldedID" TEXT, "foldedName" TEXT NOT NULL, version BIGINT NOT NULL, salt TEXT,
            "followUp" TEXT
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
            previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, seal TEXT
        );
        CREATE INDEX "trailOfObject" ON trail (object);
        CREATE FUNCTION "keepTrail"() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'the audit trail is never changed'; END $$;
        CREATE TRIGGER "trailIsKept" BEFORE UPDATE OR DELETE OR TRUNCATE ON trail
            FOR EACH STATEMENT EXECUTE FUNCTION "keepTrail"();
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
        CREATE TABLE sound (test TEXT PRIMARY KEY REFERENCES test, body BYTEA NOT NULL);
        CREATE TABLE setting (name TEXT PRIMARY KEY, body TEXT NOT NULL);
        CREATE TABLE instance (
            test TEXT NOT NULL, record TEXT NOT NULL, number BIGINT NOT NULL,
            PRIMARY KEY (test, record), UNIQUE (record, number)
        );
        CREATE TABLE "importedTrail" (
            trail TEXT NOT NULL, number BIGINT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (trail, number)
        );
        CREATE TABLE "aloudSchema" (version BIGINT NOT NULL);
        """

    /// Makes the tables of a new database, or adds those that an earlier schema lacks. Only one
    /// program does so at a time.
    ///
    /// A complete database is not written to: it may be a standby.
    ///
    /// - Throws: `RecordError.newer`, `.older`, `.refused`.
    static func prepare(_ connection: PostgreSQLConnection) throws(RecordError) {
        if try version(connection) == current { return }
        try checkEncoding(connection)
        try connection.changes { () throws(RecordError) in
            try connection.run(script: "SELECT pg_advisory_xact_lock(1097822069)")
            // Another program may have made them meanwhile.
            let version = try version(connection)
            if version == current { return }
            if version == nil {
                try connection.run(script: tables)
                try connection.run(
                    "INSERT INTO \"aloudSchema\" VALUES (?1)", [SQLValue(current)])
            }
            if version ?? 0 < 6 { try connection.run(script: deliveries) }
            try connection.run(script: signatures)
            try connection.run("UPDATE \"aloudSchema\" SET version = ?1", [SQLValue(current)])
        }
    }

    /// The schema of the database, which this version can read or bring up to date; nil for a database
    /// without tables.
    ///
    /// - Throws: `RecordError.newer`, `.older`.
    private static func version(_ connection: PostgreSQLConnection) throws(RecordError) -> Int? {
        let isThere = try connection.row("SELECT to_regclass('\"aloudSchema\"') IS NOT NULL") {
            $0.text(0) == "t"
        }
        guard isThere == true else { return nil }
        let version =
            try connection.row("SELECT version FROM \"aloudSchema\"") {
                Int($0.integer(0) ?? 0)
            } ?? 0
        guard version <= current else { throw .newer("the database", schema: version) }
        guard version >= first else { throw .older("the database", schema: version) }
        return version
    }

    /// Makes sure that the database can store every letter of every name. SQL_ASCII is accepted
    /// because it stores bytes unchanged.
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
