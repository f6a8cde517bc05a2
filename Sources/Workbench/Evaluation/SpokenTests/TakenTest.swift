internal import Acuity
internal import CommandLineKit
internal import PhoneticMapping
internal import Records

/// The result of a spoken test with the letters that were said.
struct TakenTest: Sendable {
    let speaker: String
    let set: String
    /// The test's number among those of the person, from 1.
    let number: Int
    /// The true acuity of the drawn eye.
    let acuity: LogMAR
    let report: TestRecord
    let said: SaidResult
    /// The lines that were finished.
    let lines: [ReadLine]
    /// Number of each command heard by mistake: the person says only letters.
    let commands: [SpokenCommand: Int]
    /// Seconds of sound, with the warm-up.
    let seconds: Double
    /// Whether it was stopped at the time limit.
    let isCut: Bool
    /// Whether a misheard "wait" paused the test, which ended it.
    let wasPaused: Bool
    /// The number of letters the warm-up understood; nil without one.
    let understood: Int?
    /// The events in order; empty unless they were to be kept.
    let events: [WatchedEvent]

    /// The reason that the test failed; nil if it did not.
    var failure: String? {
        if case .failed(let reason) = report.end { reason } else { nil }
    }

    /// The score; nil if the test gave none.
    var score: LogMAR? { notScored == nil ? report.score.logMAR : nil }

    /// The estimate, which some tests without a score also give.
    var estimate: LogMAR? { report.estimate?.ifReliable?.figure }

    /// The score minus that of the letters said, logMAR; nil if one of them is missing.
    var scoreError: Double? { Self.difference(score, said.logMAR) }

    /// The estimate minus that of the letters said, logMAR; nil if one of them is missing.
    var estimateError: Double? { Self.difference(estimate, said.estimate) }

    /// The number of commands heard.
    var commandsHeard: Int { commands.values.reduce(0, +) }

    /// The number of letters asked for again. Every request for a position counts.
    var askedAgain: Int { report.lettersAskedAgain }

    /// Letters scored at the end that were not said.
    var wrong: Int { lines.reduce(0) { $0 + $1.mistakes.count } }

    /// Letters that were never understood.
    var open: Int {
        lines.reduce(0) { $0 + $1.stands.answers.count { $0.response == nil } }
    }

    /// The share of answers that were unclear, in finished lines.
    var unclearShare: Double { lines.map(\.stands).unclear.share }

    /// Letters of finished lines.
    var letters: Int { lines.reduce(0) { $0 + $1.said.count } }

    /// The reason that there is no score; nil if there is one.
    var notScored: NotScored? {
        if case .failed = report.end { return .failed }
        if isCut { return .tooLong }
        if wasPaused { return .paused }
        switch report.end {
        case .stoppedByPerson: return .stopped
        case .finished(.notUnderstood): return .notUnderstood
        case .stoppedFromOutside, .answersEnded, .interrupted: return .failed
        case .finished, .failed: break
        }
        guard report.score.logMAR == nil else { return nil }
        if report.estimate?.isReliable == false { return .unreliable }
        return report.score.remarks.contains(.lettersLeftOpen) ? .lettersOpen : .outOfRange
    }

    /// Rounded to hundredths of a letter, so that rounding errors do not exceed a limit of 0.04.
    private static func difference(_ found: LogMAR?, _ said: LogMAR?) -> Double? {
        guard let found, let said else { return nil }
        return ((found.value - said.value) * 10_000).rounded() / 10_000
    }
}

extension TakenTest: Encodable {
    /// Writes the test, without the person's name.
    func encode(to encoder: any Encoder) throws {
        let numbers = [
            "acuity": acuity.value, "said": said.logMAR?.value, "score": score?.value,
            "error": scoreError, "estimate": estimate?.value, "estimateError": estimateError,
        ]
        try numbers.mapValues { rounded($0) }.encode(to: encoder)
        try encoder.write([
            "scored": score != nil, "notScored": orNull(notScored?.rawValue),
            "askedAgain": askedAgain, "letters": letters, "wrong": wrong, "open": open,
            "mistakes": lines.flatMap(\.mistakes), "openLetters": lines.flatMap(\.openLetters),
            "commands": Dictionary(
                uniqueKeysWithValues: commands.map { ($0.key.rawValue, $0.value) }),
            "unclearShare": rounded(unclearShare), "seconds": rounded(seconds),
            "end": report.end.name, "understood": understood,
            // The former name of `understood`.
            "learnt": understood,
        ])
    }

