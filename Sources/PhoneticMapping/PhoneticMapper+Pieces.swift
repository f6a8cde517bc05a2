internal import Acuity

extension PhoneticMapper {
    /// Understands words one phrase at a time, from left to right.
    package func pieces(of tokens: [UtteranceToken], from source: Source) -> [MappedPiece] {
        var pieces: [MappedPiece] = []
        var rest = tokens[...]
        while let token = rest.first {
            if source == .grammar, let direction = Direction(word: token.word) {
                // Among any words, "right" is more often said of something else.
                rest.removeFirst()
                pieces.append(MappedPiece(kind: .direction(direction), tokens: [token]))
            } else if isArticle(in: rest, after: pieces.last) {
                rest.removeFirst()
                pieces.append(MappedPiece(kind: .filler, tokens: [token]))
            } else if let (length, ruling) = ruling(on: rest) {
                let phrase = Array(rest.prefix(length))
                rest.removeFirst(length)
                pieces += follow(ruling, phrase: phrase, rest: &rest, last: &pieces, source)
            } else {
                rest.removeFirst()
                pieces += self.pieces(for: token, from: source)
            }
        }
        return pieces
    }

    /// "a" and "an" after "I think it's" and before more are no letters; "it's A, C" lists them.
    /// Nor are they after "no", where one letter is due, whatever sign stands between, nor written
    /// small before a capital, wherever they stand: "a C, an H".
    private func isArticle(in rest: ArraySlice<UtteranceToken>, after last: MappedPiece?) -> Bool {
        guard let token = rest.first, rest.count > 1, ["a", "an"].contains(token.word),
            !token.endsPhrase
        else {
            return false
        }
        if last?.kind == .command(.correction) { return true }
        if let last, last.announces { return last.tokens.last?.endsPhrase == false }
        return Self.isArticle(token.written, before: rest[rest.index(after: rest.startIndex)])
    }

    /// Whether "a" or "an", as it is written, goes with a capital. "An" goes with those alone whose
    /// names begin with a vowel: before others it is an N that was taken for a word.
    private static func isArticle(_ written: String, before next: UtteranceToken) -> Bool {
        guard next.written.count == 1, let letter = next.written.first, letter.isUppercase else {
            return false
        }
        return written == "a" || written == "an" && "AEFHILMNORSX".contains(letter)
    }

    /// The ruling on the words that come next. A letter written alone is that letter and needs
    /// none, unless it begins a phrase.
    private func ruling(
        on rest: ArraySlice<UtteranceToken>
    ) -> (length: Int, ruling: Ruling)? {
        guard let match = rulings.longestMatch(in: rest) else { return nil }
        return match.length == 1 && rest.first?.word.count == 1 ? nil : match
    }

