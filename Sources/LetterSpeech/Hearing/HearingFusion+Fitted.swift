extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 749 of an4-train, 297 of digits, 260
    /// of letters, 155 of nato, 32 of noise, 254 of readers, 748 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3434,
        letterOpinion: 0.6545,
        letter: 3.3088,
        letterFit: -0.2685,
        letterOdds: -0.1529,
        letterLong: -1.5417,
        letterShort: -10.8902,
        letterLoudness: -0.0684,
        letterUnscored: -6.0286,
        letterInCompany: 1.8496,
        wordScore: 0.3188,
        wordOpinion: 0.9466,
        codeWord: 1.2181,
        direction: 1.7402,
        command: 0.5414,
        otherScore: 0.1811,
        otherOpinion: 0.8179)
}

extension HearingFusion {
    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.991),
        Operating(wrong: 0.01, accept: 0.971),
        Operating(wrong: 0.02, accept: 0.928),
        Operating(wrong: 0.03, accept: 0.891),
        Operating(wrong: 0.05, accept: 0.756),
        Operating(wrong: 0.1, accept: 0.498),
    ]
}
