public import LetterSpeech

extension SphinxRecognizer {
    private static let letterSearch = "letters alone"

    public func hearLetters() throws -> LettersAlone? {
        let letters = configuration.grammar.letters
        guard let stretch = last, !letters.isEmpty else { return nil }
        if !searchesLetters {
            try decoder.setSearch(
                named: Self.letterSearch, contexts.split(GrammarNetwork(loopOf: letters)),
                costs: costs)
            searchesLetters = true
        }
        let heard = try hear(stretch, by: Self.letterSearch) { _, _ in false }
        guard let heard else { return nil }
        let loss = Double(stretch.score - heard.score) * Self.scoreUnit
        return LettersAlone(heard.words, loss: loss / Double(stretch.speech.count))
    }
}
