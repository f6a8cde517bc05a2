extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 644 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 49 of noise, 203 of readers, 776 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3023,
        letterOpinion: 0.8302,
        letter: 4.2974,
        letterFit: -0.6552,
        letterOdds: -0.1070,
        letterLong: -2.4857,
        letterShort: -74.6590,
        letterLoudness: -0.1048,
        letterUnscored: -7.6366,
        letterInCompany: -0.3010,
        letterBesideOther: -1.5951,
        wordScore: 0.1636,
        wordOpinion: 1.0003,
        wordNamed: 1.9376,
        codeWord: -0.1510,
        direction: -0.2686,
        command: -0.4096,
        otherScore: 0.1760,
        otherOpinion: 0.8973,
        otherNamed: 2.7694)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.970),
        Operating(wrong: 0.01, accept: 0.928),
        Operating(wrong: 0.02, accept: 0.833),
        Operating(wrong: 0.03, accept: 0.727),
        Operating(wrong: 0.05, accept: 0.600),
        Operating(wrong: 0.1, accept: 0.002),
    ]
}
