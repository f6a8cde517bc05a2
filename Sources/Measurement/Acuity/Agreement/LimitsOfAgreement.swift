/// Limits of agreement (Bland and Altman, Lancet 1986) with exact 95 % intervals. The interval of
/// the mean uses Student's t; the intervals of the limits use the noncentral t (Carkeet, Optom Vis
/// Sci 2015 and 2020).
package struct LimitsOfAgreement: Sendable, Equatable {
    /// The number of differences.
    package let count: Int
    /// The mean and the standard deviation of the differences.
    package let mean: Double
    package let deviation: Double
    /// 95 % intervals of the mean, of the lower limit and of the upper limit.
    package let meanInterval: ClosedRange<Double>
    package let lowerInterval: ClosedRange<Double>
    package let upperInterval: ClosedRange<Double>

    /// Half-width of the limits, in standard deviations: they hold 95 % of a normal distribution.
    private static let width = 1.959964

    /// The lower and upper limit of agreement.
    package var lower: Double { mean - Self.width * deviation }
    package var upper: Double { mean + Self.width * deviation }

    /// The limits of differences; nil for fewer than two differences or two people.
    ///
    /// - Parameter people: the number of people that the differences come from; nil if each
    ///   difference comes from another person. Differences of one person depend on each other, so
    ///   the intervals are as wide as for one difference a person.
    package init?(_ differences: [Double], people: Int? = nil) {
        guard differences.count > 1, people ?? 2 > 1 else { return nil }
        let count = Double(differences.count)
        let mean = differences.reduce(0, +) / count
        let deviation =
            (differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
        let people = Double(people ?? differences.count)
        let freedom = people - 1
        let root = people.squareRoot()
        let student = NoncentralT(freedom: freedom, shift: 0).quantile(0.975)
        let tail = NoncentralT(freedom: freedom, shift: Self.width * root)
        let near = tail.quantile(0.025) / root * deviation
        let far = tail.quantile(0.975) / root * deviation
        self.count = differences.count
        self.mean = mean
        self.deviation = deviation
        meanInterval = mean - student * deviation / root...mean + student * deviation / root
        lowerInterval = mean - far...mean - near
        upperInterval = mean + near...mean + far
    }
}
