/// The test for children of the Amblyopia Treatment Study: H, O, T and V one at a time, a level
/// passed with three right of three or of four (Holmes JM et al. The amblyopia treatment study
/// visual acuity testing protocol. Arch Ophthalmol 2001; Moke PS et al. Computerized method of
/// visual acuity testing. Am J Ophthalmol 2001).
///
/// The screening goes down from 20/100, one letter a level, to the first miss. The first phase
/// starts two levels above that and goes down to a level that is failed, or up from one that is
/// failed at once. Three letters two levels larger bring back attention, and the second phase asks
/// for the failed level once more and goes on below it if it is passed now. The result is the
/// smallest level passed.
public struct HOTVTest: AcuityProcedure {
    /// The sizes, from 20/800 to 20/16.
    public static let levels = (0...17).map { LogMAR(hundredths: 160 - 10 * $0) }

    private let levels: Levels
    private var trials: LetterTrials
    private var conduct: HOTVConduct

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - seed: decides the letters.
    public init(range: SizeRange = .all, seed: UInt64) {
        levels = Levels(Self.levels, within: range)
        trials = LetterTrials(.hotv, seed: seed)
        conduct = HOTVConduct(among: levels.numbers)
        if levels.canBeShown { trials.show(levels[conduct.level]) }
    }

    public var next: Presentation? { trials.next }

    public mutating func redraw() { trials.redraw() }

    public var read: [AnsweredPresentation] { trials.read }

    public var optotypes: OptotypeSet { .hotv }

    public var prior: SightPrior { .fewLetters }

    public var sizes: ClosedRange<LogMAR> { levels.sizes }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let right = try trials.take(answers) else { return }
        conduct.take(right: right)
        if conduct.isOver {
            trials.finish(conduct.hasPassedSmallest ? .smallestLineRead : .stopRuleMet)
        } else {
            trials.show(levels[conduct.level])
        }
    }

    public var score: AcuityScore {
        var remarks: [AcuityRemark] = []
        if !conduct.isOver { remarks.append(.stoppedEarly) }
        if conduct.isOver, conduct.smallestPassed == nil { remarks.append(.beyondLargestLine) }
        if conduct.hasPassedSmallest { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: conduct.smallestPassed.map { levels[$0] },
            lettersRight: trials.read.lettersRight, lettersCredited: 0,
            lines: trials.read.bySize, end: trials.end, remarks: remarks)
    }
}
