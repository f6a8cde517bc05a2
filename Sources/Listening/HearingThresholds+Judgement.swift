public import LetterSpeech

extension HearingThresholds {
    /// What a hearing comes to: answers, unclear ones, or nothing.
    public func answers(to breath: HeardBreath) -> [SpokenAnswer] {
        guard !isTalk(breath.words) else { return [] }
        return breath.answers.compactMap { judge($0, isAlone: breath.words.count == 1) }
    }

    /// Whether a breath was talk: what the grammar makes of talk is a row of answers of which most
    /// are hardly believable, while letters that are read are clear, but for one or two.
    private func isTalk(_ words: [HeardWord]) -> Bool {
        guard words.count > 1 else { return false }
        func seconds(_ words: [HeardWord]) -> Double {
            words.reduce(0) { $0 + $1.time.upperBound - $1.time.lowerBound }
        }
        let believable = words.filter { $0.confidence >= notice }
        return words.allSatisfy { $0.confidence < accept }
            || seconds(believable) < self.believable * seconds(words)
    }

    /// What an answer comes to. One of several in a breath is never left out: those after it
    /// would move to the places of others.
    private func judge(_ answer: SpokenAnswer, isAlone: Bool) -> SpokenAnswer? {
        let needed =
            switch answer.kind {
            case .letter: accept
            case .command: command
            case .unclear: 2.0  // unclear it stays, however sure that is
            }
        if answer.confidence >= needed { return answer }
        guard answer.confidence >= notice || !isAlone else { return nil }
        var unclear = answer
        unclear.kind = .unclear
        return unclear
    }
}
