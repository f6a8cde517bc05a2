package import Acuity
internal import CommandLineKit
internal import Platform

/// The best possible precision of a test with a number of letters.
package enum SimulationBounds {
    /// A row for each number of letters: the limits of test-retest, in logMAR, for an observer who
    /// knows the threshold, and for one who has to find it in the range that the adaptive test
    /// takes as equally likely.
    package static func table(
        letters: [Int], slopes: ObserverPopulation.Slopes, showing optotypes: OptotypeSet
    ) -> String {
        let bound = InformationBound(slopes, showing: optotypes)
        let usual = SightPrior.standard.usual
        let width = fixed(usual.upperBound - usual.lowerBound, 1)
        var table = TextTable(["letters", "threshold known", "within \(width) logMAR"])
        for letters in letters {
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
