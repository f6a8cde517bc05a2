public import LetterSpeech

/// A word right after talk is likelier to be more of it than an answer: in "take out, or home
/// cooked", read with pauses, the "or" sounds like a letter and nothing in its sound tells that it
/// is none.
extension HearingThresholds {
    /// What one breath after the other comes to, each with the one before it in mind.
    public func answers(to breaths: [HeardBreath]) -> [[SpokenAnswer]] {
        zip(breaths, [nil] + breaths.dropLast()).map { answers(to: $0, after: $1) }
    }

    /// What a hearing comes to after another one: answers, unclear ones, or nothing.
    ///
    /// - Parameter last: what was heard before it; nil where nothing was.
    public func answers(to breath: HeardBreath, after last: HeardBreath?) -> [SpokenAnswer] {
        guard let last, follows(breath, upon: last), wasTalk(last) else {
            return answers(to: breath)
        }
        var doubted = breath
        doubted.answers = breath.answers.map { $0.asAnswer(likelier: 1 / rarerAfterTalk) }
        return answers(to: doubted)
    }

    private func follows(_ breath: HeardBreath, upon last: HeardBreath) -> Bool {
        guard let start = breath.words.first?.time.lowerBound,
            let end = last.words.last?.time.upperBound
        else { return false }
        return start - end <= pauseInTalk
    }

    /// Whether a breath was said at length, held no answer, and sounds like no words that are
    /// listened for; a cough is shorter, and "um" and numbers are words that are listened for.
    func wasTalk(_ breath: HeardBreath) -> Bool {
        let words = breath.words.compactMap { word in
            word.fit.map { (fit: $0, seconds: word.seconds) }
        }
        let seconds = words.reduce(0) { $0 + $1.seconds }
        let misfit = words.reduce(0) { $0 + $1.fit * $1.seconds }
        return seconds >= secondsOfTalk && misfit >= misfitOfTalk * seconds
            && answers(to: breath).isEmpty
    }
}
