internal import Acuity
internal import LetterSpeech

/// How long letters take, and which may hide another.
///
/// In "J A N E T", read in one breath, the A may be heard as the end of the J. Where as many
/// letters are heard as were asked for, none is hidden; where fewer are, one that takes too long
/// for one leaves open what follows.
extension ReadingItem {
    /// How long the name of a letter takes at most, seconds: 0.91 in the development set `letters`,
    /// whose letters are said alone.
    private static let longest = 1.0
    /// How long one takes beside others of the same reading, when the next follows without a pause,
    /// and how long a pause is, seconds.
    ///
    /// By the 47 rows of five letters in AN4, spelled by people: of 235 letters 14 were wrong at
    /// their place before, 7 with it and 5 right ones asked for again (pauses of 0.15 s); of 840
    /// that synthetic voices read in one breath none is touched. Letters of people joined with 0.25
    /// s between them need the longer pause.
    private static let timesOthers = 1.8
    private static let longInRow = 0.45
    private static let pause = 0.3

    /// Where the letter of the chart was said by its name, not by its word of the spelling
    /// alphabet; nil for anything else, also "I can't see it", and where it was typed.
    var nameTime: ClosedRange<Double>? {
        guard let answer, case .named(let letter) = answer.response,
            answer.heard != CodeWord.of(letter)
        else { return nil }
        return answer.time
    }

    /// Of the items of a reading, whether each may stand for several letters: it is unclear or
    /// talk, or takes so long that a letter beside it may have been taken for a part of it.
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

    /// The median of lengths, seconds; nil of none.
    private static func median(of times: [ClosedRange<Double>]) -> Double? {
        let seconds = times.map { $0.upperBound - $0.lowerBound }.sorted()
        guard let upper = seconds.dropFirst(seconds.count / 2).first else { return nil }
        return seconds.count.isMultiple(of: 2)
            ? (seconds[seconds.count / 2 - 1] + upper) / 2 : upper
    }
}
