public import Acuity
internal import Foundation

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

/// "Not S, F": what is denied is no answer, and what follows it is.
extension PhoneticMapper {
    /// What "not" comes to before a letter: a correction where that letter was the last one, or
    /// where nothing was said before ("S" was an earlier reading then, and "not S, F" means "no,
    /// F"). After another letter ("C, not D") it says nothing more.
    ///
    /// - Parameters:
    ///   - phrase: the word "not", and what belongs to it.
    ///   - rest: what follows; the letters that are denied are taken from it.
    ///   - pieces: what comes before.
    /// - Returns: nil where no letter is denied: "not today".
    func denial(
        _ phrase: [UtteranceToken], rest: inout ArraySlice<UtteranceToken>,
        after pieces: [MappedPiece], _ source: Source
    ) -> MappedPiece? {
        // "It's... no, F" denies nothing.
        if phrase.last?.endsPhrase == true, phrase.last?.word == "no" {
            return MappedPiece(kind: .command(.correction), tokens: phrase)
        }
        var left = rest
        let hasArticle = Self.beginsWithArticle(left)
        if hasArticle { left.removeFirst() }
        guard let denied = named(left.first, source) else { return nil }
        left.removeFirst()
        // "Not F or P."
        while let joint = left.first, ["or", "nor"].contains(joint.word),
            named(left.dropFirst().first, source) != nil
        {
            left.removeFirst(2)
        }
        // "Not S but F."
        if left.first?.word == "but" { left.removeFirst() }
        if hasArticle, Self.beginsWithArticle(left) { left.removeFirst() }
        let tokens = phrase + rest.dropLast(left.count)
        rest = left
        let before = pieces.last { $0.kind != .filler }
        let isCorrection = before.map { $0.letter == denied } ?? true
        return MappedPiece(kind: isCorrection ? .command(.correction) : .filler, tokens: tokens)
    }

    /// Whether "a", "an" or "the" goes with the word after it: "an S".
    private static func beginsWithArticle(_ words: ArraySlice<UtteranceToken>) -> Bool {
        guard let first = words.first, words.count > 1 else { return false }
        return ["a", "an", "the"].contains(first.word) && !first.endsPhrase
    }

    /// The letter that a word names, even among other words. "See" after "not" is no letter.
    package func named(_ token: UtteranceToken?, _ source: Source) -> Letter? {
        guard let token else { return nil }
        let named = pieces(of: [token], from: source)
        guard named.count == 1, case .letter(let letter, isName: true) = named[0].kind else {
            return nil
        }
        return letter
    }
}

extension PhoneticMapper {
    /// How a word is decided by its sound, as lines of text for a person to read: how it sounds,
    /// what each alternative costs and how probable that makes it, and the verdict. Rulings and
    /// the words around it, which may decide otherwise, are left out.
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

extension PhoneticMapper {
    /// What a word or a phrase means that a grammar has; nil where it is no answer.
    package func meaning(of words: String) -> SpokenAnswer.Kind? {
        answers(to: [HeardWord(words, time: 0...0, confidence: 1)], from: .grammar).first?.kind
    }
}

/// Which letters of a line words say that they are about: "the third is R", "not sure about the K".
///
/// How many letters the line has, and which of them are asked for, is known to the test alone
/// (`SpokenAnswer.place`).
extension PhoneticMapper {
    /// The letters that somebody is not sure of, unclear. Of one that was not named before it is not
    /// known which place it has.
    static func settlingDoubts(_ pieces: [MappedPiece]) -> [MappedPiece] {
        var settled: [MappedPiece] = []
        for var piece in pieces {
            if case .doubted(let letters) = piece.kind {
                let named = Set(settled.compactMap(\.letter))
                for index in settled.indices {
                    guard let letter = settled[index].letter, letters.contains(letter) else {
                        continue
                    }
                    settled[index].kind = .unclear(isWord: false)
                }
                piece.kind = named.isSuperset(of: letters) ? .filler : .disorder
            }
            settled.append(piece)
        }
        return settled
    }

    /// Answers with the places that the words beside them give: "the third is R", "R the third",
    /// "I can't see the last one".
    static func settlingPlaces(_ pieces: [MappedPiece]) -> [MappedPiece] {
        var settled = pieces
        var place: SaidPlace?
        for index in settled.indices {
            let piece = settled[index]
            if piece.takesPlace {
                settled[index].place = piece.saidPlace ?? place
                place = nil
            } else if let said = piece.saidPlace {
                if index > 0, settled[index - 1].takesPlace, settled[index - 1].place == nil,
                    follows(index, upon: settled[index - 1], in: settled)
                {
                    settled[index - 1].place = said
                } else {
                    place = said
                }
            }
        }
        // "No, the third": which letter it is comes later, if at all.
        if place != nil, let last = settled.lastIndex(where: { $0.saidPlace != nil }),
            settled.contains(where: { $0.takesPlace || $0.kind == .command(.correction) })
        {
            settled[last].kind = .disorder
        }
        return settled
    }

    /// Whether "the third" belongs to what was said right before it: "R the third", "I can't see the
    /// third", and not "R, the third is Z".
    private static func follows(
        _ index: Int, upon before: MappedPiece, in pieces: [MappedPiece]
    ) -> Bool {
        let tokens = pieces[index].tokens
        let isLast = index == pieces.count - 1
        guard let last = tokens.last, last.word != "is" else { return false }
        if before.tokens.last?.endsPhrase == true { return isLast }
        return isLast || last.endsPhrase || before.kind == .command(.cannotSee)
    }
}

extension MappedPiece {
    private static let places: [String: SaidPlace] = [
        "first": .position(0), "second": .position(1), "third": .position(2),
        "fourth": .position(3), "fifth": .position(4), "1st": .position(0), "2nd": .position(1),
        "3rd": .position(2), "4th": .position(3), "5th": .position(4), "last": .last,
        "other": .other,
    ]

    /// Whether it is an answer for one letter.
    fileprivate var takesPlace: Bool { isAnswer || kind == .command(.cannotSee) }

    /// The place that its words name.
    fileprivate var saidPlace: SaidPlace? {
        guard kind == .filler || kind == .command(.cannotSee) else { return nil }
        return tokens.lazy.compactMap { Self.places[$0.word] }.first
    }
}
