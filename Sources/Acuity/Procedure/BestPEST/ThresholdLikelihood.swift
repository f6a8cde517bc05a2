internal import Foundation

/// How likely the answers so far are for each threshold, by a logistic psychometric function of one
/// slope.
struct ThresholdLikelihood: Sendable {
    private let range: ClosedRange<Double>
    /// The width of the range; where a screen shows one size only, that of a hundredth.
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
        // As if the smallest letters had been missed and the largest been named, so that there is
        // a likeliest threshold from the start.
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

    /// The curve of a chance to guess; those of ten letters, of eight and of four choices are kept,
    /// since a simulation asks for them thousands of times.
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
