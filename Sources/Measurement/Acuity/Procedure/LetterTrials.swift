/// Trials of single letters, the common part of the procedures that show one letter at a time.
///
/// A letter that was answered unclearly is not a trial. A fresh letter of the same size replaces
/// it, at most `OpenLetters.mostReplaced` times in a test.
struct LetterTrials: Sendable {
    let optotypes: OptotypeSet
    private(set) var next: Presentation?
    private(set) var read: [AnsweredPresentation] = []
    private(set) var end: ProcedureEnd?
    private let rule: OpenLetterRule
    private var generator: SplitMix64

    init(_ optotypes: OptotypeSet, rule: OpenLetterRule = .replaced, seed: UInt64) {
        self.optotypes = optotypes
        self.rule = rule
        generator = SplitMix64(seed: seed)
    }

    /// Shows a letter of a size.
    mutating func show(_ size: LogMAR) {
        let before = next ?? read.last?.presentation
        let letters = optotypes.draw(
            1, after: before?.letters.last, besides: rule == .replaced ? read.unheardLast : [],
            using: &generator)
        next = Presentation(
            line: read.count + 1, size: size, letters: letters, optotypes: optotypes)
    }

    /// Shows another letter of the same size.
    mutating func redraw() { if let next { show(next.size) } }

    /// Takes the answer to the letter shown.
    ///
    /// - Returns: whether the answer was right; nil if it was unclear, and the procedure has
    ///   nothing to do.
    mutating func take(_ answers: [Answer]) throws(ProcedureError) -> Bool? {
        guard let shown = next else { throw .done }
        let answered = try AnsweredPresentation(shown, answers)
        read.append(answered)
        guard answered.answers[0].response != nil else {
            if read.areGivenUp || rule.isSpent(by: read) {
                finish(.notUnderstood)
            } else {
                show(shown.size)
            }
            return nil
        }
        return answered.right == 1
    }

    /// Ends the trials.
    mutating func finish(_ reason: ProcedureEnd) {
        next = nil
        end = reason
    }

    /// Whether the test ended at a letter that was never understood and not replaced.
    var areLeftOpen: Bool { rule == .replaced && end == .notUnderstood }

    /// A random whole number, 0..<bound, from the same seed as the letters.
    mutating func index(below bound: Int) -> Int { generator.index(below: bound) }
}

extension [AnsweredPresentation] {
    /// The letters of each size together, the largest first; unclear answers are left out.
    var bySize: [AnsweredPresentation] {
        let clear = filter { $0.answers.contains { $0.response != nil } }
        let sizes = Set(clear.map(\.presentation.size)).sorted(by: >)
        return sizes.enumerated().compactMap { index, size in
            let group = clear.filter { $0.presentation.size == size }
            let shown = Presentation(
                line: index + 1, size: size, letters: group.flatMap(\.presentation.letters),
                optotypes: group[0].presentation.optotypes)
            return try? AnsweredPresentation(shown, group.flatMap(\.answers))
        }
    }
}

/// The sizes that a procedure steps through, the largest first, and the part of them that can be
/// shown.
struct Levels: Sendable {
    /// Whether any size can be shown.
    let canBeShown: Bool
    /// The numbers of the sizes that can be shown, counted from 0 for the largest of all sizes; the
    /// numbers of all sizes if none can be shown.
    let numbers: ClosedRange<Int>
    private let all: [LogMAR]

    /// - Parameters:
    ///   - all: at least one, in descending order.
    ///   - range: the sizes that can be shown.
    init(_ all: [LogMAR], within range: SizeRange) {
        let shown = range.indices(of: all)
        canBeShown = shown != nil
        numbers = shown ?? 0...all.count - 1
        self.all = all
    }

    /// The size of a level.
    subscript(number: Int) -> LogMAR { all[number] }

    /// The range of sizes that can be shown; of all sizes if none can be shown.
    var sizes: ClosedRange<LogMAR> { all[numbers.upperBound]...all[numbers.lowerBound] }
}
