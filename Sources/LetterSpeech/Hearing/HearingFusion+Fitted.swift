extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 708 of an4-train, 297 of digits, 260
    /// of letters, 155 of nato, 31 of noise, 207 of readers, 742 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2671,
        letterOpinion: 0.7479,
        letter: 4.6216,
        letterFit: -0.4585,
        letterOdds: -0.2367,
        letterLong: -2.6574,
        letterShort: -1.9394,
        letterLoudness: -0.0305,
        letterUnscored: -8.6100,
        letterInCompany: 1.3429,
        wordScore: 0.2706,
        wordOpinion: 0.9951,
        codeWord: 1.4060,
        direction: 1.9192,
        command: 0.7661,
        otherScore: 0.0906,
        otherOpinion: 0.8980)
}

extension HearingFusion {
    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.991),
        Operating(wrong: 0.01, accept: 0.974),
        Operating(wrong: 0.02, accept: 0.950),
        Operating(wrong: 0.03, accept: 0.921),
        Operating(wrong: 0.05, accept: 0.802),
        Operating(wrong: 0.1, accept: 0.547),
    ]
}
