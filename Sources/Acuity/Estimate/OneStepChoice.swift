internal import Foundation

/// Chooses what to show by what the answer to it is expected to tell: the one-step rule of Bayesian
/// tests (Watson AB. QUEST+: a general multidimensional Bayesian adaptive psychometric method. J
/// Vis 2017).
///
/// What is believed is a weight for each point of a grid of parameters. Weights need not add up to
/// 1: those of several branches, one for each way that answers still outstanding may turn out, add
/// up together.
public struct OneStepChoice: Sendable {
    /// What is to become small.
    public enum Criterion: Sendable, Equatable {
        /// The entropy over all parameters, as in QUEST+.
        case entropy
        /// The variance of one parameter, whose value at each point is given. Nothing is spent on
        /// what the test is not about, such as the slope.
        case variance(of: [Double])
    }

    /// For each thing that may be shown, the chance of a right answer at each point.
    public let rightChances: [[Double]]
    /// What is to become small.
    public let criterion: Criterion

    /// A choice among things to show.
    public init(rightChances: [[Double]], criterion: Criterion) {
        self.rightChances = rightChances
        self.criterion = criterion
    }

    /// The index of what is best to show; the first of equally good ones.
    public func best(for branches: [[Double]]) -> Int? {
        var best: (index: Int, value: Double)?
        for candidate in rightChances.indices {
            let value = branches.reduce(0) { $0 + uncertainty(of: $1, after: candidate) }
            if value < best?.value ?? .infinity { best = (candidate, value) }
        }
        return best?.index
    }

    /// What would be believed after a right and after a wrong answer.
    public func split(
        _ weights: [Double], by candidate: Int
    ) -> (right: [Double], wrong: [Double]) {
        let right = zip(weights, rightChances[candidate]).map { $0 * $1 }
        return (right, zip(weights, right).map { $0 - $1 })
    }

    /// The uncertainty to be expected after an answer, times the sum of the weights and but for
    /// what is the same for every candidate.
    private func uncertainty(of weights: [Double], after candidate: Int) -> Double {
        switch criterion {
        case .entropy: entropy(weights, rightChances[candidate])
        case .variance(let values): variance(weights, rightChances[candidate], values)
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
        // The squares add up to the same for every candidate.
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
