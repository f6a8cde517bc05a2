internal import Acuity
package import PhoneticMapping
package import Recognition
internal import Records

/// A line of `aloud transcribe`: the answers of one recording, or why it could not be heard.
package struct TranscriptLine: Encodable {
    private var file: String
    private var duration: Double?
    private var answers: [AnswerObject]?
    /// The reason that the recording could not be heard to its end; nil if it was.
    package private(set) var error: String?

    /// The line of a recording that was heard, at least in part.
    package init(_ transcript: Transcript) {
        file = transcript.name
        duration = rounded(transcript.duration)
        answers = transcript.answers.map(AnswerObject.init)
        error = transcript.missing.map { "\($0)" }
    }

    /// The line of a recording that could not be heard.
    package init(file: String, error: String) {
        self.file = file
        self.error = error
    }
}

/// An answer for programs: its kind, its content, its time and its confidence.
package struct AnswerObject: Encodable {
    private var kind: String
    private var letter: String?
    private var command: SpokenCommand?
    private var direction: Direction?
    private var start: Double?
    private var end: Double?
    private var confidence: Double?
    private var presence: Double?
    private var heard: String?
    /// The likeliest letters of an unclear answer, and how likely each is.
    private var letters: [String: Double]?

    /// The most letters shown for an unclear answer, and the least probability of one.
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
            letters = answer.belief.map { Self.likeliest($0.letters) }
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
