internal import Acuity
internal import Audio
internal import HandsFree
internal import Listening
internal import SimulatedPatient

/// `aloud demo`: a whole test by voice, with a simulated patient in place of a person.
enum DemoCommand: Command {
    static let verb = Verb(
        "demo", summary: "Watch a whole test: a simulated patient reads a chart aloud.",
        discussion: """
            A patient of known acuity looks at the letters that are shown, says what it sees in a \
            synthetic voice, and is tested by the same code as a person at a microphone: its voice \
            goes through an ALSA capture device, and Aloud knows only what it hears. At the end \
            the acuity that was measured stands beside the true one. It takes a minute and needs \
            neither microphone nor loudspeaker.

              aloud demo
              aloud demo --acuity 0.7 --voice awb --seed 12
              aloud demo --microphone
            """,
        options: DemoOptions.all + HearingOptions.all, stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try arguments[DemoOptions.microphone]
            ? runWithPerson(arguments, in: environment)
            : runWithPatient(arguments, in: environment)
    }

    private static func runWithPatient(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let show = try DemoShow(arguments, in: environment, tellsScores: true)
        let patient = try DemoPatient(arguments, in: environment, onRemark: show.patientSays)
        let listener = try HearingOptions.listener(for: .etdrs, arguments, in: environment)
        let loop = try environment.instruments.virtualMicrophone()
        let sound = patient.beHeard(by: loop.mouth)
        defer {
            // The capture first: it must not see the microphone go.
            loop.ear.stop()
            sound.stop()
        }
        try show.narrator.say(
            """
            A simulated patient of acuity \(patient.truth) logMAR reads an eye chart aloud.
            Its voice (\(patient.voiceName.rawValue)) goes through ALSA to Aloud, which knows only \
            what it hears.

            """)
        let report = try conduct(
            arguments, in: environment, source: VoiceAnswers(source: loop.ear, listener: listener),
            display: patient.screen, observers: [patient.screen] + show.observers)
        let outcome = patient.outcome(of: report)
        try show.narrator.say("\n" + outcome.text)
        try show.finish(with: outcome.json)
        return status(of: report)
    }

    private static func runWithPerson(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let show = try DemoShow(arguments, in: environment, tellsScores: false)
        let listener = try HearingOptions.listener(for: .etdrs, arguments, in: environment)
        let microphone = try environment.instruments.microphone(
            try arguments[DemoOptions.device])
        defer { microphone.stop() }
        try show.narrator.say(
            """
            Read each line aloud, letter by letter. Say "pass" for a letter that you can't see,
            "again" to be asked once more, "wait" to pause, "stop" to end the test.

            """)
        let report = try conduct(
            arguments, in: environment,
            source: VoiceAnswers(source: microphone, listener: listener),
            display: NarratedDisplay(), observers: show.observers)
        try show.finish(with: report.json)
        return status(of: report)
    }

    private static func conduct(
        _ arguments: ParsedArguments, in environment: CommandEnvironment, source: VoiceAnswers,
        display: any Display, observers: [any TestObserver]
    ) throws -> TestReport {
        let stop = HandsFree.StopRequest()
        environment.stop.whenRequested { stop.request() }
        var conductor = TestConductor(
            setup: TestSetup(eye: .both, chart: .random),
            procedure: try DemoOptions.reading(arguments), source: source, display: display,
            observers: observers, stop: stop)
        return try conductor.run()
    }

    private static func status(of report: TestReport) -> ExitStatus {
        if case .failed = report.end { return .failure }
        return .success
    }
}

/// The display of a test that a narrator tells: it has nothing to add.
private final class NarratedDisplay: Display {
    func show(_ view: TestView) {}
}
