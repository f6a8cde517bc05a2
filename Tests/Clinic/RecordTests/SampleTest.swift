import Acuity
import Contrast
import Foundation
import RecordStore
import Records
import Synchronization

/// A test of a person who reads all lines down to one, with the events that it has.
struct SampleTest {
    var test: StoredTest
    var events: [StoredEvent] = []
    var result: TestRecord

    static let author = Author("tester")

    /// - Parameters:
    ///   - eye: the eye, which has its own chart.
    ///   - lines: how many lines are read without a fault; the next one is not read at all.
    init(
        eye: Eye = .right, lines: Int = 5, person: RecordID? = nil,
        began: Moment = SampleClock.start, sitting: RecordID? = nil
    ) throws {
        var setup = TestSetup(
            eye: eye, chart: eye.usualChart, stopRule: .noneRight, areAnswersTyped: true)
        setup.time = began.description
        setup.hearing = TestSetup.HearingTold(name: "0.0", misheard: 0)
        var circumstances = Circumstances(
            correction: .glasses, distanceSource: .entered, examiner: "Dr. Øre \"B\"",
            lane: "lane 2", software: "aloud 0.1.0")
        circumstances.sound = .init(microphone: "hw:1", level: -20.5, noise: -60)
        var procedure: any AcuityProcedure = ProcedureChoice.etdrs.begin(
            ProcedureStart(
                optotypes: .sloan, range: .all, seed: 0, hearing: .exact,
                chart: eye.usualChart))
        var texts: [String] = []
        var read = 0
        while let shown = procedure.next {
            texts.append(RecordedEvent.present(.init(shown)).jsonText)
            let responses: [Response] = shown.letters.map { read < lines ? .named($0) : .missed }
            for (position, response) in responses.enumerated() {
                texts.append(
                    RecordedEvent.answer(
                        .init(
                            line: shown.line, position: position, response, confidence: 1,
                            heard: "\(response)", time: nil, clock: nil)
                    ).jsonText)
            }
            try procedure.take(responses)
            texts.append(
                RecordedEvent.line(
                    .init(line: shown.line, right: read < lines ? shown.letters.count : 0)
                ).jsonText)
            read += 1
        }
        let estimate = procedure.estimate(hearing: .exact)
        result = TestRecord(
            setup: setup, score: procedure.score.beside(estimate), lettersAskedAgain: 0,
            duration: .seconds(texts.count), end: .finished(.stopRuleMet), estimate: estimate)
        texts.append(RecordedEvent.result(result).jsonText)
        events = texts.enumerated().map { number, text in
            StoredEvent(
                number: number,
                at: Moment(
                    milliseconds: began.milliseconds + Int64(number) * 1_000,
                    offsetMinutes: began.offsetMinutes), text: text)
        }
        test = StoredTest(
            id: RecordID(at: began), person: person, sitting: sitting ?? RecordID(at: began),
            began: began, circumstances: circumstances, record: .empty(setup))
    }

    /// The time of the last event.
    var ended: Moment { events.last?.at ?? test.began }

    /// Keeps the whole test, event by event.
    func keep(in records: any RecordKeeping) throws {
        try records.begin(test, by: Self.author)
        for event in events { try records.append(event, to: test.id) }
        try records.finish(
            test.id, as: .finished, with: result, circumstances: nil, at: ended, by: Self.author)
    }

    /// The test as it is after its end.
    var finished: StoredTest {
        var finished = test
        finished.state = .finished
        finished.record = result
        finished.ended = ended
        return finished
    }
}

/// A clock that advances by a second with each reading.
final class SampleClock: Sendable {
    static let start = Moment("2026-01-31T14:05:09.120+01:00")!
    private let time = Mutex(SampleClock.start.milliseconds)

    /// The time, a second after the last one.
    var now: Moment {
        let milliseconds = time.withLock { time in
            time += 1_000
            return time
        }
        return Moment(milliseconds: milliseconds, offsetMinutes: 60)
    }

    /// Lets hours pass.
    func advance(hours: Int64) { time.withLock { $0 += hours * 3_600_000 } }

    /// Sets the clock back by an hour.
    func setBack() { time.withLock { $0 -= 3_600_000 } }
}
