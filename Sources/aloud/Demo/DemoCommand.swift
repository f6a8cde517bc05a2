internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Recognition
internal import Records
internal import SimulatedPatient

/// `aloud demo`: a whole test by voice, with a simulated patient in place of a person.
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
              aloud demo --microphone

            With --microphone you are the patient: the same as 'aloud test' on a random chart.
            """,
        options: DemoOptions.all + HearingOptions.all, stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
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
        let patient = try DemoPatient(arguments, in: environment, onRemark: show.patientSays)
        let hearing = try HearingOptions.configuration(arguments, in: environment)
        let listener = try hearing.listeners(
            for: .chart, engines: environment.instruments.engines,
            pronouncer: environment.instruments.pronouncer
        ).make()
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
            Its voice (\(patient.voiceName.rawValue)) goes through ALSA to Aloud, which is told \
            nothing else.

            """)
        var conductor = TestConductor(
            setup: TestSetup(eye: .both, chart: .random, seed: try arguments[DemoOptions.seed]),
            procedure: patient.reading,
            hearing: try RecognitionErrorModel(measuredFor: .sloan, in: hearing.grammars),
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
