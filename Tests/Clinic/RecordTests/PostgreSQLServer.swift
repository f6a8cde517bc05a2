import Foundation
import Synchronization
import Testing

/// The tests' own PostgreSQL server. A socket in its folder reaches it, and it ends with the tests.
final class PostgreSQLServer: Sendable {
    static let shared = PostgreSQLServer()

    private struct State {
        var process: Process?
        var databases = 0
    }

    private let state = Mutex(State())
    private let folder: String

    /// - Parameter name: the name of its folder.
    init(_ name: String = "shared") { folder = "/tmp/aloud-postgresql-\(getpid())-\(name)" }

    /// The address of a new and empty database.
    ///
    /// - Parameter encoding: its encoding.
    func newDatabase(encoding: String = "UTF8") throws -> String {
        let name = try state.withLock { state in
            if state.process == nil { state.process = try start() }
            state.databases += 1
            return "lane\(state.databases)"
        }
        try run(
            "psql", "-h", folder, "-U", "aloud", "-q", "-c",
            "CREATE DATABASE \(name) ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0",
            "postgres")
        return address(of: name)
    }

    private func address(of database: String, user: String = "aloud") -> String {
        "postgresql:///\(database)?host=\(folder)&user=\(user)"
    }

    /// Runs statements at an address.
    func run(script: String, at address: String) throws {
        try run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-c", script, address)
    }

    /// Runs statements at an address in the background.
    func begin(script: String, at address: String) throws -> Process {
        let process = made(["psql", "-q", "-c", script, address])
        try process.run()
        return process
    }

    /// The address for another user.
    func address(_ address: String, as user: String) -> String {
        address.replacing("user=aloud", with: "user=\(user)")
    }

    /// Stops all processes that serve connections to a database, as a frozen machine does, and the
    /// one that takes new connections.
    func freeze(_ address: String) throws -> [pid_t] {
        let name = address.dropFirst("postgresql:///".count).prefix { $0 != "?" }
        let text = try output(
            "psql", "-h", folder, "-U", "aloud", "-At", "-c",
            "SELECT pid FROM pg_stat_activity WHERE datname = '\(name)'", "postgres")
        let frozen = text.split(separator: "\n").compactMap { pid_t($0) } + [try number()]
        for process in frozen { kill(process, SIGSTOP) }
        return frozen
    }

    /// Continues stopped processes.
    func thaw(_ processes: [pid_t]) {
        // 'runuser' stops with its child.
        let parent = state.withLock { $0.process?.processIdentifier }
        for process in processes + [parent].compactMap(\.self) { kill(process, SIGCONT) }
    }

    /// The process that takes new connections.
    private func number() throws -> pid_t {
        let file = try String(contentsOfFile: folder + "/postmaster.pid", encoding: .utf8)
        guard let number = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw NoServer()
        }
        return number
    }

    /// A standby of another server, which takes no changes.
    func follow(_ server: PostgreSQLServer) throws {
        try state.withLock { state in
            try run("rm", "-rf", folder)
            try run(
                "pg_basebackup", "-h", server.folder, "-U", "aloud", "-D", folder, "-R", "-X",
                "stream", "-c", "fast")
            // The lock of the other server's socket.
            try run("rm", "-f", folder + "/.s.PGSQL.5432.lock")
            state.process = try begin()
        }
    }

    /// The address of a database of another server, at this one.
    func address(_ address: String, of server: PostgreSQLServer) -> String {
        address.replacing(server.folder, with: folder)
    }

    /// Ends the server at once, as a power cut does, and starts it again.
    func restart() throws {
        try state.withLock { state in
            if let process = state.process { stop(process, signal: "-QUIT") }
            state.process = try begin()
        }
    }

    /// Ends the server.
    func stop() {
        state.withLock { state in
            if let process = state.process { stop(process, signal: "-INT") }
            state.process = nil
        }
        _ = try? run("rm", "-rf", folder)
    }

    private func stop(_ process: Process, signal: String) {
        guard
            let number = (try? String(contentsOfFile: folder + "/postmaster.pid", encoding: .utf8))?
                .split(separator: "\n").first
        else { return }
        _ = try? run("kill", signal, String(number))
        process.waitUntilExit()
    }

    private func start() throws -> Process {
        try run("rm", "-rf", folder)
        try run(program("initdb"), "-D", folder, "-U", "aloud", "-A", "trust", "-E", "UTF8", "-N")
        if self === PostgreSQLServer.shared { atexit { PostgreSQLServer.shared.stop() } }
        return try begin()
    }

    private func begin() throws -> Process {
        let process = made(
            [
                program("postgres"), "-D", folder, "-k", folder, "-c", "listen_addresses=",
                // The tests end processes, not the machine.
                "-c", "fsync=off",
            ])
        try process.run()
        for _ in 0..<600 {
            if (try? run("psql", "-h", folder, "-U", "aloud", "-q", "-c", "SELECT 1", "postgres"))
                != nil
            {
                return process
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
        throw NoServer()
    }

    /// A program of PostgreSQL 15 or later, which Debian keeps off the path.
    private func program(_ name: String) -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap { Int($0) }.max() ?? 15
        return "\(root)/\(newest)/bin/\(name)"
    }

    private func made(_ words: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // PostgreSQL refuses to run as root.
        process.arguments = (geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []) + words
        process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private func output(_ words: String...) throws -> String {
        let process = made(words)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoServer() }
        return String(decoding: bytes, as: UTF8.self)
    }

    @discardableResult private func run(_ words: String...) throws -> Int32 {
        let process = made(words)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoServer() }
        return 0
    }

    /// PostgreSQL is not installed, or does not start.
    struct NoServer: Error {}
}
