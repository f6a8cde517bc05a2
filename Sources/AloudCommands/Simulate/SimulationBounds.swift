internal import Acuity
internal import MeasurementBench

/// How good any test of so many letters can be.
enum SimulationBounds {
    /// A row for each number of letters: the limits of test-retest, in logMAR, of who knows the
    /// threshold, and of who has to find it in the range of those that are equally likely to the
    /// adaptive test.
    static func table(_ arguments: ParsedArguments) throws -> String {
        let bound = InformationBound(
            try arguments[SimulateOptions.sigma],
            showing: try arguments[SimulateOptions.optotype])
        let usual = SightPrior.standard.usual
        let width = fixed(usual.upperBound - usual.lowerBound, 1)
        var table = TextTable(["letters", "threshold known", "within \(width) logMAR"])
        for letters in try arguments[SimulateOptions.letters] {
            table.add([
                "\(letters)", fixed(bound.limitsKnowingThreshold(letters: letters), 3),
                fixed(
                    bound.limits(letters: letters, findingIn: usual.upperBound - usual.lowerBound),
                    3),
            ])
        }
        return table.lines.joined(separator: "\n") + "\n"
    }
}
