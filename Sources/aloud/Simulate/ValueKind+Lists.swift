internal import Acuity
internal import CommandLineKit
internal import Platform

extension ValueKind {
    /// Values with commas between them, each read by another kind.
    static func list<Element>(_ name: String, of kind: ValueKind<Element>) -> ValueKind
    where Value == [Element] {
        ValueKind(name, expected: "\(kind.expected), or several with commas between") { text in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            return try? kind.readAll(parts.map { String($0.trimming { $0 == " " }) })
        }
    }
}

extension ValueKind where Value == Double {
    /// A share of all, as a percentage or a fraction: "2%", "0.02". A number of 1 or more is meant
    /// as a percentage far more often than as the whole, and needs the sign.
    static func share(_ name: String, in range: ClosedRange<Double>) -> ValueKind {
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

extension ValueKind where Value == ObserverPopulation.Thresholds {
    /// Thresholds in logMAR: "-0.2..1.2" for any between, "0,0.3,0.6" for these.
    static let thresholds = ValueKind(
        "thresholds",
        expected: "logMAR from -0.5 to 1.6: a range such as -0.2..1.2, or values such as 0,0.3,0.6"
    ) { text in
        let limits = -0.5...1.6
        let isRange = text.contains("..")
        let parts = isRange ? text.split(separator: "..") : text.split(separator: ",")
        let values = parts.compactMap { Double(decimal: $0.trimming { $0 == " " }) }
        guard values.count == parts.count, !values.isEmpty, values.allSatisfy(limits.contains)
        else {
            return nil
        }
        guard isRange else { return .grid(values) }
        return values.count == 2 && values[0] < values[1] ? .range(values[0]...values[1]) : nil
    }
}

extension ValueKind where Value == ObserverPopulation.Slopes {
    /// Sigma in logMAR: "normal" or "wide" for normal eyes, or a number for all.
    static let slopes = ValueKind(
        "sigma",
        expected: "'normal', 'wide', or a number from 0.01 to 0.5, or 'normal' times a number,"
            + " such as 'normal*1.5'"
    ) { text in
        if text == "normal" { return .normalEyes }
        if text == "wide" { return .wideNormalEyes }
        if text.hasPrefix("normal*"), let factor = Double(decimal: text.dropFirst("normal*".count)),
            (0.2...5).contains(factor)
        {
            return .normalEyes.scaled(by: factor)
        }
        return Double(decimal: text).flatMap { (0.01...0.5).contains($0) ? .same($0) : nil }
    }
}
