extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 684 of an4-train, 297 of digits, 260
    /// of letters, 155 of nato, 31 of noise, 208 of readers, 735 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3375,
        letterOpinion: 0.7096,
        letter: 4.5727,
        letterFit: -0.3377,
        letterOdds: -0.1419,
        letterLong: -0.3790,
        letterShort: -11.9377,
        letterLoudness: -0.0303,
        letterUnscored: -7.2659,
        letterInCompany: 1.5020,
        wordScore: 0.2676,
        wordOpinion: 1.0049,
        codeWord: 1.9192,
        direction: 2.0913,
        command: 1.1133,
        otherScore: 0.1185,
        otherOpinion: 0.6986)
}

extension HearingFusion {
    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.990),
        Operating(wrong: 0.01, accept: 0.972),
        Operating(wrong: 0.02, accept: 0.928),
        Operating(wrong: 0.03, accept: 0.843),
        Operating(wrong: 0.05, accept: 0.774),
        Operating(wrong: 0.1, accept: 0.512),
    ]
}
