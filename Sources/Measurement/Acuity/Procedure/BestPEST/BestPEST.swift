internal import Foundation

/// Best PEST: each letter is shown at the size that is the likeliest threshold so far (Lieberman
/// HR, Pentland AP. Microcomputer-based estimation of psychophysical thresholds: the Best PEST.
/// Behav Res Methods Instrum 1982), conducted as the Freiburg acuity test does (Bach M. The
/// Freiburg Visual Acuity Test. Optom Vis Sci 1996; FrACT10).
///
/// The first four letters are at 1.0, 0.7, 0.4 and 0.1 logMAR while all are right. Every sixth
/// letter from the twelfth is easy, for encouragement. The result is the likeliest threshold plus
/// 0.05 logMAR, which makes it agree with charts that require three of five letters right. There is
/// no result before all letters are answered: until then the likeliest threshold depends on the two
/// letters that the likelihood begins with. If that threshold is the largest size that can be
/// shown, the only result is that the acuity is worse; if it is the smallest, the score says that
/// it may be better.
public struct BestPEST: AcuityProcedure {
    /// Letters in the test.
    public let count: Int
    public let sizes: ClosedRange<LogMAR>
    private var trials: LetterTrials
    private var likelihood: ThresholdLikelihood
    private var answered = 0
    private var isOpening = true

    private static let usualSizes = LogMAR(-0.3)...LogMAR(1.6)
    private static let opening = [100, 70, 40, 10].map { LogMAR(hundredths: $0) }
    private static let firstEasy = 12
    private static let easyEvery = 6
    /// How much larger an easy letter is than the likeliest threshold, as a share of the range of
    /// sizes (FrACT10, FractController.j).
    private static let easier = 0.2
    /// Added to the likeliest threshold so that the result agrees with charts, logMAR.
    private static let toAgreeWithCharts = 0.05

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - optotypes: the set that the letters are drawn from.
    ///   - count: the number of letters (default: 18, or 24 if there are only four choices).
    ///   - range: the sizes that can be shown; thresholds are searched from -0.3 to 1.6 logMAR and
    ///     within the range.
    ///   - openLetters: the rule for letters that were never understood.
    ///   - seed: decides the letters.
    public init(
        optotypes: OptotypeSet = .sloan, count: Int? = nil, range: SizeRange = .all,
        openLetters: OpenLetterRule = .replaced, seed: UInt64
    ) {
        let shown = range.within(Self.usualSizes)
        let sizes = shown ?? Self.usualSizes
        self.count = count ?? (optotypes.choices.count > 4 ? 18 : 24)
        self.sizes = sizes
        trials = LetterTrials(optotypes, rule: openLetters, seed: seed)
        likelihood = ThresholdLikelihood(
            sizes.lowerBound.value...sizes.upperBound.value, guess: optotypes.guess)
        if shown != nil { trials.show(Self.bounded(Self.opening[0], by: sizes)) }
    }

    public var next: Presentation? { trials.next }

    public mutating func redraw() { trials.redraw() }

    public var read: [AnsweredPresentation] { trials.read }

    public var prior: SightPrior { .standard }

    public var optotypes: OptotypeSet { trials.optotypes }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        let size = trials.next?.size ?? LogMAR(0)
        guard let right = try trials.take(answers) else { return }
        likelihood.take(right: right, size: size.value)
        answered += 1
        isOpening = isOpening && right && answered < Self.opening.count
        if answered == count { trials.finish(.allLettersShown) } else { trials.show(nextSize) }
    }

    private var nextSize: LogMAR {
        if isOpening { return Self.bounded(Self.opening[answered], by: sizes) }
        let number = answered + 1
        let width = sizes.upperBound.value - sizes.lowerBound.value
        let isEasy = number >= Self.firstEasy && number % Self.easyEvery == 0
        return Self.bounded(
            LogMAR(likelihood.likeliest + (isEasy ? Self.easier * width : 0)), by: sizes)
    }

    private static func bounded(_ size: LogMAR, by sizes: ClosedRange<LogMAR>) -> LogMAR {
        min(max(size, sizes.lowerBound), sizes.upperBound)
    }

    public var score: AcuityScore {
        let isFinished = trials.end == .allLettersShown
        let found = LogMAR(likelihood.likeliest + Self.toAgreeWithCharts)
        var remarks: [AcuityRemark] = isFinished ? [] : [.stoppedEarly]
        if trials.areLeftOpen { remarks.append(.lettersLeftOpen) }
        if answered > 0, likelihood.isLikeliestAtLargest { remarks.append(.beyondLargestLine) }
        if answered > 0, likelihood.isLikeliestAtSmallest { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: isFinished && !likelihood.isLikeliestAtLargest ? found : nil,
            lettersRight: trials.read.lettersRight, lettersCredited: 0,
            lines: trials.read, end: trials.end,
            remarks: remarks)
    }
}

