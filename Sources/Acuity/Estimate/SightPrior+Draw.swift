extension SightPrior {
    /// A patient as this prior believes that there are: threshold, sigma and lapse rate are drawn
    /// by their chances.
    ///
    /// - Parameter traits: what the patient has besides.
    public func person(
        like traits: ObserverTraits, using generator: inout some RandomNumberGenerator
    ) -> ObserverTraits {
        var person = traits
        let place = Double(generator.index(weightedBy: thresholdWeights))
        // A point of the grid stands for all thresholds that are nearer to it than to others.
        let within = generator.fraction() - 0.5
        person.threshold = LogMAR(smallestThreshold + (place + within) * Self.thresholdStep)
        person.sigma = sigmas[generator.index(weightedBy: sigmaWeights)]
        person.lapse = lapses[generator.index(weightedBy: lapseWeights)]
        return person
    }
}
