internal import Foundation
internal import Platform

/// A share that is counted: a part of a whole.
struct Proportion: Equatable {
    /// The count; more than the whole if letters were inserted.
    var part: Int
    var whole: Int

    /// The share, from 0; nil of nothing.
    var value: Double? { whole == 0 ? nil : Double(part) / Double(whole) }

    /// The share in percent, to one decimal; 0 of nothing. Rounded from the counts: a half of a tenth, as in
    /// 201 of 400, is not always one in the share.
    var percent: Double {
        whole == 0 ? 0 : (1000 * Double(part) / Double(whole)).rounded() / 10
    }

    /// The 95 % interval of the share if every letter fell by itself: the shares of which a part as
    /// small, and one as large, is drawn with 2.5 % at least (Clopper and Pearson, Biometrika 1934).
    /// Nil of nothing.
    var interval: ClosedRange<Double>? {
        guard whole > 0 else { return nil }
        let part = min(part, whole)
        // At a share of 1 nothing less than the whole is drawn, at 0 nothing more than none.
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
        // Logarithms, since none of a thousand may be drawn too seldom for a number.
        var drawn = Double(whole) * log1p(-share)
        var chance = exp(drawn)
        for index in 0..<count {
            drawn += log(Double(whole - index) / Double(index + 1)) + odds
            chance += exp(drawn)
        }
        return chance
    }

    /// From which share on something holds that does not below it: by halving, to a millionth.
    private static func root(_ holds: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<20 {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }
}
