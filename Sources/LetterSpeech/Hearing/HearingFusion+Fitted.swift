extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 644 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 61 of noise, 199 of readers, 769 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3508,
        letterOpinion: 0.8122,
        letter: 5.4592,
        letterFit: -0.3783,
        letterOdds: 0.0999,
        letterLong: 0.4160,
        letterShort: -62.9758,
        letterLoudness: -0.3073,
        letterUnscored: -3.6604,
        letterInCompany: -1.4597,
        letterBesideOther: -1.0419,
        letterInNoise: -4.6517,
        letterScoreInNoise: -0.1665,
        letterOpinionInNoise: -0.1608,
        letterFitInNoise: 0.5873,
        wordScore: 0.0507,
        wordOpinion: 1.1721,
        wordNamed: 2.4616,
        codeWord: 0.4262,
        direction: 0.7090,
        command: 0.4870,
        otherScore: 0.1044,
        otherOpinion: 0.5858,
        otherNamed: 0.4005)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.958),
        Operating(wrong: 0.01, accept: 0.915),
        Operating(wrong: 0.02, accept: 0.623),
        Operating(wrong: 0.03, accept: 0.536),
        Operating(wrong: 0.05, accept: 0.010),
        Operating(wrong: 0.1, accept: 0.010),
    ]
}
