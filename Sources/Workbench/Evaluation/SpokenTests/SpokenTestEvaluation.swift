internal import Acuity
internal import PhoneticMapping
internal import Records
internal import Transcripts

/// The results of whole spoken tests.
struct SpokenTestEvaluation {
    let tests: [TakenTest]
    /// People who recorded only some of the letters, and the letters that they lack.
    let lacking: [(speaker: String, letters: [Letter])]
    /// Recordings that could not be read.
    let unread: Int
    /// The threshold of acceptance.
    let accept: Double
    let seed: UInt64
    let testsEach: Int
    let warmsUp: Bool
    /// The counts of each person.
    let people: [String: SpokenTestTally]

    init(
        _ tests: [TakenTest], lacking: [(speaker: String, letters: [Letter])], unread: Int,
        accept: Double, seed: UInt64, testsEach: Int, warmsUp: Bool
    ) {
        self.tests = tests
        self.lacking = lacking
        self.unread = unread
        self.accept = accept
        self.seed = seed
        self.testsEach = testsEach
        self.warmsUp = warmsUp
        people = Dictionary(counting: tests, by: \.speaker) { SpokenTestTally($0) }
    }

    /// All people together.
    var all: SpokenTestTally { people.values.total }

    /// The tests of each person, in the order of their names.
    var testsByPerson: [(speaker: String, tests: [TakenTest])] {
        Dictionary(grouping: tests, by: \.speaker).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// The tests without a score, by reason; reasons without a test are left out.
    var notScored: [(reason: NotScored, tests: Int)] {
        NotScored.allCases.map { reason in
            (reason, tests.count { $0.notScored == reason })
        }.filter { $0.1 > 0 }
    }

    /// The misheard letters at the end, by person: the most frequent first.
    var mistakes: [(speaker: String, mistake: String, times: Int)] {
        testsByPerson.flatMap { speaker, tests in
            let all = tests.flatMap { $0.lines.flatMap(\.mistakes) }
            return Dictionary(grouping: all) { $0 }
                .map { (speaker: speaker, mistake: $0.key, times: $0.value.count) }
        }.sorted { ($1.times, $0.speaker, $0.mistake) < ($0.times, $1.speaker, $1.mistake) }
    }

    /// The scored test with the largest score error; nil if there is none.
    var worst: TakenTest? {
        // The first of several equal errors.
        tests.filter { $0.scoreError != nil }.reduce(nil) { worst, test in
            guard let worst else { return test }
            return abs(test.scoreError ?? 0) > abs(worst.scoreError ?? 0) ? test : worst
        }
    }

    /// The median; for an even count, the mean of the two middle numbers. Nil without numbers.
    static func median(_ numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        let sorted = numbers.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// The mean of numbers; nil without numbers.
    static func mean(_ numbers: [Double]) -> Double? {
        numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
    }
}

/// Counts of spoken tests.
struct SpokenTestTally: ScoredTally {
    /// Maximum absolute error of a score that is not off, logMAR: two letters.
    private static let mostError = 0.04

    var tests = 0
    /// Tests that gave a score.
    var scored = 0
    /// Scored tests whose letters as said also give a score, and the number of these tests that are
    /// off.
    var compared = 0
    var off = 0
    /// Letters of finished lines, letters scored that were not said, and letters never understood.
    var letters = 0
    var wrong = 0
    var open = 0
    var askedAgain = 0
    /// Number of commands heard by mistake: the people say only letters.
    var commands = 0
    private(set) var seconds = 0.0

    mutating func add(_ other: SpokenTestTally) {
        tests += other.tests
        scored += other.scored
        compared += other.compared
        off += other.off
        letters += other.letters
        wrong += other.wrong
        open += other.open
        askedAgain += other.askedAgain
        commands += other.commands
        seconds += other.seconds
    }

    static let shares: [NamedShare<SpokenTestTally>] = [
        NamedShare("scored", "scored") { Proportion(part: $0.scored, whole: $0.tests) },
        NamedShare("scores off by more than \(mostError)", "off") {
            Proportion(part: $0.off, whole: $0.compared)
        },
        NamedShare("letters wrong at the end", "wrong") {
            Proportion(part: $0.wrong, whole: $0.letters)
        },
        NamedShare("letters left open", "open") { Proportion(part: $0.open, whole: $0.letters) },
    ]
}

extension SpokenTestTally {
    /// The counts of one test.
    init(_ test: TakenTest) {
        self.init()
        tests = 1
        scored = test.score == nil ? 0 : 1
        compared = test.scoreError == nil ? 0 : 1
        off = abs(test.scoreError ?? 0) > Self.mostError ? 1 : 0
        letters = test.letters
        wrong = test.wrong
        open = test.open
        askedAgain = test.askedAgain
        commands = test.commandsHeard
        seconds = test.seconds
    }
}

extension SpokenTestEvaluation {
    /// The commands that were heard in all tests, and how often.
    var commandsHeard: [(command: SpokenCommand, times: Int)] {
        SpokenCommand.allCases.map { command in
            (command, tests.reduce(0) { $0 + ($1.commands[command] ?? 0) })
        }.filter { $0.1 > 0 }
    }
}

extension SpokenTestEvaluation: Encodable {
    private struct Mistake: Encodable {
        var person: String
        var mistake: String
        var times: Int
    }

    /// Writes the evaluation as one object; shares 0…1, acuities and errors in logMAR.
    func encode(to encoder: any Encoder) throws {
        try all.encode(to: encoder)
        try encoder.write([
            "people": Dictionary(grouping: tests, by: \.speaker),
            "notScored": Dictionary(
                uniqueKeysWithValues: notScored.map { ($0.reason.rawValue, $0.tests) }),
            "median": [
                "askedAgain": tests.map { Double($0.askedAgain) }, "seconds": tests.map(\.seconds),
                "estimateError": tests.compactMap(\.estimateError).map(abs),
            ].mapValues { rounded(Self.median($0)) },
            "worst": orNull(worst?.speaker),
            "commandsHeard": Dictionary(
                uniqueKeysWithValues: commandsHeard.map { ($0.command.rawValue, $0.times) }),
            "mistakes": mistakes.map {
                Mistake(person: $0.speaker, mistake: $0.mistake, times: $0.times)
            },
            "leftOut": Dictionary(
                uniqueKeysWithValues: lacking.map { ($0.speaker, $0.letters.text) }),
            "unread": unread, "accept": rounded(accept, places: 6), "seed": Int(exactly: seed),
            "warmedUp": warmsUp, "shares": all.shares, "intervals": people.intervals,
            "seconds": rounded(all.seconds),
        ])
    }
}
