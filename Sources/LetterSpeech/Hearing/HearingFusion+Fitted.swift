extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 620 of an4-train, 144 of commands, 297
    /// of digits, 260 of letters, 155 of nato, 29 of noise, 203 of readers, 722 of words.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2899,
        letterOpinion: 0.7000,
        letter: 2.0459,
        letterFit: -0.3549,
        letterOdds: -0.1368,
        letterLong: 0.0768,
        letterShort: -14.9064,
        letterLoudness: 0.0943,
        letterUnscored: -5.8837,
        letterInCompany: 2.1971,
        letterBesideOther: -2.4402,
        wordScore: 0.2417,
        wordOpinion: 0.9601,
        wordNamed: 1.6312,
        codeWord: 0.2740,
        direction: 0.7469,
        command: -0.0862,
        otherScore: 0.0959,
        otherOpinion: 0.8283,
        otherNamed: 2.9839)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.10

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.953),
        Operating(wrong: 0.01, accept: 0.897),
        Operating(wrong: 0.02, accept: 0.817),
        Operating(wrong: 0.03, accept: 0.724),
        Operating(wrong: 0.05, accept: 0.524),
        Operating(wrong: 0.1, accept: 0.028),
    ]
}
