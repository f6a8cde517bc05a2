internal import Acuity
internal import Audio
internal import HandsFree
internal import Listening

/// `aloud evaluate`: how well letters are heard, on recordings whose words are known.
enum EvaluateCommand: Command {
    private static let manifest = Argument<String>(
        "manifest", .file,
        help: "A table with tabs: path, transcript, speaker and, if there is one, set; in any order"
            + " under a heading with these names.")
    private static let letters = HearingOptions.letters(default: .alphabet)
    private static let sets = Option<[String]>(
        repeating: "set", .text("set"),
        help: "Only the recordings of this set; may be given several times.")
    private static let talk = Option<[String]>(
        repeating: "talk", .text("set"),
        help: "The recordings of this set are talk: 'I' and 'A' in it are words, no letters; may be"
            + " given several times.")
    private static let alone = Option.flag(
        "each-alone", help: "Learn voice and room from each recording by itself.")
    private static let noise = Option<String?>(
        "noise", .file,
        help: "Lay a sound file under the recordings, or 'babble': six people of the manifest who"
            + " are not listened to.")
    private static let ratio = Option(
        "snr", .number("dB", in: -20...60), default: "20",
        help: "How far the speech lies over that noise.")
    private static let room = Option<String?>(
        "room", .file, help: "Play the recordings in a room whose impulse response this is.")
    private static let jobs = Option(
        "jobs", .whole("number", in: 1...64), default: "1",
        help: "How many recognisers listen side by side.")
    private static let badMicrophone = Option<UInt64?>(
        "bad-microphone", .whole("number", in: 0...1_000_000),
        help: "Put a bad microphone before each speaker, which this number draws.")
    private static let warmUp = Option<Int?>(
        "warm-up", .whole("letters", in: 1...26),
        help: "Learn so many different letters of each speaker, each once, and compare on the other"
            + " recordings: with nobody learnt, with the speaker, and with another.")
    private static let evidence = Option<String?>(
        "evidence", .file,
        help: "Also write there what every recording was heard as before it was judged, as JSON"
            + " Lines.")
    private static let errors = Option<String?>(
        "errors", .file,
        help: "Also write there every letter that was not heard right, as a table in Markdown.")
    private static let json = Option.flag("json", help: "Print one JSON object.")

