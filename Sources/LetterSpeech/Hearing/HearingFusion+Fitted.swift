extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 644 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 61 of noise, 199 of readers, 770 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3490,
        letterOpinion: 0.8288,
        letter: 5.5344,
        letterFit: -0.3728,
        letterOdds: 0.1133,
        letterLong: 0.3745,
        letterShort: -64.7162,
        letterLoudness: -0.3065,
        letterUnscored: -3.8427,
        letterInCompany: -1.4649,
        letterBesideOther: -0.7574,
        letterInNoise: -4.8846,
        letterScoreInNoise: -0.1612,
        letterOpinionInNoise: -0.1730,
        letterFitInNoise: 0.6354,
        wordScore: 0.0749,
        wordOpinion: 1.1108,
        wordNamed: 2.3630,
        codeWord: 0.2118,
        direction: 0.7776,
        command: 0.6190,
        otherScore: 0.0962,
        otherOpinion: 0.5358,
        otherNamed: 0.3477)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.960),
        Operating(wrong: 0.01, accept: 0.906),
        Operating(wrong: 0.02, accept: 0.737),
        Operating(wrong: 0.03, accept: 0.591),
        Operating(wrong: 0.05, accept: 0.051),
        Operating(wrong: 0.1, accept: 0.034),
    ]
}
