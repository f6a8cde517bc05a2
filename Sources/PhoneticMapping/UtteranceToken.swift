public import Acuity

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

extension UtteranceToken {
    /// A longer token is no line of letters.
    private static let longestSpelling = 10

    /// The letters, if the token is a row of letters as an operator types them ("CZRHS"); nil if
    /// it is a word.
    ///
    /// It is a row if it has no vowel at all, or is written in capitals and in no dictionary, or is
    /// in no dictionary and made of four or more of the ten letters on charts ("dovhr"), or of two
    /// or more where letters stand beside it ("sko vz"). A row that is a whole line in capitals is
    /// looked at before (`AwaitedRow`).
    ///
    /// - Parameter isKnown: whether a dictionary has it.
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

    /// Whether it is letters of charts and cannot be a word: "v", "vz".
    var isTypedLetters: Bool {
        !hasVowel && word.allSatisfy { Letter($0).map(Letter.sloan.contains) ?? false }
    }

    /// Whether it is a drawn-out sound and no word: "mmm", "shhh".
    var isHum: Bool {
        zip(word, zip(word.dropFirst(), word.dropFirst(2))).contains { $0 == $1.0 && $0 == $1.1 }
    }

    private var hasVowel: Bool { word.contains { "aeiouy".contains($0) } }
}

/// The row of letters that a line of text is if it is typed in capitals, as one word: as many as
/// are awaited, all of them among the choices.
///
/// Who names letters by guessing names many that happen to be something else: "VRRRH" would be a
/// hum, "KOSS" a name, "NO" a correction. Who types so is asked for letters, and most rows are
/// some; so each is. What is meant as a word is typed in small letters, or has other letters, or
/// more or fewer.
public struct AwaitedRow: Sendable, Equatable {
    /// Any of these many letters.
    public var lengths: Set<Int>
    /// What can be answered.
    public var choices: Set<Letter>

    /// A line of the charts: where nobody tells what is awaited, no other row of capitals is surely
    /// meant as letters. Some write all words so.
    public static let lineOfChart = AwaitedRow(
        lengths: [Chart.lettersInLine], choices: Set(Letter.sloan))

    /// A row of letters.
    ///
    /// - Parameters:
    ///   - lengths: how many letters it may have; never which.
    ///   - choices: what is drawn from.
    public init(lengths: Set<Int>, choices: Set<Letter>) {
        self.lengths = lengths
        self.choices = choices
    }

    /// The letters of words that are such a row; nil where they are not.
    package func letters(in tokens: [UtteranceToken]) -> [Letter]? {
        guard tokens.count == 1, tokens[0].written.allSatisfy(\.isUppercase) else { return nil }
        let letters = tokens[0].word.compactMap(Letter.init(_:))
        let isRow =
            letters.count == tokens[0].word.count && lengths.contains(letters.count)
            && choices.isSuperset(of: letters)
        return isRow ? letters : nil
    }
}
