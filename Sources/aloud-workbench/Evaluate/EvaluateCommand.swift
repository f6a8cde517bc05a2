internal import Acuity
internal import CommandLineKit
internal import Evaluation
internal import Exam
internal import Recognition

/// `aloud-workbench evaluate`: measures the recognition of letters on recordings with transcripts.
enum EvaluateCommand: Command {
    static let verb = Verb(
        "evaluate", summary: "Measure how well letters are heard.",
        discussion: """
            Hears the recordings of a manifest and compares the answers with the transcripts: \
            letters right, wrong, unclear, missed and inserted, for each speaker and overall; how \
            many accepted letters are wrong if 5, 10 or 20 % are asked for again; whether the \
            confidences are true; which letters are confused. Intervals are 95 % intervals from a \
            bootstrap over speakers, and never narrower than the Clopper-Pearson interval of as \
            many independent letters. Where a share of letters is asked for again, each bootstrap \
            sample sets its own threshold.

            Single letters of a transcript are letters, all else is words; in a transcript in \
            small letters ("i think it is a D") only capitals are letters. Letters accepted in \
            recordings without any are counted, and so are commands that nobody gave. A letter \
            taken for "can't see it" is wrong, as in a test, but not a confusion that tests allow \
            for (--hearing). If the manifest has words of the spelling alphabet, unclear letters \
            are asked for again, finally by that word. Recordings of letters that are not listened \
            for are left out and counted.

            With --letters directions the words up, down, left, right, top and bottom are counted \
            as the letters U, D, L and R; with --letters diagonals also two of them in one answer, \
            as Q (up left), E (up right), Z (down left) and C (down right).

            The piece of noise under a recording depends only on its path and --seed: it stays the \
            same if other recordings or letters are chosen. Babble is made from any rows of people \
            who are not evaluated.

            With --lines each recording of five single letters is the first line of its own test; \
            all other recordings but talk are left out. Each position is scored after the first \
            reading: right, wrong, displaced (wrong, and the letter was said one place before or \
            up to two after), or open, to be asked for again. A recording of talk (--talk) is \
            heard as a line, too: no answer should come of it.

            With --tests each person who has recorded all ten letters takes a whole test by voice. \
            A simulated patient of random acuity reads a random chart, sees by a psychometric \
            function, and says each letter in the person's own recording, each time a little \
            different in speed, pitch and loudness. The report has what a clinic would see: who \
            gets a score and if not why, the errors of score and estimate against what was said, \
            letters asked again, letters wrong at the end, commands that nobody gave, and seconds \
            of sound.

            With --compare two results are compared: each share before and after, the 95 % interval \
            of the difference by a bootstrap over speakers, and p by a sign-flip test over speakers.

              aloud-workbench evaluate --json manifest.tsv > before.json
              aloud-workbench evaluate --compare before.json after.json
              aloud-workbench evaluate --tests --set letters manifest.tsv
              aloud-workbench evaluate --lines --set spelled manifest.tsv
              aloud-workbench evaluate --lines --join 0.12 --set letters manifest.tsv
              aloud-workbench evaluate --lines --set readers --talk readers manifest.tsv
            """,
        arguments: [EvaluateOptions.manifests], options: EvaluateOptions.all)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        if let (before, after) = try EvaluateOptions.comparison(arguments) {
            let comparison = try ResultComparison(before, after)
            try environment.output.write(
                arguments[EvaluateOptions.json] ? comparison.json + "\n" : comparison.text)
            return .success
        }
        let kind = try EvaluateOptions.kind(arguments)
        let run = try EvaluateOptions.run(arguments, in: environment)
        let outcome =
            switch kind {
            case .letters(let choice, let alone): try run.letters(choice, alone: alone)
            case .lines(let joining): try run.lines(joining)
            case .tests(let each, let warmsUp):
                try run.tests(
                    each: each, warmsUp: warmsUp,
                    hearing: RecognitionErrorModel(
                        measuredFor: .sloan,
                        in: environment.grammars(named: arguments[HearingOptions.grammars])))
            }
        for failure in outcome.failures { environment.complain(failure) }
        try environment.deliver(
            arguments[EvaluateOptions.json] ? outcome.json + "\n" : outcome.text)
        try outcome.written.get()
        return outcome.failures.isEmpty ? .success : .failure
    }
}
