extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 69 of noise, 208 of readers, 773 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3002,
        letterOpinion: 0.8525,
        letter: 4.3803,
        letterFit: -0.2384,
        letterOdds: -0.0127,
        letterLong: -0.5498,
        letterShort: -52.9373,
        letterLoudness: -0.2831,
        letterUnscored: -3.7006,
        letterInCompany: -1.3746,
        letterBesideOther: -0.7120,
        letterInNoise: -4.9618,
        letterScoreInNoise: -0.1193,
        letterOpinionInNoise: -0.2974,
        letterFitInNoise: 0.6060,
        wordScore: 0.1732,
        wordOpinion: 1.1105,
        wordNamed: 1.8889,
        codeWord: 0.4763,
        direction: 0.6254,
        command: 0.4630,
        otherScore: 0.1384,
        otherOpinion: 0.7936,
        otherNamed: 0.4931)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.969),
        Operating(wrong: 0.01, accept: 0.927),
        Operating(wrong: 0.02, accept: 0.822),
        Operating(wrong: 0.03, accept: 0.736),
        Operating(wrong: 0.05, accept: 0.537),
        Operating(wrong: 0.1, accept: 0.008),
    ]
}
