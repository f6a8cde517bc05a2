extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 647 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 61 of noise, 210 of readers, 773 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2708,
        letterOpinion: 0.8781,
        letter: 4.5716,
        letterFit: -0.2405,
        letterOdds: 0.0385,
        letterLong: 0.2014,
        letterShort: -53.4208,
        letterLoudness: -0.3106,
        letterUnscored: -3.2359,
        letterInCompany: -1.4135,
        letterBesideOther: -0.9965,
        letterInNoise: -4.0847,
        letterScoreInNoise: -0.0674,
        letterOpinionInNoise: -0.3204,
        letterFitInNoise: 0.4770,
        wordScore: 0.1621,
        wordOpinion: 1.1722,
        wordNamed: 1.5414,
        codeWord: 1.1738,
        direction: 0.8083,
        command: 0.8638,
        otherScore: 0.1434,
        otherOpinion: 0.7443,
        otherNamed: 0.0673)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.970),
        Operating(wrong: 0.01, accept: 0.931),
        Operating(wrong: 0.02, accept: 0.816),
        Operating(wrong: 0.03, accept: 0.759),
        Operating(wrong: 0.05, accept: 0.608),
        Operating(wrong: 0.1, accept: 0.019),
    ]
}
