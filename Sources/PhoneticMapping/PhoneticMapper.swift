public import Acuity

/// Turns the words that a person said, or that an operator typed, into letters and commands.
///
/// A typed row of capitals that is awaited is its letters. Else rulings come first, then the sound
/// of each word against the sounds of the letters' names, and last the utterance as a whole: words
/// that only sound like letters are no answer where people are talking.
/// `docs/phonetic-mapper.md` shows how.
public struct PhoneticMapper: Sendable {
    /// Where the words come from.
    public enum Source: Sendable {
        /// Free speech or typing: any word of the language, also talk.
        case anyWords
        /// A recogniser held to a grammar of letters and commands: "are" is the name of R.
        case grammar
    }

    package let rulings: Rulings
    package let pronunciations: Pronunciations
    package let sounds: LetterSounds

    /// A mapper by rulings and confusions that were read.
    ///
    /// - Parameter letters: those that a sound may be taken for. Whoever says another letter's
    ///   name in so many words still means that letter.
    public init(
        rulings: Rulings, pronunciations: Pronunciations, confusions: PhoneConfusions,
        letters: Set<Letter> = Set(Letter.allCases)
    ) {
        self.rulings = rulings
        self.pronunciations = pronunciations
        sounds = LetterSounds(confusions: confusions, letters: letters)
    }

    /// Reads the rulings and confusions from the folder of grammars, and the CMU dictionary.
    ///
    /// - Parameter guess: how words sound that the dictionary does not have.
    public init(
        grammars folder: String, dictionary path: String = CMUDictionary.debianPath,
        guess: any Pronouncing, letters: Set<Letter> = Set(Letter.allCases)
    ) throws(MappingFileError) {
        self.init(
            rulings: try Rulings(path: "\(folder)/\(Rulings.fileName)"),
            pronunciations: Pronunciations(
                dictionary: try CMUDictionary(path: path), guess: guess),
            confusions: try PhoneConfusions(path: "\(folder)/\(PhoneConfusions.fileName)"),
            letters: letters)
    }

    /// What a line of text says, in order; empty where it is no answer.
    ///
    /// - Parameter row: what it is to be taken for in capitals, before anything else.
    public func answers(
        to text: String, awaiting row: AwaitedRow = .lineOfChart
    ) -> [SpokenAnswer] {
        var tokens = UtteranceToken.words(in: text)
        if let letters = row.letters(in: tokens) {
            return letters.map { SpokenAnswer(.letter($0), heard: $0.description) }
        }
        let isAmongLetters = tokens.count > 1 && tokens.contains(where: \.isTypedLetters)
        for index in tokens.indices { tokens[index].isAmongLetters = isAmongLetters }
        return answers(to: tokens, from: .anyWords)
    }

    /// What the words of one stretch of speech say, in order; empty where it is no answer.
    ///
    /// An answer has the time from its first word to its last, and a confidence that is the
    /// mapping's times the least of its words'. Sounds that are no words ("<sil>", "++NOISE++")
    /// are left out.
    public func answers(
        to words: [HeardWord], from source: Source = .grammar
    ) -> [SpokenAnswer] {
        let tokens = words.filter { $0.word.first?.isLetter == true }.flatMap { heard in
            UtteranceToken.words(in: heard.word).map { token in
                var token = token
                token.time = heard.time
                token.confidence = heard.confidence
                return token
            }
        }
        return answers(to: tokens, from: source)
    }

    /// The answers as `aloud map` prints them: letters, `?` for an unclear one, the names of
    /// commands, with blanks between; `-` where the text is no answer.
    public func line(for text: String) -> String {
        let parts = answers(to: text).map { answer in
            switch answer.kind {
            case .letter(let letter): String(letter.rawValue)
            case .command(let command): command.rawValue
            case .direction(let direction): direction.rawValue
            case .unclear: "?"
            }
        }
        return parts.isEmpty ? "-" : parts.joined(separator: " ")
    }

    /// What phones may stand for; nil where one of them is unknown.
    public func weigh(phones: [String]) -> LetterSounds.Weighed? {
        Pronunciation(phones.joined(separator: " ")).flatMap {
            sounds.weigh(Pronunciations.Entry(variants: [$0], isKnown: true))
        }
    }
}
