internal import Acuity
internal import LetterSpeech

/// A part of a reading that comes again in the same order after a thought: "S R", a pause, "S R H".
/// Who reads so has begun the line anew, and what comes the second time stands where it did the first
/// time.
///
/// No line shows a letter twice while there are others (`OptotypeSet.draw`), and of directions
/// nothing can be told. Who guesses names a letter twice in most lines, two in the same order in
/// one of a hundred: only a pause longer than the others says that the line was begun anew. What is
/// typed has none, and is taken as it stands.
struct Again: Equatable {
    /// Where the part begins the first time, and the second, as indices of the items.
    let first: Int
    let second: Int
    /// How many letters come again.
    let length: Int

    /// How long that pause is, seconds, and how much longer than the longest of the others. Aloud's
    /// own choice.
    private static let pause = 0.8
    private static let timesOthers = 1.5

    /// - Parameters:
    ///   - items: what was said in a reading.
    ///   - count: letters in the line.
    ///   - optotypes: what they are drawn from.
    /// - Returns: nil where nothing was begun anew.
    init?(in items: [ReadingItem], of count: Int, among optotypes: OptotypeSet) {
        guard !optotypes.areDirections, count <= optotypes.choices.count + 1 else { return nil }
        // The last letter must be one of those before where there are too few.
        let mayRepeat = optotypes.choices.count < count
        let letters = items.map(\.likeliestLetter)
        for first in items.indices {
            for second in items.indices.dropFirst(first + 1) {
                let length = min(second - first, items.count - second)
                let part = letters[first..<first + length]
                let comesAgain = (0..<length).allSatisfy { offset in
                    letters[first + offset] != nil
                        && letters[first + offset] == letters[second + offset]
                }
                // Who says the same letter for each has begun nothing anew.
                guard comesAgain, Set(part).count == length else { continue }
                guard length > 1 || !mayRepeat, Self.isAfterPause(second, in: items) else {
                    continue
                }
                self.first = first
                self.second = second
                self.length = length
                return
            }
        }
        return nil
    }

    /// Whether the pause before an item is by far the longest of a reading.
    private static func isAfterPause(_ index: Int, in items: [ReadingItem]) -> Bool {
        let times = items.map { $0.answer?.time }
        let pauses = zip(times, times.dropFirst()).map { before, after -> Double? in
            guard let before, let after else { return nil }
            return after.lowerBound - before.upperBound
        }
        guard let own = pauses[index - 1], own >= pause else { return false }
        let others = pauses.indices.filter { $0 != index - 1 }.compactMap { pauses[$0] }
        return !others.isEmpty && others.allSatisfy { own > timesOthers * $0 }
    }
}

extension ReadingItem {
    /// The letter that was named, or the one that it most likely was.
    fileprivate var likeliestLetter: Letter? {
        switch self {
        case .answer(let answer):
            if case .named(let letter) = answer.response { letter } else { nil }
        case .unclear(let belief): belief?.letters.max { $0.value < $1.value }?.key
        case .maybe, .talk, .retracted: nil
        }
    }
}
