extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 633 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 52 of noise, 209 of readers, 768 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2750,
        letterOpinion: 0.7015,
        letter: 1.9754,
        letterFit: -0.3201,
        letterOdds: -0.1236,
        letterLong: -0.0046,
        letterShort: -15.8921,
        letterLoudness: 0.0813,
        letterUnscored: -7.2215,
        letterInCompany: 2.0584,
        letterBesideOther: -4.2295,
        wordScore: 0.1675,
        wordOpinion: 0.9895,
        wordNamed: 2.2249,
        codeWord: -0.2735,
        direction: 0.4437,
        command: -0.1795,
        otherScore: 0.0893,
        otherOpinion: 0.8973,
        otherNamed: 3.1776)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.15

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.962),
        Operating(wrong: 0.01, accept: 0.902),
        Operating(wrong: 0.02, accept: 0.828),
        Operating(wrong: 0.03, accept: 0.761),
        Operating(wrong: 0.05, accept: 0.449),
        Operating(wrong: 0.1, accept: 0.027),
    ]
}
