/// One word of an utterance as the mapper looks at it.
package struct UtteranceToken: Sendable, Equatable {
    /// In lower case, without apostrophes.
    package var word: String
    /// As it was written.
    package var written: String
    /// Whether punctuation follows: "A, C" lists, "a C" does not.
    var endsPhrase = false
    /// Whether letters are typed as they are beside it: "v" or "vz".
    var isAmongLetters = false
    /// Seconds from the start of the sound; nil where it was typed.
    package var time: ClosedRange<Double>?
    /// How sure the recogniser is of it; 1 where it was typed.
    package var confidence = 1.0

    /// What is written for a letter that was not understood.
    package static let unclear = "?"
    /// Signs that are written for it as well, and that part no words.
    private static let signsOfUnclear = [unclear, "_", "*"]
    private static let smallLetters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let dashes = ["-", "–", "—"]

    /// The words of a text. Apostrophes are part of a word and say nothing; every other sign that
    /// is no letter or digit stands between words, but for a question mark, `_` or `*` that stands
    /// alone: so an operator writes a letter that was not understood. A dash that stands alone is
    /// one, too, in a row of single letters that it does not part.
    package static func words(in text: some StringProtocol) -> [UtteranceToken] {
        // Most words come as they are to be; they are hundreds where rulings are read.
        if !text.isEmpty, text.utf8.allSatisfy({ smallLetters.contains($0) }) {
            return [UtteranceToken(word: String(text), written: String(text))]
        }
        var tokens: [UtteranceToken] = []
        var written = ""
        func finish(punctuated: Bool) {
            let bare = written.filter { !isApostrophe($0) }
            if !bare.isEmpty {
                tokens.append(UtteranceToken(word: bare.lowercased(), written: written))
            }
            written = ""
            if punctuated, !tokens.isEmpty { tokens[tokens.count - 1].endsPhrase = true }
        }
        let parts = text.split(whereSeparator: \.isWhitespace)
        let signs = isRowWithDashes(parts) ? signsOfUnclear + dashes : signsOfUnclear
        for part in parts {
            if signs.contains(String(part)) {
                tokens.append(UtteranceToken(word: unclear, written: unclear))
                continue
            }
            for character in part {
                if character.isLetter || character.isNumber || isApostrophe(character) {
                    written.append(character)
                } else {
                    finish(punctuated: true)
                }
            }
            finish(punctuated: false)
        }
        return tokens
    }

    /// Whether dashes stand for letters: "N C - Z O", where "N - C - Z" parts them.
    private static func isRowWithDashes(_ parts: [some StringProtocol]) -> Bool {
        let isDash = parts.map { dashes.contains(String($0)) }
        let isRow = zip(parts, isDash).allSatisfy {
            $0.count == 1 && ($0.first?.isLetter == true || $1)
        }
        let partsAll = isDash.indices.allSatisfy { isDash[$0] == !$0.isMultiple(of: 2) }
        return isRow && isDash.contains(false) && !partsAll
    }

    private static func isApostrophe(_ character: Character) -> Bool {
        "'’‘`´".contains(character)
    }
}
