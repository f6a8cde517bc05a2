package import Acuity

/// A chart of faint letters that is read by a fixed rule: that of Pelli and Robson, or that of Mars.
///
/// **Pelli-Robson.** Triplets of one contrast, 0.15 log fainter each. Letters count 0.05 each:
/// logCS = 0.05 (letters right - 3), since the first triplet is logCS 0. C and O count as the same
/// letter (Elliott DB, Bullimore MA, Bailey IL. Improving the reliability of the Pelli-Robson
/// contrast sensitivity test. Clin Vis Sci 1991). With fewer than three letters right, the score is
/// below the first triplet: the eye is worse than that.
///
/// **Mars.** Each letter is 0.04 log fainter than the one before, from 0.04. Two letters wrong one
/// after the other end the chart: no later letter counts, not even in the same row. logCS is that of
/// the last letter right, less 0.04 for each wrong letter before it (Arditi A. Improving the design
/// of the letter contrast sensitivity test. Invest Ophthalmol Vis Sci 2005).
///
/// Both are read in rows of three. A row that would end the test is shown once more with other
/// letters, since the ear may have misheard it; the better reading of a row counts.
package struct ContrastChart: AcuityProcedure {
    /// The chart that is read.
    package enum Kind: Sendable, Equatable {
        case pelliRobson
        case mars
    }

    /// A row as it was read last.
    private struct Row {
        var levels: [LogCS]
        var right: [Bool]
    }

    private let kind: Kind
    private let rows: [[LogCS]]
    private var done: [Row] = []
    private var isRepeat = false
    private var generator: SplitMix64
    private var unclear = 0
    private var unclearInARow = 0
    private var end: ProcedureEnd?
    package private(set) var next: Presentation?
    package private(set) var read: [AnsweredPresentation] = []

    /// Maximum number of rows shown again because of an unclear letter: in a test, and in
    /// succession.
    private static let mostUnclear = (inATest: 20, inARow: 10)

    /// A chart about to be read.
    ///
    /// - Parameters:
    ///   - floor: the faintest letters that can be shown; the chart ends there.
    ///   - range: the sizes that can be shown; nothing is shown if 2.81 degrees is not among them.
    ///   - seed: decides the letters.
    package init(
        _ kind: Kind, floor: LogCS = ScreenGrey.faintest, range: SizeRange = .all, seed: UInt64
    ) {
        self.kind = kind
        generator = SplitMix64(seed: seed)
        let all: [[LogCS]] =
            switch kind {
            case .pelliRobson:
                (0...15).map { row in
                    Array(repeating: LogCS(Double(15 * row) / 100), count: 3)
                }
            case .mars:
                (0...15).map { row in
                    (1...3).map { LogCS(Double(4 * (3 * row + $0)) / 100) }
                }
            }
        rows = all.filter { $0.allSatisfy { $0.value <= floor.value + 1e-9 } }
        if range.contains(ContrastTest.letterSize), !rows.isEmpty { show() }
    }

    package mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let shown = next else { throw .done }
        let answered = try AnsweredPresentation(shown, answers)
        read.append(answered)
        guard answers.allSatisfy({ $0.response != nil }) else {
            unclear += 1
            unclearInARow += 1
            if unclear > Self.mostUnclear.inATest || unclearInARow >= Self.mostUnclear.inARow {
                finish(.notUnderstood)
            } else {
                show()
            }
            return
        }
        unclearInARow = 0
        let row = Row(levels: rows[position], right: Self.judged(answered, kind))
        if isRepeat, let before = done.last {
            let former = counted.count { $0 }
            done[done.count - 1] = row
            if counted.count(where: { $0 }) < former { done[done.count - 1] = before }
        } else {
            done.append(row)
        }
        if fails {
            guard isRepeat else {
                isRepeat = true
                show()
                return
            }
            finish(.stopRuleMet)
        } else if done.count == rows.count {
            finish(.smallestLineRead)
        } else {
            isRepeat = false
            show()
        }
    }

    package mutating func redraw() { if next != nil { show() } }

    /// The answers, without an acuity.
    package var score: AcuityScore {
        var remarks: [AcuityRemark] = end == nil || end == .notUnderstood ? [.stoppedEarly] : []
        if end == .notUnderstood { remarks.append(.lettersLeftOpen) }
        return AcuityScore(
            logMAR: nil, lettersRight: counted.count { $0 }, lettersCredited: 0, lines: read,
            end: end, remarks: remarks)
    }

    package var optotypes: OptotypeSet { .sloan }

    package var sizes: ClosedRange<LogMAR> {
        let darkest = rows.first?.first ?? LogCS(0)
        let faintest = rows.last?.last ?? darkest
        return faintest.level...darkest.level
    }

    package var prior: SightPrior { .contrast }

    /// The row that is shown or comes next, from 0.
    private var position: Int { isRepeat ? done.count - 1 : done.count }

    /// Whether the rows so far meet the rule that ends the chart: two of a triplet wrong, or two
    /// letters wrong one after the other.
    private var fails: Bool {
        switch kind {
        case .pelliRobson: return (done.last?.right.count { !$0 } ?? 0) >= 2
        case .mars:
            // The pair may begin in the row before.
            let last = done.suffix(2).flatMap(\.right).suffix(4)
            return zip(last, last.dropFirst()).contains { !$0 && !$1 }
        }
    }

    /// The letters that count, each with whether it is right: those before the pair that ends the
    /// chart of Mars, or all of them.
    fileprivate var counted: [Bool] {
        let right = done.flatMap(\.right)
        guard kind == .mars,
            let pair = right.indices.dropLast().first(where: { !right[$0] && !right[$0 + 1] })
        else { return right }
        return Array(right[..<pair])
    }

    private mutating func finish(_ reason: ProcedureEnd) {
        next = nil
        end = reason
    }

    /// Sloan's letters grouped by look. A triplet has one letter of each group, so that all
    /// triplets are equally hard to read.
    private static let groups: [[Letter]] = [[.c, .o, .d, .s], [.h, .n, .k, .r], [.v, .z]]

    private mutating func show() {
        var letters: [Letter]
        repeat {
            letters = Self.groups.map { $0[generator.index(below: $0.count)] }
            for index in stride(from: 2, to: 0, by: -1) {
                letters.swapAt(index, generator.index(below: index + 1))
            }
        } while letters == next?.letters || letters == read.last?.presentation.letters
        next = Presentation(line: read.count + 1, size: ContrastTest.letterSize, letters: letters)
            .shown(in: LetterContrasts(rows[position], isMeasured: true))
    }
}