    static let verb = Verb(
        "evaluate", summary: "Measure how well letters are heard.",
        discussion: """
            Hears the recordings of a manifest and compares with what was said: letters right, \
            wrong, unclear, missed and inserted, for each speaker and in all; how many are wrong \
            among those accepted if 5, 10 or 20 % are asked for again; how true the confidences \
            are; what was heard for what. Intervals are of 95 %, over speakers.

            Single letters of a transcript are letters, all else is not; among words written small \
            ("i think it is a D") only capitals are. Letters accepted in recordings without one are \
            counted. A letter taken for "can't see it" is wrong, as in a test. Where the manifest \
            has words of the spelling alphabet, unclear letters are asked for again, at last by \
            that word. A speaker's recordings are one session. Recordings of letters that are not \
            listened for are left out. \
            With --letters directions the words up, down, left, right, top and bottom are counted \
            as letters are, as U, D, L and R; with --letters diagonals also two of them in one \
            answer, as Q (up left), E (up right), Z (down left) and C (down right).
            """,
        arguments: [manifest],
        options: [
            letters, sets, talk, alone, noise, ratio, room, badMicrophone, warmUp, jobs, evidence,
            errors,
            json,
        ]
            + HearingOptions.all)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        guard try !arguments.wasGiven(ratio) || arguments[noise] != nil else {
            throw Misuse("'--snr' is how far speech lies over a noise: give '--noise' with it.")
        }
        let path = try arguments[manifest]
        let choice = try arguments[letters]
        let wanted = try arguments[sets]
        let talks = try arguments[talk]
        var rows = try ReferenceRow.read(path)
        for index in rows.indices { rows[index].isTalk = talks.contains(rows[index].set) }
        for set in talks where !rows.contains(where: { $0.set == set }) {
            throw EmptySet(path: path, set: set, options: "'--talk'")
        }
        let chosen = rows.filter { row in
            (wanted.isEmpty || wanted.contains(row.set))
                && row.letters.allSatisfy(choice.letters.contains)
        }
        guard !chosen.isEmpty else {
            throw EmptySet(path: path, set: wanted.isEmpty ? nil : wanted.joined(separator: "', '"))
        }
        for doubt in ReferenceRow.doubts(in: chosen, of: path) { environment.say(doubt) }
        let files = try ResultFiles(rows, of: path, arguments)
        let open: @Sendable (ReferenceRow) -> Recording = recordings(of: path, environment)
        let degrading = try degrading(rows, chosen, open, arguments, in: environment)
        let sessions = Dictionary(grouping: chosen.enumerated(), by: \.element.speaker)
            .sorted { $0.key < $1.key }
            .map { _, theirs in
                ManifestHearing.Session(
                    rows: theirs.map(\.element),
                    recordings: theirs.map { index, row in
                        degrading.applied(
                            to: open(row), of: row.speaker, seed: UInt64(index))
                    })
            }
        let listeners = try HearingOptions.listeners(for: choice, arguments, in: environment)
        let learns = try arguments[warmUp] != nil
        let hearing = ManifestHearing(
            alone: try arguments[alone], jobs: try arguments[jobs],
            keepsEvidence: learns || files.evidence != nil || files.errors != nil)
        let heard = try hearing.hear(sessions) { RecordingListener(try listeners.make()) }
        for failure in heard.failures { environment.say("Error: \(failure)") }
        // A file that cannot be written does not take the result with it.
        let written = Result {
            try files.evidence?.write(heard.heard.map { $0.json.text + "\n" }.joined())
            try files.errors?.write(
                ErrorTable(
                    heard.heard, names: listeners.letterNames, thresholds: listeners.thresholds
                ).markdown)
        }
        if let count = try arguments[warmUp] {
            try tell(
                WarmUpTrial(heard.heard, letters: count, listener: try listeners.make()),
                thresholds: listeners.thresholds, asJSON: try arguments[json], in: environment)
            try written.get()
            return heard.failures.isEmpty ? .success : .failure
        }
        var answered = heard.heard
        var thresholds = listeners.thresholds
        if let optotypes = choice.pointing {
            answered = answered.map { $0.namingDirections(among: optotypes) }
            thresholds = thresholds.acceptingAsDirections
        }
        let evaluation = Evaluation(
            answered, unread: heard.failures.count, thresholds: thresholds, listenedFor: choice)
        try environment.deliver(
            arguments[json] ? evaluation.json.text + "\n" : evaluation.text)
        try written.get()
        return heard.failures.isEmpty ? .success : .failure
    }

    private static func tell(
        _ trial: WarmUpTrial, thresholds: HearingThresholds, asJSON: Bool,
        in environment: CommandEnvironment
    ) throws {
        guard trial.speakers > 0 else { throw NoWarmUp() }
        try environment.deliver(
            asJSON
                ? trial.json(thresholds: thresholds).text + "\n"
                : trial.text(thresholds: thresholds))
    }

    /// What is written beside the result.
    private struct ResultFiles {
        let evidence: ResultFile?
        let errors: ResultFile?

        /// Opens those that the options name.
        ///
        /// - Throws: `ResultFileError`, also where one of them is read or both are the same.
        init(_ rows: [ReferenceRow], of manifest: String, _ arguments: ParsedArguments) throws {
            let sounds = try [arguments[noise], arguments[room]].compactMap { $0 }
            var used = Set(
                ([manifest] + sounds + rows.map { $0.file(of: manifest) }).map(FileIdentity.init))
            let evidencePath = try arguments[EvaluateCommand.evidence]
            evidence = try evidencePath.map {
                try ResultFile($0, for: "the evidence", sparing: used)
            }
            if let evidencePath { used.insert(FileIdentity(evidencePath)) }
            errors = try arguments[EvaluateCommand.errors].map {
                try ResultFile($0, for: "the errors", sparing: used)
            }
        }
    }

    /// The recordings that the rows of a manifest name, from its folder.
    private static func recordings(
        of manifest: String, _ environment: CommandEnvironment
    ) -> @Sendable (ReferenceRow) -> Recording {
        let open = environment.instruments.recording
        return { row in
            let path = row.file(of: manifest)
            return Recording(name: row.path) { try open(path) }
        }
    }

    private static func degrading(
        _ all: [ReferenceRow], _ chosen: [ReferenceRow],
        _ recording: (ReferenceRow) -> Recording, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws -> SoundDegrading {
        var degrading = SoundDegrading()
        degrading.microphones = try arguments[badMicrophone]
        let open = environment.instruments.recording
        if let file = try arguments[room] {
            let room = Recording(name: file) { try open(file) }
            let response = RoomResponse(try room.readWhole())
            guard !response.taps.isEmpty else { throw SilentSound(path: file, option: "--room") }
            degrading.room = response
        }
        if let file = try arguments[noise] {
            let samples =
                file == "babble"
                ? try Babble.make(
                    of: all, leavingOut: Set(chosen.map(\.speaker)), seed: SpeakerBootstrap.seed
                ) { try recording($0).readWhole() }
                : try Recording(name: file) { try open(file) }.readWhole()
            guard samples.contains(where: { $0 != 0 }) else {
                throw SilentSound(path: file, option: "--noise")
            }
            degrading.noise = AddedNoise(noise: samples, ratio: try arguments[ratio])
        }
        return degrading
    }
}

/// A manifest in which nothing is left to be heard.
struct EmptySet: Error, CustomStringConvertible {
    var path: String
    var set: String?
    /// What may be wrong.
    var options = "'--set' and '--letters'"

    var description: String {
        "'\(path)' has no recording to hear" + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check \(options)."
    }
}

/// A noise or a room's response in which there is nothing to hear: whoever lays it over recordings
/// would measure them as they are.
struct SilentSound: Error, CustomStringConvertible {
    var path: String
    /// Which option named it.
    var option: String

    var description: String { "'\(path)' is silent: give '\(option)' a file with a sound in it." }
}

/// A manifest in which no speaker says enough for a warm-up.
struct NoWarmUp: Error, CustomStringConvertible {
    var description: String {
        "No speaker says so many different letters, and letters beyond: give '--warm-up' fewer."
    }
}
