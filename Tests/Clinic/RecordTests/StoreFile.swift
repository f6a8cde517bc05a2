import Foundation
import RecordSQL
import RecordStore
import SQLiteRecords
import Sealing
import Testing

/// A file of records that a test opens, closes and changes with another program.
enum StoreFile {
    /// Opens the file, which is made if it is missing, and closes it.
    static func make<Result>(_ path: String, _ act: (any RecordKeeping) throws -> Result) throws {
        let clock = SampleClock()
        let records = try SQLiteRecords(path, digest: BLAKE2b.digest, now: { clock.now })
        defer { records.close() }
        _ = try act(records)
    }

    /// Runs statements with the program sqlite3.
    static func run(_ statements: String, in path: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sqlite3")
        process.arguments = [path, statements]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
