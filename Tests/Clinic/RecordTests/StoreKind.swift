import Foundation
import PostgreSQLRecords
import RecordLink
import RecordSQL
import RecordStore
import SQLiteRecords
import Sealing
import Testing

/// An implementation of the store, as the conformance suite asks for it.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, sent, postgresql, outbox

    var testDescription: String { rawValue }

    /// Calls a function with an empty store, and removes it.
    func with(_ act: (any RecordKeeping, SampleClock) throws -> Void) throws {
        let clock = SampleClock()
        switch self {
        case .sqlite:
            try RecordFolder.with { folder in
                let records = try SQLiteRecords(
                    folder + "/records.db", digest: BLAKE2b.digest, now: { clock.now })
                defer { records.close() }
                try act(records, clock)
            }
        case .postgresql:
            let records = PostgreSQLRecords(
                try PostgreSQLServer.shared.newDatabase(), digest: BLAKE2b.digest,
                now: { clock.now })
            defer { records.close() }
            try act(records, clock)
        case .outbox:
            try RecordFolder.with { folder in
                let shared = try TemporaryStore(now: { clock.now })
                let records = OutboxRecords(
                    outbox: try SQLiteRecords(
                        folder + "/outbox.db", digest: BLAKE2b.digest, now: { clock.now }),
                    shared: shared.records,
                    sender: SampleTest.author, now: { clock.now })
                defer { records.close() }
                try act(records, clock)
            }
        case .sent:
            try RecordFolder.with { folder in
                let records = try SQLiteRecords(
                    folder + "/records.db", digest: BLAKE2b.digest, now: { clock.now })
                defer { records.close() }
                let server = try RecordServer(records, at: folder + "/socket") { _ in }
                defer { server.stop() }
                let sent = try JoinedRecords(servedAt: folder + "/socket") { _ in nil }
                defer { sent.close() }
                try act(sent, clock)
            }
        }
    }
}

/// A folder for one test.
enum RecordFolder {
    static func with<Result>(_ act: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("records-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try act(folder)
    }
}
