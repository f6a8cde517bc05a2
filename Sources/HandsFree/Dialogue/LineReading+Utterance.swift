internal import Acuity
public import LetterSpeech

extension LineReading {
    /// How sure a phrase must be that answers for several letters at once. Eight synthetic voices'
    /// "I can't see any" is 0.49 to 0.68 sure, "I'm not sure" of one of them was taken for it with
    /// 0.45.
    private static let surePhrase = 0.5
    /// What "I can see everything" is heard as, by six of 16 synthetic phrases.
    private static let soundingLikeSeeingAll = ["can't see anything", "can't read anything"]

    /// How long after a letter's name its word of the spelling alphabet may begin, seconds. Aloud's
    /// own choice: "for" or "as in" lies between.
    private static let longestBeforeCodeWord = 1.0

    /// How long after what was said last a reply to an asking begins at the earliest, seconds: the
    /// 3.5 that are waited for within a line, and 1.5 to see or hear what is asked for, Aloud's own
    /// choice.
    private static let longestBeforeReply = 5.0

    /// Takes what was said in one utterance.
    ///
    /// - Parameter utterance: the answers in the order in which they were said; an empty one
    ///   changes nothing.
    /// - Returns: what it changed, in order.
    public mutating func take(_ utterance: [SpokenAnswer]) -> [ReadingChange] {
        var changes: [ReadingChange] = []
        var known = answers
        for (index, spoken) in utterance.enumerated() {
            noteTime(of: spoken)
            if isPaused {
                changes += takePaused(spoken)
            } else if let place = spoken.place, !isInTurn(place) {
                if mayBeReached(place) {
                    awaitsCorrection = false
                    items.append(.unclear(nil))
                } else {
                    // Of what else was said with it, the places are not known either.
                    let stops = utterance.contains { $0.kind == .command(.stop) }
                    return changes + dropLine(since: &known) + (stops ? [.stopped] : [])
                }
            } else if spoken.kind == .command(.pause),
                isSecondThought(spoken, before: utterance[(index + 1)...])
            {
                awaitsCorrection = true
                isSureCorrection = false
                correctionTime = spoken.time
            } else if awaitsCorrection, spoken.isAnswer, !isTooLate(spoken) {
                changes += takeCorrection(spoken, since: &known)
            } else {
                if awaitsCorrection, spoken.isAnswer { changes += giveUpCorrection(since: &known) }
                changes += takeInTurn(spoken, since: &known)
            }
            if changes.last == .stopped { return changes }
        }
        return changes + newAnswers(since: &known)
    }

    /// Whether a "wait" is of somebody who corrects a letter, not of one who wants a pause: it
    /// stands by a "no", or by a letter that follows in the same breath.
    private func isSecondThought(
        _ wait: SpokenAnswer, before rest: ArraySlice<SpokenAnswer>
    ) -> Bool {
        if awaitsCorrection, !isTooLate(wait) { return true }
        return rest.contains { $0.isAnswer || $0.kind == .command(.correction) }
            && !rest.contains { $0.kind == .command(.resume) }
    }

    /// Takes what was said in a pause: only what ends it, or the test, counts.
    private mutating func takePaused(_ spoken: SpokenAnswer) -> [ReadingChange] {
        switch spoken.kind {
        case .command(.stop): return [.stopped]
        case .command(.resume):
            isPaused = false
            return [.resumed]
        case .letter, .unclear, .command, .direction: return []
        }
    }

    /// Takes the letter that follows a "no". What was answered before it is told first, then what
    /// it became.
    private mutating func takeCorrection(
        _ spoken: SpokenAnswer, since known: inout [HeardAnswer?]
    ) -> [ReadingChange] {
        let before = newAnswers(since: &known)
        awaitsCorrection = false
        correct(with: spoken)
        return before + mended(since: &known)
    }

    /// Awaits the letter of a "no" no longer: it was not heard, or what follows is it after all.
    /// The count of letters will tell.
    private mutating func giveUpCorrection(since known: inout [HeardAnswer?]) -> [ReadingChange] {
        let before = newAnswers(since: &known)
        awaitsCorrection = false
        mendLast(.unclear(nil))
        if items.isEmpty { items.append(.maybe) }
        return before + mended(since: &known)
    }

