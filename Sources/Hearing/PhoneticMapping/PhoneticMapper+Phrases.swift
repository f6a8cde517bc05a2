internal import Acuity

/// From words to answers: phrases first, then the sound of each word, then the whole utterance.
extension PhoneticMapper {
    /// The answers of an utterance.
    package func answers(to words: [UtteranceToken], from source: Source) -> [SpokenAnswer] {
        let tokens = resolved(tokens(of: words, from: source), from: source)
        let isTalk = source == .anyWords && Self.isTalk(tokens)
        let hasWords = tokens.contains { $0.kind == .word || $0.kind == .unclear(isWord: true) }
        var strangeWords = 0
        var answers: [SpokenAnswer] = []
        for (index, token) in tokens.enumerated() {
            strangeWords = token.kind == .word ? strangeWords + 1 : 0
            switch token.kind {
            case .letter(let letter, _) where !isTalk: answers.append(token.answer(.letter(letter)))
            case .unclear where !isTalk: answers.append(token.answer(.unclear))
            case .command(let command)
            where !isTalk || !hasWords || token.words.count >= Self.wordsOfSureCommand:
                answers.append(token.answer(.command(command)))
            case .direction(let direction): answers.append(token.answer(.direction(direction)))
            case .word where !isTalk && source == .anyWords:
                // A long remark is one answer that was not understood.
                let run = tokens[(index - strangeWords + 1)...].prefix { $0.kind == .word }.count
                if run <= Self.mostStrangeWords || strangeWords == 1 {
                    var answer = token.answer(.unclear)
                    answer.confidence = 1 - answer.confidence
                    answers.append(answer)
                }
            default: break
            }
        }
        return answers
    }

    /// A command with this many words counts even in talk: "I can't see it", but not "stop".
    private static let wordsOfSureCommand = 4
    /// Up to this many strange words in a row are one letter each.
    private static let mostStrangeWords = 2

    /// Whether words that sound like letters are talk here.
    ///
    /// They are talk if there are other words and no letter is named by its own name, or if the
    /// other words outnumber the named letters. A single name may itself be a word of talk: "Mike
    /// is nice".
    private static func isTalk(_ tokens: [PhraseToken]) -> Bool {
        let words = tokens.count { $0.kind == .word }
        let strange = words + tokens.count { $0.kind == .unclear(isWord: true) }
        let letters = tokens.filter { $0.letter != nil }
        let named = letters.count {
            if case .letter(_, isName: true) = $0.kind { true } else { false }
        }
        let saysTalk = tokens.contains { $0.kind == .talk }
        if named == 0 {
            // "Fee" alone may be a V; "we are" is not a row of letters.
            return words > 0 || saysTalk
                || strange + letters.count > 1 && strange >= letters.count
        }
        if saysTalk, strange + letters.count - named >= named { return true }
        let isOnlyAWord =
            named == 1 && letters.contains { $0.words.first.map { $0.word.count > 1 } == true }
        return strange > (isOnlyAWord ? 0 : named)
    }

    // MARK: Phrases

    /// Divides words into phrases, from left to right.
    package func tokens(of words: [UtteranceToken], from source: Source) -> [PhraseToken] {
        var tokens: [PhraseToken] = []
        var rest = words[...]
        while let word = rest.first {
            if source == .grammar, let direction = Direction(word: word.word) {
                // In free speech, "right" more often means something else.
                rest.removeFirst()
                tokens.append(PhraseToken(kind: .direction(direction), words: [word]))
            } else if isArticle(in: rest, after: tokens.last) {
                rest.removeFirst()
                tokens.append(PhraseToken(kind: .filler, words: [word]))
            } else if let (length, rule) = rule(for: rest) {
                let phrase = Array(rest.prefix(length))
                rest.removeFirst(length)
                apply(rule, to: phrase, &rest, &tokens, source)
            } else {
                rest.removeFirst()
                tokens += self.tokens(for: word, from: source)
            }
        }
        return tokens
    }

    /// Whether the next word is an article: "a" or "an" after "I think it's" or "no", and written
    /// small before a capital, "a C, an H". In "it's A, C" it is a letter.
    private func isArticle(in rest: ArraySlice<UtteranceToken>, after last: PhraseToken?) -> Bool {
        guard let word = rest.first, let next = rest.dropFirst().first,
            bySound != nil, ["a", "an"].contains(word.word), !word.endsPhrase
        else { return false }
        if last?.precedesArticle == true { return true }
        guard next.written.count == 1, let letter = next.written.first, letter.isUppercase else {
            return false
        }
        // Before other letters "an" is an N that was taken for a word.
        return word.written == "a" || word.written == "an" && "AEFHILMNORSX".contains(letter)
    }

