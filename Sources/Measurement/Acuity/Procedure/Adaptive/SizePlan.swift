internal import Foundation

/// Finds the sizes whose answers are expected to be most informative about the threshold.
///
/// It uses a coarse copy of the posterior: a few dozen thresholds with chances that matter, and a
/// few sigmas.
struct SizePlan {
    private let start: [Double]
    private let thresholds: [Double]
    private let candidates: [LogMAR]
    private let choice: OneStepChoice

    /// Limits for one letter, and for the letters of a line, whose answers branch.
    private static let mostThresholds = (alone: 50, inLine: 25)
    private static let mostCandidates = (alone: 31, inLine: 16)
    /// Thresholds less likely than this, compared with the likeliest, are left out.
    private static let leastChance = 1e-3

    /// - Parameters:
    ///   - posterior: the posterior so far.
    ///   - letters: the number to show at once.
    ///   - sizes: the sizes that may be shown.
    ///   - guess: the chance to guess a letter.
    ///   - settings: the goal, and the limits of the plan.
    init(
        _ posterior: AcuityPosterior, letters: Int, sizes: ClosedRange<LogMAR>, guess: Double,
        settings: AdaptiveTest.Settings
    ) {
        let prior = posterior.prior
        let coarse = posterior.coarse(
            thresholds: letters == 1 ? Self.mostThresholds.alone : Self.mostThresholds.inLine,
            sigmas: settings.sigmasInPlan, leastChance: Self.leastChance)
        let candidates = Self.candidates(
            from: (coarse.thresholds.first ?? 0) + settings.reach.lowerBound,
            to: (coarse.thresholds.last ?? 0) + settings.reach.upperBound, within: sizes,
            most: letters == 1 ? Self.mostCandidates.alone : Self.mostCandidates.inLine)
        let (base, gain) = posterior.chanceOfRight(guess: guess)
        let chances = candidates.map { size in
            let place = prior.place(of: size).index
            return coarse.sigmas.flatMap { sigma in
                coarse.indices.map { threshold in
                    base + gain * prior.curves[sigma * prior.curveLength + place + threshold]
                }
            }
        }
        start = coarse.chances
        let thresholds = coarse.sigmas.flatMap { _ in coarse.thresholds }
        self.thresholds = thresholds
        self.candidates = candidates
        let criterion: OneStepChoice.Criterion =
            switch settings.goal {
            case .threshold: .variance(of: thresholds)
            case .everything: .entropy
            case .thresholdAndSlope(let weight):
                .variances(
                    of: thresholds,
                    and: coarse.sigmas.flatMap { sigma in
                        coarse.thresholds.map { _ in log(prior.sigmas[sigma]) }
                    }, weight: weight)
            }
        choice = OneStepChoice(rightChances: chances, criterion: criterion)
    }

    /// Rounding error of a size limit, logMAR. Limits are recorded in millionths, so this is half a
    /// millionth. It gives a limit and its recorded value the same sizes, so that a test shows the
    /// same sizes when it is computed again.
    private static let roundingError = 0.5e-6

    /// Candidate sizes in whole hundredths, evenly spread. If no whole hundredth lies in the range,
    /// the only candidate is the limit of the sizes that can be shown.
    private static func candidates(
        from lower: Double, to upper: Double, within sizes: ClosedRange<LogMAR>, most: Int
    ) -> [LogMAR] {
        let (smallest, largest) = (sizes.lowerBound.value, sizes.upperBound.value)
        let least = ((smallest - roundingError) * 100).rounded(.up)
        let greatest = ((largest + roundingError) * 100).rounded(.down)
        let lowest = max((lower * 100).rounded(.up), least)
        let highest = min((upper * 100).rounded(.down), greatest)
        guard lowest <= highest else { return [LogMAR(max(min(upper, largest), smallest))] }
        let (first, last) = (Int(lowest), Int(highest))
        let step = max(1, Int((Double(last - first) / Double(most - 1)).rounded(.up)))
        return stride(from: first, through: last, by: step).map { LogMAR(hundredths: $0) }
    }

    /// Sizes for one presentation, chosen one after the other. Each is the best after the earlier
    /// ones, whose answers are not known yet.
    func mixed(_ count: Int) -> [LogMAR] {
        var branches = [start]
        var chosen: [LogMAR] = []
        while chosen.count < count, let best = choice.best(for: branches) {
            chosen.append(candidates[best])
            guard chosen.count < count else { break }
            branches = branches.flatMap { branch in
                let (right, wrong) = choice.split(branch, by: best)
                return [right, wrong]
            }
        }
        return chosen
    }

    /// The size that is best for all letters of a line, once for each letter. It minimises the
    /// expected variance of the threshold.
    func alike(_ count: Int) -> [LogMAR] {
        let best = candidates.indices.min { variance($0, count) < variance($1, count) }
        return best.map { Array(repeating: candidates[$0], count: count) } ?? []
    }

    /// The expected variance after a line of one size, without a constant term. It averages over
    /// the number of right letters.
    private func variance(_ candidate: Int, _ count: Int) -> Double {
        let chances = choice.rightChances[candidate]
        return (0...count).reduce(0) { expected, right in
            var sum = 0.0
            var moment = 0.0
            for index in start.indices {
                var weight = start[index]
                for letter in 0..<count {
                    weight *= letter < right ? chances[index] : 1 - chances[index]
                }
                sum += weight
                moment += weight * thresholds[index]
            }
            return expected
                - Self.waysToDraw(right, of: count) * OneStepChoice.square(moment, over: sum)
        }
    }

    private static func waysToDraw(_ chosen: Int, of count: Int) -> Double {
        (0..<chosen).reduce(1) { $0 * Double(count - $1) / Double($1 + 1) }
    }
}
