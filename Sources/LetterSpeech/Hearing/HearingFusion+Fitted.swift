extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 644 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 49 of noise, 203 of readers, 776 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3043,
        letterOpinion: 0.8281,
        letter: 4.3296,
        letterFit: -0.6417,
        letterOdds: -0.0769,
        letterLong: -2.5471,
        letterShort: -74.1450,
        letterLoudness: -0.0928,
        letterUnscored: -7.4936,
        letterInCompany: -0.3087,
        letterBesideOther: -1.6048,
        wordScore: 0.1453,
        wordOpinion: 1.0342,
        wordNamed: 2.1915,
        codeWord: 0.2414,
        direction: 0.3540,
        command: 0.1281,
        otherScore: 0.1782,
        otherOpinion: 0.8341,
        otherNamed: 2.4162)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.970),
        Operating(wrong: 0.01, accept: 0.929),
        Operating(wrong: 0.02, accept: 0.835),
        Operating(wrong: 0.03, accept: 0.739),
        Operating(wrong: 0.05, accept: 0.596),
        Operating(wrong: 0.1, accept: 0.002),
    ]
}
