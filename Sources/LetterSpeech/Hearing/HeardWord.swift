/// A word that the recogniser found in a stretch of sound.
public struct HeardWord: Sendable, Equatable {
    /// How a stretch of speech is told in which the recogniser found no word.
    public static let unknown = "<unknown>"

    /// The word as the dictionary writes it, without the number of a pronunciation variant; in
    /// brackets where it is no answer.
    public var word: String
    /// Where it lies, in seconds from the start of the samples that were given.
    public var time: ClosedRange<Double>
    /// How sure the recogniser is of the word, 0…1; 0 where that was not asked for.
    public var confidence: Double
    /// How well each letter's name and each command of one word explains the same sound, the best
    /// first; empty where that was not asked for. Words that are out of the question may be absent.
    public var scores: [WordScore]
    /// How far its sounds lie from the best sounds that the grammar has, in nats a frame, 0 and up;
    /// nil where that is not known.
    public var fit: Double?

    /// Whether talk was found beside it in the same breath, which stands for nothing: "I think it's
    /// a".
    public var isBesideTalk = false
    /// Whether talk right before it announces a letter: "I think it's a", "the letter".
    public var isAnnounced = false
    /// What a classifier makes of the same sound; nil where none was asked.
    public var opinion: LetterEvidence?
    /// How much better talk explains the stretch of speech than the answers found in it do, in nats
    /// a frame; nil where that was not asked.
    public var likenessToTalk: Double?
    /// How far the loudest of the stretch of speech lies over its quietest tenth, dB; nil where
    /// that is not known.
    public var loudness: Double?

    /// How long it takes.
    public var seconds: Double { time.upperBound - time.lowerBound }

    /// Whether the recogniser found a word that is no answer.
    public var isNoAnswer: Bool { word.hasPrefix("<") && word != Self.unknown }

    /// Whether it is a phrase of several words, which the recogniser finds as one.
    public var isPhrase: Bool { word.contains(" ") }

    /// A word as it was found, before anything else is known of it.
    ///
    /// - Parameters:
    ///   - time: seconds from the start of the samples.
    ///   - confidence: 0…1.
    ///   - fit: nats a frame, 0 and up.
    public init(
        _ word: String, time: ClosedRange<Double>, confidence: Double, scores: [WordScore] = [],
        fit: Double? = nil
    ) {
        self.word = word
        self.time = time
        self.confidence = confidence
        self.scores = scores
        self.fit = fit
    }
}
