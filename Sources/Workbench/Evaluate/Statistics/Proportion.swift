internal import Foundation
internal import Platform

/// A share that is counted: a part of a whole.
struct Proportion: Equatable {
    /// The count; more than the whole if letters were inserted.
    var part: Int
    var whole: Int

    /// The share, from 0; nil if the whole is 0.
    var value: Double? { whole == 0 ? nil : Double(part) / Double(whole) }

    /// The share in percent, to one decimal; 0 if the whole is 0. It is rounded from the counts,
    /// since a half of a tenth, as in 201 of 400, is not always exact in the share.
    var percent: Double {
        whole == 0 ? 0 : (1000 * Double(part) / Double(whole)).rounded() / 10
    }

    /// The 95 % interval of the share if the letters are independent: the shares that give a count
    /// as small, or as large, with a probability of at least 2.5 % (Clopper and Pearson, Biometrika
    /// 1934). Nil if the whole is 0.
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
        // Logarithms, since the probability of none of a thousand may underflow.
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
