extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 69 of noise, 208 of readers, 773 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3012,
        letterOpinion: 0.8553,
        letter: 4.7248,
        letterFit: -0.3311,
        letterOdds: -0.0277,
        letterLong: -0.3257,
        letterShort: -53.0413,
        letterLoudness: -0.2905,
        letterUnscored: -4.0746,
        letterInCompany: -1.2960,
        letterBesideOther: -0.6895,
        letterInNoise: -4.8480,
        letterScoreInNoise: -0.0828,
        letterOpinionInNoise: -0.3457,
        letterFitInNoise: 0.6469,
        wordScore: 0.2116,
        wordOpinion: 1.1024,
        wordNamed: 1.7435,
        codeWord: 0.6670,
        direction: 0.8160,
        command: 0.6606,
        otherScore: 0.1363,
        otherOpinion: 0.7950,
        otherNamed: 0.5515)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.967),
        Operating(wrong: 0.01, accept: 0.928),
        Operating(wrong: 0.02, accept: 0.825),
        Operating(wrong: 0.03, accept: 0.749),
        Operating(wrong: 0.05, accept: 0.523),
        Operating(wrong: 0.1, accept: 0.003),
    ]
}
