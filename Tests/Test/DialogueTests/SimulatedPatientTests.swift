import Acuity
import Dialogue
import PhoneticMapping
import Records
import SimulatedPatient
import Testing

/// A patient who watches the test and answers into it, now and then mumbling, in one breath or
/// letter by letter, and who mends slips of the tongue.
private final class Patient: TestObserver, AnswerSource {
    private var observer: SimulatedObserver
    private var generator: SplitMix64
    private let speaks: Bool
    private var seen: [Response] = []
    private var queue: [AnswerEvent] = []

    init(threshold: Double, speaks: Bool, seed: UInt64) {
        observer = SimulatedObserver(
            threshold: LogMAR(threshold), givesUpBelow: seed % 3 == 0 ? 0.001 : nil, seed: seed)
        generator = SplitMix64(seed: seed &+ 1)
        self.speaks = speaks
    }

    func observe(_ event: TestEvent) {
        switch event {
        case .present(let presentation):
            seen = observer.read(presentation)
            answer(Array(seen.indices))
        case .askAgain(_, let positions, _, _): answer(positions)
        default: break
        }
    }

    func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
        if !queue.isEmpty { return queue.removeFirst() }
        return awaited == .correction ? .settled : .ended
    }

    private func answer(_ positions: [Int]) {
        let words = positions.map { position -> [SpokenAnswer] in
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: return [SpokenAnswer(.unclear)]
            case 1: return said("Q no") + [word(position)]
            default: return [word(position)]
            }
        }
        if speaks {
            queue += words.map { .utterance(Utterance($0, isFinal: false)) }
        } else {
            queue.append(.utterance(Utterance(words.flatMap(\.self), isFinal: true)))
        }
    }

    private func word(_ position: Int) -> SpokenAnswer {
        switch seen[position] {
        case .named(let letter): SpokenAnswer(.letter(letter), heard: "\(letter)")
        case .missed: SpokenAnswer(.command(.cannotSee), heard: "pass")
        }
    }

    /// Reads the lines of a procedure with the threshold that the test has to find.
    func read(_ procedure: inout ChartReading, seed: UInt64, threshold: Double) throws {
        var eye = SimulatedObserver(
            threshold: LogMAR(threshold), givesUpBelow: seed % 3 == 0 ? 0.001 : nil, seed: seed)
        while let next = procedure.next { try procedure.take(eye.read(next)) }
    }
}

@Suite("A simulated patient takes tests", .timeLimit(.minutes(1)))
struct SimulatedPatientTests {
    /// Mumbling and slips cost time, and hardly ever a letter: the test by voice finds exactly what the
    /// same eye reads without any hearing in between, unless a letter is mumbled again and again.
    @Test("perfect hearing gives the same result as typing", arguments: [true, false])
    func hearingChangesNothing(speaks: Bool) throws {
        var testsWithOpenLetters = 0
        for seed in UInt64(0)..<200 {
            let threshold = Double(seed % 10) / 10
            let patient = Patient(threshold: threshold, speaks: speaks, seed: seed)
            let procedure = ChartReading(
                chart: Chart(.random, seed: seed), start: SnellenLine.all[Int(seed % 5)])
            let log = EventLog()
            var conductor = TestConductor(
                setup: TestSetup(eye: .both, chart: .random), procedure: procedure,
                source: patient, display: Screen(), observers: [patient, log])
            let report = try conductor.run()
            var direct = procedure
            try patient.read(&direct, seed: seed, threshold: threshold)
            // The reported request counts, because a replay of the test has nothing else.
            for line in report.score.lines {
                let told = line.answers.indices.map { position in
                    log.events.count { event in
                        guard case .askAgain(line.presentation.line, _, let unclear, _) = event
                        else { return false }
                        return unclear.contains(position)
                    }
                }
                #expect(line.answers.map(\.unclearBefore) == told, "seed \(seed)")
            }
            let open = report.score.lines.flatMap(\.answers).filter { $0.response == nil }
            guard open.isEmpty else {
                testsWithOpenLetters += 1
                continue
            }
            // Too many requests withhold the score.
            let isReliable = report.estimate?.isReliable ?? true
            #expect(
                report.score.logMAR == (isReliable ? direct.score.logMAR : nil), "seed \(seed)")
            #expect(report.score.remarks == direct.score.remarks, "seed \(seed)")
            #expect(
                report.score.lines.map(\.responses) == direct.score.lines.map(\.responses),
                "seed \(seed)")
            let asked = log.events.reduce(0) { sum, event in
                if case .askAgain(_, let positions, _, _) = event { return sum + positions.count }
                return sum
            }
            #expect(report.lettersAskedAgain == asked, "seed \(seed)")
        }
        #expect(testsWithOpenLetters <= 2)
    }
}
