public import Acuity
public import LetterSpeech

/// What was heard in one stretch of speech, before anything is accepted: the same hearing can be
/// judged by any thresholds.
public struct HeardBreath: Sendable, Equatable {
    /// The words that the recogniser found, with times in seconds of the whole sound; none where
    /// nothing was voiced.
    public var words: [HeardWord]
    /// What the words say, each answer with how sure it is.
    public var answers: [SpokenAnswer]
    /// The same words as they were found, before anything was made of them: to be learnt from, or
    /// made something else of when more is known of the person.
    public var found: [HeardWord]
    /// Whether the recogniser found nothing but names of letters.
    public var isLettersAlone = false
    /// Whether it is a line that somebody read, whose words are letters though others were found
    /// first.
    public var isLine = false
    /// Letters that are listened for, though they are on no chart.
    public var unlikely: Set<Letter> = []

    /// What was heard; nothing, if nothing is given.
    public init(
        words: [HeardWord] = [], answers: [SpokenAnswer] = [], found: [HeardWord] = []
    ) {
        self.words = words
        self.answers = answers
        self.found = found
    }

    /// The same for those who only judge it: without the scores and opinions that its answers were
    /// made of, and without what it may be made anew of. Of 256 sentences that saves 16 MB.
    public func judgeable() -> HeardBreath {
        var breath = self
        breath.found = []
        for index in breath.words.indices {
            breath.words[index].scores = []
            breath.words[index].opinion = nil
        }
        return breath
    }
}
