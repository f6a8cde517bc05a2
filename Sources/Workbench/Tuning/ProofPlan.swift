internal import Acuity
internal import Evaluation
internal import Foundation
internal import Platform
package import Recognition

/// The gain that a number of people can prove, before anything is recorded.
///
/// A gain is the fall of a person's endpoint (`TuningGate`): of the loss, or of the share of answers
/// not right at once, which is the rise of the share right. Gains of people are taken for normal.
package struct ProofPlan: Sendable {
    /// People who are recorded.
    package let people: Int
    /// People who are kept for the proof.
    package let final: Int
    /// The quantity whose gain is to be proven.
    package let endpoint: ProofEndpoint

    /// The chance with which the gain of `ratio` is proven.
    static let power = 0.8
    /// Maximum number of final people for which studies are drawn; above it, a formula is used.
    private static let mostDrawn = 10
    /// Studies that are drawn: the power is known to 0.02.
    private static let draws = 400
    /// Standard deviations of gains over people, for the text, percentage points. The synthetic
    /// people of docs/tune.md have 1.5.
    private static let spreads = [1.0, 2, 4, 8]

    /// A plan for people without groups, at least one.
    package init(people: Int, endpoint: ProofEndpoint = .loss) {
        self.people = people
        final = SpeakerSplit.finals(of: people)
        self.endpoint = endpoint
    }

    /// The number of final people who must gain if all gains and losses are equally large; nil if
    /// no number is enough.
    var gainers: Int? {
        (0...final).first { gainers in
            guard 2 * gainers > final else { return false }
            return Self.p((0..<final).map { $0 < gainers ? 1 : -1 }) < TuningGate.level
        }
    }

    /// The mean gain that is proven with a chance of `power`, in standard deviations of gains; nil
    /// if nothing can be proven.
    var ratio: Double? {
        guard gainers != nil else { return nil }
        guard final <= Self.mostDrawn else {
            // The sample size of a paired t test with the correction of Guenther, The American
            // Statistician 1981;35:243: n = (z + z')² / ratio² + z²/2.
            let (z, zPower) = (1.96, 0.8416)
            return (z + zPower) / (Double(final) - z * z / 2).squareRoot()
        }
        var range = 0.0...8.0
        for _ in 0..<12 {
            let middle = (range.lowerBound + range.upperBound) / 2
            range =
                Self.share(proving: middle, final) < Self.power
                ? middle...range.upperBound : range.lowerBound...middle
        }
        return range.upperBound
    }

    /// The share of studies in which the sign-flip test proves a gain.
    private static func share(proving ratio: Double, _ final: Int) -> Double {
        var generator = SplitMix64(seed: 1)
        let proven = (0..<draws).count { _ in
            let gains = (0..<final).map { _ in ratio + generator.standardNormal() }
            return gains.reduce(0, +) > 0 && p(gains) < TuningGate.level
        }
        return Double(proven) / Double(draws)
    }

    private static func p(_ gains: [Double]) -> Double {
        SignFlip.p(speakers: gains.count) { flips in
            zip(gains, flips).reduce(0) { $0 + ($1.1 ? -$1.0 : $1.0) }
        } ?? 1
    }

    /// The unit of a gain.
    private var unit: String {
        switch endpoint {
        case .loss: "points of loss"
        case .right: "points of the share right at once"
        }
    }

    /// The plan in sentences.
    package var text: String {
        let divided =
            "Of \(people) people, \(final) \(final == 1 ? "is" : "are") kept"
            + " for the proof.\n"
        guard let gainers, let ratio else {
            return divided
                + "They can prove no gain: at least 6 are needed, which takes"
                + " \(SpeakerSplit.fewestForAProof) people.\n"
        }
        let rows = Self.spreads.map { spread in
            "  \(fixed(spread, 0))\t\(fixed(ratio * spread, 1))\n"
        }
        return divided
            + "If all gain or lose equally much, \(gainers) of the \(final) have to gain.\n"
            + "The mean gain that is proven in 80 of 100 studies, \(unit):\n"
            + "  standard deviation over people\tgain\n" + rows.joined()
    }
}

extension SpeakerSplit {
    /// The number of final people among this number of people without groups.
    static func finals(of people: Int) -> Int {
        (0..<people).count { turn[$0 % turn.count] == .final }
    }

    /// Minimum number of people of whom six are final: a sign-flip test of five never falls below
    /// 0.06.
    static var fewestForAProof: Int { (1...).first { finals(of: $0) == 6 } ?? fewest }
}
