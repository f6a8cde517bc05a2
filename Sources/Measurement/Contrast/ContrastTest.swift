package import Acuity
internal import Foundation

/// Aloud's test of contrast sensitivity: single letters of one size, then rows of three, whose
/// contrasts the answers decide.
///
/// It is the adaptive test of acuity on the axis of contrast: the same posterior over threshold,
/// slope, lapses and mishearing, and the same one-step choice of the most informative letters.
///
/// Fixed charts end by a few wrong letters, so that a misheard letter may end them too early; this
/// one knows how often letters are misheard, and is the default for that reason.
package struct ContrastTest: AcuityProcedure {
    /// The number of letters that a test has by default.
    package static let usualLetters = 30
    /// 2.81 degrees, 49 mm at 1 m, as on the chart of Pelli and Robson (NAVS 1991).
    package static let letterSize = LogMAR(1.528)

    private var engine: AdaptiveTest
    private let isShown: Bool

    /// Letters are shown one by one while the standard deviation of the threshold is larger than
    /// this, log units: Aloud's own choice, two thirds of the width of a usual curve.
    private static let spreadBeforeRows = 0.10

    /// Weight of the variance of the slope's natural logarithm in the choice of contrasts, relative
    /// to the variance of the threshold. Weights from 0.001 to 0.01 give nearly the same results.
    /// Larger weights widen the test-retest limits; without a weight, the interval is too narrow
    /// for eyes of slope 2 (docs/contrast.md).
    private static let slopeWeight = 0.003

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - mostLetters: the number of letters.
    ///   - floor: the faintest letters that can be shown.
    ///   - hearing: how letters are heard.
    ///   - range: the sizes that can be shown at the distance; nothing is shown if 2.81 degrees is
    ///     not among them.
    ///   - seed: decides the letters.
    package init(
        optotypes: OptotypeSet = .sloan, mostLetters: Int = usualLetters,
        floor: LogCS = ScreenGrey.faintest, hearing: RecognitionErrorModel = .exact,
        range: SizeRange = .all, seed: UInt64
    ) {
        var settings = AdaptiveTest.Settings(showing: optotypes)
        settings.mostLetters = mostLetters
        settings.lettersInLine = optotypes.areDirections ? 1 : 3
        settings.spreadBeforeLines = Self.spreadBeforeRows
        settings.goal = .thresholdAndSlope(weight: Self.slopeWeight)
        settings.sigmasInPlan = SightPrior.contrast.sigmas.count
        settings.reach = -0.2...0.3
        settings.sizes = min(floor.level, LogMAR(0))...LogMAR(0)
        engine = AdaptiveTest(settings: settings, hearing: hearing, prior: .contrast, seed: seed)
        isShown = range.contains(Self.letterSize)
    }

    package var next: Presentation? { isShown ? engine.next.map(Self.outside) : nil }

    package mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard isShown else { throw .done }
        try engine.take(answers)
    }

    package mutating func redraw() { engine.redraw() }

    /// The answers, without an acuity.
    package var score: AcuityScore {
        let score = engine.score
        return AcuityScore(
            logMAR: nil, lettersRight: score.lettersRight, lettersCredited: 0, lines: read,
            end: score.end,
            remarks: score.remarks.filter { $0 == .stoppedEarly || $0 == .lettersLeftOpen })
    }

    package var read: [AnsweredPresentation] {
        engine.read.compactMap {
            try? AnsweredPresentation(Self.outside($0.presentation), $0.answers)
        }
    }

    package var optotypes: OptotypeSet { engine.optotypes }
    package var sizes: ClosedRange<LogMAR> { engine.sizes }
    package var prior: SightPrior { engine.prior }

    /// The presentation to show for a presentation of the engine, whose sizes are levels of
    /// contrast.
    private static func outside(_ inner: Presentation) -> Presentation {
        inner.shown(
            in: LetterContrasts(inner.sizes.map { LogCS(level: $0) }, isMeasured: true),
            size: letterSize)
    }
}

extension SightPrior {
    /// The prior of an eye's contrast sensitivity: any from logCS 0.0 to 2.2 is equally likely, and
    /// others are a tenth as likely.
    ///
    /// The curve is a Weibull function of log contrast; its slope is 1 / sigma. Slopes from 1 to 40
    /// are possible, and the answers decide among them: the density of the slope's logarithm is
    /// proportional to slope^0.2. With that power, found by simulation, the interval holds the
    /// truth in 94 to 96 % of tests of eyes of each slope from 2 to 6 (a probability-matching
    /// prior: Welch BL, Peers HW. J R Stat Soc B 1963). If the prior were centred on 3.5, it would
    /// decide the width of the interval.
    package static let contrast = SightPrior(
        thresholds: -2.6...0.4, usual: -2.2...0, sigmaWeights: slopes, curve: .weibull,
        easyLevel: LogMAR(-0.15))

    /// Sigmas from 1/40 to 1 in equal steps of their logarithm.
    private static let slopes: [(sigma: Double, weight: Double)] = (0...8).map {
        let slope = pow(40, 1 - Double($0) / 8)
        return (sigma: 1 / slope, weight: pow(slope, 0.2))
    }
}
