package import Acuity

/// A simulated patient of known contrast sensitivity.
///
/// P(right) = lapse / n + (1 - lapse) (guess + (1 - guess) W), with W the Weibull function
/// 1 - exp(-10^(slope (threshold - logCS))) and n optotypes. A wrong answer is any other optotype.
package struct ContrastObserver: Sendable {
    /// The logCS at which 63 % of letters are seen.
    package var threshold: LogCS
    /// The slope of the Weibull function over log contrast.
    package var slope: Double
    /// The chance of an answer that does not depend on what is seen, 0...1.
    package var lapse: Double
    /// The chance that another letter is heard than was said, 0...1.
    package var misheard: Double
    private var generator: SplitMix64

    /// Sets each property from the parameter of its name.
    package init(
        threshold: LogCS, slope: Double = 3.5, lapse: Double = 0.01, misheard: Double = 0,
        seed: UInt64
    ) {
        self.threshold = threshold
        self.slope = slope
        self.lapse = lapse
        self.misheard = misheard
        generator = SplitMix64(seed: seed)
    }

    /// The answers that are heard to a presentation, letter by letter. Letters without a contrast
    /// are black on white.
    package mutating func read(_ shown: Presentation) -> [Answer] {
        let contrasts = shown.contrasts?.letters ?? shown.letters.map { _ in LogCS(0) }
        return zip(shown.letters, contrasts).map { letter, contrast in
            let choices = shown.optotypes.choices
            let guess = shown.optotypes.guess
            let seeing = SightPrior.Curve.weibull.share(
                at: slope * (threshold.value - contrast.value))
            let chance = lapse * guess + (1 - lapse) * (guess + (1 - guess) * seeing)
            var said = letter
            if generator.fraction() >= chance { said = other(than: letter, of: choices) }
            if generator.fraction() < misheard { said = other(than: said, of: choices) }
            return Answer(.named(said))
        }
    }

    private mutating func other(than letter: Letter, of choices: [Letter]) -> Letter {
        let others = choices.filter { $0 != letter }
        return others[generator.index(below: others.count)]
    }
}
