extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 644 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 62 of noise, 208 of readers, 768 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3120,
        letterOpinion: 0.9143,
        letter: 5.4052,
        letterFit: -0.3695,
        letterOdds: 0.1658,
        letterLong: 0.5656,
        letterShort: -52.8918,
        letterLoudness: -0.3042,
        letterUnscored: -4.1268,
        letterInCompany: -1.4654,
        letterBesideOther: -0.6910,
        letterInNoise: -4.8631,
        letterScoreInNoise: -0.0680,
        letterOpinionInNoise: -0.3029,
        letterFitInNoise: 0.6855,
        wordScore: 0.0875,
        wordOpinion: 1.2167,
        wordNamed: 1.6061,
        codeWord: 0.7396,
        direction: 0.9800,
        command: 0.8765,
        otherScore: 0.1213,
        otherOpinion: 0.5354,
        otherNamed: 0.3512)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.957),
        Operating(wrong: 0.01, accept: 0.922),
        Operating(wrong: 0.02, accept: 0.779),
        Operating(wrong: 0.03, accept: 0.563),
        Operating(wrong: 0.05, accept: 0.025),
        Operating(wrong: 0.1, accept: 0.018),
    ]
}
