internal import Acuity
internal import Platform
internal import Recognition
internal import Records
internal import Transcripts

/// The results of an evaluation of letters.
struct Evaluation {
    /// The shares of letters asked for again, 0…1, at which the other results are reported.
    static let askedShares = [0, 0.05, 0.10, 0.20]

    /// The results at one share of letters asked for again.
    struct Operating {
        var point: RejectionCurve.Point
        var tally: LetterTally
        var wrongInterval: ClosedRange<Double>?
        /// The counts of recordings without a letter, by set.
        var wordless: [String: WordlessTally]
        /// The results of asking again for unclear letters; nil if `Evaluation.asking` is nil.
        var asking: AskingAgain?
    }

    let thresholds: AcceptanceThresholds
    /// The letters listened for; nil if unknown.
    let listenedFor: LetterChoice?
    let recordings: Int
    /// Seconds of sound.
    let sound: Double
    /// Recordings that could not be read.
    let unread: Int
    /// Recordings that were not heard, since they hold letters that are not listened for.
    let leftOut: Int
    /// Every speaker's letters.
    let speakers: [String: LetterTally]
    /// Every set's letters.
    let sets: [String: LetterTally]
    /// The counts of recordings without a letter, by set.
    let wordless: [String: WordlessTally]
    /// Commands heard in recordings without an answer, by set.
    let commandsWithoutAnswer: [String: CommandTally]
    /// Commands heard in recordings of letters, by set.
    let commandsForLetters: [String: CommandTally]
    /// One for each of `askedShares`; none without letters.
    let operating: [Operating]
    let calibration: Calibration
    /// The counts of words with a meaning; only groups that occur.
    let words: [(group: WordMeaning.Group, tally: WordTally)]
    /// The counts for words of the spelling alphabet if nothing is asked again; nil without any.
    let codeWordsUnasked: WordTally?
    /// Nil where the manifest has no words of the spelling alphabet, or no letter alone.
    let asking: AskingAgain?

    init(
        _ rows: [HeardRow], unread: Int, leftOut: Int = 0, thresholds: AcceptanceThresholds,
        listenedFor: LetterChoice? = nil
    ) {
        self.listenedFor = listenedFor
        self.thresholds = thresholds
        self.unread = unread
        self.leftOut = leftOut
        recordings = rows.count
        sound = rows.reduce(0) { $0 + $1.heard.duration }
        let lettered = rows.filter { !$0.row.letters.isEmpty }
        speakers = Dictionary(counting: lettered, by: \.row.speaker) { $0.tally(at: thresholds) }
        sets = Dictionary(counting: lettered, by: \.row.set) { $0.tally(at: thresholds) }
        let without = Dictionary(grouping: rows.filter(\.row.isWordless), by: \.row.set)
        wordless = without.mapValues { WordlessTally($0, thresholds: thresholds) }
        func commands(_ rows: [HeardRow]) -> [String: CommandTally] {
            Dictionary(counting: rows, by: \.row.set) { CommandTally($0, thresholds: thresholds) }
        }
        commandsWithoutAnswer = commands(rows.filter(\.row.isWithoutAnswer))
        commandsForLetters = commands(lettered)
        let meant = Dictionary(grouping: rows, by: \.row.meaning?.group)
        func asking(at thresholds: AcceptanceThresholds) -> AskingAgain? {
            guard meant[.codeWords] != nil else { return nil }
            let asking = AskingAgain(rows, thresholds: thresholds)
            return asking.letters > 0 ? asking : nil
        }
        operating = Self.operating(
            lettered, without: without, thresholds: thresholds, asking: asking)
        calibration = lettered.reduce(into: Calibration()) { $0.add($1, thresholds: thresholds) }
        words = WordMeaning.Group.allCases.compactMap { group in
            meant[group].map { (group, WordTally($0, thresholds: thresholds)) }
        }
        codeWordsUnasked = meant[.codeWords].map {
            WordTally($0, thresholds: thresholds.accepting(from: 0))
        }
        self.asking = asking(at: thresholds)
    }

    /// - Parameters:
    ///   - without: recordings without a letter, by set.
    ///   - asking: the results of asking again for unclear letters, at some thresholds.
    private static func operating(
        _ lettered: [HeardRow], without: [String: [HeardRow]], thresholds: AcceptanceThresholds,
        asking: (AcceptanceThresholds) -> AskingAgain?
    ) -> [Operating] {
        guard !lettered.isEmpty else { return [] }
        let curve = RejectionCurve(lettered, thresholds: thresholds)
        return askedShares.map { share in
            let point = curve.point(askingAgain: share)
            let moved = thresholds.accepting(from: point.accept)
            return Operating(
                point: point, tally: point.all,
                wrongInterval: curve.wrongInterval(askingAgain: share),
                wordless: without.mapValues { WordlessTally($0, thresholds: moved) },
                asking: asking(moved))
        }
    }

    /// All letters.
    var all: LetterTally { speakers.values.total }

    /// The speaker with the lowest share of right letters.
    var worst: (speaker: String, tally: LetterTally)? {
        speakers.min { a, b in
            (a.value.percent(a.value.right), a.key) < (b.value.percent(b.value.right), b.key)
        }.map { ($0.key, $0.value) }
    }
}

extension Evaluation: Encodable {
    /// Writes the evaluation as one object: the counts of all letters, and the other results.
    func encode(to encoder: any Encoder) throws {
        try all.encode(to: encoder)
        let without = wordless.values.total
        try encoder.write([
            "version": RecognitionErrorFile.version, "listenedFor": listenedFor,
            "recordings": recordings, "seconds": rounded(sound),
            "unread": unread, "leftOut": leftOut, "withoutLetters": without.recordings,
            "heardWithoutLetters": without.letters,
            "accept": rounded(thresholds.accept, places: 6),
            "letterErrorRate": orNull(share(all.errorsOfSaid.value)),
            "intervals": speakers.intervals, "curve": operating, "calibration": calibration,
            "askingAgain": asking,
            "words": Dictionary(
                uniqueKeysWithValues: words.map { ($0.group.rawValue, $0.tally) }),
            "codeWordsUnasked": codeWordsUnasked, "wordless": wordless,
            "commandsWithoutAnswer": commandsWithoutAnswer,
            "commandsForLetters": commandsForLetters, "sets": sets, "speakers": speakers,
        ])
    }
}

extension Evaluation.Operating: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "accept": rounded(point.accept, places: 6),
            "askedAgain": orNull(share(tally.askedShare)),
            "right": orNull(share(tally.rightShare)),
            "wrongAmongAccepted": orNull(share(tally.wrongShare)),
            "interval": orNull(shares(wrongInterval)),
            "answeredWithoutLetter": orNull(share(wordless.values.total.answeredShare)),
            "answeredWithoutLetterBySet": wordless.mapValues { share($0.answeredShare) },
            "askingAgain": orNull(asking),
        ])
    }
}

extension Calibration: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.write(["error": orNull(share(error)), "bins": bins])
    }
}

extension Calibration.Bin: Encodable {
    func encode(to encoder: any Encoder) throws {
        let mean = letters == 0 ? nil : given / Double(letters)
        try encoder.write([
            "letters": letters, "right": right, "confidence": orNull(share(mean)),
        ])
    }
}