    /// Does what a ruling says about a phrase.
    ///
    /// - Parameters:
    ///   - rest: what follows the phrase; what belongs to it is taken from there.
    ///   - pieces: what comes before, of which the last may become something else.
    /// - Returns: the pieces that the phrase comes to.
    private func follow(
        _ ruling: Ruling, phrase: [UtteranceToken], rest: inout ArraySlice<UtteranceToken>,
        last pieces: inout [MappedPiece], _ source: Source
    ) -> [MappedPiece] {
        switch ruling {
        case .name(let letter):
            return [MappedPiece(kind: .letter(letter, isName: true), tokens: phrase)]
        case .letter(let letter):
            let isName = source == .grammar
            return [MappedPiece(kind: .letter(letter, isName: isName), tokens: phrase)]
        case .command(let command):
            return [MappedPiece(kind: .command(command), tokens: phrase)]
        case .filler:
            return [MappedPiece(kind: .filler, tokens: phrase)]
        case .talk:
            guard source == .grammar else { return [MappedPiece(kind: .talk, tokens: phrase)] }
            return phrase.flatMap { self.pieces(for: $0, from: source) }
        case .choice:
            return [MappedPiece(kind: .choice, tokens: phrase)]
        case .between:
            return [MappedPiece(kind: .between, tokens: phrase)]
        case .guess(let isAlternative):
            return [MappedPiece(kind: .guess(isAlternative: isAlternative), tokens: phrase)]
        case .doubt:
            return [MappedPiece(kind: .doubt, tokens: phrase)]
        case .retraction:
            return [MappedPiece(kind: .retraction, tokens: phrase)]
        case .twice:
            if let doubled = doubled(phrase, rest: &rest, source) { return doubled }
        case .denial:
            if let denied = denial(phrase, rest: &rest, after: pieces, source) { return [denied] }
            // "There is no time" holds no "no".
            if phrase.last?.word == "no" {
                return phrase.flatMap { self.pieces(for: $0, from: source) }
            }
        case .disorder:
            return [MappedPiece(kind: .disorder, tokens: phrase)]
        case .doubtOf:
            if let doubted = doubted(phrase, rest: &rest, source) { return [doubted] }
        case .example:
            return confirm(by: phrase, rest: &rest, last: &pieces, source)
        }
        return followShorter(phrase, rest: &rest, last: &pieces, source)
    }

    /// What a phrase comes to of which its ruling says nothing: a shorter one may begin it.
    private func followShorter(
        _ phrase: [UtteranceToken], rest: inout ArraySlice<UtteranceToken>,
        last pieces: inout [MappedPiece], _ source: Source
    ) -> [MappedPiece] {
        guard let (length, ruling) = rulings.longestMatch(in: phrase.dropLast()) else {
            return phrase.flatMap { self.pieces(for: $0, from: source) }
        }
        rest = (phrase.dropFirst(length) + rest)[...]
        return follow(
            ruling, phrase: Array(phrase.prefix(length)), rest: &rest, last: &pieces, source)
    }

    /// The letters after "not sure about"; nil where none is named.
    private func doubted(
        _ phrase: [UtteranceToken], rest: inout ArraySlice<UtteranceToken>, _ source: Source
    ) -> MappedPiece? {
        var left = rest
        var letters: [Letter] = []
        while true {
            var one = left
            if !letters.isEmpty {
                guard ["and", "or"].contains(one.popFirst()?.word) else { break }
            }
            for word in ["the", "letter"] where one.first?.word == word && one.count > 1 {
                one.removeFirst()
            }
            guard let letter = named(one.popFirst(), source) else { break }
            letters.append(letter)
            left = one
        }
        guard !letters.isEmpty else { return nil }
        let tokens = phrase + rest.dropLast(left.count)
        rest = left
        return MappedPiece(kind: .doubted(letters), tokens: tokens)
    }

    /// The letter after "double", twice; nil where none follows. Double U is W, however the U is
    /// spelled.
    private func doubled(
        _ phrase: [UtteranceToken], rest: inout ArraySlice<UtteranceToken>, _ source: Source
    ) -> [MappedPiece]? {
        guard let next = rest.first else { return nil }
        let named = pieces(of: [next], from: source)
        guard named.count == 1, let letter = named[0].letter else { return nil }
        rest.removeFirst()
        var piece = named[0]
        piece.kind = .letter(letter == .u ? .w : letter, isName: true)
        piece.tokens = phrase + [next]
        return letter == .u ? [piece] : [piece, piece]
    }

    /// Takes "as in November" for a part of the letter before it, which is sure then, or unclear
    /// where the example is another letter's; where no letter is before it, or no example after, it
    /// is what it says by itself.
    private func confirm(
        by phrase: [UtteranceToken], rest: inout ArraySlice<UtteranceToken>,
        last pieces: inout [MappedPiece], _ source: Source
    ) -> [MappedPiece] {
        guard let letter = pieces.last?.letter,
            let confirms = example(rest.first, after: phrase, confirms: letter, source)
        else { return unused(example: phrase, source) }
        pieces[pieces.count - 1].kind =
            confirms ? .letter(letter, isName: true) : .unclear(isWord: false)
        pieces[pieces.count - 1].tokens += phrase + rest.prefix(1)
        rest = rest.dropFirst()
        return []
    }

