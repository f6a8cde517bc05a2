internal import Foundation

/// The posterior of an eye after its answers: probabilities on a grid of threshold, sigma, lapse
/// rate and mishearing rate.
///
/// The likelihood of an answer is linear in the chance of seeing,
///
///     P(heard X | shown Y) = P(named Y) H(X | Y) + P(named another) mean of H(X | Z), Z not Y,
///
/// with H the confusion matrix of the hearing and P(named Y) the psychometric function of
/// `SightPrior` (Bayes' rule on a grid as in Watson AB, Pelli DG. QUEST: a Bayesian adaptive
/// psychometric method. Percept Psychophys 1983, and Watson AB. QUEST+. J Vis 2017).
///
/// ```swift
/// var posterior = AcuityPosterior()
/// for answered in procedure.read { posterior.take(answered) }
/// posterior.mean  // 0.32, after the example of AcuityProcedure
/// posterior.quantiles([0.025, 0.975])  // 0.24, 0.39
/// ```
public struct AcuityPosterior: Sendable {
    /// The prior, before the first answer.
    public let prior: SightPrior
    /// The assumed hearing.
    public let hearing: RecognitionErrorModel
    /// Letters that were answered and taken as evidence.
    public private(set) var letters = 0

    /// Pairs of a lapse rate and a factor of the mishearing rate.
    private let nuisances: [(lapse: Double, factor: Double)]
    /// `weights[(nuisance * sigmas + sigma) * thresholds + threshold]`, not scaled to a sum.
    private(set) var weights: [Double]
    /// The natural logarithm of the marginal likelihood: the probability of all answers so far,
    /// averaged over the eyes of the prior.
    private(set) var logEvidence = 0.0

    /// The posterior before the first answer, equal to the prior.
    public init(hearing: RecognitionErrorModel = .exact, prior: SightPrior = .standard) {
        self.prior = prior
        self.hearing = hearing
        var nuisances: [(lapse: Double, factor: Double)] = []
        var weights: [Double] = []
        for (lapse, lapseWeight) in zip(prior.lapses, prior.lapseWeights) {
            for (factor, factorWeight) in hearing.factors {
                nuisances.append((lapse, factor))
                for sigmaWeight in prior.sigmaWeights {
                    let weight = lapseWeight * factorWeight * sigmaWeight
                    weights += prior.thresholdWeights.map { $0 * weight }
                }
            }
        }
        self.nuisances = nuisances
        self.weights = weights
    }

    /// Updates the posterior with the answers to a presentation.
    public mutating func take(_ answered: AnsweredPresentation) {
        guard answered.answers.contains(where: { $0.response != nil }) else { return }
        let shown = answered.presentation
        let levels = shown.levels
        for (index, answer) in answered.answers.enumerated() {
            take(
                answer, to: shown.letters[index], size: levels[index],
                guess: shown.optotypes.guess)
        }
        scale()
    }

    /// Updates the posterior with the answer to one letter. An unclear answer is not evidence.
    private mutating func take(_ answer: Answer, to shown: Letter, size: LogMAR, guess: Double) {
        guard answer.response != nil else { return }
        letters += 1
        let prior = prior
        let shift = prior.letterShifts.isEmpty ? 0 : prior.letterShifts[shown] ?? 0
        let place = prior.place(of: LogMAR(size.value - shift))
        let count = prior.thresholdCount
        let sigmas = prior.sigmas.count
        let near = 1 - place.rest
        let likelihoods = nuisances.map {
            likelihood(of: answer, to: shown, guess: guess, lapse: $0.lapse, factor: $0.factor)
        }
        // Spans let the compiler vectorise these loops.
        let curves = prior.curves.span
        var weights = weights.mutableSpan
        for (nuisance, (base, gain)) in likelihoods.enumerated() {
            for sigma in 0..<sigmas {
                let row = (nuisance * sigmas + sigma) * count
                let curve = sigma * prior.curveLength + place.index
                if place.rest == 0 {
                    for index in 0..<count {
                        weights[row + index] *= base + gain * curves[curve + index]
                    }
                } else {
                    for index in 0..<count {
                        let seen =
                            near * curves[curve + index] + place.rest * curves[curve + index + 1]
                        weights[row + index] *= base + gain * seen
                    }
                }
            }
        }
    }

