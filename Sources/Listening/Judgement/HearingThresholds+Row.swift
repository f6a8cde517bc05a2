internal import LetterSpeech

/// A breath of nothing but letters, as many as a line of a chart has, is a line that is read.
///
/// What the grammar makes of talk is letters among numbers, commands and other words. Of 463
/// breaths in 169 read sentences one is such a row, of 312 by nets that have not heard the people
/// two, whose words are answers with 0.29 at most on average; of 168 lines that synthetic voices
/// read without a pause 143 are such a row, 128 of them with 0.4 and more.
extension HearingThresholds {
    /// Whether a breath is such a row, and believable as one.
    func isRow(_ breath: HeardBreath) -> Bool {
        guard breath.isLettersAlone, !breath.isLine, breath.words.count >= row else { return false }
        return areBelievable(breath.words, from: believableRow)
    }

    /// Whether letters that were found in the place of other words are believable as a line.
    func isBelievableLine(_ breath: HeardBreath) -> Bool {
        areBelievable(breath.words, from: believableLine)
    }

    /// Whether words are answers with so much, on average over time.
    private func areBelievable(_ words: [HeardWord], from least: Double) -> Bool {
        let seconds = words.reduce(0) { $0 + $1.seconds }
        let believed = words.reduce(0) { $0 + $1.seconds * $1.confidence }
        return believed >= least * seconds
    }

    /// The answers of a row: letters likelier than each would be by itself, and what is likelier
    /// something else unclear.
    func answers(ofRow breath: HeardBreath) -> [SpokenAnswer] {
        breath.answers.map { answer in
            guard case .letter = answer.kind else { return unclear(answer) }
            return answer.asAnswer(likelier: likelierInRow)
        }
    }
}

extension SpokenAnswer {
    /// The same where answers are so many times likelier, as odds (Bayes' rule).
    func asAnswer(likelier times: Double) -> SpokenAnswer {
        guard let before = presence, before > 0 else { return self }
        let after = before * times / (before * times + 1 - before)
        var answer = self
        answer.presence = after
        answer.belief?.letters = belief?.letters.mapValues { $0 * after / before } ?? [:]
        return answer
    }
}
