extension AcuityPosterior {
    /// Whether the worst threshold thought of is not ruled out by the answers, nor then any worse
    /// one.
    public var isOpenAbove: Bool { openEnds.above }

    /// Whether the best threshold thought of is not ruled out by the answers, nor then any better
    /// one.
    public var isOpenBelow: Bool { openEnds.below }

    /// An end that is less likely than the likeliest threshold by more than this is ruled out: the
    /// 95 % limit of a likelihood ratio, exp(-1.96^2 / 2) (Wilks SS. Ann Math Stat 1938). It is
    /// taken without the prior, which would hold the end for a tenth as likely before the first
    /// answer.
    private static let leastRatio = 0.1465

    private var openEnds: (below: Bool, above: Bool) {
        let likelihoods = zip(thresholdChances, prior.thresholdWeights).map { $0 / $1 }
        guard let most = likelihoods.max(), let first = likelihoods.first,
            let last = likelihoods.last
        else { return (true, true) }
        return (first >= Self.leastRatio * most, last >= Self.leastRatio * most)
    }
}
