extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 49 of noise, 201 of readers, 773 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3047,
        letterOpinion: 0.8282,
        letter: 4.1912,
        letterFit: -0.6298,
        letterOdds: -0.0759,
        letterLong: -2.3038,
        letterShort: -73.5648,
        letterLoudness: -0.0928,
        letterUnscored: -7.4040,
        letterInCompany: -0.2259,
        letterBesideOther: -1.7174,
        wordScore: 0.1935,
        wordOpinion: 1.0549,
        wordNamed: 1.5851,
        codeWord: 0.6165,
        direction: 0.5584,
        command: 0.5832,
        otherScore: 0.1951,
        otherOpinion: 0.8366,
        otherNamed: 1.7098)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.970),
        Operating(wrong: 0.01, accept: 0.929),
        Operating(wrong: 0.02, accept: 0.828),
        Operating(wrong: 0.03, accept: 0.740),
        Operating(wrong: 0.05, accept: 0.598),
        Operating(wrong: 0.1, accept: 0.002),
    ]
}
