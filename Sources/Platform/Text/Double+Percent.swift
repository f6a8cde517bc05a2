// Shares, 0...1, that were counted, as percent without the sign. A half is rounded up, as people round
// counts; `percent` rounds as `printf` does.

extension Double {
    /// With one decimal: "12.5".
    package var percentText: String { "\((self * 1000).rounded() / 10)" }

    /// Without decimals: "13".
    package var wholePercentText: String { "\(Int((self * 100).rounded()))" }
}

extension ClosedRange<Double> {
    /// The ends of an interval of shares: "79.1 to 94.2".
    package var percentText: String { "\(lowerBound.percentText) to \(upperBound.percentText)" }
}
