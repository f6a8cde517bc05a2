/// The electronic ETDRS procedure: a screening by single letters, and then five letters of each
/// size around the threshold (Beck RW et al. A computerized method of visual acuity testing. Am J
/// Ophthalmol 2003; manual of the Electronic Visual Acuity tester).
///
/// Levels go from 20/800 (logMAR 1.6) down to 20/12 (-0.2) in steps of 0.1. The score is the
/// letters right in the threshold phase and five for each level above the largest one used.
///
/// Levels that cannot be shown take no part: the screening begins with the largest one that can,
/// where 20/400 cannot, and neither phase goes beyond the smallest. Credit for levels too large to
/// be shown is earned by three letters right of the largest one that was, as on a chart.
public struct EETDRS: AcuityProcedure {
    /// The sizes, from 20/800 to 20/12.
    public static let levels = (0...18).map { LogMAR(hundredths: 160 - 10 * $0) }

    private let levels: Levels
    private var trials: LetterTrials
    private var phase: Phase
    /// How many of the answers belong to the screening.
    private var screened = 0

    private enum Phase: Sendable {
        case screening(EETDRSScreening)
        case threshold(EETDRSThreshold, level: Int)
    }

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - seed: decides the letters, and the order of the levels.
    public init(range: SizeRange = .all, seed: UInt64) {
        levels = Levels(Self.levels, within: range)
        trials = LetterTrials(.sloan, seed: seed)
        let screening = EETDRSScreening(among: levels.numbers)
        phase = .screening(screening)
        if levels.canBeShown { trials.show(levels[screening.level]) }
    }

    public var next: Presentation? { trials.next }

    public mutating func redraw() { trials.redraw() }

    public var read: [AnsweredPresentation] { trials.read }

    public var prior: SightPrior { .standard }

    public var optotypes: OptotypeSet { .sloan }

    public var sizes: ClosedRange<LogMAR> { levels.sizes }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let right = try trials.take(answers) else { return }
        switch phase {
        case .screening(var screening):
            if let level = screening.take(right: right) {
                screened = trials.read.count
                ask(EETDRSThreshold(from: level, among: levels.numbers))
            } else {
                phase = .screening(screening)
                trials.show(levels[screening.level])
            }
        case .threshold(var threshold, let level):
            threshold.take(right: right, at: level)
            ask(threshold)
        }
    }

    /// Shows the next letter of the threshold phase, or ends it.
    private mutating func ask(_ threshold: EETDRSThreshold) {
        let level = threshold.nextLevel { trials.index(below: $0) }
        phase = .threshold(threshold, level: level ?? 0)
        if let level { trials.show(levels[level]) } else { trials.finish(.stopRuleMet) }
    }

    public var score: AcuityScore {
        let lines = Array(trials.read.dropFirst(screened)).bySize
        guard case .threshold(let threshold, _) = phase, trials.end == .stopRuleMet else {
            return AcuityScore(
                logMAR: nil, lettersRight: trials.read.lettersRight, lettersCredited: 0,
                lines: trials.read.bySize, end: trials.end, remarks: [.stoppedEarly])
        }
        var remarks: [AcuityRemark] = []
        if threshold.missedAtLargest { remarks.append(.beyondLargestLine) }
        if threshold.readAtSmallest { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: threshold.hasEarnedCredit
                ? LogMAR(hundredths: 170 - 2 * threshold.score) : nil,
            lettersRight: threshold.lettersRight,
            lettersCredited: threshold.hasEarnedCredit ? threshold.lettersCredited : 0,
            lines: lines, end: trials.end, remarks: remarks
        ).bounded(by: sizes)
    }
}
