public import Acuity
internal import Foundation

/// Turns the words that a person said, or that an operator typed, into letters and commands.
///
/// A typed row of capitals is its letters. Otherwise phrases come first, then the sound of each word
/// compared with the names of the letters. In talk no word that only sounds like a letter is an
/// answer. `docs/grammars.md` explains how.
public struct PhoneticMapper: Sendable {
    /// The origin of the words.
    public enum Source: Sendable {
        /// Typing or free speech: any word of the language, also talk.
        case anyWords
        /// A recogniser held to a grammar of letters and commands: "are" is the name of R.
        case grammar
    }

    let phrases: PhraseRules
    let pronunciations: Pronunciations
    let sounds: LetterSounds

    /// Creates a mapper from phrases and confusions that were read.
    ///
    /// - Parameter letters: the letters that a sound may be taken for. The full name of another
    ///   letter still means that letter.
    public init(
        phrases: PhraseRules, pronunciations: Pronunciations, confusions: PhoneConfusions,
        letters: Set<Letter> = Set(Letter.allCases)
    ) {
        self.phrases = phrases
        self.pronunciations = pronunciations
        sounds = LetterSounds(confusions: confusions, letters: letters)
    }

    /// Reads the phrases and confusions from the folder of grammars, and the CMU dictionary.
    ///
    /// - Parameter guess: gives the sounds of words that the dictionary does not have.
    public init(
        grammars folder: String, dictionary path: String = CMUDictionary.debianPath,
        guess: any Pronouncing, letters: Set<Letter> = Set(Letter.allCases)
    ) throws(MappingFileError) {
        self.init(
            phrases: try PhraseRules(path: "\(folder)/\(PhraseRules.fileName)"),
            pronunciations: Pronunciations(
                dictionary: try CMUDictionary(path: path), guess: guess),
            confusions: try PhoneConfusions(path: "\(folder)/\(PhoneConfusions.fileName)"),
            letters: letters)
    }

    /// The answers of a line of text, in order; empty if it holds none.
    ///
    /// - Parameter row: the row of capitals that is taken for letters before anything else.
    public func answers(
        to text: String, awaiting row: TypedLetterRow = .lineOfChart
    ) -> [SpokenAnswer] {
        var words = UtteranceToken.words(in: text)
        if let letters = row.letters(in: words) {
            return letters.map { SpokenAnswer(.letter($0), heard: $0.description) }
        }
        let isAmongLetters = words.count > 1 && words.contains(where: \.isTypedLetters)
        for index in words.indices { words[index].isAmongLetters = isAmongLetters }
        return answers(to: words, from: .anyWords)
    }

    /// The answers of the words of one stretch of speech, in order; empty if there are none.
    ///
    /// An answer has the time from its first word to its last, and the mapping's confidence times
    /// the lowest one of its words. Sounds that are not words ("<sil>", "++NOISE++") are left out.
    public func answers(
        to words: [WordHypothesis], from source: Source = .grammar
    ) -> [SpokenAnswer] {
        let words = words.filter { $0.word.first?.isLetter == true }.flatMap { heard in
            UtteranceToken.words(in: heard.word).map { word in
                var word = word
                word.time = heard.time
                word.confidence = heard.confidence
                return word
            }
        }
        return answers(to: words, from: source)
    }

    /// The answers as `aloud map` prints them: letters, `?` for an unclear one and the names of
    /// commands, with spaces between; `-` if the text holds no answer.
    public func line(for text: String) -> String {
        let answers = answers(to: text)
        return answers.isEmpty ? "-" : answers.map(\.kind.word).joined(separator: " ")
    }

    /// The meaning of a word or phrase of a grammar; nil if it is not an answer.
    package func meaning(of words: String) -> SpokenAnswer.Kind? {
        answers(to: [WordHypothesis(words, time: 0...0, confidence: 1)], from: .grammar).first?.kind
    }

    /// The letters that phones may mean; nil if one of the phones is unknown.
    public func weigh(phones: [String]) -> LetterSounds.Weighed? {
        Pronunciation(phones.joined(separator: " ")).flatMap {
            sounds.weigh(Pronunciations.Entry(variants: [$0], isKnown: true))
        }
    }
}

extension PhoneticMapper {
    /// Explains in lines of text how a word is decided by its sound: its phones, the cost and
    /// probability of each alternative, and the verdict. Phrases and the words around it, which may
    /// decide otherwise, are left out.
    public func explanation(ofSoundOf word: String) -> String {
        let entry = pronunciations.entry(for: word)
        let source = entry.isKnown ? "in the dictionary" : "by letter-to-sound rules"
        let variants = entry.variants.map(\.description).joined(separator: ", or ")
        guard let weighed = sounds.weigh(entry) else { return "\(word): has no sound\n" }
        var lines = ["\(word): \(variants) (\(source))"]
        for (letter, probability) in weighed.letters.prefix(4) {
            let cost = sounds.leastCost(of: letter, heardAs: entry.variants)
            lines.append(Self.row("letter \(letter)", cost, probability))
        }
        let own = sounds.costAsItStands(entry.variants)
        lines.append(Self.row("the word", own, weighed.word))
        switch SoundVerdict(weighed) {
        case .letter(let letter, _): lines.append("=> \(letter)")
        case .unclear: lines.append("=> unclear")
        case .notALetter: lines.append("=> not a letter")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ name: String, _ cost: Double, _ probability: Double) -> String {
        "  " + name.padding(toLength: 10, withPad: " ", startingAt: 0)
            + String(format: "cost %5.2f   probability %.3f", cost, probability)
    }
}
