internal import Acuity
internal import Foundation
internal import PhoneticMapping

/// Something that was heard and may be the answer to a letter of a chart.
struct ReadItem: Sendable, Equatable {
    /// The kind of answer.
    enum Kind: Sendable, Equatable {
        /// A letter, accepted.
        case letter
        /// Probably a letter, but not surely which.
        case unclear
        /// "I can't see it": one letter.
        case pass
        /// "I can't see any": the rest of the line.
        case passLine
    }

    var kind: Kind
    /// The probability of each letter, if it was one.
    var letters: [Letter: Double]
    /// The probability that it was an answer.
    var presence: Double
    /// Seconds of the recording.
    var time: ClosedRange<Double>
    /// Whether the person announced it as a correction of the last letter.
    var corrects = false
}

/// The most likely alignment of a whole recording to a chart (Viterbi).
///
/// A state is the number of letters of the chart up to the last one that was answered. Each item is
/// the answer to a letter, usually the next one, or belongs to no letter. Lines can be skipped,
/// begun below the top, read again, or left before their end; letters can be left out or said
/// again. The chart only decides the place of an answer, never its content.
struct ChartAlignment {
    /// The positions on the chart that each item answers; empty for an item that answers no letter.
    let places: [[Int]]
    /// The natural logarithm of the likelihood of this alignment.
    let logLikelihood: Double

    private struct Step {
        var from: Int
        var places: [Int]
    }

    /// Aligns items to the letters of a chart.
    ///
    /// Letters that are too small are guessed, so they are weak evidence of their place. The
    /// smallest line that the reader sees is unknown: every line is tried, and the likeliest
    /// alignment is taken.
    ///
    /// - Parameters:
    ///   - items: in the order of time.
    ///   - rows: the lines of the chart, all of one length.
    init(_ items: [ReadItem], to rows: [[Letter]]) {
        let moves = Moves(rows: rows.count, width: rows.first?.count ?? 1)
        let pauses = Self.areAfterPause(items)
        var best = ChartAlignment(places: [], logLikelihood: -.infinity)
        for seen in -1...rows.count {
            let found = Self.best(items, pauses, moves, to: rows, seeing: seen)
            if found.logLikelihood > best.logLikelihood { best = found }
        }
        self = best
    }

    private init(places: [[Int]], logLikelihood: Double) {
        self.places = places
        self.logLikelihood = logLikelihood
    }

    /// The most likely alignment for a reader who sees half of the letters of a line.
    private static func best(
        _ items: [ReadItem], _ areAfterPause: [Bool], _ moves: Moves, to rows: [[Letter]],
        seeing threshold: Int
    ) -> ChartAlignment {
        let letters = rows.flatMap(\.self)
        let width = moves.width
        let seen = rows.indices.map { ChartAlignmentCosts.seen(row: $0, threshold: threshold) }
        var best = [Double](repeating: -.infinity, count: letters.count + 1)
        best[0] = 0
        var steps: [[Step]] = []
        for (index, item) in items.enumerated() {
            var next = [Double](repeating: -.infinity, count: best.count)
            var step = best.indices.map { Step(from: $0, places: []) }
            let nowhere = ChartAlignmentCosts.nowhere(item)
            for state in best.indices where best[state] + nowhere > next[state] {
                next[state] = best[state] + nowhere
                step[state] = Step(from: state, places: [])
            }
            if item.kind == .passLine {
                // The rest of the line, or all of the next one.
                for state in letters.indices {
                    let end = (state / width + 1) * width
                    let value = best[state] + ChartAlignmentCosts.pass
                    guard value > next[end] else { continue }
                    next[end] = value
                    step[end] = Step(from: state, places: Array(state..<end))
                }
            } else {
                let answers = letters.indices.map { target in
                    ChartAlignmentCosts.answer(
                        item, to: letters[target], seen: seen[target / width])
                }
                let table = moves.table(
                    isAfterPause: areAfterPause[index], corrects: item.corrects)
                for state in best.indices where best[state] > -.infinity {
                    let row = state * letters.count
                    for target in letters.indices {
                        let value = best[state] + table[row + target] + answers[target]
                        guard value > next[target + 1] else { continue }
                        next[target + 1] = value
                        step[target + 1] = Step(from: state, places: [target])
                    }
                }
            }
            best = next
            steps.append(step)
        }
        var state = best.indices.max { best[$0] < best[$1] } ?? 0
        let logLikelihood = best[state]
        var places: [[Int]] = []
        for step in steps.reversed() {
            places.append(step[state].places)
            state = step[state].from
        }
        return ChartAlignment(places: places.reversed(), logLikelihood: logLikelihood)
    }

    /// Whether each item comes after a pause that is long for this reader. After such a pause, a
    /// new line is likelier than another letter of the same line.
    private static func areAfterPause(_ items: [ReadItem]) -> [Bool] {
        let gaps = zip(items, items.dropFirst()).map { $1.time.lowerBound - $0.time.upperBound }
        guard !gaps.isEmpty else { return items.map { _ in true } }
        let long = max(0.8, 2 * gaps.sorted()[gaps.count / 2])
        return [true] + gaps.map { $0 > long }
    }
}

