package import CommandLineKit
internal import Platform

extension ValueKind where Value == Double {
    /// A share of all, as a percentage or a fraction: "2%", "0.02". A number of 1 or more needs the
    /// sign, because it is far more often meant as a percentage than as the whole.
    package static func share(_ name: String, in range: ClosedRange<Double>) -> ValueKind {
        let limits = "\(percent(range.lowerBound)) to \(percent(range.upperBound))"
        let sign = range.upperBound < 1 ? "" : "; from 1 on with the sign %"
        return ValueKind(
            name, expected: "a share from \(limits), such as 2% or 0.02\(sign)"
        ) { text in
            Double(share: text).flatMap {
                range.contains($0) && ($0 < 1 || text.hasSuffix("%")) ? $0 : nil
            }
        }
    }

    private static func percent(_ share: Double) -> String {
        let percent = share * 100
        return percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
    }
}
