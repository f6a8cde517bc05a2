extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 61 of noise, 225 of readers, 773 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2834,
        letterOpinion: 0.8659,
        letter: 3.4885,
        letterFit: -0.1936,
        letterOdds: 0.0450,
        letterLong: 0.4079,
        letterShort: -53.4202,
        letterLoudness: -0.0954,
        letterUnscored: -3.1817,
        letterInCompany: -1.4403,
        letterBesideOther: -1.2340,
        letterInNoise: -3.9375,
        letterScoreInNoise: -0.0586,
        letterOpinionInNoise: -0.2226,
        letterFitInNoise: 0.6615,
        wordScore: 0.1731,
        wordOpinion: 1.1533,
        wordNamed: 1.5224,
        codeWord: 1.1307,
        direction: 0.8663,
        command: 0.9107,
        otherScore: 0.1367,
        otherOpinion: 0.7690,
        otherNamed: 0.0977)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.972),
        Operating(wrong: 0.01, accept: 0.931),
        Operating(wrong: 0.02, accept: 0.795),
        Operating(wrong: 0.03, accept: 0.756),
        Operating(wrong: 0.05, accept: 0.542),
        Operating(wrong: 0.1, accept: 0.023),
    ]
}
