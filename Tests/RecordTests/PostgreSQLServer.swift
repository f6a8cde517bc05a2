import Foundation
import Synchronization
import Testing

/// A server of PostgreSQL of the tests' own, which is reached by a socket in its folder. It ends with
/// the tests.
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
    func newDatabase() throws -> String {
        let name = try state.withLock { state in
            if state.process == nil { state.process = try start() }
            state.databases += 1
            return "lane\(state.databases)"
        }
        try run(
            "psql", "-h", folder, "-U", "aloud", "-q", "-c", "CREATE DATABASE \(name)", "postgres")
        return "postgresql:///\(name)?host=\(folder)&user=aloud"
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
            [program("postgres"), "-D", folder, "-k", folder, "-c", "listen_addresses="])
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
