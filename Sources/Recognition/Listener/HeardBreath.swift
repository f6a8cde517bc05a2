public import PhoneticMapping

/// What was heard in one stretch of speech, before anything is accepted: the same hearing can be
/// judged by any thresholds.
public struct HeardBreath: Sendable, Equatable {
    /// The words that were found, with times in seconds of the whole sound.
    public var words: [HeardWord]
    /// What the words say, each answer with how sure it is.
    public var answers: [SpokenAnswer]
    /// Where something was said that is no word of the grammar, seconds of the whole sound.
    public var talk: [ClosedRange<Double>]
    /// The probability that nothing was said at all, 0…1: tones, taps and breath.
    public var silence: Double

    /// What was heard; nothing, if nothing is given.
    public init(
        words: [HeardWord] = [], answers: [SpokenAnswer] = [], talk: [ClosedRange<Double>] = [],
        silence: Double = 1
    ) {
        self.words = words
        self.answers = answers
        self.talk = talk
        self.silence = silence
    }

    /// Whether somebody probably said something.
    public var isSpeech: Bool { silence < 0.5 }

    /// The seconds of it that are talk.
    public var secondsOfTalk: Double {
        talk.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    }

    /// The same for those who only judge it: without what its probabilities were made of.
    public func judgeable() -> HeardBreath {
        var breath = self
        for index in breath.words.indices { breath.words[index].evidence = [:] }
        return breath
    }
}
