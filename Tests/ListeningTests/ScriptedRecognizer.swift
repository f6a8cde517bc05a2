import LetterSpeech

/// A recogniser that hears what a test says: a real one cannot be made to be so and so sure.
final class ScriptedRecognizer: Recognizing {
    private let words: [HeardWord]
    /// How much better talk explains what it hears.
    var likeness: Double?
    /// What it hears where it listens for letters alone.
    var letters: LettersAlone?
    /// How often it hears its words; then none.
    var patience = Int.max
    private(set) var heldAgainstTalk = 0
    private(set) var heard = 0
    private(set) var heardAsOne = 0
    private(set) var learnt = 0

    /// - Parameter every: from one word of 0.3 s to the next, seconds.
    init(_ words: [(String, Double)], every: Double = 0.4) {
        self.words = words.enumerated().map { index, word in
            let start = 0.3 + Double(index) * every
            return HeardWord(word.0, time: start...start + 0.3, confidence: word.1)
        }
    }

    func hear(
        _ samples: [Float], features: SoundFeatures?, phones: PhoneLikelihoods?, learning: Bool,
        confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) -> [HeardWord] {
        heard += 1
        if learning { learnt += 1 }
        return heard > patience ? [] : words
    }

    func likenessToTalk() -> Double? {
        heldAgainstTalk += 1
        return likeness
    }

    func hearOneAnswer(
        confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) -> HeardWord? {
        heardAsOne += 1
        return words.first
    }

    func hearLetters() -> LettersAlone? { letters }

    func attune(to samples: [Float]) -> SoundFeatures? {
        learnt += 1
        return nil
    }

    func forgetSession() { learnt = 0 }
}
