package import Acuity
internal import Foundation

/// The grey of a screen as it was measured by eye, and the letters that it can show.
///
/// Luminance follows L = (g / 255)^gamma for grey levels g of 0 to 255. A wrong gamma moves all
/// contrasts alike, by log10(true / assumed).
///
/// ```swift
/// let grey = ScreenGrey(gamma: 2.2, deviation: 0.03, step: 1)
/// grey.floor  // 2.25
/// grey.ink(LogCS(1.8))  // two levels next to the ground, and the share of the lighter one
/// ```
package struct ScreenGrey: Sendable, Hashable, Codable {
    /// The exponent of the screen.
    package var gamma: Double
    /// The standard error of gamma by the repeated matches.
    package var deviation: Double
    /// The grey level of the ground, 0...255.
    package var ground: Int
    /// The smallest visible difference from the ground, in levels: 1 if the screen shows every
    /// level. Two neighbouring differences must be visible: a patch against the ground, and a
    /// second patch against the first. A screen of 6 bits shows only one of them.
    package var step: Int
    /// The luminance of white in cd/m2; nil if it was not measured.
    package var luminance: Double?
    /// The time of the measurement, seconds since 1970.
    package var time: Double

    /// Sets each property from the parameter of its name.
    package init(
        gamma: Double, deviation: Double, ground: Int = usualGround, step: Int = 1,
        luminance: Double? = nil, time: Double = 0
    ) {
        self.gamma = gamma
        self.deviation = deviation
        self.ground = ground
        self.step = step
        self.luminance = luminance
        self.time = time
    }

    /// The possible grounds, the lightest first; a lower one is for a screen whose lightest levels
    /// look alike.
    package static let grounds = [235, 220, 205]
    /// The usual ground.
    package static let usualGround = 235
    /// The faintest letters of any screen: the last triplet of the chart of Pelli and Robson.
    package static let faintest = LogCS(2.25)
    /// The possible gammas of a screen.
    package static let possibleGammas = 1.4...3.2
    /// Maximum standard error of gamma. Aloud's own choice: 0.02 log at gamma 2.2.
    package static let largestDeviation = 0.1
    /// Maximum of `step`, levels. A screen of 6 bits shows every fourth level, so that the levels
    /// of faint letters would be wrong by up to two.
    package static let largestStep = 2
    /// The time that a measurement is valid, seconds. Aloud's own choice: 90 days.
    package static let longest = 90.0 * 86_400

    /// Whether the values are possible. A page may send any values.
    package var isValid: Bool {
        Self.possibleGammas.contains(gamma) && (0...Self.largestDeviation).contains(deviation)
            && Self.grounds.contains(ground) && (1...16).contains(step)
            && luminance.map { (1...10_000).contains($0) } ?? true && time.isFinite
    }

    /// Whether a measurement is too old at a time, seconds since 1970, or from the future.
    package func isExpired(at now: Double) -> Bool {
        !(-86_400...Self.longest).contains(now - time)
    }

    /// The faintest letters that this screen shows correctly.
    ///
    /// If the screen shows every level, a pattern of two levels gives any contrast. Otherwise no
    /// letter may be fainter than the smallest visible difference.
    package var floor: LogCS {
        guard step > 1 else { return Self.faintest }
        let faintest = LogCS(contrast: contrast(of: Double(ground - step)))
        return min(Self.faintest, LogCS((faintest.value * 100).rounded(.down) / 100))
    }

    /// The Weber contrast of a level against the ground.
    package func contrast(of level: Double) -> Double { 1 - pow(level / Double(ground), gamma) }

    /// Two neighbouring levels, mixed in a pattern.
    package struct Ink: Sendable, Equatable {
        /// The darker level, 0...255.
        package var dark: Int
        /// The number of the 64 pixels with the next lighter level.
        package var lighter: Int
    }

    /// Pixels of the pattern that two levels are mixed in: 8 by 8.
    package static let patternSize = 64

    /// The levels of letters of a contrast: mixed so that their mean luminance, not their mean
    /// level, is that of the letter.
    package func ink(_ contrast: LogCS) -> Ink {
        let wanted = max(0, 1 - contrast.contrast)
        let level = Double(ground) * pow(wanted, 1 / gamma)
        let dark = min(max(Int(level.rounded(.down)), 0), ground - 1)
        let (low, high) = (
            1 - self.contrast(of: Double(dark)), 1 - self.contrast(of: Double(dark + 1))
        )
        let share = (wanted - low) / (high - low)
        return Ink(
            dark: dark,
            lighter: min(
                max(Int((share * Double(Self.patternSize)).rounded()), 0), Self.patternSize))
    }

    /// The contrast that an ink has on a screen.
    ///
    /// - Parameter gamma: the screen's true gamma; nil for the measured one.
    package func drawn(_ ink: Ink, gamma: Double? = nil) -> LogCS {
        let exponent = gamma ?? self.gamma
        func relative(_ level: Int) -> Double { pow(Double(level) / Double(ground), exponent) }
        let share = Double(ink.lighter) / Double(Self.patternSize)
        let luminance = (1 - share) * relative(ink.dark) + share * relative(ink.dark + 1)
        return LogCS(contrast: 1 - luminance)
    }
}
