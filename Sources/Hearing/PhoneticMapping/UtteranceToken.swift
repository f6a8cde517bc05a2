package import Acuity
internal import Platform

/// One word of an utterance.
package struct UtteranceToken: Sendable, Equatable {
    /// The word in lower case, without apostrophes.
    package var word: String
    /// The word as it was written.
    package var written: String
    /// Whether punctuation follows: "A, C" lists two letters, "a C" is one.
    var endsPhrase = false
    /// Whether other words of the utterance are typed letters: "v" or "vz".
    var isAmongLetters = false
    /// Seconds from the start of the sound; nil if it was typed.
    package var time: ClosedRange<Double>?
    /// The recogniser's confidence in it; 1 if it was typed.
    package var confidence = 1.0

    /// The sign for a letter that was not understood.
    package static let unclear = "?"
    /// The signs that operators write for such a letter.
    private static let signsOfUnclear = [unclear, "_", "*"]
    private static let smallLetters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let dashes = ["-", "–", "—"]

    /// The words of a text.
    ///
    /// Apostrophes are part of a word and do not count; every other sign separates words. A single
    /// `?`, `_` or `*` is a letter that was not understood, and so is a single dash in a row of
    /// letters that it does not separate. Full-width letters are letters.
    package static func words(in text: some StringProtocol) -> [UtteranceToken] {
        // A fast path for the common case: the phrase file has hundreds of such words.
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
        let parts = text.halfWidth.split(whereSeparator: \.isWhitespace)
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

    /// Whether dashes are letters: in "N C - Z O", but not in "N - C - Z".
    private static func isRowWithDashes(_ parts: [some StringProtocol]) -> Bool {
        let isDash = parts.map { dashes.contains(String($0)) }
        let isRow = zip(parts, isDash).allSatisfy {
            $0.count == 1 && ($0.first?.isLetter == true || $1)
        }
        let separatesAll = isDash.indices.allSatisfy { isDash[$0] == !$0.isMultiple(of: 2) }
        return isRow && isDash.contains(false) && !separatesAll
    }

    private static func isApostrophe(_ character: Character) -> Bool {
        "'’‘`´".contains(character)
    }
}

extension UtteranceToken {
    /// Maximum length of a word that can be a line of letters.
    private static let longestSpelling = 10

    /// The letters of a row as an operator types it ("CZRHS"); nil for a word.
    ///
    /// A word of the dictionary is a row only in capitals and without a vowel. Another word is a
    /// row if it is in capitals, has no vowel, or has only letters of ETDRS charts: four or more
    /// ("dovhr"), or two or more among other typed letters ("sko vz"). A whole line in capitals is
    /// a `TypedLetterRow`.
    ///
    /// - Parameter isKnown: whether the dictionary has the word.
    func spelledLetters(isKnown: Bool) -> [Letter]? {
        let letters = word.compactMap(Letter.init(_:))
        guard letters.count == word.count, (2...Self.longestSpelling).contains(letters.count),
            !isHum
        else { return nil }
        let isInCapitals = !written.contains(where: \.isLowercase)
        let isChart =
            letters.count >= (isAmongLetters ? 2 : 4) && letters.allSatisfy(Letter.sloan.contains)
        let isRow =
            isKnown ? isInCapitals && !hasVowel : isInCapitals || !hasVowel || isChart
        return isRow ? letters : nil
    }

    /// Whether it consists of letters of charts and cannot be a word: "v", "vz".
    var isTypedLetters: Bool {
        !hasVowel && word.allSatisfy { Letter($0).map(Letter.sloan.contains) ?? false }
    }

    /// Whether it is a hum rather than a word: "mmm", "shhh".
    var isHum: Bool {
        zip(word, zip(word.dropFirst(), word.dropFirst(2))).contains { $0 == $1.0 && $0 == $1.1 }
    }

    private var hasVowel: Bool { word.contains { "aeiouy".contains($0) } }
}

/// A row of capitals, typed as one word, that means letters: its length is awaited, and all its
/// letters are possible answers.
///
/// Rows of guessed letters may look like something else: "VRRRH" like a hum, "KOSS" like a name,
/// "NO" like a correction. Real words are typed in lower case, have other letters, or have another
/// length.
package struct TypedLetterRow: Sendable, Equatable {
    /// The possible numbers of letters.
    package var lengths: Set<Int>
    /// The possible letters.
    package var choices: Set<Letter>

    /// A line of the charts, for text outside of a test. Other rows of capitals are ambiguous there,
    /// because some people write all words so.
    package static let lineOfChart = TypedLetterRow(
        lengths: [Chart.lettersInLine], choices: Set(Letter.sloan))

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - lengths: the possible numbers of letters; never the letters themselves.
    ///   - choices: the possible letters.
    package init(lengths: Set<Int>, choices: Set<Letter>) {
        self.lengths = lengths
        self.choices = choices
    }

    /// The letters of words that are such a row; nil for other words.
    package func letters(in words: [UtteranceToken]) -> [Letter]? {
        guard words.count == 1, words[0].written.allSatisfy(\.isUppercase) else { return nil }
        let letters = words[0].word.compactMap(Letter.init(_:))
        let isRow =
            letters.count == words[0].word.count && lengths.contains(letters.count)
            && choices.isSuperset(of: letters)
        return isRow ? letters : nil
    }
}
