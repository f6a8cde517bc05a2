internal import Acuity
internal import LetterSpeech

extension LineReading {
    /// An answer for a position beside what was unclear there before; nil where the two together
    /// leave it open.
    func weighed(_ answer: HeardAnswer, at position: Int) -> HeardAnswer? {
        guard let before = doubts[position], let belief = answer.belief else { return answer }
        let both = before.followed(by: belief)
        guard let best = both.accepted,
            answer.response == .named(best.letter) || mayBeOfDoubts(best.letter)
        else { return nil }
        var weighed = answer
        weighed.response = .named(best.letter)
        weighed.confidence = best.probability
        return weighed
    }

    /// The answer that an unclear reading of a position gives together with what was heard there
    /// before, if they make one sure.
    func answer(of belief: LetterBelief, at position: Int) -> HeardAnswer? {
        guard let best = doubts[position]?.followed(by: belief).accepted,
            mayBeOfDoubts(best.letter)
        else { return nil }
        return HeardAnswer(
            .named(best.letter), heard: best.letter.description.lowercased(),
            confidence: best.probability)
    }

    /// Whether readings that were unclear may come to a letter. One that none of the optotypes has
    /// must be clear by itself: who says the same letter again says it in the same way, and a
    /// synthetic voice's slow D, unclear three times, was a T by all of them together.
    private func mayBeOfDoubts(_ letter: Letter) -> Bool { optotypes.choices.contains(letter) }

    /// Keeps what an ended reading leaves open.
    mutating func remember(_ alignment: Alignment) {
        let readings =
            alignment.unclear
            + alignment.assigned.compactMap { reading in
                reading.answer.belief.map { (reading.position, $0) }
            }
        for (position, belief) in readings {
            guard settled[position] == nil else {
                doubts[position] = nil
                continue
            }
            doubts[position] = doubts[position]?.followed(by: belief) ?? belief
        }
    }
}
