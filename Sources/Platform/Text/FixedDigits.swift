internal import Foundation

/// A number with so many digits after the point; "-" for none.
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

/// A share, 0...1, as a percentage with so many digits after the point, "12.50 %"; "-" for none.
package func percent(_ share: Double?, _ places: Int) -> String {
    share.map { fixed(100 * $0, places) + " %" } ?? "-"
}
