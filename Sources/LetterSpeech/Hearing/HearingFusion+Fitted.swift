extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 645 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 62 of noise, 198 of readers, 770 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2893,
        letterOpinion: 0.8944,
        letter: 4.5846,
        letterFit: -0.2933,
        letterOdds: -0.0522,
        letterLong: 0.3158,
        letterShort: -54.9959,
        letterLoudness: -0.2841,
        letterUnscored: -3.3861,
        letterInCompany: -1.2610,
        letterBesideOther: -1.1678,
        letterInNoise: -4.0537,
        letterScoreInNoise: -0.0893,
        letterOpinionInNoise: -0.2468,
        letterFitInNoise: 0.5428,
        wordScore: 0.1784,
        wordOpinion: 1.1708,
        wordNamed: 1.5085,
        codeWord: 1.2641,
        direction: 0.9940,
        command: 0.9911,
        otherScore: 0.1350,
        otherOpinion: 0.8358,
        otherNamed: 0.3146)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.05

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.953),
        Operating(wrong: 0.01, accept: 0.912),
        Operating(wrong: 0.02, accept: 0.762),
        Operating(wrong: 0.03, accept: 0.668),
        Operating(wrong: 0.05, accept: 0.514),
        Operating(wrong: 0.1, accept: 0.008),
    ]
}
