extension AcuityPosterior {
    /// The posterior on about so many thresholds and three sigmas.
    ///
    /// - Parameter leastChance: thresholds that are less likely than this share of the likeliest
    ///   one are left out at both ends.
    func coarse(thresholds most: Int, leastChance: Double) -> CoarsePosterior {
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
        // Each point stands for a stretch of so many of the grid and is its middle.
        let stretch = max(1, (last - first + most) / most)
        let points = (last - first) / stretch + 1
        let groups = sigmaCount < 3 ? sigmaCount : 3
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

    /// The chance that the letter shown is heard, as base + gain x chance of seeing, with average
    /// lapses and mishearing.
    func chanceOfRight(guess: Double) -> (base: Double, gain: Double) {
        let lapse = zip(prior.lapses, prior.lapseWeights).reduce(0) { $0 + $1.0 * $1.1 }
        let evidence = (
            named: 1 - hearing.misheard,
            namedOther: hearing.misheard / Double(max(hearing.letters.count - 1, 1))
        )
        let seen = lapse * guess + 1 - lapse
        let difference = evidence.named - evidence.namedOther
        return (evidence.namedOther + difference * guess, difference * (seen - guess))
    }
}
