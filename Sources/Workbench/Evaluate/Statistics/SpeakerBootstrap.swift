internal import Acuity
internal import Dialogue

/// 95 % intervals of a number over speakers.
///
/// Letters of one speaker are not independent; speakers are. So the speakers are drawn with
/// replacement (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, percentile
/// intervals). With few errors this interval is too narrow: draws of speakers without an error have
/// none. Hence the interval of a share is never narrower than that of the same number of
/// independent letters (`Proportion.interval`).
package enum SpeakerBootstrap {
    /// Draws of all speakers; the same seed gives the same intervals.
    static let draws = 1000
    package static let seed: UInt64 = 1

    /// The 95 % interval of a number over draws of speakers; nil for fewer than two, or where the
    /// number is undefined in most draws.
    ///
    /// - Parameters:
    ///   - speakers: the population to draw from.
    ///   - value: the number for a draw, which may have a speaker more than once.
    static func percentiles<Speaker>(
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

    /// The 95 % interval of a share over speakers, and no narrower than that of its counts; nil as
    /// above.
    ///
    /// - Parameters:
    ///   - speakers: the population to draw from.
    ///   - share: the share in a draw, and in all speakers.
    static func interval<Speaker>(
        over speakers: [Speaker], of share: ([Speaker]) -> Proportion
    ) -> ClosedRange<Double>? {
        guard let drawn = percentiles(over: speakers, of: { share($0).value }),
            let counted = share(speakers).interval
        else { return nil }
        let low = min(drawn.lowerBound, counted.lowerBound)
        return low...max(drawn.upperBound, counted.upperBound)
    }

    /// The same over the tally of each speaker.
    ///
    /// - Parameter share: the share in the sum of a draw's tallies.
    static func interval<Counts: Tally>(
        over tallies: [String: Counts], of share: (Counts) -> Proportion
    ) -> ClosedRange<Double>? {
        // The order of a dictionary differs from run to run.
        let speakers = tallies.sorted { $0.key < $1.key }.map(\.value)
        return interval(over: speakers) { drawn in
            share(drawn.reduce(into: Counts()) { $0.addCounts($1) })
        }
    }
}
