internal import Acuity

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
