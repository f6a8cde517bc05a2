internal import LetterSpeech

extension SphinxRecognizer {
    /// Puts one of several answers in a breath to the question: it is decoded alone.
    func question(_ phrase: SpokenPhrase, alone scores: SenoneScores) throws -> Evidence {
        let own = scores.slice(phrase.frames.widened(by: Self.spanMargin))
        let nothing = Evidence(margin: -Evidence.mostMargin, fit: 10)
        guard let alone = try decode(own, search: Self.answerSearch) else { return nothing }
        let winners = phrases(in: alone)
        guard winners.count == 1 else { return nothing }
        var evidence = try question(winners[0], in: alone)
        if winners[0].words != phrase.words { evidence.margin = -evidence.margin }
        return evidence
    }

    /// Puts the one answer of a stretch of speech to the question.
    ///
    /// How sure an answer of several words is, is told by this evidence alone, which was fitted to
    /// what the models tell by themselves; so it is sought there, if they find such an answer, too.
    func question(
        only phrase: SpokenPhrase, in hearing: Hearing, _ plain: SenoneScores
    ) throws -> Evidence {
        if phrase.words.count > 1, let alone = try decode(plain, search: Self.answerSearch) {
            let found = phrases(in: alone)
            if found.count == 1, found[0].words.count > 1 {
                return try question(found[0], in: alone)
            }
        }
        return try question(phrase, in: hearing)
    }

    /// Puts the one answer of a hearing to the question: what would be heard if it were unlikely?
    private func question(_ phrase: SpokenPhrase, in hearing: Hearing) throws -> Evidence {
        let words = Set(phrase.words)
        // No word of a grammar has a colon: other searches have names of their own.
        let name = "question: " + words.sorted().joined(separator: " ")
        let (isNew, forgotten) = questions.use(name)
        if let forgotten { decoder.removeSearch(named: forgotten) }
        if isNew {
            let penalties = words.map { ($0, Self.penalty / Double(words.count)) }
            do {
                try decoder.setSearch(
                    named: name, SearchNetwork(configuration.grammar.answer.network),
                    costs: costs.merging(penalties) { $0 + $1 }, beam: Self.questionBeam)
            } catch {
                questions.forget(name)
                throw error
            }
        }
        let other = try decoder.decode(hearing.scores, search: name)?.score
        let loss = other.map { Double(hearing.path.score - $0) * Self.scoreUnit } ?? Self.penalty
        return Evidence(
            margin: loss,
            fit: Double(-hearing.path.score) * Self.scoreUnit / Double(hearing.scores.frames))
    }
}
