extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 708 of an4-train, 297 of digits, 260
    /// of letters, 155 of nato, 31 of noise, 207 of readers, 742 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3164,
        letterOpinion: 0.6300,
        letter: 2.5417,
        letterFit: -0.3103,
        letterOdds: -0.0906,
        letterLong: -0.9809,
        letterShort: -0.7808,
        letterLoudness: 0.0030,
        letterUnscored: -8.6128,
        letterInCompany: 1.4899,
        wordScore: 0.3971,
        wordOpinion: 0.8516,
        codeWord: 1.1083,
        direction: 2.0651,
        command: 0.7336,
        otherScore: 0.0864,
        otherOpinion: 0.7584)
}
