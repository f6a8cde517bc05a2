extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 49 of noise, 208 of readers, 773 of words,
    /// and the same in 2 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3026,
        letterOpinion: 0.8458,
        letter: 4.3823,
        letterFit: -0.2180,
        letterOdds: 0.0058,
        letterLong: -0.1681,
        letterShort: -61.0104,
        letterLoudness: -0.2863,
        letterUnscored: -3.6786,
        letterInCompany: -1.4739,
        letterBesideOther: -0.4866,
        letterInNoise: -6.7680,
        letterScoreInNoise: -0.1183,
        letterOpinionInNoise: -0.3774,
        letterFitInNoise: 0.8903,
        wordScore: 0.1686,
        wordOpinion: 1.1145,
        wordNamed: 1.9284,
        codeWord: 0.4162,
        direction: 0.6645,
        command: 0.4481,
        otherScore: 0.1473,
        otherOpinion: 0.7393,
        otherNamed: 0.4706)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.05

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.953),
        Operating(wrong: 0.01, accept: 0.926),
        Operating(wrong: 0.02, accept: 0.829),
        Operating(wrong: 0.03, accept: 0.741),
        Operating(wrong: 0.05, accept: 0.484),
        Operating(wrong: 0.1, accept: 0.018),
    ]
}
