internal import CommandLineKit
internal import Evaluation
internal import Exam
internal import Foundation
internal import Grammar
internal import Platform
internal import Recognition
internal import Transcripts
internal import Tuning

/// `aloud-workbench tune`: fits hearing to an accent, a room or a microphone, and proves the gain.
enum TuneCommand: Command {
    private static let manifest = Argument<String?>(
        optional: "manifest", .file,
        help:
            "A table with tabs: path, transcript and speaker, as for 'aloud-workbench"
            + " evaluate'; the columns sex, age, accent and microphone, if it has them, are"
            + " groups that must not get worse.")
    private static let output = Option<String?>(
        "output", .folder, help: "The folder of the profile, which is made if it is missing.")
    private static let prove = Option.flag(
        "prove",
        help:
            "Hear the final speakers, once, and write into the profile whether its gain is proven.")
    private static let plan = Option<Int?>(
        "plan", .whole("people", in: 1...10_000),
        help: "Print the gain that this many people can prove, before anybody is recorded: the fall"
            + " of the loss, or with --endpoint right the rise of the share right at once.")
    private static let name = Option<String?>(
        "name", .text("name"), help: "The name of the profile (default: that of its folder).")
    private static let seed = Option<UInt64>(
        "seed", .whole("number", in: 0...1_000_000), default: "1",
        help: "The seed of the split of speakers: half train, a fifth validate, the others are"
            + " kept for the proof.")
    private static let wrongAtMost = Option<Double?>(
        "wrong-at-most", .share("share", in: 0.005...1),
        help: "Choose the threshold so that at most this share of the accepted answers is wrong, as"
            + " 1% (default: the threshold with the least loss).")
    private static let bound = Option<Double>(
        "bound", .share("share", in: 0...0.5), default: "2%",
        help: "A profile is not proven if a group of speakers loses more than this.")
    private static let endpoint = Option<ProofEndpoint>(
        "endpoint", .choice(), default: ProofEndpoint.loss.rawValue,
        help:
            "The quantity whose gain --prove is to prove: the loss, or the share of answers that are"
            + " right at once. It is fixed here, before the proof.")
    private static let parts = Option<[TuningStage]>(
        "parts", .several("parts", of: TuningStage.self),
        default: TuningStage.allCases.map(\.rawValue).joined(separator: ","),
        help: "The parts to fit, separated by commas: the filter for a microphone, pronunciations,"
            + " weights of the grammar, weights of the decision, the threshold.")
    private static let letters = HearingOptions.letters(default: .alphabet)
    private static let sets = Option<[String]>(
        repeating: "set", .text("set"),
        help: "Use only the recordings of this set; may be repeated.")
    private static let talk = Option<[String]>(
        repeating: "talk", .text("set"),
        help: "The recordings of this set are talk: 'I' and 'A' in it are words, not letters; may"
            + " be repeated.")
    private static let jobs = Option<Int?>(
        "jobs", .whole("number", in: 1...64),
        help: "The number of recognisers that work at once (default: one for each core).")

