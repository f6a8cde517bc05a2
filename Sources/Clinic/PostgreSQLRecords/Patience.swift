/// The limits of a store's waits for its PostgreSQL server. Every wait has a limit.
package struct Patience: Sendable {
    /// The longest silence of the server before the connection is given up.
    let silence: Duration
    /// Time limit for a whole call of the store, including connecting; nil for none, so that a call
    /// may run any number of statements.
    let call: Duration?
    /// The longest wait of a statement for the locks of others.
    let lock: Duration
    /// Time limit for a statement at the server.
    let statement: Duration

    /// For calls that a running test waits for. Chosen: an answer that is kept 3 s late does not
    /// break the conversation.
    package static let short = Patience(
        silence: .seconds(2.5), call: .seconds(2.5), lock: .seconds(2), statement: .seconds(2))
    /// For reads, exports and sending during a test. Chosen: a check of 100,000 tests is silent for
    /// some seconds.
    package static let long = Patience(
        silence: .seconds(30), call: nil, lock: .seconds(5), statement: .seconds(300))

    /// The longest pause of a lane within a transaction. A lane that hangs must not hold its locks
    /// longer.
    private static let idleInChanges = Duration.seconds(10)

    /// The server's settings for a session. The server applies them even if the lane stops waiting.
    var settings: String {
        """
        SET statement_timeout = \(statement.milliseconds); SET lock_timeout = \(lock.milliseconds);
        SET idle_in_transaction_session_timeout = \(Self.idleInChanges.milliseconds);
        SET client_min_messages = warning; SET client_encoding = 'UTF8'
        """
    }
}

extension Duration {
    /// The whole milliseconds.
    var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