    /// What joins no example to a letter: "as in" and "like" say nothing then, and "for" is a word.
    private func unused(example phrase: [UtteranceToken], _ source: Source) -> [MappedPiece] {
        if phrase.count > 1 || phrase[0].word == "like" {
            return [MappedPiece(kind: .filler, tokens: phrase)]
        }
        return phrase.flatMap { pieces(for: $0, from: source) }
    }

    /// Whether an example confirms the letter before it, "N as in November", or names another one,
    /// "N as in Mike"; nil where the phrase is none, as in "see for yourself".
    private func example(
        _ word: UtteranceToken?, after phrase: [UtteranceToken], confirms letter: Letter,
        _ source: Source
    ) -> Bool? {
        // "As in" says nothing else; "for" may.
        let isPlain = phrase.count > 1
        guard let word else { return isPlain ? true : nil }
        let begins = word.word.first.flatMap(Letter.init(_:)) == letter
        if begins, isPlain || word.word.count > 1 { return true }
        guard isPlain else { return CodeWord.letter(of: word.word) == nil ? nil : false }
        // "C as in sea" begins with another letter and sounds like this one.
        let sounding = pieces(of: [word], from: source)
        return sounding.count == 1 && sounding[0].letter == letter
    }

    /// One word that no ruling is about.
    package func pieces(for token: UtteranceToken, from source: Source) -> [MappedPiece] {
        if token.word == UtteranceToken.unclear {
            return [MappedPiece(kind: .unclear(isWord: false), tokens: [token])]
        }
        if token.word.count == 1, let letter = token.word.first.flatMap(Letter.init(_:)) {
            // "a" and "I" are the only letters that are also words.
            let isName = source == .grammar || !["a", "i"].contains(token.word)
            return [MappedPiece(kind: .letter(letter, isName: isName), tokens: [token])]
        }
        let entry = entry(for: token)
        if let letters = token.spelledLetters(isKnown: entry.isKnown) {
            return letters.map { letter in
                var one = token
                one.written = String(letter.rawValue)
                return MappedPiece(kind: .letter(letter, isName: true), tokens: [one])
            }
        }
        guard !token.word.contains(where: \.isNumber) else {
            return [MappedPiece(kind: .word, tokens: [token])]
        }
        if token.isHum { return [MappedPiece(kind: .filler, tokens: [token])] }
        if source == .grammar, let letter = LetterName.letter(in: entry.variants) {
            return [MappedPiece(kind: .letter(letter, isName: true), tokens: [token])]
        }
        return [piece(for: token, sounding: entry)]
    }

    private func piece(
        for token: UtteranceToken, sounding entry: Pronunciations.Entry
    ) -> MappedPiece {
        switch SoundVerdict(sounds.weigh(entry)) {
        case .letter(let letter, let confidence):
            MappedPiece(
                kind: .letter(letter, isName: !entry.isKnown), tokens: [token],
                confidence: confidence)
        case .unclear(let confidence):
            MappedPiece(
                kind: .unclear(isWord: entry.isKnown), tokens: [token], confidence: confidence)
        case .notALetter(let confidence):
            MappedPiece(kind: .word, tokens: [token], confidence: confidence)
        }
    }

    /// How a word sounds, with its apostrophe where the dictionary has it so ("we'll").
    private func entry(for token: UtteranceToken) -> Pronunciations.Entry {
        let asWritten = pronunciations.entry(
            for: String(token.written.map { $0.isLetter || $0.isNumber ? $0 : "'" }))
        return asWritten.isKnown ? asWritten : pronunciations.entry(for: token.word)
    }
}
