/// The assignment of a reading's items to the positions of a line: the posterior of each item at
/// each position, summed over all ways to align the two (forward-backward over the table of
/// `AlignmentCosts`).
///
/// In an alignment each item covers no letter or one to three positions in a row, in order. A
/// letter may be lost before an item, and the reading may end before the last position. The sum
/// also contains these hypotheses:
/// - the person restarts the line: letters that return in the same order are said again;
/// - the person reads the whole line though only a part was asked for;
/// - the person continues the previous reading;
/// - a single letter with something else is talk.
package struct Alignment: Sendable, Equatable {
    /// One way to take a reading: items by their index, nil for one of the reading before.
    private struct Hypothesis {
        var items: [(index: Int?, letters: [Double], lostBefore: Double)]
        var positions: [Int]
        var unfinished = AlignmentCosts.unfinished
        var weight = 1.0
    }

    /// For each position, the probability of each item there alone, and of any item.
    private var shares: [[Int: Double]]
    private(set) var occupied: [Double]
    /// The number of items that are said again, if the line seems to be restarted after a pause.
    package private(set) var repeated = 0

    /// - Parameters:
    ///   - items: the items of this reading, in order.
    ///   - asked: the positions asked for, ascending.
    ///   - count: letters in the line.
    ///   - mayRepeat: whether letters may repeat in a line, nil if unknown.
    ///   - earlier: items of the previous reading without a position, if this one may continue it.
    init(
        _ items: [HeardAnswer], to asked: [Int], of count: Int, mayRepeat: Bool?,
        after earlier: [HeardAnswer] = []
    ) {
        shares = Array(repeating: [:], count: count)
        occupied = Array(repeating: 0, count: count)
        let likelihoods = items.likelihoods
        let steps = items.indices.map { index in
            let isSpoken = items[index].placeTime != nil
            let lost =
                items.prefix(index).allSatisfy(\.isPassing)
                ? AlignmentCosts.lostFirst
                : items.isAfterLongPause(index) ? AlignmentCosts.lostInPause : AlignmentCosts.lost
            return (
                index: Int?(index), letters: likelihoods[index],
                lostBefore: isSpoken ? lost : 0
            )
        }
        var hypotheses = [Hypothesis(items: steps, positions: asked)]
        if asked.count < count {
            hypotheses.append(
                Hypothesis(
                    items: steps.map { ($0.index, $0.letters, 0) }, positions: Array(0..<count),
                    unfinished: 0, weight: AlignmentCosts.wholeLine))
        }
        if let mayRepeat, let again = Self.restart(in: items, mayRepeat: mayRepeat) {
            let isAfterPause = items.isAfterLongPause(again.lowerBound)
            if isAfterPause { repeated = again.count }
            var rest = steps
            rest.removeSubrange(again)
            hypotheses.append(
                Hypothesis(
                    items: rest, positions: asked,
                    weight: isAfterPause
                        ? AlignmentCosts.restartAfterPause : AlignmentCosts.restart))
        }
        if !earlier.isEmpty {
            let before = earlier.likelihoods.map { letters in
                (index: Int?.none, letters: letters, lostBefore: 0.0)
            }
            hypotheses.append(
                Hypothesis(
                    items: before + steps, positions: asked, weight: AlignmentCosts.readsOn))
            for index in hypotheses.indices where hypotheses[index].unfinished > 0 {
                hypotheses[index].unfinished = AlignmentCosts.unfinishedRest
            }
        }
        var sum = hypotheses.reduce(0) { $0 + add($1) }
        if asked.count == count, count > 1, items.count > 1,
            items.count(where: \.isLetter) == 1,
            items.contains(where: { $0.response != nil && $0.time != nil })
        {
            sum += AlignmentCosts.allTalk
        }
        guard sum > 0 else { return }
        shares = shares.map { $0.mapValues { $0 / sum } }
        occupied = occupied.map { $0 / sum }
    }

    /// The index of the item that is surely at a position.
    package func item(at position: Int) -> Int? {
        shares[position].first { $0.value >= AlignmentCosts.bound }?.key
    }

    /// The position that surely belongs to an item.
    package func position(of item: Int) -> Int? {
        shares.indices.first { (shares[$0][item] ?? 0) >= AlignmentCosts.bound }
    }

    /// The probability that an item that fulfils a condition is alone at a position.
    package func share(at position: Int, where condition: (Int) -> Bool) -> Double {
        shares[position].reduce(0) { condition($1.key) ? $0 + $1.value : $0 }
    }

    /// Adds the alignments of a hypothesis.
    ///
    /// - Returns: their sum.
    private mutating func add(_ hypothesis: Hypothesis) -> Double {
        let items = hypothesis.items
        let positions = hypothesis.positions
        let width = positions.count
        let row = Array(repeating: 0.0, count: width + 1)
        // By items used and positions passed: the sum over all ways to there, and over all from
        // there to the end.
        var before = Array(repeating: row, count: items.count + 1)
        var after = before
        before[0][0] = hypothesis.weight
        for (index, item) in items.enumerated() {
            for passed in 0...width {
                if passed > 0 {
                    before[index][passed] += before[index][passed - 1] * item.lostBefore
                }
                for (letters, weight) in item.letters.enumerated() where passed + letters <= width {
                    before[index + 1][passed + letters] += before[index][passed] * weight
                }
            }
        }
        after[items.count] = (0...width).map { $0 == width ? 1 : hypothesis.unfinished }
        for (index, item) in items.enumerated().reversed() {
            for passed in (0...width).reversed() {
                if passed < width {
                    after[index][passed] = after[index][passed + 1] * item.lostBefore
                }
                for (letters, weight) in item.letters.enumerated() where passed + letters <= width {
                    after[index][passed] += after[index + 1][passed + letters] * weight
                }
            }
        }
        for (index, item) in items.enumerated() {
            for passed in 0..<width {
                for letters in 1..<item.letters.count where passed + letters <= width {
                    let share =
                        before[index][passed] * item.letters[letters]
                        * after[index + 1][passed + letters]
                    for position in positions[passed..<passed + letters] {
                        occupied[position] += share
                    }
                    if letters == 1, let own = item.index {
                        shares[positions[passed]][own, default: 0] += share
                    }
                }
            }
        }
        return after[0][0] * hypothesis.weight
    }

    /// The first letters that come again in the same order, to the end or as far as the letters
    /// between reach, as indices of the second time; a single one only after the longest pause.
    private static func restart(in items: [HeardAnswer], mayRepeat: Bool) -> Range<Int>? {
        let letters = items.map(\.likeliest)
        for first in items.indices {
            for second in items.indices.dropFirst(first + 1) {
                let length = min(second - first, items.count - second)
                let part = letters[first..<first + length]
                // The same letter at every position is not a new beginning.
                guard !part.contains(nil), Set(part).count == length,
                    part.elementsEqual(letters[second..<second + length]),
                    length > 1 || !mayRepeat && items.isAfterLongPause(second)
                else { continue }
                return second..<second + length
            }
        }
        return nil
    }
}

