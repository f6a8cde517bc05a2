internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Contrast
internal import Dialogue
internal import Exam
internal import Recognition
internal import Records
internal import SimulatedPatient

/// `aloud demo`: a whole test by voice, with a simulated patient instead of a person.
enum DemoCommand: Command {
    static let verb = Verb(
        "demo", summary: "Watch a whole test: a simulated patient reads a chart aloud.",
        discussion: """
            A simulated patient of known acuity reads letters aloud in a synthetic voice. The voice \
            reaches Aloud through an ALSA capture device, and the test is the same as a person's at \
            a microphone. At the end the measured acuity is compared with the true one. It takes \
            about a minute and needs neither microphone nor loudspeaker.

              aloud demo
              aloud demo --acuity 0.7 --seed 12
              aloud demo --test contrast --contrast 1.3
              aloud demo --language es
              aloud demo --microphone

            With --test contrast the letters are of one size, and become fainter; the patient's \
            eyes are those of '--contrast'. The screen is simulated, too.

            With --microphone you are the patient: the same as 'aloud test' on a random chart.
            """,
        options: DemoOptions.all + HearingOptions.all, stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try DemoOptions.check(arguments)
        if try arguments[DemoOptions.microphone] {
            return try TestCommand.run(
                try DemoOptions.examOfPerson(arguments, in: environment), on: nil,
                try DemoOptions.output(arguments), in: environment)
        }
        guard try arguments[DemoOptions.device] == nil else {
            throw Misuse("'--device' names a real microphone; give '--microphone' with it.")
        }
        return try runWithPatient(arguments, in: environment)
    }

    private static func runWithPatient(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let show = try DemoShow(arguments, in: environment)
        let hearing = try HearingOptions.configuration(arguments, in: environment)
        let model = try RecognitionErrorModel(measuredFor: .sloan, in: hearing.grammars)
        let patient = try DemoPatient(
            arguments, speaking: hearing.language(), hearing: model, in: environment,
            onRemark: show.patientSays)
        let listener = try hearing.listeners(
            for: .chart, engines: environment.instruments.engines,
            pronouncer: environment.instruments.pronouncer
        ).make()
        let loop = try environment.instruments.virtualMicrophone()
        let sound = patient.beHeard(by: loop.mouth)
        defer {
            // The capture stops first, so that it does not report the loss of the microphone.
            loop.ear.stop()
            sound.stop()
        }
        try show.narrator.say(
            """
            A simulated patient of \(patient.eyesight) aloud.
            Its voice (\(patient.voiceName)) goes through ALSA to Aloud, which is told \
            nothing else.

            """)
        var conductor = TestConductor(
            setup: try DemoOptions.setup(arguments), procedure: patient.reading, hearing: model,
            source: VoiceAnswers(source: loop.ear, listener: listener),
            display: patient.screen, observers: [patient.screen] + show.observers,
            stop: environment.stop)
        let report = try conductor.run()
        let outcome = try patient.outcome(of: report)
        try show.narrator.say("\n" + outcome.text)
        try show.finish(with: outcome)
        if case .failed = report.end { return .failure }
        return .success
    }
}

/// The options of `aloud demo`; they make a patient and a test.
enum DemoOptions {
    static let acuity = Option(
        "acuity", .number("logMAR", in: -0.2...1), default: "0.3",
        help: "The acuity of the simulated patient: 0 is 20/20, 0.3 is 20/40, 1 is 20/200.")
    static let test = Option<MeasuredQuantity>(
        "test", .choice(of: MeasuredQuantity.self), default: MeasuredQuantity.acuity.rawValue,
        help: "The test: acuity with a chart, or contrast with faint letters.")
    static let contrast = Option(
        "contrast", .number("logCS", in: 0...2.2), default: "1.5",
        help: "With --test contrast: the contrast sensitivity of the simulated patient; 1.5 is"
            + " letters of 3.2 % contrast.")
    static let seed = Option(
        "seed", .whole("number", in: UInt64(0)...999_999), default: "1",
        help: "The random seed of the chart and the patient.")
    static let voice = Option(
        "voice", .choice(of: PatientVoice.Name.self), default: PatientVoice.Name.rms.rawValue,
        help: "The patient's voice, one of flite's; rms is understood best.")
    static let quick = Option.flag(
        "quick", help: "Start at 20/80 instead of 20/200: about half a minute.")
    static let microphone = Option.flag(
        "microphone", help: "You are the patient: listen to a real microphone.")
    static let device = Option<String?>(
        "device", .text("name"), help: "With --microphone: its ALSA name, such as hw:1.")
    static let json = Option.flag(
        "json", help: "Print the result as one JSON object; words for people go to standard error.")
    static let events = Option.flag(
        "events",
        help: "Print the test as JSON Lines while it runs; the last line is the result.")

