internal import CommandLineKit
internal import Evaluation
internal import Exam
internal import Recognition
internal import Transcripts

/// The options of `aloud-workbench evaluate`, and which of them go together.
enum EvaluateOptions {
    static let manifests = Argument<[String]>(
        repeating: "manifest", atLeastOne: true, .file,
        help:
            "A table with tabs: path, transcript, speaker and, optionally, set; in any order under"
            + " a heading with these names. With --compare two results.")
    static let letters = HearingOptions.letters(default: .alphabet)
    static let sets = Option<[String]>(
        repeating: "set", .text("set"),
        help: "Hear only the recordings of this set; may be repeated.")
    static let talk = Option<[String]>(
        repeating: "talk", .text("set"),
        help: "The recordings of this set are talk: 'I' and 'A' in it are words, not letters; may"
            + " be repeated.")
    static let alone = Option.flag(
        "each-alone",
        help: "Hear each recording without the speaker's earlier recordings as context.")
    static let noise = Option<String?>(
        "noise", .file,
        help: "Add noise from a sound file, or 'babble': six people of the manifest who are not"
            + " evaluated.")
    static let ratio = Option(
        "snr", .number("dB", in: -20...60), default: "20",
        help: "The signal-to-noise ratio.")
    static let room = Option<String?>(
        "room", .file, help: "Play the recordings in a room with this impulse response.")
    static let jobs = Option(
        "jobs", .whole("number", in: 1...64), default: "1",
        help: "How many recognisers listen side by side.")
    static let badMicrophone = Option<UInt64?>(
        "bad-microphone", .whole("number", in: 0...1_000_000),
        help: "Simulate a bad microphone for each speaker; the number is its seed.")
    static let evidence = Option<String?>(
        "evidence", .file,
        help:
            "Also write JSON Lines to this file: the words heard in every recording before they were"
            + " judged, or with --tests the events of every test.")
    static let errors = Option<String?>(
        "errors", .file,
        help:
            "Also write a Markdown table to this file: every letter that was not heard right, or with"
            + " --lines and --tests every such line.")
    static let hearsLines = Option.flag(
        "lines",
        help: "Hear each recording of five letters as a line of a test, and score each position.")
    static let join = Option<Double?>(
        "join", .number("seconds", in: 0...3),
        help: "With --lines: make the lines from the speaker's recordings of single letters, with"
            + " this much quiet between them.")
    static let tests = Option.flag(
        "tests",
        help: "Have the recorded people take whole tests: each reads a chart in their own letters,"
            + " and the score is compared with what they said.")
    static let each = Option(
        "tests-each", .whole("number", in: 1...100), default: "1",
        help: "With --tests: how many tests each person takes.")
    static let warmedUp = Option.flag(
        "warmed-up", help: "With --tests: begin each test with a warm-up.")
    static let seed = Option<UInt64>(
        "seed", .whole("number", in: 0...1_000_000), default: "\(SpeakerBootstrap.seed)",
        help: "Seed for the lines of --join, the piece of noise under each recording, the people in"
            + " babble, and the tests of --tests.")
    static let transcripts = Option<String?>(
        "trn", .file,
        help: "Also write the letters said and heard, as NIST's sclite reads them, to two"
            + " files: this name with .ref.trn and with .hyp.trn.")
    static let compare = Option.flag(
        "compare",
        help: "Compare two results of --json for the same recordings, speaker by speaker, without"
            + " hearing them.")
    static let json = Option.flag("json", help: "Print one JSON object.")

    static let all: [any OptionDeclaration] =
        [
            letters, sets, talk, alone, ChannelOption.channel, noise, ratio, room, badMicrophone,
            jobs, evidence, errors, transcripts, compare, hearsLines, join, seed, json, tests, each,
            warmedUp,
        ] + HearingOptions.all

    /// The kind of evaluation.
    enum Kind {
        case letters(LetterChoice, alone: Bool)
        case lines(LineEvaluation.Joining?)
        case tests(each: Int, warmsUp: Bool)
    }