    /// The events as JSON Lines, each with the person and the test.
    var eventLines: String {
        events.map { event in
            var event = event
            event.person = speaker
            event.test = number
            return event.jsonText + "\n"
        }.joined()
    }
}

/// An event or an utterance of a spoken test, with its time in seconds of sound.
struct WatchedEvent: Sendable, Encodable {
    /// The content of an event.
    enum Content: Sendable {
        case test(RecordedEvent)
        /// The person says these letters.
        case says(String)
    }

    let content: Content
    let seconds: Double
    fileprivate var person = ""
    fileprivate var test = 0

    init(_ content: Content, at seconds: Double) {
        self.content = content
        self.seconds = seconds
    }

    func encode(to encoder: any Encoder) throws {
        switch content {
        case .test(let event): try event.encode(to: encoder)
        case .says(let letters): try encoder.write(["event": "says", "letters": letters])
        }
        // The time of the event replaces the length of the test in a result event.
        try encoder.write([
            "person": person, "test": test, "seconds": rounded(seconds, places: 2),
        ])
    }
}

/// The reason that a spoken test gave no score.
enum NotScored: String, CaseIterable, Sendable {
    case lettersOpen, notUnderstood, unreliable, stopped, paused, tooLong, outOfRange, failed

    /// The reason for people.
    var words: String {
        switch self {
        case .lettersOpen: "letters left open"
        case .notUnderstood: "too many letters not understood"
        case .unreliable: "answers not reliable"
        case .stopped: "\"stop\" heard"
        case .paused: "\"wait\" heard"
        case .tooLong: "cut after \(Int(PatientRoom.longestTest / 60)) minutes"
        case .outOfRange: "beyond the chart"
        case .failed: "listening failed"
        }
    }
}

/// A finished line: the letters said, and the letters scored.
struct ReadLine: Sendable {
    /// The response said at each position.
    let said: [Response]
    /// The line as it was scored.
    let stands: AnsweredPresentation

    init(said: [Response], _ stands: AnsweredPresentation) {
        self.said = said
        self.stands = stands
    }

    /// The misheard letters in order: "V as Z".
    var mistakes: [String] {
        zip(said, stands.responses).compactMap { said, heard in
            guard let heard, heard != said else { return nil }
            return "\(said.letterText) as \(heard.letterText)"
        }
    }

    /// The letters that were never understood.
    var openLetters: [String] {
        zip(said, stands.responses).compactMap { $1 == nil ? $0.letterText : nil }
    }

    /// The letters said, and the letters scored, with "." for open ones.
    var texts: (said: String, stands: String) {
        (
            said.map(\.letterText).joined(separator: " "),
            stands.responses.map { $0?.letterText ?? "." }.joined(separator: " ")
        )
    }
}

/// Every line of a spoken test with a letter that was misheard or never understood, as a table in
/// Markdown.
struct SpokenTestTable {
    private let tests: [TakenTest]

    init(_ tests: [TakenTest]) { self.tests = tests }

    /// The table; "." is an open letter, "-" is "can't see it".
    var markdown: String {
        let heading = ["person", "test", "line", "said", "answer", "misheard"]
        let rows = tests.flatMap { test in
            test.lines.compactMap { line -> [String]? in
                let texts = line.texts
                guard texts.said != texts.stands else { return nil }
                return [
                    test.speaker, "\(test.number)", "\(line.stands.presentation.line)", texts.said,
                    texts.stands, line.mistakes.joined(separator: ", "),
                ]
            }
        }
        return MarkdownTable.text(heading, rows)
    }
}
