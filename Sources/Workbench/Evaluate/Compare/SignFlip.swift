internal import Acuity

/// The sign-flip test of a difference between two results of the same speakers (Fisher's
/// randomisation test for pairs; Good, Permutation, Parametric and Bootstrap Tests, 2005).
///
/// If the results do not differ, each speaker's two results may as well be exchanged. The p-value is
/// the share of exchanges with a difference as large as the one found, in either direction.
enum SignFlip {
    /// Up to this many speakers all exchanges are counted, beyond it some are drawn.
    private static let mostExact = 16
    /// Exchanges that are drawn. Chosen: a p-value of 0.05 is known to 0.004.
    private static let draws = 10_000

    /// The p-value; nil without speakers, or where the difference is undefined.
    ///
    /// - Parameters:
    ///   - speakers: the number of speakers.
    ///   - difference: the difference if the results of some speakers are exchanged.
    static func p(speakers: Int, difference: ([Bool]) -> Double?) -> Double? {
        guard speakers > 0,
            let found = difference(Array(repeating: false, count: speakers))
        else { return nil }
        // Differences that are equal but for rounding count as equal.
        let least = abs(found) - 1e-12
        if speakers <= mostExact {
            let all = 1 << speakers
            let large = (0..<all).count { bits in
                let flips = (0..<speakers).map { bits >> $0 & 1 == 1 }
                return difference(flips).map { abs($0) >= least } ?? false
            }
            return Double(large) / Double(all)
        }
        var generator = SplitMix64(seed: SpeakerBootstrap.seed)
        let large = (0..<draws).count { _ in
            let flips = (0..<speakers).map { _ in generator.index(below: 2) == 1 }
            return difference(flips).map { abs($0) >= least } ?? false
        }
        // The exchange of nobody is one of them.
        return Double(large + 1) / Double(draws + 1)
    }
}
