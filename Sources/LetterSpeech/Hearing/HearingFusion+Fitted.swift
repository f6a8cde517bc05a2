extension HearingFusion.Weights {
    /// By `training/fusion/fit.py` from words heard: 644 of an4-train, 160 of commands, 300
    /// of digits, 260 of letters, 156 of nato, 61 of noise, 208 of readers, 768 of words,
    /// and the same in 4 noises.
    public static let fitted = HearingFusion.Weights(
        letterScore: 0.3136,
        letterOpinion: 0.9145,
        letter: 5.3051,
        letterFit: -0.3729,
        letterOdds: 0.1401,
        letterLong: 0.4667,
        letterShort: -58.5690,
        letterLoudness: -0.2839,
        letterUnscored: -4.3090,
        letterInCompany: -1.4128,
        letterBesideOther: -1.0673,
        letterInNoise: -4.6829,
        letterScoreInNoise: -0.0990,
        letterOpinionInNoise: -0.2690,
        letterFitInNoise: 0.6385,
        wordScore: 0.0638,
        wordOpinion: 1.2333,
        wordNamed: 1.6755,
        codeWord: 0.6339,
        direction: 0.8656,
        command: 0.8311,
        otherScore: 0.1105,
        otherOpinion: 0.5764,
        otherNamed: 0.3557)
}

extension HearingFusion {
    /// At which `HearingBelief.ifAnswer` tells how often letters are right, every speaker left
    /// out.
    public static let sharpness = 1.00

    /// What the confidence keeps to: ten letters, every speaker left out.
    public static let operating = [
        Operating(wrong: 0.005, accept: 0.955),
        Operating(wrong: 0.01, accept: 0.919),
        Operating(wrong: 0.02, accept: 0.780),
        Operating(wrong: 0.03, accept: 0.561),
        Operating(wrong: 0.05, accept: 0.024),
        Operating(wrong: 0.1, accept: 0.015),
    ]
}
