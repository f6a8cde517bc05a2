package import Acuity
package import PhoneticMapping

extension LineReading.Correction {
    /// The longest time between "no" or "correction" and its letter, seconds. Chosen: people say
    /// both in one breath. After a longer pause the letter is asked for again.
    private static let longest = 1.0

    /// Whether an item may be the letter that corrects this "no".
    func isBefore(_ spoken: SpokenAnswer) -> Bool {
        guard let said = time, let next = spoken.time else { return true }
        return next.lowerBound - said.upperBound <= Self.longest
    }
}

/// Corrections, which take back or replace answers: "no, D", or an operator's answer.
extension LineReading {
    /// Whether anything was answered yet that a correction could mean.
    var hasNamed: Bool { lastSettled != nil || items.contains(where: \.isLetter) }

    /// Handles the answer that follows "no".
    ///
    /// "No, I can't see it" is a plain answer if there is no named letter to correct. Otherwise it
    /// may refer to the last letter or the next one: the number of items decides.
    package mutating func correct(with spoken: SpokenAnswer, after no: Correction) {
        guard no.isSure else {
            // The answer may be the intended letter, or the next one.
            mendLast(HeardAnswer(.retracted))
            items.append(HeardAnswer(.talk, at: spoken.time))
            return
        }
        switch spoken.kind {
        case .letter(let letter):
            // An unclear item before belonged to another letter, so its posterior is dropped.
            var answer = HeardAnswer(.named(letter), spoken)
            answer.posterior = nil
            mendLast(answer)
        case .command(.cannotSee) where hasNamed:
            mendLast(HeardAnswer(.retracted))
            items.append(HeardAnswer(.unclear, at: spoken.time))
        case .command(.cannotSee): items.append(HeardAnswer(.missed, spoken))
        case .command(.cannotSeeAny):
            if hasNamed { mendLast(HeardAnswer(.retracted)) }
            missAllThatIsLeft(as: spoken)
        case .unclear:
            // In one phrase with a "no" it may have been a letter, and no "no" at all.
            if let time = spoken.time, time == no.time,
                items.count(where: \.isLetter) < asked.count
            {
                items.append(HeardAnswer(.unclear, at: time, posterior: spoken.posterior))
            }
            mendLast(HeardAnswer(.retracted))
        case .command, .direction: break
        }
    }

    /// Replaces the answer given last on this line, also in an earlier
    /// reading.
    ///
    /// If something unclear followed that answer, the correction may refer to either: the answer is
    /// taken back and both are open.
    mutating func mendLast(_ mended: HeardAnswer) {
        // If all letters are read, an item that is not a letter is not a target of a correction.
        if items.count(where: \.isLetter) >= asked.count { items.removeAll(where: \.isPassing) }
        if let last = items.last, last.isLetter {
            replaceItem(items.count - 1, by: mended)
        } else if let named = items.lastIndex(where: \.isLetter) {
            replaceItem(named, by: HeardAnswer(.retracted))
        } else if let last = lastSettled {
            mendSettled(last, mended)
        } else {
            // No named letter can be corrected. The letter may be an answer ("no" was misheard) or
            // belong to the line before, so items after it have no sure position.
            items.append(HeardAnswer(.talk))
        }
    }

    /// Replaces an item by one at the same place in the line.
    private mutating func replaceItem(_ index: Int, by mended: HeardAnswer) {
        var mended = mended
        mended.placeTime = items[index].placeTime
        items[index] = mended
    }

    private mutating func mendSettled(_ position: Int, _ mended: HeardAnswer) {
        positions[position].endsShort = false
        guard items.isEmpty else {
            positions[position].settled = nil
            return
        }
        if mended.response != nil {
            positions[position].settled = mended
            // The answer may have been taken back before, so that it is asked for now.
            asked.removeAll { $0 == position }
        } else if asked.contains(position) {
            items.append(HeardAnswer(.unclear))
        } else {
            positions[position].settled = nil
        }
    }

    /// Sets an operator's answer for a position. It replaces the answer heard, if any, and holds
    /// against all later ones.
    ///
    /// Answers with a sure position are kept; the reading continues with the positions that are
    /// left. A position outside the line changes nothing.
    package mutating func override(_ position: Int, with response: Response) {
        guard positions.indices.contains(position) else { return }
        correction = nil
        let alignment = alignment
        // An item without a sure position makes the positions after it unsure.
        let isSure = items.indices.allSatisfy { alignment.position(of: $0) != nil }
        settle(alignment)
        positions[position].overridden = HeardAnswer(response, heard: HeardAnswer.operatorsWord)
        positions[position].endsShort = false
        leftover = []
        items = isSure ? [] : [HeardAnswer(.talk)]
        asked = toAsk
    }

    /// Pauses as if the person had asked for a pause. Only "go on", "stop" and `resume` end it.
    package mutating func pause() { isPaused = true }

    /// Continues after a pause.
    package mutating func resume() { isPaused = false }
}
