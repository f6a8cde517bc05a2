public import Acuity
internal import Foundation

/// Decides by its sound which letter a word stands for.
///
/// Either the word was said as it stands, or a letter's name was said and mistaken for it. Bayes'
/// rule weighs the two: how often each is said, times how probable it is that what was said is
/// heard so, from the measured confusions.
public struct LetterSounds: Sendable {
    /// How probable one certain word is where a letter was asked for. Chosen, not measured: low
    /// enough that a word that sounds exactly like a letter's name is taken for the letter
    /// (1/26 against 1/1000 gives 97 %), high enough that other words keep their own sound.
    public static let wordPrior = 0.001
    /// The same for a word that no dictionary has: hardly anyone says those.
    public static let unknownWordPrior = 0.0001

    /// By how much the measured costs count more. The phone loop that they were measured with
    /// knows no words and mistakes half of what it hears; whoever wrote a word down made fewer
    /// mistakes of the same kind. Chosen on the table of cases in the tests.
    public static let sharpness = 1.25

    private let confusions: PhoneConfusions
    private let names: [LetterName]
    private let letters: Set<Letter>

    /// Compares sounds with the names of some letters.
    ///
    /// - Parameter letters: those that come into question; each is as probable as the others.
    public init(confusions: PhoneConfusions, letters: Set<Letter> = Set(Letter.allCases)) {
        self.confusions = confusions
        self.letters = letters
        names = LetterName.all.filter { letters.contains($0.letter) }
    }

    /// What a word may stand for, with probabilities that add up to 1.
    public struct Weighed: Sendable {
        /// The letters, most probable first.
        public var letters: [(letter: Letter, probability: Double)]
        /// That it is just the word.
        public var word: Double
        /// The letter whose name the word sounds exactly like, if there is one. It may be one that
        /// does not come into question: whoever says "see" where H, O, T or V is due means C.
        public var exact: Letter?
    }

    /// Weighs a word; nil where it has no sound.
    ///
    /// Of a word's pronunciations, that one counts which is a letter's name, or else sounds most
    /// like one.
    public func weigh(_ entry: Pronunciations.Entry) -> Weighed? {
        guard !letters.isEmpty else { return nil }
        return entry.variants
            .map { weigh($0, prior: entry.isKnown ? Self.wordPrior : Self.unknownWordPrior) }
            .min { ($0.exact == nil ? 1 : 0, $0.word) < ($1.exact == nil ? 1 : 0, $1.word) }
    }

    private func weigh(_ heard: Pronunciation, prior: Double) -> Weighed {
        var likelihood: [Letter: Double] = [:]
        for name in names {
            let cost = confusions.cost(said: name.pronunciation, heard: heard)
            likelihood[name.letter] = max(likelihood[name.letter] ?? 0, exp(-Self.sharpness * cost))
        }
        let asItStands = prior * exp(-Self.sharpness * confusions.cost(said: heard, heard: heard))
        let weights = likelihood.mapValues { $0 / Double(letters.count) }
        // In the order of the letters, so that the last digit is the same each time.
        let total = Letter.allCases.reduce(asItStands) { $0 + (weights[$1] ?? 0) }
        return Weighed(
            letters:
                weights
                .map { (letter: $0.key, probability: $0.value / total) }
                .sorted {
                    ($1.probability, $0.letter.rawValue) < ($0.probability, $1.letter.rawValue)
                },
            word: asItStands / total,
            exact: LetterName.letter(in: [heard]))
    }
}

extension LetterSounds {
    /// -ln P of hearing any of the pronunciations where the letter's name was said.
    func leastCost(of letter: Letter, heardAs variants: [Pronunciation]) -> Double {
        let costs = names.filter { $0.letter == letter }.flatMap { name in
            variants.map { confusions.cost(said: name.pronunciation, heard: $0) }
        }
        return costs.min() ?? .infinity
    }

    /// -ln P of hearing any of the pronunciations where just that was said.
    func costAsItStands(_ variants: [Pronunciation]) -> Double {
        variants.map { confusions.cost(said: $0, heard: $0) }.min() ?? .infinity
    }
}
