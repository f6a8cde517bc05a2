extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 61 of noise, 212 of readers, 772 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2987,
        letterOpinion: 0.8587,
        letter: 4.6693,
        letterFit: -0.3335,
        letterOdds: -0.0362,
        letterLong: -0.1658,
        letterShort: -54.1401,
        letterLoudness: -0.2848,
        letterUnscored: -4.1109,
        letterInCompany: -1.2865,
        letterBesideOther: -0.6888,
        letterInNoise: -4.4900,
        letterScoreInNoise: -0.0656,
        letterOpinionInNoise: -0.3452,
        letterFitInNoise: 0.5846,
        wordScore: 0.1937,
        wordOpinion: 1.1342,
        wordNamed: 1.6173,
        codeWord: 0.6702,
        direction: 0.6543,
        command: 0.8006,
        otherScore: 0.1369,
        otherOpinion: 0.8017,
        otherNamed: 0.5216)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.966),
        Operating(wrong: 0.01, accept: 0.927),
        Operating(wrong: 0.02, accept: 0.824),
        Operating(wrong: 0.03, accept: 0.739),
        Operating(wrong: 0.05, accept: 0.554),
        Operating(wrong: 0.1, accept: 0.003),
    ]
}
