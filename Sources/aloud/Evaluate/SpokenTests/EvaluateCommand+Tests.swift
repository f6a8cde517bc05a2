internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Recognition
internal import Workbench

extension EvaluateCommand {
    /// Has recorded people take whole tests, and compares what was found with what they said.
    static func evaluateTests(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try SpokenTestOptions.refuseWithTests(arguments)
        let manifest = try ManifestRows(arguments)
        let open = try manifest.recordings(arguments, in: environment)
        let single = manifest.wanted.filter { $0.transcript.count == 1 }
        for doubt in ReferenceRow.doubts(in: single, of: manifest.path) { environment.say(doubt) }
        let files = try EvaluationFiles(manifest.all, of: manifest.path, arguments)
        let people = RecordedPeople(single, saying: OptotypeSet.sloan.choices, open)
        for failure in people.failures { environment.complain(failure) }
        guard !people.voices.isEmpty else {
            throw NobodyToTest(
                path: manifest.path, set: manifest.setNames,
                nearest: people.lacking.min { $0.letters.count < $1.letters.count })
        }
        let tests = try tests(of: people.voices, manifest, open, arguments, in: environment)
        let listeners = try HearingOptions.listeners(
            for: LetterChoice(toAnswer: .sloan), arguments, in: environment)
        let taken = try SideBySide.map(
            tests, jobs: try arguments[jobs], with: { try listeners.make() }
        ) { test, listener in
            Result { try test.take(with: listener) }
        }.map { try $0.get() }
        let failures = taken.compactMap(\.failure)
        for failure in failures { environment.complain(failure) }
        // A file that cannot be written does not take the result with it.
        let written = Result {
            try files.evidence?.write(taken.map(\.eventLines).joined())
            try files.errors?.write(SpokenTestTable(taken).markdown)
        }
        let evaluation = SpokenTestEvaluation(
            taken, lacking: people.lacking, unread: people.failures.count,
            accept: listeners.thresholds.accept, seed: try arguments[seed],
            testsEach: try arguments[SpokenTestOptions.each],
            warmsUp: try arguments[SpokenTestOptions.warmedUp])
        try tell(evaluation.text, or: evaluation.json, arguments, in: environment)
        try written.get()
        return people.failures.isEmpty && failures.isEmpty ? .success : .failure
    }

    /// The tests that are taken, person by person.
    private static func tests(
        of voices: [RecordedVoice], _ manifest: ManifestRows,
        _ open: @escaping @Sendable (ReferenceRow) -> Recording, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws -> [SpokenTest] {
        let degrading = try SoundDegrading(
            manifest.all, hearing: Set(voices.map(\.speaker)), open, arguments, in: environment)
        let hearing = try HearingModel(
            measuredFor: .sloan,
            in: environment.grammars(named: try arguments[HearingOptions.grammars]))
        let (seed, each) = (try arguments[seed], try arguments[SpokenTestOptions.each])
        let warmsUp = try arguments[SpokenTestOptions.warmedUp]
        let keepsEvents = arguments.wasGiven(evidence)
        return voices.flatMap { voice in
            (1...each).map { number in
                SpokenTest(
                    voice: voice, number: number, seed: seed, warmsUp: warmsUp, hearing: hearing,
                    keepsEvents: keepsEvents, degrading: degrading)
            }
        }
    }
}

/// The options of whole spoken tests, and which others go with them.
enum SpokenTestOptions {
    static let tests = Option.flag(
        "tests",
        help: "Have the recorded people take whole tests: each reads a chart in their own letters,"
            + " and the score is compared with what they said.")
    static let each = Option(
        "tests-each", .whole("number", in: 1...100), default: "1",
        help: "With --tests: how many tests each person takes.")
    static let warmedUp = Option.flag(
        "warmed-up", help: "With --tests: begin each test with a warm-up.")

    static let all: [any OptionDeclaration] = [tests, each, warmedUp]

    /// - Throws: `Misuse` where an option is given that has no effect without '--tests'.
    static func refuseWithoutTests(_ arguments: ParsedArguments) throws {
        for name in [each.name, warmedUp.name] where arguments.wasGiven(name) {
            throw Misuse("'--\(name)' has no effect without '--tests'; add it or leave this out.")
        }
    }

    /// - Throws: `Misuse` where an option is given that has no effect with '--tests'.
    fileprivate static func refuseWithTests(_ arguments: ParsedArguments) throws {
        for (name, reason) in [
            (EvaluateCommand.letters.name, "a test listens for all letters, as 'aloud test' does"),
            (EvaluateCommand.talk.name, "only single letters are said"),
            (EvaluateCommand.alone.name, "each test is a session of its own"),
            (EvaluateCommand.hearsLines.name, "whole tests are taken"),
            (EvaluateCommand.join.name, "the pauses between letters are drawn"),
        ] where arguments.wasGiven(name) {
            throw Misuse("'--\(name)' has no effect with '--tests': \(reason).")
        }
    }
}
