internal import Acuity
package import PhoneticMapping
internal import Records

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