/// The likelihood of the answers so far for each threshold, by a logistic psychometric function of
/// fixed slope.
struct ThresholdLikelihood: Sendable {
    private let range: ClosedRange<Double>
    /// The width of the range, logMAR; at least 0.01, for a screen that shows only one size.
    private let width: Double
    private var logarithms = Array(repeating: 0.0, count: Self.bins)
    private let curve: LogisticCurve

    /// The number of thresholds in the likelihood.
    static let bins = 5000

    /// - Parameters:
    ///   - range: of thresholds, in logMAR.
    ///   - guess: the chance to guess.
    init(_ range: ClosedRange<Double>, guess: Double) {
        self.range = range
        width = max(range.upperBound - range.lowerBound, 0.01)
        curve = .of(guess: guess)
        // Starts as if the smallest letters had been missed and the largest named, so that there
        // always is a likeliest threshold.
        take(right: false, size: range.lowerBound)
        take(right: true, size: range.upperBound)
    }

    /// Takes an answer to a letter of a size, in logMAR.
    mutating func take(right: Bool, size: Double) {
        let share = (size - range.lowerBound) / width
        let place = min(max(Int((share * Double(Self.bins - 1)).rounded()), 0), Self.bins - 1)
        let values = right ? curve.right : curve.wrong
        for bin in 0..<Self.bins { logarithms[bin] += values[place - bin + Self.bins - 1] }
    }

    /// The likeliest threshold, in logMAR; the middle of them where several are equally likely.
    var likeliest: Double {
        guard let most = logarithms.max() else { return range.lowerBound }
        let first = logarithms.firstIndex(of: most) ?? 0
        let last = logarithms.lastIndex(of: most) ?? first
        let share = Double(first + last) / 2 / Double(Self.bins - 1)
        return range.lowerBound + share * width
    }

    /// Whether no size is likelier to be the threshold than the largest one.
    var isLikeliestAtLargest: Bool { logarithms.last == logarithms.max() }

    /// Whether no size is likelier to be the threshold than the smallest one.
    var isLikeliestAtSmallest: Bool { logarithms.first == logarithms.max() }
}

/// Logarithms of the chances of a right and of a wrong answer, from a size far below the threshold
/// to one far above it.
private struct LogisticCurve: Sendable {
    let right: [Double]
    let wrong: [Double]

    /// The logistic function's scale as a share of the range of sizes: a tenth, as in FrACT10.
    private static let scale = 0.1

    private init(guess: Double) {
        let reach = ThresholdLikelihood.bins - 1
        let chances = (-reach...reach).map { place in
            let distance = Double(place) / Double(reach)
            return guess + (1 - guess) / (1 + exp(-distance / Self.scale))
        }
        right = chances.map { log($0) }
        wrong = chances.map { log(1 - $0) }
    }

    /// The curve for a chance of guessing. The curves for ten, eight and four choices are kept,
    /// because a simulation needs them thousands of times.
    static func of(guess: Double) -> LogisticCurve {
        if guess == ofTen.guess { return ofTen.curve }
        if guess == ofEight.guess { return ofEight.curve }
        if guess == ofFour.guess { return ofFour.curve }
        return LogisticCurve(guess: guess)
    }

    private static let ofTen = (guess: 0.1, curve: LogisticCurve(guess: 0.1))
    private static let ofEight = (guess: 0.125, curve: LogisticCurve(guess: 0.125))
    private static let ofFour = (guess: 0.25, curve: LogisticCurve(guess: 0.25))
}
