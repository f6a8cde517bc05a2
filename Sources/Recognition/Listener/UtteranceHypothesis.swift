package import Audio
public import PhoneticMapping

/// The hypothesis for one stretch of speech, before anything is accepted. It can be judged by any
/// thresholds.
public struct UtteranceHypothesis: Sendable, Equatable {
    /// Length of a letter's name said alone, seconds.
    static let letterSeconds = 0.1...1.0

    /// The words found, with times in seconds of the whole sound.
    public var words: [WordHypothesis]
    /// The answers in the words, each with its probability.
    public var answers: [SpokenAnswer]
    /// Speech that is no word of the grammar, seconds of the whole sound.
    public var talk: [ClosedRange<Double>]
    /// Probability that nothing was said, 0…1: tones, taps and breath.
    public var silence: Double

    /// A hypothesis; silence, if nothing is given.
    public init(
        words: [WordHypothesis] = [], answers: [SpokenAnswer] = [],
        talk: [ClosedRange<Double>] = [],
        silence: Double = 1
    ) {
        self.words = words
        self.answers = answers
        self.talk = talk
        self.silence = silence
    }

    /// Whether someone probably spoke.
    public var isSpeech: Bool { silence < 0.5 }

    /// Length of the talk, seconds.
    public var secondsOfTalk: Double {
        talk.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    }

    /// Whether a stretch without an answer may have been a letter.
    package func mayBeLetter(_ segment: SpeechSegment) -> Bool {
        isSpeech && Self.letterSeconds ~= segment.seconds
    }

    /// Whether a stretch without an answer may have been letters, or talk.
    package func mayBeLetters(_ segment: SpeechSegment) -> Bool {
        isSpeech && segment.seconds > Self.letterSeconds.upperBound
    }

    /// The same without the evidence of its words, which only the fitting of the model needs.
    public func judgeable() -> UtteranceHypothesis {
        var breath = self
        for index in breath.words.indices { breath.words[index].evidence = [:] }
        return breath
    }
}