    /// The likelihood of an answer as base + gain x chance of seeing.
    func likelihood(
        of answer: Answer, to shown: Letter, guess: Double, lapse: Double, factor: Double
    ) -> (base: Double, gain: Double) {
        guard case .named(let heard) = answer.response else {
            // The chance of "I can't see it" from a person who cannot see does not depend on the
            // size.
            return (1, prior.falseMiss - 1)
        }
        let risk = hearing.relativeRisk(at: answer.confidence)
        let evidence = hearing.evidence(heard, for: shown, factor: factor * risk)
        let unseen = guess
        let seen = lapse * guess + 1 - lapse
        let difference = evidence.named - evidence.namedOther
        return (evidence.namedOther + difference * unseen, difference * (seen - unseen))
    }

    /// Scales the weights to a sum of 1, before products of many chances become too small.
    private mutating func scale() {
        let sum = thresholdSums.reduce(0, +)
        guard sum > 0 else { return }
        logEvidence += log(sum)
        let factor = 1 / sum
        var weights = weights.mutableSpan
        for index in weights.indices { weights[index] *= factor }
    }

    /// The sum of the weights of each threshold of the grid.
    private var thresholdSums: [Double] {
        let count = prior.thresholdCount
        var sums = Array(repeating: 0.0, count: count)
        var all = sums.mutableSpan
        let weights = weights.span
        for row in stride(from: 0, to: weights.count, by: count) {
            for index in 0..<count { all[index] += weights[row + index] }
        }
        return sums
    }

    /// The probability of each threshold of the grid; they add up to 1.
    public var thresholdChances: [Double] {
        let chances = thresholdSums
        let sum = chances.reduce(0, +)
        return chances.map { $0 / sum }
    }

    /// The mean threshold, logMAR.
    public var mean: LogMAR {
        LogMAR(zip(prior.thresholds, thresholdChances).reduce(0) { $0 + $1.0 * $1.1 })
    }

    /// The standard deviation of the threshold, logMAR.
    var spread: Double {
        let chances = thresholdChances
        var moments = (first: 0.0, second: 0.0)
        for index in chances.indices {
            let threshold = Double(index) * SightPrior.thresholdStep
            moments.first += chances[index] * threshold
            moments.second += chances[index] * threshold * threshold
        }
        return max(moments.second - moments.first * moments.first, 0).squareRoot()
    }

    /// The mean sigma, logMAR.
    public var meanSigma: Double {
        let count = prior.thresholdCount
        var sums = (weights: 0.0, moment: 0.0)
        for row in 0..<weights.count / count {
            let sum = weights[row * count..<(row + 1) * count].reduce(0, +)
            sums.weights += sum
            sums.moment += sum * prior.sigmas[row % prior.sigmas.count]
        }
        return sums.moment / sums.weights
    }

    /// The thresholds below which the given shares of the probability lie.
    ///
    /// - Parameter shares: 0...1, ascending.
    public func quantiles(_ shares: [Double]) -> [LogMAR] {
        let chances = thresholdChances
        let step = SightPrior.thresholdStep
        var found: [LogMAR] = []
        var below = 0.0
        var edge = prior.smallestThreshold - step / 2
        for chance in chances {
            while found.count < shares.count, shares[found.count] <= below + chance {
                let part = chance > 0 ? (shares[found.count] - below) / chance : 0
                found.append(LogMAR(edge + part * step))
            }
            below += chance
            edge += step
        }
        while found.count < shares.count { found.append(LogMAR(edge)) }
        return found
    }
}

