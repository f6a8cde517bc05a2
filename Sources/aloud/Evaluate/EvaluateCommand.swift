internal import CommandLineKit
internal import Recognition
internal import Records
internal import Workbench

/// `aloud evaluate`: how well letters are heard, on recordings whose words are known.
enum EvaluateCommand: Command {
    static let manifest = Argument<String>(
        "manifest", .file,
        help: "A table with tabs: path, transcript, speaker and, if there is one, set; in any order"
            + " under a heading with these names.")
    static let letters = HearingOptions.letters(default: .alphabet)
    static let sets = Option<[String]>(
        repeating: "set", .text("set"),
        help: "Only the recordings of this set; may be given several times.")
    static let talk = Option<[String]>(
        repeating: "talk", .text("set"),
        help: "The recordings of this set are talk: 'I' and 'A' in it are words, no letters; may be"
            + " given several times.")
    static let alone = Option.flag(
        "each-alone",
        help: "Hear each recording without the ones before it of the same speaker.")
    static let noise = Option<String?>(
        "noise", .file,
        help: "Lay a sound file under the recordings, or 'babble': six people of the manifest who"
            + " are not listened to.")
    static let ratio = Option(
        "snr", .number("dB", in: -20...60), default: "20",
        help: "How far the speech lies over that noise.")
    static let room = Option<String?>(
        "room", .file, help: "Play the recordings in a room whose impulse response this is.")
    static let jobs = Option(
        "jobs", .whole("number", in: 1...64), default: "1",
        help: "How many recognisers listen side by side.")
    static let badMicrophone = Option<UInt64?>(
        "bad-microphone", .whole("number", in: 0...1_000_000),
        help: "Put a bad microphone before each speaker, which this number draws.")
    static let evidence = Option<String?>(
        "evidence", .file,
        help:
            "Also write there what every recording was heard as before it was judged, with --tests"
            + " what happened in every test, as JSON Lines.")
    static let errors = Option<String?>(
        "errors", .file,
        help:
            "Also write there every letter that was not heard right, with --lines every line, as a"
            + " table in Markdown.")
    static let hearsLines = Option.flag(
        "lines",
        help: "Hear recordings of five letters each as a test hears a line of five, and count what"
            + " stands at each position.")
    static let join = Option<Double?>(
        "join", .number("seconds", in: 0...3),
        help: "With --lines: make the lines of each speaker's own letters, each alone in its"
            + " recording, with so much of a quiet room between them.")
    static let seed = Option<UInt64>(
        "seed", .whole("number", in: 0...1_000_000), default: "\(SpeakerBootstrap.seed)",
        help: "Draws the letters that --join puts into lines, the piece of noise under each"
            + " recording, who talks in babble, and what happens in --tests.")
    static let json = Option.flag("json", help: "Print one JSON object.")

    static let verb = Verb(
        "evaluate", summary: "Measure how well letters are heard.",
        discussion: """
            Hears the recordings of a manifest and compares with what was said: letters right, \
            wrong, unclear, missed and inserted, for each speaker and in all; how many are wrong \
            among those accepted if 5, 10 or 20 % are asked for again; how true the confidences \
            are; what was heard for what. Intervals are of 95 %, from drawing the speakers anew, and \
            never narrower than those of as many independent letters (Clopper and Pearson); where so \
            many are asked for again, the threshold is set anew in each draw.

            Single letters of a transcript are letters, all else is not; among words written small \
            ("i think it is a D") only capitals are. Letters accepted in recordings without one are \
            counted, and commands that nobody gave. A letter taken for "can't see it" is wrong, as in a test; among the confusions, by \
            which tests allow for mishearing (--hearing), it is not. Where the manifest \
            has words of the spelling alphabet, unclear letters are asked for again, at last by \
            that word. Recordings of letters that are not \
            listened for are left out and counted. \
            With --letters directions the words up, down, left, right, top and bottom are counted \
            as letters are, as U, D, L and R; with --letters diagonals also two of them in one \
            answer, as Q (up left), E (up right), Z (down left) and C (down right).

            The piece of noise under a recording follows from its path in the manifest and --seed \
            alone: it stays the same when other recordings or other letters are chosen. Babble is \
            made of rows of the whole manifest, in any set, by people of whom nothing is heard in \
            the run; it stays the same as long as these people and their rows do.

            With --lines each recording of five single letters is the first line of a test of its \
            own, in the same dialogue; all others but talk are left out. Counted is what stands at each \
            position when the line is read for the first time: right, wrong, displaced (wrong, and \
            the letter was said one place before or up to two after), or open, to be asked for \
            again. A recording of a set that is talk (--talk) is heard as such a line, too: of \
            nothing that is said in it an answer should stand.

            With --tests each person who has recorded all ten letters takes a whole test by voice: \
            a patient whose acuity is drawn reads a random chart, sees by a psychometric function, \
            and says each letter in the person's own recording, each time a little otherwise in \
            speed, pitch and loudness. It is asked again as anybody is. Printed is what a clinic \
            would see: who gets a score and if not why, how far score and estimate are from those \
            of what was said, letters asked again, letters wrong at the end, commands that nobody \
            gave, and seconds of sound.

              aloud evaluate --tests --set letters manifest.tsv
              aloud evaluate --lines --set spelled manifest.tsv
              aloud evaluate --lines --join 0.12 --set letters manifest.tsv
              aloud evaluate --lines --set readers --talk readers manifest.tsv
            """,
        arguments: [manifest],
        options: [
            letters, sets, talk, alone, ChannelOption.channel, noise, ratio, room, badMicrophone,
            jobs, evidence, errors, hearsLines, join, seed, json,
        ]
            + SpokenTestOptions.all + HearingOptions.all)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        guard try !arguments.wasGiven(ratio) || arguments[noise] != nil else {
            throw Misuse("'--snr' is how far speech lies over a noise: give '--noise' with it.")
        }
        if try arguments[SpokenTestOptions.tests] {
            return try evaluateTests(arguments, in: environment)
        }
        try SpokenTestOptions.refuseWithoutTests(arguments)
        return try arguments[hearsLines]
            ? evaluateLines(arguments, in: environment)
            : evaluateLetters(arguments, in: environment)
    }

    /// Prints what was found, for people or as one object.
    static func tell(
        _ text: @autoclosure () -> String, or object: some Encodable,
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws {
        try environment.deliver(arguments[json] ? object.jsonText + "\n" : text())
    }
}

