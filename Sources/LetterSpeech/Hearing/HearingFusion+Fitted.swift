extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 642 of an4-train, 144 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 49 of noise, 201 of readers, 773 of words,
    /// and the same in 2 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.2990,
        letterOpinion: 0.8436,
        letter: 4.3402,
        letterFit: -0.2247,
        letterOdds: 0.0193,
        letterLong: -0.1370,
        letterShort: -60.8763,
        letterLoudness: -0.2806,
        letterUnscored: -3.9451,
        letterInCompany: -1.4663,
        letterBesideOther: -0.5390,
        letterInNoise: -6.6719,
        letterScoreInNoise: -0.1105,
        letterOpinionInNoise: -0.3782,
        letterFitInNoise: 0.8893,
        wordScore: 0.1519,
        wordOpinion: 1.1110,
        wordNamed: 1.9598,
        codeWord: 0.3020,
        direction: 0.4511,
        command: 0.3567,
        otherScore: 0.1514,
        otherOpinion: 0.6995,
        otherNamed: 0.4344)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.05

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.963),
        Operating(wrong: 0.01, accept: 0.922),
        Operating(wrong: 0.02, accept: 0.828),
        Operating(wrong: 0.03, accept: 0.739),
        Operating(wrong: 0.05, accept: 0.479),
        Operating(wrong: 0.1, accept: 0.017),
    ]
}
