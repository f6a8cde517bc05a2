import Acuity
import Foundation
import Testing

/// How good a test of so many letters can be at best: the numbers of `docs/measurement.md`, computed
/// from what one answer can tell.
///
/// No answer can lower the entropy of what is believed of the threshold by more than the mutual
/// information of the two, and a variance is never less than that of a normal distribution of the
/// same entropy (Cover TM, Thomas JA. Elements of information theory, 2006). Taken here: the best size
/// for a normal posterior, sigma and lapse rate known beforehand, nothing misheard.
@Suite struct InformationBoundTests {
    /// The bound for the limits of test-retest, in logMAR.
    private func limits(
        letters: Int, range: Double, _ slopes: ObserverPopulation.Slopes
    ) -> Double {
        let population = ObserverPopulation(slopes: slopes)
        let sigmas = (0..<4000).map { population.person($0, seed: 1).sigma }.sorted()
        let few = stride(from: 20, to: 4000, by: 40).map { sigmas[$0] }
        let normal = 0.5 * log(2 * Double.pi * exp(1))
        let variances = few.map { sigma in
            var entropy = log(range)
            for _ in 0..<letters { entropy -= information(exp(entropy - normal) / sigma) }
            return exp(2 * (entropy - normal))
        }
        return 1.96 * (2 * variances.reduce(0, +) / Double(few.count)).squareRoot()
    }

    /// The most that an answer tells where the posterior has so many sigmas for its standard
    /// deviation, in nats; between points of a table.
    private func information(_ spread: Double) -> Double {
        let place = (log(spread) - Self.first) / Self.step
        let index = min(max(Int(place), 0), Self.table.count - 2)
        let rest = min(max(place - Double(index), 0), 1)
        return Self.table[index] * (1 - rest) + Self.table[index + 1] * rest
    }

    private static let first = log(0.03)
    private static let step = 0.2
    private static let table = (0..<33).map { index in
        let spread = exp(first + step * Double(index))
        let sizes = (0..<40).map { -0.5 - 1.5 * spread + Double($0) / 39 * (2 + 3 * spread) }
        return sizes.map { mutualInformation(size: $0, spread: spread) }.max() ?? 0
    }

    private static func mutualInformation(size: Double, spread: Double) -> Double {
        func entropy(_ chance: Double) -> Double {
            -chance * log(chance) - (1 - chance) * log(1 - chance)
        }
        var sums = (weight: 0.0, chance: 0.0, entropy: 0.0)
        for step in -40...40 {
            let place = Double(step) / 10
            let weight = exp(-place * place / 2)
            let seen = 0.5 * erfc((place * spread - size) / 2.0.squareRoot())
            let right = 0.01 * 0.1 + 0.99 * (0.1 + 0.9 * seen)
            sums.weight += weight
            sums.chance += weight * right
            sums.entropy += weight * entropy(right)
        }
        return entropy(sums.chance / sums.weight) - sums.entropy / sums.weight
    }

    @Test func asTheDocumentSays() {
        let (normal, wide) = (
            ObserverPopulation.Slopes.normalEyes, ObserverPopulation.Slopes.wideNormalEyes
        )
        #expect(abs(limits(letters: 25, range: 1.6, normal) - 0.075) < 0.001)
        #expect(abs(limits(letters: 45, range: 1.6, normal) - 0.053) < 0.001)
        #expect(abs(limits(letters: 25, range: 1.6, wide) - 0.081) < 0.001)
        #expect(abs(limits(letters: 45, range: 1.6, wide) - 0.057) < 0.001)
    }
}
