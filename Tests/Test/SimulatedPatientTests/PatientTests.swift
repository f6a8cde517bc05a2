import Acuity
import Dialogue
import PhoneticMapping
import Records
import SimulatedPatient
import Testing

@Suite("Speech of the patient", .timeLimit(.minutes(1)))
struct PatientTests {
    let chart = Chart(.one)

    func observer(seed: UInt64, givesUpBelow: Double? = nil) -> SimulatedObserver {
        SimulatedObserver(threshold: LogMAR(0.5), givesUpBelow: givesUpBelow, seed: seed)
    }

    @Test("the patient matches an observer with the same seed, line by line")
    func saysWhatItSaw() {
        for seed in UInt64(0)..<50 {
            var patient = Patient(observer(seed: seed))
            var eye = observer(seed: seed)
            for line in chart.lines {
                let saw = eye.read(line)
                let remark = patient.answer(.line, lookingAt: line)
                #expect(remark.utterances == saw.map(Self.name), "seed \(seed)")
                #expect(patient.saw(in: line) == saw, "seed \(seed)")
            }
        }
    }

    @Test("asked again, it repeats the requested letters, slower")
    func repeats() {
        for seed in UInt64(0)..<50 {
            var patient = Patient(observer(seed: seed))
            let line = chart.lines[Int(seed) % chart.lines.count]
            let first = patient.answer(.line, lookingAt: line)
            let second = patient.answer(.again([1, 4]), lookingAt: line)
            #expect(
                second.utterances == [first.utterances[1], first.utterances[4]], "seed \(seed)")
            #expect(second.rate < first.rate && second.loudness > first.loudness)
            let third = patient.answer(.again([4]), lookingAt: line)
            #expect(third.utterances == [first.utterances[4]], "seed \(seed)")
            #expect(third.rate < second.rate)
        }
    }

    @Test("after four failed repetitions it passes on that letter")
    func passes() {
        var patient = Patient(observer(seed: 1))
        let line = chart.lines[0]
        #expect(patient.answer(.line, lookingAt: line).utterances == ["N", "C", "K", "zed", "O"])
        for _ in 0..<Patient.mostRepetitions {
            #expect(patient.answer(.again([2]), lookingAt: line).utterances == ["K"])
        }
        #expect(patient.answer(.again([2, 3]), lookingAt: line).utterances == ["pass", "zed"])
    }

    @Test("the patient says that letters far too small cannot be seen")
    func seesNone() {
        var patient = Patient(observer(seed: 1, givesUpBelow: 0.02))
        let line = chart.lines[13]
        #expect(patient.answer(.line, lookingAt: line).utterances == ["I can't see any"])
        #expect(patient.answer(.again([3]), lookingAt: line).utterances == ["I can't see it"])
        #expect(patient.answer(.again([0]), lookingAt: line).utterances == ["pass"])
    }

    @Test("the patient answers each question once, and only with letters shown")
    func answersOnce() throws {
        var said: [Remark] = []
        let patient = PatientAtScreen(Patient(observer(seed: 1))) { said.append($0) }
        let line = chart.lines[0]
        func show(_ places: [Place], _ prompt: Prompt) throws {
            try patient.show(TestView(presentation: line, places: places, prompt: prompt))
        }
        patient.observe(.present(line))
        try patient.show(TestView(presentation: nil, places: [], prompt: .read))
        #expect(said == [])
        let waiting = [Place](repeating: .waiting, count: 5)
        try show(waiting, .read)
        try show([.heard(.n)] + waiting.dropFirst(), .read)
        #expect(said.map(\.text) == ["N, C, K, zed, O"])
        patient.observe(.askAgain(line: 1, positions: [2]))
        let asked: [Place] = [.heard(.n), .heard(.c), .asked, .heard(.z), .heard(.o)]
        try show(asked, .readAgain([2], of: 5))
        try show(asked, .readAgain([2], of: 5))
        #expect(said.map(\.text) == ["N, C, K, zed, O", "K"])
        patient.observe(.pause(.silence))
        try show(asked, .paused(.silence))
        patient.observe(.resume)
        try show(asked, .readAgain([2], of: 5))
        #expect(said.dropFirst(2).map(\.text) == ["go on, continue", "K"])
    }

    /// The test by word of mouth, with an ear that takes words for what they are.
    @Test("a whole test finds the patient's acuity")
    func wholeTest() throws {
        for seed in UInt64(0)..<100 {
            let source = Overheard()
            let screen = PatientAtScreen(Patient(observer(seed: seed, givesUpBelow: 0.02))) {
                source.hear($0)
            }
            var conductor = TestConductor(
                setup: TestSetup(eye: .both, chart: .random),
                procedure: ChartReading(chart: Chart(.random, seed: seed)), source: source,
                display: screen, observers: [screen])
            let report = try conductor.run()
            #expect(report.isComplete, "seed \(seed)")
            for line in report.score.lines {
                #expect(screen.patient.saw(in: line.presentation) == line.responses, "seed \(seed)")
            }
        }
    }

    private static func name(_ response: Response) -> String {
        switch response {
        case .named(.z): "zed"
        case .named(let letter): letter.description
        case .missed: "pass"
        }
    }
}

/// Takes a patient's words from its mouth instead of hearing them.
private final class Overheard: AnswerSource {
    private var waiting: [AnswerEvent] = []

    func hear(_ remark: Remark) {
        waiting += remark.utterances.map { .utterance(Utterance([answer($0)], isFinal: false)) }
    }

    func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
        if !waiting.isEmpty { return waiting.removeFirst() }
        return awaited == .correction ? .settled : .ended
    }

    private func answer(_ words: String) -> SpokenAnswer {
        switch words {
        case "I can't see any": SpokenAnswer(.command(.cannotSeeAny))
        case "I can't see it", "pass": SpokenAnswer(.command(.cannotSee))
        case "zed": SpokenAnswer(.letter(.z))
        default: SpokenAnswer(words.first.flatMap { Letter($0) }.map { .letter($0) } ?? .unclear)
        }
    }
}