/// The costs of all moves on a chart.
private struct Moves {
    let width: Int
    private let tables: [[Double]]

    init(rows: Int, width: Int) {
        self.width = width
        let count = rows * width
        tables = (0..<4).map { kind in
            (0...count).flatMap { state in
                (0..<count).map { target in
                    ChartAlignmentCosts.move(
                        from: state, to: target, width: width, isAfterPause: kind & 1 > 0,
                        corrects: kind & 2 > 0)
                }
            }
        }
    }

    /// The costs from each state (row) to each letter (column).
    func table(isAfterPause: Bool, corrects: Bool) -> [Double] {
        tables[(isAfterPause ? 1 : 0) + (corrects ? 2 : 0)]
    }
}
/// The likelihoods of an alignment to a chart, as natural logarithms. Chosen, not fitted: only
/// their order matters, and tests cover the cases.
enum ChartAlignmentCosts {
    /// The chance of a letter of Sloan's set by guessing.
    private static let guess = 0.1
    /// A letter within a line left no trace: about as often as Aloud misses one.
    private static let leftOut = log(0.01)
    /// A line is left before its end, after a pause and without one.
    private static let lineLeft = log(0.03)
    private static let lineLeftAtOnce = log(0.002)
    /// A whole line is skipped.
    private static let lineSkipped = log(0.002)
    /// The reading begins at the top, or at another line.
    private static let beginsAtTop = log(0.5)
    private static let beginsBelow = log(0.03)
    /// The next letter of a line comes after a pause that is long for this reader.
    private static let hesitates = log(0.15)
    /// The same letter is read again: without "no", and after it.
    private static let again = log(0.01)
    private static let corrected = log(0.6)
    /// The line is read again from its start, after a pause and without one.
    private static let lineAgain = log(0.02)
    private static let lineAgainAtOnce = log(0.004)
    /// An earlier line is read again from its start.
    private static let earlierLine = log(0.002)
    /// The reader goes back to another letter of the line, or to any other place.
    private static let backInLine = log(0.001)
    private static let anywhere = log(0.00002)

    /// The chance that a letter is seen: the psychometric function of normal eyes, whose standard
    /// deviation is about a line (`SightPrior`), with a few lapses.
    ///
    /// - Parameter threshold: the line on which half of the letters are seen.
    static func seen(row: Int, threshold: Int) -> Double {
        0.01 + 0.96 * erfc(Double(row - threshold) / 0.8 / 2.0.squareRoot()) / 2
    }

    /// "I can't see it" as the answer to a letter, or to a line.
    static let pass = log(0.05)

    /// The log-likelihood of an item that answers no letter: talk, a cough, a letter heard twice.
    static func nowhere(_ item: ReadItem) -> Double {
        switch item.kind {
        case .letter: log(guess * (0.002 + 0.05 * (1 - item.presence)))
        case .unclear: log(guess * (0.05 + 0.5 * (1 - item.presence)))
        case .pass, .passLine: log(0.002)
        }
    }

    /// The log-likelihood of an item as the answer to a letter.
    ///
    /// - Parameter seen: the chance, 0…1, that letters of this size are seen.
    static func answer(_ item: ReadItem, to shown: Letter, seen: Double) -> Double {
        switch item.kind {
        case .letter, .unclear:
            log(seen * (item.letters[shown] ?? 0) + (1 - seen) * guess)
        case .pass, .passLine: pass
        }
    }

    /// The log-likelihood of the move from a state to the letter that is answered next.
    ///
    /// - Parameters:
    ///   - state: the number of letters up to the last one answered; 0 before the first.
    ///   - target: the index of the next one.
    ///   - width: letters in a line.
    static func move(
        from state: Int, to target: Int, width: Int, isAfterPause: Bool, corrects: Bool
    ) -> Double {
        let (row, column) = (target / width, target % width)
        guard state > 0 else {
            return (row == 0 ? beginsAtTop : beginsBelow) + Double(column) * leftOut
        }
        if target == state { return column > 0 && isAfterPause ? hesitates : 0 }
        if target > state {
            if state % width > 0, row == state / width {
                return Double(target - state) * leftOut
            }
            let leaves = state % width > 0
            let nextRow = leaves ? state / width + 1 : state / width
            let rest = Double(width - state % width) * leftOut
            return (leaves ? max(rest, isAfterPause ? lineLeft : lineLeftAtOnce) : 0)
                + Double(row - nextRow) * lineSkipped + Double(column) * leftOut
        }
        let ownRow = (state - 1) / width
        if target == state - 1 { return corrects ? corrected : again }
        if row == ownRow {
            if corrects { return lineAgain }
            guard column == 0 else { return backInLine }
            return isAfterPause ? lineAgain : lineAgainAtOnce
        }
        return column == 0 ? earlierLine + Double(ownRow - row - 1) * log(0.3) : anywhere
    }
}
