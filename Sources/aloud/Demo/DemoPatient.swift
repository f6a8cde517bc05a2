internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Platform
internal import Records
internal import SimulatedPatient

/// The simulated patient of a demonstration in its room: sees the screen, speaks into the
/// microphone, and is known by nobody else.
struct DemoPatient {
    /// The chance of seeing under which the patient gives up instead of guessing: people who read
    /// charts guess while there is anything to see.
    static let givesUpBelow = 0.02
    /// How long the patient looks at letters before it speaks, seconds.
    static let reactionSeconds = 0.3

    /// The acuity that the patient is made with.
    let truth: LogMAR
    let voiceName: PatientVoice.Name
    /// What is read.
    let reading: ChartReading
    let screen: PatientAtScreen
    private let room: Room

    /// A patient in a quiet room.
    ///
    /// - Parameter onRemark: told what the patient says when it begins to say it.
    init(
        _ arguments: ParsedArguments, in environment: CommandEnvironment,
        onRemark: @escaping (Remark) throws -> Void
    ) throws {
        let seed = try arguments[DemoOptions.seed]
        truth = LogMAR(try arguments[DemoOptions.acuity])
        voiceName = try arguments[DemoOptions.voice]
        reading = try DemoOptions.reading(arguments)
        let room = Room(noise: RoomNoise(seed: seed))
        var voice = PatientVoice(environment.instruments.voice(voiceName), seed: seed)
        let observer = SimulatedObserver(
            threshold: truth, givesUpBelow: Self.givesUpBelow, seed: seed)
        screen = PatientAtScreen(Patient(observer)) { remark in
            room.say(try voice.sound(of: remark), after: Self.reactionSeconds)
            try onRemark(remark)
        }
        self.room = room
    }

    /// Has what happens in the room heard by a microphone until it is stopped.
    func beHeard(by mouth: any SoundSink) -> RoomSound { RoomSound(of: room, into: mouth) }

    /// What came of the test.
    func outcome(of report: TestReport) throws -> DemoOutcome {
        var answers = 0
        var misheard = 0
        for line in report.score.lines {
            let saw = screen.patient.saw(in: line.presentation) ?? []
            answers += saw.count
            misheard += zip(saw, line.responses).count { $0 != $1 }
        }
        return DemoOutcome(
            report: report, truth: truth, voice: voiceName, answers: answers, misheard: misheard,
            heardPerfectly: try heardPerfectly)
    }

    /// What the same patient scores where every word is taken as it was meant. Lines that it did
    /// not come to are looked at now.
    private var heardPerfectly: LogMAR? {
        get throws {
            var patient = screen.patient
            var reading = reading
            while let shown = reading.next {
                _ = patient.answer(.line, lookingAt: shown)
                guard let saw = patient.saw(in: shown) else { return nil }
                try reading.take(saw)
            }
            return reading.score.logMAR
        }
    }
}

/// The result of a demonstration beside the truth.
struct DemoOutcome {
    let report: TestReport
    /// The acuity that the patient was made with.
    let truth: LogMAR
    let voice: PatientVoice.Name
    /// Letters of finished lines: each one named or passed by the patient.
    let answers: Int
    /// Those of them that were taken for something else.
    let misheard: Int
    /// What would have been measured without any mishearing; nil where that is nothing.
    let heardPerfectly: LogMAR?

    /// The truth beside what was measured, for people.
    var text: String {
        let measured = report.score.logMAR.map { "\($0)\(report.orBetter)" } ?? "nothing"
        let said = answers.counting("letter")
        guard report.isComplete, let heardPerfectly else {
            return
                "truth \(truth), measured so far \(measured) (\(said) read, \(misheard) misheard)"
        }
        let hearing =
            misheard == 0
            ? "All \(said) were heard as the patient said them."
            : "\(misheard) of \(said) misheard; a perfect ear would have measured"
                + " \(heardPerfectly)."
        return "truth \(truth), measured \(measured)\(estimated)\n\(hearing)"
    }

    /// What all answers together tell, where they can be relied on.
    private var estimated: String {
        guard let estimate = report.estimate?.ifReliable else { return "" }
        guard estimate.figure != nil else { return ", estimate \(estimate.figureWords)" }
        let interval = estimate.interval95
        return ", estimate \(estimate.logMAR) (95 % between \(interval.lowerBound) and"
            + " \(interval.upperBound))"
    }
}

extension DemoOutcome: Encodable {
    /// Writes the result as the test has it, and the truth.
    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        try encoder.write([
            "truth": rounded(truth.value, places: 6),
            "heardPerfectly": orNull(rounded(heardPerfectly?.value, places: 6)),
            "voice": voice.rawValue, "answers": answers, "misheard": misheard,
        ])
    }
}
