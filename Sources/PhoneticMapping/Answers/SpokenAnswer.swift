public import Acuity

/// One thing that a person said, after the phonetic mapper: a letter, a direction, a command, or
/// something that was meant as an answer but cannot be told for sure.
public struct SpokenAnswer: Sendable, Equatable {
    /// What was said.
    public enum Kind: Sendable, Equatable {
        /// The name of a letter, or its word of the spelling alphabet.
        case letter(Letter)
        /// Something about the test, or that a letter cannot be seen.
        case command(SpokenCommand)
        /// Where something points; among letters it is a remark.
        case direction(Direction)
        /// Possibly a letter, but no letter is sure enough: ask again.
        case unclear

        /// Whether it says that a letter cannot be seen, or none; a test scores that as not seen.
        public var isNotSeen: Bool {
            self == .command(.cannotSee) || self == .command(.cannotSeeAny)
        }
    }

    /// What was said, as far as it was understood.
    public var kind: Kind
    /// The words behind it, as the recogniser or the typist wrote them; empty if there are none.
    public var heard: String
    /// How sure it is that `kind` is what was said, if it was an answer, 0…1.
    public var confidence: Double
    /// How sure it is that it was an answer at all, whichever, 0…1; nil where that was not judged.
    public var presence: Double?
    /// How likely each letter is, to be weighed with another hearing of it; nil where that was not
    /// judged.
    public var belief: LetterBelief?
    /// Where it was said, in seconds from the start of the recording or of the session's sound;
    /// nil where the answer was typed.
    public var time: ClosedRange<Double>?

    /// Which letter of the line it was said to be for; nil where that was not said.
    public var place: SaidPlace?

    /// How sure it is that it was an answer and this one, 0…1: what decides whether it counts.
    public var sureness: Double { confidence * (presence ?? 1) }

    /// Whether a letter was named by its word of the spelling alphabet.
    public var isCodeWord: Bool {
        if case .letter(let letter) = kind { heard == CodeWord.of(letter) } else { false }
    }

    /// Whether it was said in several words.
    public var isPhrase: Bool { heard.contains(" ") }

    /// Whether it names where something points.
    public var isDirection: Bool { if case .direction = kind { true } else { false } }

    /// Something that was said; what is not given was typed, or not judged.
    ///
    /// - Parameters:
    ///   - confidence: how sure it is that `kind` was said, if it was an answer, 0…1.
    ///   - time: seconds of the recording or of the session's sound.
    ///   - presence: how sure it is that it was an answer at all, 0…1.
    public init(
        _ kind: Kind, heard: String = "", confidence: Double = 1, time: ClosedRange<Double>? = nil,
        presence: Double? = nil, belief: LetterBelief? = nil
    ) {
        self.kind = kind
        self.heard = heard
        self.confidence = confidence
        self.time = time
        self.presence = presence
        self.belief = belief
    }
}