    /// The rule for the next words. A single letter needs no rule, unless it begins a phrase.
    private func rule(
        for rest: ArraySlice<UtteranceToken>
    ) -> (length: Int, rule: PhraseRule)? {
        guard let match = phrases.longestMatch(in: rest) else { return nil }
        let isOneLetter = rest.first.map { $0.word.count == 1 && $0.word.utf8.count == 1 } ?? false
        return match.length == 1 && isOneLetter ? nil : match
    }

    /// Adds the tokens of a phrase.
    ///
    /// - Parameters:
    ///   - rest: the words after the phrase; an example takes one of them.
    ///   - tokens: the tokens before it; the last one may change.
    private func apply(
        _ rule: PhraseRule, to phrase: [UtteranceToken], _ rest: inout ArraySlice<UtteranceToken>,
        _ tokens: inout [PhraseToken], _ source: Source
    ) {
        let kind: PhraseToken.Kind
        switch rule {
        case .name(let letter):
            // "N, November" is one letter.
            if let last = tokens.last, last.letter == letter, phrase.isCodeWord,
                !last.words.suffix(1).isCodeWord
            {
                tokens[tokens.count - 1].words += phrase
                return
            }
            kind = .letter(letter, isName: true)
        case .letter(let letter): kind = .letter(letter, isName: source == .grammar)
        case .command(let command): kind = .command(command)
        case .direction(let direction) where source == .grammar: kind = .direction(direction)
        // Typed directions are read by `spelledDirections`; among letters they are other words.
        case .direction: kind = .word
        case .unclear: kind = .unclear(isWord: true)
        case .filler: kind = .filler
        case .choice: kind = .choice
        case .apology: kind = .apology
        case .talk where source == .anyWords: kind = .talk
        case .talk:
            tokens += phrase.flatMap { self.tokens(for: $0, from: source) }
            return
        case .example: return applyExample(phrase, &rest, &tokens, source)
        }
        tokens.append(PhraseToken(kind: kind, words: phrase))
    }

    /// Joins "as in November" to the letter before it, which is unclear if the example names another
    /// letter. Without a letter before it or a word after it, "as in" means nothing and "for" is an
    /// ordinary word.
    private func applyExample(
        _ phrase: [UtteranceToken], _ rest: inout ArraySlice<UtteranceToken>,
        _ tokens: inout [PhraseToken], _ source: Source
    ) {
        let isPlain = phrase.count > 1 || phrase[0].word == "like"
        guard let letter = tokens.last?.letter, let word = rest.first,
            let confirms = confirms(word, letter, isPlain: isPlain, source)
        else {
            tokens +=
                isPlain
                ? [PhraseToken(kind: .filler, words: phrase)]
                : phrase.flatMap { self.tokens(for: $0, from: source) }
            return
        }
        tokens[tokens.count - 1].kind =
            confirms ? .letter(letter, isName: true) : .unclear(isWord: false)
        tokens[tokens.count - 1].words += phrase + [word]
        rest.removeFirst()
    }

    /// Whether an example confirms a letter; nil if it is not an example, as in "see for yourself".
    private func confirms(
        _ word: UtteranceToken, _ letter: Letter, isPlain: Bool, _ source: Source
    ) -> Bool? {
        // The example may be in another script if words have no sounds here.
        if bySound == nil, case .name(let named)? = phrases[[word.word]] { return named == letter }
        let begins = word.word.first.flatMap(Letter.init(_:)) == letter
        if begins, isPlain || word.word.count > 1 { return true }
        guard isPlain else { return CodeWord.letter(of: word.word) == nil ? nil : false }
        // "C as in sea" begins with another letter and sounds like this one.
        let sounding = tokens(of: [word], from: source)
        return sounding.count == 1 && sounding[0].letter == letter
    }

