internal import Foundation

/// Levels of a sound without its shortest ups and downs.
enum MeanLevels {
    /// The mean power around each frame, dB. Beyond its ends a sound is silent.
    ///
    /// - Parameters:
    ///   - levels: frame after frame, dB.
    ///   - reach: how many frames on each side count with each.
    static func of(_ levels: [Float], reach: Int) -> [Float] {
        let powers = levels.map { pow(10, $0 / 10) }
        return levels.indices.map { index in
            let near = max(0, index - reach)...min(levels.count - 1, index + reach)
            return 10 * log10(powers[near].reduce(0, +) / Float(2 * reach + 1))
        }
    }
}
