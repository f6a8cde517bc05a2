internal import Acuity
internal import LetterSpeech

extension LineReading {
    /// How long after "no" or "correction" its letter may begin, seconds. Aloud's own choice: they
    /// are said in a breath, and who takes longer is asked once more.
    static let longestBeforeCorrected = 1.0

    /// Acts on what follows "no".
    ///
    /// "No, I can't see it" is a plain answer where nothing was named that could be mended. Else it
    /// may mean the last letter or the next one: the last is taken back and what follows has no
    /// sure position. "No, I can't see any" takes the last back and leaves the rest as missed.
    mutating func correct(with spoken: SpokenAnswer) {
        guard isSureCorrection else {
            // It may be the letter that was meant, or the next one.
            mendLast(.retracted)
            items.append(.talk)
            return
        }
        switch spoken.kind {
        case .letter(let letter):
            // It is not the letter that was unclear before: what was heard then says nothing of it.
            var answer = HeardAnswer(.named(letter), spoken)
            answer.belief = nil
            mendLast(.answer(answer))
        case .command(.cannotSee) where hasNamed:
            mendLast(.retracted)
            items.append(.unclear(nil))
        case .command(.cannotSee): items.append(.answer(HeardAnswer(.missed, spoken)))
        case .command(.cannotSeeAny):
            if hasNamed { mendLast(.retracted) }
            missAllThatIsLeft(as: spoken)
        case .unclear:
            // Said in one phrase with a "no" it may have been a letter, and no "no" at all; not
            // where as many letters were read as were asked for.
            if let time = spoken.time, time == correctionTime,
                items.count(where: \.isLetter) < asked.count
            {
                items.append(.unclear(spoken.belief))
            }
            mendLast(.retracted)
        case .command, .direction: break
        }
    }

    /// Whether something comes so long after a "no" that it may not be the letter of that one.
    func isTooLate(_ spoken: SpokenAnswer) -> Bool {
        guard let said = correctionTime, let time = spoken.time else { return false }
        return time.lowerBound - said.upperBound > Self.longestBeforeCorrected
    }

    /// Puts another item in the place of the answer given last on this line.
    ///
    /// Where something unclear was said after that answer, it is not sure which of the two the
    /// correction means: the answer is taken back and both are open.
    mutating func mendLast(_ item: ReadingItem) {
        // What is no letter where all are read is none to be mended either.
        if items.count(where: \.isLetter) >= asked.count { items.removeAll(where: \.isPassing) }
        if let last = items.indices.last, items[last].isLetter {
            items[last] = item
        } else if let named = items.lastIndex(where: \.isLetter) {
            items[named] = .retracted
        } else if let last = lastSettled {
            mendSettled(last, item)
        } else {
            // Nothing was named that could be mended: the letter must not become an answer. It may
            // still be one ("no" was misheard), or be of the line before, so it counts for none and
            // what follows it has no sure position.
            items.append(.talk)
        }
    }

    private mutating func mendSettled(_ position: Int, _ item: ReadingItem) {
        if !items.isEmpty {
            settled[position] = nil
        } else if let answer = item.answer {
            settled[position] = answer
            // It may have been taken back before and be asked for just now.
            asked.removeAll { $0 == position }
        } else if asked.contains(position) {
            items.append(.unclear(nil))
        } else {
            settled[position] = nil
        }
    }
}
