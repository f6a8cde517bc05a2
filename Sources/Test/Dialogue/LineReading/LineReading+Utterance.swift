internal import Acuity
package import PhoneticMapping

extension LineReading {
    /// Minimum confidence of a phrase that answers for several letters at once: for eight
    /// synthetic voices "I can't see any" has 0.49 to 0.68, and "I'm not sure" of one was mistaken
    /// for it with 0.45.
    private static let surePhrase = 0.5
    /// The longest time between a letter's name and its word of the spelling alphabet, seconds.
    /// Aloud's own choice: "for" or "as in" lies between.
    private static let longestBeforeCodeWord = 1.0

    /// Takes the answers of one utterance.
    ///
    /// - "No, N" corrects the last answer on this line (`LineReading+Correction.swift`); "wait"
    ///   with a "no" or a letter of the same breath is an uncertain correction.
    /// - "Again" drops the reading; before any request that is the whole line.
    /// - Between "wait" and "go on" everything is ignored but "stop".
    /// - "I can't see any" answers all positions that are left (`missAllThatIsLeft`).
    ///
    /// - Parameter utterance: the answers in spoken order; an empty one changes nothing.
    /// - Returns: the changes, in order.
    package mutating func take(_ utterance: [SpokenAnswer]) -> [ReadingChange] {
        var changes: [ReadingChange] = []
        var known = answers
        for (index, spoken) in utterance.enumerated() {
            if isPaused {
                switch spoken.kind {
                case .command(.stop): return changes + [.stopped]
                case .command(.resume):
                    isPaused = false
                    itemsAtResume = items.count
                    changes.append(.resumed)
                case .letter, .unclear, .command, .direction: break
                }
            } else if spoken.kind == .command(.pause),
                isSecondThought(spoken, before: utterance[(index + 1)...])
            {
                correction = Correction(time: spoken.time, isSure: false)
            } else if let correction, spoken.isAnswer {
                // Earlier answers are reported first, then their corrections.
                changes += newAnswers(since: &known)
                self.correction = nil
                if correction.isBefore(spoken) {
                    correct(with: spoken, after: correction)
                    changes += mended(since: &known)
                } else {
                    // The corrected letter was lost, or this is it after all: the number of items
                    // decides.
                    mendLast(HeardAnswer(.unclear))
                    if items.isEmpty { items.append(HeardAnswer(.maybe)) }
                    changes += mended(since: &known)
                    changes += takeInTurn(spoken, since: &known)
                }
            } else {
                changes += takeInTurn(spoken, since: &known)
            }
            if changes.last == .stopped { return changes }
        }
        return changes + newAnswers(since: &known)
    }

    /// Whether a "wait" belongs to a correction and not to a request for a pause.
    private func isSecondThought(
        _ wait: SpokenAnswer, before rest: ArraySlice<SpokenAnswer>
    ) -> Bool {
        if let correction, correction.isBefore(wait) { return true }
        return rest.contains { $0.isAnswer || $0.kind == .command(.correction) }
            && !rest.contains { $0.kind == .command(.resume) }
    }

    /// Takes an answer that is not a correction, while not paused.
    private mutating func takeInTurn(
        _ spoken: SpokenAnswer, since known: inout [HeardAnswer?]
    ) -> [ReadingChange] {
        switch spoken.kind {
        case .letter(let letter):
            if repeatsByCodeWord(letter, spoken) { break }
            items.append(HeardAnswer(.named(letter), spoken))
        case .unclear:
            var unclear = HeardAnswer(.unclear, at: spoken.time, posterior: spoken.posterior)
            unclear.latency = spoken.latency
            items.append(unclear)
        case .command(.cannotSee): items.append(HeardAnswer(.missed, spoken))
        case .command(.cannotSeeAny): missAllThatIsLeft(as: spoken)
        // Before any answer "sorry" corrects none.
        case .command(.correction) where spoken.heard == "sorry" && !hasNamed: break
        case .command(.correction):
            correction = Correction(time: spoken.time, isSure: correction?.isSure ?? true)
        case .command(.again):
            items = []
            correction = nil
            known = answers
            return [.again]
        case .command(.pause):
            isPaused = true
            return newAnswers(since: &known) + [.paused]
        // Letters are read here: "right" is a remark.
        case .command(.resume), .direction: break
        case .command(.stop): return newAnswers(since: &known) + [.stopped]
        }
        return []
    }

