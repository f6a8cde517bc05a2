extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 749 of an4-train, 297 of digits, 260
    /// of letters, 155 of nato, 32 of noise, 254 of readers, 748 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3252,
        letterOpinion: 0.6923,
        letter: 4.1576,
        letterFit: -0.3013,
        letterOdds: -0.1779,
        letterLong: -1.2546,
        letterShort: -11.5194,
        letterLoudness: -0.0514,
        letterUnscored: -6.6922,
        letterInCompany: 1.5029,
        wordScore: 0.2754,
        wordOpinion: 0.9971,
        codeWord: 1.6640,
        direction: 1.9898,
        command: 1.0609,
        otherScore: 0.1285,
        otherOpinion: 0.8019)
}

extension HearingFusion {
    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.990),
        Operating(wrong: 0.01, accept: 0.974),
        Operating(wrong: 0.02, accept: 0.931),
        Operating(wrong: 0.03, accept: 0.861),
        Operating(wrong: 0.05, accept: 0.767),
        Operating(wrong: 0.1, accept: 0.507),
    ]
}
