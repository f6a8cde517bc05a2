internal import Acuity
internal import Foundation
internal import Glibc
internal import PostgreSQLRecords
internal import RecordSQL
internal import RecordStore
internal import Records
internal import SQLiteRecords
internal import Sealing
internal import Synchronization

/// Lanes that send the events of tests to one PostgreSQL, as a clinic does all day: how long each
/// event takes, and whether one is lost.
@main
struct BenchRecords {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == "verify", words.count == 2, let tests = Int(words[1]) {
            guard try VerifyHold(tests: tests).run() else { exit(1) }
            return
        }
        guard words.count == 5, let lanes = Int(words[2]), let seconds = Double(words[3]),
            let eventsPerSecond = Double(words[4]), ["direct", "outbox"].contains(words[0])
        else {
            let usage =
                "Usage: bench-records direct|outbox ADDRESS LANES SECONDS EVENTS_PER_SECOND\n"
                + "       bench-records verify TESTS\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }
        let bench = BenchRecords(
            hasOutbox: words[0] == "outbox", address: words[1], lanes: lanes, seconds: seconds,
            pause: 1 / eventsPerSecond)
        guard try bench.run() else { exit(1) }
    }

    /// Whether each lane has an outbox on this machine's disk.
    let hasOutbox: Bool
    let address: String
    let lanes: Int
    let seconds: Double
    /// The time between two events of a lane, seconds.
    let pause: Double

    private struct Outcome {
        var milliseconds: [Double] = []
        var sent: [RecordID: Int] = [:]
        var faults: [String] = []
    }

    /// Runs it.
    ///
    /// - Returns: whether nothing was lost.
    func run() throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = Mutex(Outcome())
        let ended = DispatchGroup()
        for number in 0..<lanes {
            ended.enter()
            Thread.detachNewThread {
                defer { ended.leave() }
                var own = Outcome()
                do { try lane(number, folder.path, &own) } catch {
                    own.faults.append("lane \(number): \(error)")
                }
                outcome.withLock { all in
                    all.milliseconds += own.milliseconds
                    all.sent.merge(own.sent) { $1 }
                    all.faults += own.faults
                }
            }
        }
        ended.wait()
        return try report(outcome.withLock { $0 })
    }

    private var shared: PostgreSQLRecords {
        PostgreSQLRecords(address, digest: BLAKE2b.digest, now: { Moment(Date()) })
    }

    private func store(_ number: Int, _ folder: String) throws -> any RecordKeeping {
        guard hasOutbox else { return shared }
        return OutboxRecords(
            outbox: try SQLiteRecords(
                "\(folder)/\(number).db", digest: BLAKE2b.digest, now: { Moment(Date()) }),
            shared: shared, sender: Author("bench"), now: { Moment(Date()) })
    }

    /// A lane's tests, one after the other.
    private func lane(_ number: Int, _ folder: String, _ outcome: inout Outcome) throws {
        let records = try store(number, folder)
        defer { records.close() }
        let author = Author("lane \(number)")
        let end = ContinuousClock.now + .seconds(seconds)
        // Lanes do not send in step.
        Thread.sleep(forTimeInterval: Double.random(in: 0..<pause))
        while ContinuousClock.now < end {
            let test = try records.beginTest(at: "\(number)", by: author)
            // A test has about a hundred events.
            var count = 0
            while count < 100, ContinuousClock.now < end {
                let text =
                    #"{"event":"answer","line":4,"position":\#(count % 5),"letter":"N","confidence":0.981,"heard":"November","start":12.3,"end":12.9}"#
                let start = ContinuousClock.now
                try records.append(
                    StoredEvent(number: count, at: Moment(Date()), text: text), to: test.id)
                outcome.milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
                count += 1
                outcome.sent[test.id] = count
                Thread.sleep(forTimeInterval: pause)
            }
            try records.interrupt(test, by: author)
        }
        // A lane tries again until the network is there.
        for _ in 0..<60 {
            guard let outbox = records as? OutboxRecords, try !outbox.waitingTests().isEmpty else {
                return
            }
            do { try outbox.send() } catch { Thread.sleep(forTimeInterval: 1) }
        }
    }

    private func report(_ outcome: Outcome) throws -> Bool {
        let sorted = outcome.milliseconds.sorted()
        func part(_ share: Double) -> String {
            sorted.isEmpty
                ? "-"
                : String(
                    format: "%.1f", sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
                )
        }
        print(
            "\(lanes) lanes, \(sorted.count) events: median \(part(0.5)) ms, 95 % \(part(0.95)) ms,"
                + " longest \(part(1)) ms")
        for fault in outcome.faults { print(fault) }
        fflush(nil)
        let records = shared
        defer { records.close() }
        // The database may still be starting.
        for _ in 0..<60 where (try? records.head()) == nil { Thread.sleep(forTimeInterval: 1) }
        var lost = 0
        for (test, sent) in outcome.sent {
            lost += max(0, sent - (try records.events(of: test).count))
        }
        let faults = try records.verify()
        print("\(outcome.sent.count) tests, \(lost) events lost, \(faults.count) faults")
        return lost == 0 && faults.isEmpty && outcome.faults.isEmpty
    }
}

extension RecordKeeping {
    /// Begins a test of nobody.
    func beginTest(at lane: String, by author: Author) throws -> StoredTest {
        let began = Moment(Date())
        let test = StoredTest(
            id: RecordID(at: began), person: nil, sitting: RecordID(at: began), began: began,
            circumstances: Circumstances(correction: .glasses, lane: lane),
            record: .empty(
                TestSetup(
                    eye: .right, chart: Eye.right.usualChart, stopRule: .noneRight,
                    areAnswersTyped: true)))
        try begin(test, by: author)
        return test
    }

    /// Ends a test without a result.
    func interrupt(_ test: StoredTest, by author: Author) throws {
        try finish(
            test.id, as: .interrupted, with: test.record, circumstances: nil, at: Moment(Date()),
            by: author)
    }
}