    /// Whether the letter that was named last is named once more by its word of the spelling
    /// alphabet, as in "S for sierra": that is one letter, whatever was heard between the two.
    private mutating func repeatsByCodeWord(_ letter: Letter, _ spoken: SpokenAnswer) -> Bool {
        guard spoken.wording == .codeWord, let time = spoken.time,
            let index = items.lastIndex(where: \.isLetter),
            items[index].response == .named(letter), items[index].wording != .codeWord,
            let named = items[index].time,
            time.lowerBound - named.upperBound < Self.longestBeforeCodeWord
        else { return false }
        items.removeSubrange((index + 1)...)
        return true
    }

    /// Takes a sound that may have been a letter, though no answer was heard in it.
    ///
    /// - Parameter time: the time of the sound, seconds of the session; nil if unknown.
    /// - Returns: the changes, in order.
    package mutating func takeMaybe(at time: ClosedRange<Double>?) -> [ReadingChange] {
        take(HeardAnswer(.maybe, at: time))
    }

    /// Takes speech in which no answer was heard.
    ///
    /// - Parameter time: the time of the speech, seconds of the session; nil if unknown.
    /// - Returns: the changes, in order.
    package mutating func takeTalk(at time: ClosedRange<Double>?) -> [ReadingChange] {
        take(HeardAnswer(.talk, at: time))
    }

    /// Ends the items at a gap in the listening: any number of letters may be lost, so a sound
    /// without an answer no longer counts as one of the letters.
    ///
    /// - Returns: the changes, in order.
    package mutating func breakOff() -> [ReadingChange] {
        guard items.contains(where: { !$0.isLetter }) else { return [] }
        for index in items.indices where items[index].isPassing { items[index].kind = .talk }
        return takeTalk(at: nil)
    }

    /// Takes a sound without an answer. After "no" it may have been the letter that was to come.
    private mutating func take(_ sound: HeardAnswer) -> [ReadingChange] {
        guard !isPaused else { return [] }
        var known = answers
        guard correction == nil else {
            correction = nil
            mendLast(HeardAnswer(.retracted))
            items.append(HeardAnswer(.talk, at: sound.time))
            return mended(since: &known)
        }
        items.append(sound)
        return newAnswers(since: &known)
    }

    /// Takes all positions that the reading has not reached as missed, unless something unclear was
    /// said before.
    ///
    /// Several positions are asked for once more first if the answer is a single word, or a phrase
    /// of low confidence or that is ambiguous: an overheard "nothing" would end a test. A
    /// sound that may have been a letter has reached one position, if letters were read at all.
    mutating func missAllThatIsLeft(as spoken: SpokenAnswer) {
        guard !items.contains(where: { $0.kind == .unclear }) else { return }
        if !items.contains(where: \.isLetter) { items = [] }
        let left = asked.count - items.count
        guard left > 0 else { return }
        let mayBeOverheard =
            spoken.time != nil
            && (spoken.wording != .phrase || spoken.confidence < Self.surePhrase
                || spoken.isAmbiguous)
        guard !mayBeOverheard || left == 1 || seesNone else {
            seesNone = true
            items.append(HeardAnswer(.unclear, at: spoken.time))
            return
        }
        let missed = HeardAnswer(.missed, spoken)
        items += Array(repeating: missed, count: left)
    }

    /// Answers that differ from those known, which they then are.
    private func newAnswers(since known: inout [HeardAnswer?]) -> [ReadingChange] {
        mended(since: &known).compactMap { change in
            switch change {
            case .mended(let position, let answer):
                answer.map { .answered(position: position, $0) }
            default: change
            }
        }
    }

    /// The changes after a correction, which may also remove answers.
    func mended(since known: inout [HeardAnswer?]) -> [ReadingChange] {
        let now = answers
        defer { known = now }
        return zip(now, known).enumerated().compactMap { position, pair in
            if pair.0 == pair.1 { return nil }
            if pair.1 == nil, let answer = pair.0 { return .answered(position: position, answer) }
            return .mended(position: position, pair.0)
        }
    }
}

/// A change that an utterance makes in the reading of a line.
package enum ReadingChange: Sendable, Equatable {
    /// A position has this answer now.
    case answered(position: Int, HeardAnswer)
    /// The answer of a position was corrected ("no, N"); nil if the new one is unclear.
    case mended(position: Int, HeardAnswer?)
    /// The person wants to be asked once more.
    case again
    /// The person asked for a pause; nothing but "go on" and "stop" is listened to.
    case paused
    /// The pause is over.
    case resumed
    /// The person ends the test.
    case stopped
}

extension SpokenAnswer {
    /// Whether it answers for letters, clearly or not, and does not steer the test.
    package var isAnswer: Bool {
        switch kind {
        case .letter, .unclear: true
        case .command, .direction: kind.isNotSeen
        }
    }
}
