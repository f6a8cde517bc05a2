extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 49 of noise, 201 of readers, 773 of words,
    /// and the same in 2 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2988,
        letterOpinion: 0.8545,
        letter: 4.2999,
        letterFit: -0.2173,
        letterOdds: -0.0059,
        letterLong: 0.0062,
        letterShort: -60.7719,
        letterLoudness: -0.2924,
        letterUnscored: -3.9369,
        letterInCompany: -1.4375,
        letterBesideOther: -0.5254,
        letterInNoise: -5.5417,
        letterScoreInNoise: -0.0551,
        letterOpinionInNoise: -0.4668,
        letterFitInNoise: 0.7006,
        wordScore: 0.1835,
        wordOpinion: 1.1012,
        wordNamed: 1.8330,
        codeWord: 0.4386,
        direction: 0.5813,
        command: 0.4411,
        otherScore: 0.1537,
        otherOpinion: 0.7084,
        otherNamed: 0.4964)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.05

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.953),
        Operating(wrong: 0.01, accept: 0.917),
        Operating(wrong: 0.02, accept: 0.822),
        Operating(wrong: 0.03, accept: 0.728),
        Operating(wrong: 0.05, accept: 0.481),
        Operating(wrong: 0.1, accept: 0.003),
    ]
}
