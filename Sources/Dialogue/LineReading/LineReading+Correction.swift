public import Acuity
package import PhoneticMapping

extension LineReading.Correction {
    /// How long after "no" or "correction" its letter may begin, seconds. Aloud's own choice: they
    /// are said in a breath, and who takes longer is asked once more.
    private static let longest = 1.0

    /// Whether something may be the letter of this "no".
    func isBefore(_ spoken: SpokenAnswer) -> Bool {
        guard let said = time, let next = spoken.time else { return true }
        return next.lowerBound - said.upperBound <= Self.longest
    }
}

/// What takes back or replaces answers: "no, D", an operator.
extension LineReading {
    /// Whether anything was answered yet that a correction could mean.
    private var hasNamed: Bool { lastSettled != nil || items.contains(where: \.isLetter) }

    /// Acts on what follows "no".
    ///
    /// "No, I can't see it" is a plain answer where nothing was named that could be mended. Else it
    /// may mean the last letter or the next one: the count tells.
    package mutating func correct(with spoken: SpokenAnswer, after no: Correction) {
        guard no.isSure else {
            // It may be the letter that was meant, or the next one.
            mendLast(.retracted)
            items.append(ReadingItem(.talk, at: spoken.time))
            return
        }
        switch spoken.kind {
        case .letter(let letter):
            // What was unclear before was another letter: it says nothing of this one.
            var answer = HeardAnswer(.named(letter), spoken)
            answer.belief = nil
            mendLast(.answer(answer))
        case .command(.cannotSee) where hasNamed:
            mendLast(.retracted)
            items.append(ReadingItem(.unclear(nil), at: spoken.time))
        case .command(.cannotSee): items.append(ReadingItem(HeardAnswer(.missed, spoken)))
        case .command(.cannotSeeAny):
            if hasNamed { mendLast(.retracted) }
            missAllThatIsLeft(as: spoken)
        case .unclear:
            // In one phrase with a "no" it may have been a letter, and no "no" at all.
            if let time = spoken.time, time == no.time,
                items.count(where: \.isLetter) < asked.count
            {
                items.append(ReadingItem(.unclear(spoken.belief), at: time))
            }
            mendLast(.retracted)
        case .command, .direction: break
        }
    }

    /// Puts something else in the place of the answer given last on this line, also in an earlier
    /// reading.
    ///
    /// Where something unclear was said after that answer, it is not sure which of the two the
    /// correction means: the answer is taken back and both are open.
    mutating func mendLast(_ kind: ReadingItem.Kind) {
        // What is no letter where all are read is none to be mended either.
        if items.count(where: \.isLetter) >= asked.count { items.removeAll(where: \.isPassing) }
        if let last = items.last, last.isLetter {
            items[items.count - 1].kind = kind
        } else if let named = items.lastIndex(where: \.isLetter) {
            items[named].kind = .retracted
        } else if let last = lastSettled {
            mendSettled(last, kind)
        } else {
            // Nothing was named that could be mended. The letter may be one ("no" was misheard), or
            // be of the line before: what follows it has no sure position.
            items.append(ReadingItem(.talk))
        }
    }

    private mutating func mendSettled(_ position: Int, _ kind: ReadingItem.Kind) {
        positions[position].endsShort = false
        guard items.isEmpty else {
            positions[position].settled = nil
            return
        }
        if case .answer(let answer) = kind {
            positions[position].settled = answer
            // It may have been taken back before and be asked for just now.
            asked.removeAll { $0 == position }
        } else if asked.contains(position) {
            items.append(ReadingItem(.unclear(nil)))
        } else {
            positions[position].settled = nil
        }
    }

    /// Puts an operator's answer in the place of what was heard for a position, or of nothing,
    /// whatever is heard later.
    ///
    /// What was read so far is kept where its position is sure; the reading goes on with the
    /// positions that are left. A position that the line does not have changes nothing.
    public mutating func override(_ position: Int, with response: Response) {
        guard positions.indices.contains(position) else { return }
        correction = nil
        let alignment = alignment
        // Where something said has no sure position, neither has what follows it.
        let isSure = items.indices.allSatisfy { alignment.position(of: $0) != nil }
        settle(alignment)
        positions[position].overridden = HeardAnswer(response, heard: HeardAnswer.operatorsWord)
        positions[position].endsShort = false
        leftover = []
        items = isSure ? [] : [ReadingItem(.talk)]
        asked = missing
    }

    /// Pauses as if the person had asked for it; only "go on" and "stop" end it, and `resume`.
    public mutating func pause() { isPaused = true }

    /// Goes on after a pause.
    public mutating func resume() { isPaused = false }
}

extension HeardAnswer {
    /// What stands in the place of words that were heard, where an operator gave the answer.
    public static let operatorsWord = "operator"
}
