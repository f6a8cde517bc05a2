internal import LetterSpeech

extension SphinxRecognizer {
    /// From so much speech on, in seconds, what is short enough for one answer may be several
    /// letters that were said in a hurry.
    private static let hurried = 0.45
    /// How far one answer must lie from the likeliest sounds before several letters are searched,
    /// in nats. Of 168 letters and 42 digits of that length none lies further than 558, of 117 code
    /// words none further than 655; the eleven in which several letters win (people left out of
    /// AN4, 1.15 to 1.45 times as fast) lie at 729 to 1,071.
    private static let poorAnswer = 600.0
    /// By how much several letters must explain a sound better than one answer does, in nats. In
    /// those eleven they do by 256 to 603; of all single letters, code words, digits and other
    /// words the best has, with smaller nets, 166. Taken for talk with a letter, too: of the
    /// phrases of `AnswerBesideTalkTests` and their like, 136, it brings five right and one wrong;
    /// other values were not tried there.
    private static let gainOfSeveral = 220.0

    /// What is found in a stretch of speech, and by which search.
    ///
    /// - Parameter seconds: of speech.
    func search(_ scores: SenoneScores, seconds: Double) throws -> (Hearing, String)? {
        guard seconds <= configuration.oneAnswer else {
            guard let breath = try decode(scores, search: Self.breathSearch) else { return nil }
            // What was searched for several answers and held one is searched for one: the beams
            // were taken up with what might have followed.
            if phrases(in: breath).count == 1 {
                return (
                    try decode(scores, search: Self.answerSearch) ?? breath, Self.answerSearch
                )
            }
            return (breath, Self.breathSearch)
        }
        guard let answer = try decode(scores, search: Self.answerSearch) else { return nil }
        if seconds >= Self.hurried, -score(of: answer) > Self.poorAnswer,
            let breath = try decode(scores, search: Self.breathSearch),
            score(of: breath) - score(of: answer) > Self.gainOfSeveral,
            isSeveralLetters(breath) || isAnswerBesideTalk(breath)
        {
            return (breath, Self.breathSearch)
        }
        return (answer, Self.answerSearch)
    }

    /// Whether a breath holds letters alone, several.
    private func isSeveralLetters(_ breath: Hearing) -> Bool {
        let letters = phrases(in: breath)
        return letters.count > 1 && letters.allSatisfy(isLetter)
    }

    /// Whether a breath is talk and one letter: "it's an S".
    private func isAnswerBesideTalk(_ breath: Hearing) -> Bool {
        let phrases = phrases(in: breath)
        let said = phrases.filter { configuration.grammar.talk?.network.accepts($0.words) != true }
        return said.count == 1 && phrases.count > 1 && isLetter(said[0])
    }

    private func isLetter(_ phrase: SpokenPhrase) -> Bool {
        phrase.words.count == 1 && configuration.grammar.letters.contains(phrase.words[0])
    }

    /// How well the words of a path explain the sound, without what they cost: nats, at most about
    /// 0.
    private func score(of hearing: Hearing) -> Double {
        let cost = phrases(in: hearing).flatMap(\.words).reduce(0) { $0 + (costs[$1] ?? 0) }
        return Double(hearing.path.score) * Self.scoreUnit + cost
    }
}
