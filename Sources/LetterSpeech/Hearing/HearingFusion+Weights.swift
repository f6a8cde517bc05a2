extension HearingFusion {
    /// How much each feature counts.
    public struct Weights: Sendable, Equatable {
        /// Of each root of a nat that a letter lies behind in the recogniser's scores.
        public var letterScore: Double
        /// Of each nat of the classifier's probability of a letter.
        public var letterOpinion: Double
        /// For a letter beforehand, whichever.
        public var letter: Double
        /// For a letter, of each nat a frame that the sound lies from the recogniser's models.
        public var letterFit: Double
        /// For a letter, of the log odds that the classifier gives it to be one at all.
        public var letterOdds: Double
        /// For a letter, of each second over 0.5.
        public var letterLong: Double
        /// For a letter said alone, of each second under 0.3, up to 0.05: between others letters
        /// are shorter, and who says one quickly may still be heard.
        public var letterShort: Double
        /// For a letter, of each 10 dB that the speech rises over what lies around it.
        public var letterLoudness: Double
        /// For a letter, where the recogniser found no word at all.
        public var letterUnscored: Double
        /// For a letter, where the breath holds other words.
        public var letterInCompany: Double
        /// For a letter, where the recogniser's search found words that are no answers on both
        /// sides of it; half where on one of two.
        public var letterBesideOther: Double
        /// What is added to `letter` in full noise.
        public var letterInNoise: Double
        /// What is added to `letterScore` in full noise.
        public var letterScoreInNoise: Double
        /// What is added to `letterOpinion` in full noise.
        public var letterOpinionInNoise: Double
        /// What is added to `letterFit` in full noise.
        public var letterFitInNoise: Double
        /// As `letterScore`, for other words that are answers.
        public var wordScore: Double
        /// As `letterOpinion`, for other words that are answers.
        public var wordOpinion: Double
        /// For the word that the recogniser's search found.
        public var wordNamed: Double
        /// For a word of the spelling alphabet beforehand, whichever.
        public var codeWord: Double
        /// For a direction beforehand, whichever.
        public var direction: Double
        /// For a command beforehand, whichever.
        public var command: Double
        /// As `letterScore`, for anything else.
        public var otherScore: Double
        /// As `letterOpinion`, for anything else.
        public var otherOpinion: Double
        /// Where the recogniser's search found a word that is no answer.
        public var otherNamed: Double
    }

    /// A confidence from which on letters are accepted, and what share of those is wrong.
    public struct Operating: Sendable, Equatable {
        /// How many of the accepted letters are wrong, as a share, 0...1.
        public var wrong: Double
        /// The confidence from which on they are accepted, 0...1.
        public var accept: Double

        /// A confidence, and the share that is wrong from there on.
        public init(wrong: Double, accept: Double) {
            self.wrong = wrong
            self.accept = accept
        }
    }
}
