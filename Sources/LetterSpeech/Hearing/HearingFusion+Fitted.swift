extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 708 of an4-train, 297 of digits, 260
    /// of letters, 155 of nato, 31 of noise, 207 of readers, 742 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.5114,
        letterOpinion: 0.4961,
        letter: 4.6124,
        letterFit: -0.4372,
        letterOdds: 0.2062,
        letterLong: 1.9099,
        letterShort: -3.2675,
        letterLoudness: 0.0073,
        letterUnscored: -9.9057,
        letterInCompany: 2.2978,
        wordScore: 0.5848,
        wordOpinion: 0.8368,
        codeWord: 2.9274,
        direction: 3.6881,
        command: 2.5063,
        otherScore: 0.0851,
        otherOpinion: 0.1941)
}
