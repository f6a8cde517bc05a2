extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 643 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 62 of noise, 208 of readers, 768 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3334,
        letterOpinion: 0.8838,
        letter: 4.8563,
        letterFit: -0.3405,
        letterOdds: 0.1634,
        letterLong: 0.7589,
        letterShort: -52.0684,
        letterLoudness: -0.2760,
        letterUnscored: -4.1618,
        letterInCompany: -1.1994,
        letterBesideOther: -0.7566,
        letterInNoise: -5.0242,
        letterScoreInNoise: -0.0713,
        letterOpinionInNoise: -0.3011,
        letterFitInNoise: 0.7851,
        wordScore: 0.1178,
        wordOpinion: 1.1318,
        wordNamed: 2.0343,
        codeWord: 0.3616,
        direction: 0.8226,
        command: 0.6908,
        otherScore: 0.1188,
        otherOpinion: 0.5732,
        otherNamed: 0.3151)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.05

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.958),
        Operating(wrong: 0.01, accept: 0.902),
        Operating(wrong: 0.02, accept: 0.777),
        Operating(wrong: 0.03, accept: 0.670),
        Operating(wrong: 0.05, accept: 0.027),
        Operating(wrong: 0.1, accept: 0.019),
    ]
}