extension AcuityPosterior {
    /// The posterior on about `most` thresholds and a few sigmas.
    ///
    /// - Parameters:
    ///   - mostSigmas: the number of sigmas, at most that of the prior.
    ///   - leastChance: thresholds at both ends whose probability is below this share of the
    ///     likeliest one's are left out.
    func coarse(
        thresholds most: Int, sigmas mostSigmas: Int, leastChance: Double
    ) -> CoarsePosterior {
        let count = prior.thresholdCount
        let sigmaCount = prior.sigmas.count
        var fine = Array(repeating: 0.0, count: sigmaCount * count)
        for start in stride(from: 0, to: weights.count, by: fine.count) {
            for index in fine.indices { fine[index] += weights[start + index] }
        }
        var marginal = Array(repeating: 0.0, count: count)
        for row in stride(from: 0, to: fine.count, by: count) {
            for index in 0..<count { marginal[index] += fine[row + index] }
        }
        let limit = leastChance * (marginal.max() ?? 0)
        let first = marginal.firstIndex { $0 >= limit } ?? 0
        let last = marginal.lastIndex { $0 >= limit } ?? count - 1
        // Each point represents a stretch of this many grid points and is its middle.
        let stretch = max(1, (last - first + most) / most)
        let points = (last - first) / stretch + 1
        let groups = min(sigmaCount, mostSigmas)
        var chances = Array(repeating: 0.0, count: groups * points)
        for sigma in 0..<sigmaCount {
            let group = sigma * groups / sigmaCount
            for index in first...last {
                chances[group * points + (index - first) / stretch] += fine[sigma * count + index]
            }
        }
        let sum = chances.reduce(0, +)
        let indices = (0..<points).map { min(first + $0 * stretch + stretch / 2, count - 1) }
        let step = SightPrior.thresholdStep
        return CoarsePosterior(
            thresholds: indices.map { prior.smallestThreshold + Double($0) * step },
            indices: indices,
            sigmas: (0..<groups).map { (2 * $0 + 1) * sigmaCount / (2 * groups) },
            chances: chances.map { $0 / sum })
    }

    /// The share of letters misheard, 0...1: the mean after all answers if the person's warm-up is
    /// known, otherwise the share of `hearing`.
    private var meanMisheard: Double {
        guard hearing.person != nil else { return hearing.misheard }
        let row = prior.sigmas.count * prior.thresholdCount
        var (sum, moment) = (0.0, 0.0)
        for (index, nuisance) in nuisances.enumerated() {
            let weight = weights[index * row..<(index + 1) * row].reduce(0, +)
            sum += weight
            moment += weight * nuisance.factor
        }
        return sum > 0 ? hearing.misheard * moment / sum : hearing.misheard
    }

    /// The chance that the letter shown is heard, as base + gain x chance of seeing, with average
    /// lapses and mishearing.
    func chanceOfRight(guess: Double) -> (base: Double, gain: Double) {
        let lapse = zip(prior.lapses, prior.lapseWeights).reduce(0) { $0 + $1.0 * $1.1 }
        let misheard = meanMisheard
        let evidence = (
            named: 1 - misheard,
            namedOther: misheard / Double(max(hearing.letters.count - 1, 1))
        )
        let seen = lapse * guess + 1 - lapse
        let difference = evidence.named - evidence.namedOther
        return (evidence.namedOther + difference * guess, difference * (seen - guess))
    }
}

extension AcuityPosterior {
    /// Whether the answers leave the worst threshold of the grid possible, and so any worse one.
    public var isOpenAbove: Bool { openEnds.above }

    /// Whether the answers leave the best threshold of the grid possible, and so any better one.
    public var isOpenBelow: Bool { openEnds.below }

    /// Minimum likelihood of an end, relative to the likeliest threshold; a less likely end is
    /// ruled out. This is the 95 % limit of a likelihood ratio, exp(-1.96^2 / 2) (Wilks SS. Ann
    /// Math Stat 1938). The prior is divided out, because it makes the ends a tenth as likely
    /// before the first answer.
    private static let leastRatio = 0.1465

    private var openEnds: (below: Bool, above: Bool) {
        let likelihoods = zip(thresholdChances, prior.thresholdWeights).map { $0 / $1 }
        guard let most = likelihoods.max(), let first = likelihoods.first,
            let last = likelihoods.last
        else { return (true, true) }
        return (first >= Self.leastRatio * most, last >= Self.leastRatio * most)
    }
}

/// A posterior on few points, for planning the next sizes.
struct CoarsePosterior {
    /// Thresholds, in logMAR, and their indices on the grid.
    let thresholds: [Double]
    let indices: [Int]
    /// Indices of the sigmas on the grid.
    let sigmas: [Int]
    /// `chances[sigma * thresholds.count + threshold]`; they add up to 1.
    let chances: [Double]
}
