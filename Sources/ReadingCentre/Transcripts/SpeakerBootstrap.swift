internal import Acuity
internal import Foundation
internal import Platform

/// 95 % intervals of a number over speakers.
///
/// Letters of one speaker are not independent; speakers are. So the speakers are drawn with
/// replacement (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, percentile
/// intervals). With few errors this interval is too narrow: draws of speakers without an error have
/// none. Hence the interval of a share is never narrower than that of the same number of
/// independent letters (`Proportion.interval`).
package enum SpeakerBootstrap {
    /// Draws of all speakers; the same seed gives the same intervals.
    package static let draws = 1000
    package static let seed: UInt64 = 1

    /// The 95 % interval of a number over draws of speakers; nil for fewer than two, or where the
    /// number is undefined in most draws.
    ///
    /// - Parameters:
    ///   - speakers: the population to draw from.
    ///   - value: the number for a draw, which may have a speaker more than once.
    package static func percentiles<Speaker>(
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

    /// The 95 % interval of a share over speakers, widened to include the interval of its counts;
    /// nil if one of the two is undefined.
    ///
    /// - Parameters:
    ///   - speakers: the population to draw from.
    ///   - share: the share in a draw, and in all speakers.
    package static func interval<Speaker>(
        over speakers: [Speaker], of share: ([Speaker]) -> Proportion
    ) -> ClosedRange<Double>? {
        guard let drawn = percentiles(over: speakers, of: { share($0).value }),
            let counted = share(speakers).interval
        else { return nil }
        let low = min(drawn.lowerBound, counted.lowerBound)
        return low...max(drawn.upperBound, counted.upperBound)
    }
}

/// A share that is counted: a part of a whole.
package struct Proportion: Equatable {
    /// The count; more than the whole if letters were inserted.
    package var part: Int
    package var whole: Int

    /// Sets each property from the parameter of its name.
    package init(part: Int, whole: Int) {
        self.part = part
        self.whole = whole
    }

    /// The share, from 0; nil if the whole is 0.
    package var value: Double? { whole == 0 ? nil : Double(part) / Double(whole) }

    /// The share in percent, to one decimal; 0 if the whole is 0. It is rounded from the counts,
    /// since a half of a tenth, as in 201 of 400, is not always exact in the share.
    package var percent: Double {
        whole == 0 ? 0 : (1000 * Double(part) / Double(whole)).rounded() / 10
    }

    /// The 95 % interval of the share if the letters are independent: the shares that give a count
    /// as small, or as large, with a probability of at least 2.5 % (Clopper and Pearson, Biometrika
    /// 1934). Nil if the whole is 0.
    package var interval: ClosedRange<Double>? {
        guard whole > 0 else { return nil }
        let part = min(part, whole)
        // At a share of 1 every draw is the whole, at 0 every draw is zero.
        let low = part == 0 ? 0 : Self.root { 1 - chance(ofAtMost: part - 1, at: $0) > Self.tail }
        let high =
            part == whole ? 1 : Self.root { chance(ofAtMost: part, at: $0) < Self.tail }
        return low...high
    }

    /// The probability beyond each end, 0…1.
    private static let tail = 0.025

    /// The binomial probability of at most this count, 0…1.
    private func chance(ofAtMost count: Int, at share: Double) -> Double {
        let odds = log(share) - log1p(-share)
        // Logarithms, since the probability of zero out of a thousand may underflow.
        var drawn = Double(whole) * log1p(-share)
        var chance = exp(drawn)
        for index in 0..<count {
            drawn += log(Double(whole - index) / Double(index + 1)) + odds
            chance += exp(drawn)
        }
        return chance
    }

    /// The share from which a condition holds, by bisection, to a millionth.
    private static func root(_ holds: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<20 {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }
}
