internal import Acuity
internal import LetterSpeech

/// How long letters take, and which may hide another.
///
/// In "J A N E T", read in one breath, the A may be heard as the end of the J. Where as many letters are heard
/// as were asked for, none is hidden; where fewer are, one that takes too long for one leaves open what follows.
extension ReadingItem {
    /// How long the name of a letter takes at most, seconds: 0.91 in the development set `letters`, whose
    /// letters are said alone.
    private static let longest = 1.0
    /// How long one takes beside others of the same reading, when the next follows without a pause, and how
    /// long a pause is, seconds.
    ///
    /// By the 47 rows of five letters in AN4, spelled by people: of 235 letters 14 were wrong at their place
    /// before, 7 with it and 5 right ones asked for again (pauses of 0.15 s); of 840 that synthetic voices read
    /// in one breath none is touched. Letters of people joined with 0.25 s between them need the longer pause.
    private static let timesOthers = 1.8
    private static let longInRow = 0.45
    private static let pause = 0.3
    /// Up to how far apart two names are one sound that was taken for both, seconds: a long "oh" is found as
    /// "oh oh". Names that a person says twice touch, too; it is the count of letters that tells.
    private static let touching = 0.05

    /// Where the letter of the chart was said by its name, not by its word of the spelling alphabet; nil for
    /// anything else, also "I can't see it", and where it was typed.
    private var nameTime: ClosedRange<Double>? {
        guard let answer, case .named(let letter) = answer.response,
            answer.heard != CodeWord.of(letter)
        else { return nil }
        return answer.time
    }

    /// Of the items of a reading, whether each may stand for several letters: it is unclear or talk, or takes so long
    /// that a letter beside it may have been taken for a part of it.
    static func mayBeMore(_ items: [ReadingItem]) -> [Bool] {
        let times = items.map(\.nameTime)
        return items.indices.map { index in
            guard let time = times[index] else {
                return items[index].isUnclear || items[index] == .talk
            }
            let seconds = time.upperBound - time.lowerBound
            if seconds > longest { return true }
            let others = times.indices.filter { $0 != index }.compactMap { times[$0] }
            guard seconds > longInRow, let usual = median(of: others),
                let next = items.dropFirst(index + 1).first?.answer?.time
            else { return false }
            return next.lowerBound - time.upperBound < pause && seconds > timesOthers * usual
        }
    }

    /// The items of a reading of more letters than there are, without those too many where as many places show
    /// one: a name found twice in a row, or before an H what is its beginning. Names have no pause between them
    /// there.
    static func withoutTooMany(_ items: [ReadingItem], of count: Int) -> [ReadingItem]? {
        let tooMany = items.indices.dropLast().filter { index in
            let (first, second) = (items[index], items[index + 1])
            if let before = first.nameTime, let after = second.nameTime,
                after.lowerBound - before.upperBound >= touching
            {
                return false
            }
            return first.isRepeated(by: second) || first.beginsH && second.named == .h
        }
        guard items.count > count, tooMany.count == items.count - count else { return nil }
        return items.indices.filter { !tooMany.contains($0) }.map { items[$0] }
    }

    /// The letter that was named, by its name.
    private var named: Letter? {
        guard nameTime != nil, case .named(let letter)? = answer?.response else { return nil }
        return letter
    }

    private func isRepeated(by next: ReadingItem) -> Bool { named != nil && named == next.named }

    /// Whether it is, or was most likely, a letter whose vowel begins an "aitch", or an "eye-tch".
    private var beginsH: Bool {
        guard case .unclear(let belief?) = self else {
            return named.map(Self.beginH.contains) ?? false
        }
        return belief.letters.max { $0.value < $1.value }.map { Self.beginH.contains($0.key) }
            ?? false
    }
    private static let beginH: Set<Letter> = [.a, .i, .k]

    /// The median of lengths, seconds; nil of none.
    private static func median(of times: [ClosedRange<Double>]) -> Double? {
        let seconds = times.map { $0.upperBound - $0.lowerBound }.sorted()
        guard let upper = seconds.dropFirst(seconds.count / 2).first else { return nil }
        return seconds.count.isMultiple(of: 2)
            ? (seconds[seconds.count / 2 - 1] + upper) / 2 : upper
    }
}