    /// Makes "C or D" one unclear letter, because two letters would shift all letters after them.
    /// Elsewhere "or" is decided by its sound. Makes "sorry" between letters a correction;
    /// elsewhere it means nothing: "sorry, I can't see it".
    private func resolved(_ tokens: [PhraseToken], from source: Source) -> [PhraseToken] {
        var resolved: [PhraseToken] = []
        var rest = tokens[...]
        while let token = rest.popFirst() {
            if token.kind == .apology {
                let before = resolved.last { $0.kind != .filler }
                let next = rest.first { $0.kind != .filler }
                // A recogniser's words come phrase by phrase, without the letter before.
                let corrects =
                    source == .grammar
                    ? !rest.contains(where: \.isCommand)
                    : before?.isAnswer == true && next?.isAnswer == true
                let kind: PhraseToken.Kind = corrects ? .command(.correction) : .filler
                resolved.append(PhraseToken(kind: kind, words: token.words))
                continue
            }
            guard token.kind == .choice else {
                resolved.append(token)
                continue
            }
            if let before = resolved.lastIndex(where: { $0.kind != .filler }),
                let after = rest.firstIndex(where: { $0.kind != .filler }),
                resolved[before].isAnswer, rest[after].isAnswer
            {
                let words = (resolved[before...] + [token] + rest[...after]).flatMap(\.words)
                resolved[before...] = [PhraseToken(kind: .unclear(isWord: false), words: words)]
                rest = rest[(after + 1)...]
            } else {
                resolved += token.words.flatMap { self.tokens(for: $0, from: source) }
            }
        }
        return source == .anyWords ? Self.withoutAssent(resolved) : resolved
    }

    /// Makes "yes" unclear if all other letters are written as single letters, because it may then
    /// mean yes.
    private static func withoutAssent(_ tokens: [PhraseToken]) -> [PhraseToken] {
        func isYes(_ token: PhraseToken) -> Bool {
            token.words.count == 1 && ["yes", "yeah"].contains(token.words[0].word)
        }
        let others = tokens.filter { $0.letter != nil && !isYes($0) }
        guard !others.isEmpty, others.allSatisfy({ $0.words.first?.written.count == 1 }) else {
            return tokens
        }
        return tokens.map {
            isYes($0) ? PhraseToken(kind: .unclear(isWord: false), words: $0.words) : $0
        }
    }

    // MARK: Words

    /// The tokens of one word that is in no phrase.
    private func tokens(for word: UtteranceToken, from source: Source) -> [PhraseToken] {
        func token(_ kind: PhraseToken.Kind, confidence: Double = 1) -> [PhraseToken] {
            [PhraseToken(kind: kind, words: [word], confidence: confidence)]
        }
        if word.word == UtteranceToken.unclear { return token(.unclear(isWord: false)) }
        if word.word.count == 1, let letter = word.word.first.flatMap(Letter.init(_:)) {
            // "A" and "I" are the only letters that are also words.
            let isName = source == .grammar || !["a", "i"].contains(word.word)
            return token(.letter(letter, isName: isName))
        }
        let entry = entry(for: word)
        if let letters = word.spelledLetters(isKnown: entry.isKnown) {
            return letters.map { letter in
                var one = word
                one.written = String(letter.rawValue)
                return PhraseToken(kind: .letter(letter, isName: true), words: [one])
            }
        }
        if word.word.contains(where: \.isNumber) { return token(.word) }
        if word.isHum { return token(.filler) }
        if source == .grammar, let letter = LetterName.letter(in: entry.variants) {
            return token(.letter(letter, isName: true))
        }
        switch SoundVerdict(bySound?.sounds.weigh(entry)) {
        case .letter(let letter, let confidence):
            return token(.letter(letter, isName: !entry.isKnown), confidence: confidence)
        case .unclear(let confidence):
            return token(.unclear(isWord: entry.isKnown), confidence: confidence)
        case .notALetter(let confidence): return token(.word, confidence: confidence)
        }
    }

    /// The pronunciations of a word, with its apostrophe if the dictionary has it so ("we'll").
    private func entry(for word: UtteranceToken) -> Pronunciations.Entry {
        guard let pronunciations = bySound?.pronunciations else {
            return Pronunciations.Entry(variants: [], isKnown: false)
        }
        let asWritten = pronunciations.entry(
            for: String(word.written.map { $0.isLetter || $0.isNumber ? $0 : "'" }))
        return asWritten.isKnown ? asWritten : pronunciations.entry(for: word.word)
    }
}

extension RandomAccessCollection<UtteranceToken> {
    /// Whether it is one word of the spelling alphabet.
    fileprivate var isCodeWord: Bool {
        count == 1 && first.map { CodeWord.letter(of: $0.word) != nil } == true
    }
}
