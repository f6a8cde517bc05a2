internal import Acuity
public import PhoneticMapping

extension LineReading {
    /// How sure a phrase must be that answers for several letters at once: eight synthetic voices'
    /// "I can't see any" is 0.49 to 0.68 sure, "I'm not sure" of one was taken for it with 0.45.
    private static let surePhrase = 0.5
    /// What "I can see everything" is heard as, by six of 16 synthetic phrases.
    private static let soundingLikeSeeingAll = ["can't see anything", "can't read anything"]
    /// How long after a letter's name its word of the spelling alphabet may begin, seconds. Aloud's
    /// own choice: "for" or "as in" lies between.
    private static let longestBeforeCodeWord = 1.0

    /// Takes what was said in one utterance.
    ///
    /// - "No, N" mends the answer given last on this line (`LineReading+Correction.swift`); "wait"
    ///   beside a "no" or a letter of the same breath is a correction that is not sure.
    /// - "Again" drops the reading; before any asking that is the whole line.
    /// - Between "wait" and "go on" everything is ignored but "stop".
    /// - "I can't see any" answers all positions that are left (`missAllThatIsLeft`).
    ///
    /// - Parameter utterance: the answers in the order in which they were said; an empty one
    ///   changes nothing.
    /// - Returns: what it changed, in order.
    public mutating func take(_ utterance: [SpokenAnswer]) -> [ReadingChange] {
        var changes: [ReadingChange] = []
        var known = answers
        for (index, spoken) in utterance.enumerated() {
            if isPaused {
                switch spoken.kind {
                case .command(.stop): return changes + [.stopped]
                case .command(.resume):
                    isPaused = false
                    changes.append(.resumed)
                case .letter, .unclear, .command, .direction: break
                }
            } else if spoken.kind == .command(.pause),
                isSecondThought(spoken, before: utterance[(index + 1)...])
            {
                correction = Correction(time: spoken.time, isSure: false)
            } else if let correction, spoken.isAnswer {
                // What was answered before it is told first, then what it became.
                changes += newAnswers(since: &known)
                self.correction = nil
                if correction.isBefore(spoken) {
                    correct(with: spoken, after: correction)
                    changes += mended(since: &known)
                } else {
                    // Its letter was not heard, or this is it after all: the count will tell.
                    mendLast(.unclear(nil))
                    if items.isEmpty { items.append(ReadingItem(.maybe)) }
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

    /// Whether a "wait" is of somebody who corrects a letter, not of one who wants a pause.
    private func isSecondThought(
        _ wait: SpokenAnswer, before rest: ArraySlice<SpokenAnswer>
    ) -> Bool {
        if let correction, correction.isBefore(wait) { return true }
        return rest.contains { $0.isAnswer || $0.kind == .command(.correction) }
            && !rest.contains { $0.kind == .command(.resume) }
    }

    /// Takes what is no correction, in no pause.
    private mutating func takeInTurn(
        _ spoken: SpokenAnswer, since known: inout [HeardAnswer?]
    ) -> [ReadingChange] {
        switch spoken.kind {
        case .letter(let letter):
            if repeatsByCodeWord(letter, spoken) { break }
            items.append(ReadingItem(HeardAnswer(.named(letter), spoken)))
        case .unclear: items.append(ReadingItem(.unclear(spoken.belief), at: spoken.time))
        case .command(.cannotSee): items.append(ReadingItem(HeardAnswer(.missed, spoken)))
        case .command(.cannotSeeAny): missAllThatIsLeft(as: spoken)
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
        guard spoken.isCodeWord, let time = spoken.time,
            let index = items.lastIndex(where: \.isLetter),
            let before = items[index].answer, before.response == .named(letter),
            before.heard != spoken.heard, let named = before.time,
            time.lowerBound - named.upperBound < Self.longestBeforeCodeWord
        else { return false }
        items.removeSubrange((index + 1)...)
        return true
    }

    /// Takes a sound that may have been a letter, though no answer was heard in it.
    ///
    /// - Parameter time: when it was, seconds of the session's sound; nil where that is not known.
    /// - Returns: what it changed, in order.
    public mutating func takeMaybe(at time: ClosedRange<Double>?) -> [ReadingChange] {
        take(ReadingItem(.maybe, at: time))
    }

    /// Takes speech in which no answer was heard.
    ///
    /// - Parameter time: when it was, seconds of the session's sound; nil where that is not known.
    /// - Returns: what it changed, in order.
    public mutating func takeTalk(at time: ClosedRange<Double>?) -> [ReadingChange] {
        take(ReadingItem(.talk, at: time))
    }

    /// Takes that nobody was heard for a time: what was said without being understood may then not
    /// stand for one of the letters, as many as there are.
    ///
    /// - Returns: what it changed, in order.
    public mutating func breakOff() -> [ReadingChange] {
        guard items.contains(where: { !$0.isLetter }) else { return [] }
        for index in items.indices where items[index].isPassing { items[index].kind = .talk }
        return takeTalk(at: nil)
    }

    /// Takes a sound without an answer. After "no" it may have been the letter that was to come.
    private mutating func take(_ sound: ReadingItem) -> [ReadingChange] {
        guard !isPaused else { return [] }
        var known = answers
        guard correction == nil else {
            correction = nil
            mendLast(.retracted)
            items.append(ReadingItem(.talk, at: sound.time))
            return mended(since: &known)
        }
        items.append(sound)
        return newAnswers(since: &known)
    }

    /// Takes all positions that the reading has not reached as missed, unless something unclear was
    /// said before.
    ///
    /// Where they are several, and one word was heard, or a phrase that is hardly sure or like its
    /// opposite, they are asked for once more first: "nothing", overheard in somebody's talk, would
    /// end a test. A sound that may have been a letter has reached one position, if letters were
    /// read at all.
    mutating func missAllThatIsLeft(as spoken: SpokenAnswer) {
        guard !items.contains(where: \.isUnclear) else { return }
        if !items.contains(where: \.isLetter) { items = [] }
        let left = asked.count - items.count
        guard left > 0 else { return }
        let mayBeOverheard =
            spoken.time != nil
            && (!spoken.isPhrase || spoken.confidence < Self.surePhrase
                || Self.soundingLikeSeeingAll.contains { spoken.heard.hasSuffix($0) })
        guard !mayBeOverheard || left == 1 || seesNone else {
            seesNone = true
            items.append(ReadingItem(.unclear(nil), at: spoken.time))
            return
        }
        let missed = ReadingItem(HeardAnswer(.missed, spoken))
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

    /// The same after a correction, where answers may also be gone.
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

/// What an utterance changed in the reading of a line.
public enum ReadingChange: Sendable, Equatable {
    /// A position has this answer now.
    case answered(position: Int, HeardAnswer)
    /// The answer of a position was mended ("no, N"); nil where what it was mended to is unclear.
    case mended(position: Int, HeardAnswer?)
    /// The person wants to be asked once more.
    case again
    /// The person wants a pause; nothing but "go on" and "stop" is listened to.
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
