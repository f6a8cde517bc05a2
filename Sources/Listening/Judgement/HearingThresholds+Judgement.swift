internal import Acuity
public import LetterSpeech

extension HearingThresholds {
    /// More than the surest answer has.
    private static let never = 2.0
    /// Beside so many words that are surely no answers an "oh" that no other letter stands by is
    /// nought. Beside one it may be a letter whose neighbour was taken for a number.
    private static let numbersAroundNought = 2
    /// What is heard for a letter that cannot be seen and sounds like "oh no", which begins a
    /// correction: with 0.5 to 0.7 it is heard in "D, oh no, S" of three synthetic voices of four,
    /// as sure as "I don't know" is.
    private static let soundingLikeOhNo = "don't know"

    /// What a hearing comes to: answers, unclear ones, or nothing.
    public func answers(to heard: HeardBreath) -> [SpokenAnswer] {
        guard !isTalk(heard) else { return [] }
        var breath = heard
        if isRow(heard) { breath.answers = answers(ofRow: heard) }
        let leftOut = breath.words.count > 1 ? breath.words.filter(isSurelyNoAnswer) : []
        let rest = breath.answers.filter { answer in
            !leftOut.contains { $0.time == answer.time }
        }
        guard !isNumber(rest, beside: leftOut.count) else { return [] }
        return rest.indices.compactMap { index in
            let answer = rest[index]
            let next = index + 1 < rest.count ? rest[index + 1] : nil
            if isDoubted(answer, with: next) { return answer }
            let isOfDoubted = index > 0 && isDoubted(rest[index - 1], with: answer)
            return isOfDoubted ? unclear(answer) : judge(answer, in: breath)
        }
    }

    /// Whether an answer is the "no" of a phrase, "no, N", that is not sure.
    ///
    /// Its letter must not count as one more of the line, nor the letter before it as meant: that
    /// one is taken back and asked for again.
    private func isDoubted(_ answer: SpokenAnswer, with next: SpokenAnswer?) -> Bool {
        answer.kind == .command(.correction)
            && (notice..<corrected).contains(answer.sureness)
            && next != nil && next?.time == answer.time
    }

    /// Whether what is left of a breath without its sure numbers belongs to a number: in "three oh
    /// six" the "oh" is nought, which no sound tells from the letter.
    private func isNumber(_ rest: [SpokenAnswer], beside numbers: Int) -> Bool {
        numbers >= Self.numbersAroundNought && rest.allSatisfy { $0.kind == .letter(.o) }
    }

    /// Whether a breath was talk: what the grammar makes of talk is a row of answers that are
    /// hardly believable but for one or two, while letters that are read are clear but for one or
    /// two. Numbers and other words that the recogniser took for no answers count for neither. A
    /// row of letters alone is none, nor is a line that was read.
    func isTalk(_ breath: HeardBreath) -> Bool {
        let words = breath.words
        guard words.count > 1, !breath.isLine, !isRow(breath) else { return false }
        let likeness = words[0].likenessToTalk ?? unlikeTalk.lowerBound
        let share =
            (likeness - unlikeTalk.lowerBound) / (unlikeTalk.upperBound - unlikeTalk.lowerBound)
        return isTalk(
            words,
            below: believable + min(max(share, 0), 1) * (believableBesideTalk - believable))
    }

    /// Whether a breath may be talk, so that it is worth holding against it.
    func mayBeTalk(_ breath: HeardBreath) -> Bool {
        breath.words.count > 1 && !isRow(breath) && !isTalk(breath.words, below: believable)
            && isTalk(breath.words, below: believableBesideTalk)
    }

    private func isTalk(_ words: [HeardWord], below least: Double) -> Bool {
        let answers = words.filter { !$0.isNoAnswer }
        guard answers.count(where: { $0.confidence >= beyondDoubt }) < neverTalk else {
            return false
        }
        let seconds = answers.reduce(0) { $0 + $1.seconds }
        let believed = answers.reduce(0) { $0 + $1.seconds * $1.confidence }
        let least = least * seconds
        return answers.allSatisfy { $0.confidence < min(accept, hardlyBelievable) }
            || believed < least
    }

