internal import Acuity

/// How far a number may lie from what it would be with other people: 95 % intervals from drawing
/// the speakers anew, with replacement (Efron and Tibshirani, An Introduction to the Bootstrap,
/// 1993, percentile intervals). Letters of one speaker are not independent; speakers are.
struct SpeakerBootstrap {
    /// Draws of all speakers; the same seed gives the same intervals.
    static let draws = 1000
    static let seed: UInt64 = 1

    /// The 95 % interval of a number over speakers; nil for fewer than two, or where the number is
    /// undefined in most draws.
    ///
    /// - Parameters:
    ///   - speakers: what is drawn from.
    ///   - value: the number for a draw, in which a speaker may stand more than once.
    static func interval<Speaker>(
        over speakers: [Speaker], of value: ([Speaker]) -> Double?
    ) -> ClosedRange<Double>? {
        guard speakers.count > 1 else { return nil }
        var generator = SplitMix64(seed: seed)
        let values = (0..<draws).compactMap { _ in
            value(
                speakers.indices.map { _ in
                    speakers[generator.index(below: speakers.count)]
                })
        }.sorted()
        guard values.count > draws / 2 else { return nil }
        return values[values.count / 40]...values[values.count - 1 - values.count / 40]
    }

    /// The interval of a share of letters.
    static func interval(
        over tallies: [String: LetterTally], of share: (LetterTally) -> Double?
    ) -> ClosedRange<Double>? {
        // The order of a dictionary differs from run to run.
        let speakers = tallies.sorted { $0.key < $1.key }.map(\.value)
        return interval(over: speakers) { drawn in
            var all = LetterTally()
            for tally in drawn { all.addCounts(tally) }
            return share(all)
        }
    }
}
