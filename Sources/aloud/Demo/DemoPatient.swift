internal import Acuity
internal import Audio
internal import CommandLineKit
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
