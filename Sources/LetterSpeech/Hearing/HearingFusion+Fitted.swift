extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 631 of an4-train, 144 of commands, 297
    /// of digits, 260 of letters, 155 of nato, 32 of noise, 209 of readers, 732 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3234,
        letterOpinion: 0.7095,
        letter: 3.3188,
        letterFit: -0.3459,
        letterOdds: -0.1692,
        letterLong: 0.0113,
        letterShort: -12.3002,
        letterLoudness: 0.0697,
        letterUnscored: -7.5085,
        letterInCompany: 1.6595,
        letterBesideOther: -2.0944,
        wordScore: 0.1624,
        wordOpinion: 0.9942,
        wordNamed: 2.2041,
        codeWord: 0.0499,
        direction: 0.5610,
        command: -0.1071,
        otherScore: 0.0921,
        otherOpinion: 0.7782,
        otherNamed: 2.9055)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.15

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.932),
        Operating(wrong: 0.01, accept: 0.869),
        Operating(wrong: 0.02, accept: 0.728),
        Operating(wrong: 0.03, accept: 0.632),
        Operating(wrong: 0.05, accept: 0.516),
        Operating(wrong: 0.1, accept: 0.015),
    ]
}