    static let all: [any OptionDeclaration] = [
        test, acuity, contrast, seed, voice, quick, microphone, device, json, events,
    ]

    /// The largest line of a quick demonstration: 20/80.
    private static let quickStart = SnellenLine.nearest(to: LogMAR(0.6))

    private static func start(_ arguments: ParsedArguments) throws -> SnellenLine {
        try arguments[quick] ? quickStart : .largest
    }

    /// The chart, and where its reading starts.
    static func reading(_ arguments: ParsedArguments) throws -> ChartReading {
        ChartReading(
            chart: Chart(.random, seed: try arguments[seed]), start: try start(arguments))
    }

    /// The setup of the test. The simulated screen of a test of contrast has a gamma of 2.2.
    static func setup(_ arguments: ParsedArguments) throws -> TestSetup {
        let seed = try arguments[seed]
        guard try arguments[test] == .contrast else {
            return TestSetup(eye: .both, chart: .random, seed: seed)
        }
        var setup = TestSetup(
            eye: .both, distance: .oneMetre, seed: seed,
            procedure: ProcedureChoice.contrast.rawValue)
        setup.contrast = ContrastSetup(screen: ScreenGrey(gamma: 2.2, deviation: 0))
        return setup
    }

    /// - Throws: `Misuse` if an option has no effect on the test.
    static func check(_ arguments: ParsedArguments) throws {
        let isOfContrast = try arguments[test] == .contrast
        for name in isOfContrast ? [acuity.name, quick.name] : [contrast.name]
        where arguments.wasGiven(name) {
            throw Misuse(
                "'--\(name)' has no effect \(isOfContrast ? "with" : "without") '--test contrast'."
                    + " Leave it out.")
        }
    }

    /// The same test for a person at a real microphone.
    ///
    /// - Throws: `Misuse` if an option is given that is for the simulated patient;
    ///   `MissingFolders`.
    static func examOfPerson(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExamConfiguration {
        for name in [acuity.name, voice.name, test.name, contrast.name]
        where arguments.wasGiven(name) {
            throw Misuse(
                "'--\(name)' is for the simulated patient; leave it out with '--microphone'.")
        }
        let hearing = try HearingOptions.configuration(arguments, in: environment)
        return ExamConfiguration(
            measurement: MeasurementConfiguration(
                eye: .both, start: try start(arguments),
                seed: arguments.wasGiven(seed) ? try arguments[seed] : nil),
            answers: .voice(.microphone(device: try arguments[device], channel: nil), hearing),
            grammars: hearing.grammars)
    }

    /// The form of the result on standard output.
    static func output(_ arguments: ParsedArguments) throws -> TestCommand.Output {
        try arguments[events] ? .events : try arguments[json] ? .json : .text
    }
}

/// The outputs of a demonstration: the terminal for people, standard output for programs, or both.
struct DemoShow {
    /// Describes the demonstration to people.
    let narrator: DemoNarrator
    /// Prints every event for programs; nil if they are not asked for.
    private let events: EventLines?
    private let environment: CommandEnvironment
    private let printsResult: Bool

    init(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws {
        self.environment = environment
        let printsEvents = try arguments[DemoOptions.events]
        printsResult = try arguments[DemoOptions.json] || printsEvents
        // Standard output is for programs if they asked for it.
        let terminal = printsResult ? environment.terminal : environment.outputTerminal
        narrator = DemoNarrator(
            to: printsResult ? environment.messages : environment.output,
            ink: TerminalInk(hasColor: terminal.hasColor))
        events = printsEvents ? EventLines(to: environment) : nil
    }

    /// The observers of the test.
    var observers: [any TestObserver] { [narrator] + (events.map { [$0] } ?? []) }

    /// Shows the patient's words.
    func patientSays(_ remark: Remark) throws {
        try narrator.patientSays(remark)
        if events != nil { try environment.emit(["event": "says", "text": remark.text]) }
    }

    /// Prints the result for programs.
    func finish(with result: DemoOutcome) throws {
        if printsResult { try environment.emit(result) }
    }
}

/// Prints the events of a test as JSON Lines, without the result: `DemoShow.finish` prints it with
/// the truth.
private final class EventLines: TestObserver {
    private let environment: CommandEnvironment

    init(to environment: CommandEnvironment) { self.environment = environment }

    func observe(_ event: TestEvent) throws {
        if case .result = event { return }
        try environment.emit(event.recorded)
    }
}
