extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 631 of an4-train, 297 of digits, 260
    /// of letters, 155 of nato, 32 of noise, 209 of readers, 732 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3223,
        letterOpinion: 0.7101,
        letter: 3.4131,
        letterFit: -0.3520,
        letterOdds: -0.1602,
        letterLong: -0.0093,
        letterShort: -12.4998,
        letterLoudness: 0.0687,
        letterUnscored: -7.4119,
        letterInCompany: 1.6468,
        letterBesideOther: -2.0833,
        wordScore: 0.1644,
        wordOpinion: 0.9609,
        wordNamed: 1.8864,
        codeWord: 0.4152,
        direction: 0.9032,
        command: -0.2877,
        otherScore: 0.0888,
        otherOpinion: 0.7532,
        otherNamed: 2.7984)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.15

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.962),
        Operating(wrong: 0.01, accept: 0.867),
        Operating(wrong: 0.02, accept: 0.736),
        Operating(wrong: 0.03, accept: 0.615),
        Operating(wrong: 0.05, accept: 0.516),
        Operating(wrong: 0.1, accept: 0.018),
    ]
}