    /// Whether the recogniser found a word that is no answer, and both opinions agree.
    func isSurelyNoAnswer(_ word: HeardWord) -> Bool {
        word.isNoAnswer && word.confidence < noAnswer
    }

    /// Whether it is sure enough which it was; a correction, which only the recogniser knows, says
    /// nothing of that. A diagonal, which only it knows, too, says no more than that.
    private func isClear(_ answer: SpokenAnswer, in breath: HeardBreath) -> Bool {
        let says = answer.presence != nil || breath.words.contains { $0.isDiagonal(of: answer) }
        return !says || answer.confidence >= which
    }

    /// `codeWord` where letters are to be surer than usual, or may be less sure.
    private var askedCodeWord: Double {
        func odds(_ probability: Double) -> Double { probability / max(1 - probability, 1e-9) }
        let surer = odds(codeWord) * max(1, odds(accept) / odds(Self.usualAccept))
        return min(accept, surer / (1 + surer))
    }

    /// Whether it is a word of the spelling alphabet that nobody says so fast.
    private func isTooShort(_ answer: SpokenAnswer) -> Bool {
        guard answer.isCodeWord, let time = answer.time else { return false }
        return time.upperBound - time.lowerBound < codeWordSeconds
    }

    /// Whether it is a word of the spelling alphabet that nobody asked for, of a letter that is on
    /// no chart.
    private func isUnasked(_ answer: SpokenAnswer, in breath: HeardBreath) -> Bool {
        guard awaitsNames, answer.isCodeWord, case .letter(let letter) = answer.kind else {
            return false
        }
        return breath.unlikely.contains(letter)
    }

    /// Whether a letter on a chart is the likelier only because it is on one.
    private func hasUnlikelyRival(_ answer: SpokenAnswer, in breath: HeardBreath) -> Bool {
        guard case .letter(let letter) = answer.kind, !breath.unlikely.contains(letter),
            let letters = answer.belief?.letters, let own = letters[letter]
        else { return false }
        return breath.unlikely.contains { letters[$0] ?? 0 > own * unlikelyRival }
    }

    /// Whether a breath is one phrase, in a quiet room.
    private func isQuietPhrase(_ breath: HeardBreath) -> Bool {
        guard breath.words.count == 1, let word = breath.words.first else { return false }
        return word.isPhrase && (word.loudness ?? 0) >= HearingFusion.quiet
    }

    /// What an answer comes to. One of several in a breath is never left out: those after it
    /// would move to the places of others.
    private func judge(_ heard: SpokenAnswer, in breath: HeardBreath) -> SpokenAnswer? {
        var answer = heard
        let isAlone = breath.words.count == 1
        let letter = answer.isCodeWord && isAlone && asksAgain ? askedCodeWord : accept
        answer.belief?.accept = letter
        let needed =
            switch answer.kind {
            case .letter: isClear(answer, in: breath) ? letter : Self.never
            case .command(.correction): command
            case .command(.cannotSee) where !isAlone && answer.heard == Self.soundingLikeOhNo:
                Self.never
            case .command where answer.kind.isNotSeen && !answer.isPhrase:
                max(isAlone ? missed : missedInBreath, accept)
            case .command: isQuietPhrase(breath) ? min(command, phrase) : command
            case .direction: isClear(answer, in: breath) ? direction : Self.never
            case .unclear: Self.never
            }
        if isTooShort(answer) || isUnasked(answer, in: breath) {
            answer.belief = nil
        } else if answer.sureness >= needed, !hasUnlikelyRival(answer, in: breath) {
            return answer
        }
        guard (answer.presence ?? answer.confidence) >= notice || !isAlone else { return nil }
        return unclear(answer)
    }

    func unclear(_ answer: SpokenAnswer) -> SpokenAnswer {
        var unclear = answer
        unclear.kind = .unclear
        return unclear
    }
}

extension HeardWord {
    /// Whether it is two words that name a diagonal, of which an answer is one.
    fileprivate func isDiagonal(of answer: SpokenAnswer) -> Bool {
        let directions = word.split(separator: " ").map { Direction(word: String($0)) }
        guard directions.count == 2, let one = directions[0], let other = directions[1] else {
            return false
        }
        return time == answer.time && Direction(between: one, and: other) != nil
    }
}
