/// Finds the sizes whose answers are expected to tell most about the threshold.
///
/// A coarse copy of the posterior is enough to choose by: a few dozen thresholds where there are
/// chances worth mentioning, and three sigmas.
struct SizePlan {
    /// The chances of a set of answers not yet given, with what is believed then: unscaled chances
    /// by sigma and threshold.
    private typealias Branch = [Double]

    private let thresholds: [Double]
    private let squares: [Double]
    private let start: Branch
    private let candidates: [LogMAR]
    /// For each candidate, the chance of a right answer at each point.
    private let rightChances: [[Double]]

    private static let mostThresholds = 25
    private static let mostCandidates = 16
    /// Thresholds less likely than this, compared with the likeliest, are left out.
    private static let leastChance = 1e-3

    /// - Parameters:
    ///   - posterior: what is believed now.
    ///   - sizes: those that may be shown.
    ///   - guess: the chance to guess a letter.
    init(_ posterior: AcuityPosterior, sizes: ClosedRange<LogMAR>, guess: Double) {
        let prior = posterior.prior
        let coarse = posterior.coarse(
            thresholds: Self.mostThresholds, leastChance: Self.leastChance)
        let points = coarse.thresholds.count
        start = coarse.chances
        thresholds = coarse.sigmas.flatMap { _ in coarse.thresholds }
        squares = thresholds.map { $0 * $0 }
        // A size tells most a little above the threshold; sizes from the likeliest thresholds'
        // lower end to a little above their upper end will do.
        let lower = max(sizes.lowerBound.value, (coarse.thresholds.first ?? 0) - 0.05)
        let upper = min(sizes.upperBound.value, (coarse.thresholds.last ?? 0) + 0.15)
        candidates = Self.candidates(
            from: min(lower, sizes.upperBound.value), to: max(upper, sizes.lowerBound.value))
        let (base, gain) = posterior.chanceOfRight(guess: guess)
        rightChances = candidates.map { size in
            let place = prior.place(of: size).index
            return coarse.sigmas.indices.flatMap { sigma in
                let curve = coarse.sigmas[sigma] * prior.curveLength + place
                return (0..<points).map { point in
                    base + gain * prior.curves[curve + coarse.indices[point]]
                }
            }
        }
    }

    /// Sizes of whole hundredths, evenly spread.
    private static func candidates(from lower: Double, to upper: Double) -> [LogMAR] {
        let first = Int((lower * 100).rounded(.up))
        let last = max(first, Int((upper * 100).rounded(.down)))
        let step = max(1, Int((Double(last - first) / Double(mostCandidates - 1)).rounded(.up)))
        return stride(from: first, through: last, by: step).map { LogMAR(hundredths: $0) }
    }

    /// Sizes chosen one after the other, each as the best in view of those before, whose answers
    /// are not known yet.
    func mixed(_ count: Int) -> [LogMAR] {
        var branches = [start]
        var chosen: [LogMAR] = []
        while chosen.count < count {
            let best = candidates.indices.min { variance($0, branches) < variance($1, branches) }
            guard let best else { break }
            chosen.append(candidates[best])
            if chosen.count < count { branches = branches.flatMap { split($0, by: best) } }
        }
        return chosen
    }

    /// The one size that is best for all letters of a line.
    func alike(_ count: Int) -> [LogMAR] {
        let best = candidates.indices.min { left, right in
            lineVariance(left, count) < lineVariance(right, count)
        }
        return best.map { Array(repeating: candidates[$0], count: count) } ?? []
    }

    /// The branch after a right and after a wrong answer.
    private func split(_ branch: Branch, by candidate: Int) -> [Branch] {
        let chances = rightChances[candidate]
        let right = zip(branch, chances).map { $0 * $1 }
        return [right, zip(branch, right).map { $0 - $1 }]
    }

    /// The variance of the threshold to be expected after the answer to one more letter, but for
    /// a constant.
    private func variance(_ candidate: Int, _ branches: [Branch]) -> Double {
        branches.reduce(0) { $0 + variance(candidate, $1) }
    }

    private func variance(_ candidate: Int, _ branch: Branch) -> Double {
        let chances = rightChances[candidate]
        var sums = (right: 0.0, rightMoment: 0.0, all: 0.0, moment: 0.0)
        for index in branch.indices {
            let weight = branch[index]
            let right = weight * chances[index]
            sums.right += right
            sums.rightMoment += right * thresholds[index]
            sums.all += weight
            sums.moment += weight * thresholds[index]
        }
        // The squares add up to the same for every candidate.
        return -Self.square(sums.rightMoment, over: sums.right)
            - Self.square(sums.moment - sums.rightMoment, over: sums.all - sums.right)
    }

    private static func square(_ moment: Double, over sum: Double) -> Double {
        sum > 0 ? moment * moment / sum : 0
    }

    /// The same after the answers to a line of one size: by how many are right.
    private func lineVariance(_ candidate: Int, _ count: Int) -> Double {
        let chances = rightChances[candidate]
        var expected = 0.0
        for right in 0...count {
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
            expected -= Self.binomial(count, right) * Self.square(moment, over: sum)
        }
        return expected
    }

    private static func binomial(_ count: Int, _ chosen: Int) -> Double {
        (0..<chosen).reduce(1) { $0 * Double(count - $1) / Double($1 + 1) }
    }
}
