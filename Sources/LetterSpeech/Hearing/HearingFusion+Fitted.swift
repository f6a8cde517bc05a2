extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 644 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 61 of noise, 199 of readers, 769 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3436,
        letterOpinion: 0.8254,
        letter: 5.6149,
        letterFit: -0.3555,
        letterOdds: 0.1215,
        letterLong: 0.4423,
        letterShort: -65.3953,
        letterLoudness: -0.3249,
        letterUnscored: -3.4710,
        letterInCompany: -1.5330,
        letterBesideOther: -0.8283,
        letterInNoise: -4.6239,
        letterScoreInNoise: -0.1563,
        letterOpinionInNoise: -0.1655,
        letterFitInNoise: 0.5695,
        wordScore: 0.0302,
        wordOpinion: 1.1569,
        wordNamed: 2.5075,
        codeWord: 0.2680,
        direction: 0.7639,
        command: 0.5045,
        otherScore: 0.0948,
        otherOpinion: 0.5192,
        otherNamed: 0.4163)
}

extension HearingFusion {
    /// At which `WordBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.960),
        Operating(wrong: 0.01, accept: 0.909),
        Operating(wrong: 0.02, accept: 0.733),
        Operating(wrong: 0.03, accept: 0.459),
        Operating(wrong: 0.05, accept: 0.023),
        Operating(wrong: 0.1, accept: 0.023),
    ]
}
