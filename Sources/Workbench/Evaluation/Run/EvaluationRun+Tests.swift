package import Acuity
internal import CommandLineKit
internal import Recognition
internal import Records
internal import Transcripts

extension EvaluationRun {
    /// Has recorded people take whole tests, and compares the results with the letters they said.
    ///
    /// - Parameters:
    ///   - each: the number of tests for each person.
    ///   - warmsUp: whether each test begins with a warm-up.
    ///   - hearing: the recognition errors that the estimate assumes.
    package func tests(
        each: Int, warmsUp: Bool, hearing: RecognitionErrorModel
    ) throws -> EvaluationOutcome {
        let single = manifest.wanted.filter { $0.transcript.count == 1 }
        manifest.doubts(in: single).forEach(note)
        let files = try files()
        let people = RecordedPeople(single, saying: OptotypeSet.sloan.choices, recording)
        guard !people.voices.isEmpty else {
            people.failures.forEach(note)
            throw NobodyToTest(
                path: manifest.path, set: manifest.setNames,
                nearest: people.lacking.min { $0.letters.count < $1.letters.count })
        }
        let degraded = try degrade(hearing: people.voices.map(\.speaker))
        let tests = people.voices.flatMap { voice in
            (1...each).map { number in
                SpokenTest(
                    voice: voice, number: number, seed: degrading.seed, warmsUp: warmsUp,
                    hearing: hearing, keepsEvents: evidence != nil, degrading: degraded,
                    resampler: resampler)
            }
        }
        let listeners = try listeners(LetterChoice(toAnswer: .sloan))
        let taken = try ConcurrentMap.map(tests, jobs: jobs, with: listeners.make) {
            test, listener in
            Result { try test.take(with: listener) }
        }.map { try $0.get() }
        let written = Result {
            try files.evidence?.write(taken.map(\.eventLines).joined())
            try files.errors?.write(SpokenTestTable(taken).markdown)
        }
        let evaluation = SpokenTestEvaluation(
            taken, lacking: people.lacking, unread: people.failures.count,
            accept: listeners.thresholds.accept, seed: degrading.seed, testsEach: each,
            warmsUp: warmsUp)
        return EvaluationOutcome(
            text: evaluation.text, json: listeners.json(evaluation),
            failures: people.failures + taken.compactMap(\.failure), written: written)
    }
}
