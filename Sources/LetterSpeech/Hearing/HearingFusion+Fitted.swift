extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 69 of noise, 208 of readers, 773 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2920,
        letterOpinion: 0.8256,
        letter: 4.4031,
        letterFit: -0.2194,
        letterOdds: 0.0045,
        letterLong: -0.4227,
        letterShort: -49.5304,
        letterLoudness: -0.3067,
        letterUnscored: -3.3521,
        letterInCompany: -1.4963,
        letterBesideOther: -0.6085,
        letterInNoise: -5.1189,
        letterScoreInNoise: -0.0933,
        letterOpinionInNoise: -0.2647,
        letterFitInNoise: 0.6571,
        wordScore: 0.1598,
        wordOpinion: 1.1319,
        wordNamed: 1.9848,
        codeWord: 0.3643,
        direction: 0.5276,
        command: 0.3782,
        otherScore: 0.1304,
        otherOpinion: 0.7888,
        otherNamed: 0.4240)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.05

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.964),
        Operating(wrong: 0.01, accept: 0.924),
        Operating(wrong: 0.02, accept: 0.822),
        Operating(wrong: 0.03, accept: 0.735),
        Operating(wrong: 0.05, accept: 0.486),
        Operating(wrong: 0.1, accept: 0.010),
    ]
}
