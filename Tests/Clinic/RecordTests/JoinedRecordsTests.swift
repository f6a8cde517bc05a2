import Foundation
import Glibc
import RecordSQL
import RecordStore
import SQLiteRecords
import Sealing
import Synchronization
import TestTraits
import Testing

@testable import RecordLink

/// Programs that use one file of records, each of which may end at any time.
@Suite("Records opened by another program", .listening)
struct JoinedRecordsTests {
    private let author = SampleTest.author
    private let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("joined-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Opens the file and serves it; nil while another has it.
    @Sendable private func open() throws(RecordError) -> JoinedRecords.Opened? {
        let records: SQLiteRecords
        do throws(RecordError) {
            records = try SQLiteRecords(
                folder + "/records.db", digest: BLAKE2b.digest, now: { SampleClock.start })
        } catch {
            guard case .inUse = error else { throw error }
            return nil
        }
        let server = try RecordServer(records, at: folder + "/socket") { _ in }
        return JoinedRecords.Opened(records) {
            server.stop()
            records.close()
        }
    }

    private func joined() throws -> JoinedRecords {
        try JoinedRecords(servedAt: folder + "/socket") { _ throws(RecordError) in try open() }
    }

    @Test("a test continues when the other program ends, and is kept whole")
    func handOver() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try #require(try open())
        let (second, third) = (try joined(), try joined())
        let sample = try SampleTest()
        try second.begin(sample.test, by: author)
        for event in sample.events {
            if event.number == 3 { first.end() }
            try second.append(event, to: sample.test.id)
            #expect(try third.events(of: sample.test.id).count == event.number + 1)
        }
        try second.finish(
            sample.test.id, as: .finished, with: sample.result, circumstances: nil,
            at: sample.ended, by: author)
        second.close()
        #expect(try third.test(sample.test.id)?.state == .finished)
        #expect(try third.verify().isEmpty)
        third.close()
        #expect(throws: RecordError.closed) { try third.verify() }
    }

    @Test("waiting for a program that does not answer times out") func takesNoCall() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A socket with room for a few, which nobody empties, as that of a paused program.
        let path = folder + "/socket"
        let socket = try SocketFile.listening(at: path)
        var held: [JoinedRecords] = []
        let refused = #expect(throws: RecordError.self) {
            while held.count < 1_000 {
                held.append(try JoinedRecords(servedAt: path) { _ throws(RecordError) in nil })
            }
        }
        #expect(refused?.description.contains("continue it, or end it") == true)
        #expect(held.count < 100)
        for one in held { one.close() }
        socket.shut()
    }

    @Test("a call fails if its connection ends each time without an answer") func endsEachTime()
        throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/socket"
        let socket = try SocketFile.listening(at: path)
        let place = Mutex<SocketFile?>(socket.copied())
        Thread.detachNewThread {
            guard let listening = place.withLock({ $0.take() }) else { return }
            while let next = listening.accepted() { next.shut() }
        }
        let joined = try JoinedRecords(servedAt: path) { _ throws(RecordError) in nil }
        #expect(throws: RecordError.self) { try joined.head() }
        joined.close()
        socket.shut()
    }

    @Test("a call that the other program does not know is refused with a message") func unknown()
        throws
    {
        struct CallOfLaterVersion: RecordCall {}
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try #require(try open())
        let second = try joined()
        let refused = #expect(throws: RecordError.self) {
            try second.carryOut(CallOfLaterVersion())
        }
        #expect(refused?.description.contains("Use the same version of Aloud for both.") == true)
        #expect(try second.head() == first.records.head())
        second.close()
        first.end()
    }

    @Test("a program owns the records until another joins, and after it leaves")
    func shares() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let one = try SharedUse(folder + "/use")
        #expect(one.isAlone)
        var other: SharedUse? = try SharedUse(folder + "/use")
        #expect(!one.isAlone && other?.isAlone == false)
        other = nil
        #expect(one.isAlone)
        #expect(throws: RecordError.self) { try SharedUse(folder + "/missing/use") }
    }

    @Test("a program that is paused while it has the lock alone does not hold up others")
    func lockedAlone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lock = Glibc.open(folder + "/use", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(flock(lock, LOCK_EX) == 0)
        #expect(throws: RecordError.self) { try SharedUse(folder + "/use") }
        close(lock)
        #expect(try SharedUse(folder + "/use").isAlone)
    }

    @Test("each call is carried out once, even if programs end one after the other")
    func ends() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let programs = 6
        var first = try open()
        let all = try (0..<programs).map { _ in try joined() }
        let faults = Mutex<[String]>([])
        let group = DispatchGroup()
        for (number, records) in all.enumerated() {
            Thread.detachNewThread { [author] in
                // Each program saves more people than the previous one, so that the owners end in
                // turn.
                for count in 0..<(number + 1) * 20 {
                    do {
                        _ = try records.save(
                            Person(
                                key: RecordID(at: SampleClock.start), id: "\(number)-\(count)",
                                name: nil), by: author)
                    } catch { faults.withLock { $0.append("\(number)-\(count): \(error)") } }
                }
                records.close()
                group.leave()
            }
            group.enter()
        }
        first?.end()
        first = nil
        group.wait()
        #expect(faults.withLock { $0 } == [])
        let last = try #require(try open())
        let people = try last.records.people(PersonQuery(limit: .max))
        #expect(people.count == (1...programs).reduce(0) { $0 + $1 * 20 })
        #expect(try last.records.verify().isEmpty)
        last.end()
    }
}
