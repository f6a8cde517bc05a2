package import Acuity

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