    /// Takes what is no correction, in no pause. New answers are left to be told with those that
    /// follow, unless something else has to be told after them.
    private mutating func takeInTurn(
        _ spoken: SpokenAnswer, since known: inout [HeardAnswer?]
    ) -> [ReadingChange] {
        switch spoken.kind {
        case .letter(let letter):
            if repeatsByCodeWord(letter, spoken) { break }
            items.append(.answer(HeardAnswer(.named(letter), spoken)))
        case .unclear: items.append(.unclear(spoken.belief))
        case .command(.cannotSee): items.append(.answer(HeardAnswer(.missed, spoken)))
        case .command(.cannotSeeAny): missAllThatIsLeft(as: spoken)
        case .command(.correction):
            if !awaitsCorrection { isSureCorrection = true }
            awaitsCorrection = true
            correctionTime = spoken.time
        case .command(.again):
            items = []
            awaitsCorrection = false
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

    /// Notes when something was said, and whether it may be the rest of the reading before: "S",
    /// something unclear, three and a half seconds of thought, and on with the third letter, while
    /// the second to the fifth are being asked for.
    private mutating func noteTime(of spoken: SpokenAnswer) {
        guard let time = spoken.time else { return }
        if items.isEmpty, let before = endBefore, mayReadOn {
            readsOn = time.lowerBound - before < Self.longestBeforeReply
        }
        lastEnd = time.upperBound
    }

    /// Whether the letter that was named last is named once more by its word of the spelling
    /// alphabet, as in "S for sierra": that is one letter, whatever was heard between the two.
    private mutating func repeatsByCodeWord(_ letter: Letter, _ spoken: SpokenAnswer) -> Bool {
        guard spoken.isCodeWord, let time = spoken.time,
            let index = items.lastIndex(where: { !$0.isPassing && !$0.isUnclear }),
            let before = items[index].answer, before.response == .named(letter),
            before.heard != spoken.heard, let named = before.time,
            time.lowerBound - named.upperBound < Self.longestBeforeCodeWord
        else { return false }
        items.removeSubrange((index + 1)...)
        return true
    }

    /// Takes a sound that may have been a letter, though no answer was heard in it.
    ///
    /// After "no" it may have been the letter that was to come: the answer that "no" meant is taken
    /// back, and what follows has no sure position.
    ///
    /// - Parameter time: when it was, seconds of the session's sound; nil where that is not known.
    /// - Returns: what it changed, in order.
    public mutating func takeMaybe(at time: ClosedRange<Double>?) -> [ReadingChange] {
        takePassing(.maybe, at: time)
    }

    /// Takes speech in which no answer was heard; after "no" as `takeMaybe` does.
    ///
    /// - Parameter time: when it was, seconds of the session's sound; nil where that is not known.
    /// - Returns: what it changed, in order.
    public mutating func takeTalk(at time: ClosedRange<Double>?) -> [ReadingChange] {
        takePassing(.talk, at: time)
    }

    /// Takes that nobody was heard for a time: what was said without being understood may then not
    /// stand for one of the letters, as many as there are.
    ///
    /// - Returns: what it changed, in order.
    public mutating func breakOff() -> [ReadingChange] {
        items.contains { $0.isPassing || $0.isUnclear } ? takeTalk(at: nil) : []
    }

    private mutating func takePassing(
        _ item: ReadingItem, at time: ClosedRange<Double>?
    ) -> [ReadingChange] {
        guard !isPaused else { return [] }
        lastEnd = time?.upperBound ?? lastEnd
        var known = answers
        if awaitsCorrection {
            awaitsCorrection = false
            mendLast(.retracted)
            items.append(.talk)
            return mended(since: &known)
        }
        if items.allSatisfy(\.isPassing) { soundEnd = time?.upperBound }
        items.append(item)
        return newAnswers(since: &known)
    }

    /// Takes all positions that the reading has not reached as missed.
    ///
    /// Where they are several, and one word was heard, or a phrase that is hardly sure or like its
    /// opposite, they are asked for once more first: "nothing", overheard in somebody's talk, would
    /// end a test, and so would "I can see everything". A
    /// sound that may have been a letter has reached one position, if letters were read at all;
    /// before "I can't see any" of a whole line it was a hum.
    mutating func missAllThatIsLeft(as spoken: SpokenAnswer) {
        guard !items.contains(where: \.isUnclear) else { return }
        if !items.contains(where: \.isLetter) { items = [] }
        guard items.count < asked.count else { return }
        let mayBeOverheard =
            spoken.time != nil
            && (!spoken.isPhrase || spoken.confidence < Self.surePhrase
                || Self.soundingLikeSeeingAll.contains { spoken.heard.hasSuffix($0) })
        guard !mayBeOverheard || asked.count - items.count == 1 || seesNone else {
            seesNone = true
            items.append(.unclear(nil))
            return
        }
        let missed = ReadingItem.answer(HeardAnswer(.missed, spoken))
        items += Array(repeating: missed, count: asked.count - items.count)
    }

    /// Answers that differ from those known, which they then are.
    private func newAnswers(since known: inout [HeardAnswer?]) -> [ReadingChange] {
        let now = answers
        defer { known = now }
        return zip(now, known).enumerated().compactMap { position, pair in
            guard let answer = pair.0, answer != pair.1 else { return nil }
            return .answered(position: position, answer)
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

extension SpokenAnswer {
    /// Whether it answers for letters, clearly or not, and does not steer the test.
    var isAnswer: Bool {
        switch kind {
        case .letter, .unclear: true
        case .command, .direction: kind.isNotSeen
        }
    }
}
