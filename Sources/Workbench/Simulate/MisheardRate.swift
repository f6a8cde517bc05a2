internal import Foundation
internal import Platform

/// A share of misheard letters in tenths of a percent, in which two ways to come to a share are the
/// same share: a mean over ten letters and one over four differ by rounding.
package struct MisheardRate: Hashable, Comparable {
    private let thousandths: Int

    /// The rate that is nearest to a share, 0...1.
    init(_ share: Double) { thousandths = Int((1000 * share).rounded()) }

    /// The share, 0...1.
    package var share: Double { Double(thousandths) / 1000 }

    /// "5 %", "2.1 %".
    var percentage: String { percent(share, thousandths % 10 == 0 ? 0 : 1) }

    package static func < (left: MisheardRate, right: MisheardRate) -> Bool {
        left.thousandths < right.thousandths
    }
}
