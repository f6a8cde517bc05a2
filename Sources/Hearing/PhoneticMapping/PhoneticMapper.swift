package import Acuity
internal import Foundation
internal import Platform

/// Turns the words that a person said, or that an operator typed, into letters and commands.
///
/// A typed row of capitals means its letters. Otherwise phrases come first, then the sound of each
/// word compared with the names of the letters. In talk, a word that only sounds like a letter is
/// not an answer. `docs/grammars.md` explains how.
///
/// ```swift
/// let mapper = try PhoneticMapper(grammars: "grammars", guess: FlitePronouncer())
/// mapper.line(for: "see zee are aitch yes")  // "C Z R H S"
/// ```
package struct PhoneticMapper: Sendable {
    /// The origin of the words.
    package enum Source: Sendable {
        /// Typing or free speech: any word of the language, also talk.
        case anyWords
        /// A recogniser held to a grammar of letters and commands: "are" is the name of R.
        case grammar
    }

    let phrases: PhraseRules
    /// The sounds of words; nil where words are not compared by sound, as in any language but
    /// English.
    let bySound: BySound?
    /// The phrases before a test; nil for those of English.
    let settings: SettingPhrases?

    /// The comparison of words with the names of letters.
    struct BySound: Sendable {
        let pronunciations: Pronunciations
        let sounds: LetterSounds
    }

    /// Creates a mapper from phrases and confusions that were read.
    ///
    /// - Parameter letters: the letters that a sound may be taken for. The full name of another
    ///   letter still means that letter.
    package init(
        phrases: PhraseRules, pronunciations: Pronunciations, confusions: PhoneConfusions,
        letters: Set<Letter> = Set(Letter.allCases)
    ) {
        self.phrases = phrases
        settings = nil
        bySound = BySound(
            pronunciations: pronunciations,
            sounds: LetterSounds(confusions: confusions, letters: letters))
    }

    /// Creates a mapper that knows words only by their phrases.
    package init(phrases: PhraseRules, settings: SettingPhrases? = nil) {
        self.phrases = phrases
        self.settings = settings
        bySound = nil
    }

    /// Reads the phrases and confusions from the folder of grammars, and the CMU dictionary. In the
    /// folder of another language than English words are known only by their phrases.
    ///
    /// - Parameter guess: gives the sounds of words that the dictionary does not have.
    package init(
        grammars folder: String, dictionary path: String = CMUDictionary.debianPath,
        guess: any Pronouncing, letters: Set<Letter> = Set(Letter.allCases)
    ) throws(MappingFileError) {
        guard try HearingLanguage.of(grammars: folder) == nil else {
            self.init(
                phrases: try PhraseRules(path: "\(folder)/\(PhraseRules.fileName)"),
                settings: try SettingPhrases(path: "\(folder)/\(SettingPhrases.fileName)"))
            return
        }
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
    package func answers(
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
    package func answers(
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
    package func line(for text: String) -> String {
        let answers = answers(to: text)
        return answers.isEmpty ? "-" : answers.map(\.kind.word).joined(separator: " ")
    }

    /// The meaning of a word or phrase of a grammar; nil if it is not an answer.
    package func meaning(of words: String) -> SpokenAnswer.Kind? {
        answers(to: [WordHypothesis(words, time: 0...0, confidence: 1)], from: .grammar).first?.kind
    }

    /// Whether words are compared with the names of letters by their sound, as in English.
    package var comparesSounds: Bool { bySound != nil }

    /// The letters that phones may mean; nil if one of the phones is unknown.
    package func weigh(phones: [String]) -> LetterSounds.Weighed? {
        Pronunciation(phones.joined(separator: " ")).flatMap {
            bySound?.sounds.weigh(Pronunciations.Entry(variants: [$0], isKnown: true))
        }
    }
}

extension PhoneticMapper {
    /// Explains in lines of text how a word is decided by its sound: its phones, the cost and
    /// probability of each alternative, and the verdict. Phrases and the words around it, which may
    /// decide otherwise, are left out.
    package func explanation(ofSoundOf word: String) -> String {
        guard let bySound else {
            return "\(word): by its phrase only, because this language has no sounds of words\n"
        }
        let sounds = bySound.sounds
        let entry = bySound.pronunciations.entry(for: word)
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

/// Directions as they are typed, for optotypes that point somewhere.
package enum DirectionWords {
    /// A line of text with the letter of each direction instead of its words: "right" is R. If the
    /// optotypes have diagonals, "up left", "left, up" and "top-left" are Q.
    ///
    /// U, D, L and R may be typed for their directions alone or in a row of capitals, and the
    /// letter of any choice as the whole line. All other single letters become small, so that
    /// `names` can distinguish a direction from a letter among other words. A "right" or "left"
    /// that may be part of a remark, "that's right" or "my right eye", becomes a question mark.
    package static func spelled(_ line: String, among optotypes: OptotypeSet) -> String {
        let line = line.halfWidth
        if let only = only(line), optotypes.choices.contains(only) { return only.description }
        let words = line.split { $0.isWhitespace || optotypes.areDiagonals && $0 == "-" }
        let plain = words.map { $0.lowercased().filter(\.isLetter) }
        var spelled: [String] = []
        var rest = words.indices
        while let index = rest.popFirst() {
            guard let direction = Direction(word: plain[index]) else {
                spelled += letters(words[index])
                continue
            }
            guard !mayBeRemark(index, in: plain) else {
                spelled.append("?")
                continue
            }
            if optotypes.areDiagonals, let next = rest.first,
                let other = Direction(word: plain[next]),
                let diagonal = Direction(between: direction, and: other)
            {
                rest.removeFirst()
                spelled.append(diagonal.letter.description)
            } else {
                spelled.append(direction.letter.description)
            }
        }
        return spelled.joined(separator: " ")
    }

    /// Whether an answer that is a letter is one that `spelled` wrote for a direction.
    package static func names(_ answer: SpokenAnswer, among optotypes: OptotypeSet) -> Bool {
        guard case .letter(let letter) = answer.kind else { return false }
        return answer.heard == letter.description && optotypes.choices.contains(letter)
    }

    private static let beforeRemark: Set = [
        "all", "thats", "youre", "quite", "very", "from", "my", "yes", "yeah", "ok", "okay",
        "oh", "ah", "well", "so",
    ]
    private static let afterRemark: Set = [
        "eye", "eyes", "away", "yes", "yeah", "ok", "okay", "so", "now", "well", "then",
    ]

    private static func mayBeRemark(_ index: Int, in words: [String]) -> Bool {
        guard ["left", "right"].contains(words[index]) else { return false }
        return beforeRemark.contains(words[..<index].last ?? "")
            || afterRemark.contains(words[(index + 1)...].first ?? "")
    }

    /// The letter of a line with a single character; nil for any other line.
    private static func only(_ line: String) -> Letter? {
        let signs = line.filter { !$0.isWhitespace }
        return signs.count == 1 ? signs.first.flatMap { Letter($0) } : nil
    }

    /// The words to write for a word that is not a direction: letters of directions in capitals,
    /// and other single letters in lower case.
    private static func letters(_ word: Substring) -> [String] {
        let straight = Direction.straight.map(\.letter.description)
        let signs = word.filter(\.isLetter).map(String.init)
        if signs.count == 1, straight.contains(signs[0].uppercased()) {
            return [signs[0].uppercased()]
        }
        if signs.count > 1, signs.allSatisfy(straight.contains) { return signs }
        return [signs.count == 1 ? word.lowercased() : String(word)]
    }
}

/// Reads whole files for the mapper.
enum MappingFile {
    /// - Parameter advice: the remedy for a person if the file is missing.
    ///
    /// The file is mapped if possible, so that its bytes need no memory.
    static func data(of path: String, advice: String) throws(MappingFileError) -> Data {
        let mapped = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        guard let data = mapped ?? FileManager.default.contents(atPath: path) else {
            let exists = FileManager.default.fileExists(atPath: path)
            throw MappingFileError(
                file: path, reason: exists ? "cannot be read; \(advice)" : "is missing; \(advice)")
        }
        return data
    }

    /// The file's text, without a byte order mark.
    static func text(of path: String, advice: String) throws(MappingFileError) -> String {
        let mark = Data("\u{FEFF}".utf8)
        var data = try data(of: path, advice: advice)
        if data.starts(with: mark) { data = data.dropFirst(mark.count) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw MappingFileError(file: path, reason: "is not UTF-8 text; \(advice)")
        }
        return text
    }
}
