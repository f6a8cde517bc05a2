extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 60 of noise, 208 of readers, 773 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3017,
        letterOpinion: 0.8559,
        letter: 4.7529,
        letterFit: -0.3273,
        letterOdds: -0.0276,
        letterLong: -0.1410,
        letterShort: -53.6349,
        letterLoudness: -0.2948,
        letterUnscored: -4.1185,
        letterInCompany: -1.3129,
        letterBesideOther: -0.6667,
        letterInNoise: -4.5206,
        letterScoreInNoise: -0.0694,
        letterOpinionInNoise: -0.3392,
        letterFitInNoise: 0.5758,
        wordScore: 0.2121,
        wordOpinion: 1.1026,
        wordNamed: 1.7423,
        codeWord: 0.6888,
        direction: 0.8526,
        command: 0.6839,
        otherScore: 0.1317,
        otherOpinion: 0.7962,
        otherNamed: 0.5975)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.967),
        Operating(wrong: 0.01, accept: 0.928),
        Operating(wrong: 0.02, accept: 0.823),
        Operating(wrong: 0.03, accept: 0.747),
        Operating(wrong: 0.05, accept: 0.531),
        Operating(wrong: 0.1, accept: 0.004),
    ]
}
