internal import Foundation

/// Chooses the stimulus whose answer is expected to reduce the uncertainty most: the one-step rule
/// of Bayesian tests (Watson AB. QUEST+: a general multidimensional Bayesian adaptive psychometric
/// method. J Vis 2017).
///
/// A belief is a weight for each point of a grid of parameters. While answers are outstanding, the
/// belief has a branch for each of their outcomes. The weights of one branch need not add up to 1;
/// those of all branches do.
public struct OneStepChoice: Sendable {
    /// The measure of uncertainty to minimise.
    public enum Criterion: Sendable, Equatable {
        /// The entropy over all parameters, as in QUEST+.
        case entropy
        /// The variance of one parameter, with its value at each point. No letters are spent on
        /// other parameters, such as the slope.
        case variance(of: [Double])
        /// The variance of one parameter plus `weight` times that of another, with their values at
        /// each point.
        case variances(of: [Double], and: [Double], weight: Double)
    }

    /// The chance of a right answer for each candidate, at each point of the grid.
    public let rightChances: [[Double]]
    /// The measure that the choice minimises.
    public let criterion: Criterion

    /// A choice among candidates to show.
    public init(rightChances: [[Double]], criterion: Criterion) {
        self.rightChances = rightChances
        self.criterion = criterion
    }

    /// The index of the best candidate to show; the first of equally good ones.
    public func best(for branches: [[Double]]) -> Int? {
        var best: (index: Int, value: Double)?
        for candidate in rightChances.indices {
            let value = branches.reduce(0) { $0 + uncertainty(of: $1, after: candidate) }
            if value < best?.value ?? .infinity { best = (candidate, value) }
        }
        return best?.index
    }

    /// The weights after a right and after a wrong answer.
    public func split(
        _ weights: [Double], by candidate: Int
    ) -> (right: [Double], wrong: [Double]) {
        let right = zip(weights, rightChances[candidate]).map { $0 * $1 }
        return (right, zip(weights, right).map { $0 - $1 })
    }

    /// The expected uncertainty after an answer, times the sum of the weights, without terms that
    /// are the same for every candidate.
    private func uncertainty(of weights: [Double], after candidate: Int) -> Double {
        switch criterion {
        case .entropy: entropy(weights, rightChances[candidate])
        case .variance(let values): variance(weights, rightChances[candidate], values)
        case .variances(let first, let second, let weight):
            variance(weights, rightChances[candidate], first)
                + weight * variance(weights, rightChances[candidate], second)
        }
    }

    private func variance(
        _ weights: [Double], _ chances: [Double], _ values: [Double]
    ) -> Double {
        var sums = (right: 0.0, rightMoment: 0.0, all: 0.0, moment: 0.0)
        for index in weights.indices {
            let weight = weights[index]
            let right = weight * chances[index]
            sums.right += right
            sums.rightMoment += right * values[index]
            sums.all += weight
            sums.moment += weight * values[index]
        }
        // The sum of the squared values is the same for every candidate and is left out.
        return -Self.square(sums.rightMoment, over: sums.right)
            - Self.square(sums.moment - sums.rightMoment, over: sums.all - sums.right)
    }

    /// The square of a sum of values over the sum of their weights.
    static func square(_ moment: Double, over sum: Double) -> Double {
        sum > 0 ? moment * moment / sum : 0
    }

    private func entropy(_ weights: [Double], _ chances: [Double]) -> Double {
        func term(_ weight: Double) -> Double { weight > 0 ? weight * log(weight) : 0 }
        var sums = (right: 0.0, wrong: 0.0)
        var terms = 0.0
        for index in weights.indices {
            let right = weights[index] * chances[index]
            let wrong = weights[index] - right
            sums.right += right
            sums.wrong += wrong
            terms += term(right) + term(wrong)
        }
        return term(sums.right) + term(sums.wrong) - terms
    }
}
