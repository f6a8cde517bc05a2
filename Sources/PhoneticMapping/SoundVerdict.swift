internal import Acuity

/// What the sound of one word says.
enum SoundVerdict: Sendable, Equatable {
    /// It stands for this letter; how sure, 0…1.
    case letter(Letter, confidence: Double)
    /// It may well be a letter, and none is sure; how probable it is that it is one at all.
    case unclear(confidence: Double)
    /// It is a word, or nothing that has a sound; how sure, 0…1.
    case notALetter(confidence: Double)

    /// The least probability at which a letter is taken. A letter below it is asked for again,
    /// which costs some seconds; a wrong one costs 0.02 logMAR.
    static let leastProbability = 0.6
    /// How many times more probable than the next letter it must be.
    static let margin = 2.5
    /// The least probability of being any letter at which the person is asked again.
    static let leastForUnclear = 0.5

    init(_ weighed: LetterSounds.Weighed?) {
        guard let weighed, let best = weighed.letters.first else {
            self = .notALetter(confidence: 1)
            return
        }
        // Whoever wrote "dee" chose among all words of the language and took this sound: that a
        // phone loop would mistake it for B is no reason to ask again.
        if let exact = weighed.exact {
            self = .letter(exact, confidence: 1 - weighed.word)
            return
        }
        let next = weighed.letters.dropFirst().first?.probability ?? 0
        if best.probability >= Self.leastProbability, best.probability >= Self.margin * next {
            self = .letter(best.letter, confidence: best.probability)
        } else if 1 - weighed.word >= Self.leastForUnclear {
            self = .unclear(confidence: 1 - weighed.word)
        } else {
            self = .notALetter(confidence: weighed.word)
        }
    }
}
