package import Acuity

/// The screen and the letters of a test of contrast.
package struct ContrastSetup: Sendable, Hashable, Codable {
    /// The grey of the screen.
    package var screen: ScreenGrey
    /// The Weber contrast of all letters, 0...1, if the test measures their size; nil if it
    /// measures contrast.
    package var letters: Double?

    /// A setup.
    ///
    /// - Parameter letters: rounded to millionths.
    package init(screen: ScreenGrey, letters: Double? = nil) {
        self.screen = screen
        self.letters = letters.map { ($0 * 1e6).rounded() / 1e6 }
    }

    /// The faintest letters of the test.
    package var floor: LogCS { screen.floor }

    /// The notes that belong to every result, as words.
    package var words: String {
        let luminance =
            screen.luminance.map { "\(Int($0.rounded())) cd/m²" } ?? "luminance not measured"
        let gamma = "\(LogMAR(screen.gamma)) ± \(LogMAR(screen.deviation))"
        return "gamma \(gamma), ground \(screen.ground) of 255, \(luminance),"
            + " faintest letters logCS \(floor)."
    }

    /// The note that results on screens are not for comparison with printed charts.
    package static let ownNorms =
        "Screen values: compare with this person's own, not with printed norms."
}
