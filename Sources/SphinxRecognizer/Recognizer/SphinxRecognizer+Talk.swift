internal import LetterSpeech

extension SphinxRecognizer {
    public func likenessToTalk() throws -> Double? {
        let grammar = configuration.grammar
        guard let stretch = last, !grammar.everyday.isEmpty else { return nil }
        // Scores tell how far sounds lie from the best of those that are scored, so both paths are
        // searched among the same ones.
        let scores = weighed(
            try scorerOfTalk().scores(of: stretch.cepstra), with: stretch.phones)
        guard let talk = try decode(scores, search: TalkNetwork.search, allStates: true),
            let answers = try decode(scores, search: stretch.search, allStates: true)
        else { return nil }
        // Beside talk no answer, and no word that is none, costs more than talk does.
        let phrases = phrases(in: answers).filter {
            grammar.talk?.network.accepts($0.words) != true
        }
        let excess = phrases.flatMap(\.words).reduce(0) { sum, word in
            sum + max(0, (costs[word] ?? 0) - TalkNetwork.cost)
        }
        let gain = Double(talk.path.score - answers.path.score) * Self.scoreUnit - excess
        return gain / Double(stretch.speech.count)
    }

    /// What talk is searched with, made when it is first asked for.
    private func scorerOfTalk() throws -> SenoneScorer {
        if let talkScorer { return talkScorer }
        let grammar = configuration.grammar
        let sounds = (grammar.pronunciations + grammar.everydayPronunciations).map(\.phones)
        let model = try AcousticModel(configuration.model)
        let scorer = try SenoneScorer(
            model, best: Self.findingBest, senones: model.inventory.senones(of: sounds),
            sharing: finder)
        for entry in grammar.everydayPronunciations {
            try decoder.add(word: entry.word, phones: entry.phones)
        }
        let talk = TalkNetwork(grammar)
        try decoder.setSearch(
            named: TalkNetwork.search, SearchNetwork(talk.network), costs: talk.costs,
            beam: TalkNetwork.beam, wordBeam: TalkNetwork.beam)
        talkScorer = scorer
        return scorer
    }
}
