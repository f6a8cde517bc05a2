internal import LetterSpeech

extension SphinxRecognizer {
    /// From so much speech on, in seconds, what is short enough for one answer may be several letters
    /// that were said in a hurry.
    private static let hurried = 0.45
    /// By how much several letters must explain a sound better than one answer does, in nats. Of
    /// people left out of AN4 and the same a third faster those that were several letters have 290 to
    /// 538, of all single letters, code words, digits and other words the highest has 166.
    private static let gainOfSeveral = 220.0

    /// What is found in a stretch of speech, and by which search.
    ///
    /// - Parameter seconds: of speech.
    func search(_ scores: SenoneScores, seconds: Double) throws -> (Hearing, String)? {
        guard seconds <= configuration.oneAnswer else {
            guard let breath = try decode(scores, search: Self.breathSearch) else { return nil }
            // What was searched for several answers and held one is searched for one: the beams were
            // taken up with what might have followed.
            if phrases(in: breath).count == 1 {
                return (
                    try decode(scores, search: Self.answerSearch) ?? breath, Self.answerSearch
                )
            }
            return (breath, Self.breathSearch)
        }
        guard let answer = try decode(scores, search: Self.answerSearch) else { return nil }
        if seconds >= Self.hurried, let breath = try decode(scores, search: Self.breathSearch),
            isSeveralLetters(breath, ratherThan: answer)
        {
            return (breath, Self.breathSearch)
        }
        return (answer, Self.answerSearch)
    }

    /// Whether a breath holds letters alone, several, that explain the sound far better than an answer.
    private func isSeveralLetters(_ breath: Hearing, ratherThan answer: Hearing) -> Bool {
        let letters = phrases(in: breath)
        guard letters.count > 1,
            letters.allSatisfy({
                $0.words.count == 1 && configuration.grammar.letters.contains($0.words[0])
            })
        else { return false }
        let cost = phrases(in: answer).flatMap(\.words).reduce(0) { $0 + (costs[$1] ?? 0) }
        let gain = Double(breath.path.score - answer.path.score) * Self.scoreUnit - cost
        return gain > Self.gainOfSeveral
    }
}
