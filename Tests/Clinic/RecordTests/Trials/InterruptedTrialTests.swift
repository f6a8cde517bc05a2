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
        sample.events[1].text = Self.answer(at: 3.5).jsonText
        try kept.records.begin(sample.test, by: SampleTest.author)
        for event in sample.events { try kept.records.append(event, to: sample.test.id) }
        try kept.records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
        #expect(try kept.records.test(sample.test.id)?.state == .finished)
        #expect(try codes(of: sample, in: kept.records) == [.wrongDistance])
    }

    /// An answer to the first letter of a line, with its measured distance in metres.
    private static func answer(at metres: Double) -> RecordedEvent {
        .answer(
            .init(
                line: 1, position: 0, .missed, confidence: 1, heard: "-", time: nil, clock: nil,
                metres: metres))
    }

    @Test(
        "a measured distance is compared with that of the letters",
        arguments: [
            (nil, 3.85, nil), (nil, 3.7, "3.7 m; the protocol has 4.0 m ± 5 %"),
            (.oneMetre, 1.04, nil), (.oneMetre, 4, "4.0 m; the protocol has 1.0 m ± 5 %"),
        ] as [(Distance?, Double, String?)])
    func distance(_ letters: Distance?, _ metres: Double, _ words: String?) throws {
        var rules = TrialProtocol.template(of: TrialStore.study, seed: 42, software: "0.1.0")
        rules.distance = 4
        let visit = try TrialStore.test(lines: 1).test.circumstances.trial
        var watch = try #require(TrialWatch(visit, under: rules))
        watch.take(
            .present(
                .init(
                    Presentation(
                        line: 1, size: LogMAR(1), letters: [.k], distance: letters))))
        watch.take(Self.answer(at: metres))
        watch.takeInterruption()
        let found = watch.visit.deviations
        let codes: [TrialDeviation.Code] = (words == nil ? [] : [.wrongDistance]) + [.aborted]
        #expect(found.map(\.code) == codes)
        if let words { #expect(found.first?.finding.contains(words) == true) }
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
