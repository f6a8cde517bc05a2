extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 633 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 52 of noise, 209 of readers, 768 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2690,
        letterOpinion: 0.7135,
        letter: 1.9446,
        letterFit: -0.3375,
        letterOdds: -0.1368,
        letterLong: 0.0315,
        letterShort: -15.2741,
        letterLoudness: 0.0856,
        letterUnscored: -7.1735,
        letterInCompany: 2.0377,
        letterBesideOther: -4.1250,
        wordScore: 0.1605,
        wordOpinion: 0.9921,
        wordNamed: 2.2717,
        codeWord: -0.3135,
        direction: 0.3692,
        command: -0.2000,
        otherScore: 0.0954,
        otherOpinion: 0.9050,
        otherNamed: 3.0978)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.15

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.962),
        Operating(wrong: 0.01, accept: 0.905),
        Operating(wrong: 0.02, accept: 0.840),
        Operating(wrong: 0.03, accept: 0.707),
        Operating(wrong: 0.05, accept: 0.573),
        Operating(wrong: 0.1, accept: 0.022),
    ]
}
