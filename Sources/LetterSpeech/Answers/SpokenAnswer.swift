public import Acuity

/// One thing that a person said, after the phonetic mapper: a letter, a direction, a command, or something
/// that was meant as an answer but cannot be told for sure.
public struct SpokenAnswer: Sendable, Equatable {
    /// What was said.
    public enum Kind: Sendable, Equatable {
        case letter(Letter)
        case command(SpokenCommand)
        case direction(SpokenDirection)
        /// Possibly a letter, but no letter is sure enough: ask again.
        case unclear
    }

    public var kind: Kind
    /// The words behind it, as the recogniser or the typist wrote them; empty if there are none.
    public var heard: String
    /// How sure it is that `kind` is what was said, 0…1.
    public var confidence: Double
    /// How sure it is that it was an answer at all, whichever, 0…1 and at least `confidence`; nil
    /// where that was not judged.
    public var presence: Double?
    /// Where it was said, in seconds from the start of the recording or of the session's sound;
    /// nil where the answer was typed.
    public var time: ClosedRange<Double>?

    public init(
        _ kind: Kind, heard: String = "", confidence: Double = 1, time: ClosedRange<Double>? = nil,
        presence: Double? = nil
    ) {
        self.kind = kind
        self.heard = heard
        self.confidence = confidence
        self.time = time
        self.presence = presence
    }
}
