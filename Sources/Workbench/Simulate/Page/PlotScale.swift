internal import Foundation

/// An axis: which numbers it shows, and where.
struct PlotScale {
    /// The numbers from one end to the other.
    let range: ClosedRange<Double>
    /// Numbers that are written at the axis.
    let ticks: [Double]
    /// Digits after the point that tell all ticks apart.
    let places: Int

    /// An axis that holds some numbers, with round ends.
    ///
    /// - Parameter count: about how many ticks there are to be.
    init(holding numbers: [Double], ticks count: Int = 5) {
        let low = numbers.min() ?? 0
        // Numbers that are all the same have an axis about as wide as they are large.
        let highest = numbers.max() ?? 1
        let high = highest > low ? highest : low + max(0.1, low.magnitude)
        let step = Self.roundStep((high - low) / Double(count))
        let first = (low / step + 1e-9).rounded(.down)
        let last = (high / step - 1e-9).rounded(.up)
        range = first * step...max(last, first + 1) * step
        ticks = (Int(first)...max(Int(last), Int(first) + 1)).map { Double($0) * step }
        places = max(0, Int((-log10(step)).rounded(.up)))
    }

    /// An axis of which the ends and ticks are given.
    init(_ range: ClosedRange<Double>, ticks: [Double], places: Int) {
        self.range = range
        self.ticks = ticks
        self.places = places
    }

    /// 1, 2 or 5 times a power of ten, the first that is not smaller.
    private static func roundStep(_ step: Double) -> Double {
        let power = pow(10, log10(step).rounded(.down))
        return ([1, 2, 5].first { step <= $0 * power * 1.000001 } ?? 10) * power
    }

    /// How far along the axis a number stands: 0 at the lower end, 1 at the upper.
    func share(of number: Double) -> Double {
        (number - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
}
