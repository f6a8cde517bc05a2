package import Acuity
internal import Foundation

/// Decides by its sound which letter a word means.
///
/// Either the word itself was said, or a letter's name was said and mistaken for it. Bayes' rule
/// weighs the two: the frequency of each, times the probability that it sounds like the word heard,
/// from the measured confusions.
package struct LetterSounds: Sendable {
    /// Prior probability that a person says one particular word when asked for a letter. Chosen,
    /// not measured: low enough that a word that sounds exactly like a letter's name is taken for
    /// the letter (1/26 against 1/1000 gives 97 %), high enough that other words keep their own
    /// sound.
    package static let wordPrior = 0.001
    /// The same for a word in no dictionary, because hardly anyone says such a word.
    package static let unknownWordPrior = 0.0001

    /// The weight of the measured costs. They were measured with a phone loop, which knows no words
    /// and mistakes half of the phones. A person who writes a word down makes fewer mistakes of the
    /// same kind. Chosen on the table of cases in the tests.
    package static let sharpness = 1.25

    private let confusions: PhoneConfusions
    private let names: [LetterName]
    private let letters: Set<Letter>

    /// Compares sounds with the names of some letters.
    ///
    /// - Parameter letters: the possible letters, all equally probable.
    package init(confusions: PhoneConfusions, letters: Set<Letter> = Set(Letter.allCases)) {
        self.confusions = confusions
        self.letters = letters
        names = LetterName.all.filter { letters.contains($0.letter) }
    }

    /// The possible meanings of a word, with probabilities that add up to 1.
    package struct Weighed: Sendable {
        /// The letters, most probable first.
        package var letters: [(letter: Letter, probability: Double)]
        /// The probability that it is just the word.
        package var word: Double
        /// The letter whose name the word sounds exactly like, if there is one. It may be a letter
        /// that is not possible here: a person who says "see" in a test of H, O, T and V means C.
        package var exact: Letter?
    }

    /// Weighs a word; nil if it has no sound.
    ///
    /// If the word has several pronunciations, one that is a letter's name counts, otherwise the
    /// one that sounds most like a letter.
    package func weigh(_ entry: Pronunciations.Entry) -> Weighed? {
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
        // Summed in the order of the letters, so that rounding is the same each time.
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

    /// -ln P of hearing any of the pronunciations if exactly that one was said.
    func costAsItStands(_ variants: [Pronunciation]) -> Double {
        variants.map { confusions.cost(said: $0, heard: $0) }.min() ?? .infinity
    }
}

/// The verdict on the sound of one word.
enum SoundVerdict: Sendable, Equatable {
    /// The word means this letter, with a confidence of 0…1.
    case letter(Letter, confidence: Double)
    /// Possibly a letter, but no single one is certain; the value is the probability of any letter.
    case unclear(confidence: Double)
    /// It is only a word, or has no sound, with a confidence of 0…1.
    case notALetter(confidence: Double)

    /// Minimum probability at which a letter is taken. A letter below it is asked for again,
    /// which costs some seconds; a wrong one costs 0.02 logMAR.
    private static let leastProbability = 0.6
    /// Minimum ratio of its probability to that of the next letter.
    static let margin = 2.5
    /// Minimum probability of being any letter at which the person is asked again.
    private static let leastForUnclear = 0.5

    init(_ weighed: LetterSounds.Weighed?) {
        guard let weighed, let best = weighed.letters.first else {
            self = .notALetter(confidence: 1)
            return
        }
        // The writer of "dee" chose this sound among all words of the language. A phone loop might
        // mistake it for B, but that is not a reason to ask again.
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

/// One way to say the name of a letter.
package struct LetterName: Sendable {
    /// The letter.
    package let letter: Letter
    /// The sound of its name, said this way.
    package let pronunciation: Pronunciation

    /// The names of the 26 letters. H is also "haitch" and Z also "zed", as most speakers outside
    /// the United States say (Wells JC. Longman Pronunciation Dictionary, 3rd ed. 2008).
    package static let all: [LetterName] = Letter.allCases.flatMap { letter in
        phones(of: letter).compactMap { Pronunciation($0) }
            .map { LetterName(letter: letter, pronunciation: $0) }
    }

    private static func phones(of letter: Letter) -> [String] {
        switch letter {
        case .a: ["EY"]
        case .b: ["B IY"]
        case .c: ["S IY"]
        case .d: ["D IY"]
        case .e: ["IY"]
        case .f: ["EH F"]
        case .g: ["JH IY"]
        case .h: ["EY CH", "HH EY CH"]
        case .i: ["AY"]
        case .j: ["JH EY"]
        case .k: ["K EY"]
        case .l: ["EH L"]
        case .m: ["EH M"]
        case .n: ["EH N"]
        case .o: ["OW"]
        case .p: ["P IY"]
        case .q: ["K Y UW"]
        case .r: ["AA R"]
        case .s: ["EH S"]
        case .t: ["T IY"]
        case .u: ["Y UW"]
        case .v: ["V IY"]
        case .w: ["D AH B AH L Y UW"]
        case .x: ["EH K S"]
        case .y: ["W AY"]
        case .z: ["Z IY", "Z EH D"]
        }
    }
}

extension LetterName {
    /// The letter whose name is one of the pronunciations; nil if there is none.
    package static func letter(in variants: [Pronunciation]) -> Letter? {
        all.first { variants.contains($0.pronunciation) }?.letter
    }
}
