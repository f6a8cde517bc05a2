extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 721 of an4-train, 297 of digits, 260
    /// of letters, 156 of nato, 25 of noise, 209 of readers, 766 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3322,
        letterOpinion: 0.6501,
        letter: 3.4864,
        letterFit: -0.1729,
        letterOdds: -0.1292,
        letterLong: 0.2973,
        letterShort: -5.7124,
        letterLoudness: -0.0802,
        letterUnscored: -9.3601,
        letterInCompany: 0.9283,
        wordScore: 0.2991,
        wordOpinion: 0.9956,
        codeWord: 1.5249,
        direction: 1.8336,
        command: 0.9669,
        otherScore: 0.1474,
        otherOpinion: 0.7876)
}

extension HearingFusion {
    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.991),
        Operating(wrong: 0.01, accept: 0.973),
        Operating(wrong: 0.02, accept: 0.936),
        Operating(wrong: 0.03, accept: 0.875),
        Operating(wrong: 0.05, accept: 0.768),
        Operating(wrong: 0.1, accept: 0.516),
    ]
}
