extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 646 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 63 of noise, 209 of readers, 771 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2750,
        letterOpinion: 0.8909,
        letter: 4.9112,
        letterFit: -0.3651,
        letterOdds: -0.0438,
        letterLong: -0.3176,
        letterShort: -53.0571,
        letterLoudness: -0.3205,
        letterUnscored: -3.7881,
        letterInCompany: -1.3443,
        letterBesideOther: -0.7321,
        letterInNoise: -4.4148,
        letterScoreInNoise: -0.0137,
        letterOpinionInNoise: -0.4155,
        letterFitInNoise: 0.5529,
        wordScore: 0.1496,
        wordOpinion: 1.1227,
        wordNamed: 2.3444,
        codeWord: 0.3301,
        direction: 0.3269,
        command: 0.5942,
        otherScore: 0.1324,
        otherOpinion: 0.8332,
        otherNamed: 0.4234)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.05

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.965),
        Operating(wrong: 0.01, accept: 0.907),
        Operating(wrong: 0.02, accept: 0.840),
        Operating(wrong: 0.03, accept: 0.732),
        Operating(wrong: 0.05, accept: 0.483),
        Operating(wrong: 0.1, accept: 0.002),
    ]
}
