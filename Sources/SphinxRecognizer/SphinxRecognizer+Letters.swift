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
        let sounds = finder.scores(of: stretch.cepstra)
        let scores = weighed(sounds, with: stretch.phones)
        guard let hearing = try decode(scores, search: Self.letterSearch) else { return nil }
        let words = try answers(
            in: hearing, of: stretch.cepstra, sounds, from: stretch.first, speech: stretch.speech
        ) { _, _ in false }
        let loss = Double(stretch.score - hearing.path.score) * Self.scoreUnit
        return LettersAlone(words, loss: loss / Double(stretch.speech.count))
    }
}
