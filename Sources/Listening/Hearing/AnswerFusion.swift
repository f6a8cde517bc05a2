internal import Acuity
public import LetterSpeech

/// What heard words say, by both opinions: the fusion's beliefs as answers.
public struct AnswerFusion: Sendable {
    private let fusion: HearingFusion
    /// What each word that is an answer by itself says.
    private let kinds: [String: SpokenAnswer.Kind]
    /// Letters that are listened for, though they are on no chart.
    let unlikely: Set<Letter>

    /// A fusion for the words of a grammar.
    ///
    /// - Parameters:
    ///   - grammar: the words that are listened for.
    ///   - mapper: tells what each says.
    public init(
        grammar: ListeningGrammar, mapper: PhoneticMapper,
        weights: HearingFusion.Weights = .fitted
    ) {
        let alone = grammar.answer.words.subtracting(grammar.others)
            .filter { grammar.answer.network.accepts([$0]) }
        var kinds: [String: SpokenAnswer.Kind] = [:]
        var roles: [String: HearingFusion.Role] = [:]
        for word in alone {
            let heard = HeardWord(word, time: 0...0, confidence: 1)
            guard let kind = mapper.answers(to: [heard], from: .grammar).first?.kind else {
                continue
            }
            kinds[word] = kind
            switch kind {
            case .letter(let letter) where !grammar.codeWords.contains(word):
                roles[word] = .letter(letter)
            case .letter: roles[word] = .codeWord
            case .direction: roles[word] = .direction
            case .command: roles[word] = .command
            case .unclear: break
            }
        }
        self.kinds = kinds
        unlikely = Set(
            grammar.offChart.compactMap { kinds[$0] }.compactMap { kind in
                if case .letter(let letter) = kind { letter } else { nil }
            })
        fusion = HearingFusion(roles: roles, unlikely: unlikely, weights: weights)
    }

    /// What a word of a breath says; nil where there is no second opinion on it, or it is a phrase
    /// of several words, which only the recogniser knows.
    ///
    /// - Parameters:
    ///   - index: which of the words.
    ///   - words: all words of the breath, in order.
    public func answer(toWord index: Int, in words: [HeardWord]) -> SpokenAnswer? {
        let word = words[index]
        guard !word.isPhrase, let belief = fusion.belief(ofWord: index, in: words)
        else { return nil }
        let certain = belief.ifAnswer(sharpness: HearingFusion.sharpness)
        let ranked = meanings(of: certain, heardAs: word.word)
        guard let best = ranked.max(by: { $0.probability < $1.probability }) else { return nil }
        let letters = meanings(of: belief, heardAs: word.word).compactMap { meaning in
            if case .letter(let letter) = meaning.kind {
                (letter, meaning.probability)
            } else {
                nil
            }
        }
        return SpokenAnswer(
            best.kind, heard: best.name, confidence: min(1, best.probability), time: word.time,
            presence: 1 - belief.other,
            belief: LetterBelief(
                letters: Dictionary(uniqueKeysWithValues: letters), unlikely: unlikely))
    }

    /// Something that a word may mean, the word that stands for it, and how likely it is.
    private typealias Meaning = (kind: SpokenAnswer.Kind, name: String, probability: Double)

    /// What a word may mean, in an order that does not change; a letter's code word is the letter.
    private func meanings(of belief: WordBelief, heardAs word: String) -> [Meaning] {
        var meanings: [Meaning] = []
        var letters = belief.letters
        var names: [Letter: (name: String, probability: Double)] = [:]
        for (name, probability) in belief.words.sorted(by: { $0.key < $1.key }) {
            if case .letter(let letter) = kinds[name] {
                letters[letter, default: 0] += probability
                if probability > names[letter]?.probability ?? 0 {
                    names[letter] = (name, probability)
                }
            } else if let kind = kinds[name] {
                meanings.append((kind, name, probability))
            }
        }
        for (letter, probability) in letters.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let isCode = (names[letter]?.probability ?? 0) > belief.letters[letter] ?? 0
            let name =
                isCode ? names[letter]?.name ?? "" : self.name(of: letter, heardAs: word)
            meanings.append((.letter(letter), name, probability))
        }
        return meanings
    }

    /// Whether a word is the name of a letter to the recogniser, not its code word.
    func isLetter(_ word: String) -> Bool {
        if case .letter(let letter) = kinds[word] { word != CodeWord.of(letter) } else { false }
    }

    /// Whether a word is a command to the recogniser.
    func isCommand(_ word: String) -> Bool {
        if case .command = kinds[word] { true } else { false }
    }

    /// The word that a letter was heard as, where the recogniser heard the letter; else the letter.
    private func name(of letter: Letter, heardAs word: String) -> String {
        kinds[word] == .letter(letter) ? word : letter.description.lowercased()
    }
}
