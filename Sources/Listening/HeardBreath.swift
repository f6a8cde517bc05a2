public import LetterSpeech

/// What was heard in one stretch of speech, before anything is accepted: the same hearing can be
/// judged by any thresholds.
public struct HeardBreath: Sendable, Equatable {
    /// The words that the recogniser found, with times in seconds of the whole sound; none where
    /// nothing was voiced.
    public var words: [HeardWord]
    /// What the words say, each answer with how sure it is.
    public var answers: [SpokenAnswer]

    public init(words: [HeardWord] = [], answers: [SpokenAnswer] = []) {
        self.words = words
        self.answers = answers
    }
}
