internal import Acuity
internal import CommandLineKit
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
        let hearing = try AssumedHearing.measuredModel(
            for: .sloan, folder: try arguments[HearingOptions.grammars], in: environment)
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
