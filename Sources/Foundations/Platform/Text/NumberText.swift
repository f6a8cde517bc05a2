internal import Foundation

/// A number with `places` digits after the point; "-" for none.
///
/// Rounded as `printf` rounds: the number as it is stored, and a half to the even digit.
package func fixed(_ number: Double?, _ places: Int) -> String {
    guard let number else { return "-" }
    let text = String(format: "%.\(places)f", number)
    // No minus before zero.
    return text.hasPrefix("-") && text.dropFirst().allSatisfy { $0 == "0" || $0 == "." }
        ? String(text.dropFirst()) : text
}

/// A number with its sign and three digits after the point; "-" for none.
package func signed(_ number: Double?) -> String {
    guard let number else { return "-" }
    let text = fixed(number, 3)
    return text.hasPrefix("-") ? text : "+" + text
}

/// A share, 0...1, as a percentage with `places` digits after the point, "12.50 %"; "-" for none.
package func percent(_ share: Double?, _ places: Int) -> String {
    share.map { fixed(100 * $0, places) + " %" } ?? "-"
}

extension Int {
    /// The number with a noun whose plural has an s: "1 recording", "2 recordings".
    package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
    /// Rounded to three digits after the point, the resolution of confidences.
    package var toThousandths: Double { (self * 1000).rounded() / 1000 }
}

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

extension Double {
    /// The number in a text of decimal digits, with an optional sign, point and exponent: "0.05",
    /// "-.2", "5e-2". Nil for all other text, even for "0x10", "inf" and "nan", which `Double`
    /// reads.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy(Self.decimalBytes.contains), let number = Double(text),
            number.isFinite
        else { return nil }
        self = number
    }

    /// The share that a text writes as a percentage or a fraction: "5%", "0.05".
    package init?(share text: some StringProtocol) {
        guard text.hasSuffix("%") else {
            self.init(decimal: text)
            return
        }
        guard let percent = Double(decimal: text.dropLast()) else { return nil }
        self = percent / 100
    }

    private static let decimalBytes = Set("0123456789+-.eE".utf8)
}

extension StringProtocol {
    /// The text without the characters at both ends for which the function is true.
    package func trimming(_ isLeftOut: (Character) -> Bool) -> SubSequence {
        var rest = self[...]
        while let first = rest.first, isLeftOut(first) { rest = rest.dropFirst() }
        while let last = rest.last, isLeftOut(last) { rest = rest.dropLast() }
        return rest
    }
}

extension String {
    /// The text with control characters (ECMA-48), line and paragraph separators and embeddings of
    /// bidirectional text (Unicode Standard Annex 9) written as Swift escapes. They would move a
    /// terminal's cursor, change its state or reverse its text. Names of files may contain them.
    ///
    /// - Parameters:
    ///   - keepingLines: whether line feeds and tabs stay.
    ///   - keepingReturns: whether carriage returns stay.
    package func escapingControls(
        keepingLines: Bool, keepingReturns: Bool = false
    ) -> String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where keepingLines, "\t" where keepingLines, "\r" where keepingReturns:
                text.unicodeScalars.append(scalar)
            case "\n": text += "\\n"
            case _ where Self.isControl(scalar):
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Whether a text has characters that `escapingControls` escapes, other than line ends and
    /// tabs.
    package var hasControls: Bool {
        unicodeScalars.contains { Self.isControl($0) && !"\n\r\t".unicodeScalars.contains($0) }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The names that this text is most likely a misspelling of, at most three: all with the fewest
    /// slips.
    ///
    /// A slip is a letter too many, too few, wrong, or two exchanged (Damerau 1964); two of them
    /// are allowed in words of four letters and more, one in shorter ones.
    package func nearest(in names: [String]) -> [String] {
        let own = Array(lowercased().unicodeScalars.prefix(65))
        // Names of more than 64 letters are not names.
        guard own.count <= 64 else { return [] }
        let allowed = own.count < 4 ? 1 : 2
        var found: [(distance: Int, name: String)] = []
        for name in names where name != self {
            let other = Array(name.lowercased().unicodeScalars.prefix(65))
            guard abs(other.count - own.count) <= allowed else { continue }
            let distance = String.slips(from: own, to: other)
            // If every letter differs, it is another word, not a slip.
            if distance <= allowed, distance < Swift.max(own.count, other.count) {
                found.append((distance, name))
            }
        }
        let nearest = found.map(\.distance).min()
        return found.filter { $0.distance == nearest }.map(\.name).sorted().prefix(3).map { $0 }
    }

    /// The number of slips from this text to another, if no letter is changed twice (the optimal
    /// string alignment distance).
    package func slips(to other: String) -> Int {
        Self.slips(from: Array(unicodeScalars), to: Array(other.unicodeScalars))
    }

    private static func slips(from a: [Unicode.Scalar], to b: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = Swift.min(
                    last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = Swift.min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}

extension StringProtocol {
    /// The text with full-width characters, as input methods for Chinese and Japanese type them,
    /// replaced by those of ASCII (U+FF01 to U+FF5E).
    package var halfWidth: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isFullWidth = (0xFF01...0xFF5E).contains(scalar.value)
            text.append(
                isFullWidth ? Unicode.Scalar(UInt8(scalar.value - 0xFF00 + 0x20)) : scalar)
        }
        return String(text)
    }
}
