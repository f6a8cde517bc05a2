import Acuity
import Testing

@testable import Simulation

/// How good a test can be at best: how many letters bound its error.
@Suite(.timeLimit(.minutes(1))) struct InformationBoundTests {
    @Test("The limits for normal and wide eyes match the table")
    func table() {
        let (normal, wide) = (
            InformationBound(ObserverPopulation.Slopes.normalEyes),
            InformationBound(ObserverPopulation.Slopes.wideNormalEyes)
        )
        for (bound, letters, known, found) in [
            (normal, 25, 0.067, 0.075), (normal, 45, 0.050, 0.053), (wide, 25, 0.072, 0.081),
            (wide, 45, 0.054, 0.057),
        ] {
            #expect(abs(bound.limitsKnowingThreshold(letters: letters) - known) < 0.0006)
            #expect(abs(bound.limits(letters: letters, findingIn: 1.6) - found) < 0.0006)
        }
    }

    @Test(
        "Without guessing and lapses an answer has 2/pi of the threshold's information")
    func probit() {
        // The information of a probit at its middle, phi(0)^2 / (1/4).
        let bound = InformationBound(.same(0.1), guess: 0, lapse: 1e-9)
        let limits = 1.96 * (2 * 0.01 / (25 * 2 / Double.pi)).squareRoot()
        #expect(abs(bound.limitsKnowingThreshold(letters: 25) - limits) < 1e-5)
    }

    @Test("Only with many letters is a search as precise as a known threshold")
    func manyLetters() {
        let bound = InformationBound(ObserverPopulation.Slopes.normalEyes)
        func excess(_ letters: Int) -> Double {
            bound.limits(letters: letters, findingIn: 1.6)
                / bound.limitsKnowingThreshold(letters: letters)
        }
        #expect(excess(10) > excess(25) && excess(25) > excess(100) && excess(400) < 1.02)
    }

    @Test("Fewer choices have less information, because more are guessed")
    func fewerChoices() {
        let slopes = ObserverPopulation.Slopes.normalEyes
        let (ten, four) = (InformationBound(slopes), InformationBound(slopes, showing: .hotv))
        #expect(
            four.limits(letters: 25, findingIn: 1.6) > ten.limits(letters: 25, findingIn: 1.6)
                * 1.05)
    }
}