    static let verb = Verb(
        "tune", summary: "Fit hearing to an accent, a room or a microphone, and prove the gain.",
        discussion: """
            Divides the speakers of a manifest by --seed. Half train, a fifth validate, and the \
            others, the final speakers, are not heard. Then it fits part after part: a filter for \
            the microphone, pronunciations that misheard words ask for, weights of the grammar, \
            the weights of the decision with a bias for each letter, and the threshold. Each part \
            is kept only if it lowers the loss of speakers who were left out of its fit and does \
            not raise that of the validating speakers. A wrong answer is a loss of 1, one asked \
            for again of 0.3.

            The folder is a profile for 'aloud test', 'serve', 'transcribe' and 'evaluate' \
            (--profile). report.html has every error with its sound. Ctrl-C keeps what is finished; \
            the same call resumes.

            --prove hears the final speakers, once, without and with the profile. The profile is \
            proven if the 95 % interval of the gain (bootstrap over speakers) is above zero, a \
            sign-flip test over speakers agrees, and no group loses more than --bound.

            Exit status 1 if it is not proven, or if a recording cannot be heard; the others count.

              aloud-workbench tune --plan 20
              aloud-workbench tune manifest.tsv --output scottish
              aloud-workbench tune --prove manifest.tsv --output scottish
              aloud test --profile scottish
            """,
        arguments: [manifest],
        options: [
            output, prove, plan, name, seed, wrongAtMost, bound, endpoint, parts, letters, sets,
            talk, ChannelOption.channel, jobs, HearingOptions.language, HearingOptions.grammars,
            HearingOptions.model,
        ], stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        if let people = try arguments[plan] {
            guard try arguments[manifest] == nil, try arguments[output] == nil else {
                throw Misuse("'--plan' needs no recordings: leave out the other arguments.")
            }
            for option in [prove, name, wrongAtMost, seed, bound, parts] as [any OptionDeclaration]
            where arguments.wasGiven(option.name) {
                throw Misuse("'--\(option.name)' has no effect with '--plan'.")
            }
            try environment.deliver(
                ProofPlan(people: people, endpoint: arguments[endpoint]).text)
            return .success
        }
        guard let table = try arguments[manifest] else {
            throw Misuse("Name the table of recordings, or the number of people with '--plan'.")
        }
        guard let folder = try arguments[output] else {
            throw Misuse("Name the folder of the profile with '--output'.")
        }
        let isProof = try arguments[prove]
        for option in [name, wrongAtMost, seed, endpoint, parts] as [any OptionDeclaration]
        where isProof && arguments.wasGiven(option.name) {
            throw Misuse("'--\(option.name)' has no effect with '--prove'.")
        }
        var hasFailures = false
        let run = TuningRun(
            manifest: try Manifest(
                table, sets: arguments[sets], talks: arguments[talk]),
            ear: try ear(arguments, in: environment), output: folder,
            name: try arguments[name] ?? URL(fileURLWithPath: folder).lastPathComponent,
            seed: try arguments[seed], wrongAtMost: try arguments[wrongAtMost],
            bound: try arguments[bound], endpoint: try arguments[endpoint],
            stages: try arguments[parts],
            open: environment.instruments.recording,
            channel: try arguments[ChannelOption.channel],
            jobs: try arguments[jobs] ?? ProcessInfo.processInfo.activeProcessorCount,
            log: RecordPlace.data(environment.variables),
            now: { [date = environment.date] in date().ISO8601Format() },
            check: { [stop = environment.stop] in
                if stop.isRequested { throw TuningStopped() }
            }, say: { environment.say($0) },
            complain: {
                environment.complain($0)
                hasFailures = true
            })
        do {
            guard isProof else {
                try environment.deliver(try run.tune())
                environment.say(
                    "The profile is \(folder), its report \(folder)/\(TuningRun.reportFile).")
                return hasFailures ? .failure : .success
            }
            let (text, isProven) = try run.prove()
            try environment.deliver(text)
            environment.say("The report is \(folder)/\(TuningRun.proofFile).")
            return isProven && !hasFailures ? .success : .failure
        } catch let error as TuningStopped {
            environment.say(error.description)
            return .interrupted
        }
    }

    /// Aloud's own hearing, which the tuning changes.
    private static func ear(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> TuningEar {
        let folders = try environment.console.folders(
            grammars: try arguments[HearingOptions.grammars],
            models: try arguments[HearingOptions.model])
        let letters = try arguments[letters]
        let grammars = try folders.grammars.of(language: arguments[HearingOptions.language])
        let hearing = HearingConfiguration(grammars: grammars, models: folders.models)
        return TuningEar(
            factory: try hearing.listeners(
                for: letters, engines: environment.instruments.engines,
                pronouncer: environment.instruments.pronouncer),
            grammar: { variants in
                try ListeningGrammar(letters.grammarFile, in: grammars, variants: variants)
            }, letters: letters, program: aloudVersion,
            model: try ContentDigest.ofFile(hearing.ear().weights),
            deciding: try SessionStore.settings(
                executable: environment.executable,
                folders: [folders.models.path, folders.grammars.path],
                options: [
                    aloudVersion, letters.rawValue, environment.instruments.engines.kernel,
                    arguments[HearingOptions.language],
                ]))
    }
}
