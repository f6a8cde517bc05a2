internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Contrast
internal import Exam
internal import PhoneticMapping
internal import Platform
internal import Records
internal import SimulatedPatient

/// The simulated patient of a demonstration in its room: it sees the screen and speaks into the
/// microphone.
struct DemoPatient {
    /// The chance of seeing below which the patient gives up instead of guessing.
    static let givesUpBelow = 0.02
    /// The time that the patient looks at letters before it speaks, seconds.
    static let reactionSeconds = 0.3

    /// The patient's true acuity.
    let truth: LogMAR
    /// The patient's true contrast sensitivity; nil for a test of acuity.
    let contrast: LogCS?
    /// The patient's voice.
    let voiceName: String
    /// The test: a chart with the line where its reading starts, or the adaptive test of contrast.
    let reading: any AcuityProcedure
    /// The screen that the patient looks at.
    let screen: PatientAtScreen
    private let room: Room

    /// A patient in a quiet room.
    ///
    /// - Parameters:
    ///   - language: the language of the patient; nil for English.
    ///   - hearing: how letters are misheard.
    ///   - onRemark: called with the patient's words as it begins to say them.
    /// - Throws: `Misuse` if the voice of the language is missing.
    init(
        _ arguments: ParsedArguments, speaking language: HearingLanguage?,
        hearing: RecognitionErrorModel,
        in environment: CommandEnvironment,
        onRemark: @escaping (Remark) throws -> Void
    ) throws {
        let seed = try arguments[DemoOptions.seed]
        truth = LogMAR(try arguments[DemoOptions.acuity])
        let speaker: any Speaking
        if let language {
            guard !arguments.wasGiven(DemoOptions.voice) else {
                throw Misuse("'--voice' names an English voice; leave it out with '--language'.")
            }
            guard let own = EspeakVoice(language: language.voice) else {
                throw Misuse(
                    "The patient speaks \(language.name) by the program espeak-ng, which is not"
                        + " here. Install the package espeak-ng.")
            }
            speaker = own
            voiceName = "espeak-ng \(language.voice)"
        } else {
            let name = try arguments[DemoOptions.voice]
            speaker = environment.instruments.voice(name)
            voiceName = name.rawValue
        }
        let isOfContrast = try arguments[DemoOptions.test] == .contrast
        contrast = isOfContrast ? LogCS(try arguments[DemoOptions.contrast]) : nil
        reading =
            isOfContrast
            ? ContrastTest(hearing: hearing, seed: seed) : try DemoOptions.reading(arguments)
        let room = Room(noise: RoomNoise(seed: seed))
        var voice = PatientVoice(speaker, seed: seed)
        let observer = SimulatedObserver(
            threshold: truth, givesUpBelow: Self.givesUpBelow, seed: seed)
        let words = language.map { PatientWords($0.patient) } ?? PatientWords()
        let patient =
            contrast.map { Patient(ContrastObserver(threshold: $0, seed: seed), words: words) }
            ?? Patient(observer, words: words)
        screen = PatientAtScreen(patient) { remark in
            room.say(try voice.sound(of: remark), after: Self.reactionSeconds)
            try onRemark(remark)
        }
        self.room = room
    }

    /// The patient's eyes and the test in words: "acuity 0.30 logMAR reads an eye chart".
    var eyesight: String {
        contrast.map { "contrast sensitivity logCS \($0) reads faint letters" }
            ?? "acuity \(truth) logMAR reads an eye chart"
    }

    /// Plays the sound of the room into a microphone until it is stopped.
    func beHeard(by mouth: any SoundSink) -> RoomSound { RoomSound(of: room, into: mouth) }

    /// The result and the truth.
    func outcome(of report: TestRecord) throws -> DemoOutcome {
        var answers = 0
        var misheard = 0
        for line in report.score.lines {
            let saw = screen.patient.saw(in: line.presentation) ?? []
            answers += saw.count
            misheard += zip(saw, line.responses).count { $0 != $1 }
        }
        return DemoOutcome(
            report: report, truth: truth, contrast: contrast, voice: voiceName, answers: answers,
            misheard: misheard,
            heardPerfectly: contrast == nil ? try heardPerfectly : nil)
    }

    /// The score of the same patient without mishearing. For it, a copy of the patient also reads
    /// the lines that the test did not reach.
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

/// The result of a demonstration and the truth.
struct DemoOutcome {
    /// The report of the test.
    let report: TestRecord
    /// The patient's true acuity.
    let truth: LogMAR
    /// The patient's true contrast sensitivity; nil for a test of acuity.
    let contrast: LogCS?
    /// The patient's voice.
    let voice: String
    /// Letters of finished lines that the patient named or passed.
    let answers: Int
    /// Answers that were misheard.
    let misheard: Int
    /// The score without any mishearing; nil if there is none.
    let heardPerfectly: LogMAR?

    /// The true acuity and the measured one, for people.
    var text: String {
        if let contrast {
            return "truth logCS \(contrast), measured \(report.contrast?.words ?? "nothing")\n"
                + "\(misheard) of \(answers.counting("letter")) misheard."
        }
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

    /// The estimate from all answers, if they are reliable.
    private var estimated: String {
        guard let estimate = report.estimate?.ifReliable else { return "" }
        guard estimate.figure != nil else { return ", estimate \(estimate.figureWords)" }
        let interval = estimate.interval95
        return ", estimate \(estimate.logMAR) (95 % between \(interval.lowerBound) and"
            + " \(interval.upperBound))"
    }
}

extension DemoOutcome: Encodable {
    /// Writes the result of the test, and the truth.
    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        try encoder.write([
            "truth": rounded(contrast?.value ?? truth.value, places: 6),
            "heardPerfectly": orNull(rounded(heardPerfectly?.value, places: 6)),
            "voice": voice, "answers": answers, "misheard": misheard,
        ])
    }
}

extension PatientWords {
    /// The words of a patient who speaks a language.
    fileprivate init(_ words: HearingLanguage.Patient) {
        let names = (words.letters ?? [:]).compactMap { sign, name in
            sign.first.flatMap { Letter($0) }.map { ($0, name) }
        }
        self.init(
            letters: Dictionary(names, uniquingKeysWith: { first, _ in first }),
            cannotSee: words.cannotSee, pass: words.pass, cannotSeeAny: words.cannotSeeAny,
            goOn: words.goOn)
    }
}