extension EvaluateCommand {
    /// Hears letters, words and noise, speaker by speaker, and counts how well.
    private static func evaluateLetters(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try LineOptions.refuseWithoutLines(arguments)
        let choice = try arguments[letters]
        let manifest = try ManifestRows(arguments)
        let wanted = manifest.wanted
        let chosen = wanted.filter { $0.letters.allSatisfy(choice.letters.contains) }
        guard !chosen.isEmpty else {
            throw EmptySet(path: manifest.path, set: manifest.setNames)
        }
        for doubt in ReferenceRow.doubts(in: chosen, of: manifest.path) { environment.say(doubt) }
        let files = try EvaluationFiles(manifest.all, of: manifest.path, arguments)
        let sessions = try sessions(of: chosen, manifest, arguments, in: environment)
        let listeners = try HearingOptions.listeners(for: choice, arguments, in: environment)
        let hearing = ManifestHearing(
            alone: try arguments[alone], jobs: try arguments[jobs],
            keepsEvidence: files.needEvidence)
        let result = try hearing.hear(sessions) { RecordingListener(try listeners.make()) }
        for failure in result.failures { environment.complain(failure) }
        // A file that cannot be written does not take the result with it.
        let written = Result { try files.write(result.heard, by: listeners) }
        let leftOut = wanted.count - chosen.count
        let evaluation = evaluation(
            of: result, leftOut: leftOut, for: choice, thresholds: listeners.thresholds)
        try tell(evaluation.text, or: evaluation, arguments, in: environment)
        try written.get()
        return result.failures.isEmpty ? .success : .failure
    }

    /// What is to be heard of each speaker, in the order of their names, with the noise and the room that
    /// the options ask for.
    private static func sessions(
        of rows: [ReferenceRow], _ manifest: ManifestRows, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws -> [ManifestHearing.Session] {
        let open = try manifest.recordings(arguments, in: environment)
        let degrading = try SoundDegrading(
            manifest.all, hearing: Set(rows.map(\.speaker)), open, arguments, in: environment)
        return Dictionary(grouping: rows, by: \.speaker).sorted { $0.key < $1.key }
            .map { speaker, theirs in
                ManifestHearing.Session(
                    rows: theirs,
                    recordings: theirs.map { degrading.applied(to: open($0), of: speaker) })
            }
    }

    /// What was heard, compared with what was said; directions are counted as the letters that stand for
    /// them.
    private static func evaluation(
        of result: ManifestHearing.Result, leftOut: Int, for choice: LetterChoice,
        thresholds: HearingThresholds
    ) -> Evaluation {
        var heard = result.heard
        if let optotypes = choice.pointing {
            heard = heard.map { $0.namingDirections(among: optotypes) }
        }
        return Evaluation(
            heard, unread: result.failures.count, leftOut: leftOut, thresholds: thresholds,
            listenedFor: choice)
    }
}
