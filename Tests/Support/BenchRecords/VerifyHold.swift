internal import Foundation
internal import RecordSQL
internal import RecordStore
internal import Records
internal import SQLiteRecords
internal import Sealing
internal import Synchronization

/// How long a check of the records holds up a running test: the time that each event takes while
/// nothing else happens, and while `verify` reads a store with many tests.
struct VerifyHold {
    /// The finished tests in the store.
    let tests: Int

    /// Runs it in a new folder, which is removed at the end.
    ///
    /// - Returns: whether the check found the records sound.
    func run() throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let records = try SQLiteRecords(
            folder.appending(path: "records.db").path, digest: BLAKE2b.digest,
            now: { Moment(Date()) })
        defer { records.close() }
        let author = Author("bench")
        for _ in 0..<tests {
            try records.interrupt(records.beginTest(at: "bench", by: author), by: author)
        }
        let test = try records.beginTest(at: "bench", by: author)
        var count = 0
        func append() throws -> Double {
            let text =
                #"{"event":"answer","line":4,"position":1,"letter":"N","heard":"November"}"#
            let start = ContinuousClock.now
            try records.append(
                StoredEvent(number: count, at: Moment(Date()), text: text), to: test.id)
            count += 1
            return (ContinuousClock.now - start) / .milliseconds(1)
        }
        var alone: [Double] = []
        for _ in 0..<200 {
            alone.append(try append())
            Thread.sleep(forTimeInterval: 0.01)
        }
        print("\(tests) tests. An event alone: \(Self.summary(alone))")
        for _ in 0..<5 {
            let faults = Mutex<Result<Int, any Error>?>(nil)
            let start = ContinuousClock.now
            Thread.detachNewThread {
                let result = Result { try records.verify().count }
                faults.withLock { $0 = result }
            }
            var during: [Double] = []
            while faults.withLock({ $0 == nil }) {
                during.append(try append())
                Thread.sleep(forTimeInterval: 0.01)
            }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            print(
                "Verify took \(String(format: "%.1f", seconds)) s. An event during it:"
                    + " \(Self.summary(during))")
            guard try faults.withLock({ try $0?.get() }) == 0 else { return false }
        }
        return true
    }

    private static func summary(_ milliseconds: [Double]) -> String {
        let sorted = milliseconds.sorted()
        guard let last = sorted.last else { return "-" }
        return String(
            format: "%d events, median %.1f ms, longest %.1f ms", sorted.count,
            sorted[sorted.count / 2], last)
    }
}
