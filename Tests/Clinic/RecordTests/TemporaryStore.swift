import Foundation
import RecordStore
import SQLiteRecords
import Sealing

/// An empty store in a file, which goes with its last owner.
final class TemporaryStore: Sendable {
    let records: any RecordKeeping
    private let folder: String

    init(now: @escaping @Sendable () -> Moment = { SampleClock.start }) throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("records-\(UUID().uuidString)").path
        records = try SQLiteRecords(folder + "/records.db", digest: BLAKE2b.digest, now: now)
    }

    deinit {
        records.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