/// The table of an alignment: the likelihood of each possible event relative to its likeliest
/// explanation. The numbers are chosen, not fitted; `LineSimulationTests` measures their effect.
enum AlignmentCosts {
    /// The posterior from which a position counts as answered.
    static let bound = 0.95

    // The likelihood that an item covers no letter, one, two or three.

    /// A clear answer, or one that was taken back: surely for one letter.
    static let letter = [0.00015, 1]
    /// A clear letter that is long enough to hide another one.
    static let longLetter = [0.00015, 1, 0.04, 0.02]
    /// A clear letter, or the beginning of one, that may be a part of the next: one name found as
    /// two letters, a long "oh" as "oh oh", an "aitch" as "kay aitch".
    static let spareLetter = [0.03, 1]
    /// Not understood.
    static let unclear = [0.8, 1, 0.001, 0.0005]
    /// Not understood, and more likely a letter than not.
    static let likelyLetter = [0.0005, 1, 0.001, 0.0005]
    /// A sound as long as a letter in which no answer was heard.
    static let possibleLetter = [1.0, 1]
    /// Speech without an answer.
    static let talk = [1, 0.04, 0.04, 0.04]

    /// The reading ends before the last position that was asked for.
    static let unfinished = 0.003
    /// The same of one that may be the rest of the reading before.
    static let unfinishedRest = 0.1
    /// The likelihood that a spoken letter was not heard at all: before the first item, between two
    /// items, or in a pause that is by far the longest. Typed letters are never lost.
    static let lostFirst = 0.0001
    static let lost = 0.00001
    static let lostInPause = 0.05
    /// The whole line was read again though only a part of it was asked for.
    static let wholeLine = 0.02
    /// The person continues the previous reading and has not heard the request yet.
    static let readsOn = 0.2
    /// A single letter with something else is a piece of talk: "She was nothing but ..." is
    /// heard as C and something unclear.
    static let allTalk = 0.02
    /// Letters repeated in the same order are a restarted line, after the longest pause or without
    /// one. No line shows a letter twice while there are others (`OptotypeSet.draw`).
    static let restartAfterPause = 200.0
    static let restart = 0.0005
}
