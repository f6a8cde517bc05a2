import Acuity
import CommandLineKit
import Dialogue
import Foundation
import RecordStore
import Records
import Sealing
import TestTraits
import Testing

@testable import Exam

@Suite("A test whose person has left, in the records", .listening)
struct AbandonedTestTests {
    private struct Silence: TextOutput, ByteInput {
        func write(_ text: String) {}
        func givingUp(after patience: Duration) -> any TextOutput { self }
        func read(upTo count: Int) -> [UInt8] { [] }
    }

    @Test(
        "it is interrupted, not finished, so that it can resume",
        arguments: [(TestEnd.interrupted, TestState.interrupted), (.stoppedByPerson, .finished)])
    func state(end: TestEnd, state: TestState) throws {
        let clinic = try SampleClinic()
        let records = ExamRecords(
            store: clinic.store, author: SampleTest.author, signIns: clinic.signIns, person: nil,
            circumstances: Circumstances(), uptime: { .zero }, digest: BLAKE2b.digest,
            picture: { _ in nil }, hearing: { _, _ in .exact })
        let now = Date(timeIntervalSince1970: Double(SampleClock.start.milliseconds) / 1_000)
        let console = Console(
            output: Silence(), messages: Silence(), input: Silence(), date: { now })
        let sample = try SampleTest(lines: 9)
        let keeper = try TestKeeper(
            sample.test.record.setup, after: .zero, in: records, console: console)
        // A line of seven events.
        let before = Array(sample.events.prefix(7).map(\.text))
        keeper.take(over: before)
        keeper.observe(.pause(.asked))
        var record = sample.result
        record.end = end
        keeper.observe(.result(record))
        keeper.end()
        let kept = try #require(try clinic.store.test(keeper.id))
        #expect(kept.state == state && kept.record.end == end)
        #expect(kept.record.score.lettersRight == (end == .interrupted ? 5 : 45))
        #expect(
            try clinic.store.events(of: keeper.id).count == (end == .interrupted ? 8 : 9))
    }
}
