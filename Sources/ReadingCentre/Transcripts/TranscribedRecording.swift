internal import Acuity
package import PhoneticMapping
internal import Platform
internal import Records

/// The answers in one recording, as all formats write them, or the reason that it could not be
/// heard.
package struct TranscribedRecording: Sendable, Equatable {
    /// A stretch of speech and the answers in it.
    package struct Utterance: Sendable, Equatable {
        /// Start and end of the speech, seconds of the recording.
        package var time: ClosedRange<Double>
        /// The answers, which may be none.
        package var answers: [AnswerObject]

        /// Sets each property from the parameter of its name.
        package init(time: ClosedRange<Double>, answers: [AnswerObject]) {
            self.time = time
            self.answers = answers
        }
    }

    /// The recording's path, as it was given.
    package var file: String
    /// Its length, seconds; nil if it could not be heard.
    package var duration: Double?
    /// Its stretches of speech, in order.
    package var utterances: [Utterance]
    /// The reason that it could not be heard to its end; nil if it was.
    package var error: String?

    /// Sets each property from the parameter of its name.
    package init(
        file: String, duration: Double? = nil, utterances: [Utterance] = [], error: String? = nil
    ) {
        self.file = file
        self.duration = duration
        self.utterances = utterances
        self.error = error
    }

    /// The answers of all utterances, in order.
    var answers: [AnswerObject] { utterances.flatMap(\.answers) }
}

extension TranscribedRecording {
    /// One object of JSON Lines: the answers, the length and the file, or the error.
    var jsonLine: String {
        var object = end
        if duration != nil { object.add(["answers": answers]) }
        return object.jsonText + "\n"
    }

    /// One object of JSON Lines for a breath of a recording that is still being heard.
    static func jsonLine(of utterance: Utterance, in file: String) -> String {
        let object: JSONObject = [
            "answers": utterance.answers, "end": rounded(utterance.time.upperBound),
            "file": FileName.shown(file), "start": rounded(utterance.time.lowerBound),
        ]
        return object.jsonText + "\n"
    }

    /// The last object of JSON Lines of a recording whose utterances were written.
    var jsonEnd: String { end.jsonText + "\n" }

    private var end: JSONObject {
        [
            "duration": rounded(duration), "error": error.map { FileName.shown($0) },
            "file": FileName.shown(file),
        ]
    }
}

extension AnswerObject {
    /// The answer in a word for people and for other programs: "K", "cannotSee", "up", "?".
    package var word: String {
        letter ?? command?.rawValue ?? direction?.rawValue ?? "?"
    }

    /// Whether the answer was not sure enough to count.
    package var isUnclear: Bool { kind == "unclear" }

    /// The likeliest letters of an unclear answer, the likeliest first: "D 0.45 T 0.3".
    var alternatives: String {
        (letters ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: " ")
    }

    /// The answer in a subtitle or on a tier: "K", "can't see it", "D/T?" for an unclear one.
    package var caption: String {
        guard isUnclear else {
            return letter ?? direction?.rawValue ?? heard ?? command?.rawValue ?? "?"
        }
        let names = (letters ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map(\.key)
        return names.isEmpty ? "(unclear)" : names.joined(separator: "/") + "?"
    }
}

/// An answer for programs: its kind, its content, its time and its confidence.
package struct AnswerObject: Encodable, Sendable, Equatable {
    private(set) var kind: String
    private(set) var letter: String?
    private(set) var command: SpokenCommand?
    private(set) var direction: Direction?
    private(set) var start: Double?
    private(set) var end: Double?
    private(set) var confidence: Double?
    private(set) var presence: Double?
    private(set) var heard: String?
    /// The likeliest letters of an unclear answer, and how likely each is.
    private(set) var letters: [String: Double]?

    /// Maximum number of letters shown for an unclear answer, and the minimum probability of one.
    private static let mostShown = 3
    private static let leastShown = 0.01

    /// An answer of a recording or of typed words; times in seconds.
    package init(_ answer: SpokenAnswer) {
        switch answer.kind {
        case .letter(let letter):
            kind = "letter"
            self.letter = letter.description
        case .command(let command):
            kind = "command"
            self.command = command
        case .direction(let direction):
            kind = "direction"
            self.direction = direction
        case .unclear:
            kind = "unclear"
            letters = answer.posterior.map { Self.likeliest($0.letters) }
        }
        start = rounded(answer.time?.lowerBound)
        end = rounded(answer.time?.upperBound)
        confidence = rounded(answer.confidence)
        presence = rounded(answer.presence)
        heard = answer.heard.isEmpty ? nil : answer.heard
    }

    private static func likeliest(_ letters: [Letter: Double]) -> [String: Double] {
        let shown = letters.filter { $0.value >= leastShown }
            .sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .prefix(mostShown)
        return Dictionary(
            uniqueKeysWithValues: shown.compactMap { letter, chance in
                rounded(chance).map { (letter.description, $0) }
            })
    }
}
