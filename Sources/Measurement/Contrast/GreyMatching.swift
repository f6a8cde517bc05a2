internal import Foundation

/// The gamma of a screen from patches that a person matched with rows of two levels.
///
/// Rows of black and white have half the luminance of white, whatever the gamma. The level g of a
/// patch that looks equally light gives the gamma: (g / 255)^gamma = 1/2, so gamma =
/// ln 0.5 / ln(g / 255) (To L, Woods RL, Goldstein RB, Peli E. Psychophysical contrast calibration.
/// Vision Res 2013). Rows of black and the matched level have a quarter of the luminance of white,
/// rows of white and the matched level three quarters. A black level of the screen that is not 0
/// changes both sides alike.
package struct GreyMatching: Sendable, Equatable, Codable {
    /// One round of matches, as levels of 0 to 255.
    package struct Round: Sendable, Equatable, Codable {
        /// The patch that matched rows of black and white.
        package var half: Double
        /// The patch that matched rows of black and `half`.
        package var quarter: Double
        /// The patch that matched rows of white and `half`.
        package var threeQuarters: Double

        /// Sets each property from the parameter of its name.
        package init(half: Double, quarter: Double, threeQuarters: Double) {
            self.half = half
            self.quarter = quarter
            self.threeQuarters = threeQuarters
        }
    }

    /// The rounds, at least `leastRounds`.
    package var rounds: [Round]

    /// Rounds of matches.
    package init(rounds: [Round]) { self.rounds = rounds }

    /// Minimum number of rounds of a measurement.
    package static let leastRounds = 3

    /// The gamma, and its standard error by the spread between the rounds.
    ///
    /// - Throws: `GreyTrouble`.
    package func gamma() throws(GreyTrouble) -> (gamma: Double, deviation: Double) {
        guard rounds.count >= Self.leastRounds else { throw .tooFewRounds }
        let gammas = rounds.map(\.gamma)
        guard gammas.allSatisfy({ ScreenGrey.possibleGammas.contains($0) }) else {
            throw .impossible
        }
        let count = Double(gammas.count)
        let mean = gammas.reduce(0, +) / count
        let squares = gammas.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let deviation = (squares / (count - 1) / count).squareRoot()
        guard deviation <= ScreenGrey.largestDeviation else { throw .spread }
        return (mean, deviation)
    }
}

extension GreyMatching.Round {
    /// The gamma of this round: the mean of its three matches, weighted by their precision. The eye
    /// is assumed to err by the same number of levels in each.
    var gamma: Double {
        let white = 255.0
        // The sensitivity to a level is gamma / (g ln(g / g0)), with g0 the level for comparison.
        let matches = [(half, white, 0.5), (quarter, half, 0.5), (threeQuarters, white, 0.75)]
        var (sum, weights) = (0.0, 0.0)
        for (level, reference, share) in matches {
            let logarithm = log(level / reference)
            let weight = level * level * logarithm * logarithm
            sum += weight * log(share) / logarithm
            weights += weight
        }
        return sum / weights
    }
}

/// A reason that the greys of a screen are not known.
package enum GreyTrouble: String, Error, Equatable, CaseIterable, Sendable {
    /// Fewer rounds of matches than needed.
    case tooFewRounds
    /// A match is far from those of any screen.
    case impossible
    /// The rounds differ too much.
    case spread
    /// Even with the lowest ground the lightest levels look alike.
    case saturated
    /// Small differences of grey were not told apart, as on a screen of 6 bits.
    case steps

    /// The reason and the way out, in words for a person.
    package var words: String {
        switch self {
        case .tooFewRounds: "There are too few matches. Match the patches three times."
        case .impossible:
            "A match is not possible on any screen. Stand farther away, so that the rows look"
                + " uniform, and match again."
        case .spread:
            "The matches differ too much. Stand farther away, so that the rows look uniform, and"
                + " match again."
        case .saturated:
            "The lightest greys of this screen look alike. Lower its contrast setting, or use"
                + " another screen."
        case .steps:
            "Small differences of grey are not seen on this screen, as if it left levels out. Faint"
                + " letters would be wrong on it. Use another screen, or let somebody with good eyes"
                + " measure the greys."
        }
    }
}
