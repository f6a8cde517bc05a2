import Acuity
import RecordStore
import Records
import TestTraits
import Testing
import TrialRecords
import Trials

@Suite("Interrupted tests of a trial", .listening)
struct InterruptedTrialTests {
    private static let kinds: [StoreKind] = [.sqlite, .sent, .postgresql, .outbox]

    /// The codes of a test's deviations.
    private func codes(
        of sample: SampleTest, in records: any RecordKeeping
    ) throws -> [TrialDeviation.Code]? {
        try records.test(sample.test.id)?.circumstances.trial?.deviations.map(\.code)
    }

    @Test("an interrupted test keeps the deviations of its events", arguments: kinds)
    func cut(_ kind: StoreKind) throws {
        try kind.with { records, _ in
            try TrialStore.activate(in: records)
            let known = TrialDeviation(
                .wrongEye, "The order has another eye.", reason: "a swollen eye")
            let cut = try TrialStore.test(lines: 9, deviations: [known])
            try records.begin(cut.test, by: SampleTest.author)
            // A line of seven events, and the letters of the next one.
            let more: [RecordedEvent] = [
                .override(.init(line: 2, position: 0, .missed)),
                .trouble(.init("The letters cannot be seen: the window is hidden.")), .recovered,
                .trouble(.init("The microphone is gone.")), .soundMissing(.init("a pause")),
            ]
            let texts = cut.events.prefix(8).map(\.text) + more.map(\.jsonText)
            for (number, text) in texts.enumerated() {
                try records.append(
                    StoredEvent(number: number, at: cut.test.began, text: text), to: cut.test.id)
            }
            try records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
            #expect(try records.test(cut.test.id)?.state == .interrupted)
            #expect(
                try codes(of: cut, in: records)
                    == [.wrongEye, .override, .pageHidden, .soundLost, .aborted])
            let kept = try records.test(cut.test.id)?.circumstances.trial?.deviations
            #expect(kept?.first == known && kept?.last?.reason == nil)
            #expect(try records.verify() == [])
        }
    }

    @Test("a test whose program stopped after the result has the deviations of its result")
    func finished() throws {
        let kept = try TemporaryStore()
        try TrialStore.activate(in: kept.records)
        var sample = try TrialStore.test(lines: 5)
        let book = try kept.records.studies()
        sample.test.circumstances.trial?.digest = try #require(
            book[TrialStore.study]?.current?.digest)
        // The protocol has 3 m.
        sample.result.setup.viewing = ViewingDistance(metres: [3.1, 3.5], deviation: 0.02)
        sample.events[sample.events.count - 1].text =
            RecordedEvent.result(sample.result).jsonText
        try kept.records.begin(sample.test, by: SampleTest.author)
        for event in sample.events { try kept.records.append(event, to: sample.test.id) }
        try kept.records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
        #expect(try kept.records.test(sample.test.id)?.state == .finished)
        #expect(try codes(of: sample, in: kept.records) == [.wrongDistance])
    }

    @Test("an interrupted test outside of trials keeps its circumstances") func outside() throws {
        let kept = try TemporaryStore()
        let cut = try SampleTest(lines: 9)
        try kept.records.begin(cut.test, by: SampleTest.author)
        for event in cut.events.prefix(8) { try kept.records.append(event, to: cut.test.id) }
        try kept.records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
        #expect(try kept.records.test(cut.test.id)?.circumstances == cut.test.circumstances)
    }
}
