package import Acuity
internal import Foundation

/// The best possible precision of a test with a number of letters, without recognition errors and
/// with slope and lapse rate of each eye known beforehand. Both bounds take the belief about the
/// threshold to be a normal distribution.
package struct InformationBound: Sendable {
    private let answer: AnswerChance
    /// The slopes over which the limits are averaged, in logMAR.
    private let sigmas: [Double]
    /// The information of an answer, nats, for each spread of the table.
    private let table: [Double]

    /// A bound.
    ///
    /// - Parameters:
    ///   - slopes: the slopes of the eyes' psychometric functions.
    ///   - optotypes: the possible answers.
    ///   - lapse: the chance of an answer that does not depend on the optotype, more than 0, less
    ///     than 1.
    package init(
        _ slopes: ObserverPopulation.Slopes, showing optotypes: OptotypeSet = .sloan,
        lapse: Double = ObserverTraits(threshold: LogMAR(0)).lapse
    ) {
        self.init(slopes, guess: optotypes.guess, lapse: lapse)
    }

    init(_ slopes: ObserverPopulation.Slopes, guess: Double, lapse: Double) {
        answer = AnswerChance(guess: guess, lapse: lapse)
        let population = ObserverPopulation(slopes: slopes)
        sigmas = (0..<Self.people).map { population.person($0, seed: 1).sigma }
        table = (0..<Self.steps).map { [answer] in
            answer.mostInformation(spread: exp(Self.first + Self.step * Double($0)))
        }
    }

    /// The number of eyes in the sample.
    private static let people = 4000
    /// The logarithm of the table's first spread, in sigmas, the step to the next one, and the
    /// number of spreads: from 0.03 to 18.
    private static let (first, step, steps) = (log(0.03), 0.2, 33)

    /// The limits of test-retest, 1.96 √2 standard deviations in logMAR, for an observer who has to
    /// find the threshold in a range.
    ///
    /// No answer can lower the entropy of the belief about the threshold by more than the mutual
    /// information of the two, and a variance is never less than that of a normal distribution of
    /// the same entropy (Cover TM, Thomas JA. Elements of information theory, 2006).
    ///
    /// - Parameters:
    ///   - letters: the number of answers.
    ///   - range: the width of the range in which all thresholds are equally likely beforehand, in
    ///     logMAR.
    package func limits(letters: Int, findingIn range: Double) -> Double {
        let normal = 0.5 * log(2 * Double.pi * M_E)
        return limits { sigma in
            var entropy = log(range)
            for _ in 0..<letters { entropy -= information(exp(entropy - normal) / sigma) }
            return exp(2 * (entropy - normal))
        }
    }

    /// The limits for an observer who knows the threshold and shows only the most informative size:
    /// the Cramér–Rao bound, from the Fisher information (Cover and Thomas 2006).
    package func limitsKnowingThreshold(letters: Int) -> Double {
        let told = answer.fisherInformation * Double(letters)
        return limits { $0 * $0 / told }
    }

    /// The limits for this variance of the threshold at each sigma.
    private func limits(variance: (Double) -> Double) -> Double {
        1.96 * (2 * sigmas.map(variance).reduce(0, +) / Double(sigmas.count)).squareRoot()
    }

    /// The greatest information of an answer, nats, for a belief with this standard deviation in
    /// sigmas; interpolated between points of the table.
    private func information(_ spread: Double) -> Double {
        let place = (log(spread) - Self.first) / Self.step
        let index = min(max(Int(place), 0), table.count - 2)
        let rest = min(max(place - Double(index), 0), 1)
        return table[index] * (1 - rest) + table[index + 1] * rest
    }
}

/// The probability of a right answer, and its information about a threshold. Sizes and spreads are
/// in sigmas.
private struct AnswerChance {
    /// The chance of a right answer without seeing the optotype.
    var guess: Double
    /// The chance of an answer that does not depend on the optotype.
    var lapse: Double

    /// The greatest Fisher information of an answer, in 1/sigma²: the squared slope of its
    /// probability over the variance of the answer, at the best size.
    var fisherInformation: Double {
        stride(from: -3.0, through: 3, by: 0.001).map { size in
            let chance = right(seen: NormalDistribution.share(below: size))
            let density = exp(-size * size / 2) / (2 * Double.pi).squareRoot()
            let slope = (1 - lapse) * (1 - guess) * density
            return slope * slope / (chance * (1 - chance))
        }.max() ?? 0
    }

    /// The mutual information of an answer and a threshold that is normal, at the best size, in
    /// nats.
    ///
    /// - Parameter spread: the threshold's standard deviation.
    func mostInformation(spread: Double) -> Double {
        (0..<40).map { -0.5 - 1.5 * spread + Double($0) / 39 * (2 + 3 * spread) }
            .map { mutualInformation(size: $0, spread: spread) }.max() ?? 0
    }

    private func right(seen: Double) -> Double {
        lapse * guess + (1 - lapse) * (guess + (1 - guess) * seen)
    }

    private func mutualInformation(size: Double, spread: Double) -> Double {
        func entropy(_ chance: Double) -> Double {
            -chance * log(chance) - (1 - chance) * log(1 - chance)
        }
        var sums = (weight: 0.0, chance: 0.0, entropy: 0.0)
        for step in -40...40 {
            let place = Double(step) / 10
            let weight = exp(-place * place / 2)
            let chance = right(seen: NormalDistribution.share(below: size - place * spread))
            sums.weight += weight
            sums.chance += weight * chance
            sums.entropy += weight * entropy(chance)
        }
        return entropy(sums.chance / sums.weight) - sums.entropy / sums.weight
    }
}
