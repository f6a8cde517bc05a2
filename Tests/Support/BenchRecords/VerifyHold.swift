internal import Acuity
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
        for _ in 0..<tests { try records.finish(begin(in: records)) }
        let test = try begin(in: records)
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

    private func begin(in records: SQLiteRecords) throws -> StoredTest {
        let began = Moment(Date())
        let test = StoredTest(
            id: RecordID(at: began), person: nil, sitting: RecordID(at: began), began: began,
            circumstances: Circumstances(correction: .glasses, lane: "bench"),
            record: .empty(
                TestSetup(
                    eye: .right, chart: Eye.right.usualChart, stopRule: .noneRight,
                    areAnswersTyped: true)))
        try records.begin(test, by: Author("bench"))
        return test
    }

    private static func summary(_ milliseconds: [Double]) -> String {
        let sorted = milliseconds.sorted()
        guard let last = sorted.last else { return "-" }
        return String(
            format: "%d events, median %.1f ms, longest %.1f ms", sorted.count,
            sorted[sorted.count / 2], last)
    }
}

extension SQLiteRecords {
    fileprivate func finish(_ test: StoredTest) throws {
        try finish(
            test.id, as: .interrupted, with: test.record, circumstances: nil, at: Moment(Date()),
            by: Author("bench"))
    }
}