extension ContrastChart {
    /// For each letter, whether it counts as right.
    fileprivate static func judged(_ answered: AnsweredPresentation, _ kind: Kind) -> [Bool] {
        let counted = kind == .pelliRobson ? answered.countingRoundLetters : answered
        return counted.judged
    }

    /// The score by the chart's own rule, less than the contrast of the first letters if these were
    /// hardly read; nil before the first row is read whole.
    package var logCS: LogCS? {
        guard !done.isEmpty else { return nil }
        let right = counted
        switch kind {
        case .pelliRobson: return LogCS(Double(5 * (right.count { $0 } - 3)) / 100)
        case .mars:
            guard let last = right.lastIndex(of: true) else { return LogCS(0) }
            let errors = right[..<last].count { !$0 }
            return LogCS(Double(4 * (last + 1 - errors)) / 100)
        }
    }

    /// The score of a chart by its own rule from what was shown and answered.
    ///
    /// - Returns: nil before the first row is read whole.
    package static func score(of read: [AnsweredPresentation], _ kind: Kind) -> LogCS? {
        var chart = ContrastChart(kind, seed: 0)
        for answered in read {
            guard chart.next != nil else { break }
            chart.next = answered.presentation
            try? chart.take(answered.answers)
        }
        return chart.logCS
    }
}

extension AnsweredPresentation {
    /// The answers with C and O counted as the same letter.
    package var countingRoundLetters: AnsweredPresentation {
        let counted = zip(presentation.letters, answers).map { shown, answer in
            var answer = answer
            if (shown == .c && answer.response == .named(.o))
                || (shown == .o && answer.response == .named(.c))
            {
                answer.response = .named(shown)
            }
            return answer
        }
        return (try? AnsweredPresentation(presentation, counted)) ?? self
    }
}