    /// The two results to compare; nil to hear recordings.
    ///
    /// - Throws: `Misuse` if there are not two, or an option has no effect on a comparison.
    static func comparison(_ arguments: ParsedArguments) throws -> (String, String)? {
        let files = try arguments[manifests]
        guard try arguments[compare] else {
            guard files.count == 1 else { throw Misuse("Unexpected argument '\(files[1])'.") }
            return nil
        }
        guard files.count == 2 else {
            throw Misuse("'--compare' takes two results of 'aloud-workbench evaluate --json'.")
        }
        let other = all.first {
            ![compare.name, json.name].contains($0.name) && arguments.wasGiven($0.name)
        }
        if let other { throw Misuse("'--\(other.name)' has no effect with '--compare'.") }
        return (files[0], files[1])
    }

    /// The kind of evaluation that the options ask for.
    ///
    /// - Throws: `Misuse` if an option has no effect on that kind.
    static func kind(_ arguments: ParsedArguments) throws -> Kind {
        if arguments.wasGiven(ratio), try arguments[noise] == nil {
            throw Misuse("'--snr' is the ratio of speech to a noise; give '--noise' with it.")
        }
        if try arguments[tests] {
            try refuse(
                with: tests,
                [
                    (letters.name, "a test listens for all letters, as 'aloud test' does"),
                    (talk.name, "only single letters are said"),
                    (alone.name, "each test is a session of its own"),
                    (hearsLines.name, "whole tests are taken"),
                    (join.name, "the pauses between letters are drawn"),
                    (transcripts.name, "sclite scores recordings, not tests"),
                ], arguments)
            return .tests(each: try arguments[each], warmsUp: try arguments[warmedUp])
        }
        for name in [each.name, warmedUp.name] where arguments.wasGiven(name) {
            throw Misuse("'--\(name)' has no effect without '--tests'; add it or leave this out.")
        }
        let isSeeded = arguments.wasGiven(seed) && !arguments.wasGiven(noise)
        guard try arguments[hearsLines] else {
            if arguments.wasGiven(join) {
                throw Misuse("'--join' makes lines of letters; give '--lines' with it.")
            }
            if isSeeded {
                throw Misuse(
                    "'--seed' has no effect without random choices; give '--noise', '--tests', or"
                        + " '--lines' and '--join', with it.")
            }
            return .letters(try arguments[letters], alone: try arguments[alone])
        }
        try refuse(
            with: hearsLines,
            [
                (letters.name, "a test listens for all letters, as with 'chart'"),
                (alone.name, "each line is a test of its own"),
                (evidence.name, "a test judges at once what it hears"),
                (transcripts.name, "sclite scores recordings, not tests"),
            ], arguments)
        if isSeeded, !arguments.wasGiven(join) {
            throw Misuse(
                "'--seed' has no effect without random choices; give '--join' or '--noise' with it."
            )
        }
        return .lines(
            try arguments[join].map {
                LineEvaluation.Joining(pause: $0, seed: try arguments[seed])
            })
    }

    private static func refuse(
        with kind: Option<Bool>, _ options: [(name: String, reason: String)],
        _ arguments: ParsedArguments
    ) throws {
        for (name, reason) in options where arguments.wasGiven(name) {
            throw Misuse("'--\(name)' has no effect with '--\(kind.name)': \(reason).")
        }
    }

    /// The run that the options ask for.
    ///
    /// - Throws: `ManifestError`, or `EmptySet`.
    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> EvaluationRun {
        EvaluationRun(
            manifest: try Manifest(
                arguments[manifests][0], sets: arguments[sets], talks: arguments[talk]),
            open: environment.instruments.recording,
            resampler: environment.instruments.resampler,
            channel: try arguments[ChannelOption.channel],
            degrading: SoundDegrading.Choice(
                room: try arguments[room], noise: try arguments[noise],
                ratio: try arguments[ratio], seed: try arguments[seed],
                microphones: try arguments[badMicrophone]),
            jobs: try arguments[jobs], evidence: try arguments[evidence],
            errors: try arguments[errors], transcripts: try arguments[transcripts],
            listeners: { choice in
                let hearing = try HearingOptions.configuration(arguments, in: environment)
                let making = try hearing.listeners(
                    for: choice, engines: environment.instruments.engines,
                    pronouncer: environment.instruments.pronouncer)
                return ListenerSupply(
                    thresholds: making.thresholds, profile: hearing.profileInUse
                ) { try making.make() }
            },
            note: { environment.say($0) })
    }
}
